"""Which day something was said on, where its speaker was. Reads no clock."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from noctuary.model import Event, Support


def day_of(source: Event | Support, zone: dt.tzinfo | None) -> dt.date | None:
    """The local day of an utterance: in its own zone, else in `zone`. A note's date is local and never shifted."""
    if source.at is None:
        return None
    where = offset(source.zone) or zone
    is_dated = source.role in ("note", "memory")
    return source.at.date() if is_dated or where is None else source.at.astimezone(where).date()


@lru_cache(maxsize=256)
def offset(zone: str) -> dt.tzinfo | None:
    """The zone that `+HH:MM` stands for; None for "" and for what is no offset."""
    try:
        return dt.datetime.strptime(zone, "%z").tzinfo if zone else None
    except ValueError:
        return None
