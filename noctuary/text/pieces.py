"""A line's pieces: runs of its letters and of its shape, each at a place among weights that were learned of such.

Places are hashes, so that weights hold no word of what they were learned from; a few pieces share one.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEPS = 1000
"""Weights are whole thousandths, so that sums are the same on any machine."""
_SHARE = 0.7
"""What a piece of a shape counts beside one of letters."""
_PRIME, _MIX = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
"""Odd, with bits as if drawn: the golden ratio's in 64 bits, and the multiplier of the mixer mx3 (J. Maiga)."""
_WORD, _DIGIT = re.compile(r"[^\W\d_]+"), re.compile(r"\d")


class Pieces(NamedTuple):
    """How lines are cut: of letters and of shapes the shortest and the longest piece, and the bits of its place."""

    letters: tuple[int, int, int]
    shapes: tuple[int, int, int]

    @property
    def slots(self) -> int:
        """How many weights there are."""
        return (1 << self.letters[2]) + (1 << self.shapes[2])

    def places(self, line: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the weights of a line's letters stand, and of its shape: each once, ascending."""
        plain = _DIGIT.sub("0", line.lower().replace("’", "'"))
        return _places(plain, *self.letters), _places(shape(line), *self.shapes) + (1 << self.letters[2])

    def values(self, line: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Places among the weights and what stands there: letters and shape are each of length 1, times their share."""
        import numpy as np

        parts = self.places(line)
        sizes = [share / math.sqrt(max(1, len(part))) for part, share in zip(parts, (1.0, _SHARE), strict=True)]
        return np.concatenate(parts), np.repeat(sizes, [len(part) for part in parts])

    def weight(self, weights: NDArray[np.int16], line: str) -> float:
        """What a line weighs by (slots,) weights in thousandths."""
        letters, shapes = (
            int(weights[part].sum(dtype="int64")) / math.sqrt(max(1, len(part))) for part in self.places(line)
        )
        return (letters + _SHARE * shapes) / STEPS


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
    rolled, runs = letters, [np.zeros(0, np.uint64)]
    for length in range(2, min(longest, len(letters)) + 1):
        rolled = rolled[:-1] * np.uint64(_PRIME) + letters[length - 1 :]
        if length >= shortest:
            runs.append(rolled)
    mixed = np.concatenate(runs) * np.uint64(_MIX)
    mixed = ((mixed ^ (mixed >> np.uint64(32))) * np.uint64(_PRIME)) >> np.uint64(64 - bits)
    found = np.sort(mixed.astype(np.int64))
    is_first = np.append(found[:1] >= 0, found[1:] != found[:-1])
    return np.asarray(found[is_first], np.int64)
