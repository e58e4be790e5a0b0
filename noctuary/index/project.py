"""Writes values into the index: upserts, tombstones, and what follows from them. Reads no journal.

The tables are a function of the set of values that stand, never of the order or the number of calls
in which they came: rows hold what a record says, and `settle` derives the rest from all rows. A value that
stands already as it is given is not written again: its hash in `shown` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import apsw
import msgspec

from noctuary.index.around import MOST, Touched, settle_around
from noctuary.index.filing import Filing, file_waiting, take_out_others
from noctuary.index.fresh import put_fresh
from noctuary.index.read import meta
from noctuary.index.rows import (
    as_json,
    columns,
    digest_of,
    entity_row,
    fact_row,
    held_by,
    name_rows,
    node_row,
    source_row,
    upserting,
)
from noctuary.index.settle import settle
from noctuary.index.times import to_ms, to_us
from noctuary.index.transaction import immediate
from noctuary.model import (
    Edge,
    Entity,
    Fact,
    Merge,
    Night,
    Review,
    Watermark,
    entity_id,
)

Projected = Fact | Entity | Edge | Review | Merge | Night | Watermark


def project(
    db: apsw.Connection,
    values: Iterable[Projected],
    deleted: Iterable[tuple[str, str]],
    head: str,
    standing: str = "",
    *,
    files_later: bool = False,
) -> None:
    """Upsert `values` (a later one of the same id wins), drop `deleted` (type, id), set `head` and `standing`.

    One transaction. Types are the journal's (observation, entity, relation, review, source,
    night) or the values' (fact, edge, watermark); unknown ones are let be. With `files_later`
    new facts wait to be filed for the judge until a night.
    """
    db.execute("PRAGMA cache_size = -65536")
    with immediate(db):
        take_out_others(db)
        filing, touched = Filing(db, waits=files_later), Touched(db)
        is_few = meta(db, "head") != ""
        count = 0
        left = put_fresh(db, values, filing) if is_few else values
        for count, value in enumerate(_changed(db, left), 1):
            if is_few := is_few and count <= MOST:
                touched.note(value)
            _put(db, value, filing)
            if is_few:
                touched.note(value)
        for kind, record_id in deleted:
            if is_few := is_few and (count := count + 1) <= MOST:
                touched.drop(name := _TABLES.get(kind, ("", "", ""))[0].lower(), record_id)
            _drop(db, kind, record_id, filing)
            if is_few:
                touched.drop(name, record_id)
        filing.flush()
        if not files_later:
            file_waiting(db)
        if is_few:
            settle_around(db, touched)
        else:
            settle(db)
        _upsert(db, "meta", {"key": "head", "value": head})
        _upsert(db, "meta", {"key": "standing", "value": standing})


def _changed(db: apsw.Connection, values: Iterable[Projected]) -> Iterator[Projected]:
    """The values that do not stand as they are. Notes what it lets through."""
    for value in values:
        key = (type(value).__name__, _key(value))
        digest = digest_of(value)
        row = db.execute("SELECT digest FROM shown WHERE type = ? AND id = ?", key).fetchone()
        if row is None or row[0] != digest:
            db.execute("INSERT OR REPLACE INTO shown VALUES (?, ?, ?)", (*key, digest))
            yield value


def _key(value: Projected) -> str:
    return value.ref if isinstance(value, Watermark) else value.id


def _put(db: apsw.Connection, value: Projected, filing: Filing) -> None:
    match value:
        case Fact():
            _put_fact(db, value, filing)
        case Entity():
            _put_entity(db, value)
        case Edge():
            _put_edge(db, value)
        case Review():
            _upsert(db, "review", _review_row(value))
        case Merge():
            row = {**columns(value), "events": as_json(value.events)}
            _upsert(db, "merge", {f'"{name}"': one for name, one in row.items()})
        case Watermark():
            row = {name: one for name, one in columns(value).items() if name not in ("fault", "waits_from")}
            _upsert(db, "watermark", row)
        case Night():
            _put_night(db, value)


def _put_fact(db: apsw.Connection, fact: Fact, filing: Filing) -> None:
    stub = fact.about or entity_id(fact.entity)
    _upsert(db, "node", node_row(fact, "fact"))
    db.execute(
        "DELETE FROM vector WHERE fact_id IN (SELECT id FROM fact WHERE id = ? AND text <> ?)",
        (fact.id, fact.text),
    )
    _upsert(db, "fact", fact_row(fact, stub), key="id")
    docid = db.execute("SELECT docid FROM fact WHERE id = ?", (fact.id,)).fetchone()[0]  # type: ignore[index]
    filing.file(int(docid), fact)
    db.execute("DELETE FROM source WHERE fact_id = ?", (fact.id,))
    db.executemany(
        "INSERT INTO source VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        [source_row(fact.id, ord_, support) for ord_, support in enumerate(fact.sources)],
    )


def _put_entity(db: apsw.Connection, entity: Entity) -> None:
    """A record of the same name, type and readers under another id becomes a twin: the smaller id is shown."""
    db.execute("DELETE FROM entity_twin WHERE id = ?", (entity.id,))
    left = _twin_of(db, entity.id)
    _retire(db, entity.id)
    other = db.execute(
        "SELECT record FROM entity WHERE (name, type, held) = (?, ?, ?) AND is_stub = 0 AND id <> ?",
        (*_shown_as(entity), entity.id),
    ).fetchone()
    before = _entity_of(other[0]) if other else None
    if before and before.id < entity.id:
        _put_twin(db, entity)
    else:
        if before:
            _retire(db, before.id)
            _put_twin(db, before)
        _show_entity(db, entity)
    if left and _shown_as(left) != _shown_as(entity):
        _put_entity(db, left)


def _shown_as(entity: Entity) -> tuple[str, str, str]:
    """What two records share that are one entity."""
    return entity.name, entity.type, held_by(entity)


def _entity_of(record: object) -> Entity:
    return msgspec.json.decode(str(record), type=Entity)


def _put_twin(db: apsw.Connection, entity: Entity) -> None:
    shown = dict(zip(("name", "type", "held"), _shown_as(entity), strict=True))
    _upsert(db, "entity_twin", {"id": entity.id, **shown, "record": as_json(entity)})


def _show_entity(db: apsw.Connection, entity: Entity) -> None:
    _upsert(db, "node", node_row(entity, "entity"))
    _upsert(db, "entity", entity_row(entity))
    db.execute("DELETE FROM name WHERE entity_id = ?", (entity.id,))
    db.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?)", name_rows(entity))


def _retire(db: apsw.Connection, record_id: str) -> None:
    """No record describes this entity any longer; facts that still name it keep a stub."""
    db.execute("DELETE FROM name WHERE entity_id = ?", (record_id,))
    db.execute(
        "UPDATE entity SET is_stub = 1, aliases = '[]', is_bare = 0, created_us = 0, valid_to = NULL,"
        " superseded_by = NULL, held = '', record = '{}' WHERE id = ?",
        (record_id,),
    )
    db.execute(
        "UPDATE node SET agent_id = 'default', visibility = 'public', scope = '', is_open = 1, held = ''"
        " WHERE id = ? AND NOT is_open",
        (record_id,),
    )


def _put_edge(db: apsw.Connection, edge: Edge) -> None:
    row = columns(edge)
    row |= {"properties": as_json(edge.properties), "extra": as_json(edge.extra)}
    row["created_us"] = to_us(row.pop("created_at"))
    _upsert(db, "edge", {**row, "src_ref": row.pop("src"), "dst_ref": row.pop("dst")})


def _put_night(db: apsw.Connection, night: Night) -> None:
    record = msgspec.json.encode(night).decode()
    _upsert(
        db, "night",
        {"id": night.id, "begun_at": to_ms(night.begun_at), "state": night.state, "undone": night.undone,
         "record": record},
    )  # fmt: skip


def _review_row(review: Review) -> dict[str, Any]:
    return columns(review) | {"decided_at": to_ms(review.decided_at), "replaces": as_json(review.replaces)}


_TABLES = {
    "fact": ("Fact", "fact", "id"),
    "observation": ("Fact", "fact", "id"),
    "entity": ("Entity", "", ""),
    "edge": ("Edge", "edge", "id"),
    "relation": ("Edge", "edge", "id"),
    "review": ("Review", "review", "id"),
    "merge": ("Merge", "merge", "id"),
    "night": ("Night", "night", "id"),
    "source": ("Watermark", "watermark", "ref"),
    "watermark": ("Watermark", "watermark", "ref"),
}


def _drop(db: apsw.Connection, kind: str, record_id: str, filing: Filing) -> None:
    if kind not in _TABLES:
        return
    name, table, column = _TABLES[kind]
    db.execute("DELETE FROM shown WHERE type = ? AND id = ?", (name, record_id))
    if kind == "entity":
        db.execute("DELETE FROM entity_twin WHERE id = ?", (record_id,))
        twin = _twin_of(db, record_id)
        _retire(db, record_id)
        if twin:
            _put_entity(db, twin)
        return
    if name == "Fact":
        filing.drop(record_id)
    db.execute(f"DELETE FROM {table} WHERE {column} = ?", (record_id,))


def _twin_of(db: apsw.Connection, record_id: str) -> Entity | None:
    row = db.execute(
        "SELECT t.record FROM entity_twin t JOIN entity e USING (name, type, held)"
        " WHERE e.id = ? AND e.is_stub = 0 ORDER BY t.id LIMIT 1",
        (record_id,),
    ).fetchone()
    return _entity_of(row[0]) if row else None


def _upsert(db: apsw.Connection, table: str, row: dict[str, Any], key: str = "") -> None:
    db.execute(upserting(table, tuple(row), key or next(iter(row))), tuple(row.values()))
