"""What the page tells, as plain values for a template: chosen, ordered, counted. Formats nothing."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from noctuary.consolidate.decay import band, confidence
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.model import Edge, Fact, Kind, Night, Review, Support, fold
from noctuary.page.block import Budget

COUNTS = ("sources", "lines", "used", "statements", "unasked")
BELIEVED = ("active", "contested")
_SHELVES: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("Rules and preferences", ("constraint", "preference", "correction")),
    ("People and places", ("identity",)),
    ("Decisions", ("decision",)),
    ("Facts", ("fact",)),
    ("Lessons", ("lesson",)),
    ("Dates", ("event",)),
)


class Believed(Protocol):
    """What a page is a view of; `journal.State` is one."""

    facts: dict[str, Fact]
    edges: dict[str, Edge]
    reviews: dict[str, Review]
    nights: dict[str, Night]

    @property
    def days(self) -> list[dt.date]: ...

    def last_night(self) -> Night | None: ...


@dataclasses.dataclass(frozen=True)
class Question:
    """One decision that waits: both sides as facts (b is None for a question about one fact)."""

    review: Review
    a: Fact
    b: Fact | None


def questions(state: Believed) -> list[Question]:
    """Open reviews whose sides still exist, surest conflict first, then by id."""
    found = [
        Question(review, state.facts[review.a], state.facts.get(review.b or ""))
        for review in state.reviews.values()
        if review.decision in (None, "later") and not review.closed_because and review.a in state.facts
    ]
    rank = {"contradiction": 0, "regression": 0, "supersession": 1, "changed_source": 2, "reverify": 3}
    return sorted(found, key=lambda q: (rank.get(q.review.kind, 4), -q.review.score, q.review.id))


def shelves(state: Believed) -> list[tuple[str, list[Fact]]]:
    """What Noctuary adds to MEMORY.md, grouped for reading; the human's own lines are not repeated."""
    learned = [
        fact
        for fact in state.facts.values()
        if fact.status in BELIEVED and not any(source.role == "memory" for source in fact.sources)
    ]
    order = {kind: number for number, (_, kinds) in enumerate(_SHELVES) for kind in kinds}
    learned.sort(key=lambda f: (order[f.kind], fold(f.entity), f.said_on or dt.date.min, f.id))
    return [(name, [f for f in learned if f.kind in kinds]) for name, kinds in _SHELVES]


def outdated(state: Believed) -> list[tuple[Fact, Fact]]:
    """The human's own lines that something newer replaced: (line, successor), in file order."""
    pairs = [
        (fact, after)
        for fact in state.facts.values()
        if fact.status == "superseded"
        and any(source.role == "memory" for source in fact.sources)
        and (after := successor(state, fact))
    ]
    return sorted(pairs, key=lambda pair: (pair[0].sources[0].ref, pair[0].sources[0].line, pair[0].id))


def tainted(state: Believed) -> list[Fact]:
    """What agents took over from fetched text, and what is kept out for it until the human vouches; newest first."""
    found = [
        fact
        for fact in state.facts.values()
        if fact.status == "candidate" and fact.trust == "untrusted" and any(s.role != "tool" for s in fact.sources)
    ]
    return sorted(found, key=lambda fact: (fact.verified_at, fact.id), reverse=True)


def successor(state: Believed, fact: Fact) -> Fact | None:
    """The believed end of a chain of replacements; None where nothing believed stands there."""
    seen = {fact.id}
    after = state.facts.get(fact.superseded_by or "")
    while after and after.status == "superseded" and after.id not in seen:
        seen.add(after.id)
        after = state.facts.get(after.superseded_by or "")
    return after if after and after.status in BELIEVED else None


