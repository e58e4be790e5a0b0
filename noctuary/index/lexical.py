"""Finds facts and passages by words, in one order: BM25 with the frequencies of both together. Follows no edges.

SQLite ranks each of the two full texts for itself and gives its best; these are weighed again by the words they hold,
as if they stood in one collection. Of words that most texts hold, only the rarest are looked up.
"""

from __future__ import annotations

import json
import marshal
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import apsw

from noctuary.index.search import MAX_TERMS, Term, spellings, terms
from noctuary.model import Value

K1, B = 1.2, 0.75
"""FTS5's own."""
MOST_POSTINGS = 6000
"""Words are taken from the rarest on until this many texts hold one of them: 4 ms at 200,000 passages, where all took
23 (processor time); a word beyond that tells little."""
POOL = 80
"""Rows of each full text that are weighed again."""
COVERAGE, UNKNOWN = 0.75, 0.5
"""How much of the score the share of words is, and what a word weighs that nothing holds."""


class Found(Value, frozen=True):
    """A fact or passage that holds words of a question: `points` its BM25, `score` in [0, 1] how much of it."""

    id: str
    is_passage: bool
    points: float
    score: float
    at: int


class _Text(NamedTuple):
    """One full text: its table, its vocabulary, what its columns weigh."""

    table: str
    vocabulary: str
    weights: tuple[float, ...]
    query: str


_FACTS = _Text(
    "observations_fts",
    "observations_vocab",
    (1.0, 0.75, 0.5, 0.25, 1.0),
    "SELECT f.id, f.last_at, o.held FROM ({}) o JOIN fact f ON f.docid = o.docid"
    " WHERE f.status IN (SELECT value FROM json_each(:statuses))",
)
_PASSAGES = _Text(
    "passage_words",
    "passage_vocab",
    (1.0, 0.25, 0.5, 1.0),
    "SELECT p.id, coalesce(p.at, 0), o.held FROM ({}) o JOIN passage p ON p.docid = o.docid"
    " WHERE p.kind IN (SELECT value FROM json_each(:kinds))",
)


class _Word(NamedTuple):
    """A word as it is looked up, and about how many rows of each full text hold it."""

    term: Term
    facts: int
    passages: int

    def held_by(self, text: _Text) -> int:
        return self.facts if text is _FACTS else self.passages


class _Row(NamedTuple):
    """A row, its tokens by column, and how often each column holds each word that was looked up."""

    id: str
    at: int
    sizes: list[int]
    counts: list[list[int]]


class _Rows(NamedTuple):
    """What one full text found by the words looked up: its best rows; its tokens by column, and how many rows."""

    text: _Text
    looked: list[Term]
    rows: list[_Row]
    tokens: list[int]
    size: int


def register(db: apsw.Connection) -> None:
    """Give the connection the functions that tell which words of a query a row holds, and how long rows are."""
    db.register_fts5_function("held", _held)
    db.register_fts5_function("totals", _totals)


def _held(api: apsw.FTS5ExtensionApi, *_: object) -> bytes:
    """Tokens of the row by column; for each phrase of the query how often each column holds it. As marshal has them."""
    columns = range(api.column_count)
    counts = [[len(found) for found in api.phrase_locations(phrase)] for phrase in range(api.phrase_count)]
    return marshal.dumps(([api.column_size(n) for n in columns], counts))


def _totals(api: apsw.FTS5ExtensionApi, *_: object) -> bytes:
    """Tokens of the table by column, and its rows."""
    return marshal.dumps(([api.column_total_size(n) for n in range(api.column_count)], api.row_count))


def ranked(db: apsw.Connection, query: str, statuses: Sequence[str], kinds: Sequence[str], limit: int) -> list[Found]:
    """Facts of these statuses and passages of these kinds that hold any word, best first, ties newer first, then by id.

    score = COVERAGE · (share of the question's information held, by IDF) + the rest · (BM25 relative to the best, times
    the largest share): 1.0 holds every word and ranks first.
    """
    wanted = terms(query)[:MAX_TERMS]
    known, unknown = _known(db, wanted)
    if not known:
        return []
    texts = [text for text, named in ((_FACTS, statuses), (_PASSAGES, kinds)) if named]
    values = {"statuses": json.dumps(list(statuses)), "kinds": json.dumps(list(kinds))}
    found = [_rows(db, text, known, values, limit) for text in texts]
    return _scored(found, known, unknown, limit)


def _scored(found: Sequence[_Rows], known: Sequence[_Word], unknown: int, limit: int) -> list[Found]:
    """One order of the rows of both full texts."""
    total = sum(one.size for one in found)
    idf = {one.term.expression: _idf(total, min(total, one.facts + one.passages)) for one in known}
    information = sum(idf.values()) * (1 + UNKNOWN * unknown / len(known))
    average = sum(_length(one.text, one.tokens) for one in found) / total if total else 1.0
    weighed: list[tuple[float, float, _Row, bool]] = []
    for one in found:
        weights = [idf[term.expression] for term in one.looked]
        is_passage = one.text is _PASSAGES
        weighed += [(*_points(row, one.text.weights, weights, average), row, is_passage) for row in one.rows]
    if not weighed:
        return []
    best, top = max(points for points, *_ in weighed) or 1.0, max(held for _, held, *_ in weighed) / information
    scored = [
        Found(
            id=row.id,
            is_passage=is_passage,
            points=round(points, 6),
            score=round(COVERAGE * held / information + (1 - COVERAGE) * top * points / best, 4),
            at=row.at,
        )
        for points, held, row, is_passage in weighed
    ]
    scored.sort(key=lambda one: (-one.points, -one.at, one.id))
    return scored[:limit]


