"""What the reader is shown of a statement or of two: BERT's word pieces, with headings, gap in days, role and file."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from noctuary.decisions import Line
from noctuary.model import Statement
from noctuary.text.vectors import FIRST, vocabulary
from noctuary.text.wordpiece import pieces, words

UNKNOWN, BEGIN, END = 100, 101, 102
TEXT, HEADING, PLACE, BEFORE, ALONE = 56, 8, 24, 16, 254
"""The most pieces of a statement, its heading, the headings above a line, the line before, and a text alone."""


class Encoded(NamedTuple):
    """Piece numbers, and at which of them the second part begins."""

    ids: tuple[int, ...]
    second: int


def pair(older: Statement, newer: Statement) -> Encoded:
    """`[CLS] heading | older [SEP] 9 days later: heading | newer [SEP]`."""
    first = (BEGIN, *_stated(older), END)
    return Encoded((*first, *numbers(f"{gap(older.said_on, newer.said_on)}:", TEXT), *_stated(newer), END), len(first))


def line(one: Line) -> Encoded:
    """`[CLS] note memory: heading > heading / the line before [SEP] text [SEP]`."""
    place = numbers(f"{one.role} {_file(one.ref)}: {' > '.join(one.headings)}", PLACE)
    first = (BEGIN, *place, *(numbers("/", 1) + numbers(one.before, BEFORE) if one.before else ()), END)
    return Encoded((*first, *numbers(one.text, TEXT), END), len(first))


def text(whole: str) -> Encoded:
    """`[CLS] text [SEP]`, for its vector."""
    ids = (BEGIN, *numbers(whole, ALONE), END)
    return Encoded(ids, len(ids))


def gap(older: dt.date | None, newer: dt.date | None) -> str:
    """How much later the second was said, in words."""
    if older is None or newer is None:
        return "undated"
    days = (newer - older).days
    return "same day" if days == 0 else f"{days} days later"


def numbers(text: str, most: int) -> tuple[int, ...]:
    """The piece numbers of a text in BERT's own counting, at most `most`."""
    found: list[int] = []
    for word in words(text):
        found += _numbers(word)
        if len(found) >= most:
            return tuple(found[:most])
    return tuple(found)


def _stated(one: Statement) -> tuple[int, ...]:
    heading = numbers(one.context[-1], HEADING) if one.context else ()
    return (*heading, *(numbers("|", 1) if heading else ()), *numbers(one.text, TEXT))


def _file(ref: str) -> str:
    name = PurePosixPath(ref).stem
    return "daily" if name[:4].isdigit() and name[5:7].isdigit() else name[:24]


@lru_cache(maxsize=1 << 16)
def _numbers(word: str) -> tuple[int, ...]:
    known = pieces(word, vocabulary())
    return tuple(number + FIRST for number in known) or (UNKNOWN,)
