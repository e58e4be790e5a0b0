"""`what-if` tells what a night with other settings would have done, and writes nothing."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.journal import replay
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.whatif import flips, signals_of, what_if

Tree = Callable[[Path], dict[str, bytes]]
SAMPLE = Path(__file__).parent.parent.parent / "data" / "workspace"
NIGHT = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample workspace after a night with the default settings."""
    root = tmp_path_factory.mktemp("what-if") / "ws"
    shutil.copytree(SAMPLE, root)
    dream(root, NIGHT)
    return root


def believed(root: Path) -> set[str]:
    facts = replay(open_workspace(root).journal).facts.values()
    return {fact.id for fact in facts if fact.status in ("active", "contested")}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NOCTUARY_PROMOTE_MIN_SCORE", "0.6"),
        ("NOCTUARY_PROMOTE_MIN_SCORE", "0.5"),
        ("NOCTUARY_PROMOTE_MIN_STATED", "0.7"),
        ("NOCTUARY_PROMOTE_MIN_STRESSED", "0.9"),
    ],
)
def test_what_if_tells_what_a_night_with_the_setting_believes(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """Of all facts that only evidence let in: the promise is held against a real night from the beginning."""
    workspace = open_workspace(sample)
    changes = what_if(workspace, open_workspace(sample, {name: value}).settings)
    gone = {one.id for one in changes if one.side == "out"}
    come = {one.id for one in changes if one.side in ("in", "kept")}
    other = tmp_path / "ws"
    shutil.copytree(SAMPLE, other)
    monkeypatch.setenv(name, value)
    dream(other, NIGHT)
    assert changes
    assert (believed(sample) - gone) | come == believed(other)


def test_what_if_changes_no_byte(sample: Path, bytes_of: Tree) -> None:
    before = bytes_of(sample)
    workspace = open_workspace(sample)
    for name, value in (
        ("PROMOTE_MIN_SCORE", "0.6"),
        ("PROMOTE_MODE", "propose"),
        ("CONTRADICTIONS_RETIRE_SCORE", "1.0"),
        ("MEMORY_MD_MAX_LINES", "60"),
        ("DECAY_STALE", "0.9"),
    ):
        assert what_if(workspace, open_workspace(sample, {f"NOCTUARY_{name}": value}).settings)
    assert bytes_of(sample) == before


def test_the_same_settings_change_nothing(sample: Path) -> None:
    workspace = open_workspace(sample)
    assert what_if(workspace, workspace.settings) == []


def test_the_scores_are_those_the_night_stored(sample: Path) -> None:
    from noctuary.consolidate.score import score

    workspace = open_workspace(sample)
    state = replay(workspace.journal)
    facts = [fact for fact in state.facts.values() if fact.score]
    found = signals_of(state, facts)
    assert len(facts) > 40
    for fact in facts:
        assert score(found[fact.id], workspace.settings.promote) == pytest.approx(fact.score, abs=1e-4)


def test_a_flip_is_what_a_night_does_when_the_voice_is_heard(sample: Path, tmp_path: Path) -> None:
    """The gate told for one more independent session opens when a note says it in another one."""
    root = tmp_path / "ws"
    shutil.copytree(sample, root)
    opened = open_workspace(root)
    later = NIGHT + dt.timedelta(days=2)
    waiting = [f for f in replay(opened.journal).facts.values() if f.status == "candidate" and len(f.sources) == 1]
    told = {f.id: flips(f, later, opened.settings.promote)[0] for f in waiting}
    fact = max((f for f in waiting if f.sources[0].role == "note" and told[f.id].gate), key=lambda f: f.score)
    (root / "memory" / "2026-11-05.md").write_text(f"{fact.sources[0].quote}\n")
    dream(root, later)
    after = replay(opened.journal).facts[fact.id]
    assert (after.status, after.gate) == ("active", told[fact.id].gate)
    assert after.score == pytest.approx(told[fact.id].score, abs=0.03)
