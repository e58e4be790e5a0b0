"""Reads dates, weeks, months, weekdays and runs of them. A day is kept as (year or "", month, day or "")."""

from __future__ import annotations

import re

from noctuary.text.languages import numbers
from noctuary.text.scanning import Match, Read, is_change, rule, word_of

MONTHS = numbers("calendar.months") | numbers("calendar.months_short")
WEEKDAYS = (
    numbers("calendar.weekdays") | numbers("calendar.weekdays_more")
)
_SHORT = {"Mo": 1, "Di": 2, "Mi": 3, "Do": 4, "Fr": 5, "Sa": 6, "So": 7}
_DAYS_OF = {"weekdays": (1, 5), "werktags": (1, 5), "wochentags": (1, 5), "entre semana": (1, 5), "en semaine": (1, 5),
            "工作日": (1, 5), "平日": (1, 5), "weekends": (6, 7), "at the weekend": (6, 7), "am wochenende": (6, 7),
            "les week-ends": (6, 7), "周末": (6, 7), "週末": (6, 7)}  # fmt: skip
_ORDINAL = numbers("numbers.ordinals")
_MONTH, _DAY, _NTH = word_of(MONTHS), word_of(WEEKDAYS), word_of(_ORDINAL)
_WEEKDAY_SIGNS = {**{c: n for n, c in enumerate("一二三四五六日", 1)}, "天": 7}


def date(year: str | None, month: int, day: int | str) -> Read | None:
    """A day or a month of a year; None where there is no such day."""
    if not 1 <= month <= 12 or (day != "" and not 1 <= int(day) <= 31):
        return None
    return "date", (year or "", float(month), float(day) if day != "" else "")


def _slash(m: Match) -> Read | None:
    """Day before month, as most write it; where both may be the month, the other reading is kept as a fourth part."""
    found = date(m[3], int(m[2]), int(m[1]))
    if found is None:
        return date(m[3], int(m[1]), int(m[2]))
    is_open = int(m[1]) <= 12 and m[1].lstrip("0") != m[2].lstrip("0") and "/" in m[0]
    return ("date", (*found[1], "either")) if is_open else found


def _dotted(m: Match) -> Read | None:
    """`3.10.`; the last dot of a sentence may be its full stop ("costs 3.10."), but behind a word that leads to a day."""
    before = _WORD_BEFORE.search(m.string, max(0, m.start() - _FAR), m.start()) if _STOP.match(m.string, m.end()) else None
    if before is not None and before[1].casefold() not in _TO_A_DAY:
        return None
    return date(None, int(m[2]), int(m[1]))


_STOP = re.compile(r"[\s\"')`*]*(?:$|(?<=\s)[A-ZÄÖÜ])")
_FAR = 24
_WORD_BEFORE = re.compile(r"([^\W\d_]+) $")
_TO_A_DAY = frozenset("am der den dem vom bis zum ab seit nun jetzt schon erst by until till due le el al du au".split())


def _month_day(m: Match) -> Read | None:
    is_word = m[0][:3] in ("may", "mar") and m[0][0].islower()
    return None if is_word else date(m[3], MONTHS[m[1].casefold()], int(m[2]))


def _days(year: str | None, first: tuple[int, int], last: tuple[int, int]) -> Read | None:
    if first >= last or not all(1 <= day <= 31 for _, day in (first, last)):
        return None
    return "dates", (year or "", *map(float, (*first, *last)))


def _day_run(m: Match) -> Read | None:
    last = MONTHS[m[4].casefold()]
    return _days(m[5], (MONTHS[m[2].casefold()] if m[2] else last, int(m[1])), (last, int(m[3])))


def _month_run(m: Match) -> Read | None:
    first = MONTHS[m[1].casefold()]
    return _days(m[5], (first, int(m[2])), (MONTHS[m[3].casefold()] if m[3] else first, int(m[4])))


def _month(m: Match) -> Read | None:
    if m[1]:
        return ("month", (float(m[1]),)) if 1 <= int(m[1]) <= 12 else None
    low = m[0].casefold()
    is_word = low in ("may", "mar", "mai", "dec", "sep") and not m[0][0].isupper()
    return None if is_word or low == "mars" or m[0] == "Mar" else ("month", (float(MONTHS[low]),))


def _weekday_number(word: str) -> int | None:
    low = word.casefold()
    if low in ("mon", "sun", "sat", "wed") and not word[0].isupper():
        return None
    return WEEKDAYS[low if low in WEEKDAYS else low.rstrip("s")]


def _weekday(m: Match) -> Read | None:
    day = _weekday_number(m[0])
    return ("weekday", (float(day),)) if day else None


def _weekday_sign(m: Match) -> Read | None:
    return "weekday", (float(_WEEKDAY_SIGNS[m[1]] if m[1] else "月火水木金土日".index(m[2]) + 1),)


def _weekdays(m: Match) -> Read | None:
    first, last = _weekday_number(m[1]), _weekday_number(m[2])
    return ("weekdays", (float(first), float(last))) if first and last and not is_change(m) else None


def _year_month(m: Match) -> Read | None:
    """`2024-02`; not a season of two years (`2010-11`)."""
    return None if int(m[2]) == int(m[1]) % 100 + 1 else date(m[1], int(m[2]), "")


