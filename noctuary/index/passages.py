"""Keeps the passages of files, and where cited lines stand today. Reads no file, ranks nothing.

A file's passages are a function of its bytes. One whose words are the same keeps its row, and so its vector, whatever
lines it moved to; under another file's name it takes the vector along.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, NamedTuple

import apsw

from noctuary.index.read import meta
from noctuary.index.times import to_instant, to_ms
from noctuary.index.transaction import immediate
from noctuary.model import Value, Watermark
from noctuary.passages import RULES, Passage

KEY = "passages"


class FileMark(Value, frozen=True):
    """How far a file's passages go, and its change time and size: while these are the same it was not touched."""

    mark: Watermark
    stamp: str


class Place(NamedTuple):
    """Where a cited line stands today: at its `ref` and lines, or nowhere (`is_gone`)."""

    fact_id: str
    was_ref: str
    was_line: int
    ref: str
    line: int
    line_end: int
    is_gone: bool


class Citation(NamedTuple):
    """One piece of a fact's evidence as it is recorded."""

    fact_id: str
    ref: str
    line: int
    event: str
    quote: str
    text: str


def marks(db: apsw.Connection) -> dict[str, FileMark]:
    """The files whose passages are here, by ref; none where they were cut by other rules."""
    if meta(db, KEY) != RULES:
        return {}
    rows = db.execute("SELECT ref, sha256, size, lines, dialect, stamp FROM passage_file")
    return {
        str(ref): FileMark(mark=Watermark(ref=ref, sha256=sha256, size=size, lines=lines, dialect=dialect), stamp=stamp)
        for ref, sha256, size, lines, dialect, stamp in rows
    }


def has_passages(db: apsw.Connection) -> bool:
    """Whether files were read into this index, by today's rules."""
    return meta(db, KEY) == RULES


