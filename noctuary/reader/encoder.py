"""The encoder on ONNX Runtime: one text a thread, eight-bit weights, answers rounded so that machines agree."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctuary import onnx
from noctuary.decisions import Chances, Line, Reading
from noctuary.model import Statement
from noctuary.reader import encoding
from noctuary.reader.encoding import Encoded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = Path(__file__).with_name("encoder.onnx")
DIM = 384
PLACES = 2
"""Decimal places of a chance: fewer differ between processors so, though not none (docs/reader.md)."""
REMEMBERED = 1 << 16
_SLOW = "SkipLayerNormFusion"
"""ONNX Runtime's fused kernel takes a seventh more of a reading than the two it stands for (1.32, AVX-512)."""
_THREADS = 4
"""Texts that are read at once, where there are as many cores: a night is a guest of the machine it runs on."""
_BARE = 2
_LEVELS, _STANCES = 3, 7


class Encoder:
    """A reader with the weights in `path`. OSError where the file is not there."""

    def __init__(self, path: Path = FILE) -> None:
        self._path = path
        self._known: dict[Encoded, Chances] = {}

    @cached_property
    def name(self) -> str:
        """`encoder-` and twelve hex digits over the weights."""
        with self._path.open("rb") as file:
            return f"encoder-{hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """How likely each two statements, in the order they were said, are each verdict; in the order given."""
        read = [encoding.pair(*both) for both in pairs]
        known = self._known = self._known if len(self._known) <= REMEMBERED else {}
        new = [one for one in dict.fromkeys(read) if one not in known]
        for one, said in zip(new, self._said_of(new, "verdict"), strict=True):
            known[one] = Chances(*_softmax(said))
        return [known[one] for one in read]

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """How likely each statement, where it stands, is one to keep, asserted, and of each kind; in order."""
        return [_reading(said) for said in self._said_of([encoding.line(one) for one in lines], "line")]

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, DIM) float32 of length 1; all zero for a text without words. Of a text, the first 254 pieces count."""
        import numpy as np

        made = np.zeros((len(texts), DIM), dtype=np.float32)
        read = [encoding.text(one) for one in texts]
        rows = [row for row, one in enumerate(read) if len(one.ids) > _BARE]
        for row, said in zip(rows, self._said_of([read[row] for row in rows], "vector"), strict=True):
            vector = np.array(said)
            made[row] = vector / np.linalg.norm(vector)
        return made

    def rest(self) -> None:
        """Give the network's memory back, some 50 MB; the next question loads it again. What was said stays known."""
        self.__dict__.pop("_session", None)

    def _said_of(self, read: Sequence[Encoded], head: str) -> list[list[float]]:
        """What a head says of each text or pair, in order.

        Each is read by itself: eight-bit arithmetic scales a batch as a whole, so that in one an answer would depend
        on what else is asked; and a batch is no faster (2.8 ms a pair alone, 2.4 to 2.9 in one). Threads read at once,
        so that the answers are those of one thread and come in half the time on two cores.
        """
        if not read:
            return []
        threads = min(_THREADS, _cores(), len(read))
        one_by_one = partial(_said, self._session, head)
        if threads < 2:
            return list(map(one_by_one, read))
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(one_by_one, read))

    @cached_property
    def _session(self) -> Any:
        return onnx.session(self._path, without=[_SLOW])


def _cores() -> int:
    """How many cores this process may use, where the system tells; else how many there are."""
    may_use = getattr(os, "sched_getaffinity", None)
    return len(may_use(0)) if may_use else os.cpu_count() or 1


def _said(session: Any, head: str, one: Encoded) -> list[float]:
    import numpy as np

    length = len(one.ids)
    parts = np.zeros((1, length), dtype=np.int64)
    parts[0, one.second :] = 1
    feed = {"ids": np.array([one.ids], dtype=np.int64), "parts": parts}
    said: list[float] = session.run([head], feed)[0][0].tolist()
    return said


def _reading(logits: Sequence[float]) -> Reading:
    level, stance = _softmax(logits[:_LEVELS]), _softmax(logits[_LEVELS : _LEVELS + _STANCES])
    return Reading(level=level, stance=stance, kind=_softmax(logits[_LEVELS + _STANCES :]))


def _softmax(logits: Sequence[float]) -> tuple[float, ...]:
    top = max(logits)
    grown = [math.exp(x - top) for x in logits]
    return tuple(round(x / sum(grown), PLACES) for x in grown)
