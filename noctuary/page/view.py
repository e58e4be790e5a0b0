"""What the page tells, as plain values for a template: chosen, ordered, counted. Formats nothing."""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from noctuary.consolidate.decay import band, confidences
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.model import Edge, Entity, Fact, Kind, Merge, Night, Review, Support, fold
from noctuary.page.block import Budget

COUNTS = ("sources", "lines", "used", "statements", "unasked", "overflow")
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
    entities: dict[str, Entity]
    edges: dict[str, Edge]
    merges: dict[str, Merge]
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


@dataclasses.dataclass(frozen=True)
class Likeness:
    """One decision that waits about two names, each with a fact it was used in where there is one."""

    review: Review
    a: Entity
    b: Entity
    examples: tuple[Fact | None, Fact | None]


def likenesses(state: Believed) -> list[Likeness]:
    """Open questions whether two names are one thing, surest first, then by id."""
    found = [
        review
        for review in state.reviews.values()
        if review.kind == "same_entity"
        and review.decision in (None, "later")
        and not review.closed_because
        and {review.a, review.b} <= state.entities.keys()
    ]
    if not found:
        return []
    example = {fold(fact.entity): fact for _, fact in sorted(state.facts.items(), reverse=True)}
    sides = [(one, state.entities[one.a], state.entities[one.b or ""]) for one in found]
    told = [Likeness(one, a, b, (example.get(fold(a.name)), example.get(fold(b.name)))) for one, a, b in sides]
    return sorted(told, key=lambda one: (-one.review.score, one.review.id))


def questions(state: Believed) -> list[Question]:
    """Open reviews whose sides still exist: conflicts of what is believed first, the surest of them, then by id.

    A promotion waits behind a conflict that speaks of the same candidate: one question a fact.
    """
    found = [
        Question(review, state.facts[review.a], state.facts.get(review.b or ""))
        for review in state.reviews.values()
        if review.decision in (None, "later") and not review.closed_because and review.a in state.facts
    ]
    disputed = {side for q in found if q.review.b for side in (q.review.a, q.review.b)}
    found = [q for q in found if q.review.kind != "promotion" or q.a.id not in disputed]
    rank = {"contradiction": 0, "regression": -1, "supersession": 1, "promotion": 2, "changed_source": 3, "reverify": 4}
    return sorted(found, key=lambda q: (rank.get(q.review.kind, 5), -_believed(q), -q.review.score, q.review.id))


def _believed(question: Question) -> int:
    return sum(side is not None and side.status in BELIEVED for side in (question.a, question.b))


def shelves(state: Believed) -> list[tuple[str, list[Fact]]]:
    """What Noctuary adds to MEMORY.md, grouped for reading; the human's own lines are not repeated."""
    learned = [
        fact
        for fact in state.facts.values()
        if fact.status in BELIEVED and not any(source.role == "memory" for source in fact.sources)
    ]
    order = {kind: number for number, (_, kinds) in enumerate(_SHELVES) for kind in kinds}
    folded = {name: fold(name) for name in {fact.entity for fact in learned}}
    learned.sort(key=lambda f: (order[f.kind], folded[f.entity], f.said_on or dt.date.min, f.id))
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
    believed = (fact for fact in state.facts.values() if fact.status in BELIEVED)
    for pair in confidences(believed, now, days, policy):
        found[band(pair[1], policy)].append(pair)
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
    alike = likenesses(state)
    return {
        "night": last,
        "counts": dict.fromkeys(COUNTS, 0) | (last.counts if last else {}),
        "waiting": waiting[: conflicts.max_asked],
        "more_waiting": sum(max(0, len(some) - conflicts.max_asked) for some in (waiting, alike)),
        "waiting_count": len(waiting) + len(alike),
        "alike": alike[: conflicts.max_asked],
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
        "merged": [
            state.merges[key] for key in night.merged if key in state.merges and not state.merges[key].is_undone
        ],
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


def within(
    budget: Budget,
    human: bytes,
    facts: Iterable[Fact],
    line: Callable[[Fact], str],
    least: Callable[[Fact], int],
    fixed: int,
) -> dict[str, str]:
    """The `line`s that still fit, by id: of `facts` in order of use, after the human's own text and `fixed` lines.

    `least` is how many characters a line has at least: none is made that cannot fit, in a long store nearly all.
    """
    text = human.decode("utf-8", "replace")
    left = {
        "lines": budget.max_lines - human.count(b"\n") - fixed if budget.max_lines else math.inf,
        "bytes": budget.max_bytes - len(human) - 60 * fixed if budget.max_bytes else math.inf,
        "chars": budget.max_chars - len(text) - 60 * fixed if budget.max_chars else math.inf,
    }
    kept: dict[str, str] = {}
    for fact in facts:
        if left["lines"] < 1:
            break
        if least(fact) >= min(left["bytes"], left["chars"]):
            continue
        made = line(fact)
        cost = {"lines": made.count("\n") + 1, "bytes": len(made.encode()) + 1, "chars": len(made) + 1}
        if all(cost[name] <= room for name, room in left.items()):
            left = {name: room - cost[name] for name, room in left.items()}
            kept[fact.id] = made
    return kept


def first_source(fact: Fact) -> Support:
    """The support a reader is sent to: the most trusted voice, then the newest, then by place."""
    order = ("human", "agent", "tool", "untrusted")
    return min(
        fact.sources,
        key=lambda s: (order.index(s.trust), -(s.at.timestamp() if s.at else 0.0), s.ref, s.line),
    )
