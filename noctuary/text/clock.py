"""Reads clock times and spans of them, in figures and in spoken forms, as minutes of the day.

A spoken hour without its half of the day (`half past four`) is kept as (minutes, "either"): it may mean both.
"""

from __future__ import annotations

from noctuary.text.languages import either, numbers
from noctuary.text.scanning import Match, Read, is_change, rule

_EARLY = (
    either("clock.early")
)
_LATE = (
    either("clock.late")
)
_NIGHT = either("clock.night")
_WORDED = rf"(?P<early>{_EARLY})|(?P<late>{_LATE})|(?P<night>{_NIGHT})"
_PART = rf"(?:,? (?:(?P<early>a\.?m\b\.?|{_EARLY})|(?P<late>p\.?m\b\.?|{_LATE})|(?P<night>{_NIGHT})))"
_DAWN = 6
_CJK_EARLY, _CJK_LATE = ("上午", "午前", "早上", "凌晨", "朝"), ("下午", "午後", "晚上", "夜", "傍晚")
_FIXED = numbers("clock.fixed")
_POINT = r"noon|midday|midnight|\d{1,2}(?:[:.h]\d{2})?(?: ?(?:[ap]\.?m\b\.?|h\b|Uhr))?"
_QUARTER_TO = ("quarter to", "quarter before", "viertel vor", "menos cuarto", "moins le quart", "dreiviertel")


def _time(hour: int, minute: int, m: Match, *, is_spoken: bool = False) -> Read | None:
    """A time of the day; the half of the day is taken from the match's words, where it tells it."""
    parts = m.groupdict()
    if not 0 <= hour <= 24 or not 0 <= minute < 60:
        return None
    is_late = parts.get("late") or (parts.get("night") and hour >= _DAWN)
    if is_late and hour < 12:
        hour += 12
    elif parts.get("early") or parts.get("night"):
        hour %= 12
    elif is_spoken and 1 <= hour <= 12:
        return "time", (float(hour % 12 * 60 + minute), "either")
    return "time", (float(hour * 60 + minute),)


def _ampm(m: Match) -> Read | None:
    hour = int(m[1])
    if hour > 12:
        return None
    return "time", (float((hour % 12 + (12 if m[3][0] in "pP" else 0)) * 60 + int(m[2] or 0)),)


def _clock(m: Match) -> Read | None:
    return _time(int(m[1]), int(m[2]), m)


def _hour(m: Match) -> Read | None:
    return _time(int(m[1]), int(m[2] or 0), m)


def _oclock(m: Match) -> Read | None:
    return _time(int(m[1]), 0, m, is_spoken=True)


