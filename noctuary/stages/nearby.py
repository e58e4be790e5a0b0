"""Nearest neighbours of facts by vector. Reads vectors the index keeps and makes the missing; stores none.

One array product a block finds the nearest exactly while the fresh are few. Where both sides are many (a first
night), rows are grouped around CELL sample rows and each block looks only into the PROBED cells nearest to it: work
grows with n·√n, and a neighbour may be missed, which the finder of pairs by words does not depend on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from noctuary.embed import Embedder, choose
from noctuary.model import Fact
from noctuary.settings import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]
    Numbers = NDArray[np.int64]

BLOCK = 256
BATCH = 4096
MOST_PRODUCTS = 400_000_000
CELLS_PER_ROOT = 2
PROBED = 12
Near = dict[str, list[tuple[str, float]]]


class Vectors:
    """The vectors of a night's facts, kept from one question to the next: a vector is of its words and does not age."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._embedder = choose(workspace.settings.embed.model).embedder
        self._facts: list[Fact] = []
        self._row_of: dict[str, int] = {}

    def nearby(self, fresh: Sequence[Fact], among: Sequence[Fact], k: int, floor: float) -> Near:
        """The at most `k` facts of `among` nearest to each of `fresh` (all in `among`), cosine at least `floor`.

        Nearest first, cosines rounded to four places, ties by id; a fact is not its own neighbour.
        """
        import numpy as np

        if len(among) < 2 or not fresh:
            return {}
        is_large = len(fresh) * len(among) > MOST_PRODUCTS
        if not self._have(among) or (is_large and len(among) < len(self._facts)):
            self._load(among)
        facts, row_of, matrix = self._facts, self._row_of, self._matrix
        left = np.ones(len(facts), dtype=bool)
        left[[row_of[fact.id] for fact in among]] = False
        asked = np.array(sorted(row_of[fact.id] for fact in fresh), dtype=np.int64)
        found: Near = {}
        for rows, columns in _celled(matrix, asked) if is_large else _blocks(asked, len(facts)):
            alike = np.round(matrix[rows] @ (matrix if columns is None else matrix[columns]).T, 4)
            alike[:, left if columns is None else left[columns]] = -np.inf
            for row, scores in zip(rows, alike, strict=True):
                best = [(facts[n].id, score) for n, score in _best(scores, columns, k + 1, floor) if n != row]
                found[facts[row].id] = best[:k]
        return found

    def _have(self, facts: Iterable[Fact]) -> bool:
        row_of, known = self._row_of, self._facts
        for fact in facts:
            row = row_of.get(fact.id)
            if row is None or known[row].text != fact.text:
                return False
        return True

    def _load(self, among: Iterable[Fact]) -> None:
        """One row a fact, in the order of their ids: the index's own where it stands for these words, else made now."""
        import numpy as np

        self._facts = sorted(among, key=lambda fact: fact.id)
        self._row_of = row_of = {fact.id: row for row, fact in enumerate(self._facts)}
        texts = [fact.text for fact in self._facts]
        self._matrix = matrix = np.zeros((len(texts), self._embedder.dim), dtype=np.float32)
        is_missing = np.ones(len(texts), dtype=bool)
        size = matrix.strides[0]
        stored = (
            (row, vector)
            for fact_id, text, vector in _stored(self._workspace, self._embedder)
            if (row := row_of.get(fact_id)) is not None and texts[row] == text and len(vector) == size
        )
        while batch := list(islice(stored, BATCH)):
            rows, vectors = zip(*batch, strict=True)
            matrix[list(rows)] = np.frombuffer(b"".join(vectors), dtype=np.float32).reshape(len(batch), -1)
            is_missing[list(rows)] = False
        made = np.flatnonzero(is_missing)
        if len(made):
            matrix[made] = self._embedder.embed([texts[row] for row in made])


def _blocks(asked: Numbers, size: int) -> Iterator[tuple[Numbers, Numbers | None]]:
    for start in range(0, len(asked), BLOCK):
        yield asked[start : start + BLOCK], None


def _celled(matrix: Rows, asked: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Blocks of rows of one cell, each with the members of the cells around it."""
    import numpy as np

    cells = CELLS_PER_ROOT * math.isqrt(len(matrix))
    centres = matrix[:: max(1, len(matrix) // cells)]
    home = np.concatenate(
        [np.argmax(matrix[start : start + 4096] @ centres.T, axis=1) for start in range(0, len(matrix), 4096)]
    )
    members = [np.flatnonzero(home == cell) for cell in range(len(centres))]
    around = np.argsort(-(centres @ centres.T), axis=1, kind="stable")[:, :PROBED]
    wanted = np.zeros(len(matrix), dtype=bool)
    wanted[asked] = True
    for cell, own in enumerate(members):
        rows = own[wanted[own]]
        if len(rows):
            columns = np.sort(np.concatenate([members[other] for other in around[cell]]))
            for start in range(0, len(rows), BLOCK):
                yield rows[start : start + BLOCK], columns


def _best(scores: Rows, columns: Numbers | None, k: int, floor: float) -> list[tuple[int, float]]:
    """The rows of the `k` highest scores from `floor` on, highest first, ties by row."""
    import numpy as np

    over = np.flatnonzero(scores >= floor)
    if len(over) > k:
        least = np.partition(scores[over], len(over) - k)[len(over) - k]
        over = over[scores[over] >= least]
    order = over[np.argsort(-scores[over], kind="stable")][:k]
    rows = order if columns is None else columns[order]
    return [(int(row), float(scores[n])) for row, n in zip(rows, order, strict=True)]


def _stored(workspace: Workspace, embedder: Embedder) -> Iterator[tuple[str, str, bytes]]:
    from noctuary.errors import NoctuaryError
    from noctuary.index import Index

    if not workspace.index.exists():
        return
    try:
        index = Index.open(workspace.index, read_only=True)
    except NoctuaryError:
        return
    with index:
        yield from index.stored_vectors(embedder)
