"""Reads the index back as values, and names what it holds by one hash. Never writes, never ranks."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import apsw
import msgspec
from msgspec.structs import replace

from noctuary.index.times import from_us, to_date, to_instant
from noctuary.model import Edge, Entity, Fact, Merge, Night, Review, Support, Watermark, entity_id

EDGE = "id, src, dst, rel, reason, weight, rel_raw, properties, created_by, created_us, extra"
_CONTENTS = {
    "meta": "SELECT * FROM meta WHERE key IN ('head', 'schema_version') ORDER BY key",
    "node": "SELECT * FROM node ORDER BY id",
    "entity": "SELECT * FROM entity ORDER BY id",
    "entity_twin": "SELECT * FROM entity_twin ORDER BY id",
    "name": "SELECT * FROM name ORDER BY stub, rank, entity_id",
    "aspect": "SELECT * FROM aspect ORDER BY id",
    "source": "SELECT * FROM source ORDER BY fact_id, ord",
    "edge": "SELECT * FROM edge ORDER BY id",
    "review": "SELECT * FROM review ORDER BY id",
    "merge": "SELECT * FROM merge ORDER BY id",
    "night": "SELECT * FROM night ORDER BY id",
    "watermark": "SELECT * FROM watermark ORDER BY ref",
    "observations_fts": "SELECT f.id, o.* FROM observations_fts o JOIN fact f ON f.docid = o.rowid ORDER BY f.id",
}


def meta(db: apsw.Connection, key: str) -> str:
    """One value of the meta table, "" where absent."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def contents(db: apsw.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Rows of every projected table in a fixed order; `fact` without its docid. Vectors are left out."""
    names = [str(row[1]) for row in db.execute("PRAGMA table_info(fact)") if row[1] != "docid"]
    queries = _CONTENTS | {"fact": f"SELECT {', '.join(names)} FROM fact ORDER BY id"}
    return {table: db.execute(query).fetchall() for table, query in queries.items()}


