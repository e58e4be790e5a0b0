"""Which day something was said on, where its speaker was, and which of two things came first. Reads no clock."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import Protocol

from noctuary.model import Candidate, Event, Fact, Statement, Support

YEARS = range(1000, 9000)
"""Of every instant and day that is kept: far enough from both ends for any zone or half-life to be added."""

_EARLIEST, _LATEST = dt.datetime(YEARS.start, 1, 3), dt.datetime(YEARS.stop - 1, 12, 29)
"""Of what a clock shows: two days from the ends, so that no offset and no zone leads out of YEARS."""


def is_kept(at: dt.datetime) -> bool:
    """Whether a journal keeps what happens at this instant: in UTC and in any zone it lies in YEARS."""
    return _EARLIEST <= at.replace(tzinfo=None) <= _LATEST


def day_of(source: Event | Support, zone: dt.tzinfo | None) -> dt.date | None:
    """The local day of an utterance: in its own zone, else in `zone`. A note's date is local and never shifted."""
    at = local_instant(source, zone)
    return at.date() if at else None


def local_instant(source: Event | Support, zone: dt.tzinfo | None) -> dt.datetime | None:
    """When it was said by the clock of its day (`day_of`): the instant is the same, the offset its own."""
    where = offset(source.zone) or zone
    is_dated = source.role in ("note", "memory")
    return source.at if source.at is None or is_dated or where is None else source.at.astimezone(where)


def order_day(fact: Fact, dawn: dt.date = dt.date.min) -> dt.date:
    """The day a fact is ordered by: when it was last said, else the night its undated line was first seen standing.

    A line that stood before the first night is older than all that is dated: `dawn`. This is no date to be shown.
    """
    return fact.said_on or fact.valid_from or dawn


def dated(one: Candidate | Fact | Statement) -> str:
    """What is judged, and tells a fact from its like: the text with days in the place of the words that name them."""
    text, place = one.text, 0
    for words, day in () if isinstance(one, Statement) else one.days:
        found = text.find(words, place)
        if found >= 0:
            text = text[:found] + day.isoformat() + text[found + len(words) :]
            place = found + 10
    return text


class Told(Protocol):
    """What tells days by when it was said."""

    @property
    def days(self) -> tuple[tuple[str, dt.date], ...]:
        """Words of its text, each with the day they name."""


class Worded(Told, Protocol):
    """Words, and the days they name."""

    @property
    def text(self) -> str:
        """What is said."""


def beside(one: Told) -> str:
    """The days that the words of a text name, to be shown after it: " (next Friday: 2026-05-08)"; "" where none do."""
    told = ", ".join(f"{words}: {day.isoformat()}" for words, day in dict.fromkeys(one.days))
    return f" ({told})" if told else ""


def dayed(one: Worded) -> str:
    """The words with the days beside them that they name, as a reader is shown them."""
    return f"{one.text}{beside(one)}"


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
