"""What is put to the human tonight: which conflicts are worth a minute, best first, and what was decided before.

Collects questions while verdicts are walked; `resolve` does the walking and everything that is not a question.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.resolve import is_protected
from noctuary.consolidate.rests import rests
from noctuary.decisions import Verdict
from noctuary.judging import judge
from noctuary.judging.bounds import are_apart
from noctuary.judging.entails import are_same
from noctuary.judging.fields import keys
from noctuary.judging.statements import of_fact
from noctuary.judging.worded_alike import is_denied_in_one
from noctuary.model import Fact, Review, fold, tagged
from noctuary.page.questions import is_open
from noctuary.text.days import order_day

SURELY_SAME = 0.8
"""A decided question is not asked again in other words: here doubt keeps still, so the judge's word does."""
_DAYS = re.compile(r",? and the newer note came \d+ days? later")


class _Settled(NamedTuple):
    """Two facts that were settled together, and which of them went into which."""

    one: Fact
    two: Fact
    review: Review
    kept: dict[str, str]


class Decided:
    """What the human has decided about pairs, and whether it still stands when their words come back."""

    def __init__(self, facts: Mapping[str, Fact], reviews: Mapping[str, Review]) -> None:
        self._facts = facts
        self._pairs = [pair for _, review in sorted(reviews.items()) for pair in _settled(review, facts)]
        self._pairs += _beside(self._pairs, facts)

    def keys(self) -> frozenset[str]:
        """What the human chose one value for: such a slot has one, however often its value changes."""
        chosen = [pair[:2] for pair in self._pairs if pair.review.decision in ("keep_a", "keep_b")]
        return frozenset(key for pair in chosen for side in pair for key in keys(side.text))

    def about(self, one: Fact, two: Fact) -> Review | None:
        """The decision about these two, or about two that say the same; None once a human has said one anew."""
        for a, b, review, _ in self._pairs:
            is_met = {a.id, b.id} == {one.id, two.id} or any(
                says_same(x, a) and says_same(y, b) for x, y in ((one, two), (two, one))
            )
            if is_met and not any(_said_since(side, review.decided_at) for side in (one, two)):
                return review
        return None

    def rejected(self, fact: Fact, review: Review) -> str | None:
        """The id of what stands now, where `fact` is what was left said again; None where it is not."""
        left = {old: new for pair in self._pairs if pair.review is review for old, new in pair.kept.items()}
        if fact.id in left or fact.id in left.values():
            return None
        return next((new for old, new in sorted(left.items()) if says_same(fact, self._facts[old])), None)


def _settled(review: Review, facts: Mapping[str, Fact]) -> list[_Settled]:
    """The pairs an answer settled: the two sides, and each with what the human put in the place of either."""
    sides = [facts[key] for key in (review.a, review.b or "") if key in facts]
    if review.decision in ("keep_a", "keep_b", "both") and len(sides) > 1:
        a, b = sides
        kept = {"keep_a": {b.id: a.id}, "keep_b": {a.id: b.id}}.get(review.decision, {})
        return [_Settled(a, b, review, kept)]
    if review.decision not in ("scoped", "edit"):
        return []
    kept = {side.id: side.superseded_by for side in sides if side.superseded_by and side.superseded_by in facts}
    all_sides = {side.id: side for side in (*sides, *(facts[key] for key in kept.values()))}
    return [_Settled(a, b, review, kept) for a, b in itertools.combinations(all_sides.values(), 2)]


def _beside(pairs: Iterable[_Settled], facts: Mapping[str, Fact]) -> list[_Settled]:
    """What stayed of a statement that was not chosen, each with the one that was."""
    chosen = [(facts[old], facts[new], pair.review) for pair in pairs for old, new in pair.kept.items()]
    stays = {text: (kept, review) for left, kept, review in chosen for text in rests(left, kept)}
    if not stays:
        return []
    return [_Settled(one, *stays[one.text], {}) for _, one in sorted(facts.items()) if one.text in stays]


def says_same(one: Fact, two: Fact) -> bool:
    """Whether two facts surely say the same, in the same words or in others."""
    if one.id == two.id or are_same(of_fact(one), of_fact(two)):
        return True
    sides = of_fact(two, dt.date.min), of_fact(one, dt.date.min)
    if are_apart(*sides) or is_denied_in_one(*sides):
        return False
    verdict = judge(*sides)
    return verdict.kind == "duplicate" and verdict.score >= SURELY_SAME


def _said_since(fact: Fact, decided_at: dt.datetime | None) -> bool:
    own = [one for one in fact.sources if one.trust == "human" and one.origin == "interactive" and one.at]
    return decided_at is not None and any(one.at and one.at > decided_at for one in own)