def digest(db: apsw.Connection) -> str:
    """BLAKE2b of `contents`, 32 hex digits."""
    text = json.dumps(contents(db), ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def counts(db: apsw.Connection) -> dict[str, int]:
    """Rows per table, and facts per status as `facts.<status>`."""
    tables = {"entities": "entity", "facts": "fact", "edges": "known_edge", "sources": "source",
              "reviews": "review", "nights": "night", "vectors": "vector"}  # fmt: skip
    found = {name: int(_scalar(db, f"SELECT count(*) FROM {table}")) for name, table in tables.items()}
    found["edges_waiting"] = int(_scalar(db, "SELECT count(*) FROM edge WHERE src IS NULL OR dst IS NULL"))
    for status, number in db.execute("SELECT status, count(*) FROM fact GROUP BY 1 ORDER BY 1"):
        found[f"facts.{status}"] = int(number)
    return found


def ids(db: apsw.Connection) -> list[tuple[str, str]]:
    """(type, id) of every record that stands, as the journal names types, in order."""
    rows = db.execute(
        "SELECT 'observation', id FROM fact UNION ALL SELECT 'entity', id FROM entity WHERE NOT is_stub"
        " UNION ALL SELECT 'entity', id FROM entity_twin UNION ALL SELECT 'relation', id FROM edge"
        " UNION ALL SELECT 'review', id FROM review UNION ALL SELECT 'source', ref FROM watermark"
        " UNION ALL SELECT 'merge', id FROM merge"
        " UNION ALL SELECT 'night', id FROM night ORDER BY 1, 2"
    )
    return [(str(kind), str(record_id)) for kind, record_id in rows]


def facts(db: apsw.Connection, where: str, values: Sequence[Any]) -> list[Fact]:
    """Facts by id order for a condition over `f` (fact) and `n` (node)."""
    condition = f"FROM fact f JOIN node n ON n.id = f.id WHERE {where}"
    cited = f"SELECT s.* FROM source s WHERE fact_id IN (SELECT f.id {condition}) ORDER BY fact_id, ord"
    sources: dict[str, list[Support]] = {}
    for row in rows_of(db, cited, values):
        sources.setdefault(row["fact_id"], []).append(_support(row))
    query = f"SELECT f.*, n.agent_id, n.visibility, n.scope {condition} ORDER BY f.id"
    return [_fact(row, tuple(sources.get(row["id"], ()))) for row in rows_of(db, query, values)]


def facts_by_id(db: apsw.Connection, ids: Sequence[str]) -> dict[str, Fact]:
    """The facts among `ids`, by id."""
    if not ids:
        return {}
    found = facts(db, "f.id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),))
    return {fact.id: fact for fact in found}


def entities_of(db: apsw.Connection, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The id and type of the entity that each fact is about, by the fact's id."""
    query = (
        "SELECT f.id, e.id, e.type FROM fact f JOIN entity e ON e.id = f.entity_id"
        " WHERE f.id IN (SELECT value FROM json_each(?))"
    )
    return {str(key): (str(entity), str(kind)) for key, entity, kind in db.execute(query, (json.dumps(list(ids)),))}


def facts_where(db: apsw.Connection, statuses: Sequence[str], entity: str | None) -> list[Fact]:
    """Facts by id order; `entity` is an entity's id; an empty filter lets everything through."""
    conditions: list[str] = ["1"]
    values: list[Any] = []
    if statuses:
        conditions.append("f.status IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(statuses)))
    if entity is not None:
        conditions.append("f.entity_id = ?")
        values.append(entity)
    return facts(db, " AND ".join(conditions), values)


def latest(db: apsw.Connection, kinds: Sequence[str], statuses: Sequence[str], most: int) -> list[Fact]:
    """Facts of these kinds and statuses, the one that was last said latest first."""
    query = (
        "SELECT id FROM fact WHERE status IN (SELECT value FROM json_each(?1)) AND kind IN"
        " (SELECT value FROM json_each(?2)) ORDER BY last_at DESC, id LIMIT ?3"
    )
    ids = [str(row[0]) for row in db.execute(query, (json.dumps(list(statuses)), json.dumps(list(kinds)), most))]
    found = facts_by_id(db, ids)
    return [found[key] for key in ids]


def count(db: apsw.Connection, statuses: Sequence[str]) -> int:
    """How many facts have one of these statuses."""
    query = "SELECT count(*) FROM fact WHERE status IN (SELECT value FROM json_each(?))"
    return int(db.execute(query, (json.dumps(list(statuses)),)).fetchone()[0])  # type: ignore[index]


def entities(db: apsw.Connection, with_stubs: bool = True) -> list[Entity]:
    """Entities by id order, what was merged into one among its aliases; stubs are names nobody described."""
    query = (
        "SELECT e.id, name, type, known_as, record FROM entity e JOIN node n ON n.id = e.id"
        " WHERE is_stub <= ? AND same_as IS NULL ORDER BY e.id"
    )
    return [entity_of(*row) for row in db.execute(query, (int(with_stubs),))]


def entity_of(key: Any, name: Any, kind: Any, known_as: Any, record: Any) -> Entity:
    """An entity from its columns, what was merged into it among its aliases; a stub has no record."""
    if record == "{}":
        return Entity(id=key, name=name, type=kind, aliases=tuple(msgspec.json.decode(known_as)))
    found = msgspec.json.decode(record, type=Entity)
    return found if known_as == "[]" else replace(found, aliases=(*found.aliases, *msgspec.json.decode(known_as)))


def edges(db: apsw.Connection, ids: Sequence[str] = ()) -> list[Edge]:
    """Known edges by id order, between resolved ends; those touching one of `ids` when given."""
    query = f"SELECT {EDGE} FROM known_edge"
    if ids:
        wanted = "(SELECT value FROM json_each(?1))"
        query = f"{query} WHERE src IN {wanted} UNION {query} WHERE dst IN {wanted}"
    return [edge_of(row) for row in rows_of(db, query + " ORDER BY id", (json.dumps(list(ids)),) if ids else ())]


def edge_of(row: dict[str, Any]) -> Edge:
    """An edge from the columns EDGE names."""
    row = row | {name: msgspec.json.decode(row[name]) for name in ("properties", "extra")}
    return Edge(created_at=from_us(row.pop("created_us")), **row)


def merges(db: apsw.Connection, about: str | None = None) -> list[Merge]:
    """Merges by id order; those on a chain to `about`, or with it on a side, when given."""
    where = "WHERE ?1 IN (kept, merged) OR kept IN (SELECT id FROM node WHERE same_as = ?1)" if about else ""
    return merges_where(db, where, (about,) if about else ())


def merges_where(db: apsw.Connection, where: str, values: Sequence[Any]) -> list[Merge]:
    """Merges by id order for a condition."""
    rows = rows_of(db, f"SELECT * FROM merge {where} ORDER BY id", values)
    decoded = [row | {"events": tuple(msgspec.json.decode(row["events"]))} for row in rows]
    return [Merge(**row | {"is_undone": bool(row["is_undone"])}) for row in decoded]


def called(db: apsw.Connection, name: str) -> str | None:
    """The id of what has this name or alias, or this `type:name`; merges are followed."""
    stub = entity_id(name)
    query = (
        "SELECT coalesce((SELECT entity_id FROM name WHERE stub = ?1 ORDER BY rank, entity_id LIMIT 1),"
        " (SELECT id FROM entity WHERE id = ?1))"
    )
    found = _scalar(db, query, (stub,)) or _typed(db, name)
    return standing(db, str(found)) if found else None


def _typed(db: apsw.Connection, name: str) -> Any:
    """The id of the entity of a type and name, written `type:name` as seed 000 does; None where there is none."""
    kind, _, plain = name.partition(":")
    query = (
        "SELECT e.id FROM name n JOIN entity e ON e.id = n.entity_id"
        " WHERE n.stub = ? AND lower(e.type) = ? ORDER BY n.rank, e.id LIMIT 1"
    )
    return _scalar(db, query, (entity_id(plain), kind.strip().lower()))


def standing(db: apsw.Connection, node_id: str) -> str:
    """The node that stands for this one."""
    row = db.execute("SELECT same_as FROM node WHERE id = ?", (node_id,)).fetchone()
    return str(row[0]) if row and row[0] else node_id


def reviews(db: apsw.Connection, about: str | None = None) -> list[Review]:
    """Reviews by id order; those with `about` on either side when given."""
    where, values = ("WHERE ? IN (a, b)", (about,)) if about else ("", ())
    rows = rows_of(db, f"SELECT * FROM review {where} ORDER BY id", values)
    return [Review(**row | {"decided_at": to_instant(row["decided_at"]), "replaces": _pairs(row)}) for row in rows]


def _pairs(row: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return msgspec.json.decode(row["replaces"], type=tuple[tuple[str, str], ...])


def nights(db: apsw.Connection) -> list[Night]:
    """Nights, oldest first."""
    records = db.execute("SELECT record FROM night ORDER BY begun_at, id")
    return [msgspec.json.decode(row[0], type=Night) for row in records]


def last_night(db: apsw.Connection) -> Night | None:
    """The latest night that was not taken back."""
    for (record,) in db.execute("SELECT record FROM night ORDER BY begun_at DESC, id DESC"):
        night = msgspec.json.decode(record, type=Night)
        if not night.undone:
            return night
    return None


def used_days(db: apsw.Connection) -> list[dt.date]:
    """Days on which the workspace was used, ascending: the ticks of the idle clock."""
    return [dt.date.fromisoformat(row[0]) for row in db.execute("SELECT day FROM used_day ORDER BY day")]


def watermarks(db: apsw.Connection) -> list[Watermark]:
    """Watermarks by ref order."""
    rows = rows_of(db, "SELECT * FROM watermark ORDER BY ref", ())
    return [Watermark(**row | {"gone": bool(row["gone"])}) for row in rows]


def find_ids(db: apsw.Connection, prefix: str, limit: int) -> list[str]:
    """Ids of facts and entities that begin with `prefix`, tagged or not, in order."""
    query = "SELECT id FROM node WHERE substr(id, 1, ?2) = ?1 OR substr(id, 4, ?2) = ?1 ORDER BY id LIMIT ?3"
    return [str(row[0]) for row in db.execute(query, (prefix, len(prefix), limit))]


def _support(row: dict[str, Any]) -> Support:
    return Support(
        ref=row["ref"], line=row["line_start"], line_end=row["line_end"], session=row["session"],
        role=row["role"], trust=row["trust"], at=to_instant(row["at"]), origin=row["origin"],
        quote=row["quote"], event=row["event"], zone=row["zone"], cues=tuple(msgspec.json.decode(row["cues"])),
        durability=row["durability"], under=tuple(msgspec.json.decode(row["under"])), is_lent=bool(row["is_lent"]),
    )  # fmt: skip


def _fact(row: dict[str, Any], sources: tuple[Support, ...]) -> Fact:
    given = {name: row[name] for name in Fact.__struct_fields__ if name in row}
    instants = {name: to_instant(row[name]) for name in ("verified_at", "last_revalidated")}
    dates = {name: to_date(row[name]) for name in ("valid_from", "valid_to", "said_on")}
    days = msgspec.json.decode(row["days"], type=tuple[tuple[str, dt.date], ...])
    renamed = {"entity": row["entity_name"], "aspect": row["aspect_name"], "sources": sources, "days": days,
               "created_at": from_us(row["created_us"]), "extra": msgspec.json.decode(row["extra"])}  # fmt: skip
    return Fact(**given | instants | dates | renamed)


def rows_of(db: apsw.Connection, query: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    cursor = db.execute(query, tuple(values))
    try:
        names = [column[0] for column in cursor.get_description()]
    except apsw.ExecutionCompleteError:
        return []
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _scalar(db: apsw.Connection, query: str, values: tuple[str, ...] = ()) -> Any:
    row = db.execute(query, values).fetchone()
    return row[0] if row else None
