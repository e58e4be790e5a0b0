"""Finds facts by words: a question becomes a safe FTS5 query, bm25 a score in [0, 1]. Follows no edges."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence

import apsw

from noctuary.index.reader import unseen_documents
from noctuary.index.stopwords import STOP_WORDS
from noctuary.model import Value

# bm25 weights of observations_fts: content, entity, aspect, quotes, unspaced
WEIGHTS = (4.0, 3.0, 2.0, 1.0, 4.0)
POOL = 200
MAX_TERMS = 24
LONG = 6
PREFIX_SHARE = 0.7
COVERAGE = 0.75
UNKNOWN = 0.5

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"  # kana, Han, Hangul
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(r"[^\W_]+(?:[-.:/+#&@_][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")


class Match(Value, frozen=True):
    """A fact found: its id and how well it answers, in [0, 1]."""

    id: str
    score: float


class Term(Value, frozen=True):
    """One word of a query, as an FTS5 expression that cannot fail."""

    word: str
    expression: str


Posting = tuple[Term, set[int]]


def unspaced(text: str) -> str:
    """Character pairs of every run of letters of a script without spaces (a lone letter stays alone)."""
    if text.isascii():
        return ""
    return " ".join(pair for run in _RUN.findall(_clean(text)) for pair in _pairs(run))


def terms(query: str) -> list[Term]:
    """The words of a question worth looking for, in order, each once; stop words only if nothing else.

    A word with inner signs (`2.11.7`, `sql-injection`) is a phrase.
    """
    text = _clean(query)
    words = [word for found in _WORD.findall(_RUN.sub(" ", text)) for word in _split(found)]
    kept = [word for word in words if plain(word) not in STOP_WORDS] or words
    found = {f"={plain(word)}": Term(word=word, expression=f'"{word}"') for word in kept}
    for run in _RUN.findall(text):
        for pair in _pairs(run):
            found[f"~{pair}"] = Term(word=pair, expression=f'{{unspaced}}: "{pair}"')
    return list(found.values())


def match(db: apsw.Connection, query: str, limit: int, statuses: Sequence[str]) -> list[Match]:
    """Facts of these statuses that hold any word of `query`, best first, ties by newer source, then id.

    score = COVERAGE · (share of the query's information, by IDF, the fact holds) + the rest · (its bm25
    relative to the best, times the largest share): 1.0 holds every word and ranks first.
    """
    postings = _postings(db, terms(query))
    expressions = [term.expression for term, docs in postings if docs]
    rows = _ranked(db, expressions, statuses) if expressions else []
    if not rows:
        return []
    facts = int(db.execute("SELECT count(*) FROM fact").fetchone()[0])  # type: ignore[index]
    shares = _shares(postings, [row[1] for row in rows], facts)
    best, top = max(row[3] for row in rows), max(shares)
    scored = [
        (round(COVERAGE * share + (1 - COVERAGE) * top * row[3] / best, 4), row[2], row[0])
        for row, share in zip(rows, shares, strict=True)
    ]
    scored.sort(key=lambda item: (-item[0], -item[1], item[2]))
    return [Match(id=fact_id, score=score) for score, _, fact_id in scored[:limit]]


def match_like(db: apsw.Connection, query: str, limit: int, statuses: Sequence[str]) -> list[Match]:
    """Facts that hold pieces of `query` as substrings; score is the share of pieces held."""
    pieces = list(dict.fromkeys(_clean(query).casefold().split()))[:MAX_TERMS]
    if not pieces:
        return []
    held = " + ".join(["(instr(lower(f.text || ' ' || f.entity_name), ?) > 0)"] * len(pieces))
    rows = db.execute(
        f"SELECT id, held FROM (SELECT f.id, f.last_at, {held} AS held FROM fact f"
        " WHERE f.status IN (SELECT value FROM json_each(?))) WHERE held > 0"
        " ORDER BY held DESC, last_at DESC, id LIMIT ?",
        (*pieces, json.dumps(list(statuses)), limit),
    )
    return [Match(id=row[0], score=round(row[1] / len(pieces), 4)) for row in rows]


def plain(word: str) -> str:
    """A word as the full text sees it: folded, without diacritics."""
    marks = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in marks if not unicodedata.combining(letter))


def _clean(text: str) -> str:
    """Valid Unicode without NUL, composed, apostrophes as spaces."""
    text = text.encode("utf-8", "ignore").decode("utf-8").replace("\0", " ")
    return re.sub(r"['’`´]", " ", unicodedata.normalize("NFKC", text))


def _split(word: str) -> Iterator[str]:
    """A path or a long chain is looked for by its parts, a short one as a phrase."""
    parts = _PART.findall(word)
    return iter([word]) if len(parts) <= 4 else iter(parts)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def spellings(term: Term) -> Iterator[list[Term]]:
    """Ways to look for a word, each tried only where the ones before it find nothing."""
    yield [term]
    if len(term.word) >= LONG and term.word.isalpha():
        stem = term.word[: math.ceil(len(term.word) * PREFIX_SHARE)]
        yield [Term(word=term.word, expression=f'"{stem}"*')]
    parts = _PART.findall(term.word)
    if len(parts) > 1:
        yield [Term(word=part, expression=f'"{part}"') for part in parts]


def _postings(db: apsw.Connection, wanted: Sequence[Term]) -> list[Posting]:
    """Terms and the documents that hold them, rarest first."""
    found: list[Posting] = []
    unseen = unseen_documents(db)
    for term in wanted:
        for spelling in spellings(term):
            tried = [(spelt, _documents(db, spelt.expression) - unseen) for spelt in spelling]
            if any(docs for _, docs in tried):
                break
        found += tried
    found.sort(key=lambda pair: (len(pair[1]) or math.inf, pair[0].expression))
    return found[:MAX_TERMS]


def _shares(postings: Sequence[Posting], docids: Sequence[int], facts: int) -> list[float]:
    """Per document, the share of the query's IDF it holds; an unknown word weighs UNKNOWN of the mean."""
    known = [(math.log(1 + (facts - len(docs) + 0.5) / (len(docs) + 0.5)), docs) for _, docs in postings if docs]
    weight = sum(idf for idf, _ in known)
    total = weight * (1 + UNKNOWN * (len(postings) - len(known)) / len(known))
    return [sum(idf for idf, docs in known if docid in docs) / total for docid in docids]


def _documents(db: apsw.Connection, expression: str) -> set[int]:
    query = "SELECT rowid FROM observations_fts WHERE observations_fts MATCH ?"
    return {int(row[0]) for row in db.execute(query, (expression,))}


def _ranked(
    db: apsw.Connection, expressions: Sequence[str], statuses: Sequence[str]
) -> list[tuple[str, int, int, float]]:
    """The first POOL of (id, docid, last_at, bm25 as a positive number)."""
    weights = ", ".join(map(str, WEIGHTS))
    rows = db.execute(
        f"SELECT f.id, f.docid, f.last_at, max(1e-9, -bm25(observations_fts, {weights})) AS points"
        " FROM observations_fts o JOIN fact f ON f.docid = o.rowid"
        " WHERE observations_fts MATCH ? AND f.status IN (SELECT value FROM json_each(?))"
        " ORDER BY points DESC, f.last_at DESC, f.id LIMIT ?",
        (" OR ".join(expressions), json.dumps(list(statuses)), POOL),
    )
    return [(str(row[0]), int(row[1]), int(row[2]), float(row[3])) for row in rows]
