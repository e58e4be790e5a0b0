"""Entities with what is said of them now, and the edges between them: the memory as a plain graph. Ranks nothing.

What has ended, was replaced or merged is not among them, nor is an entity that is only named as a relation's end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from noctuary.index import read
from noctuary.model import Edge, Value


class Node(Value, frozen=True):
    """An entity: `type` as it was written, `texts` what is said of it, oldest first, `place` where it stands."""

    id: str
    name: str
    type: str
    texts: tuple[str, ...]
    place: tuple[int, str]


class Wanted(Value, frozen=True):
    """Which entities: after a `place`, at most `limit`, holding a text (any case) in name, type or what is said.

    `on` is the day in milliseconds: what has ended by then is left out.
    """

    on: int
    after: tuple[int, str] = (-1, "")
    limit: int = -1
    holding: str = ""
    ids: tuple[str, ...] | None = None


_TOLD = """(f.status IN ('active', 'contested') OR (f.status = 'candidate' AND f.created_us > 0
  AND NOT EXISTS (SELECT 1 FROM review r WHERE f.id IN (r.a, r.b))))"""
"""What is believed, and what was written by day and waits: nobody has been asked about it."""
_NODES = f"""
SELECT e.id, e.name, coalesce(nullif(e.record ->> 'type_raw', ''), e.type), e.created_us
FROM entity e JOIN node n ON n.id = e.id
WHERE n.same_as IS NULL AND NOT e.is_bare AND e.name <> '' AND e.superseded_by IS NULL
  AND (e.valid_to IS NULL OR e.valid_to > :on) AND (e.created_us, e.id) > (:us, :id)
  AND (:ids IS NULL OR e.id IN (SELECT value FROM json_each(:ids)))
  AND (NOT e.is_stub OR EXISTS (SELECT 1 FROM fact f WHERE f.entity_id = e.id AND {_TOLD}))
"""
_HOLDING = f"""
  AND (instr(lowered(e.name), :text) OR instr(lowered(coalesce(nullif(e.record ->> 'type_raw', ''), e.type)), :text)
    OR e.id IN (SELECT f.entity_id FROM fact f WHERE {_TOLD}
      AND instr(lowered(f.text), :text)))
"""
_TEXTS = f"""
SELECT f.entity_id, f.text FROM fact f WHERE f.entity_id IN (SELECT value FROM json_each(?))
  AND {_TOLD} ORDER BY f.created_us, f.first_at, f.id
"""
_TIES = """
SELECT e.id, e.src, e.dst, e.rel, e.reason, e.weight, e.rel_raw, e.properties, e.created_by, e.created_us, e.extra
FROM edge e JOIN entity a ON a.id = e.src JOIN entity b ON b.id = e.dst
WHERE (e.src <> e.dst OR e.src_ref = e.dst_ref)
"""


def nodes(db: apsw.Connection, wanted: Wanted) -> list[Node]:
    """The entities, in the order in which they were made; those of the nights first, by id."""
    values: dict[str, Any] = {
        "on": wanted.on,
        "us": wanted.after[0],
        "id": wanted.after[1],
        "ids": None if wanted.ids is None else json.dumps(list(wanted.ids)),
        "limit": wanted.limit,
        "text": wanted.holding.lower(),
    }
    query = _NODES + (_HOLDING if wanted.holding else "") + " ORDER BY e.created_us, e.id LIMIT :limit"
    rows: list[tuple[Any, ...]] = db.execute(query, values).fetchall()
    texts: dict[str, list[str]] = {}
    for key, text in db.execute(_TEXTS, (json.dumps([row[0] for row in rows]),)):
        texts.setdefault(str(key), []).append(str(text))
    return [
        Node(id=key, name=name, type=kind, texts=tuple(texts.get(key, ())), place=(us, key))
        for key, name, kind, us in rows
    ]


def ties(db: apsw.Connection, ids: Sequence[str] | None) -> list[Edge]:
    """Edges between entities, merges followed, oldest first; one recorded under two ids is given twice."""
    values = () if ids is None else (json.dumps(list(ids)),)
    listed = "(SELECT value FROM json_each(?1))"
    near = f"(SELECT id FROM edge WHERE src IN {listed} UNION SELECT id FROM edge WHERE dst IN {listed})"
    query = f"{_TIES} {'' if ids is None else f'AND e.id IN {near}'} ORDER BY e.created_us, e.id"
    return [read.edge_of(row) for row in read.rows_of(db, query, values)]


def names_of(db: apsw.Connection, ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """(name, type as written) of entities, by id."""
    query = (
        "SELECT id, name, coalesce(nullif(record ->> 'type_raw', ''), type) FROM entity"
        " WHERE id IN (SELECT value FROM json_each(?))"
    )
    return {str(key): (str(name), str(kind)) for key, name, kind in db.execute(query, (json.dumps(sorted(ids)),))}


def doubles(db: apsw.Connection) -> set[str]:
    """Names that several entities have."""
    query = "SELECT name FROM entity WHERE NOT is_bare GROUP BY name HAVING count(*) > 1"
    return {str(row[0]) for row in db.execute(query)}
