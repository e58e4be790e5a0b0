"""Walks edges from a node: either direction or both, by relation, to a depth, safe in cycles. Scores nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

import apsw

from noctuary.index.read import edges as read_edges
from noctuary.model import Edge, Value

Direction = Literal["out", "in", "both"]


class Step(Value, frozen=True):
    """A node reached: `depth` edges away (0 is the start); `label` is a fact's text or an entity's name."""

    id: str
    depth: int
    kind: str
    label: str


class Walk(Value, frozen=True):
    """What a walk found: nodes by (depth, id), and by id each edge that was followed, once."""

    nodes: tuple[Step, ...]
    edges: tuple[Edge, ...]


_REACHED = """
WITH RECURSIVE
  wanted(rel) AS (SELECT value FROM json_each(:relations)),
  usable(id, depth) AS (
    SELECT id, 0 FROM node WHERE id = :start
    UNION
    SELECT e.dst, u.depth + 1 FROM usable u JOIN edge e ON e.src = u.id
    WHERE :out AND u.depth < :depth AND e.dst IS NOT NULL AND (:any OR e.rel IN wanted)
    UNION
    SELECT e.src, u.depth + 1 FROM usable u JOIN edge e ON e.dst = u.id
    WHERE :in AND u.depth < :depth AND e.src IS NOT NULL AND (:any OR e.rel IN wanted))
SELECT u.id, min(u.depth) AS reached, n.kind, coalesce(f.text, e.name)
FROM usable u JOIN node n ON n.id = u.id
LEFT JOIN fact f ON f.id = u.id LEFT JOIN entity e ON e.id = u.id
WHERE coalesce(f.status, '') <> 'deleted'
GROUP BY u.id ORDER BY reached, u.id
"""


def walk(
    db: apsw.Connection,
    start: str,
    depth: int,
    relations: Sequence[str] = (),
    direction: Direction = "both",
) -> Walk:
    """Everything within `depth` edges of `start`, nodes at that depth included.

    `relations` limits which edges are followed, `direction` which way: out from source to target, in against it.
    None given means all, both. An unknown `start` gives an empty walk.
    """
    values = {
        "start": start,
        "depth": depth,
        "relations": json.dumps(list(relations)),
        "any": not relations,
        "out": direction != "in",
        "in": direction != "out",
    }
    nodes = tuple(Step(id=row[0], depth=row[1], kind=row[2], label=row[3]) for row in db.execute(_REACHED, values))
    return Walk(nodes=nodes, edges=_followed(db, nodes, depth, relations, direction))


def _followed(
    db: apsw.Connection, nodes: Sequence[Step], depth: int, relations: Sequence[str], direction: Direction
) -> tuple[Edge, ...]:
    reached = {node.id for node in nodes}
    inner = {node.id for node in nodes if node.depth < depth}
    touching = read_edges(db, sorted(inner)) if inner else []
    return tuple(
        edge
        for edge in touching
        if edge.src in reached
        and edge.dst in reached
        and (not relations or edge.rel in relations)
        and ((direction != "in" and edge.src in inner) or (direction != "out" and edge.dst in inner))
    )