def _idf(total: int, count: int) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _length(text: _Text, tokens: Sequence[int]) -> float:
    return sum(weight * size for weight, size in zip(text.weights, tokens, strict=True))


def _points(row: _Row, weights: Sequence[float], idf: Sequence[float], average: float) -> tuple[float, float]:
    """(BM25 over weighted columns, the information of the words held)."""
    length = points = held = 0.0
    for weight, size in zip(weights, row.sizes, strict=True):
        length += weight * size
    norm = K1 * (1 - B + B * length / average)
    for worth, columns in zip(idf, row.counts, strict=True):
        often = 0.0
        for weight, count in zip(weights, columns, strict=True):
            often += weight * count
        if often:
            held += worth
            points += worth * often * (K1 + 1) / (often + norm)
    return points, held


def _rows(db: apsw.Connection, text: _Text, known: Sequence[_Word], values: dict[str, str], limit: int) -> _Rows:
    """The best rows of one full text; more of them where many are not to be shown."""
    looked = _affordable(text, known)
    if not looked:
        return _Rows(text, [], [], [0] * len(text.weights), _count(db, text))
    # Sorted by the full text itself, which then asks `held` of the rows that it gives alone.
    inner = (
        f"SELECT rowid AS docid, held({text.table}) AS held FROM {text.table} WHERE {text.table} MATCH :words"
        f" AND rank MATCH 'bm25({', '.join(map(str, text.weights))})' ORDER BY rank LIMIT :pool"
    )
    words = " OR ".join(f"({term.expression})" for term in looked)
    pool = max(POOL, limit)
    while True:
        asked = values | {"words": words, "pool": pool}
        found: list[tuple[Any, ...]] = db.execute(text.query.format(inner), asked).fetchall()
        if len(found) >= limit or pool >= _matching(db, text.table, words, pool + 1):
            break
        pool *= 8
    rows = [_Row(str(key), int(at), *marshal.loads(held)) for key, at, held in found]
    totals = f"SELECT totals({text.table}) FROM {text.table} WHERE {text.table} MATCH ? LIMIT 1"
    tokens, count = marshal.loads(db.execute(totals, (words,)).fetchone()[0])  # type: ignore[index]
    return _Rows(text, looked, rows, tokens, count)


def _known(db: apsw.Connection, wanted: Sequence[Term]) -> tuple[list[_Word], int]:
    """The words that any text holds, as they are spelt there, and how many none holds."""
    found: list[_Word] = []
    unknown = 0
    for term in wanted:
        for spelling in spellings(term):
            tried = [_Word(one, _documents(db, _FACTS, one), _documents(db, _PASSAGES, one)) for one in spelling]
            if held := [word for word in tried if word.facts + word.passages]:
                found += held
                break
        else:
            unknown += 1
    return list({word.term: word for word in found}.values()), unknown


def _affordable(text: _Text, known: Sequence[_Word]) -> list[Term]:
    """The rarest words of one full text, as many as may be looked up."""
    counted = sorted((word.held_by(text), word.term.expression, word.term) for word in known if word.held_by(text))
    looked: list[Term] = []
    postings = 0
    for count, _, term in counted:
        postings += count
        if looked and postings > MOST_POSTINGS:
            break
        looked.append(term)
    return looked


def _documents(db: apsw.Connection, text: _Text, term: Term) -> int:
    """How many rows hold a word; of a phrase or a beginning, at most MOST_POSTINGS are counted."""
    if not term.expression.endswith("*"):
        tokens = _tokens(db, term.word)
        query = f"SELECT doc FROM {text.vocabulary} WHERE term = ?"
        counts = [int(row[0]) if (row := db.execute(query, (one,)).fetchone()) else 0 for one in tokens]
        if len(counts) == 1 or 0 in counts:
            return min(counts)
    return _matching(db, text.table, term.expression, MOST_POSTINGS)


def _matching(db: apsw.Connection, table: str, words: str, most: int) -> int:
    """How many rows match, at most `most`."""
    query = f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)"
    return int(db.execute(query, (words, most)).fetchone()[0])  # type: ignore[index]


def _tokens(db: apsw.Connection, word: str) -> list[str]:
    """A word as the full texts hold it."""
    split = db.fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2"])
    found = split(word.encode(), apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False)
    return [str(token) for token in found]


def _count(db: apsw.Connection, text: _Text) -> int:
    table = "main.fact" if text is _FACTS else "main.passage"
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # type: ignore[index]
