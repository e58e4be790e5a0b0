"""Puts records that nothing in the index knows, many in a statement, and settles them in passing.

An entity is fresh where no record has its id, or its name and type, and no fact, edge or merge names it yet; a fact
where nothing has its id or leads to it, it speaks of no aspect, and what it is about is described. Whatever is not is
left to the general way, which finds these as any other rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

import apsw

from noctuary.index.filing import Filing
from noctuary.index.rows import digest_of, entity_row, fact_row, inserting, name_rows, node_row, source_row
from noctuary.model import Entity, Fact, entity_id

T = TypeVar("T")

_NAMED = (
    "SELECT value FROM json_each(?1) WHERE EXISTS (SELECT 1 FROM fact WHERE stub = value)"
    " OR EXISTS (SELECT 1 FROM edge WHERE src_ref = value) OR EXISTS (SELECT 1 FROM edge WHERE dst_ref = value)"
    " OR value IN (SELECT kept FROM merge) OR value IN (SELECT merged FROM merge)"
)
_DESCRIBED = (
    "SELECT w.value ->> 2 FROM json_each(?1) w WHERE EXISTS (SELECT 1 FROM node WHERE id = w.value ->> 2)"
    " OR EXISTS (SELECT 1 FROM entity_twin WHERE id = w.value ->> 2)"
    " OR EXISTS (SELECT 1 FROM entity WHERE name = w.value ->> 0 AND type = w.value ->> 1)"
    " OR EXISTS (SELECT 1 FROM entity_twin WHERE name = w.value ->> 0 AND type = w.value ->> 1)"
)
_LED_TO = (
    "SELECT value FROM json_each(?1) WHERE EXISTS (SELECT 1 FROM node WHERE id = value)"
    " OR EXISTS (SELECT 1 FROM edge WHERE src_ref = value) OR EXISTS (SELECT 1 FROM edge WHERE dst_ref = value)"
)
_OWNERS = (
    "SELECT w.value, e.id FROM json_each(?1) w JOIN node n ON n.id = coalesce("
    "(SELECT entity_id FROM name JOIN node o ON o.id = entity_id WHERE name.stub = w.value AND o.held = ''"
    " ORDER BY rank, entity_id LIMIT 1),"
    " (SELECT e.id FROM entity_twin t JOIN entity e USING (name, type, held) WHERE t.id = w.value AND NOT e.is_stub),"
    " w.value)"
    " JOIN entity e ON e.id = coalesce(n.same_as, n.id) WHERE NOT e.is_stub"
)
_WORDS = (
    "INSERT INTO observations_fts (rowid, content, entity, aspect, quotes, unspaced)"
    " SELECT docid, content, entity, aspect, quotes, unspaced(content || ' ' || entity || ' ' || quotes)"
    " FROM fact_words WHERE docid IN (SELECT value FROM json_each(?1)) ORDER BY docid"
)


def put_fresh(db: apsw.Connection, values: Iterable[T], filing: Filing) -> list[T]:
    """Put those of the values that are fresh; the others, in their order. Within the caller's transaction."""
    every = list(values)
    named: list[Entity | Fact] = [one for one in every if isinstance(one, (Entity, Fact))]
    counted = Counter(one.id for one in named)
    once = [one for one in named if counted[one.id] == 1]
    entities = _fresh_entities(db, [one for one in once if isinstance(one, Entity)])
    _put_entities(db, entities)
    facts = _fresh_facts(db, [one for one in once if isinstance(one, Fact)])
    _put_facts(db, facts, filing)
    put: dict[str, Entity | Fact] = {one.id: one for one in entities}
    put |= {fact.id: fact for fact, _ in facts}
    shown = sorted((type(one).__name__, one.id, digest_of(one)) for one in put.values())
    db.executemany("INSERT OR REPLACE INTO shown VALUES (?, ?, ?)", shown)
    return [one for one in every if not isinstance(one, (Entity, Fact)) or put.get(one.id) is not one]


def _fresh_entities(db: apsw.Connection, found: Sequence[Entity]) -> list[Entity]:
    if not found:
        return []
    alike = Counter((one.name, one.type) for one in found)
    spellings = {one.id: {one.id, *(entity_id(name) for name in (one.name, *one.aliases))} for one in found}
    named = _ids(db, _NAMED, sorted(set().union(*spellings.values())))
    known = _ids(db, _DESCRIBED, [(one.name, one.type, one.id) for one in found])
    return [
        one
        for one in found
        if one.id not in known and alike[one.name, one.type] == 1 and named.isdisjoint(spellings[one.id])
    ]


def _put_entities(db: apsw.Connection, found: Sequence[Entity]) -> None:
    found = sorted(found, key=attrgetter("id"))
    _insert(db, "node", [node_row(one, "entity") for one in found])
    _insert(db, "entity", [entity_row(one) for one in found])
    names = sorted(row for one in found for row in name_rows(one))
    db.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?)", names)


def _fresh_facts(db: apsw.Connection, found: Sequence[Fact]) -> list[tuple[Fact, str]]:
    """The fresh ones, each with the id of what it is about."""
    plain = [one for one in found if not one.aspect]
    if not plain:
        return []
    known = _ids(db, _LED_TO, [one.id for one in plain])
    stubs = {one.id: one.about or entity_id(one.entity) for one in plain}
    owners: dict[str, str] = dict(db.execute(_OWNERS, (json.dumps(sorted(set(stubs.values()))),)))
    return [(one, owners[stubs[one.id]]) for one in plain if one.id not in known and stubs[one.id] in owners]


def _put_facts(db: apsw.Connection, found: Sequence[tuple[Fact, str]], filing: Filing) -> None:
    if not found:
        return
    ordered = sorted((fact for fact, _ in found), key=attrgetter("id"))
    _insert(db, "node", [node_row(fact, "fact") for fact in ordered])
    rows = [fact_row(fact, fact.about or entity_id(fact.entity)) | {"entity_id": owner} for fact, owner in found]
    _insert(db, "fact", rows)
    papers = [source_row(fact.id, ord_, one) for fact in ordered for ord_, one in enumerate(fact.sources)]
    db.executemany("INSERT INTO source VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", papers)
    query = "SELECT id, docid FROM fact WHERE id IN (SELECT value FROM json_each(?1))"
    docids: dict[str, int] = dict(db.execute(query, (json.dumps([fact.id for fact, _ in found]),)))
    db.execute(_WORDS, (json.dumps(list(docids.values())),))
    for fact, _ in found:
        filing.file(docids[fact.id], fact)


def _insert(db: apsw.Connection, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Rows of one shape; in the order of their keys they go to pages that are at hand."""
    if rows:
        db.executemany(inserting(table, tuple(rows[0])), [tuple(row.values()) for row in rows])


def _ids(db: apsw.Connection, query: str, wanted: Sequence[Any]) -> set[str]:
    return {str(row[0]) for row in db.execute(query, (json.dumps(wanted),))}
