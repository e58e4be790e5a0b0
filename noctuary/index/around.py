"""Settles what a few records touch and leaves every other row alone: what `settle` would make of the whole is the same.

`Touched` notes, before and after each record is put or dropped, which rows hang on it: facts by the spelling they name
their entity by, edges by the ends they were recorded with, entities and aspects that may now stand for nothing. What
merges join is reckoned from all merges: there are few, and one may move what another joined.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import apsw

from noctuary.index import settle
from noctuary.model import Edge, Entity, Fact, Merge, Value, entity_id

MOST = 20_000
"""Records of one call beyond which the whole is settled: there it costs less."""


class Touched:
    """What a few records hang together with. Ids of facts, entities, aspects and edges; spellings; ends."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self.facts: set[str] = set()
        self.stubs: set[str] = set()
        self.entities: set[str] = set()
        self.aspects: set[str] = set()
        self.edges: set[str] = set()
        self.ends: set[str] = set()
        self.docids: set[int] = set()
        self.known: set[str] = set()
        self.has_merges = False
        self.is_new = True
        self.described_ids: set[str] = set()

    def note(self, value: Value) -> None:
        """What hangs on a value that is about to be put, or was just put."""
        if isinstance(value, Fact):
            self.note_id("fact", value.id)
            return
        if isinstance(value, Entity):
            is_first = value.id not in self.described_ids
            self.note_id("entity", value.id)
            self._group(value.name, value.type)
            if is_first and self.is_new:
                self.is_new = self._is_unknown(value)
            self.described_ids.add(value.id)
            self.stubs.update(entity_id(one) for one in (value.name, *value.aliases))
            return
        self.is_new = False
        if isinstance(value, Edge):
            self.edges.add(value.id)
        elif isinstance(value, Merge):
            self.has_merges = True

    def drop(self, kind: str, key: str) -> None:
        """What hangs on a record that is about to go, or just went, by its kind in the index."""
        self.is_new = False
        self.note_id(kind, key)

    def note_id(self, kind: str, key: str) -> None:
        """What hangs on a record that is there, by its kind in the index."""
        if kind == "fact":
            self._fact(key)
        elif kind == "entity":
            self._entity(key)
        elif kind == "merge":
            self.has_merges = True

    def _is_unknown(self, value: Entity) -> bool:
        """Whether no record or stub has an entity's id, or its name and type, before it is put."""
        query = (
            "SELECT 1 FROM entity WHERE id = ?1 OR (name, type) = (?2, ?3)"
            " UNION ALL SELECT 1 FROM entity_twin WHERE id = ?1 OR (name, type) = (?2, ?3) LIMIT 1"
        )
        return self._db.execute(query, (value.id, value.name, value.type)).fetchone() is None

    def _fact(self, key: str) -> None:
        is_first = key not in self.facts
        self.facts.add(key)
        self.ends.add(key)
        row = self._db.execute("SELECT stub, entity_id, aspect_id, docid FROM fact WHERE id = ?", (key,)).fetchone()
        if row:
            self.known |= {key} if is_first else set()
            self.stubs.add(str(row[0]))
            self.entities.add(str(row[1]))
            self.aspects |= {str(row[2])} if row[2] else set()
            self.docids.add(int(row[3]))

    def _entity(self, key: str) -> None:
        row = self._db.execute(
            "SELECT name, type FROM entity WHERE id = ?1 UNION ALL SELECT name, type FROM entity_twin WHERE id = ?1",
            (key,),
        ).fetchone()
        self.described(key)
        if row:
            self._group(str(row[0]), str(row[1]))

    def _group(self, name: str, kind: str) -> None:
        """All records of one name and type: one of them is shown, the others are read as that."""
        query = (
            "SELECT id FROM entity WHERE (name, type) = (?1, ?2)"
            " UNION SELECT id FROM entity_twin WHERE (name, type) = (?1, ?2)"
        )
        for row in self._db.execute(query, (name, kind)).fetchall():
            self.described(str(row[0]))

    def described(self, key: str) -> None:
        """What hangs on an entity by its id and its names."""
        self.entities.add(key)
        self.stubs.add(key)
        rows = self._db.execute("SELECT stub FROM name WHERE entity_id = ?", (key,)).fetchall()
        self.stubs.update(str(row[0]) for row in rows)
        twins = "SELECT t.id FROM entity_twin t JOIN entity e USING (name, type, held) WHERE e.id = ?"
        self.stubs.update(str(row[0]) for row in self._db.execute(twins, (key,)).fetchall())


