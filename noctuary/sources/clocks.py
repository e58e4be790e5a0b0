"""Instants as conversations write them: beside a speaker, in a chat's envelope, in a session's header. Guesses no zone.

A wall clock whose zone nobody knows keeps its own day: it is taken as UTC, and its zone is said to be UTC's.
"""

from __future__ import annotations

import datetime as dt
import re
from email.utils import parsedate_tz
from typing import NamedTuple

from noctuary.sources import zones

_STAMP = re.compile(
    r"(?P<date>(?:19|20)\d\d-\d\d-\d\d)(?:[T ,]+(?P<time>\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?(?P<half> ?[AaPp][Mm]\b)?"
    r"(?P<zone>Z\b| ?(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?\b| [A-Z]{2,5}\b)?)?"
)
_TIME = re.compile(
    r"(?<!\d)(?P<time>\d{1,2}:\d\d(?::\d\d)?)(?P<half> ?[AaPp][Mm]\b)?"
    r"(?P<zone> ?(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?\b| [A-Z]{2,5}\b)?"
)
_TOLD = re.compile(
    r'"timestamp":\s*"([^"\n]{10,40})"|^\s*\[(?:[A-Z][a-z]{2} )?(\d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]{0,20})\]', re.M
)
_UTC = "+00:00"


class Moment(NamedTuple):
    """An instant (UTC) and the clock it was read from: an IANA name or `+HH:MM`."""

    at: dt.datetime
    zone: str


def of_turn(clock: str, text: str, before: Moment | None, zone: str) -> Moment | None:
    """The instant a turn tells: beside its speaker, else in the metadata or envelope it begins with."""
    if clock:
        return instant(clock, before, zone)
    told = _TOLD.search(text)
    return instant(told[1] or told[2], before, zone) if told else None


def instant(words: str, before: Moment | None, zone: str) -> Moment | None:
    """The first instant in some words; a time alone is of the day `before` it, as that day's clock told it."""
    found = _STAMP.search(words)
    if found:
        return _moment(found["date"], found["time"] or "", found["half"] or "", found["zone"] or "", zone)
    found = _TIME.search(words)
    if not found or before is None:
        return None
    day = before.at.astimezone(zones.clock(before.zone)).date()
    return _moment(day.isoformat(), found["time"], found["half"] or "", found["zone"] or "", zone)


def _moment(day: str, time: str, half: str, written: str, zone: str) -> Moment | None:
    """A day and a time in the zone written beside them, else in `zone`; a day alone keeps its date."""
    there = _offset(written.strip()) if written or not time else zone
    hour, _, rest = (time or "0:00").partition(":")
    at = zones.local(f"{day} {_of_day(int(hour), half):02}:{rest}", there)
    return Moment(at, there or _UTC) if at else None


def _of_day(hour: int, half: str) -> int:
    """The hour of a day's 24: `12 am` is 0, `1 pm` 13."""
    if not half or hour > 12:
        return hour
    return hour % 12 + (12 if half.strip().lower() == "pm" else 0)


def _offset(written: str) -> str:
    """`+HH:MM` of `GMT+8`, `-0700` or the few letters that mail knows ("EDT"); UTC's for all others."""
    known = parsedate_tz(f"1 Jan 2026 00:00:00 {written}")
    minutes = (known[9] or 0) // 60 if known else 0
    sign = "-" if minutes < 0 else "+"
    return zones.offset(written) or f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