def _past(m: Match) -> Read | None:
    """`quarter past 3`, `20 to 9`, `Viertel vor 9`, `5 nach 8`: minutes before or after an hour."""
    steps = {"quarter": 15, "viertel": 15, "half": 30}
    minutes = steps.get(m[1].casefold()) or int(m[1])
    if minutes >= 60 or int(m[3]) > 12:
        return None
    is_before = m[2].casefold() in ("to", "before", "vor")
    whole = (int(m[3]) * 60 + (-minutes if is_before else minutes)) % 1440
    return _time(whole // 60, whole % 60, m, is_spoken=True)


def _halb(m: Match) -> Read | None:
    hour = int(m[2])
    return _time((hour - 1) % 12, 45 if m[1][0] in "dD" else 30, m, is_spoken=True) if 1 <= hour <= 12 else None


def _romance(m: Match) -> Read | None:
    """`5 de la tarde`, `8 y media`, `9 menos cuarto`, `3 heures et quart`."""
    said = (m[2] or "").strip().casefold()
    minutes = 30 if "medi" in said or "demi" in said else 15 if said else 0
    whole = int(m[1]) * 60 + (-minutes if said.startswith("m") else minutes)
    if not said and not (m["early"] or m["late"] or m["night"]):
        return None
    return _time(whole // 60, whole % 60, m, is_spoken=True)


def _fixed(m: Match) -> Read | None:
    return "time", (float(_FIXED[m[1].casefold()]),)


def _signs(m: Match) -> Read | None:
    """`午後3時半`, `下午3点20分`, `9点`."""
    hour = int(m[2])
    if hour > 24 or (m[4] and int(m[4]) > 59):
        return None
    minute = 30 if m[3] else int(m[4] or 0)
    hour += 12 if m[1] in _CJK_LATE and hour < 12 else 0
    return "time", (float((hour % 12 if m[1] in _CJK_EARLY else hour) * 60 + minute),)


def _minutes(point: str) -> tuple[int, str] | None:
    low = point.casefold().strip()
    if low in _FIXED:
        return (_FIXED[low], "24")
    half = "p" if low.rstrip(".").endswith(("pm", "p.m")) else "a" if low.rstrip(".").endswith(("am", "a.m")) else ""
    figures = [int(part) for part in "".join(c if c.isdigit() else " " for c in low).split()]
    hour, minute = figures[0], figures[1] if len(figures) > 1 else 0
    return (hour * 60 + minute, half) if hour <= 24 and minute < 60 else None


def _span(m: Match) -> Read | None:
    start, end = _minutes(m["from"]), _minutes(m["to"])
    if start is None or end is None or is_change(m):
        return None
    first, last = _whole(start, end[1]), _whole(end, "")
    if start[1] == "" and end[1] == "p" and first > last:
        first = start[0]
    return ("span", (float(first), float(last))) if first < last else None


def _whole(point: tuple[int, str], other: str) -> int:
    minutes, half = point
    half = half or (other if other in ("a", "p") else "")
    if half in ("a", "p"):
        return minutes % 720 + (720 if half == "p" else 0)
    return minutes


_PLAIN_SPAN = (
    rf"(?<![\w:.#-])(?P<from>{_POINT})\s?(?:h\s?)?(?:[–—-]|to|bis|until|till|a|à)\s?(?P<to>{_POINT})(?![\w:%-]|\.\d)"
    r"(?!\s?(?:%|[€$£]|EUR|min|sec|kg|MB|GB)|\.? (?:%|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|März|Mai|Okt|Dez))"
    r"(?: (?:Uhr|h)\b)?(?: (?:nachts|morgens))?"
)
SPANS = (
    rule(_PLAIN_SPAN, _span),
    rule(rf"\b(?:between|from|zwischen|von|entre|de|las) (?:las |les )?(?P<from>{_POINT}) "
         rf"(?:and|to|und|bis|y|et|a|à)(?: las| les)? (?P<to>{_POINT})(?![\w:%]|\.\d)(?: (?:Uhr|h)\b)?"
         r"(?: (?:nachts|morgens))?", _span, "between ", "from ", "zwischen ", "von ", "entre ", "de ", "las "),
)  # fmt: skip
TIMES = (
    rule(r"\b(?:an? )?(quarter|half|viertel|\d{1,2}) (?:minutes? |minuten )?(past|after|before|vor|nach|(?<=quarter )to)"
         rf" (\d{{1,2}})\b(?![:.]?\d| ?(?:failed|attempts?|days?|tage?n?|wochen?|weeks?|hours?|stunden?|minut|%))(?: o'clock)?{_PART}?",
         _past, " past ", " after ", " before ", " vor ", " nach ", "quarter to "),
    rule(rf"\b(halb|dreiviertel) (\d{{1,2}})\b{_PART}?", _halb, "halb ", "dreiviertel "),
    rule(r"(?<![\w.,])(\d{1,2})(?: heures?| h)?( y media| y cuarto| menos cuarto| et demie| et quart| moins le quart|)(?<!\d et demie)"
         rf"{_PART}?(?!\w)", _romance, " y ", " menos ", " et ", " moins ", " de la ", " du ", " de l"),
    rule(r"\b(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.)(?!\w)", _ampm, "am", "pm", "a.m", "p.m"),
    rule(rf"(?<![\d:.])([01]?\d|2[0-3])(?::| ?h ?)([0-5]\d)(?![\d:])(?! ?(?:min|s\b|m\b))(?:\s?(?:h|Uhr)\b)?{_PART}?", _clock, ":", "h"),
    rule(rf"(?<![\d:.])([01]?\d|2[0-3])(?:\.([0-5]\d))? ?(?:Uhr\b|heures(?= (?:du|de l)))(?: (?:mittags))?{_PART}?", _hour,
         "uhr", "heures"),
    rule(rf"(?<=\bà )([01]?\d|2[0-3])() ?(?:h|heures?)\b(?! ?\d){_PART}?", _hour, "à "),
    rule(rf"(?<![\d.,])(\d{{1,2}}) ?o'clock{_PART}?", _oclock, "o'clock"),
    rule(rf"(?<=\bat )(\d{{1,2}})() (?:{_WORDED})(?!\w)", _hour, " in the ", " at night", "tonight"),
    rule(r"(?<!\d)([01]\d|2[0-3])([0-5]\d) ?(?:hrs\b|h\b(?! )|(?<=0\d\d\d )hours\b)", _hour, "hrs", "hours"),
    rule(rf"(?:({'|'.join((*_CJK_EARLY, *_CJK_LATE))})の?)?(\d{{1,2}})[時时点點](?!間|间)(?:(半)|(\d{{1,2}})分)?", _signs,
         "時", "时", "点", "點"),
    rule(r"\b(?:(?:at|à|a|um|por|until|till|jusqu['’]à) )?(?:12 )?(noon|midday|midnight|mediod[ií]a|medianoche|mitternacht|(?<=à )midi|(?<=à )minuit)\b|(?:正午|午夜)",
         lambda m: _fixed(m) if m[1] else ("time", (720.0 if m[0] == "正午" else 0.0,)),
         "noon", "midday", "midnight", "mediod", "medianoche", "mitternacht", "à mi", "正午", "午夜", has_digit=False),
)  # fmt: skip