def settle_around(db: apsw.Connection, touched: Touched) -> None:
    """Make every derived row that hangs on what was touched agree with the records; within the caller's transaction."""
    is_new = touched.is_new and _is_alone(db, touched)
    if is_new and all(_settle_new(db, touched, key) for key in sorted(touched.facts)):
        return
    moved = settle.merged(db) if touched.has_merges or _is_merged(db, touched.entities | touched.ends) else set()
    for key in moved:
        touched.described(key)
    entities = set(touched.entities)
    stubs = touched.stubs | entities
    facts = touched.facts | _ids(db, "SELECT id FROM fact WHERE stub IN wanted", stubs)
    facts |= _ids(db, "SELECT id FROM fact WHERE entity_id IN wanted", moved)
    entities |= _ids(db, "SELECT entity_id FROM fact WHERE id IN wanted", facts)
    aspects = touched.aspects | _ids(db, "SELECT aspect_id FROM fact WHERE id IN wanted AND aspect_id > ''", facts)
    led = _edges_at(db, stubs | touched.ends)
    _stubs(db, stubs)
    _owners(db, facts)
    entities |= _ids(db, "SELECT entity_id FROM fact WHERE id IN wanted", facts)
    gone = _orphans(db, entities)
    _aspects(db, facts, entities, aspects)
    _ends(db, touched.edges | led | _edges_at(db, stubs | touched.ends | entities | gone))
    roots = _ids(db, "SELECT same_as FROM node WHERE id IN wanted AND same_as IS NOT NULL", entities)
    _run(db, f"{settle.KNOWN_AS} AND id IN wanted", entities | roots)
    _words(db, touched.docids, facts, entities | roots)


def _is_alone(db: apsw.Connection, touched: Touched) -> bool:
    """Whether nothing but the new statements hangs on the new entities: no fact, no edge, no merge names one."""
    if not touched.described_ids:
        return True
    names = touched.stubs | touched.described_ids
    if _ids(db, "SELECT id FROM fact WHERE stub IN wanted", names) - touched.facts:
        return False
    ends = "SELECT id FROM edge WHERE src_ref IN wanted UNION ALL SELECT id FROM edge WHERE dst_ref IN wanted LIMIT 1"
    return not _ids(db, ends, names) and not _is_merged(db, names)


_OWNER = (
    "SELECT f.docid, f.entity_id, f.aspect_key, coalesce(n.same_as, n.id), e.is_stub,"
    " EXISTS (SELECT 1 FROM edge WHERE src_ref = f.id) OR EXISTS (SELECT 1 FROM edge WHERE dst_ref = f.id)"
    " FROM fact f JOIN node n ON n.id = coalesce("
    f"{settle.NAMED.format('f')},"
    " (SELECT e.id FROM entity_twin t JOIN entity e USING (name, type, held) WHERE t.id = f.stub AND NOT e.is_stub),"
    " f.stub)"
    " JOIN entity e ON e.id = coalesce(n.same_as, n.id) WHERE f.id = ?"
)


def _settle_new(db: apsw.Connection, touched: Touched, fact: str) -> bool:
    """Settle one new statement about what is described already: nothing else hangs on it. False for any other fact."""
    row = db.execute(_OWNER, (fact,)).fetchone()
    if fact in touched.known or row is None:
        return False
    docid, before, aspect, owner, is_stub, is_end = row
    if aspect is not None or is_stub or is_end:
        return False
    if before != owner:
        db.execute("UPDATE fact SET entity_id = ? WHERE docid = ?", (owner, docid))
    _words(db, {int(str(docid))}, set(), set())
    return True


def _stubs(db: apsw.Connection, stubs: set[str]) -> None:
    """A name that facts use and nobody describes gets a stub."""
    nameless = f"stub IN wanted AND {settle.NAMED.format('fact')} IS NULL"
    _run(db, f"INSERT INTO node (id, kind) SELECT DISTINCT stub, 'entity' FROM fact WHERE {nameless}"
         " ON CONFLICT DO NOTHING", stubs)  # fmt: skip
    _run(db, "INSERT INTO entity (id, name, is_stub) SELECT stub, min(entity_name), 1 FROM fact"
         f" WHERE {nameless} GROUP BY stub ON CONFLICT DO NOTHING", stubs)  # fmt: skip


