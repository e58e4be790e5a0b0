"""What a line does, heard by what was learned of written ones: it asks to be kept by nobody ("this stays between us",
"niet opschrijven hoor"), or it hands on a secret ("my bike is locked with 2290").

Both are open classes, of which no list of phrases has more than a part. A logistic regression has learned each over
pieces of 2 to 6 letters and pieces of 3 to 8 of the line's shape (`shape`), from invented lines in twelve languages,
lines that share words and build with them, and real talk and notes (`python -m benchmarks.train_ears`). A weight stands
by the hash of its piece.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = Path(__file__).with_suffix(".npz")
STEPS = 1000
ENDS, LEAST, MOST, LINES = 600, 8, 300, 200
"""A request stands where a turn begins or ends: so many signs of both are looked at; a secret may stand anywhere in the
first so many lines. Lines of at least so many signs; longer ones by sentence."""
_LETTERS, _SHAPES = (2, 6, 20), (3, 8, 14)
"""The shortest and the longest piece, and the bits of its place among the weights: with 16 bits for letters, so many
pieces share a place that of the unread lists' texts a quarter fewer are heard, real lines taken as often."""
SLOTS = (1 << _LETTERS[2]) + (1 << _SHAPES[2])
REMEMBERED = 1 << 15
"""Lines whose weight is remembered: a night asks of each twice, where statements are cut and where passages are."""
_SHARE = 0.7
"""What a piece of a shape counts beside one of letters."""
_PRIME, _MIX = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
"""Odd, with bits as if drawn: the golden ratio's in 64 bits, and the multiplier of the mixer mx3 (J. Maiga)."""
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")
_WORD, _DIGIT = re.compile(r"[^\W\d_]+"), re.compile(r"\d")


class Ear(NamedTuple):
    """(SLOTS,) weights of pieces in thousandths, so that sums are the same on any machine, and what a line must weigh."""

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


def pieces(line: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places among the weights of a line's pieces of letters, and of those of its shape; each once, ascending."""
    plain = _DIGIT.sub("0", line.lower().replace("’", "'"))
    return _places(plain, *_LETTERS), _places(shape(line), *_SHAPES) + (1 << _LETTERS[2])


def shape(line: str) -> str:
    """A line without its words: "Gate: Otter7 opens" → "Aa: Aa0 a"."""
    return _DIGIT.sub("0", _WORD.sub(_cased, line))


def _cased(word: re.Match[str]) -> str:
    text = word[0]
    if text.islower():
        return "a"
    if text.isupper():
        return "A"
    return "Aa" if text[0].isupper() and text[1:].islower() else "aA"


def _places(text: str, shortest: int, longest: int, bits: int) -> NDArray[np.int64]:
    import numpy as np

    letters = np.frombuffer(f" {' '.join(text.split())} ".encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)
    rolled, found = letters.copy(), [np.zeros(0, np.uint64)]
    for length in range(2, min(longest, len(letters)) + 1):
        rolled = rolled[:-1] * np.uint64(_PRIME) + letters[length - 1 :]
        if length >= shortest:
            mixed = rolled * np.uint64(_MIX)
            found.append(((mixed ^ (mixed >> np.uint64(32))) * np.uint64(_PRIME)) >> np.uint64(64 - bits))
    return np.unique(np.concatenate(found)).astype(np.int64)


def values(line: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Places among the weights and what stands there: pieces of letters and those of the shape are each of length 1,
    times their share."""
    import numpy as np

    parts = pieces(line)
    sizes = [share / math.sqrt(max(1, len(part))) for part, share in zip(parts, (1.0, _SHARE), strict=True)]
    return np.concatenate(parts), np.repeat(sizes, [len(part) for part in parts])


def _hears(name: Literal["asks", "tells"], some: list[str]) -> bool:
    bar = _ears()[name].bar
    return any(_weight(name, line) >= bar for line in some)


@lru_cache(maxsize=REMEMBERED)
def _weight(name: Literal["asks", "tells"], line: str) -> float:
    ear = _ears()[name]
    letters, shapes = (int(ear.pieces[part].sum(dtype="int64")) / math.sqrt(max(1, len(part))) for part in pieces(line))
    return (letters + _SHARE * shapes) / STEPS


@cache
def _ears() -> dict[str, Ear]:
    import numpy as np

    with np.load(FILE, allow_pickle=False) as kept:
        return {name: Ear(kept[name], float(kept[f"{name}_bar"])) for name in ("asks", "tells")}
