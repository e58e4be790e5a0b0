"""Which day something was said on, where its speaker lives. Reads no clock."""

from __future__ import annotations

import datetime as dt

from noctuary.model import Event, Support


def day_of(source: Event | Support, zone: dt.tzinfo | None) -> dt.date | None:
    """The local day of an utterance. A note's date is local already and is never shifted."""
    if source.at is None:
        return None
    is_dated = source.role in ("note", "memory")
    return source.at.date() if is_dated or zone is None else source.at.astimezone(zone).date()
