"""What the human has turned down, when, and what may put it to them again. Takes states; decides and writes nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from noctuary.consolidate.score import independent
from noctuary.journal import State
from noctuary.journal.batches import absent
from noctuary.model import Fact, Review, Support

UNDONE = "undone:"
NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)


def refused(review: Review) -> tuple[str, ...]:
    """The facts that a human's answer turned down as untrue or unwanted, without another in their place."""
    if review.decision == "reject":
        return (review.a,)
    return (review.a, review.b or "") if review.decision == "neither" else ()


def left_by(review: Review) -> tuple[str, ...]:
    """The facts that an answer left behind: rejected, not chosen, or said anew in the human's own words."""
    match review.decision:
        case "keep_a":
            return (review.b or "",)
        case "keep_b":
            return (review.a,)
        case "scoped" | "edit":
            return (review.a, review.b or "")
        case _:
            return refused(review)


def taken_back(state: State) -> dict[str, dt.datetime]:
    """Facts that the human took out of what is believed by their id (`undo ID`), and when, last.

    Told by the batch, which stands; the fact's own record is written anew by each night that hears of it.
    """
    named = [batch for batch in state.batches if batch.startswith(UNDONE)]
    gone = absent(state.batches) if named else set()
    found: dict[str, dt.datetime] = {}
    for batch in sorted(set(named) - gone, key=state.batches.__getitem__):
        key = batch.removeprefix(UNDONE).rpartition(":")[0]
        fact = state.facts.get(key)
        if fact and fact.status in ("archived", "candidate") and not fact.archived_because:
            found[key] = state.batches[batch]
    return found


def rejections(state: State, reviews: Mapping[str, Review]) -> dict[str, dt.datetime]:
    """All that the human rejected, by an answer or by its id, and when, last."""
    found = taken_back(state)
    for review in reviews.values():
        for key in refused(review) if review.decided_at else ():
            found[key] = max(review.decided_at or NEVER, found.get(key, NEVER))
    return found


def has_own_word(fact: Fact, before: Fact, since: dt.datetime) -> bool:
    """Whether the human has said anew, since `before`, what they turned down at `since`."""
    return any(_is_own_word(one, since) for one in fact.sources if one not in before.sources)


def has_twice_the_voices(fact: Fact, before: Fact, since: dt.datetime) -> bool:
    """Whether voices heard since `before` make twice as many as had said by `since` what was turned down then.

    So an agent that repeats it in each day's note asks more and more seldom.
    """
    then = independent(one for one in fact.sources if one.at is None or one.at <= since)
    voices = len(independent(fact.sources))
    return voices > len(independent(before.sources)) and voices >= 2 * max(1, len(then))


def _is_own_word(one: Support, since: dt.datetime) -> bool:
    """A line of the human's memory file, or what they said later; of a note only its day is known."""
    if one.role == "memory":
        return True
    is_human = one.trust == "human" and one.origin == "interactive" and one.at is not None
    return is_human and (_day(one.at) >= _day(since) if one.role == "note" else (one.at or since) > since)


def _day(at: dt.datetime | None) -> dt.date:
    return (at or NEVER).date()
