"""Follows edges from facts already found and scores what they reach. Searches no words.

Seed 004's searchWithGraph: from the best three, score · weight · 0.5 a hop, never along `contradicts`.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from noctuary.index.read import edges, facts_by_id
from noctuary.model import Edge, Fact, Relation, Value

SEEDS = 3
HOP_DISCOUNT = 0.5
REACH = 20
POOL = 200
NOT_FOLLOWED: tuple[Relation, ...] = ("contradicts",)


class Trail(Value, frozen=True):
    """How a node was reached: its score in [0, 1]; `via` is relation and citation per hop, "" when direct."""

    score: float
    via: str = ""


def expand(db: apsw.Connection, trails: dict[str, Trail], max_depth: int, statuses: Sequence[str]) -> dict[str, Trail]:
    """`trails` (best first) and what edges reach from the first three; a direct trail stays as it is.

    Both directions; each hop keeps its best REACH nodes. Facts of other statuses are neither
    shown nor passed through; entities are passed through.
    """
    found = dict(trails)
    frontier = dict(list(trails.items())[:SEEDS])
    for _ in range(max_depth):
        reached = _reached(db, frontier, found)
        frontier = _allowed(db, _best(reached, POOL), statuses)
        found |= frontier
    return found


def citations(fact: Fact) -> tuple[str, ...]:
    """A fact's sources as `ref:line`, each once, in order."""
    return tuple(dict.fromkeys(f"{source.ref}:{source.line}" for source in fact.sources))


def _reached(db: apsw.Connection, frontier: dict[str, Trail], found: dict[str, Trail]) -> dict[str, Trail]:
    facts = facts_by_id(db, list(frontier))
    cited = {fact.id: citations(fact)[0] for fact in facts.values() if fact.sources}
    reached: dict[str, Trail] = {}
    for edge in edges(db, sorted(frontier)) if frontier else []:
        for near, far in ((edge.src, edge.dst), (edge.dst, edge.src)):
            if edge.rel in NOT_FOLLOWED or near not in frontier or far in found:
                continue
            step = _step(frontier[near], edge, cited.get(near, near))
            reached[far] = max(reached.get(far, step), step, key=lambda trail: trail.score)
    return reached


def _step(before: Trail, edge: Edge, citation: str) -> Trail:
    via = f"{edge.rel} {citation}"
    return Trail(
        score=before.score * min(1.0, max(0.0, edge.weight)) * HOP_DISCOUNT,
        via=f"{before.via} > {via}" if before.via else via,
    )


def _allowed(db: apsw.Connection, trails: dict[str, Trail], statuses: Sequence[str]) -> dict[str, Trail]:
    hidden = {fact.id for fact in facts_by_id(db, list(trails)).values() if fact.status not in statuses}
    return _best({node: trail for node, trail in trails.items() if node not in hidden}, REACH)


def _best(trails: dict[str, Trail], limit: int) -> dict[str, Trail]:
    return dict(sorted(trails.items(), key=lambda item: (-item[1].score, item[0]))[:limit])
