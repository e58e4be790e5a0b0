"""One line of the journal: its envelope, and the values it can hold. Reads and writes no file."""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from noctuary.model import Edge, Entity, Fact, Instant, Learned, Merge, Night, Review, Value, Watermark, tagged
from noctuary.text.days import YEARS

VERSION = 1
CLOSED = "night_closed"
# Our longest line is a first night's record of 100,000 facts, 3 MB.
LONGEST = 32 << 20
_FAULTS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Unreadable(ValueError):
    """A line is no record. Its words say why; whoever reads the line knows the place."""


class Deleted(Value, frozen=True):
    """A tombstone: the record (type, id) is no more, though its history stays."""

    type: str
    id: str


class Reverted(Value, frozen=True):
    """Git took back the batch with this label, though others were written after it, and a commit still has it.

    `after` are the batches that it was written after and that stood when this was found.
    """

    id: str
    commit: str
    after: tuple[str, ...] = ()


TYPES: dict[str, type[Value]] = {
    "observation": Fact,
    "entity": Entity,
    "relation": Edge,
    "review": Review,
    "merge": Merge,
    "learned": Learned,
    "source": Watermark,
    "night": Night,
    "reverted": Reverted,
}
NAMES = {kind: name for name, kind in TYPES.items()}


class Envelope(Value, frozen=True):
    """What every record carries: `at` is when we came to believe it, `night` who wrote it (null: a human)."""

    type: str
    id: str
    v: int = VERSION
    op: str = "put"
    at: Instant | None = None
    night: str | None = None


class Closing(Value, frozen=True, rename={"digest": "sum"}):
    """What a closing line says beside its envelope: how many records its batch has, and after which it was written."""

    count: int
    after: tuple[str, ...] | None = None
    digest: str = ""


class Record(Value, frozen=True):
    """An envelope with the value it wraps (None: tombstone or closing mark), and its content hash.

    `closing` is what a closing mark says; None where that is of a wrong type.
    """

    envelope: Envelope
    value: Value | None
    digest: str
    closing: Closing | None = None


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


def of_batch(line: bytes, night: str) -> bytes:
    """A line that `record` made for no batch, as it makes it for this one: within a text the mark is escaped."""
    return line.replace(b'"night":null', b'"night":' + msgspec.json.encode(night), 1)


def _plain(value: Any) -> Any:
    """A value as plain data without its defaults, by equality: equal values give equal bytes."""
    if type(value) in _BARE:
        return value
    if isinstance(value, msgspec.Struct):
        keys, defaults, told = _fields(type(value))
        found = zip(keys, defaults, told(value), strict=True)
        return {key: one if type(one) in _BARE else _plain(one) for key, default, one in found if one != default}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return msgspec.to_builtins(value)


_BARE = frozenset((str, int, float, bool, type(None)))


@functools.cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, ...], tuple[Any, ...], Callable[[Any], Sequence[Any]]]:
    """The keys of a kind's fields, their defaults, and what takes them all of a value."""
    fields = msgspec.structs.fields(kind)
    names = [field.name for field in fields]
    told = operator.attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
    return tuple(field.encode_name for field in fields), tuple(map(_default, fields)), told


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return made() if callable(made) else field.default


def closing(night: str, at: dt.datetime, count: int, after: Iterable[str] | None = None, digest: str = "") -> bytes:
    """The line that makes the `count` records of a night count.

    `after` names the batches that stood last before it, `digest` is of its records (`sealed`); older ones have neither.
    """
    head = {"v": VERSION, "op": "put", "type": CLOSED, "id": night, "at": at, "night": night, "count": count}
    chain = {} if after is None else {"after": list(after)}
    return msgspec.json.encode(head | ({"sum": digest} if digest else {}) | chain) + b"\n"


class Batch(NamedTuple):
    """What is appended together: record lines behind one name, and the closing line that makes them count.

    `label` is how the next batch names it. What stands in a file of a batch, whole or not, `verify` tells.
    """

    name: str
    lines: tuple[bytes, ...]
    label: str