def _short_run(m: Match) -> Read | None:
    return ("weekdays", (float(_SHORT[m[1]]), float(_SHORT[m[2]]))) if m[1] != m[2] else None


def _named_days(m: Match) -> Read | None:
    first, last = _DAYS_OF[m[1].casefold()]
    return "weekdays", (float(first), float(last))


def _week(m: Match) -> Read | None:
    return ("week", (m[2] or "", float(m[1]))) if 1 <= int(m[1]) <= 53 else None


_VERBS = "be|have|not|only|also|still|never|take|use|run|hold|carry|need|get|go|come|well|start|stay|last|want|break"
_YEAR = r"(?:,?(?: of| de)? (\d{4}))?"
DATES = (
    rule(r"(?<!\d)(\d{4})([-/])(\d{2})\2(\d{2})(?!\d)", lambda m: date(m[1], int(m[3]), int(m[4])), "-", "/"),
    rule(r"(?<![\w./-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\w-]|\.\d)", _year_month, "-"),
    rule(r"(?:(?<!\d)(\d{4})年)?(?<!\d)(\d{1,2})月(\d{1,2})[日号]", lambda m: date(m[1], int(m[2]), int(m[3])), "月"),
    rule(r"(?<!\d)((?:19|20)\d\d)年(?![间間])", lambda m: ("year", (float(m[1]),)), "年"),
    rule(r"(?<!\d)(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)", _slash, "/", "."),
    rule(r"(?<![\w/.#-])(1[3-9]|2\d|3[01])/(0?[1-9]|1[0-2])(?![\w/.%])", lambda m: date(None, int(m[2]), int(m[1])), "/"),
    rule(r"(?<![\w/.#-])(0[1-9]|1[0-2])/((?:19|20)\d\d)(?![\w/])", lambda m: date(m[2], int(m[1]), ""), "/"),
    rule(rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: ({_MONTH}))?\.? ?(?:[–-]|to|bis|al?|au) ?(\d{{1,2}})(?:st|nd|rd|th|\.)?"
         rf"(?: de)? ({_MONTH})\b{_YEAR}", _day_run, "–", "-", "to", "bis", " a", "au"),
    rule(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)? ?(?:[–-]|to|bis) ?(?:({_MONTH})\.? )?(\d{{1,2}})(?:st|nd|rd|th)?\b(?!:){_YEAR}",
         _month_run, "–", "-", "to", "bis"),
    rule(r"(?<![\d.])([0-3]?\d)\.([01]?\d)\.(?!\d)", _dotted, "."),
    rule(rf"\b(\d{{1,2}})(?:st|nd|rd|th|er|\.)?(?: of| de)? (?!(?-i:may) (?:{_VERBS})\b)({_MONTH})\b\.?(?:,? (?:de )?(\d{{4}}))?",
         lambda m: date(m[3], MONTHS[m[2].casefold()], int(m[1]))),
    rule(rf"\b({_NTH})(?: of| de)? ({_MONTH})\b{_YEAR}",
         lambda m: date(m[3], MONTHS[m[2].casefold()], _ORDINAL[m[1].casefold()]), *_ORDINAL, has_digit=False),
    rule(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (\d{{4}}))?", _month_day),
    rule(rf"\b({_MONTH})(?: de)? ((?:19|20)\d\d)\b", lambda m: date(m[2], MONTHS[m[1].casefold()], "")),
    rule(rf"\b(?:ISO week|calendar week|KW|week|semaine|semana|CW) ?(\d{{1,2}})\b(?!\s?(?:%|[–-]|to\b)){_YEAR}",
         _week, "week", "kw", "semaine", "semana", "cw"),
)  # fmt: skip
DAYS = (
    rule(rf"\b({_DAY})s? ?(?:[–-]|to|through|thru|bis|au|al?|à) ?({_DAY})s?\b", _weekdays, "–", "-", "to", "th", "bis", "au", " a",
         "à", has_digit=False),
    rule(r"\b(Mo|Di|Mi|Do|Fr|Sa|So)\.?[–-](Mo|Di|Mi|Do|Fr|Sa|So)\b", _short_run, "–", "-", has_digit=False, fold=False),
    rule(rf"(?:\b(?:on|en|an) )?(?<!\w)({word_of(_DAYS_OF)})(?!\w)", _named_days, "week", "werktag", "wochen", "sema", "日", "周末",
         "週末", has_digit=False),
    rule(rf"\b(?:{_DAY})s?\b", _weekday, has_digit=False),
    rule(r"\b(Mo|Di|Mi|Do|Fr|Sa|So)\b\.?,?(?= \d{1,2}(?::\d\d|[–-]\d{1,2}(?::\d\d)?)?\s?Uhr)",
         lambda m: ("weekday", (float(_SHORT[m[1]]),)), "uhr", fold=False),
    rule(r"(?:周|星期|週|礼拜)([一二三四五六日天])|([月火水木金土日])曜日?", _weekday_sign, "周", "星期", "週", "礼拜", "曜",
         has_digit=False),
    rule(rf"\b(?:{_MONTH})\b|(?<!\d)(\d{{1,2}})月", _month, has_digit=False),
    rule(r"(?<![\w#.,])(?:19|20)\d{2}(?![\w.,]\d|\w|-[A-Z]\b)", lambda m: ("year", (float(m[0]),)), fold=False),
)  # fmt: skip
