"""What a line does, heard by what was learned of written ones: it asks to be kept by nobody ("this stays between us",
"niet opschrijven hoor"), or it hands on a secret ("my bike is locked with 2290").

Both are open classes, of which no list of phrases has more than a part. A logistic regression has learned each over
pieces of 2 to 6 letters and pieces of 3 to 8 of the line's shape (`text.pieces`), from invented lines in fourteen
languages, lines that share words and build with them, and real talk and notes (`python -m benchmarks.train_ears`).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from noctuary.text.pieces import Pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = Path(__file__).with_suffix(".npz")
ENDS, LEAST, MOST, LINES = 600, 8, 300, 200
"""A request stands where a turn begins or ends: so many signs of both are looked at; a secret may stand anywhere in the
first so many lines. Lines of at least so many signs; longer ones by sentence."""
PIECES = Pieces(letters=(2, 6, 20), shapes=(3, 8, 14))
"""With 16 bits for letters, so many pieces share a place that of the unread lists' texts a quarter fewer are heard, real
lines taken as often."""
REMEMBERED = 1 << 15
"""Lines whose weight is remembered: a night asks of each twice, where statements are cut and where passages are."""
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")


class Ear(NamedTuple):
    """(`PIECES.slots`,) weights of pieces in thousandths, and what a line must weigh."""

    pieces: NDArray[np.int16]
    bar: float


def asks(text: str) -> bool:
    """Whether a turn's beginning or end has a line that surely asks to keep something from everybody."""
    return _hears("asks", ends(text))


def tells(text: str) -> bool:
    """Whether a text has a line that surely hands on a secret."""
    return _hears("tells", lines(text)[:LINES])


def ends(text: str) -> list[str]:
    """The lines of a turn in which a request is looked for."""
    return lines(text) if len(text) <= 2 * ENDS else [*lines(text[:ENDS]), *lines(text[-ENDS:])]


def lines(text: str) -> list[str]:
    """The lines of a text that are weighed."""
    found = (line.strip() for line in text.split("\n"))
    cut = (piece for line in found for piece in ([line] if len(line) <= MOST else _SENTENCE.split(line)))
    return [one[:MOST] for one in cut if len(one) >= LEAST]


def _hears(name: Literal["asks", "tells"], some: list[str]) -> bool:
    bar = _ears()[name].bar
    return any(_weight(name, line) >= bar for line in some)


@lru_cache(maxsize=REMEMBERED)
def _weight(name: Literal["asks", "tells"], line: str) -> float:
    return PIECES.weight(_ears()[name].pieces, line)


@cache
def _ears() -> dict[str, Ear]:
    import numpy as np

    with np.load(FILE, allow_pickle=False) as kept:
        return {name: Ear(kept[name], float(kept[f"{name}_bar"])) for name in ("asks", "tells")}
