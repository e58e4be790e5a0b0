"""Which day something was said on, where its speaker was, and which of two things came first. Reads no clock."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from noctuary.model import Event, Fact, Support


def day_of(source: Event | Support, zone: dt.tzinfo | None) -> dt.date | None:
    """The local day of an utterance: in its own zone, else in `zone`. A note's date is local and never shifted."""
    if source.at is None:
        return None
    where = offset(source.zone) or zone
    is_dated = source.role in ("note", "memory")
    return source.at.date() if is_dated or where is None else source.at.astimezone(where).date()


def order_day(fact: Fact, dawn: dt.date = dt.date.min) -> dt.date:
    """The day a fact is ordered by: when it was last said, else the night its undated line was first seen standing.

    A line that stood before the first night is older than all that is dated: `dawn`. This is no date to be shown.
    """
    return fact.said_on or fact.valid_from or dawn


def ended(fact: Fact, day: dt.date) -> dt.date:
    """The day a fact ended on: `day`, but never before it began."""
    return max(day, fact.valid_from or day)


@lru_cache(maxsize=256)
def offset(zone: str) -> dt.tzinfo | None:
    """The zone that `+HH:MM` stands for; None for "" and for what is no offset."""
    try:
        return dt.datetime.strptime(zone, "%z").tzinfo if zone else None
    except ValueError:
        return None
