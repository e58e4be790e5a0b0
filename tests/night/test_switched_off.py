"""Settings in the words of the knowledge-graph proposal (seed 004), and nights that are switched off."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from noctuary.backfill import BackfillRefused, ahead
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.errors import SettingsError
from noctuary.graph_settings import ours
from noctuary.night import dream
from noctuary.settings import open_workspace

SEED: dict[str, Any] = {
    "enabled": False,
    "followEdges": True,
    "maxEdgeDepth": 2,
    "confidenceDecay": {
        "enabled": True,
        "defaultHalfLifeDays": 90,
        "revalidationThreshold": 0.3,
        "domainOverrides": {"api": 60, "business-rules": 180, "code-patterns": 120},
    },
    "contradictionDetection": {"enabled": True, "autoResolve": False, "similarityThreshold": 0.5},
}


def described(root: Path, **told: Any) -> Path:
    """A workspace with the seed's settings file, and these beside or instead."""
    (root / "noctuary.json").write_text(json.dumps({"memory": {"knowledgeGraph": SEED | told}}))
    return root


def held(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_the_seed_s_settings_file_says_what_is_so_anyway(workspace: Path) -> None:
    """KG-064, KG-065, KG-066: its defaults are ours, but for the switch."""
    settings = open_workspace(described(workspace)).settings
    assert open_workspace(workspace).problems == ()
    assert (settings.decay, settings.contradictions) == (DecayPolicy(), ConflictPolicy())
    assert (settings.search.follow_edges, settings.search.max_depth, settings.enabled) == (True, 2, False)


def test_a_graph_that_is_not_enabled_leaves_every_file_as_it_is(workspace: Path, now: dt.datetime) -> None:
    """KG-063"""
    before = held(described(workspace))
    told = dream(workspace, now)
    assert (told.state, held(workspace)) == ("nothing", before)
    assert "switched off" in told.because
    assert dream(described(workspace, enabled=True), now).state == "done"


def test_a_night_s_own_switch_leaves_every_file_as_it_is(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.toml").write_text("enabled = false\n")
    before = held(workspace)
    assert (dream(workspace, now).state, held(workspace)) == ("nothing", before)


def test_what_the_proposal_switches_off_is_off(workspace: Path) -> None:
    off = {"confidenceDecay": {"enabled": False}, "contradictionDetection": {"enabled": False}}
    settings = open_workspace(described(workspace, **off)).settings
    assert "fact" in settings.decay.evergreen
    assert settings.contradictions.ask_score == 1.0


@pytest.mark.parametrize("where", ["noctuary.json", "noctuary.toml"])
def test_what_is_said_in_our_words_comes_first(workspace: Path, where: str) -> None:
    own = "[decay]\nhalf_life_days = 45\n"
    (workspace / "noctuary.toml").write_text(own)
    graph = {"enabled": True, "confidenceDecay": {"defaultHalfLifeDays": 30, "revalidationThreshold": 0.2}}
    if where == "noctuary.json":
        described(workspace, **graph)
    else:
        toml = "[memory.knowledgeGraph]\nenabled = true\n[memory.knowledgeGraph.confidenceDecay]\n"
        (workspace / where).write_text(f"{own}{toml}defaultHalfLifeDays = 30\nrevalidationThreshold = 0.2\n")
    decay = open_workspace(workspace).settings.decay
    assert (decay.half_life_days, decay.stale) == (45, 0.2)


def test_what_is_not_understood_is_told() -> None:
    graph = {"enabled": True, "colour": "red", "contradictionDetection": {"similarityThreshold": 0.8}}
    found, unheard = ours({"memory": {"knowledgeGraph": graph, "other": 1}})
    assert (found["enabled"], found["memory"]) == (True, {"other": 1})
    assert [told.rpartition(".")[2] for told in unheard] == ["colour", "similarityThreshold"]


def test_a_misspelt_switch_is_told_by_the_night_that_does_nothing(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.json").write_text('{"memory": {"knowledgeGraph": {"enabledd": true}}}')
    assert "enabledd" in " ".join(dream(workspace, now).settings)


@pytest.mark.parametrize("told", [{"enabled": "false"}, {"enabled": 0}, {"confidenceDecay": {"enabled": "no"}}])
def test_a_switch_is_true_or_false(workspace: Path, told: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="neither true nor false"):
        open_workspace(described(workspace, **told))


@pytest.mark.parametrize(("told", "is_on"), [(True, True), (False, False)])
def test_a_section_may_be_a_switch(workspace: Path, told: bool, is_on: bool) -> None:
    (workspace / "noctuary.json").write_text(json.dumps({"memory": {"knowledgeGraph": told}}))
    assert open_workspace(workspace).settings.enabled == is_on
    described(workspace, contradictionDetection=told)
    assert (open_workspace(workspace).settings.contradictions.ask_score < 1) == is_on


def test_a_graph_in_both_files_is_one(workspace: Path) -> None:
    described(workspace, enabled=True, maxEdgeDepth=5)
    (workspace / "noctuary.toml").write_text("[memory.knowledgeGraph]\nfollowEdges = false\n")
    settings = open_workspace(workspace).settings
    assert (settings.enabled, settings.search.max_depth, settings.search.follow_edges) == (True, 5, False)


def test_no_day_is_caught_up_where_nights_are_off(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.toml").write_text("enabled = false\n")
    with pytest.raises(BackfillRefused, match="switched off"):
        ahead(open_workspace(workspace), None, None, now)


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '{"memory": {"knowledgeGraph": {"maxEdgeDepth": "far"}}}', "[" * 9000]
)
def test_a_wrong_file_is_told_with_its_mend(workspace: Path, text: str) -> None:
    """KG-067"""
    (workspace / "noctuary.json").write_text(text)
    with pytest.raises(SettingsError, match=r"noctuary\.json|search\.max_depth"):
        open_workspace(workspace)
