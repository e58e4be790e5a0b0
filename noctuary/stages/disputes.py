"""Who is contested, and which open questions have become moot or meet again what they asked about. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from noctuary.model import Fact, Review
from noctuary.page.questions import CHANGED, is_open

GONE = "is no longer believed"


def contested(facts: Mapping[str, Fact], reviews: Mapping[str, Review]) -> dict[str, Fact]:
    """Believed facts are contested while a conflict is open or their source says them no more, else active again."""
    open_ = [review for review in reviews.values() if (review.b or review.kind == CHANGED) and is_open(review)]
    disputed = {side for review in open_ for side in (review.a, review.b)}
    settled = dict(facts)
    for key, fact in facts.items():
        if fact.status == "contested" and key not in disputed:
            settled[key] = replace(fact, status="active")
    for side in disputed:
        one = facts.get(side or "")
        if one and one.status == "active":
            settled[one.id] = replace(one, status="contested")
    return settled


def close_moot(facts: Mapping[str, Fact], reviews: Mapping[str, Review]) -> dict[str, Review]:
    """Close open questions of which a side is no longer held by anybody, and open a conflict whose sides are back."""
    closed = dict(reviews)
    for key, review in reviews.items():
        if review.decision not in (None, "later") or review.kind == "same_entity":
            continue
        because = _moot(review, facts)
        if not review.closed_because and because:
            closed[key] = replace(review, closed_because=because)
        elif review.closed_because and review.closed_because.endswith(GONE) and review.b and not because:
            closed[key] = replace(review, closed_because=None)
    return closed


def _moot(review: Review, facts: Mapping[str, Fact]) -> str | None:
    """Why a question needs no answer any more; None where it does."""
    for side in filter(None, (review.a, review.b)):
        fact = facts.get(side)
        if review.kind == "promotion" and fact and fact.is_believed:
            return f"{side} is believed"
        is_return = review.kind == "regression" and side == review.b
        if fact is None or (not fact.is_alive and not is_return):
            return f"{side} {GONE}"
    return None
