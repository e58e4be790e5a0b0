"""What waits for the human, as values for a page: which questions, in what order, with which boxes. Formats nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from noctuary.model import Entity, Fact, Review, fold
from noctuary.page.believed import Believed
from noctuary.page.rows import ANSWER, mark
from noctuary.page.ticks import Kept, Written

Fitting = Callable[[Review], tuple[str, ...]]
RANK = {"regression": -1, "contradiction": 0, "supersession": 1, "promotion": 2, "changed_source": 3, "reverify": 4}
CHANGED = "changed_source"
AGED = (CHANGED, "reverify")
LABELS = {
    "keep-a": "keep A",
    "keep-b": "keep B",
    "both": "both hold",
    "neither": "neither holds",
    "confirm": "yes, still true",
    "accept": "yes, remember it",
    "reject": "no, put it away",
    "same": "one thing",
    "different": "two things",
    "later": "ask me later",
}
WORDED = {"edit": "edit: your own wording", "scoped": "scoped: in staging | in production"}


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


@dataclasses.dataclass(frozen=True)
class Box:
    """One answer to tick: its word and label, the side it keeps, what of the other stays then and what it says besides
    goes with it, and the comment that ties it to its question."""

    word: str
    label: str
    side: Fact | None
    rests: tuple[str, ...]
    lost: tuple[str, ...]
    is_ticked: bool
    mark: str


@dataclasses.dataclass(frozen=True)
class Asked:
    """A question as the page puts it: its boxes, what was written beside it, and why that was not understood."""

    of: Question | Likeness
    boxes: tuple[Box, ...]
    said: tuple[str, ...]
    mark: str
    fault: str


def is_open(review: Review) -> bool:
    """Whether it waits for an answer."""
    return review.decision in (None, "later") and not review.closed_because


def likenesses(state: Believed) -> list[Likeness]:
    """Open questions whether two names are one thing, surest first, then by id."""
    found = [
        review
        for review in state.reviews.values()
        if review.kind == "same_entity" and is_open(review) and {review.a, review.b} <= state.entities.keys()
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
        if is_open(review) and review.a in state.facts
    ]
    disputed = {side for q in found if q.review.b for side in (q.review.a, q.review.b)}
    found = [q for q in found if q.review.kind != "promotion" or q.a.id not in disputed]
    return sorted(found, key=lambda q: (RANK.get(q.review.kind, 5), -_believed(q), -q.review.score, q.review.id))


def disputed(state: Believed) -> list[Question]:
    """Open questions that dispute what is believed: what a reader of MEMORY.md should not rely on yet."""
    return [q for q in questions(state) if q.b and "contested" in (q.a.status, q.b.status)]


def unsaid(state: Believed) -> list[Question]:
    """Open questions about what is believed and its source says no more."""
    return [q for q in questions(state) if q.review.kind == CHANGED and q.a.is_believed]


def asked(found: Iterable[Question | Likeness], fitting: Fitting, kept: Kept) -> list[Asked]:
    """The questions with their boxes, and with what was written beside them before and is not heard yet."""
    return [_asked(one, fitting(one.review), kept) for one in found]


def worded(found: Iterable[Question | Likeness], fitting: Fitting) -> list[str]:
    """How the words are written that need more than a tick, of those that fit one of the questions."""
    offered = {word for one in found for word in fitting(one.review)}
    return [how for word, how in WORDED.items() if word in offered]


def _asked(one: Question | Likeness, words: tuple[str, ...], kept: Kept) -> Asked:
    key = one.review.id
    written = kept.written.get(key) or Written(question=key)
    boxed = [word for word in words if word not in WORDED and word != "later"]
    boxed += [word for word in written.ticked if word not in boxed]
    boxes = tuple(_box(one, word, is_ticked=word in written.ticked) for word in boxed)
    return Asked(one, boxes, written.said, mark(key, ANSWER), kept.faults.get(key, ""))


def _box(one: Question | Likeness, word: str, *, is_ticked: bool) -> Box:
    from noctuary.consolidate.rests import lost, rests  # the judge's rooms: who shows a line needs none

    side, other = kept_and_left(one, word) if isinstance(one, Question) else (None, None)
    stays, goes = (rests(other, side), lost(other, side)) if side and other else ((), ())
    label = LABELS.get(word, word.replace("-", " "))
    return Box(word, label, side, stays, goes, is_ticked, mark(one.review.id, word))


def kept_and_left(one: Question, word: str) -> tuple[Fact | None, Fact | None]:
    """The side that an answer keeps, and the other; None for an answer that keeps neither."""
    return {"keep-a": (one.a, one.b), "keep-b": (one.b, one.a)}.get(word, (None, None))


def _believed(question: Question) -> int:
    return sum(side is not None and side.is_believed for side in (question.a, question.b))
