"""Finds the typed values of a statement and brings them to one form. It compares values, not statements.

A value is (kind, norm): a quantity in its base unit (seconds, bytes, metres, grams, degrees Celsius, ratio),
a version as a tuple, a date as its parts, a time as minutes of the day, a path, URL, verb or flag as folded text.
Spelled numbers are written in digits first (`numerals`); the rooms of the rules say what they read; `sameness`
tells how two values stand to one another.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.text import calendar, clock, symbols, units
from noctuary.text.numerals import Plain, digits
from noctuary.text.sameness import relation
from noctuary.text.scanning import Norm, Rule, Typed

__all__ = ["Typed", "code_spans", "relation", "values"]

_RULES: tuple[Rule, ...] = (
    *symbols.URLS, *symbols.SWITCHES, *calendar.DATES, *clock.SPANS, *clock.TIMES, *symbols.ADDRESSES, *symbols.SIZES, *units.MONEY, *units.QUANTITIES, *symbols.RANGES,
    *symbols.CODE, *symbols.ORDINALS, *calendar.DAYS, *symbols.LABELS, *units.NUMBERS,
)  # fmt: skip
_WORDED = tuple(one for one in _RULES if not one.has_digit)


@lru_cache(maxsize=32768)
def values(text: str) -> tuple[Typed, ...]:
    """The typed values of a text, left to right, none overlapping."""
    plain = digits(text if text.isascii() else text.translate(_LOOKALIKE))
    low = plain.text.casefold()
    has_digit = _DIGIT.search(plain.text) is not None
    found: list[tuple[int, int, str, Norm]] = []
    taken = bytearray(len(plain.text) + 1)
    for pattern, read, needs, _ in _RULES if has_digit else _WORDED:
        if needs and not any(sign in low for sign in needs):
            continue
        for match in pattern.finditer(plain.text):
            start, end = match.span()
            if start == end or taken.find(1, start, end) >= 0:
                continue
            value = read(match)
            if value is not None:
                found.append((start, end, *value))
                taken[start:end] = b"\1" * (end - start)
    codes = code_spans(text) if found else ()
    return tuple(_typed(text, plain, one, codes) for one in sorted(found))


_DIGIT = re.compile(r"\d")
_LOOKALIKE = str.maketrans("ſıİ\u212a", "siIK")


def _typed(text: str, plain: Plain, found: tuple[int, int, str, Norm], codes: tuple[tuple[int, int], ...]) -> Typed:
    start, end = plain.back(found[0], found[1])
    kind, norm = found[2], found[3]
    bound = str(norm[0]) if kind == "constraint" and norm[0] in _BOUNDS else ""
    return Typed(
        kind=kind, norm=norm, text=text[start:end].strip(), start=start, end=end,
        approx=_APPROXIMATE.search(text, max(0, start - 16), start) is not None,
        code=any(lo <= start < hi for lo, hi in codes), near=_before(text, start), after=_after(text, end),
        bound=bound or (_bound(text, start, end) if kind in _BOUNDED else ""),
    )  # fmt: skip


def code_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The character ranges that stand in backticks."""
    return tuple(m.span(1) for m in _CODE.finditer(text)) if "`" in text else ()


_CODE = re.compile(r"`([^`]+)`")


def _before(text: str, start: int) -> str:
    match = _LAST_WORD.search(text, max(0, start - 24), start)
    return match.group(1).casefold() if match else ""


def _after(text: str, end: int) -> str:
    match = _NEXT_WORD.match(text, end)
    return match[1].casefold() if match else ""


_NEXT_WORD = re.compile(r"\+?\s([^\W\d_][\w-]*)")
_LAST_WORD = re.compile(r"(\w[\w-]*)\W*$")
_APPROXIMATE = re.compile(r"(?:about|around|approx\w*|roughly|some|~|≈|ca\.?|circa|etwa|unos|environ|约|約)\s?$", re.I)
_BOUNDS = ("<", "<=", ">", ">=")
_BOUNDED = frozenset(("number", "version", "duration", "money", "ratio", "bytes", "length", "mass", "volume"))
_LEADING = re.compile(
    r"(?:(?P<a>at most|no more than|not more than|up to|max(?:imum|\.)?(?: of)?|höchstens|maximal|bis zu|como máximo|máximo(?: de)?|hasta|au plus"
    r"|au maximum|jusqu['’]à|最多|不超过|至多)|(?P<b>at least|no less than|no fewer than|min(?:imum|\.)?(?: of)?|mindestens|como mínimo|al menos|mínimo"
    r"|au moins|au minimum|至少|最少|最低)|(?P<c>below|under|less than|fewer than|unter|weniger als|menos de|moins de|少于|不到|未満)"
    r"|(?P<d>above|over|more than|mehr als|über|más de|plus de|超过|多于))(?: \w+)?\s?$", re.I,
)  # fmt: skip
_TRAILING = re.compile(
    r"(?:\.x)?(?: \w+)? ?(?:(?P<a>at (?:the )?most|or (?:less|fewer|older|earlier|below)|maximum|max\b|oder weniger|como máximo|(?:au )?maximum|以下|以内)"
    r"|(?P<b>\+(?!\w)|or (?:more|newer|later|above|higher|greater)|at (?:the )?least|minimum|oder (?:mehr|neuer)|o más|ou plus|como mínimo|以上))", re.I,
)  # fmt: skip
_SIGN = {"a": "<=", "b": ">=", "c": "<", "d": ">"}


def _bound(text: str, start: int, end: int) -> str:
    """The limit the words around a value make of it: <=, >=, < or >; "" where they make none."""
    match = _LEADING.search(text, max(0, start - 18), start) or _TRAILING.match(text, end)
    if match is None:
        return ""
    sign = _SIGN[match.lastgroup or "a"]
    is_turned = sign in _TURNED and _NOT.search(text, max(0, match.start() - 40), match.start()) is not None
    return _TURNED[sign] if is_turned else sign


_TURNED = {"<": ">=", ">": "<="}
_NOT = re.compile(r"(?:\b(?:not|no|never|cannot|nicht|nie|kein\w*|ning\w+|nunca|aucun\w*|jamais|pas)\b|n['’]t\b|不)[^,;.!?]*$", re.I)
