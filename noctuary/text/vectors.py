"""What a word means beyond its letters, as a vector: a shipped table, read only. Knows no sentence and no order.

The table is all-MiniLM-L6-v2's view of every piece of its vocabulary (Apache-2.0; benchmarks/derive_vectors.py
made it), 256 numbers of four bits each, and a weight by how rare the piece is. A text's vector is the weighted sum
of its pieces', in whole numbers, so that it has the same bytes on every machine. Words of other languages than
English are cut into pieces that mean little; opposites ("hot", "cold") are near.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from noctuary.text.wordpiece import pieces, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLE = "c64c2fd947235d47"  # the first 16 hex digits of the SHA-256 of both files, one after the other
FIRST = 999
DIM = 256
DECIMALS = 6
BATCH = 512
MOST_PIECES = 1 << 16
_FILES = ("vectors.bin", "vocabulary.txt")
_ROOM = Path(__file__).parent


class _Table(NamedTuple):
    """`packed` (pieces, DIM / 2): vectors, two numbers a byte; `weights` (pieces,) of each."""

    packed: NDArray[np.uint8]
    weights: NDArray[np.int16]


def embed_texts(texts: Sequence[str]) -> NDArray[np.float32]:
    """(n, DIM) float32 for n texts: rows of length 1, or all zero where no piece is known.

    A text's row does not depend on the others. Of a text, the first 65,536 pieces count.
    """
    import numpy as np

    made = np.zeros((len(texts), DIM), dtype=np.float32)
    for start in range(0, len(texts), BATCH):
        some = [_numbers(text) for text in texts[start : start + BATCH]]
        made[start : start + BATCH] = _unit(_sums(some))
    return made


@lru_cache(maxsize=1 << 13)
def word_likeness(a: str, b: str) -> float:
    """The cosine of two words in [-1, 1], to six decimals; 0.0 where either has no vector."""
    return _cosine(_word_sum(a), _word_sum(b))


def likenesses(word: str, words: tuple[str, ...]) -> NDArray[np.float64]:
    """(n,) the cosines of a word with n > 0 others, as `word_likeness` gives each."""
    import numpy as np

    sums, lengths = _word_sums(words)
    summed, length = _word_sum(word)
    whole = lengths * length
    cosines: NDArray[np.float64] = np.divide(sums @ summed, whole, out=np.zeros(len(words)), where=whole > 0)
    return cosines.round(DECIMALS)


@lru_cache(maxsize=1 << 13)
def likeness(a: str, b: str) -> float:
    """The cosine of two texts in [-1, 1], to six decimals; 0.0 where either has no vector."""
    return _cosine(_text_sum(a), _text_sum(b))


@cache
def vocabulary() -> Mapping[str, int]:
    """The pieces and their rows; row n is number n + FIRST in the vocabulary of bert-base-uncased."""
    return {piece: row for row, piece in enumerate(_said()[0::2])}


def is_here() -> bool:
    """Whether the table came with this installation."""
    return all(_ROOM.joinpath(name).is_file() for name in _FILES)


def _said() -> list[str]:
    return _ROOM.joinpath("vocabulary.txt").read_text("utf-8").rstrip("\n").replace("\n", " ").split(" ")


@cache
def _table() -> _Table:
    import numpy as np

    packed = np.frombuffer(_ROOM.joinpath("vectors.bin").read_bytes(), dtype=np.uint8).reshape(-1, DIM // 2)
    return _Table(packed=packed, weights=np.array(_said()[1::2]).astype(np.int16))


def _unpacked(packed: NDArray[np.uint8], weights: NDArray[np.int16]) -> NDArray[np.int16]:
    import numpy as np

    rows = np.empty((len(packed), DIM), dtype=np.int16)
    rows[:, 0::2], rows[:, 1::2] = packed >> 4, packed & 15
    rows -= 8
    rows *= weights[:, None]
    return rows


@lru_cache(maxsize=1 << 16)
def _pieces(word: str) -> tuple[int, ...]:
    return pieces(word, vocabulary())


def _numbers(text: str) -> list[int]:
    return [number for word in words(text) for number in _pieces(word)][:MOST_PIECES]


def _sums(texts: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """(n, DIM) whole numbers: the sums of the pieces' rows, zero for a text without any. Each piece is unpacked once."""
    import numpy as np

    sums = np.zeros((len(texts), DIM), dtype=np.int64)
    table, met = _table(), np.unique(np.fromiter(itertools.chain.from_iterable(texts), dtype=np.intp))
    rows = _unpacked(table.packed[met], table.weights[met])
    for n, numbers in enumerate(texts):
        if numbers:
            sums[n] = rows[np.searchsorted(met, numbers)].sum(axis=0, dtype=np.int32)
    return sums


def _unit(sums: NDArray[np.int64]) -> NDArray[np.float32]:
    """Rows of length 1. Squares are summed in whole numbers, where order changes nothing."""
    import numpy as np

    lengths = np.sqrt((sums * sums).sum(axis=1, keepdims=True).astype(np.float64))
    rows = np.divide(sums, lengths, out=np.zeros(sums.shape), where=lengths > 0)
    rounded: NDArray[np.float32] = rows.round(DECIMALS).astype(np.float32)
    return rounded


@lru_cache(maxsize=1 << 13)
def _word_sum(word: str) -> tuple[NDArray[np.int64], float]:
    return _text_sum(word if any(letter.isalpha() for letter in word) else "")


@lru_cache(maxsize=16)
def _word_sums(words: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The words' sums of rows below each other, and their lengths."""
    import numpy as np

    found = [_word_sum(word) for word in words]
    return np.array([summed for summed, _ in found]), np.array([length for _, length in found])


@lru_cache(maxsize=1 << 11)
def _text_sum(text: str) -> tuple[NDArray[np.int64], float]:
    """A text's sum of rows and its length."""
    summed = _sums([_numbers(text)])[0]
    return summed, float((summed * summed).sum()) ** 0.5


def _cosine(a: tuple[NDArray[np.int64], float], b: tuple[NDArray[np.int64], float]) -> float:
    length = a[1] * b[1]
    return round(float((a[0] * b[0]).sum()) / length, DECIMALS) if length else 0.0
