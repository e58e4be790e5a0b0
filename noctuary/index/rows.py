"""What a record says, as the columns of the index's tables. Reads and writes nothing."""

from __future__ import annotations

import hashlib
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec

from noctuary.access import ANYONE, may_see
from noctuary.index.times import to_ms, to_us
from noctuary.model import Entity, Fact, Support, Value, entity_id, fold

Row = dict[str, Any]
_ELSEWHERE = {"entity", "aspect", "sources", "agent_id", "visibility", "scope", "created_at"}
_TIMES = {"verified_at", "last_revalidated", "valid_from", "valid_to", "said_on"}
_AS_IT_IS = tuple(name for name in Fact.__struct_fields__ if name not in _ELSEWHERE | _TIMES | {"days", "extra"})
_as_it_is = attrgetter(*_AS_IT_IS)


def node_row(value: Fact | Entity, kind: str) -> Row:
    """What an edge can touch, and for whom it is."""
    return {
        "id": value.id, "kind": kind, **_audience(value), "is_open": may_see(value, ANYONE), "held": held_by(value),
    }  # fmt: skip


def held_by(value: Fact | Entity) -> str:
    """Whom something is for as one text, equal for equal readers; "" for what anyone may see."""
    return "" if may_see(value, ANYONE) else as_json((value.agent_id, value.visibility, value.scope))


def _audience(value: Fact | Entity) -> dict[str, str]:
    return {"agent_id": value.agent_id, "visibility": value.visibility, "scope": value.scope}


def fact_row(fact: Fact, stub: str) -> Row:
    """A fact's own columns; `stub` is the spelling it names its entity by."""
    dated = [at for source in fact.sources if (at := to_ms(source.at)) is not None]
    verified_at = to_ms(fact.verified_at)
    return dict(zip(_AS_IT_IS, _as_it_is(fact), strict=True)) | {
        "verified_at": verified_at,
        "last_revalidated": to_ms(fact.last_revalidated),
        "valid_from": to_ms(fact.valid_from),
        "valid_to": to_ms(fact.valid_to),
        "said_on": to_ms(fact.said_on),
        "entity_id": stub,
        "entity_name": fact.entity,
        "stub": stub,
        "aspect_name": fact.aspect or None,
        "aspect_key": fold(fact.aspect) if fact.aspect else None,
        "normalized": fold(fact.text),
        "days": as_json(fact.days) if fact.days else "[]",
        "created_us": to_us(fact.created_at),
        "extra": as_json(fact.extra) if fact.extra else "{}",
        "exact": as_json(fact) if _is_finer(fact) else "",
        "first_at": min(dated, default=verified_at),
        "last_at": max(dated, default=verified_at),
    }


def _is_finer(fact: Fact) -> bool:
    """Whether an instant would be cut where milliseconds are kept."""
    instants = (fact.verified_at, fact.last_revalidated, *(one.at for one in fact.sources))
    return any(at is not None and at.microsecond % 1000 for at in instants)


def source_row(fact_id: str, ord_: int, source: Support) -> tuple[Any, ...]:
    """One of a fact's papers."""
    return (
        fact_id, ord_, source.ref, source.line, source.line_end, source.session, source.role,
        source.trust, source.origin, to_ms(source.at), source.quote, source.event, source.zone, as_json(source.cues),
        source.durability, as_json(source.under), source.is_lent,
    )  # fmt: skip


def entity_row(entity: Entity) -> Row:
    """A described entity's columns."""
    return {
        "id": entity.id, "name": entity.name, "type": entity.type, "aliases": as_json(entity.aliases), "is_stub": 0,
        "is_bare": int(entity.is_bare), "created_us": to_us(entity.created_at), "valid_to": to_ms(entity.valid_to),
        "superseded_by": entity.superseded_by, "held": held_by(entity), "record": as_json(entity),
    }  # fmt: skip


def name_rows(entity: Entity) -> list[tuple[str, str, int]]:
    """(spelling, entity, rank) of each name of an entity: its name, its name where nobody knows its type, aliases."""
    spellings = [(entity.name, int(entity.type == "unknown")), *((alias, 2) for alias in entity.aliases)]
    return [(entity_id(spelling), entity.id, rank) for spelling, rank in spellings]


def columns(value: Value) -> Row:
    """Every field of a value by its name."""
    return {name: getattr(value, name) for name in value.__struct_fields__}


def as_json(values: object) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(values).decode()


@cache
def upserting(table: str, names: tuple[str, ...], key: str) -> str:
    """The statement that writes a row, over one of the same key."""
    sets = ", ".join(f"{name} = excluded.{name}" for name in names if name != key)
    return f"{inserting(table, names)} ON CONFLICT ({key}) DO UPDATE SET {sets}"


@cache
def inserting(table: str, names: tuple[str, ...]) -> str:
    """The statement that writes a row of these columns."""
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


def digest_of(value: Value) -> bytes:
    """A hash of a value: a value that stands with this hash stands as it is."""
    return hashlib.blake2b(_encode(value), digest_size=12).digest()


_encode = msgspec.msgpack.Encoder().encode
