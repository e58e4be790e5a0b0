"""Finds the typed values of a statement and brings them to one form. It compares values, not statements.

A value is (kind, norm): a quantity in its base unit (seconds, bytes, metres, grams, degrees Celsius, ratio),
a version as a tuple, a date as ISO parts, a time as minutes of the day, a path, URL, verb or flag as folded text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.consolidate.judging import units
from noctuary.model import Value


class Typed(Value, frozen=True):
    """One value in a statement: its kind, its normal form, its own words and where they stand.

    `past` tells that it is called former, `near` is the word before it.
    """

    kind: str
    norm: tuple[float | str, ...]
    text: str
    start: int
    end: int
    approx: bool = False
    code: bool = False
    past: bool = False
    near: str = ""


_NUM = r"(?:\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
_MONTH = "|".join(sorted(units.MONTHS, key=lambda m: (-len(m), m)))
_DAY = "|".join(sorted(units.WEEKDAYS, key=lambda d: (-len(d), d)))
_WORDNUM = "|".join(sorted(units.NUMBER_WORDS, key=lambda d: (-len(d), d)))
_UNIT = "|".join(sorted((re.escape(u) for u in units.UNITS), key=lambda d: (-len(d), d)))
_PERIOD = "|".join(sorted(units.PERIODS, key=lambda d: (-len(d), d)))
_CUR = r"[€$£¥]|EUR|USD|GBP|CHF|NOK|SEK|DKK|JPY|kr\b|euros?\b|dollars?\b"

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE if flags == "i" else 0))
    for name, flags, pattern in (
        ("url", "i", r"https?://[^\s)>\]|]+"),
        ("iso", "", r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)"),
        ("cjkdate", "", r"(\d{1,2})月(\d{1,2})[日号]"),
        ("slashdate", "", r"(?<!\d)(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)"),
        ("dotdate", "", r"(?<![\d.])([0-3]?\d)\.([01]?\d)\.(?!\d)"),
        ("daymonth", "i", rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of"
            rf"| de)? ({_MONTH})\b\.?(?:,? (?:de )?(\d{{4}}))?"),
        ("monthday", "i", rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (\d{{4}}))?"),
        ("monthyear", "i", rf"\b({_MONTH}) (\d{{4}})\b"),
        ("span", "", r"(?<![\d:.])(\d{1,2})(?::(\d{2}))?\s?h?\s?(?:[–—-]|to|bis|a"
            r"|à)\s?(\d{1,2})(?::(\d{2}))?(?:\s?h\b)?(?![\d:.%])(?!\s?(?:%|€|min|sec|kg|MB|GB))"),
        ("ampm", "i", r"\b(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.)(?!\w)"),
        ("clock", "", r"(?<![\d:.])([01]?\d|2[0-3])[:h]([0-5]\d)(?![\d:])(?:\s?(?:h|Uhr)\b)?"),
        ("hour", "i", r"(?<![\d.,])([01]?\d|2[0-4])\s?(?:Uhr\b|[時点]|o'clock)"),
        ("ip", "", r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?"),
        ("port", "i", r"(?:(?<=port )|(?<=port: )|(?<=puerto )|(?<=localhost:)|(?<=端口 )|(?<=\w:))(\d{2,5})\b"
            r"|(?<=[\s(]):(\d{4,5})\b"),
        ("constraint", "", r"(>=|<=|≥|≤|==|~=|\^)\s?v?(\d+(?:\.\d+)*)"),
        ("money", "i", rf"(?:({_CUR})\s?({_NUM})|({_NUM})\s?(k)?\s?({_CUR}))"),
        ("percent", "i", rf"({_NUM})\s?(?:%|percent|prozent|per cent|pour cent|por ciento)"),
        ("fraction", "i", r"\b(?:(three|two|one|a|1|2|3)[ -])?(half|halves|quarters?"
            r"|thirds?)\b(?!-)(?: an?\b)?(?: ?(GiB|MiB|GB|MB|hour|year|day|month)\b)?"),
        ("every", "i", rf"\bevery (?:(\d+|{_WORDNUM}) )?(second|minute|hour|day|night|week|fortnight|month"
            rf"|quarter|year|other day|other week)s?\b"),
        ("period", "i", rf"(?<!\w)({_PERIOD})(?!\w)"),
        ("degree", "", rf"([-−]?{_NUM})\s?(?:°\s?([CF])?|℃|degrees\b|(?<=\d )F\b)"),
        ("quantity", "", rf"(?<![\w.])({_NUM}|(?i:{_WORDNUM})(?=[ -]))(k)?(?!-[A-Z]\b)[ -]?({_UNIT})(?![\w])"),
        ("cjkquantity", "", r"([\d一二三四五六七八九十两半]+)\s?(个月|か月|小时|時間|分钟|分|秒|天|日間|周|週間|年)"),
        ("version", "", r"(?<![\w.])v?(\d+(?:\.\d+){1,3}|\d+(?:\.\d+)*\.x)(?![\w%]|\.\d)"
            r"|(?<!\w)v(\d+(?:\.\d+)*)(?!\w)"),
        ("verb", "", r"\b(GET|POST|PUT|PATCH|DELETE|HEAD)\b"),
        ("flag", "", r"(?<![\w-])(--[a-z][\w-]+|-[A-Za-z])(?![\w-])"),
        ("path", "", r"(?<![\w:/])(?:~|\.{1,2}|\$HOME)?/(?:[\w.$<>{}*-]+/?)+|(?<!\w)[\w-]+/(?=[\s)`]|$)"
            r"|(?<![\w.])\.env\b|(?<![\w/])[\w-]+\.(?:toml|yaml|yml|json|ini|cfg|js|ts|py|sql|md|csv|sh|conf"
            r"|env)\b"),
        ("ordinal", "i", r"\b(\d{1,3})(?:st|nd|rd|th)\b|\b(first|second|third|fourth|fifth)\b(?= (?:of|week"
            r"|sunday|monday|failure|attempt|try))"),
        ("weekday", "i", rf"\b(?:{_DAY})s?\b|周[一二三四五六日]|星期[一二三四五六日]|[月火水木金土日]曜日?"),
        ("month", "i", rf"\b(?:{_MONTH})\b|(?<!\d)(\d{{1,2}})月"),
        ("year", "", r"(?<![\w#.,])(?:19|20)\d{2}(?![\w.,]\d|\w|-[A-Z]\b)"),
        ("id", "", r"#\d+|\b[A-Z]{2,}-\d+\b"),
        ("number", "i", rf"(?<![\w.,#/-])({_NUM})(k|m)?(?![\w/]|\.\d|-[A-Z]\b)|\b(?!one\b)({_WORDNUM})\b"
            rf"|(?:(?<=at most )|(?<=at least )|(?<=exactly )|(?<=only )|(?<=just ))(one)\b"),
    )
)  # fmt: skip


_DIGITS = frozenset((
    "iso", "cjkdate", "slashdate", "dotdate", "daymonth", "monthday", "monthyear", "span", "ampm", "clock", "hour",
    "ip", "port", "constraint", "money", "percent", "degree", "version", "year", "id",
))  # fmt: skip


_NEEDS = {
    "url": ("://",), "flag": ("-",), "every": ("every",), "path": ("/", "."), "fraction": ("hal", "quarter", "third"),
    "ampm": ("am", "pm", "a.m", "p.m"), "percent": ("%", "cent", "prozent", "ciento"), "cjkdate": ("月",),
    "daymonth": ("1", "2", "3", "4", "5", "6", "7", "8", "9"), "degree": ("°", "℃", "degrees", "f"),
    "constraint": ("=", "≤", "≥", "^"), "slashdate": ("/", "."), "dotdate": (".",),
}  # fmt: skip


@lru_cache(maxsize=32768)
def values(text: str) -> tuple[Typed, ...]:
    """The typed values of a text, left to right, none overlapping."""
    found: list[Typed] = []
    taken: list[tuple[int, int]] = []
    codes = code_spans(text)
    has_digit = any(c.isdigit() for c in text)
    low = text.lower()
    for name, pattern in _RULES:
        if (not has_digit and name in _DIGITS) or (name in _NEEDS and not any(s in low for s in _NEEDS[name])):
            continue
        for match in pattern.finditer(text):
            start, end = match.span()
            if start == end or any(start < hi and lo < end for lo, hi in taken):
                continue
            read = units.read(name, match)
            if read is None:
                continue
            taken.append((start, end))
            found.append(
                Typed(kind=read[0], norm=read[1], text=match.group(0).strip(), start=start, end=end,
                      approx=_is_approximate(text, start), code=any(lo <= start < hi for lo, hi in codes),
                      near=_before(text, start))
            )  # fmt: skip
    return tuple(sorted(found, key=lambda v: v.start))


def code_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The character ranges that stand in backticks."""
    return tuple(m.span(1) for m in re.finditer(r"`([^`]+)`", text))


