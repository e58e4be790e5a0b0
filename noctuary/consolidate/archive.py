"""Which believed facts the monthly archive puts away: of no importance, old, and hardly asked for. Writes nothing.

Seed 000's rule (rows TB-112 to TB-116): importance below 0.3, older than 90 days, fewer than three accesses, all three.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence

from noctuary.consolidate.decay import age, decayed
from noctuary.consolidate.policy import ArchivePolicy, DecayPolicy
from noctuary.model import Edge, Fact, Kind, Value

OFTEN = 10
_KEPT: tuple[Kind, ...] = ("constraint", "identity")


class PutAway(Value, frozen=True, omit_defaults=False):
    """A fact to be put away, with the numbers that say why. `age` in days of use, `importance` in [0, 1]."""

    fact: Fact
    importance: float
    age: float
    accesses: int

    @property
    def because(self) -> str:
        """The reason in words, as it is kept with the fact."""
        times = "once" if self.accesses == 1 else f"{self.accesses} times" if self.accesses else "never"
        return f"not confirmed for {self.age:.0f} days, asked for {times}, importance {self.importance:.2f}"


def importance(accesses: int, age_days: float, half_life_days: float, centrality: float) -> float:
    """0.4 · access + 0.3 · recency + 0.3 · centrality, in [0, 1] (TB-112).

    The seed adds the raw number of accesses, by which any access at all would keep a fact; here ten are 1. Recency is
    0.5^(age/half-life).
    """
    recency = decayed(1.0, age_days, half_life_days)
    return 0.4 * min(1.0, accesses / OFTEN) + 0.3 * recency + 0.3 * centrality


def centralities(keys: Iterable[str], edges: Iterable[Edge]) -> dict[str, float]:
    """(in-degree + out-degree) over the greatest degree in the graph, by id; 0 in a graph without edges (TB-113)."""
    degrees: dict[str, int] = {}
    for edge in edges:
        for end in (edge.src, edge.dst):
            degrees[end] = degrees.get(end, 0) + 1
    most = max(degrees.values(), default=1)
    return {key: degrees.get(key, 0) / most for key in keys}


def put_away(
    facts: Mapping[str, Fact],
    edges: Iterable[Edge],
    accesses: Mapping[str, int],
    asked_about: Collection[str],
    now: dt.datetime,
    days: Sequence[dt.date],
    policy: ArchivePolicy,
    decay: DecayPolicy,
) -> list[PutAway]:
    """The facts to put away, least important first. Never what is contested, in question, a rule, an identity or
    evergreen, and never what a human said or wrote.
    """
    central = centralities(facts, edges)
    found = []
    for key, fact in sorted(facts.items()):
        if not _may_go(fact) or key in asked_about:
            continue
        old, count = age(fact, now, days, decay), accesses.get(key, 0)
        worth = round(importance(count, old, decay.half_life_days, central[key]), 4)
        if worth < policy.importance and old > policy.age_days and count < policy.accesses:
            found.append(PutAway(fact=fact, importance=worth, age=old, accesses=count))
    return sorted(found, key=lambda one: (one.importance, -one.age, one.fact.id))


def _may_go(fact: Fact) -> bool:
    is_humans = fact.trust == "human" or any(one.trust == "human" or one.role == "memory" for one in fact.sources)
    return fact.status == "active" and not is_humans and fact.kind not in _KEPT and fact.half_life_days is not None
