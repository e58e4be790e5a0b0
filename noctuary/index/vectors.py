"""Keeps one vector a fact and finds the nearest. Makes none itself: the embedder is the caller's.

`vector` is the truth; `vector_knn` (sqlite-vec) is built from it where the extension loads, and an
array product answers where it does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import apsw

from noctuary.index.read import meta
from noctuary.index.search import Match
from noctuary.index.transaction import immediate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OVERFETCH = 4
MOST_KNN = 4096
"""The largest k that sqlite-vec takes."""


class Embedding(Protocol):
    """What this room needs of an embedder: float32 rows of `dim`, L2-normalised, for n texts."""

    @property
    def name(self) -> str:
        """Which model and version this is; another name means other vectors."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) float32 for n texts."""


def embed(db: apsw.Connection, embedder: Embedding, has_vec: bool) -> int:
    """Make the vectors that are missing, all of them when the embedder's name changed; how many."""
    renewed = meta(db, "embedder") != embedder.name
    todo = db.execute("SELECT id, text, docid FROM fact ORDER BY id").fetchall() if renewed else _missing(db)
    if not todo and not renewed:
        return 0
    made = embedder.embed([str(text) for _, text, _ in todo])
    with immediate(db):
        if renewed:
            db.execute("DELETE FROM vector; DELETE FROM near")
            db.execute("INSERT OR REPLACE INTO meta VALUES ('embedder', ?)", (embedder.name,))
        db.executemany(
            "INSERT OR REPLACE INTO vector SELECT ?1, ?3 FROM fact WHERE (id, text) = (?1, ?2)",
            ((fact_id, text, row.tobytes()) for (fact_id, text, _), row in zip(todo, made, strict=True)),
        )
        is_built = has_vec and not renewed and meta(db, "knn") != ""
        if is_built:
            _add_to_knn(db, [int(docid) for _, _, docid in todo])  # type: ignore[arg-type]
        else:
            db.execute("DELETE FROM meta WHERE key = 'knn'")
        if has_vec and not is_built:
            _build_knn(db, embedder.dim)
    return len(todo)


def _missing(db: apsw.Connection) -> list[tuple[Any, ...]]:
    """(id, text, docid) of the facts that have no vector, by id: keys are compared, no vector is read."""
    if _is_complete(db):
        return []
    left = "SELECT id FROM fact EXCEPT SELECT fact_id FROM vector"
    return db.execute(f"SELECT id, text, docid FROM fact WHERE id IN ({left}) ORDER BY id").fetchall()


def is_fresh(db: apsw.Connection, embedder: Embedding) -> bool:
    """Whether every fact has a vector of this embedder."""
    return meta(db, "embedder") == embedder.name and _is_complete(db)


def _is_complete(db: apsw.Connection) -> bool:
    """Whether there are as many vectors as facts: a vector goes with its fact, so none is missing then."""
    row = db.execute("SELECT (SELECT count(*) FROM main.fact) = (SELECT count(*) FROM vector)").fetchone()
    return bool(row and row[0])


def stored(db: apsw.Connection, embedder: Embedding) -> Iterator[tuple[str, str, bytes]]:
    """(fact id, its words, its vector as float32 bytes) of every fact this embedder has one for."""
    if meta(db, "embedder") == embedder.name:
        query = "SELECT f.id, f.text, v.vec FROM vector v JOIN fact f ON f.id = v.fact_id"
        yield from db.execute(query)


def nearest(
    db: apsw.Connection,
    embedder: Embedding,
    text: str,
    limit: int,
    statuses: Sequence[str],
    has_vec: bool,
) -> list[Match]:
    """Facts of these statuses by cosine to `text`, nearest first, ties by id; score is the cosine."""
    query = embedder.embed([text])[0]
    if not query.any():
        return []
    k = limit * OVERFETCH if has_vec and meta(db, "knn") else MOST_KNN + 1
    while k <= MOST_KNN:
        ranked, is_all = _standing(db, _by_knn(db, query, k), statuses), k >= _count(db)
        if len(ranked) >= limit or is_all:
            return ranked[:limit]
        k *= OVERFETCH
    return _standing(db, _by_product(db, query), statuses)[:limit]


def _standing(db: apsw.Connection, found: Sequence[tuple[str, float]], statuses: Sequence[str]) -> list[Match]:
    """What of (fact id, cosine) is shown and has such a status, nearest first, ties by id."""
    allowed = _allowed(db, [fact_id for fact_id, _ in found], statuses)
    ranked = sorted(((round(score, 6), fact_id) for fact_id, score in found if fact_id in allowed),
                    key=lambda pair: (-pair[0], pair[1]))  # fmt: skip
    return [Match(id=fact_id, score=score) for score, fact_id in ranked]


def _count(db: apsw.Connection) -> int:
    row = db.execute("SELECT count(*) FROM vector_knn").fetchone()
    return int(row[0]) if row else 0


def _build_knn(db: apsw.Connection, dim: int) -> None:
    db.execute("DROP TABLE IF EXISTS vector_knn")
    db.execute(f"CREATE VIRTUAL TABLE vector_knn USING vec0(vec float[{int(dim)}] distance_metric=cosine)")
    db.execute(
        "INSERT INTO vector_knn (rowid, vec) SELECT f.docid, v.vec FROM vector v JOIN fact f ON f.id = v.fact_id"
    )
    db.execute("INSERT INTO meta VALUES ('knn', 'built')")


def _add_to_knn(db: apsw.Connection, docids: Sequence[int]) -> None:
    """Bring `vector_knn` up to `vector`: what is new or reworded anew, what is gone out."""
    gone = db.execute("SELECT rowid FROM vector_knn WHERE rowid NOT IN (SELECT docid FROM fact)").fetchall()
    db.executemany("DELETE FROM vector_knn WHERE rowid = ?", [*gone, *((docid,) for docid in docids)])
    db.executemany(
        "INSERT INTO vector_knn (rowid, vec) SELECT f.docid, v.vec FROM vector v JOIN fact f ON f.id = v.fact_id"
        " WHERE f.docid = ?",
        [(docid,) for docid in docids],
    )


def _by_knn(db: apsw.Connection, query: NDArray[np.float32], k: int) -> list[tuple[str, float]]:
    rows = db.execute(
        "WITH near AS (SELECT rowid AS docid, distance FROM vector_knn WHERE vec MATCH ? AND k = ?)"
        " SELECT f.id, near.distance FROM near JOIN fact f USING (docid)",
        (query.tobytes(), k),
    )
    return [(str(fact_id), 1.0 - float(distance)) for fact_id, distance in rows]


def _by_product(db: apsw.Connection, query: NDArray[np.float32]) -> list[tuple[str, float]]:
    import numpy as np

    rows: list[tuple[Any, ...]] = db.execute("SELECT fact_id, vec FROM vector ORDER BY fact_id").fetchall()
    if not rows:
        return []
    matrix = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.float32).reshape(len(rows), -1)
    return [(str(row[0]), float(score)) for row, score in zip(rows, matrix @ query, strict=True)]


def _allowed(db: apsw.Connection, ids: Sequence[str], statuses: Sequence[str]) -> set[str]:
    rows = db.execute(
        "SELECT f.id FROM fact f WHERE f.id IN (SELECT value FROM json_each(?1))"
        " AND f.status IN (SELECT value FROM json_each(?2))",
        (json.dumps(list(ids)), json.dumps(list(statuses))),
    )
    return {str(row[0]) for row in rows}
