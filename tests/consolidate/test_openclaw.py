"""OpenClaw's weights and gates as a preset, on worked examples."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.consolidate.openclaw import openclaw, unused
from noctuary.consolidate.policy import OPENCLAW, WEIGHTS, PromotePolicy
from noctuary.consolidate.promote import held_back, passes
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.errors import SettingsError
from noctuary.model import Fact, Support
from noctuary.settings import open_workspace

Make = Callable[..., Fact]


@pytest.fixture
def preset(tmp_path: Path) -> Callable[[str], PromotePolicy]:
    def read(more: str = "") -> PromotePolicy:
        (tmp_path / "noctuary.toml").write_text(f'[promote]\npolicy = "openclaw"\n{more}')
        return open_workspace(tmp_path, {}).settings.promote

    return read


def test_the_six_weights_and_the_gates_are_openclaws(preset: Callable[[str], PromotePolicy]) -> None:
    """KG-049, KG-050: .24/.30/.15/.15/.10/.06 sum to 1; score 0.8, three signals and queries, 30 days, ten a night."""
    policy = preset("")
    assert policy.weights == OPENCLAW
    assert sum(OPENCLAW.values()) == pytest.approx(1.0)
    gates = (policy.min_score, policy.min_recalls, policy.min_queries, policy.max_idle_days, policy.max_promotions)
    assert gates == (0.8, 3, 3, 30, 10)


def test_own_values_win_over_the_preset_and_ours_is_the_default(
    preset: Callable[[str], PromotePolicy], tmp_path: Path
) -> None:
    policy = preset("min_score = 0.75\nmin_queries = 2\n[promote.weights]\nrelevance = 1.0\n")
    assert (policy.min_score, policy.min_queries, policy.weights) == (0.75, 2, {"relevance": 1.0})
    assert policy.min_recalls == 3
    (tmp_path / "noctuary.toml").unlink()
    assert open_workspace(tmp_path, {}).settings.promote.weights == WEIGHTS
    by_variable = open_workspace(tmp_path, {"NOCTUARY_PROMOTE_POLICY": "openclaw"}).settings.promote
    assert by_variable.min_score == 0.8


def test_each_policy_knows_its_own_signals_only(preset: Callable[[str], PromotePolicy]) -> None:
    with pytest.raises(SettingsError, match=r"no signal 'durability'.*frequency"):
        preset("[promote.weights]\ndurability = 1.0\n")


@pytest.mark.parametrize("policy", ["openclaw", "noctuary"])
@pytest.mark.parametrize("weights", ["", "recency = 0", "recency = 0.0\nconsolidation = -0.0", "recency = -1"])
def test_weights_by_which_every_score_is_nought_are_refused(tmp_path: Path, policy: str, weights: str) -> None:
    """Nothing would ever be let in, and each night say that nothing is new."""
    text = f'[promote]\npolicy = "{policy}"\n{{}}\n[promote.weights]\n{weights}\n'
    (tmp_path / "noctuary.toml").write_text(text.format(""))
    with pytest.raises(SettingsError, match=r"promote.weights: none is above 0.*; the signals are"):
        open_workspace(tmp_path, {})
    (tmp_path / "noctuary.toml").write_text(text.format("min_score = 0"))
    open_workspace(tmp_path, {})
    (tmp_path / "noctuary.toml").write_text(text.format("") + "relevance = 0.1\n")
    open_workspace(tmp_path, {})


def test_three_recalls_of_one_day_by_three_queries_score_two_thirds() -> None:
    """The published arithmetic: ln 4 / ln 11, mean relevance 0.75, 3/5, today, one day, four tags: 0.664."""
    asked = Signals(recalls=3, queries=3, relevance=0.75, used_days=1, concepts=4)
    found = openclaw(asked)
    assert found["frequency"] == pytest.approx(math.log(4) / math.log(11))
    assert (found["diversity"], found["recency"], found["consolidation"]) == (0.6, 1.0, 0.2)
    assert score(asked, PromotePolicy(policy="openclaw", weights=OPENCLAW)) == pytest.approx(0.664, abs=2e-3)


def test_notes_of_three_days_that_nobody_asked_for(preset: Callable[[str], PromotePolicy]) -> None:
    """0.675 where six tags are found: OpenClaw itself then lets 0.8 be passed by its own nights; ours do not count."""
    noted = Signals(sessions=3, used_days=3, span=2, concepts=6)
    assert score(noted, preset("")) == pytest.approx(0.675, abs=2e-3)


@pytest.mark.parametrize(
    ("changed", "gate"),
    [
        ({}, "used"),
        ({"recalls": 2, "sessions": 0}, "unused"),
        ({"queries": 2, "used_days": 2}, "unused"),
        ({"idle": 31}, "unused"),
        ({"relevance": 0.1}, "score"),
    ],
)
def test_the_gates(
    make_fact: Make, preset: Callable[[str], PromotePolicy], changed: dict[str, float], gate: str
) -> None:
    """KG-050: each gate refuses by itself, with its number; a score and use are all it asks for."""
    policy = preset("min_score = 0.7")
    signals = Signals(**{  # type: ignore[arg-type]
        "recalls": 6, "queries": 5, "relevance": 0.9, "used_days": 4, "span": 6, "concepts": 4, "sessions": 1, **changed
    })  # fmt: skip
    fact = make_fact(trust="agent", status="candidate")
    let_in = passes(fact, signals, policy, is_update=False)
    assert (let_in or held_back(fact, signals, policy)[0]) == gate
    if gate == "unused":
        assert any(char.isdigit() for char in unused(signals, policy))


def test_use_opens_no_gate_of_trust(make_fact: Make, preset: Callable[[str], PromotePolicy]) -> None:
    """What only a tool or a page said stays out however often it is asked for; the human's own file needs no use."""
    policy = preset("")
    much = Signals(recalls=40, queries=40, relevance=1.0, used_days=9, span=30, concepts=6, sessions=2)
    assert passes(make_fact(trust="agent"), much, policy, is_update=False) == "used"
    for trust in ("tool", "untrusted"):
        assert passes(make_fact(trust=trust), much, policy, is_update=False) is None
    own = make_fact(sources=(Support(ref="MEMORY.md", line=1, line_end=1, session="m", role="memory", trust="human"),))
    assert passes(own, Signals(), policy, is_update=False) == "memory"