def _before(text: str, start: int) -> str:
    match = _LAST_WORD.search(text, max(0, start - 24), start)
    return match.group(1).casefold() if match else ""


_LAST_WORD = re.compile(r"(\w[\w-]*)\W*$")


def _is_approximate(text: str, start: int) -> bool:
    before = text[max(0, start - 16) : start]
    return bool(
        re.search(
            r"(?:about|around|approx\w*|roughly|some|~|≈|ca\.?|circa|etwa|unos|environ|约"
            r"|約)\s?$",
            before,
            re.I,
        )
    )


def relation(a: Typed, b: Typed) -> str:
    """How two values stand to one another: equal, finer (one details the other), conflict or other."""
    if a.kind != b.kind:
        return _across(a, b)
    if a.norm == b.norm:
        return "equal"
    if a.kind == "version":
        shorter = min(len(a.norm), len(b.norm))
        return "finer" if a.norm[:shorter] == b.norm[:shorter] else "conflict"
    if a.kind in ("date", "span", "path"):
        return _parts(a, b)
    if isinstance(a.norm[0], float) and isinstance(b.norm[0], float):
        return _numeric(a, b)
    return "conflict"


_MEASURED = ("duration", "bytes", "length", "mass", "volume", "temperature", "speed", "period", "ratio")


