"""What a rule is: a clue, cheap and wide, and a search, exact. Holds no rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import re2

Hit = tuple[str, int, int]
"""A kind and the half-open span of the value in the text."""


class Finder(NamedTuple):
    """`clue` is a short RE2 pattern, in every text in which `find` finds something; most are plain words.

    `find` takes the text and the same in UTF-8. Clues of one `automaton` are looked for together.
    """

    clue: str
    find: Callable[[str, bytes], Iterator[Hit]]
    automaton: str = "shapes"


def matching(
    kind: str,
    clue: str,
    gate: str,
    pattern: re.Pattern[str],
    group: int | str = 0,
    accepts: Callable[[re.Match[str]], object] = bool,
) -> Finder:
    """A finder of one kind: every match of `pattern` within a line that is accepted, its `group` being the value.

    `gate` says the same for RE2, but may say it loosely; only where it matches is Python's slower `pattern` asked.
    """

    def find(text: str, data: bytes) -> Iterator[Hit]:
        for line in lines_with(gate, text, data):
            yield from ((kind, *hit.span(group)) for hit in pattern.finditer(text, *line) if accepts(hit))

    return Finder(clue, find)


def lines_with(gate: str, text: str, data: bytes) -> Iterator[tuple[int, int]]:
    """The span of each line in which RE2 finds `gate`, ascending; `data` is the text in UTF-8."""
    at = 0
    for first, last in places(to_line_end(gate), text, data):
        if last > at:
            start = text.rfind("\n", at, first) + 1 or at
            at = text.find("\n", last)
            at = len(text) if at < 0 else at
            yield start, at


@cache
def to_line_end(gate: str) -> str:
    """The gate with the rest of its line, so that a line full of it is met once; a gate that may go on in the next
    line is left as it is."""
    crossing = _CROSSING.search(_WITHIN_LINE.sub("", gate))
    return gate if crossing else rf"(?:{gate})[^\n]*"


_WITHIN_LINE = re.compile(r"\[\^[^\]]*\\[ns][^\]]*\]")
_CROSSING = re.compile(r"\\[nsWD]|\[\^|\(\?[a-z]*s|\n")


def widened(pattern: str) -> str:
    """The pattern without its look-aheads, which RE2 does not know: it matches wherever the pattern does."""
    return re.sub(r"\(\?[=!][^()]*\)", "", pattern)


def loosened(pattern: str) -> str:
    """The pattern, widened, without upper bounds, which blow up RE2's automaton and say nothing to it."""
    return re.sub(r"\{0,\}", "*", re.sub(r"\{(\d+),\d+\}[?+]?", r"{\1,}", widened(pattern))).replace(r"\Z", "$")


def places(gate: str, text: str, data: bytes) -> Iterator[tuple[int, int]]:
    """The span of each match of RE2's `gate`, ascending; `data` is the text in UTF-8."""
    is_ascii = text.isascii()
    yield from (hit.span() for hit in compiled(gate, is_bytes=is_ascii).finditer(data if is_ascii else text))


@cache
def compiled(pattern: str, *, is_bytes: bool = False) -> Any:
    """A rule's own pattern, made once: RE2 itself remembers 128, fewer than there are, and makes the others anew."""
    return re2.compile(pattern.encode() if is_bytes else pattern)


@cache
def any_of(*patterns: str) -> re2.Set:
    """One automaton of RE2 patterns: its `Match` of UTF-8 gives the numbers of those that match, in no order."""
    options = re2.Options()
    options.max_mem = 1 << 26
    them = re2.Set.SearchSet(options)
    for pattern in patterns:
        them.Add(pattern.encode())
    them.Compile()
    return them


def windows(gate: str, text: str, data: bytes, reach: int) -> Iterator[tuple[int, int]]:
    """What stands on the same line within `reach` signs of a match of `gate`; windows that meet are one, ascending."""
    start = end = begin = close = -1
    for first, last in places(gate, text, data):
        if last > close:
            begin = text.rfind("\n", 0, first) + 1
            close = text.find("\n", last)
            close = len(text) if close < 0 else close
        left = max(begin, first - reach)
        if left > end:
            if end > 0:
                yield start, end
            start = left
        end = min(close, max(end, last + reach))
    if end > 0:
        yield start, end
