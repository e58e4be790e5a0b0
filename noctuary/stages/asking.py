"""What is put to the human tonight: which conflicts are worth a minute, best first, and what was decided before.

Collects questions while verdicts are walked; `resolve` does the walking and everything that is not a question.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping

from noctuary.consolidate.days import order_day
from noctuary.consolidate.fields import keys
from noctuary.consolidate.judging import judge
from noctuary.consolidate.near import is_near, may_fold
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.resolve import is_protected
from noctuary.decisions import Verdict
from noctuary.model import Fact, Review, tagged
from noctuary.stages.match import SAME_AT_LEAST, statement

ALIVE = ("active", "contested", "candidate")
BELIEVED = ("active", "contested")
_SETTLED = ("keep_a", "keep_b", "both")


class Decided:
    """What the human has decided about pairs, and whether it still stands when their words come back."""

    def __init__(self, facts: Mapping[str, Fact], reviews: Mapping[str, Review]) -> None:
        self._pairs = [
            (facts[review.a], facts[review.b], review)
            for _, review in sorted(reviews.items())
            if review.decision in _SETTLED and review.b and review.b in facts and review.a in facts
        ]

    def keys(self) -> frozenset[str]:
        """What the human chose one value for: such a slot has one, however often its value changes."""
        chosen = [pair[:2] for pair in self._pairs if pair[2].decision != "both"]
        return frozenset(key for pair in chosen for side in pair for key in keys(side.text))

    def about(self, one: Fact, two: Fact) -> Review | None:
        """The decision about these two, or about two that say the same; None once a human has said one anew."""
        for a, b, review in self._pairs:
            is_met = {a.id, b.id} == {one.id, two.id} or any(
                _says_same(x, a) and _says_same(y, b) for x, y in ((one, two), (two, one))
            )
            if is_met and not any(_said_since(side, review.decided_at) for side in (one, two)):
                return review
        return None

    def rejected(self, fact: Fact, review: Review) -> str | None:
        """The id of the kept side, where `fact` is the other one said again; None where it is not."""
        a, b = next((a, b) for a, b, known in self._pairs if known is review)
        if review.decision == "both":
            return None
        kept, left = (a, b) if review.decision == "keep_a" else (b, a)
        return kept.id if fact.id not in (a.id, b.id) and _says_same(fact, left) else None


def _says_same(one: Fact, two: Fact) -> bool:
    if one.id == two.id or is_near(one.text, two.text):
        return True
    verdict = judge(statement(two, dt.date.min), statement(one, dt.date.min))
    return verdict.kind == "duplicate" and verdict.score >= SAME_AT_LEAST and may_fold(one.text, two.text)


def _said_since(fact: Fact, decided_at: dt.datetime | None) -> bool:
    own = [one for one in fact.sources if one.trust == "human" and one.origin == "interactive" and one.at]
    return decided_at is not None and any(one.at and one.at > decided_at for one in own)


class Questions:
    """Conflicts that may be asked tonight, by id."""

    def __init__(self, known: Mapping[str, Review]) -> None:
        self._known = known
        self._asked: dict[str, Review] = {}

    def add(self, a: Fact, b: Fact, verdict: Verdict, kind: str = "contradiction") -> None:
        """Put a conflict down, unless it stands in the journal already."""
        key = review_id(kind, a.id, b.id)
        if key not in self._known and key not in self._asked:
            self._asked[key] = Review(
                id=key,
                kind=kind,
                a=a.id,
                b=b.id,
                reason=verdict.reason,
                slot=verdict.slot,
                a_value=verdict.a_value,
                b_value=verdict.b_value,
                score=round(verdict.score, 4),
            )

    def best(self, facts: Mapping[str, Fact], policy: ConflictPolicy) -> tuple[list[Review], int]:
        """What is most worth a human's minute, best first, one question a fact; and how many were not asked."""
        alive = [one for one in self._asked.values() if _is_open(one, facts)]
        chosen: list[Review] = []
        asked_about: set[str] = set()
        unattended = 0
        for question in sorted(alive, key=lambda one: _worth(one, facts), reverse=True):
            sides = {question.a, question.b or ""}
            if _is_unattended(_sides(question, facts)):
                unattended += 1
                if unattended > policy.max_unattended:
                    continue
            if len(chosen) < policy.max_asked and not sides & asked_about:
                chosen.append(question)
                asked_about |= sides
        return chosen, len(alive) - len(chosen)


def durability(fact: Fact) -> float:
    """How sure extraction was, at best, that the words last; in [0, 1]."""
    return max((one.durability for one in fact.sources), default=0.0)


def review_id(kind: str, a: str, b: str) -> str:
    """A question's id: its kind and both sides, in either order; their ids are of their contents."""
    return tagged("review", kind, *sorted((a, b)))


def _sides(question: Review, facts: Mapping[str, Fact]) -> list[Fact]:
    return [facts[side] for side in (question.a, question.b or "")]


def _is_open(question: Review, facts: Mapping[str, Fact]) -> bool:
    return question.kind == "regression" or all(side.status in ALIVE for side in _sides(question, facts))


def _is_unattended(sides: Iterable[Fact]) -> bool:
    """Whether nobody believes either side yet and no human said one."""
    return all(side.status == "candidate" and side.trust != "human" for side in sides)


def _worth(question: Review, facts: Mapping[str, Fact]) -> tuple[object, ...]:
    """What comes first: a value that came back; beliefs, rules before facts; a human's words; sureness; the newest."""
    sides = _sides(question, facts)
    return (
        question.kind == "regression",
        sum(side.status in BELIEVED for side in sides),
        any(is_protected(side) for side in sides),
        sum(side.trust == "human" for side in sides),
        round(question.score * min(durability(side) for side in sides), 4),
        max(order_day(side) for side in sides),
        question.id,
    )