class Keeper:
    """Brings passages up to their files, in one transaction: nothing of it is kept where the block ends in an error."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._turn = immediate(db)

    def __enter__(self) -> Keeper:
        self._turn.__enter__()
        if meta(self._db, KEY) != RULES:
            self._db.execute("DELETE FROM passage_file; DELETE FROM cited")
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (KEY, RULES))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._turn.__exit__(kind, error, trace)

    def put_file(self, mark: FileMark, passages: Sequence[Passage], *, is_added: bool = False) -> None:
        """Let a file have these passages, or these besides its others (`is_added`)."""
        one = mark.mark
        self._db.execute(
            "INSERT INTO passage_file (ref, sha256, size, lines, dialect, stamp) VALUES (?,?,?,?,?,?)"
            " ON CONFLICT (ref) DO UPDATE SET sha256 = excluded.sha256, size = excluded.size, lines = excluded.lines,"
            " dialect = excluded.dialect, stamp = excluded.stamp",
            (one.ref, one.sha256, one.size, one.lines, one.dialect, mark.stamp),
        )
        here = dict(self._db.execute("SELECT id, docid FROM passage WHERE ref = ?", (one.ref,)))
        for passage in passages:
            if (docid := here.pop(passage.id, None)) is None:
                self._insert(passage)
            else:
                self._move(int(docid), passage)
        if not is_added:
            self._db.executemany("DELETE FROM passage WHERE docid = ?", [(docid,) for docid in here.values()])

    def touch(self, ref: str, stamp: str) -> None:
        """Note that a file has the bytes it had at another change time."""
        self._db.execute("UPDATE passage_file SET stamp = ? WHERE ref = ?", (stamp, ref))

    def drop_files(self, refs: Iterable[str]) -> None:
        """Take away the passages of files that are gone; last, so that others may take their vectors along."""
        self._db.executemany("DELETE FROM passage_file WHERE ref = ?", [(ref,) for ref in refs])

    def cited_in(self, refs: Iterable[str], *, is_new: bool = False) -> Iterator[Citation]:
        """The evidence that facts have in these files, as it is recorded; with `is_new` what was never looked for."""
        only = (
            " AND NOT EXISTS (SELECT 1 FROM cited c WHERE c.fact_id = s.fact_id AND c.was_ref = s.ref"
            " AND c.was_line = s.line_start)"
        )
        query = (
            "SELECT s.fact_id, s.ref, s.line_start, s.event, s.quote, f.text"
            " FROM source s JOIN fact f ON f.id = s.fact_id WHERE s.ref = ?"
            f"{only if is_new else ''} ORDER BY s.fact_id, s.ord"
        )
        for ref in refs:
            yield from (Citation(*row) for row in self._db.execute(query, (ref,)).fetchall())  # type: ignore[arg-type]

    def put_places(self, refs: Iterable[str], places: Iterable[Place]) -> None:
        """Say where the lines cited in these files stand; those not named stand where they did."""
        self._db.executemany("DELETE FROM cited WHERE was_ref = ?", [(ref,) for ref in refs])
        self._db.executemany(
            "INSERT OR REPLACE INTO cited VALUES (?,?,?,?,?,?,?)",
            [(*place[:6], "gone" if place.is_gone else "moved") for place in places],
        )

    def _insert(self, one: Passage) -> None:
        self._db.execute(
            "INSERT INTO passage (id, ref, line_start, line_end, kind, heading, lead, text, rows, hash, role, trust,"
            " session, at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (one.id, one.ref, one.line, one.line_end, one.kind, one.heading, one.lead, one.text, json.dumps(one.rows),
             one.hash, one.role, one.trust, one.session, to_ms(one.at)),
        )  # fmt: skip
        docid = self._db.last_insert_rowid()
        self._db.execute(
            "INSERT INTO passage_words (rowid, text, lead, heading, unspaced) VALUES (?1, ?2, ?3, ?4, unspaced(?2))",
            (docid, one.text, one.lead, one.heading),
        )
        self._db.execute(
            "INSERT INTO near SELECT ?1, n.vec FROM passage p JOIN near n ON n.number = 2 * p.docid + 1"
            " WHERE p.hash = ?2 LIMIT 1",
            (2 * docid + 1, one.hash),
        )

    def _move(self, docid: int, one: Passage) -> None:
        self._db.execute(
            "UPDATE passage SET line_start = ?, line_end = ?, rows = ?, kind = ?, role = ?, trust = ?, session = ?,"
            " at = ? WHERE docid = ?",
            (one.line, one.line_end, json.dumps(one.rows), one.kind, one.role, one.trust, one.session, to_ms(one.at),
             docid),
        )  # fmt: skip


def places(db: apsw.Connection, ids: Sequence[str]) -> dict[tuple[str, str, int], Place]:
    """Where the cited lines of these facts stand, of those that do not stand as recorded, by fact, ref and line."""
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT fact_id, was_ref, was_line, ref, line_start, line_end, state = 'gone' FROM cited"
        " WHERE fact_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    ).fetchall()
    found = (Place(key, was, line, ref, start, end, bool(gone)) for key, was, line, ref, start, end, gone in rows)
    return {place[:3]: place for place in found}


_COLUMNS = "id, ref, line_start, line_end, kind, heading, lead, text, rows, hash, role, trust, session, at"


def by_id(db: apsw.Connection, ids: Sequence[str]) -> dict[str, Passage]:
    """The passages among `ids`, by id, as the asker may see them."""
    query = f"SELECT {_COLUMNS} FROM passage WHERE id IN (SELECT value FROM json_each(?))"
    found = (_passage(row) for row in db.execute(query, (json.dumps(list(ids)),)))
    return {passage.id: passage for passage in found}


def last_of(db: apsw.Connection, ref: str) -> Passage | None:
    """The last passage of a file."""
    query = f"SELECT {_COLUMNS} FROM passage WHERE ref = ? ORDER BY line_start DESC, docid DESC LIMIT 1"
    return next((_passage(row) for row in db.execute(query, (ref,))), None)


def at_place(db: apsw.Connection, ref: str, line: int) -> str | None:
    """The id of the passage that holds a line, as the asker may see it; the narrowest."""
    row = db.execute(
        "SELECT id FROM passage WHERE ref = ? AND line_start <= ? AND line_end >= ?"
        " ORDER BY line_end - line_start, id LIMIT 1",
        (ref, line, line),
    ).fetchone()
    return str(row[0]) if row else None


def facts_cut_from(db: apsw.Connection, passages: Iterable[Passage]) -> dict[str, tuple[str, ...]]:
    """Ids of the facts, as the asker may see them, whose lines lie within each passage, by passage id."""
    wanted = json.dumps([(one.id, one.ref, one.line, one.line_end) for one in passages])
    query = (
        "WITH p(id, ref, first, last) AS MATERIALIZED"
        " (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))"
        " SELECT p.id, s.fact_id FROM p"
        " CROSS JOIN source s ON s.ref = p.ref AND s.line_start BETWEEN p.first AND p.last"
        " JOIN fact f ON f.id = s.fact_id WHERE NOT EXISTS (SELECT 1 FROM cited c WHERE c.fact_id = s.fact_id"
        " AND c.was_ref = s.ref AND c.was_line = s.line_start)"
        " UNION SELECT p.id, c.fact_id FROM p CROSS JOIN cited c ON c.ref = p.ref AND c.state = 'moved'"
        " AND c.line_start BETWEEN p.first AND p.last JOIN fact f ON f.id = c.fact_id ORDER BY 1, 2"
    )
    found: dict[str, tuple[str, ...]] = {}
    for key, fact_id in db.execute(query, (wanted,)):
        found[str(key)] = (*found.get(str(key), ()), str(fact_id))
    return found


def _passage(row: Sequence[Any]) -> Passage:
    key, ref, line, line_end, kind, heading, lead, text, rows, digest, role, trust, session, at = row
    return Passage(
        id=key, ref=ref, line=line, line_end=line_end, kind=kind, heading=heading, lead=lead, text=text,
        rows=tuple(json.loads(rows)), hash=digest, role=role, trust=trust, session=session, at=to_instant(at),
    )  # fmt: skip