def bands(state: Believed, now: dt.datetime, policy: DecayPolicy) -> dict[str, list[tuple[Fact, float]]]:
    """Believed facts by confidence band at `now`, least sure first."""
    found: dict[str, list[tuple[Fact, float]]] = {"fresh": [], "ageing": [], "stale": []}
    days = state.days
    for fact in state.facts.values():
        if fact.status in BELIEVED:
            value = confidence(fact, now, days, policy)
            found[band(value, policy)].append((fact, value))
    for members in found.values():
        members.sort(key=lambda pair: (round(pair[1], 6), pair[0].id))
    return found


def dreams(state: Believed, decay: DecayPolicy, conflicts: ConflictPolicy) -> dict[str, Any]:
    """Everything DREAMS.md.j2 may use. `now` is the last night's own time, so the page is reproducible."""
    last = state.last_night()
    earlier = sorted(
        (night for night in state.nights.values() if night is not last),
        key=lambda night: (night.begun_at, night.id),
        reverse=True,
    )
    waiting = questions(state)
    return {
        "night": last,
        "counts": dict.fromkeys(COUNTS, 0) | (last.counts if last else {}),
        "waiting": waiting[: conflicts.max_asked],
        "more_waiting": max(0, len(waiting) - conflicts.max_asked),
        "waiting_count": len(waiting),
        "told": _told(state, last) if last else {},
        "outdated": outdated(state),
        "tainted": tainted(state),
        "bands": bands(state, last.begun_at, decay) if last else {},
        "candidates": sum(fact.status == "candidate" for fact in state.facts.values()),
        "believed": sum(fact.status in BELIEVED for fact in state.facts.values()),
        "earlier": earlier,
        "facts": state.facts,
        "decay": decay,
    }


def _told(state: Believed, night: Night) -> dict[str, Any]:
    def pick(ids: tuple[str, ...]) -> list[Fact]:
        return [state.facts[key] for key in ids if key in state.facts]

    return {
        "promoted": [fact for fact in pick(night.promoted) if fact.status in BELIEVED],
        "reinforced": pick(night.reinforced),
        "expired": pick(night.expired),
        "reverified": pick(night.reverified),
        "stale": pick(night.stale),
        "overflow": pick(night.overflow),
        "superseded": [
            (state.facts[old], state.facts[new])
            for old, new in night.superseded
            if old in state.facts and new in state.facts
        ],
        "asked": [
            Question(review, state.facts[review.a], state.facts.get(review.b or ""))
            for key in night.asked
            if (review := state.reviews.get(key)) and review.a in state.facts
        ],
        "rejected": sorted(night.rejected.items(), key=lambda item: (-item[1], item[0])),
        "edges": sorted(night.edges.items(), key=lambda item: (-item[1], item[0])),
    }


def within(budget: Budget, human: bytes, lines: Mapping[str, str], fixed: int) -> set[str]:
    """Ids whose line still fits: `lines` in order of use, after the human's own text and `fixed` lines."""
    left_lines = budget.max_lines - human.count(b"\n") - fixed if budget.max_lines else None
    left_bytes = budget.max_bytes - len(human) - 60 * fixed if budget.max_bytes else None
    text = human.decode("utf-8", "replace")
    left_chars = budget.max_chars - len(text) - 60 * fixed if budget.max_chars else None
    kept: set[str] = set()
    spent: Counter[str] = Counter()
    for key, line in lines.items():
        cost = {"lines": line.count("\n") + 1, "bytes": len(line.encode()) + 1, "chars": len(line) + 1}
        limits = {"lines": left_lines, "bytes": left_bytes, "chars": left_chars}
        if any(limit is not None and spent[name] + cost[name] > limit for name, limit in limits.items()):
            continue
        spent.update(cost)
        kept.add(key)
    return kept


def first_source(fact: Fact) -> Support:
    """The support a reader is sent to: the most trusted voice, then the newest, then by place."""
    order = ("human", "agent", "tool", "untrusted")
    return min(
        fact.sources,
        key=lambda s: (order.index(s.trust), -(s.at.timestamp() if s.at else 0.0), s.ref, s.line),
    )
