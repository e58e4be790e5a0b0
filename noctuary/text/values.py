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
from noctuary.text.patterns import signs
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
_APPROXIMATE = signs(r"{bound.about}\s?$")
_BOUNDS = ("<", "<=", ">", ">=")
_BOUNDED = frozenset(("number", "version", "duration", "money", "ratio", "bytes", "length", "mass", "volume"))
_LEADING = signs(
    r"(?:(?P<a>{bound.at_most})|(?P<b>{bound.at_least})|(?P<c>{bound.below})|(?P<d>{bound.above}))(?: \w+)?\s?$"
)
_TRAILING = signs(r"(?:\.x)?(?: \w+)? ?(?:(?P<a>{bound.at_most_behind})|(?P<b>{bound.at_least_behind}))")
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
_NOT = signs(r"(?:\b{bound.denied}\b|n['’]t\b|不)[^,;.!?]*$")