class Questions:
    """Conflicts that may be asked tonight, by id."""

    def __init__(self, known: Mapping[str, Review]) -> None:
        self._known = known
        self._asked: dict[str, Review] = {}
        self._unclear: dict[str, Review] = {}

    def add(self, a: Fact, b: Fact, verdict: Verdict, kind: str = "contradiction", *, is_unclear: bool = False) -> None:
        """Put a conflict down, unless it stands in the journal already; an unclear one is kept and not asked."""
        question = which_holds(a, b, verdict, kind)
        among = self._unclear if is_unclear else self._asked
        if question.id not in self._known and question.id not in self._asked and question.id not in among:
            among[question.id] = question

    def best(self, facts: Mapping[str, Fact], policy: ConflictPolicy) -> tuple[list[Review], list[Review]]:
        """What is most worth a human's minute, best first, one question a fact; and what is not asked, best first.

        What an open question asks already, in other words, is no question more.
        """
        alive = [one for one in self._asked.values() if _is_open(one, facts)]
        waiting = [one for one in self._known.values() if one.b and is_open(one) and {one.a, one.b} <= facts.keys()]
        chosen: list[Review] = []
        asked_about: set[str] = set()
        unattended = 0
        left: list[Review] = []
        for question in sorted(alive, key=lambda one: _worth(one, facts), reverse=True):
            sides = {question.a, question.b or ""}
            if any(_are_twins(question, other, facts) for other in (*waiting, *chosen)):
                continue
            unattended += (is_lonely := _is_unattended(_sides(question, facts)))
            is_one_more = is_lonely and unattended > policy.max_unattended
            if is_one_more or len(chosen) >= policy.max_asked or sides & asked_about:
                left.append(question)
                continue
            chosen.append(question)
            asked_about |= sides
        unclear = [one for key, one in self._unclear.items() if key not in self._asked and _is_open(one, facts)]
        return chosen, [*left, *sorted(unclear, key=lambda one: _worth(one, facts), reverse=True)]


def told(verdict: Verdict, a: Fact, b: Fact) -> Verdict:
    """The verdict with no count of days in its reason where a side has no date to count from."""
    if a.said_on and b.said_on:
        return verdict
    return replace(verdict, reason=_DAYS.sub("; the day of one is not known", verdict.reason))


def durability(fact: Fact) -> float:
    """How sure extraction was, at best, that the words last; in [0, 1]."""
    return max((one.durability for one in fact.sources), default=0.0)


def which_holds(a: Fact, b: Fact, verdict: Verdict, kind: str = "contradiction") -> Review:
    """The question which of the two holds."""
    return Review(
        id=review_id(kind, a.id, b.id),
        kind=kind,
        a=a.id,
        b=b.id,
        reason=verdict.reason,
        slot=verdict.slot,
        a_value=verdict.a_value,
        b_value=verdict.b_value,
        score=round(verdict.score, 4),
    )


def review_id(kind: str, a: str, b: str) -> str:
    """A question's id: its kind and both sides, in either order; their ids are of their contents."""
    return tagged("review", kind, *sorted((a, b)))


def _sides(question: Review, facts: Mapping[str, Fact]) -> list[Fact]:
    return [facts[side] for side in (question.a, question.b or "")]


def _are_twins(one: Review, other: Review, facts: Mapping[str, Fact]) -> bool:
    """Whether two questions ask the same: of one statement, beside others that say the same or give the same value."""
    (a, b), (x, y) = _sides(one, facts), _sides(other, facts)
    straight = (a, x, one.a_value, other.a_value), (b, y, one.b_value, other.b_value)
    crossed = (a, y, one.a_value, other.b_value), (b, x, one.b_value, other.a_value)
    return any(
        (says_same(left[0], left[1]) and _is_told_alike(*right))
        or (says_same(right[0], right[1]) and _is_told_alike(*left))
        for left, right in (straight, crossed)
    )


def _is_told_alike(one: Fact, two: Fact, value: str, other: str) -> bool:
    return (bool(value) and fold(value) == fold(other)) or says_same(one, two)


def _is_open(question: Review, facts: Mapping[str, Fact]) -> bool:
    return question.kind == "regression" or all(side.is_alive for side in _sides(question, facts))


def _is_unattended(sides: Iterable[Fact]) -> bool:
    """Whether nobody believes either side yet and no human said one."""
    return all(side.status == "candidate" and side.trust != "human" for side in sides)


def _worth(question: Review, facts: Mapping[str, Fact]) -> tuple[object, ...]:
    """What comes first: a value that came back; beliefs, rules before facts; a human's words; sureness; the newest."""
    sides = _sides(question, facts)
    return (
        question.kind == "regression",
        sum(side.is_believed for side in sides),
        any(is_protected(side) for side in sides),
        sum(side.trust == "human" for side in sides),
        round(question.score * min(durability(side) for side in sides), 4),
        max(order_day(side) for side in sides),
        question.id,
    )
