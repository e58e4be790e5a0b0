"""Entities, observations and relations as seed 000 writes them: plain JSON-ready values. Decides nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from noctuary.access import on_list, standing
from noctuary.index import Index, records
from noctuary.model import Edge, Entity, Fact
from noctuary.sources.graphs import as_written
from noctuary.writing.finding import uuid_of

_LIVE = ("active", "contested")
Uses = Mapping[str, tuple[int, dt.datetime]]
"""How often each entity was asked for, and when last, by its id."""


def moment(at: dt.datetime | None) -> str | None:
    """An instant in ISO 8601, UTC."""
    return at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z") if at else None


def day(on: dt.date | None) -> str | None:
    """A date in ISO 8601."""
    return on.isoformat() if on else None


def type_of(one: Entity) -> str:
    """An entity's type as it was written."""
    return one.type_raw or one.type


def is_current(one: Entity, on: dt.date) -> bool:
    """Whether an entity is neither replaced nor over on a day."""
    return not one.superseded_by and not (one.valid_to and one.valid_to <= on)


def entity(one: Entity, more: dict[str, Any] | None = None) -> dict[str, Any]:
    """All that seed 000 says of an entity; `more` has the figures that are reckoned."""
    begun = one.valid_from or (one.created_at.date() if one.created_at else None)
    return {
        "id": one.id,
        "uuid": uuid_of(one.id),
        "name": one.name,
        "type": type_of(one),
        "label": one.label or one.name,
        "properties": one.properties,
        "created_at": moment(one.created_at),
        "updated_at": moment(one.updated_at),
        "created_by": one.created_by or None,
        "visibility": one.visibility,
        **allowed(one),
        "valid_from": day(begun),
        "valid_to": day(one.valid_to),
        "superseded_by": one.superseded_by,
        "access_count": one.access_count,
        "last_accessed_at": moment(one.last_accessed_at),
        "importance_score": 0.5 if one.importance is None else one.importance,
    } | (more or {})


def allowed(one: Entity | Fact) -> dict[str, Any]:
    """Those that something team-private is for, where a list says so."""
    agents, users = on_list(one.scope) if one.visibility == "team-private" else ((), ())
    found = {"allowed_agents": sorted(agents), "allowed_users": sorted(users)}
    return {key: names for key, names in found.items() if names}


def observation(fact: Fact, on: dt.date) -> dict[str, Any]:
    """All that seed 000 says of an observation, and how it stands on a day."""
    return {
        "id": fact.id,
        "uuid": uuid_of(fact.id),
        "content": fact.text,
        "source_session": fact.sources[0].session,
        "source_sessions": sorted({one.session for one in fact.sources}),
        "added_by": fact.created_by or fact.agent_id,
        "added_at": moment(fact.created_at or fact.verified_at),
        "valid_from": day(fact.valid_from or fact.said_on),
        "valid_to": day(fact.valid_to),
        "superseded_by": fact.superseded_by,
        "confidence": fact.confidence,
        "status": standing(fact, on),
        **allowed(fact),
    }


def relation(edge: Edge) -> dict[str, Any]:
    """All that seed 000 says of a relation, as it was written."""
    src, dst, label = as_written(edge)
    return {
        "id": edge.id,
        "from_id": src,
        "to_id": dst,
        "type": label,
        "properties": edge.properties,
        "created_at": moment(edge.created_at),
        "created_by": edge.created_by or None,
        "reason": edge.reason,
    }


class Shown:
    """What an index shows of entities and what is said of them, to one asker on one day."""

    def __init__(self, index: Index, on: dt.date, uses: Uses | None = None) -> None:
        self.index, self.on = index, on
        self._uses = uses or {}

    def counted(self, one: Entity) -> Entity:
        """An entity with how often it was asked for, and when last: what another tool counted, and ours."""
        count, last = self._uses.get(one.id, (0, None))
        before = one.last_accessed_at
        last = max(filter(None, (before, last)), default=None)
        return replace(one, access_count=one.access_count + count, last_accessed_at=last) if count else one

    def entities(self, *, expired: bool = False, bare: bool = False) -> list[Entity]:
        """Entities, oldest first; those that only facts name are of type unknown."""
        every = (self.counted(one) for one in self.index.entities() if one.name)
        found = [one for one in every if expired or is_current(one, self.on)]
        return sorted((one for one in found if bare or not one.is_bare), key=lambda one: (_made(one), one.id))

    def said(self, keys: Iterable[str], *, expired: bool = False) -> dict[str, list[Fact]]:
        """What is said of entities, by id, oldest first: what is believed, and what was written by day and waits; what
        holds no more only where it is asked for."""
        told: dict[str, list[Fact]] = {}
        wanted = set(keys)
        for fact in sorted(self.index.facts_about(wanted), key=lambda one: (_made(one), one.id)):
            is_waiting = fact.status == "candidate" and fact.created_at is not None
            if expired or is_waiting or standing(fact, self.on) in _LIVE:
                told.setdefault(self.index.owner(fact.id), []).append(fact)
        return told

    def edges(self, keys: Iterable[str] | None = None) -> list[Edge]:
        """Relations between entities, oldest first, each once."""
        found: dict[tuple[str, str, str], Edge] = {}
        for edge in self.index.ties(None if keys is None else sorted(keys)):
            found.setdefault(as_written(edge), edge)
        return list(found.values())


def _made(one: Entity | Fact) -> float:
    return one.created_at.timestamp() if one.created_at else 0.0


def of_ids(index: Index, keys: Iterable[str]) -> dict[str, Entity]:
    """Entities by id, as the index shows them; a stub, too."""
    wanted = set(keys)
    names = index.names_of(wanted)
    found: dict[str, Entity] = {}
    for key in wanted & names.keys():
        one = records.record(index.db, "entity", key)
        found[key] = one if isinstance(one, Entity) else Entity(id=key, name=names[key][0])
    return found
