"""Lays what a graph's record says of its end and its readers onto our values. Reads no record itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from noctuary.access import standing
from noctuary.consolidate.terms import Terms
from noctuary.model import Entity, Fact, entity_id, fold
from noctuary.sources.graphs.parts import Named

T = TypeVar("T", Fact, Entity)


def held_by(value: T, terms: Terms) -> T:
    """The value for those whom the terms let read it."""
    return replace(value, agent_id=terms.agent_id, visibility=terms.visibility, scope=terms.scope)


def as_told(fact: Fact, terms: Terms, today: dt.date) -> Fact:
    """The fact as its source says it stands: what was replaced there or is over is not believed here."""
    told = replace(fact, status=terms.status, valid_from=terms.valid_from, valid_to=terms.valid_to)
    return replace(told, status=standing(told, today))


def named_in_private(
    entities: Mapping[str, Entity], known: Mapping[str, Entity], facts: Iterable[Fact], by_name: Mapping[str, str]
) -> dict[str, Entity]:
    """The new entities of which only private things are told, without the day that their file made them: here nobody
    made them for all (`access.hidden`), and their names would tell of these things."""
    public: dict[str, bool] = {}
    for fact in facts:
        key = fact.about or by_name.get(fold(fact.entity), entity_id(fact.entity))
        public[key] = public.get(key, False) or fact.visibility == "public"
    new = (key for key in entities if key not in known and not public.get(key, True))
    return {key: replace(entities[key], created_at=None) for key in new}


def described(key: str, named: Named) -> Entity:
    """An entity with what its own record says of it."""
    return Entity(
        id=key,
        name=named.name,
        type=named.type,
        type_raw=named.type_raw,
        label=named.alias,
        properties=named.properties,
        created_by=named.created_by,
        created_at=named.at,
        valid_from=named.terms.valid_from,
        valid_to=named.terms.valid_to,
        extra={"id": named.keys[0]} if named.keys else {},
    )
