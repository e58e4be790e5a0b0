"""What a human's answer to a question means: the words each question takes, and the records that follow from one.

Takes states and returns records; writes nothing. `review` and whatever else hears an answer carry it out.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter

from msgspec.structs import replace

from noctuary.consolidate.days import ended
from noctuary.consolidate.merges import canonical
from noctuary.errors import UndoRefused, UnknownId
from noctuary.journal import State
from noctuary.model import Edge, Fact, Merge, Review, Value, edge_id, merge_id
from noctuary.stages.resolve import close_moot, contested

_OF_TWO = ("keep-a", "keep-b", "both", "later")
_OF_ONE = ("confirm", "reject", "later")
_OF_NAMES = ("same", "different", "later")


def fitting(review: Review) -> tuple[str, ...]:
    """The words that answer a question, in the order they are offered."""
    if review.kind == "same_entity":
        return _OF_NAMES
    return _OF_TWO if review.b else _OF_ONE


def answered(review: Review, word: str, now: dt.datetime) -> Review:
    """The question with its answer.

    Raises UndoRefused where another answer stands, UnknownId where the word does not fit the question.
    """
    if review.decision not in (None, "later"):
        raise UndoRefused(review.id, f"was decided already: {review.decision}", f"`noctuary undo {review.id[:11]}`")
    if word not in fitting(review):
        raise UnknownId(review.id, f"{word} does not fit this question", f"use one of {', '.join(fitting(review))}")
    return replace(review, decision=word.replace("-", "_"), decided_by="human", decided_at=now.astimezone(dt.UTC))


def batch_of(state: State, key: str) -> str:
    """The name under which the records of the next decision on a question count together, and are undone."""
    return f"decision:{key}:{sum(batch.startswith(f'decision:{key}:') for batch in state.touched) + 1}"


def follows(state: State, decided: Review, now: dt.datetime) -> list[Value]:
    """The records a decision makes: the facts it moves, its edge or merge, itself, and what it makes moot."""
    return _named_alike(state, decided) if decided.kind == "same_entity" else _consequences(state, decided, now)


def _consequences(state: State, decided: Review, now: dt.datetime) -> list[Value]:
    facts = dict(state.facts)
    edges: list[Edge] = []
    a, b = facts[decided.a], facts.get(decided.b or "")
    if b and decided.decision in ("keep_a", "keep_b"):
        kept, left = (a, b) if decided.decision == "keep_a" else (b, a)
        facts[left.id] = _retired(left, kept, now)
        facts[kept.id] = replace(
            kept, status="active", superseded_by=None, valid_to=None, last_revalidated=now.astimezone(dt.UTC)
        )
        key = edge_id(kept.id, left.id, "supersedes")
        edges.append(Edge(id=key, src=kept.id, dst=left.id, rel="supersedes", reason="the human decided so"))
    elif b and decided.decision == "both":
        for side in (a, b):
            facts[side.id] = replace(side, status="active", superseded_by=None, valid_to=None)
    elif decided.decision == "confirm":
        facts[a.id] = replace(a, last_revalidated=now.astimezone(dt.UTC))
    elif decided.decision == "reject":
        facts[a.id] = replace(a, status="archived", valid_to=ended(a, now.date()))
    reviews = close_moot(facts, state.reviews | {decided.id: decided})
    facts = contested(facts, reviews)
    changed: list[Value] = [facts[key] for key in sorted(facts) if facts[key] != state.facts[key]]
    changed += edges
    changed += [reviews[key] for key in sorted(reviews) if reviews[key] != state.reviews.get(key)]
    return changed


def _named_alike(state: State, decided: Review) -> list[Value]:
    """The decision, and where the two are one the merge it makes: the one more facts are about is kept."""
    if decided.decision != "same" or not decided.b:
        return [decided]
    same = canonical(state.merges.values())
    sides = [state.entities[same.get(side, side)] for side in (decided.a, decided.b)]
    if sides[0].id == sides[1].id:
        return [decided]
    uses = Counter(fact.entity for fact in state.facts.values())
    kept, merged = sorted(sides, key=lambda one: (-uses[one.name], -len(one.name), one.name, one.id))
    merge = Merge(
        id=merge_id(kept.id, merged.id),
        kept=kept.id,
        merged=merged.id,
        reason="you said so",
        kept_name=kept.name,
        merged_name=merged.name,
    )
    return [decided, merge]


def _retired(fact: Fact, kept: Fact, now: dt.datetime) -> Fact:
    return replace(fact, status="superseded", superseded_by=kept.id, valid_to=ended(fact, now.date()))
