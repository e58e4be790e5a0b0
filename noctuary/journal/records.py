"""One line of the journal: its envelope, and the values it can hold. Reads and writes no file."""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
from typing import Any

import msgspec

from noctuary.model import Edge, Entity, Fact, Learned, Merge, Night, Review, Value, Watermark, tagged

VERSION = 1
TYPES: dict[str, type[Value]] = {
    "observation": Fact,
    "entity": Entity,
    "relation": Edge,
    "review": Review,
    "merge": Merge,
    "learned": Learned,
    "source": Watermark,
    "night": Night,
}
NAMES = {kind: name for name, kind in TYPES.items()}
CLOSED = "night_closed"


class Deleted(Value, frozen=True):
    """A tombstone: the record (type, id) is no more, though its history stays."""

    type: str
    id: str


class Envelope(Value, frozen=True):
    """What every record carries: `at` is when we came to believe it, `night` who wrote it (null: a human)."""

    type: str
    id: str
    v: int = VERSION
    op: str = "put"
    at: dt.datetime | None = None
    night: str | None = None


class Record(Value, frozen=True):
    """An envelope with the value it wraps (None: tombstone or closing mark), and its content hash."""

    envelope: Envelope
    value: Value | None
    digest: str


def identity(value: Value) -> tuple[str, str]:
    """(type, id) under which a value replaces its earlier self."""
    if isinstance(value, Deleted):
        return value.type, value.id
    if isinstance(value, Watermark):
        return "source", tagged("source", value.ref)
    return NAMES[type(value)], getattr(value, "id")  # noqa: B009 - Value itself has no id


def record(value: Value, at: dt.datetime, night: str | None) -> bytes:
    """The line for a value, newline included. Keys stand in a fixed order, so bytes are reproducible."""
    kind, key = identity(value)
    head: dict[str, Any] = {
        "v": VERSION,
        "op": "tombstone" if isinstance(value, Deleted) else "put",
        "type": kind,
        "id": key,
        "at": at,
        "night": night,
    }
    body = {} if isinstance(value, Deleted) else _plain(value)
    body.pop("id", None)
    if clash := head.keys() & body.keys():
        raise TypeError(f"{kind}: a value may not carry the envelope's own {min(clash)!r}")
    return msgspec.json.encode(head | body) + b"\n"


def _plain(value: Any) -> Any:
    """A value as plain data without its defaults, by equality: equal values give equal bytes."""
    if isinstance(value, msgspec.Struct):
        found = ((key, default, getattr(value, name)) for name, key, default in _fields(type(value)))
        return {key: _plain(one) for key, default, one in found if one != default}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return msgspec.to_builtins(value)


@functools.cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Any], ...]:
    return tuple((field.name, field.encode_name, _default(field)) for field in msgspec.structs.fields(kind))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return made() if callable(made) else field.default


def closing(night: str, at: dt.datetime, count: int) -> bytes:
    """The line that makes the `count` records of a night count."""
    head = {"v": VERSION, "op": "put", "type": CLOSED, "id": night, "at": at, "night": night, "count": count}
    return msgspec.json.encode(head) + b"\n"


_envelope = msgspec.json.Decoder(Envelope)
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in TYPES.items()}


def parse(line: bytes) -> Record:
    """A line as a record; raises msgspec.DecodeError for what is not one. Unknown types keep value None."""
    envelope = _envelope.decode(line)
    decoder = _decoders.get(envelope.type)
    value = decoder.decode(line) if decoder and envelope.op == "put" else None
    return Record(envelope=envelope, value=value, digest=hashlib.blake2b(line.strip(), digest_size=8).hexdigest())