def sealed(name: str, at: dt.datetime, records: Sequence[bytes], after: Iterable[str]) -> Batch:
    """Record lines as a batch, written behind the batches that `after` names by their labels."""
    digest = digest_of(map(line_digest, records))
    mark = closing(name, at, len(records), after, digest)
    return Batch(name, (*records, mark), label(name, at, digest))


def line_digest(line: bytes) -> str:
    """A line's content hash; the white space around it says nothing."""
    return hashlib.blake2b(line.strip(), digest_size=8).hexdigest()


def digest_of(digests: Iterable[str]) -> str:
    """One hash of many lines, in any order and however often each stands there."""
    return hashlib.blake2b("".join(sorted(set(digests))).encode(), digest_size=4).hexdigest()


def label(name: str, at: dt.datetime, digest: str = "") -> str:
    """A batch by its name, instant and contents: two branches may each have one of the same name."""
    return f"{name}@{at.astimezone(dt.UTC).isoformat()}{f'#{digest}' if digest else ''}"


_closing = msgspec.json.Decoder(Closing)


def _closing_of(line: bytes) -> Closing | None:
    """What a closing line says; None where that is of a wrong type. The batch is closed all the same."""
    try:
        return _closing.decode(line)
    except _FAULTS:
        return None


_envelope = msgspec.json.Decoder(Envelope)
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in TYPES.items()}
_EDGE = re.compile(rb'"(?:0\d{3}|9\d{3})-\d\d-\d\d')


def parse(line: bytes) -> Record:
    """A line as a record; raises Unreadable for what is not one. Unknown types keep value None."""
    envelope = header(line)
    decoder = _decoders.get(envelope.type)
    try:
        value = decoder.decode(line) if decoder and envelope.op == "put" else None
    except _FAULTS as error:
        raise Unreadable(_why(error, line)) from None
    if isinstance(value, Fact) and all(one.is_lent for one in value.sources):
        raise Unreadable("it has no source of its own")
    if _EDGE.search(line) or isinstance(value, Night):
        refuse_wild_days(envelope, value)
    told = _closing_of(line) if envelope.type == CLOSED else None
    return Record(envelope=envelope, value=value, digest=line_digest(line), closing=told)


def header(line: bytes) -> Envelope:
    """What every record carries; raises Unreadable for a line that is none."""
    refuse_long(line)
    try:
        return _envelope.decode(line)
    except _FAULTS as error:
        raise Unreadable(_why(error, line)) from None


def refuse_long(line: bytes) -> None:
    """Raises Unreadable for a line longer than any of ours, before a byte of it is read."""
    if len(line) > LONGEST:
        raise Unreadable(f"longer than {LONGEST >> 20} MiB")


def is_whole(line: bytes) -> bool:
    """Whether a line holds a whole JSON value, a record or not: what a torn write never leaves."""
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except RecursionError:
        return True
    except msgspec.DecodeError:
        return False
    return True


def _why(error: Exception, line: bytes) -> str:
    """What is wrong with a line; bytes of another encoding first, whatever they broke."""
    if isinstance(error, RecursionError):
        return "nested too deep"
    try:
        line.decode()
    except UnicodeDecodeError as bad:
        return f"byte {bad.start + 1} of it, 0x{line[bad.start]:02x}, is no UTF-8"
    return str(error)


def refuse_wild_days(envelope: Envelope, value: Value | None) -> None:
    """Raises Unreadable for a time so far off that no zone, half-life or microsecond can be added to it."""
    days = [envelope.at, *_days(value)]
    try:
        days += [dt.date.fromisoformat(day) for day in value.days] if isinstance(value, Night) else []
    except ValueError as error:
        raise Unreadable(f"{error} - at `$.days`") from None
    if wild := [day for day in days if day and day.year not in YEARS]:
        raise Unreadable(f"{wild[0].isoformat()} lies outside the years {YEARS.start} to {YEARS.stop - 1}")


def _days(value: Any) -> Iterator[dt.date]:
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _days(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _days(one)
    elif isinstance(value, dt.date):
        yield value
