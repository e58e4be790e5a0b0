"""Finds records as they were projected, for whoever is about to change them. Shows nobody anything, writes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import apsw
import msgspec

from noctuary.index import read
from noctuary.index.reader import Audience
from noctuary.model import Edge, Entity, Fact, Merge, entity_id

_RECORD = (
    "SELECT record FROM entity WHERE id = ?1 AND NOT is_stub UNION ALL SELECT record FROM entity_twin WHERE id = ?1"
)


def record(db: apsw.Connection, kind: str, key: str) -> Fact | Entity | Edge | Merge | None:
    """The record of this type (the journal's) and id; None where no record is."""
    match kind:
        case "observation":
            is_there = db.execute("SELECT 1 FROM fact WHERE id = ?", (key,)).fetchone()
            return next(iter(_facts(db, "f.id = ?", (key,))), None) if is_there else None
        case "entity":
            row = db.execute(_RECORD, (key,)).fetchone()
            return read.entity_of(key, "", "", "[]", row[0]) if row else None
        case "relation":
            return next(iter(edges(db, "id = ?", (key,))), None)
        case "merge":
            return next(iter(read.merges_where(db, "WHERE id = ?", (key,))), None)
    return None


def stub(db: apsw.Connection, key: str) -> str:
    """The name of an entity that facts name and no record describes; "" for none."""
    row = db.execute("SELECT name FROM entity WHERE id = ? AND is_stub", (key,)).fetchone()
    return str(row[0]) if row else ""


def owner(db: apsw.Connection, fact_id: str) -> str:
    """The id of the entity that a fact is about; "" for no fact."""
    row = db.execute("SELECT entity_id FROM fact WHERE id = ?", (fact_id,)).fetchone()
    return str(row[0]) if row else ""


def named(db: apsw.Connection, name: str, kind: str = "") -> list[str]:
    """Ids of entities, oldest first, that are called exactly so and, where given, are of this type."""
    query = "SELECT id FROM entity WHERE name = ?1 AND (?2 = '' OR type = ?2) ORDER BY is_stub, created_us, id"
    return [str(row[0]) for row in db.execute(query, (name, kind))]


def unnamed(db: apsw.Connection, names: Iterable[str]) -> set[str]:
    """Those of many names that nothing is called: for each of them `named` and `called` find none."""
    wanted = [(name, entity_id(name)) for name in names]
    query = (
        "SELECT w.value ->> 0 FROM json_each(?1) w WHERE NOT EXISTS (SELECT 1 FROM entity WHERE name = w.value ->> 0)"
        " AND NOT EXISTS (SELECT 1 FROM entity WHERE id = w.value ->> 1)"
        " AND NOT EXISTS (SELECT 1 FROM name WHERE stub = w.value ->> 1)"
    )
    return {str(row[0]) for row in db.execute(query, (json.dumps(wanted),))}


def unused(db: apsw.Connection, ids: Iterable[str]) -> set[str]:
    """Those of many ids that no record of an entity has."""
    query = (
        "SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = value)"
        " AND NOT EXISTS (SELECT 1 FROM entity_twin WHERE id = value)"
    )
    return {str(row[0]) for row in db.execute(query, (json.dumps(list(ids)),))}


def all_of(db: apsw.Connection, kinds: Iterable[str]) -> list[Entity]:
    """The described entities of these types, by id, merged ones left out."""
    query = (
        "SELECT e.record FROM entity e JOIN node n ON n.id = e.id WHERE NOT e.is_stub AND n.same_as IS NULL"
        " AND e.type IN (SELECT value FROM json_each(?)) ORDER BY e.id"
    )
    return [read.entity_of("", "", "", "[]", row[0]) for row in db.execute(query, (json.dumps(list(kinds)),))]


def called(db: apsw.Connection, name: str, kind: str = "") -> list[str]:
    """Ids of entities, oldest first, with a name or alias that folds to this one and, where given, of this type."""
    query = (
        "SELECT DISTINCT e.id FROM entity e WHERE (?3 = '' OR e.type = ?3) AND (e.id = ?1"
        " OR e.id IN (SELECT entity_id FROM name WHERE stub = ?1)) ORDER BY e.is_stub, e.created_us, e.id"
    )
    return [str(row[0]) for row in db.execute(query.replace("?3", "?2"), (entity_id(name), kind))]


def beginning(db: apsw.Connection, name: str, kind: str) -> list[str]:
    """Ids of entities of a type whose name goes on with a hyphen where this one ends; at most a few."""
    query = "SELECT id FROM entity WHERE name >= ?1 AND name < ?2 AND type = ?3 ORDER BY id LIMIT 5"
    return [str(row[0]) for row in db.execute(query, (f"{name}-", f"{name}.", kind))]


def ids_begun(db: apsw.Connection, start: str) -> Iterator[str]:
    """Ids of facts that begin so, in order."""
    query = "SELECT id FROM fact WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY id"
    return (str(row[0]) for row in db.execute(query, (start,)).fetchall())


def edges(db: apsw.Connection, where: str, values: Iterable[Any]) -> list[Edge]:
    """Edges for a condition over `edge`, by id order, their ends as they were recorded."""
    columns = read.EDGE.replace("src, dst", "src_ref AS src, dst_ref AS dst")
    rows = read.rows_of(db, f"SELECT {columns} FROM edge WHERE {where} ORDER BY id", tuple(values))
    return [read.edge_of(row) for row in rows]


def edges_at(db: apsw.Connection, ids: Iterable[str]) -> list[Edge]:
    """Edges that lead to one of the ids, or were recorded with it."""
    wanted = json.dumps(sorted(ids))
    listed = "(SELECT value FROM json_each(?1))"
    found = " UNION ".join(
        f"SELECT id FROM edge WHERE {end} IN {listed}" for end in ("src", "dst", "src_ref", "dst_ref")
    )
    return edges(db, f"id IN ({found})", (wanted,))


def facts_of(db: apsw.Connection, ids: Iterable[str]) -> list[Fact]:
    """All facts of these entities, whatever their status."""
    return _facts(db, "f.entity_id IN (SELECT value FROM json_each(?))", (json.dumps(sorted(ids)),))


def not_believed(db: apsw.Connection) -> list[tuple[str, str]]:
    """(id, folded text) of what was put away or replaced, and of candidates that a question was asked about."""
    query = (
        "SELECT id, normalized FROM fact WHERE status IN ('superseded', 'archived') UNION"
        " SELECT f.id, f.normalized FROM review r JOIN fact f ON f.id IN (r.a, r.b) WHERE f.status = 'candidate'"
    )
    return [(str(key), str(text)) for key, text in db.execute(query)]


def audiences_of(db: apsw.Connection, entity_id: str) -> list[Audience]:
    """For whom the facts of an entity are, each audience once; none where nothing is said of it."""
    query = (
        "SELECT DISTINCT n.agent_id, n.visibility, n.scope FROM main.fact f JOIN main.node n ON n.id = f.id"
        " WHERE f.entity_id = ?"
    )
    return [Audience(*row) for row in db.execute(query, (entity_id,))]


def merges_of(db: apsw.Connection, ids: Iterable[str]) -> list[Merge]:
    """Merges that have one of the ids on a side."""
    listed = "(SELECT value FROM json_each(?1))"
    return read.merges_where(db, f"WHERE kept IN {listed} OR merged IN {listed}", (json.dumps(sorted(ids)),))


def _facts(db: apsw.Connection, where: str, values: tuple[Any, ...]) -> list[Fact]:
    """Facts as they were projected, to the microsecond."""
    found = read.facts(db, where, values)
    rows = db.execute(f"SELECT f.id, f.exact FROM fact f WHERE f.exact > '' AND {where}", values)
    finer = {str(key): str(exact) for key, exact in rows}
    return [msgspec.json.decode(finer[one.id], type=Fact) if one.id in finer else one for one in found]
