"""Whether a statement says that it holds for a time only, and the words that name its last day. Counts no days.

"Until Friday Leo goes home with Carmen" and "this week only we open at nine" have a last day, "for now" and "while Ana
is away" have none that anybody knows. A clock's time ends nothing ("open until 18:00"), nor does a run of days ("Monday
until Friday"), what was so once, or what is itself the value that is given ("the contract runs until 31 December").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from noctuary.model import Statement
from noctuary.text.claims import claim
from noctuary.text.cues import old_spans
from noctuary.text.languages import FIRST, either
from noctuary.text.patterns import of_table, signs
from noctuary.text.readable import is_readable
from noctuary.text.tense import tense

_WIDE = ("zh", "ja")
_SPACED = tuple(code for code in FIRST if code not in _WIDE)
_FEW = 4
"""Words beside a bound that make no clause of their own: "but only until Friday"."""
SPANS = ("this_weekend", "this_week", "this_month", "this_year", "coming_week", "today", "tomorrow")
_ISO = r"\d{4}-\d\d-\d\d"


def _of(table: str, *codes: str) -> str:
    return f"(?:{either(f'bounded.{table}', *(codes or _SPACED))})"


def _named(*codes: str) -> str:
    """A span with a last day, in a group by its table's name; or that day, where it stands in the span's place."""
    spans = "|".join(f"(?P<{name}>{either(f'bounded.{name}', *codes)})" for name in SPANS)
    return f"(?:{spans}|(?P<iso>{_ISO}))"


_MONTH = "|".join(either(f"calendar.{name}", *_SPACED) for name in ("months", "months_short", "months_called"))
_WEEKDAY = "|".join(either(f"calendar.{name}", *_SPACED) for name in ("weekdays", "weekdays_called"))
_DATE = (
    rf"{_ISO}|\d{{1,2}}(?:st|nd|rd|th|er|º|\.)?\s+(?:of |de |di )?(?:{_MONTH})(?:,?\s+(?:del? )?\d{{4}})?"
    rf"|(?:{_MONTH})\.?\s+(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
)
_UNIT = f"(?P<unit>{either('bounded.units', *_SPACED)})"
_END = (
    rf"{_of('end_of')}\s*(?:(?P<this>{_of('this')})\s+)?"
    rf"(?:{_UNIT}|(?P<month>{_MONTH})(?:\s+(?:del? )?\d{{4}})?|(?P<whole>\d{{4}}))"
)
_DAY = rf"(?P<near>{_of('this_day')}\s+)?(?P<weekday>{_WEEKDAY})"
_FOLLOWS = r"(?:\s+|(?<=['’]))"
_UNTIL = re.compile(
    rf"(?<!\w)(?P<lead>{_of('until')}){_FOLLOWS}"
    rf"(?P<words>{_END}|{_DAY}|(?P<date>{_of('tomorrow')}|{_of('coming_week')}|(?:(?:[^\s,.;()]+\s+){{1,3}}{_of('dated')}\s+)?(?:the )?(?:{_DATE})))(?!\w)",
    re.IGNORECASE,
)
_ONLY = [
    re.compile(rf"(?<!\w)(?:{before})(?P<words>{_named(*_SPACED)})(?!\w|['’]s\b){after}", re.IGNORECASE)
    for before, after in (
        (rf"{_of('only')}\s+(?:\w+\s+)?", ""),
        ("", rf",?\s+{_of('only')}(?!\w)"),
        (rf"{_of('lasting')}\s+(?!{_of('today')}|{_of('tomorrow')}|{_ISO})", ""),
    )
]
_REST = re.compile(rf"(?<!\w){_of('rest_of')}\s+(?P<words>{_UNIT})(?!\w)", re.IGNORECASE)
_COMING = re.compile(
    rf"(?<!\w)(?P<words>{_of('coming')}\s+(?P<count>\d{{1,3}}|\w+)\s+(?:\w+\s+)?(?P<days>{either('calendar.units', *_SPACED)}))(?!\w)",
    re.IGNORECASE,
)
_WIDE_DATE = r"(?P<date>(?:[下来本这這今][周週](?:[一二三四五六日天]|末)?|\d{1,2}月\d{1,2}[日号號]|\d{4}年\d{1,2}月\d{1,2}日))"
_WIDE_DAY = r"(?:(?:周|週|星期|礼拜)(?P<weekday>[一二三四五六日天])|(?P<sign>[月火水木金土日])曜日?)"
_WIDE_END = r"(?:(?P<month>\d{1,2}月)|(?P<unit>今?月|今?年))[底末]"
_WIDE_UNTIL = [
    re.compile(rf"(?<![月日号一二三四五六七天\d])(?:{either('bounded.until', 'zh')})(?P<words>{_WIDE_DATE}|{_WIDE_DAY}|{_WIDE_END})"),
    re.compile(rf"(?<![から])(?P<words>{_WIDE_DATE}|{_WIDE_DAY}|{_WIDE_END})(?:{either('bounded.until', 'ja')})"),
]
_WIDE_ONLY = [
    re.compile(rf"(?:{either('bounded.only', 'zh')})(?P<words>{_named('zh')})"),
    re.compile(rf"(?P<words>{_named('ja')})(?:{either('bounded.only', 'ja')})"),
]
_DATED = (_UNTIL, *_ONLY, _REST, _COMING, *_WIDE_UNTIL, *_WIDE_ONLY)

_MAY = re.compile(
    rf"(?<!\w)(?:{'|'.join(_of(name) for name in ('until', 'rest_of', 'coming', *SPANS))}|{_ISO})"
    rf"|{'|'.join(either(f'bounded.{name}', *_WIDE) for name in ('until', *SPANS))}",
    re.IGNORECASE,
)
_SO_FAR, _LOOSE, _RECURS = of_table("bounded.so_far", any_case=True), of_table("bounded.loose"), of_table("when.recurs", any_case=True)
_ANY_END = re.compile(rf"(?<!\w){_of('until_any')}(?!\w)(?=\D{{12}}|\D*$)", re.IGNORECASE)
_BARE = re.compile(
    rf"(?<!\w){'|'.join(_of(name) for name in ('this_weekend', 'this_week', 'this_month', 'coming_week'))}(?!\w|['’]s\b)",
    re.IGNORECASE,
)
_SINCE = re.compile(rf"(?<!\w){_of('since')}\s+\Z", re.IGNORECASE)
_WAS = of_table("when.was", any_case=True)
_ONCE = of_table("bounded.once", any_case=True)
_IS_VALUE = re.compile(rf"(?<!\w){_of('lasting_until')}\s+\Z", re.IGNORECASE)
_RUN = re.compile(rf"(?:(?<!\w)(?:{_WEEKDAY})|\d)\.?\s*[–-]?\s*\Z", re.IGNORECASE)
_CHANGED = frozenset(("switched", "moved_time", "became", "event"))
_SENTENCES = signs(r";\s+|[.!?]\s+|,\s+(?:{say.and}|{claim.joins})\s+")
_CLAUSES = re.compile(r"[,;:.!?]\s+|[()]\s*|[，。、；]|\s[–—-]\s")


class Bound(NamedTuple):
    """Where the words stand that name the last day, which sort of words they are, and the word that tells the day:
    a weekday, a month, a unit of the calendar, a count of these, a span (`SPANS`), or a date."""

    start: int
    end: int
    kind: str
    word: str
    of: str = ""


@lru_cache(maxsize=1 << 14)
def is_bounded(text: str) -> bool:
    """Whether it is said to hold for a time only, be its end known or not."""
    said = _without_so_far(text)
    if any(True for _ in _dated(said)):
        return True
    low = said.lower()
    hits = [*_LOOSE.finditer(low), *(hit for hit in _ANY_END.finditer(said) if not _is_other_end(said, hit.start()))]
    if any(not _is_past(said, hit.start()) for hit in hits):
        return True
    bare = [hit for hit in _BARE.finditer(said) if not _SINCE.search(said[: hit.start()])]
    is_changed = not _CHANGED.isdisjoint(claim(Statement(text=said)).cues) if bare else True
    return not is_changed and any(not _is_past(said, hit.start()) for hit in bare)


@lru_cache(maxsize=1 << 14)
def bound(text: str) -> Bound | None:
    """The words that name the last day of all that a text says; None where none do, or one cannot be sure of it.

    A bare weekday, or the end of any week or month, may come back again ("orders are taken until Friday"): it counts
    where the text opens with it or says that it is an exception.
    """
    said = _without_so_far(text)
    found = [*{hit.span("words"): hit for hit in _dated(said) if not _is_within(hit, said)}.values()]
    if len(found) != 1 or _RECURS.search(said):
        return None
    [hit] = found
    made = _made(hit)
    comes_back = made.kind == "weekday" or (made.kind == "unit" and "lead" in hit.re.groupindex)
    is_near = any(hit.groupdict().get(name) for name in ("near", "this"))
    is_first = not _words(said[: hit.start()])
    if comes_back and not is_near and not is_first and not _ONCE.search(said):
        return None
    return made if is_first or _binds_all(said, hit) else None


def _made(hit: re.Match[str]) -> Bound:
    groups = {name: word for name, word in hit.groupdict().items() if word}
    start, end = hit.span("words")
    for kind in ("weekday", "sign", "unit", "month", "whole", "date", "iso"):
        if kind in groups:
            return Bound(start, end, kind, groups[kind].casefold())
    if "count" in groups:
        return Bound(start, end, "count", groups["count"].casefold(), groups["days"].casefold())
    return Bound(start, end, next(name for name in SPANS if name in groups), groups["words"].casefold())


def _dated(text: str) -> Iterator[re.Match[str]]:
    """What names a last day; no run of weekdays, no value of its own, nothing of what was."""
    for pattern in _DATED if _MAY.search(text) else ():
        for hit in pattern.finditer(text):
            is_other = "lead" in pattern.groupindex and _is_other_end(text, hit.start())
            if not is_other and not _is_past(text, hit.start()):
                yield hit


def _is_other_end(text: str, place: int) -> bool:
    """Whether the end named at a place is a value of its own, or that of a run of weekdays or hours."""
    return bool(_IS_VALUE.search(text[:place]) or _RUN.search(text[:place]))


def _is_within(hit: re.Match[str], text: str) -> bool:
    """Whether another match holds all of it: "for the rest of this week" also says "this week"."""
    others = (other.span() for other in _dated(text) if other.span() != hit.span())
    return any(start <= hit.start() and hit.end() <= end for start, end in others)


def _without_so_far(text: str) -> str:
    return _SO_FAR.sub(lambda hit: " " * len(hit[0]), text)


def _is_past(text: str, place: int) -> bool:
    """Whether the clause around a place tells of what was, or calls it former."""
    if any(start == place for start, _ in old_spans(text)):
        return True
    ends = [0, *(cut.end() for cut in _CLAUSES.finditer(text)), len(text)]
    start = max(end for end in ends if end <= place)
    clause = text[start : min((end for end in ends if end > place), default=len(text))]
    if not is_readable(text):
        return _WAS.search(clause) is not None
    told = tense(clause)
    return told.was and not told.now


def _binds_all(text: str, hit: re.Match[str]) -> bool:
    """Whether a bound that does not open a text holds for all of it: one sentence, in whose first clause it stands or
    which it ends as an aside, and which goes on with no clause of its own."""
    cuts = [0, *(cut.end() for cut in _CLAUSES.finditer(text)), len(text)]
    clauses = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    own = next(place for place, (a, b) in enumerate(clauses) if a <= hit.start() < b)
    beside = len(_words(text[clauses[own][0] : clauses[own][1]])) - len(_words(hit[0]))
    is_aside = beside <= _FEW
    parts = [part for part in _SENTENCES.split(text) if len(_words(part)) > _FEW + len(_words(hit[0]))]
    if len(parts) > 1 or not (own == 0 or is_aside):
        return False
    return is_aside or not any(claim(Statement(text=text[a:b])).has_break for a, b in clauses[own + 1 :])


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
