"""Names of one thing: records what is surely the same, puts what is doubtful to the human. Rewrites no entity."""

from __future__ import annotations

import dataclasses
from collections import Counter

from msgspec.structs import replace

from noctuary.consolidate.identity import identities
from noctuary.consolidate.likeness import Evidence, Thing
from noctuary.consolidate.merges import canonical
from noctuary.consolidate.sayings import Pair
from noctuary.model import Merge, Review, fold, merge_id
from noctuary.stages.asking import review_id
from noctuary.stages.run import Run

SAME_ENTITY = "same_entity"
MOST_ASKED = 3


def identify(run: Run) -> Run:
    """Join entities that are the same thing, and ask about the likeliest of the doubtful ones."""
    entity_merges = [merge for merge in run.merges.values() if merge.of == "entity"]
    found = identities(_things(run), list(run.facts.values()), canonical(entity_merges), _apart(run))
    merges = dict(run.merges)
    for kept, merged, why in found.joined:
        merge = join(run, kept, merged, why)
        merges[merge.id] = merge
    left = max(0, min(MOST_ASKED, run.workspace.settings.contradictions.max_asked - len(run.asked)))
    questions = [question for one in found.doubts if (question := _question(run, one)).id not in run.reviews][:left]
    reviews = run.reviews | {question.id: question for question in questions}
    return dataclasses.replace(
        run,
        merges=merges,
        reviews=close_settled(merges, reviews),
        asked=(*run.asked, *(question.id for question in questions)),
    )


def join(run: Run, kept: str, merged: str, why: Evidence) -> Merge:
    """The record that says `merged` is `kept`."""
    return Merge(
        id=merge_id(kept, merged),
        kept=kept,
        merged=merged,
        reason=why.why,
        kept_name=run.entities[kept].name,
        merged_name=run.entities[merged].name,
        score=why.score,
    )


def close_settled(merges: dict[str, Merge], reviews: dict[str, Review]) -> dict[str, Review]:
    """Questions about two names are closed once a merge joins the two."""
    same = canonical(merges.values())
    closed = dict(reviews)
    for key, review in reviews.items():
        is_open = review.kind == SAME_ENTITY and review.decision in (None, "later") and not review.closed_because
        if is_open and same.get(review.a, review.a) == same.get(review.b or "", review.b):
            closed[key] = replace(review, closed_because="they were joined since")
    return closed


def _things(run: Run) -> list[Thing]:
    named: Counter[str] = Counter()
    for name, count in Counter(fact.entity for fact in run.facts.values()).items():
        named[fold(name)] += count
    linked = Counter(end for edge in run.edges.values() for end in (edge.src, edge.dst))
    return [
        Thing(id=key, name=one.name, type=one.type, uses=named[fold(one.name)] + linked[key], aliases=one.aliases)
        for key, one in run.entities.items()
    ]


def _apart(run: Run) -> set[Pair]:
    """Pairs the human has told apart, by undoing a merge or by answering a question."""
    undone = {(merge.kept, merge.merged) for merge in run.merges.values() if merge.is_undone}
    answered = {
        (review.a, review.b or "")
        for review in run.reviews.values()
        if review.kind == SAME_ENTITY and review.decision == "different"
    }
    return {(min(pair), max(pair)) for pair in undone | answered}


def _question(run: Run, one: Evidence) -> Review:
    a, b = run.entities[one.a], run.entities[one.b]
    return Review(
        id=review_id(SAME_ENTITY, a.id, b.id),
        kind=SAME_ENTITY,
        a=a.id,
        b=b.id,
        reason=one.why,
        a_value=a.name,
        b_value=b.name,
        score=one.score,
    )
