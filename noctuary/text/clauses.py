"""Where the clauses of a statement stand, and their parts: sentences, what stands behind a comma, in brackets. Judges none.

What of a line is no longer so, while the rest of it is, stands in the line behind a mark of our own (`ended`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from noctuary.text.language import NAMED
from noctuary.text.language import words as tokens
from noctuary.text.patterns import signs
from noctuary.text.stops import is_within

ENDED = re.compile(r"\(no longer so: ((?:[^()]|\([^()]*\))*)\)")
"""A part of a statement that an answer ended (`ended`)."""
_CLAUSE_END = signs(r"(?<=[.!?…])\s+|[。！？；]\s*|;\s+|,\s+(?:{say.and}|{claim.joins})\s+")
_PART_END = signs(r"[,:]?\s+[–—-]\s+|[，、]|,\s+|\s*[()\[\]（）]\s*|,?\s+(?:{say.and}|{claim.joins}|{claim.relative})\s+")


class Part(NamedTuple):
    """From where to where a part of a clause stands, and the number of its clause."""

    start: int
    end: int
    clause: int


def ended(text: str) -> str:
    """A part of a statement, marked as no longer so."""
    return f"(no longer so: {text})"


def opening(text: str) -> str:
    """The first part of a text, which names the thing where it is a heading: "Leo (cousin)" → "Leo"."""
    return next((text[part.start : part.end].strip() for part in parts(text)), text)


def standing(text: str) -> str:
    """What a text says now: of what is marked as ended the names alone, which the rest may be about."""
    return ENDED.sub(lambda gone: " ".join(t.text for t in tokens(gone[1]) if t.kind in NAMED), text)


@lru_cache(maxsize=1 << 12)
def parts(text: str) -> tuple[Part, ...]:
    """The parts of a text in their order; neither what is marked as ended nor the signs and words between them."""
    gone = [found.span() for found in ENDED.finditer(text)]
    ends = [found.span() for found in _CLAUSE_END.finditer(text) if not _is_within(text, found.start())]
    cuts = [(*span, not _is_open(text[: span[0]])) for span in ends]
    cuts += [(*found.span(), False) for found in _PART_END.finditer(text) if not _meets(found.span(), ends)]
    cuts = [cut for cut in cuts if not _meets(cut[:2], gone)] + [(*span, False) for span in gone]
    found, start, clause = [], 0, 0
    for begin, end, is_clause in (*sorted(cuts), (len(text), len(text), True)):
        if text[start:begin].strip():
            found.append(Part(start, begin, clause))
        start, clause = end, clause + is_clause
    return tuple(found)


def _meets(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _is_open(before: str) -> bool:
    """Whether a bracket is open at the end of a text."""
    return before.count("(") > before.count(")") or before.count("[") > before.count("]")


def _is_within(text: str, at: int) -> bool:
    """Whether a full stop right before `at` ends no sentence."""
    return text[at - 1 : at] == "." and is_within(text, at - 1)
