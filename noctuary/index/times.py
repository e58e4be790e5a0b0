"""Instants and dates as the INTEGER milliseconds SQLite holds, and back. Knows no time zone but UTC."""

from __future__ import annotations

import datetime as dt

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MS = dt.timedelta(milliseconds=1)
_US = dt.timedelta(microseconds=1)


def to_ms(at: dt.datetime | dt.date | None) -> int | None:
    """Milliseconds since 1970 UTC of an aware instant, or of a date's midnight UTC; None stays None."""
    if at is None:
        return None
    if not isinstance(at, dt.datetime):
        at = dt.datetime(at.year, at.month, at.day, tzinfo=dt.UTC)
    return (at - _EPOCH) // _MS


def to_us(at: dt.datetime | None) -> int:
    """Microseconds since 1970 UTC of an aware instant; None is 0."""
    return 0 if at is None else (at - _EPOCH) // _US


def from_us(us: int) -> dt.datetime | None:
    """The UTC instant of microseconds; 0 is None."""
    return _EPOCH + us * _US if us else None


def to_instant(ms: int | None) -> dt.datetime | None:
    """The UTC instant of `ms`; None stays None."""
    return None if ms is None else _EPOCH + ms * _MS


def to_date(ms: int | None) -> dt.date | None:
    """The UTC date of `ms`; None stays None."""
    return None if ms is None else (_EPOCH + ms * _MS).date()
