"""The reading actions of seed 000: search, walk, look back, overview. Writes nothing."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from typing import Any

from noctuary.access import Asker
from noctuary.index import Index
from noctuary.knowledge import showing
from noctuary.knowledge.registry import KnowledgeError
from noctuary.knowledge.showing import Shown, Uses, is_current, of_ids, type_of
from noctuary.memory import Memory
from noctuary.model import Edge, Entity, Fact, fold
from noctuary.sources.graphs import as_written, meant

_OVERSAMPLE = 6
_KINDS = ("decision", "insight", "concept", "agent")
_TOLD = ("success_rate", "outcome", "chosen", "definition")
_MOST_UNTOLD = 5_000


def recency(days: float) -> float:
    """1 / (1 + days / 30): 1 today, a half after thirty days (seed 000)."""
    return 1 / (1 + max(0.0, days) / 30)


def access(count: int) -> float:
    """ln(1 + count) / 10, at most 1 (seed 000 names no base; natural)."""
    return min(1.0, math.log1p(max(0, count)) / 10)


def score(similarity: float, days: float, accesses: int, quality: float = 0.5) -> float:
    """0.50 similarity + 0.20 recency + 0.15 access + 0.15 source quality (seed 000); a quality nobody knows is 0.5."""
    return 0.50 * similarity + 0.20 * recency(days) + 0.15 * access(accesses) + 0.15 * quality


def semantic(
    index: Index, asker: Asker, now: dt.datetime, query: str, limit: int, filters: dict[str, Any], least: float,
    uses: Uses,
) -> dict[str, Any]:  # fmt: skip
    """Entities that answer a question, best first, each with what is said of it, what it is related to, and whence."""
    shown = Shown(index, now.date(), uses)
    hits = Memory(index, now=now, asker=asker).search(query, k=max(1, limit) * _OVERSAMPLE)
    similar: dict[str, float] = {}
    for hit in hits:
        key = index.owner(hit.id)
        similar[key] = max(similar.get(key, 0.0), hit.score)
    entities = of_ids(index, similar)
    for key, share in _untold(shown, query).items():
        entities[key] = of_ids(index, [key])[key]
        similar[key] = max(similar.get(key, 0.0), share)
    entities = {key: shown.counted(one) for key, one in entities.items()}
    said = shown.said(entities)
    rows = [
        (score(similar[key], _age(one, said.get(key, ()), now), one.access_count), one)
        for key, one in entities.items()
        if similar[key] >= least and _passes(one, said.get(key, ()), filters, now) and one.name
    ]
    rows.sort(key=lambda row: (-row[0], -_made(row[1]), row[1].id))
    edges = shown.edges([one.id for _, one in rows[:limit]]) if rows else []
    near = of_ids(index, {end for edge in edges for end in (edge.src, edge.dst)})
    return {
        "mode": hits[0].mode if hits else "fts",
        "results": [
            {
                "entity": showing.entity(one),
                "similarity": round(similar[one.id], 4),
                "score": round(value, 4),
                "observations": [showing.observation(fact, shown.on) for fact in said.get(one.id, ())],
                "related": [_related(edge, one.id, near) for edge in edges if one.id in (edge.src, edge.dst)],
                "source_sessions": sorted(_sessions(one, said.get(one.id, ()))),
            }
            for value, one in rows[:limit]
        ],
    }


def _untold(shown: Shown, query: str) -> dict[str, float]:
    """Entities of which nothing is said, by the share of the question's words their name, label or properties hold."""
    words = {word for word in fold(query).split() if len(word) > 2}
    if not words:
        return {}
    found: dict[str, float] = {}
    entities = shown.entities()[-_MOST_UNTOLD:]
    told = shown.said(one.id for one in entities)
    for one in entities:
        text = fold(" ".join((one.name.replace("-", " "), one.label, *_texts(one.properties))))
        if one.id not in told and (met := words & set(text.split())):
            found[one.id] = round(len(met) / len(words), 4)
    return found


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _passes(one: Entity, said: Sequence[Fact], filters: dict[str, Any], now: dt.datetime) -> bool:
    if not is_current(one, now.date()) or not of_types(one, filters.get("types")):
        return False
    confidence = one.properties.get("confidence", max((fact.confidence for fact in said), default=0.5))
    is_sure = confidence >= filters.get("min_confidence", 0.0)
    return bool(is_sure and _age(one, said, now) <= filters.get("max_age_days", math.inf))


