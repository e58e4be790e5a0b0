"""Reads days as people write them: in full, or a month and a day whose year must be told. Knows no clock."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from functools import cache

STRETCH = 275
"""Days from which a tense is not believed: `was` in July means no August of last year."""

NEAR = 153
"""Days within which a day without a year or a tense is the nearest one: from there on the other year's is as likely."""


def _cased(names: dict[str, int], *, shy: frozenset[str] = frozenset()) -> str:
    """Names with their first letter in either case; `shy` ones, which are verbs too, only with a capital."""
    ordered = sorted(names, key=len, reverse=True)
    return "|".join(
        name.capitalize() if name in shy or name[0].isupper() else f"[{name[0]}{name[0].upper()}]{name[1:]}"
        for name in ordered
    )


_DAY = r"(?P<{0}>0?[1-9]|[12]\d|3[01])"
_WIDE = r"(?P<m3>\d{1,2})\s*月\s*(?P<d3>\d{1,2})\s*[日号號]"
_YEAR = r"(?:19|20)\d\d"

_ISO = re.compile(rf"(?<!\d)(?P<year>{_YEAR})([-_./]?)(?P<month>\d\d)\2(?P<day>\d\d)(?!\d)")
_REVERSED = re.compile(rf"(?<![\d.])(?P<a>\d\d?)([-./])(?P<b>\d\d?)\2(?P<year>{_YEAR})(?!\d)")
_NO_YEAR_AFTER = rf"(?![-–]\d|\d|[.,:/]\d|\s?%|\s?[ap]m\b|,?\s+(?:del? )?{_YEAR}\b)"
NUMERIC = re.compile(
    r"(?<![\w./,:-])(?=0|...0|(?<=\bam )|(?<=\bon )|(?<=\bel )|(?<=\ble )|(?<=\bil )|(?<=\bdia )|(?<=\bdía ))"
    r"(?P<a>\d\d)/(?P<b>\d\d)(?![\w/%-]|[.,:]\d)"
)


@cache
def _months() -> dict[str, int]:
    from noctuary.extraction.calendar_words import ENGLISH_MONTHS, MONTHS

    return {**MONTHS, **ENGLISH_MONTHS}


@cache
def _day_and_month() -> tuple[str, str]:
    """A month before its day, in English, and behind it; made on first use, since most verbs read no day."""
    from noctuary.extraction.calendar_words import ENGLISH_MONTHS

    english, every = _cased(ENGLISH_MONTHS, shy=frozenset({"may", "march"})), _cased(_months(), shy=frozenset({"may"}))
    return (
        rf"(?P<m1>{english})\.?\s+(?:the )?{_DAY.format('d1')}(?:st|nd|rd|th)?",
        rf"{_DAY.format('d2')}(?:st|nd|rd|th|er|\.|º)?\s+(?:of |de |di )?(?P<m2>{every})\b\.?",
    )


@cache
def _named() -> re.Pattern[str]:
    month_first, day_first = _day_and_month()
    return re.compile(
        rf"(?<![\w.])(?:(?:{month_first}),?\s+|(?:{day_first}),?\s+(?:del? )?)(?P<year>{_YEAR})(?!\d)"
        rf"|(?P<y3>{_YEAR})\s*年\s*{_WIDE}"
    )


@cache
def yearless() -> re.Pattern[str]:
    """What finds a month and a day without a year."""
    month_first, day_first = _day_and_month()
    return re.compile(
        rf"(?<![\w.,/:-])(?<!\d\d\d\d )(?:(?:{month_first}|{day_first}){_NO_YEAR_AFTER}(?![\w-]))|(?<![\d年]){_WIDE}"
    )


@cache
def _number_of() -> dict[str, int]:
    return {name.lower(): number for name, number in _months().items()}


def full(text: str) -> Iterator[dt.date]:
    """Every day written with its year, by form, then in order; days that do not exist are left out.

    `05.03.2026` is day first, as all who write dots mean it; `05/03/2026` and `05-03-2026` could be
    either and are left out, `15-01-2026` and `01/15/2026` could not.
    """
    for hit in _ISO.finditer(text):
        yield from _real(int(hit["year"]), int(hit["month"]), int(hit["day"]))
    for hit in _REVERSED.finditer(text):
        yield from _real(int(hit["year"]), *_ordered(int(hit["a"]), int(hit["b"]), is_day_first=hit[2] == "."))
    for hit in _named().finditer(text):
        month, day = month_day(hit)
        yield from _real(int(hit["year"] or hit["y3"]), month, day)


def month_day(hit: re.Match[str]) -> tuple[int, int]:
    """The month and day of a match of `yearless`, or of a named date."""
    if hit["m3"]:
        return int(hit["m3"]), int(hit["d3"])
    return _number_of()[(hit["m1"] or hit["m2"]).lower()], int(hit["d1"] or hit["d2"])


def numeric(hit: re.Match[str], *, is_day_first: bool) -> tuple[int, int]:
    """The month and day of a match of `NUMERIC`, (0, 0) where neither it nor its neighbours tell their order."""
    return _ordered(int(hit["a"]), int(hit["b"]), is_day_first=is_day_first)


def nearest(day: dt.date, month: int, number: int, lean: int) -> dt.date | None:
    """The year-less day that is meant, told on `day`; None where it may be either year's.

    With `lean` ±1 it is the next or the latest one, if that is no stretch; else the nearest, if that is near.
    """
    found = [one for year in (day.year - 1, day.year, day.year + 1) for one in _real(year, month, number)]
    meant = [one for one in found if 0 <= (one - day).days * lean <= STRETCH] if lean else []
    near = [one for one in found if abs((one - day).days) <= NEAR]
    return min(meant or near, key=lambda one: abs((one - day).days), default=None)


def _ordered(a: int, b: int, *, is_day_first: bool) -> tuple[int, int]:
    if is_day_first or a > 12 >= b:
        return b, a
    return (a, b) if b > 12 >= a else (0, 0)


def _real(year: int, month: int, day: int) -> list[dt.date]:
    try:
        return [dt.date(year, month, day)]
    except ValueError:
        return []