def _owners(db: apsw.Connection, facts: set[str]) -> None:
    """Every fact's entity, and its old aspect let go."""
    for statement in settle.OWNERS:
        _run(db, f"{statement} AND id IN wanted", facts)


def _orphans(db: apsw.Connection, entities: set[str]) -> set[str]:
    """A stub nobody names goes, and is told; the others are spelled as their facts spell them."""
    query = (
        "SELECT id FROM entity WHERE is_stub AND id IN wanted"
        " AND NOT EXISTS (SELECT 1 FROM fact WHERE fact.entity_id = entity.id)"
    )
    gone = _ids(db, query, entities)
    _run(db, "DELETE FROM entity WHERE id IN wanted", gone)
    _run(db, f"{settle.SPELLED} AND id IN wanted", entities)
    return gone


def _aspects(db: apsw.Connection, facts: set[str], entities: set[str], before: set[str]) -> None:
    """Aspects are what facts speak of."""
    keys = "SELECT entity_id || '/' || aspect_key FROM fact WHERE id IN wanted AND aspect_key IS NOT NULL"
    wanted = before | _ids(db, keys, facts)
    if not wanted:
        return
    _run(db, settle.ASPECTS.replace("WHERE", "WHERE entity_id IN wanted AND", 1), entities)
    _run(db, f"{settle.ASPECT_OF} AND id IN wanted", facts)
    _run(db, "DELETE FROM aspect WHERE id IN wanted AND id NOT IN"
         " (SELECT aspect_id FROM fact WHERE aspect_id IN wanted)", wanted)  # fmt: skip


def _edges_at(db: apsw.Connection, refs: set[str]) -> set[str]:
    """Edges that were recorded with these ends, or lead to what stands for them."""
    query = "SELECT id FROM edge WHERE src_ref IN wanted UNION SELECT id FROM edge WHERE dst_ref IN wanted"
    query += " UNION SELECT id FROM edge WHERE src IN wanted UNION SELECT id FROM edge WHERE dst IN wanted"
    return _ids(db, query, refs)


def _ends(db: apsw.Connection, edges: set[str]) -> None:
    for statement in settle.ENDS:
        _run(db, f"{statement} AND id IN wanted", edges)


def _words(db: apsw.Connection, before: set[int], facts: set[str], entities: set[str]) -> None:
    """Full text says what fact_words says."""
    docids = before | {int(one) for one in _ids(db, "SELECT docid FROM fact WHERE id IN wanted", facts)}
    docids |= {int(one) for one in _ids(db, "SELECT docid FROM fact WHERE entity_id IN wanted", entities)}
    listed = [(docid,) for docid in sorted(docids)]
    for docid in listed:
        now = db.execute("SELECT content, entity, aspect, quotes FROM fact_words WHERE docid = ?", docid).fetchone()
        was = db.execute(
            "SELECT content, entity, aspect, quotes FROM observations_fts WHERE rowid = ?", docid
        ).fetchone()
        if was is not None and was != now:
            db.execute("DELETE FROM observations_fts WHERE rowid = ?", docid)
        if now is not None and was != now:
            content, entity, aspect, quotes = now
            spread = f"{content} {entity} {quotes}"
            db.execute(
                "INSERT INTO observations_fts (rowid, content, entity, aspect, quotes, unspaced)"
                " VALUES (?, ?, ?, ?, ?, unspaced(?))",
                (*docid, content, entity, aspect, quotes, spread),
            )


def _is_merged(db: apsw.Connection, ids: set[str]) -> bool:
    """Whether one of the ids is a side of a merge."""
    query = "SELECT id FROM merge WHERE kept IN wanted UNION ALL SELECT id FROM merge WHERE merged IN wanted LIMIT 1"
    return bool(_ids(db, query, ids))


def _ids(db: apsw.Connection, query: str, wanted: Iterable[str]) -> set[str]:
    """The first column of a query over `wanted`."""
    if not wanted:
        return set()
    return {str(row[0]) for row in db.execute(_over(query), (json.dumps(sorted(wanted)),))}


def _run(db: apsw.Connection, statement: str, wanted: Iterable[str]) -> None:
    if wanted:
        db.execute(_over(statement), (json.dumps(sorted(wanted)),))


def _over(statement: str) -> str:
    return f"WITH wanted(value) AS MATERIALIZED (SELECT value FROM json_each(?1)) {statement}"