def of_types(one: Entity, types: Sequence[str] | None) -> bool:
    """Whether an entity is of one of the types; of any where none is named."""
    return not types or one.type in {kind.lower() for kind in types}


def _age(one: Entity, said: Sequence[Fact], now: dt.datetime) -> float:
    """Days since an entity was made, or last spoken of where nobody made it."""
    made = one.created_at or max((fact.verified_at for fact in said), default=now)
    return max(0.0, (now - made) / dt.timedelta(days=1))


def _made(one: Entity) -> float:
    return one.created_at.timestamp() if one.created_at else 0.0


def _related(edge: Edge, key: str, near: dict[str, Entity]) -> dict[str, Any]:
    src, dst, label = as_written(edge)
    other = near.get(dst if src == key else src)
    name = {"id": other.id, "name": other.name, "type": type_of(other)} if other else {}
    return {"relation": label, "direction": "out" if src == key else "in", **name}


def _sessions(one: Entity, said: Sequence[Fact]) -> set[str]:
    told = {source.session for fact in said for source in fact.sources}
    evidence = one.properties.get("evidence_sessions", ())
    return {session for session in (*told, *evidence) if isinstance(session, str) and ":" not in session[:7]}


def walk(
    index: Index,
    now: dt.datetime,
    start: Entity,
    relations: Sequence[str],
    depth: int,
    types: Sequence[str],
    direction: str,
    order: str,
) -> dict[str, Any]:
    """What is within `depth` relations of an entity: each node once, with its distance; each relation once."""
    if direction not in ("out", "in", "both") or order not in ("bfs", "dfs"):
        raise KnowledgeError(
            "invalid_argument", f"{direction}, {order}", "direction is out, in or both; order bfs or dfs"
        )
    shown = Shown(index, now.date())
    reached, followed, frontier = {start.id: 0}, dict[str, Edge](), [start.id]
    for step in range(1, depth + 1):
        edges = [one for one in shown.edges(frontier) if _is_wanted(one, relations)] if frontier else []
        here, frontier = set(frontier), []
        for edge in edges:
            for key, other in _ways(edge, direction):
                if key in here:
                    followed.setdefault(edge.id, edge)
                    if other not in reached:
                        reached[other] = step
                        frontier.append(other)
    entities = of_ids(index, reached)
    nodes = [key for key in reached if key in entities and (key == start.id or of_types(entities[key], types))]
    if order == "dfs":
        nodes = _deep(start.id, followed.values(), set(nodes), direction)
    shown_ids = set(nodes)
    return {
        "start": start.id,
        "nodes": [showing.entity(entities[key], {"depth": reached[key]}) for key in nodes],
        "relations": [showing.relation(one) for one in followed.values() if shown_ids >= set(as_written(one)[:2])],
    }


def _is_wanted(edge: Edge, relations: Sequence[str]) -> bool:
    """Whether an edge is of one of these types, as it was written or as we call it."""
    label = as_written(edge)[2].lower()
    return not relations or any(
        label == one.lower()
        or edge.rel == meant(one)[0] != "related_to"
        or (
            edge.rel == "related_to"
            and one.lower() in ("relates_to", "related_to")
            and label in ("relates_to", "related_to")
        )
        for one in relations
    )


def _ways(edge: Edge, direction: str) -> list[tuple[str, str]]:
    src, dst, _ = as_written(edge)
    return [*([(src, dst)] if direction != "in" else ()), *([(dst, src)] if direction != "out" else ())]


