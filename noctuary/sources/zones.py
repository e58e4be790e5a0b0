"""Times a log writes without UTC: the offset a stamp ends in, and local times. Guesses no zone."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from zoneinfo import ZoneInfo

_OFFSET = re.compile(r"([+-])(\d\d?)(?::?(\d\d))?\Z")


def of(stamp: object, otherwise: str = "") -> str:
    """The `+HH:MM` an ISO stamp ends in; `otherwise` for one in UTC or without an offset."""
    if not isinstance(stamp, str) or stamp.endswith("Z") or ":" not in stamp:
        return otherwise
    found = offset(stamp)
    return found if found and found != "+00:00" else otherwise


def offset(words: str) -> str:
    """`+HH:MM` from what ends in `+2`, `+0200` or `+02:00`; "" where nothing of the kind ends it."""
    found = _OFFSET.search(words)
    return f"{found[1]}{int(found[2]):02}:{found[3] or '00'}" if found and int(found[2]) < 24 else ""


def local(text: str, zone: str) -> dt.datetime | None:
    """The UTC instant of a clock's `YYYY-MM-DD HH:MM:SS` in a zone (an IANA name or `+HH:MM`; else UTC).

    Of an hour that comes twice the first is meant; one that a clock skips is read with the offset before it.
    """
    try:
        return dt.datetime.fromisoformat(text).replace(tzinfo=clock(zone)).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None


@lru_cache(maxsize=64)
def clock(name: str) -> dt.tzinfo:
    """The zone of an IANA name or `+HH:MM`; UTC for what is neither."""
    if found := _OFFSET.fullmatch(name):
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        return dt.timezone(dt.timedelta(minutes=-minutes if found[1] == "-" else minutes))
    try:
        return ZoneInfo(name) if name else dt.UTC
    except (ValueError, OSError, KeyError):
        return dt.UTC
