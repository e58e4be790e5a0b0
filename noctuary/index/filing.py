"""Files facts under what the judge finds pairs by, so that a night asks for a few terms and parses no old fact.

Holds what `shelf.Traits` says of a fact and under which terms it stands; weighs and proposes nothing. A term is kept
as 8 bytes of its BLAKE2b. Like all here it follows from the facts, and from the parser: another parser files anew.
What is written by day waits: a held fact without traits is one that `file_waiting` files, and no other mark says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib import resources

import apsw
import msgspec

from noctuary.index.read import facts, meta
from noctuary.judging.blocking import HELD, Traits, traits
from noctuary.judging.statements import of_fact
from noctuary.model import Fact

PARSER = "parser"
_PARSING = ("noctuary.judging", "noctuary.text")
_decoder = msgspec.msgpack.Decoder(Traits)


@cache
def parser() -> str:
    """A hash of the code and word lists that parse statements: another hash, other traits."""
    digest = hashlib.blake2b(digest_size=8)
    for package in _PARSING:
        try:
            found = sorted(resources.files(package).iterdir(), key=lambda one: one.name)
        except ModuleNotFoundError:
            continue
        for one in found:
            if one.is_file() and one.name.endswith((".py", ".tsv", ".txt")):
                digest.update(one.name.encode() + one.read_bytes())
    return digest.hexdigest()


def traits_of(fact: Fact) -> Traits:
    """What a fact is found by."""
    return traits(of_fact(fact))


class Filing:
    """Puts facts under their terms, many at a time; `flush` writes the rest. With `waits` what is new waits."""

    def __init__(self, db: apsw.Connection, batch: int = 200_000, *, waits: bool = False) -> None:
        self._db, self._batch, self._waits = db, batch, waits
        self._postings: list[tuple[int, int]] = []

    def file(self, docid: int, fact: Fact) -> None:
        """File a fact whose status is held against new ones; take any other out."""
        row = self._db.execute("SELECT traits FROM trait WHERE docid = ?", (docid,)).fetchone()
        if row is None and self._waits:
            return
        own = traits_of(fact) if fact.status in HELD else None
        packed = msgspec.msgpack.encode(own) if own else None
        if row and row[0] == packed:
            return
        if row:
            self._take_out(docid, bytes(row[0]))
        if own is not None:
            self._db.execute("INSERT INTO trait VALUES (?, ?)", (docid, packed))
            self._postings += [(term, docid) for term in _filed_under(own)]
            if len(self._postings) >= self._batch:
                self.flush()

    def drop(self, fact_id: str) -> None:
        """Take a fact out that is about to go."""
        query = "SELECT docid, traits FROM trait JOIN fact USING (docid) WHERE id = ?"
        for docid, packed in self._db.execute(query, (fact_id,)).fetchall():
            self._take_out(docid, packed)  # type: ignore[arg-type]

    def flush(self) -> None:
        """Write what waits, in the order of the table."""
        self._postings.sort()
        self._db.executemany("INSERT INTO posting VALUES (?, ?)", self._postings)
        self._postings.clear()

    def _take_out(self, docid: int, packed: bytes) -> None:
        self.flush()
        terms = _filed_under(_decoder.decode(packed))
        self._db.executemany("DELETE FROM posting WHERE term = ? AND docid = ?", [(term, docid) for term in terms])
        self._db.execute("DELETE FROM trait WHERE docid = ?", (docid,))


_WAITING = (
    "SELECT docid, id FROM fact WHERE status IN (SELECT value FROM json_each(?))"
    " AND docid NOT IN (SELECT docid FROM trait) ORDER BY docid"
)
_PART = 2_000


def is_waiting(db: apsw.Connection) -> bool:
    """Whether a fact that is held against new ones is not filed yet, or was filed by another parser."""
    return not is_current(db) or db.execute(f"{_WAITING} LIMIT 1", (json.dumps(HELD),)).fetchone() is not None


def file_waiting(db: apsw.Connection) -> None:
    """File what waits; within the caller's transaction."""
    take_out_others(db)
    rows = db.execute(_WAITING, (json.dumps(HELD),)).fetchall()
    filing = Filing(db)
    for first in range(0, len(rows), _PART):
        docids = {str(key): int(str(docid)) for docid, key in rows[first : first + _PART]}
        for fact in facts(db, "f.id IN (SELECT value FROM json_each(?))", (json.dumps(list(docids)),)):
            filing.file(docids[fact.id], fact)
    filing.flush()


def take_out_others(db: apsw.Connection) -> None:
    """Take out what another parser filed: all of it waits then."""
    if not is_current(db):
        db.execute("DELETE FROM trait; DELETE FROM posting")
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (PARSER, parser()))


class Filed:
    """The shelf (`judging.shelf.Shelf`) of the facts filed here, numbered by docid."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._known: dict[int, Traits] = {}

    @cached_property
    def size(self) -> int:
        """How many facts are filed."""
        return int(self._db.execute("SELECT count(*) FROM trait").fetchone()[0])  # type: ignore[index]

    def traits(self, number: int) -> Traits:
        """What a fact is found by; KeyError where it is not filed."""
        if number not in self._known:
            row = self._db.execute("SELECT traits FROM trait WHERE docid = ?", (number,)).fetchone()
            if row is None:
                raise KeyError(number)
            self._known[number] = _decoder.decode(row[0])
        return self._known[number]

    def count(self, term: str) -> int:
        """How many facts hold a term."""
        found = self._db.execute("SELECT count(*) FROM posting WHERE term = ?", (_number(term),)).fetchone()
        return int(found[0])  # type: ignore[index]

    def holders(self, term: str, most: int) -> Sequence[int]:
        """The first `most` facts that hold a term."""
        rows = self._db.execute("SELECT docid FROM posting WHERE term = ? LIMIT ?", (_number(term), most))
        return [int(row[0]) for row in rows]

    def everything(self) -> dict[str, Traits]:
        """The traits of every fact filed, by id."""
        rows = self._db.execute("SELECT f.id, t.traits FROM trait t JOIN fact f USING (docid)")
        return {str(row[0]): _decoder.decode(row[1]) for row in rows}

    def numbers(self, ids: Iterable[str]) -> dict[str, int]:
        """The numbers of those facts that are filed, by id."""
        query = "SELECT docid FROM fact JOIN trait USING (docid) WHERE id = ?"
        found = ((one, self._db.execute(query, (one,)).fetchone()) for one in ids)
        return {one: int(row[0]) for one, row in found if row}

    def ids(self, numbers: Iterable[int]) -> dict[int, str]:
        """The ids of facts, by number."""
        query = "SELECT id FROM fact WHERE docid = ?"
        found = ((one, self._db.execute(query, (one,)).fetchone()) for one in numbers)
        return {one: str(row[0]) for one, row in found if row}


def is_current(db: apsw.Connection) -> bool:
    """Whether what is filed here was parsed as this noctuary parses."""
    return meta(db, PARSER) == parser()


def _filed_under(own: Traits) -> set[int]:
    return {_number(term) for term in own.terms()}


def _number(term: str) -> int:
    return int.from_bytes(hashlib.blake2b(term.encode(errors="replace"), digest_size=8).digest(), "big", signed=True)