def _deep(start: str, edges: Iterable[Edge], wanted: set[str], direction: str) -> list[str]:
    """The nodes in the order in which a walk meets them that goes on before it turns to the next."""
    ways: dict[str, list[str]] = {}
    for edge in edges:
        for key, other in _ways(edge, direction):
            ways.setdefault(key, []).append(other)
    found: list[str] = []
    waiting, met = [start], set[str]()
    while waiting:
        key = waiting.pop()
        if key not in met:
            met.add(key)
            found += [key] if key in wanted else []
            waiting += reversed(ways.get(key, []))
    return found


def temporal(
    index: Index, now: dt.datetime, since: dt.date, until: dt.date, types: Sequence[str], query: str, limit: int
) -> dict[str, Any]:
    """Entities and observations that held at some day from `since` to `until`, as they were valid then."""
    shown = Shown(index, now.date())
    words = set(fold(query).split())
    found = [one for one in shown.entities(expired=True) if of_types(one, types) and _held(one, since, until)]
    said = shown.said((one.id for one in found), expired=True)
    rows = []
    for one in found:
        then = [fact for fact in said.get(one.id, ()) if _held(fact, since, until)]
        text = set(fold(" ".join((one.name.replace("-", " "), one.label, *(fact.text for fact in then)))).split())
        if words <= text:
            told = [showing.observation(fact, until) for fact in then]
            rows.append({"entity": showing.entity(one), "observations": told})
    return {"from": since.isoformat(), "to": until.isoformat(), "results": rows[:limit], "total": len(rows)}


def _held(one: Entity | Fact, since: dt.date, until: dt.date) -> bool:
    """Whether it held on some day from one to another; of one that names no beginning, since it was written."""
    made = one.created_at.date() if one.created_at else None
    begun = one.valid_from or (one.said_on if isinstance(one, Fact) else None) or made
    if isinstance(one, Fact) and one.status in ("deleted", "candidate"):
        return False
    return (begun is None or begun <= until) and (one.valid_to is None or one.valid_to > since)


def prime(index: Index, now: dt.datetime, limit: int, uses: Uses) -> dict[str, Any]:
    """What a newcomer should know of this memory: its patterns, what failed, decisions, insights, concepts; bounded."""
    shown = Shown(index, now.date(), uses)
    entities = [one for one in shown.entities() if one.type not in ("session", "task")]
    ranked = sorted(entities, key=lambda one: (-_worth(one), -_made(one), one.id))
    patterns = [one for one in ranked if one.type == "pattern"]
    patterns.sort(key=lambda one: -float(one.properties.get("success_rate", 0.5)))
    failed = [one for one in patterns if one.properties.get("outcome") == "failure"]
    parts = {
        "patterns": [one for one in patterns if one not in failed],
        "failures": failed,
        **{
            f"{kind}s": [one for one in ranked if one.type == kind]
            for kind in ("decision", "insight", "concept", "agent")
        },
    }
    listed = {one.id for part in parts.values() for one in part}
    parts["others"] = [one for one in ranked if one.id not in listed]
    said = shown.said(one.id for part in parts.values() for one in part[:limit])
    return {
        "entities": len(entities),
        **{name: [_line(one, said.get(one.id, ())) for one in part[:limit]] for name, part in parts.items()},
    }


def _worth(one: Entity) -> float:
    return float(one.properties.get("confidence", 0.5)) + access(one.access_count)


def _line(one: Entity, said: Sequence[Fact]) -> dict[str, Any]:
    known: dict[str, Any] = {
        key: one.properties[key] for key in ("success_rate", "outcome", "chosen", "definition") if key in one.properties
    }
    return {
        "ref": f"{type_of(one).lower()}:{one.name}",
        "label": one.label or one.name,
        **known,
        "observations": [fact.text for fact in said if fact.is_believed][:3],
    }
