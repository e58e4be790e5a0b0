"""Finds facts and passages by vectors of eight bits a number. Makes none itself: the embedder is the caller's.

A row's signs, a bit a number, tell the few hundred that may be nearest among many; these are multiplied out. What is
loaded is kept by the connection until the index changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import apsw

from noctuary.index.read import meta
from noctuary.index.transaction import immediate
from noctuary.model import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noctuary.index.vectors import Embedding

SCALE = 127.0
BATCH = 2048
ALL = 4096
"""Up to so many rows all are multiplied out: 2 ms (processor time)."""
SHORT_LIST, SHORT_SHARE = 1024, 64
"""Above, the nearest by their signs: so many, or one in SHORT_SHARE."""
OVERFETCH = 4


class Near(Value, frozen=True):
    """A fact or passage, and the cosine of its vector with the question's."""

    id: str
    is_passage: bool
    score: float
    at: int


class Matrix:
    """The vectors of an index: `numbers` (n,), `rows` (n, dim) int8, `signs` (dim / 64, n) of 64 signs each."""

    def __init__(self, rows: Sequence[tuple[int, bytes]]) -> None:
        import numpy as np

        self.numbers = np.array([number for number, _ in rows], dtype=np.int64)
        flat = np.frombuffer(b"".join(vec for _, vec in rows), dtype=np.int8)
        self.rows = flat.reshape(len(rows), -1) if rows else flat.reshape(0, 0)
        self.signs = _signs(self.rows) if len(rows) > ALL else np.zeros((1, 0), dtype=np.uint64)

    def nearest(self, query: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
        """The (number, cosine) of the rows nearest to a vector of length 1, nearest first, ties by number."""
        import numpy as np

        if not len(self.numbers) or self.rows.shape[1] != len(query):
            return []
        short = self._short(query, limit)
        rows = self.rows if short is None else self.rows[short]
        # Whole numbers: the same on every machine, and no threads to wait for.
        scores = (rows.astype(np.int32) @ np.rint(query * SCALE).astype(np.int32)) / SCALE**2
        numbers = self.numbers if short is None else self.numbers[short]
        best = np.lexsort((numbers, -scores))[:limit]
        return [(int(numbers[n]), round(float(scores[n]), 6)) for n in best]

    def _short(self, query: NDArray[np.float32], limit: int) -> NDArray[np.intp] | None:
        """Which rows to multiply out; None for all."""
        import numpy as np

        size = max(SHORT_LIST, 8 * limit, len(self.numbers) // SHORT_SHARE)
        if not self.signs.shape[1] or size >= len(self.numbers):
            return None
        apart = np.zeros(len(self.numbers), dtype=np.uint16)
        for signs, wanted in zip(self.signs, _signs(np.sign(query).astype(np.int8)[None, :]), strict=True):
            apart += np.bitwise_count(signs ^ wanted)
        found: NDArray[np.intp] = np.argpartition(apart, size)[:size]
        return found


def _signs(rows: NDArray[np.int8]) -> NDArray[np.uint64]:
    """(⌈dim / 64⌉, n) whole numbers that hold the signs of each row."""
    import numpy as np

    bits = np.packbits(rows > 0, axis=1)
    padded = np.zeros((len(bits), -(-bits.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : bits.shape[1]] = bits
    return np.ascontiguousarray(padded.view(np.uint64).T)


def load(db: apsw.Connection) -> Matrix:
    """Read every vector."""
    return Matrix(db.execute("SELECT number, vec FROM near ORDER BY number").fetchall())  # type: ignore[arg-type]


def is_of(db: apsw.Connection, embedder: Embedding) -> bool:
    """Whether what is here was made by this embedder; some may be missing."""
    return meta(db, "embedder") == embedder.name and db.execute("SELECT 1 FROM near LIMIT 1").fetchone() is not None


def is_complete(db: apsw.Connection) -> bool:
    """Whether no passage is without its vector."""
    missing = "SELECT 1 FROM main.passage WHERE 2 * docid + 1 NOT IN (SELECT number FROM near) LIMIT 1"
    return db.execute(missing).fetchone() is None


def ranked(
    db: apsw.Connection, matrix: Matrix, query: NDArray[np.float32], statuses: Sequence[str], kinds: Sequence[str],
    limit: int,
) -> list[Near]:  # fmt: skip
    """Facts of these statuses and passages of these kinds by cosine, nearest first, ties newer first, then by id."""
    taken = OVERFETCH * limit
    while True:
        found = matrix.nearest(query, taken)
        shown = _shown(db, found, statuses, kinds)
        if len(shown) >= limit or len(found) < taken:
            break
        taken *= 8
    return sorted(shown, key=lambda one: (-one.score, -one.at, one.id))[:limit]


def _shown(
    db: apsw.Connection, found: Sequence[tuple[int, float]], statuses: Sequence[str], kinds: Sequence[str]
) -> list[Near]:
    """What the asker may see of them."""
    scores = dict(found)
    facts = json.dumps([number // 2 for number in scores if number % 2 == 0])
    passages = json.dumps([number // 2 for number in scores if number % 2])
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT 2 * docid, id, last_at FROM fact WHERE docid IN (SELECT value FROM json_each(?1))"
        " AND status IN (SELECT value FROM json_each(?2)) UNION ALL"
        " SELECT 2 * docid + 1, id, coalesce(at, 0) FROM passage WHERE docid IN (SELECT value FROM json_each(?3))"
        " AND kind IN (SELECT value FROM json_each(?4))",
        (facts, json.dumps(list(statuses)), passages, json.dumps(list(kinds))),
    ).fetchall()
    return [Near(id=key, is_passage=bool(number % 2), score=scores[number], at=at) for number, key, at in rows]


def fill(db: apsw.Connection, embedder: Embedding) -> int:
    """Make the vectors that are missing: of facts from their own (`vectors.embed` first), of passages anew."""
    import numpy as np

    made = 0
    facts = db.execute(
        "SELECT 2 * f.docid, v.vec FROM vector v JOIN fact f ON f.id = v.fact_id"
        " WHERE 2 * f.docid NOT IN (SELECT number FROM near)"
    )
    for some in _batches(facts):
        rows = np.frombuffer(b"".join(vec for _, vec in some), dtype=np.float32).reshape(len(some), -1)
        with immediate(db):
            _put(db, [number for number, _ in some], rows)
    passages = db.execute(
        "SELECT 2 * docid + 1, heading, lead, text FROM passage WHERE 2 * docid + 1 NOT IN (SELECT number FROM near)"
    )
    for some in _batches(passages):
        vectors = embedder.embed(["\n".join(filter(None, said)) for _, *said in some])
        with immediate(db):
            _put(db, [number for number, *_ in some], vectors)
        made += len(some)
    return made


def _batches(rows: Any) -> Iterator[list[tuple[Any, ...]]]:
    found = rows.fetchall()
    for start in range(0, len(found), BATCH):
        yield found[start : start + BATCH]


def _put(db: apsw.Connection, numbers: Sequence[int], rows: NDArray[np.float32]) -> None:
    import numpy as np

    short = np.rint(rows * SCALE).astype(np.int8)
    db.executemany(
        "INSERT OR REPLACE INTO near VALUES (?, ?)",
        [(number, row.tobytes()) for number, row in zip(numbers, short, strict=True)],
    )
