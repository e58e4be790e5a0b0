"""What the monthly archive puts away: seed 000's three conditions, each at its border, and what it never touches."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from noctuary.consolidate.archive import centralities, importance, put_away
from noctuary.consolidate.policy import ArchivePolicy, DecayPolicy
from noctuary.model import Edge, Fact, Support

Make = Callable[..., Fact]
CALENDAR = DecayPolicy(idle_clock=False)
SEEN = dt.datetime(2026, 5, 4, 3, 0, tzinfo=dt.UTC)
LATER = SEEN + dt.timedelta(days=200)


@pytest.fixture
def agents(fact: Make, support: Callable[..., Support]) -> Fact:
    """A fact that only an agent's note said."""
    return fact("the crane is yellow", trust="agent", sources=(support(trust="agent"),))


def gone(facts: list[Fact], now: dt.datetime = LATER, **given: Any) -> list[str]:
    accesses, edges = given.get("accesses", {}), given.get("edges", [])
    days, decay = given.get("days", []), given.get("decay", CALENDAR)
    by_id = {one.id: one for one in facts}
    found = put_away(
        by_id, edges, accesses, given.get("asked", ()), now, days, given.get("policy", ArchivePolicy()), decay
    )
    return [one.fact.id for one in found]


def test_importance_is_the_seeds_formula_with_access_between_0_and_1() -> None:
    """TB-112."""
    assert importance(0, 0, 90, 0) == pytest.approx(0.3)
    assert importance(10, 90, 90, 1) == pytest.approx(0.4 + 0.15 + 0.3)
    assert importance(1000, 90, 90, 1) == importance(10, 90, 90, 1)


def test_centrality_is_the_share_of_the_greatest_degree(edge: Callable[..., Edge]) -> None:
    """TB-113: an empty graph is safe."""
    assert centralities(["a"], []) == {"a": 0}
    assert centralities("abc", [edge("a", "b"), edge("a", "c")]) == {"a": 1, "b": 0.5, "c": 0.5}


def test_each_of_the_three_conditions_must_hold(agents: Fact, edge: Callable[..., Edge]) -> None:
    """TB-114: each at its border."""
    assert gone([agents]) == [agents.id]
    assert gone([agents], SEEN + dt.timedelta(days=90)) == []
    assert gone([agents], SEEN + dt.timedelta(days=91)) == [agents.id]
    assert gone([agents], accesses={agents.id: 2}) == [agents.id]
    assert gone([agents], accesses={agents.id: 3}) == []
    assert gone([agents], edges=[edge(agents.id, "hub")]) == []


def test_the_thresholds_are_settings(agents: Fact) -> None:
    """TB-116."""
    assert gone([agents], policy=ArchivePolicy(age_days=300)) == []
    assert gone([agents], policy=ArchivePolicy(importance=0.01)) == []
    assert gone([agents], policy=ArchivePolicy(accesses=0)) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"trust": "human"},
        {"kind": "constraint"},
        {"kind": "identity"},
        {"half_life_days": None},
        {"status": "contested"},
        {"status": "candidate"},
    ],
)
def test_what_is_never_put_away(agents: Fact, changed: dict[str, Any]) -> None:
    assert gone([replace(agents, **changed)]) == []


def test_neither_a_humans_line_nor_what_a_question_is_about(agents: Fact, support: Callable[..., Support]) -> None:
    line = replace(agents, sources=(*agents.sources, support(2, role="memory", ref="MEMORY.md")))
    said = replace(agents, sources=(*agents.sources, support(2, role="user", trust="human")))
    assert gone([line]) == gone([said]) == []
    assert gone([agents], asked={agents.id}) == []


def test_a_holiday_puts_nothing_away(agents: Fact) -> None:
    """Age is counted in days of use, as decay counts it."""
    used = [SEEN.date() + dt.timedelta(days=n) for n in range(20)]
    assert gone([agents], days=used, decay=DecayPolicy()) == []
