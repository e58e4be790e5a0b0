"""Puts ISO dates in the place of relative ones, counted from when the words were said. Knows no clock.

Only words that name one day are resolved; "next week" is its Monday. Words within code spans stay.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable
from functools import partial

from noctuary.consolidate.extraction.cues_keep import folded

_DAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon montag lunes lundi",
            "tuesday tue tues dienstag martes mardi",
            "wednesday wed mittwoch miércoles mercredi",
            "thursday thu thurs donnerstag jueves jeudi",
            "friday fri freitag viernes vendredi",
            "saturday sat samstag sábado samedi",
            "sunday sun sonntag domingo dimanche",
        )
    )
    for name in names.split()
}
_NUMBERS = {
    word: value
    for value, words in {
        1: "a an one ein eine einem einer un una une",
        2: "two zwei dos deux",
        3: "three drei tres trois",
        4: "four vier cuatro quatre",
        5: "five fünf cinco cinq",
        6: "six sechs seis six",
        7: "seven sieben siete sept",
        10: "ten zehn diez dix",
    }.items()
    for word in words.split()
}
_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_COUNT = r"\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True))
_UNITS = {
    "d": "day days tag tage tagen día días jour jours",
    "w": "week weeks woche wochen semana semanas semaine semaines",
    "m": "month months monat monate monaten mes meses mois",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_UNIT = "|".join(sorted(_UNIT_OF, key=len, reverse=True))

_END_NEXT = (
    r"(?:at |by )?(?:the )?end of next month|ende (?:des )?nächsten monats|a finales del próximo mes"
    r"|(?:à )?la fin du mois prochain"
)
_END_MONTH = (
    r"(?:at |by )?(?:the )?end of (?:this|the) month|ende (?:des|dieses) monats|a finales de mes"
    r"|(?:à )?la fin du mois"
)
_END_YEAR = r"(?:at |by )?(?:the )?end of (?:this|the) year|ende des jahres|a finales de año|(?:à )?la fin de l'année"
_COMING = (
    rf"next ({_DAY})|(?:nächste[nr]?|kommende[nr]?) ({_DAY})|(?:el )?próximo ({_DAY})|el ({_DAY}) que viene"
    rf"|({_DAY}) prochain"
)
_GONE = rf"last ({_DAY})|letzte[nr]? ({_DAY})|(?:el )?({_DAY}) pasado|({_DAY}) dernier"
_AGO = rf"({_COUNT}) ({_UNIT}) ago|(?:vor|hace|il y a) ({_COUNT}) ({_UNIT})"

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], dt.date], dt.date]]


def _pattern(text: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{text})(?![\w-])", flags)


def _shift(day: dt.date, months: int) -> dt.date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _month_end(day: dt.date) -> dt.date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _coming(day: dt.date, name: str) -> dt.date:
    """The next such weekday after `day`, at most a week away."""
    return day + dt.timedelta((_DAYS[name.lower()] - day.weekday() - 1) % 7 + 1)


def _gone(day: dt.date, name: str) -> dt.date:
    """The latest such weekday before `day`, at most a week away."""
    return day - dt.timedelta((day.weekday() - _DAYS[name.lower()] - 1) % 7 + 1)


def _moved(day: dt.date, count: str, unit: str, sign: int) -> dt.date:
    number = sign * (int(count) if count.isdigit() else _NUMBERS[count.lower()])
    kind = _UNIT_OF[unit.lower()]
    return _shift(day, number) if kind == "m" else day + dt.timedelta(number * (7 if kind == "w" else 1))


def _week(day: dt.date, offset: int) -> dt.date:
    return day + dt.timedelta(7 * offset - day.weekday())


def _fixed(text: str, days: int, flags: int = re.IGNORECASE) -> Rule:
    return _pattern(text, flags), lambda _, day: day + dt.timedelta(days)


_RULES: tuple[Rule, ...] = (
    (_pattern(_END_NEXT), lambda _, day: _month_end(_shift(day.replace(day=1), 1))),
    (_pattern(_END_MONTH), lambda _, day: _month_end(day)),
    (_pattern(_END_YEAR), lambda _, day: day.replace(month=12, day=31)),
    _fixed(r"(?:the )?day after tomorrow|übermorgen|pasado mañana|après-demain", 2),
    _fixed(r"(?:the )?day before yesterday|vorgestern|anteayer|avant-hier", -2),
    _fixed(r"yesterday|gestern|ayer|(?<=depuis )hier|(?<=dès )hier", -1),
    _fixed(r"today|heute|hoy|aujourd['’]hui", 0),
    _fixed(r"tomorrow|demain|(?<!la )(?<!por )(?<!cada )(?<!esta )mañana", 1),
    _fixed(r"(?<!am )(?<!jeden )(?<!guten )(?<!heute )morgen", 1, 0),
    (_pattern(_COMING), lambda m, day: _coming(day, m[m.lastindex or 0])),
    (_pattern(_GONE), lambda m, day: _gone(day, m[m.lastindex or 0])),
    (
        _pattern(r"next week|nächste woche|la (?:próxima semana|semana que viene)|la semaine prochaine"),
        lambda _, day: _week(day, 1),
    ),
    (
        _pattern(r"last week|letzte[r]? woche|la semana pasada|la semaine dernière"),
        lambda _, day: _week(day, -1),
    ),
    (
        _pattern(rf"in ({_COUNT}) ({_UNIT})|(?:en|dentro de|dans) ({_COUNT}) ({_UNIT})"),
        lambda m, day: _moved(day, m[1] or m[3], m[2] or m[4], 1),
    ),
    (_pattern(_AGO), lambda m, day: _moved(day, m[1] or m[3], m[2] or m[4], -1)),
    (re.compile(r"昨天|昨日"), lambda _, day: day - dt.timedelta(1)),
    (re.compile(r"今天|今日"), lambda _, day: day),
    (re.compile(r"明天|明日"), lambda _, day: day + dt.timedelta(1)),
)
_HINT = folded(
    r"""
day|week|month|year|ago|heute|gestern|morgen|woche|monat|jahr|vor |nächst|letzt|kommend|hoy|ayer|mañana|
semana|mes|hace|próxim|pasad|viene|año|hier|hui|demain|semaine|mois|jour|dernier|prochain|昨|今|明|in \w+ 
""",
)


def resolve(text: str, said_at: dt.datetime | None) -> str:
    """`text` with its relative dates as YYYY-MM-DD, counted from the day it was said; unchanged without one.

    "At the end of next month" said on 2026-05-07 is 2026-06-30; "next Monday" is the first one after the day.
    A month and day without a year stay as they are.
    """
    if said_at is None or not _HINT.search(text.lower()):
        return text
    day = said_at.date()
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _resolved(part, day) for part in parts)


def _resolved(text: str, day: dt.date) -> str:
    for pattern, to_date in _RULES:
        text = pattern.sub(partial(_iso, to_date, day), text)
    return text


def _iso(to_date: Callable[[re.Match[str], dt.date], dt.date], day: dt.date, match: re.Match[str]) -> str:
    return to_date(match, day).isoformat()
