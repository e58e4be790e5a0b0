"""Finds the days that relative and year-less words name, counted from when the words were said.

Knows no clock. Only words that name one day are resolved; "next week" is its Monday. Code spans, quotes,
addresses, paths and what comes back every year or week stay as written.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable
from functools import partial

from noctuary.extraction import written_days
from noctuary.extraction.calendar_words import ENDS, MONTHS, NUMBERS, SHORT_MONTHS, UNITS, WEEKDAYS, any_of
from noctuary.extraction.cues_when import FUTURE, HINT, MONTH_HINT, PAST, RECURS, WAS, WILL
from noctuary.text.bounded import Bound, bound
from noctuary.text.languages import either, entries

_DAY = any_of(WEEKDAYS)
_COUNT = r"\d{1,3}|" + any_of(NUMBERS)
_UNIT = any_of(UNITS)
_WIDE_DAY = f"[{any_of(WEEKDAYS, wide=True).replace('|', '')}]"
_WIDE_COUNT = rf"\d{{1,3}}|[{any_of(NUMBERS, wide=True).replace('|', '')}]"

_WIDE_SPAN = (
    rf"(?<![\d月第百十一二三四五六七八九])({_WIDE_COUNT})\s?[个個ヶか]?(天|日|周|週|星期|(?<=[个個ヶか])月)[之以]?"
)


def _of_day(table: str) -> str:
    """The phrases of a table, with a weekday where they say `{when.day}`, each a group."""
    return "|".join(entries(table)).replace("{when.day}", f"({_DAY})")


_END_NEXT = (
    either("when.end_next_month")
)
_END_MONTH = (
    either("when.end_month")
)
_END_YEAR = (
    either("when.end_year")
)
_COMING = (
    _of_day("when.coming")
)
_GONE = (
    _of_day("when.gone")
)
_THIS = (
    _of_day("when.this")
)
_BARE = rf"(?P<at>{either('when.on')}) (?P<name>{_DAY})"
_NEXT_WEEK = (
    either("when.next_week")
)
_LAST_WEEK = (
    either("when.last_week")
)
_WITHIN = rf"(?:{either('when.within')}) ({_COUNT}) ({_UNIT})"
_IN = (
    
    rf"(?:{either('when.after')}) ({_COUNT}) ({_UNIT})"
    rf"|over (\d{{1,3}}|een|twee|drie|vier|vijf|zes) (dagen|weken|maand|maanden)"

)
_AGO = (
    rf"({_COUNT}) ({_UNIT}) (?:{either('when.ago_behind')})|(?:{either('when.ago_before')}) ({_COUNT}) ({_UNIT})"
)

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], dt.date], dt.date]]


def _pattern(text: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?<!\d[.,])(?:{text})(?![\w-]|\.\w)", flags)


def _shift(day: dt.date, months: int) -> dt.date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _month_end(day: dt.date) -> dt.date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _coming(day: dt.date, name: str) -> dt.date:
    """The next such weekday after `day`, at most a week away."""
    return day + dt.timedelta((WEEKDAYS[name.lower()] - day.weekday() - 1) % 7 + 1)


def _gone(day: dt.date, name: str) -> dt.date:
    """The latest such weekday before `day`, at most a week away."""
    return day - dt.timedelta((day.weekday() - WEEKDAYS[name.lower()] - 1) % 7 + 1)


def _moved(day: dt.date, match: re.Match[str], sign: int) -> dt.date:
    count, unit = (group for group in match.groups() if group)
    return _after(day, sign * (int(count) if count.isdecimal() else NUMBERS[count.lower()]), UNITS[unit.lower()])


def _after(day: dt.date, number: int, unit: str) -> dt.date:
    """The day so many days, weeks or months (`d`, `w`, `m`) after another."""
    return _shift(day, number) if unit == "m" else day + dt.timedelta(number * (7 if unit == "w" else 1))


def _ahead(match: re.Match[str], day: dt.date) -> dt.date:
    return _moved(day, match, 1)


def _week(day: dt.date, offset: int, name: str | None = None) -> dt.date:
    """A day of this week or of one `offset` weeks away: its Monday, or the one of that name."""
    return day + dt.timedelta(7 * offset - day.weekday() + (WEEKDAYS[name] if name else 0))


def _fixed(text: str, days: int, flags: int = re.IGNORECASE) -> Rule:
    return _pattern(text, flags), lambda _, day: day + dt.timedelta(days)


def _wide(text: str, days: int) -> Rule:
    return re.compile(text), lambda _, day: day + dt.timedelta(days)


_RULES: tuple[Rule, ...] = (
    (_pattern(_END_NEXT), lambda _, day: _month_end(_shift(day.replace(day=1), 1))),
    (_pattern(_END_MONTH), lambda _, day: _month_end(day)),
    (_pattern(_END_YEAR), lambda _, day: day.replace(month=12, day=31)),
    _fixed(either("when.in_two_days"), 2),
    _fixed(either("when.two_days_ago"), -2),
    _fixed(either("when.yesterday"), -1),
    _fixed(either("when.today"), 0),
    _fixed(either("when.tomorrow"), 1),
    _fixed(r"(?<!am )(?<!jeden )(?<!guten )(?<!heute )(?<!elke )(?<!goede )morgen", 1, 0),
    (_pattern(_COMING), lambda m, day: _coming(day, m[m.lastindex or 0])),
    (_pattern(_GONE), lambda m, day: _gone(day, m[m.lastindex or 0])),
    (_pattern(_THIS), lambda m, day: _coming(day - dt.timedelta(1), m[m.lastindex or 0])),
    (_pattern(_NEXT_WEEK), lambda _, day: _week(day, 1)),
    (_pattern(_LAST_WEEK), lambda _, day: _week(day, -1)),
    (_pattern(_IN), _ahead),
    (_pattern(_AGO), lambda m, day: _moved(day, m, -1)),
    (re.compile(rf"(?:下个?|下個|来|來)(?:周|週|星期|礼拜)({_WIDE_DAY})?(?:曜日?)?"), lambda m, day: _week(day, 1, m[1])),
    (re.compile(rf"(?:上个?|上個|先)(?:周|週|星期|礼拜)({_WIDE_DAY})?(?:曜日?)?"), lambda m, day: _week(day, -1, m[1])),
    (re.compile(rf"(?:这个?|這個?|本|今)(?:周|週|星期)({_WIDE_DAY})(?:曜日?)?"), lambda m, day: _week(day, 0, m[1])),
    (re.compile(rf"{_WIDE_SPAN}前"), lambda m, day: _moved(day, m, -1)),
    (re.compile(rf"{_WIDE_SPAN}[后後]"), _ahead),
    _wide(r"前天|一昨日", -2),
    _wide(r"昨天|昨日", -1),
    _wide(r"今天|今日", 0),
    _wide(r"后天|後天|明後日", 2),
    _wide(r"明天|明日", 1),
    (re.compile(r"月底"), lambda _, day: _month_end(day)),
    (re.compile(r"年底"), lambda _, day: day.replace(month=12, day=31)),
)  # fmt: skip
_WEEKDAY = _pattern(_BARE)
_DURATION = _pattern(_WITHIN)
_COUNTED = re.compile(r"\d[\w.,]*\s+(?:[^\W\d]\S*\s+){1,3}\Z")
_KEPT = re.compile(
    r"(`[^`]*`|\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]"
    r"|\b[a-z][\w+.-]{1,20}://\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+|(?<![\w.~/-])[\w.~-]{0,80}/(?:[\w.~-]{1,80}/){0,20}[\w.-]{0,80}\.[A-Za-z]\w{0,9})"
)


Days = list[tuple[str, dt.date]]


def resolve(text: str, said: dt.datetime | dt.date | None) -> str:
    """`text` with the days it names as YYYY-MM-DD, for what reads dates; unchanged without the day it was said."""
    return _resolved(text, said, [])


def days(text: str, said: dt.datetime | dt.date | None) -> tuple[tuple[str, dt.date], ...]:
    """The words of a text that name a day and the day they name, in order, counted from the day they were said.

    `said` is best the speaker's own local day (`days.day_of`); of an instant, the day it falls on in its
    own zone is taken. "At the end of next month" said on 2026-05-07 is 2026-06-30; "next Monday" is the
    first one after the day. A day without a year is the one its plain tense points to, else the nearest, if
    that is within five months, else none; `07/03` is none, for its order cannot be told, nor is a birthday.
    """
    found: Days = []
    _resolved(text, said, found)
    placed = sorted((text.find(words), words, day) for words, day in found)
    return tuple((words, day) for at, words, day in placed if at >= 0)


def _resolved(text: str, said: dt.datetime | dt.date | None, found: Days) -> str:
    if said is None:
        return text
    day = said.date() if isinstance(said, dt.datetime) else said
    text = _to_its_end(text, day, found)
    low = text.lower()
    has_words = HINT.search(low) is not None
    if not has_words and not MONTH_HINT.search(low):
        return text
    parts = _KEPT.split(text)
    for index in range(0, len(parts), 2):
        parts[index] = _relative(parts[index], day, found) if has_words else parts[index]
        if not RECURS.search(text):
            parts[index] = _written(parts[index], day, text, found)
    return "".join(parts)


def _to_its_end(text: str, day: dt.date, found: Days) -> str:
    """The text with the last day on which it holds in the place of the words that name it, where nothing else would
    read them as a day: "until Friday", "this week only"."""
    told = bound(text)
    last = _last_day(told, day) if told else None
    if told is None or last is None:
        return text
    return f"{text[: told.start]}{_told(text[told.start : told.end], last, found)}{text[told.end :]}"


def _last_day(told: Bound, day: dt.date) -> dt.date | None:
    """The last day of a bound told on `day`; None of one that is written as a date, and of what counts nothing."""
    match told.kind:
        case "weekday" | "sign":
            return _coming(day, told.word)
        case "unit":
            return _end_of(ENDS[told.word], day)
        case "month":
            name = told.word.removesuffix("月")
            month = int(name) if name.isdecimal() else (MONTHS | SHORT_MONTHS)[told.word]
            return _month_end(day.replace(year=day.year + (month < day.month), month=month, day=1))
        case "whole":
            return dt.date(int(told.word), 12, 31)
        case "count":
            number = int(told.word) if told.word.isdecimal() else NUMBERS.get(told.word)
            return _after(day, number, UNITS[told.of]) if number else None
        case "coming_week":
            return _week(day, 1) + dt.timedelta(6)
        case "tomorrow":
            return day + dt.timedelta(1)
        case "today":
            return day
        case "this_week" | "this_weekend" | "this_month" | "this_year":
            return _end_of(told.kind.removeprefix("this_")[0], day)
    return None


def _end_of(unit: str, day: dt.date) -> dt.date:
    """The last day of the week, month or year of a day."""
    if unit == "w":
        return _week(day, 0) + dt.timedelta(6)
    return _month_end(day) if unit == "m" else day.replace(month=12, day=31)


def _relative(text: str, day: dt.date, found: Days) -> str:
    for pattern, to_date in _RULES:
        text = pattern.sub(partial(_iso, to_date, day, found), text)
    return text


def _written(text: str, day: dt.date, whole: str, found: Days) -> str:
    lean = bool(FUTURE.search(whole)) - bool(PAST.search(whole))
    if not PAST.search(whole):
        text = _DURATION.sub(partial(_unless_counted, day, found), text)
    if to_day := _told_by_tense(whole):
        text = _WEEKDAY.sub(lambda hit: f"{hit['at']} {_told(hit['name'], to_day(day, hit['name']), found)}", text)
    text = written_days.yearless().sub(lambda hit: _dated(hit, day, written_days.month_day(hit), lean, found), text)
    is_day_first = any(int(match["a"]) > 12 for match in written_days.NUMERIC.finditer(text))
    order = partial(written_days.numeric, is_day_first=is_day_first)
    return written_days.NUMERIC.sub(lambda hit: _dated(hit, day, order(hit), lean, found), text)


def _told(words: str, day: dt.date, found: Days) -> str:
    found.append((words, day))
    return day.isoformat()


def _unless_counted(day: dt.date, found: Days, match: re.Match[str]) -> str:
    """ "In two weeks" is a day; "3 releases in two weeks" is how long they took."""
    return match[0] if _COUNTED.search(match.string[: match.start()][-80:]) else _iso(_ahead, day, found, match)


def _told_by_tense(text: str) -> Callable[[dt.date, str], dt.date] | None:
    """Where "on Friday" lies: ahead of what will be, behind what was; None where it may be any Friday."""
    will, was = WILL.search(text), WAS.search(text)
    return None if bool(will) == bool(was) else _coming if will else _gone


def _dated(match: re.Match[str], day: dt.date, written: tuple[int, int], lean: int, found: Days) -> str:
    meant = written_days.nearest(day, *written, lean)
    return _told(match[0], meant, found) if meant else match[0]


def _iso(
    to_date: Callable[[re.Match[str], dt.date], dt.date], day: dt.date, found: Days, match: re.Match[str]
) -> str:
    try:
        return _told(match[0], to_date(match, day), found)
    except (OverflowError, ValueError):
        return match[0]