def _numeric(a: Typed, b: Typed) -> str:
    x, y = float(a.norm[0]), float(b.norm[0])
    if a.norm[1:] != b.norm[1:]:
        return "conflict"
    gap = abs(x - y) / max(abs(x), abs(y), 1e-9)
    if gap <= ((0.011 if max(x, y) <= 0.9 else 1e-6) if a.kind == "ratio" else 0.005 if a.kind in _MEASURED else 1e-9):
        return "equal"
    return "finer" if (a.approx or b.approx) and gap <= 0.15 else "conflict"


def _parts(a: Typed, b: Typed) -> str:
    if a.kind == "path":
        x, y = str(a.norm[0]).strip("/"), str(b.norm[0]).strip("/")
        return "equal" if x == y else "finer" if x.startswith(y) or y.startswith(x) else "conflict"
    same = all(p == q or p == "" or q == "" for p, q in zip(a.norm, b.norm, strict=False))
    if not same:
        return "conflict"
    return "finer" if a.kind == "span" else "equal"


def _decimal(dotted: Typed) -> float | None:
    """What a two-part version would be as a plain decimal number; None where it is none."""
    return float(dotted.text) if re.fullmatch(r"\d+\.\d+", dotted.text) else None


def _across(a: Typed, b: Typed) -> str:
    kinds = {a.kind, b.kind}
    if kinds == {"number", "version"}:
        x, y = (a, b) if a.kind == "version" else (b, a)
        return "finer" if x.norm[0] == float(y.norm[0]) else "conflict" if a.near and a.near == b.near else "other"
    if kinds == {"version", "ratio"} or kinds == {"version", "money"}:
        amount, dotted = (b, a) if a.kind == "version" else (a, b)
        return "equal" if _decimal(dotted) == amount.norm[0] else "other"
    if kinds == {"number", "port"} or kinds == {"number", "year"}:
        return "equal" if float(a.norm[0]) == float(b.norm[0]) else "conflict"
    if kinds == {"number", "id"}:
        number, label = (a, b) if a.kind == "number" else (b, a)
        return "equal" if str(label.norm[0]).lstrip("#") == f"{float(number.norm[0]):.0f}" else "other"
    if kinds == {"number", "ratio"}:
        ratio, number = (a, b) if a.kind == "ratio" else (b, a)
        return "equal" if float(ratio.norm[0]) == float(number.norm[0]) else "other"
    if kinds == {"month", "date"}:
        date, month = (a, b) if a.kind == "date" else (b, a)
        return "finer" if date.norm[1] == month.norm[0] else "conflict"
    if kinds == {"number", "count"}:
        return "equal" if float(a.norm[0]) == float(b.norm[0]) else "conflict"
    if kinds <= {"mass", "volume", "dose", "bytes", "length", "temperature"}:
        return "conflict"
    return "other"
