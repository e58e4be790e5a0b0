"""Folding the journal into what is believed. Reads one file; damaged lines become problems, never an abort."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from noctuary.journal.records import CLOSED, Record, identity, parse
from noctuary.journal.seeds import from_seed
from noctuary.model import Edge, Entity, Fact, Night, Problem, Review, Value, Watermark, fact_id, tagged

_MARKERS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")
T = TypeVar("T")
_NOW = (dt.datetime.max.replace(tzinfo=dt.UTC),)
_EPOCH = dt.datetime.min.replace(tzinfo=dt.UTC)


@dataclasses.dataclass
class State:
    """Everything believed, by id, with the hash of the journal it was folded from.

    `written` holds the winning record of each (type, id): its instant, hash and batch (a night, an undo,
    None for a decision). `touched` holds what each batch wrote, winning or not.
    """

    facts: dict[str, Fact] = dataclasses.field(default_factory=dict)
    entities: dict[str, Entity] = dataclasses.field(default_factory=dict)
    edges: dict[str, Edge] = dataclasses.field(default_factory=dict)
    reviews: dict[str, Review] = dataclasses.field(default_factory=dict)
    watermarks: dict[str, Watermark] = dataclasses.field(default_factory=dict)
    nights: dict[str, Night] = dataclasses.field(default_factory=dict)
    written: dict[tuple[str, str], tuple[dt.datetime, str, str | None]] = dataclasses.field(default_factory=dict)
    touched: dict[str, set[tuple[str, str]]] = dataclasses.field(default_factory=lambda: defaultdict(set))
    problems: list[Problem] = dataclasses.field(default_factory=list)
    head: str = ""

    @property
    def days(self) -> list[dt.date]:
        """The days on which the workspace was used, sorted: the ticks of the idle clock."""
        return sorted({dt.date.fromisoformat(day) for night in self.nights.values() for day in night.days})

    @property
    def prints(self) -> frozenset[str]:
        """The fingerprints of every line a page of ours has held (`guard.prints`)."""
        return frozenset(one for night in self.nights.values() for one in night.prints)

    def next_instant(self, now: dt.datetime) -> dt.datetime:
        """`now`, or just after the latest record, so that what is written next wins over all that stands."""
        latest = max((stamp[0] for stamp in self.written.values()), default=None)
        return now if latest is None else max(now, latest + dt.timedelta(microseconds=1))

    def last_night(self) -> Night | None:
        """The newest night that was not undone."""
        lived = [night for night in self.nights.values() if not night.undone]
        return max(lived, key=lambda night: (self.written.get(("night", night.id), _NOW)[0], night.id), default=None)

    def values(self) -> Iterable[Fact | Entity | Edge | Review | Watermark | Night]:
        """Every value, in a fixed order: what an index is rebuilt from."""
        yield from _sorted(self.entities)
        yield from _sorted(self.facts)
        yield from _sorted(self.edges)
        yield from _sorted(self.reviews)
        yield from _sorted(self.watermarks)
        yield from _sorted(self.nights)

    def value(self, kind: str, key: str) -> Value | None:
        """The value of a record, by its type and id in the journal."""
        if kind == "source":
            return next((mark for ref, mark in self.watermarks.items() if tagged("source", ref) == key), None)
        return self.table(kind).get(key)

    def table(self, kind: str) -> dict[str, Value]:
        """The dictionary that holds values of a journal type."""
        tables: dict[str, dict[str, Value]] = {
            "observation": self.facts,  # type: ignore[dict-item]
            "entity": self.entities,  # type: ignore[dict-item]
            "relation": self.edges,  # type: ignore[dict-item]
            "review": self.reviews,  # type: ignore[dict-item]
            "source": self.watermarks,  # type: ignore[dict-item]
            "night": self.nights,  # type: ignore[dict-item]
        }
        return tables.get(kind, {})


def _sorted(table: dict[str, T]) -> Iterable[T]:
    return (table[key] for key in sorted(table))


def replay(path: Path, until: dt.datetime | None = None, without: Collection[str] = ()) -> State:
    """What is believed after reading `path`: a missing file is an empty state.

    `until` keeps records written up to that instant (as-of); `without` leaves out whole nights (undo).
    Records of a night that was never closed do not count.
    """
    state = State()
    if not path.exists():
        return state
    data = path.read_bytes()
    state.head = hashlib.blake2b(data, digest_size=16).hexdigest()
    records = list(_records(data, path.name, state.problems))
    closed = {r.envelope.id for r in records if r.envelope.type == CLOSED}
    for one in records:
        envelope = one.envelope
        if envelope.night is not None and (envelope.night not in closed or envelope.night in without):
            continue
        if until is None or (envelope.at or _EPOCH) <= until:
            _fold(state, one)
    return state


def _records(data: bytes, name: str, problems: list[Problem]) -> Iterable[Record]:
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith(_MARKERS):
            if line.strip():
                problems.append(Problem(path=name, message="a merge conflict marker; delete the line", line=number))
            continue
        if found := from_seed(line):
            yield from found
            continue
        try:
            yield parse(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            problems.append(Problem(path=name, message=f"not a record ({error}); mend or delete the line", line=number))


def _fold(state: State, one: Record) -> None:
    envelope = one.envelope
    kind, key = identity(one.value) if one.value else (envelope.type, envelope.id)
    stamp = (envelope.at or _EPOCH, one.digest)
    if envelope.night is not None and envelope.type != CLOSED:
        state.touched[envelope.night].add((kind, key))
    known = state.written.get((kind, key))
    if known and known[:2] >= stamp:
        return
    state.written[(kind, key)] = (*stamp, envelope.night)
    if isinstance(one.value, Watermark):
        state.watermarks[one.value.ref] = one.value
    elif one.value is not None:
        state.table(kind)[key] = one.value
    elif envelope.op == "tombstone" and kind == "source":
        state.watermarks = {ref: m for ref, m in state.watermarks.items() if tagged("source", ref) != key}
    elif envelope.op == "tombstone":
        state.table(kind).pop(key, None)


def verify(path: Path) -> list[Problem]:
    """Everything in the journal that does not hold together, by place. Empty means sound."""
    state = replay(path)
    problems = list(state.problems)
    for fact in state.facts.values():
        if fact.id.startswith("b2:") and fact.id != fact_id(fact.text, fact.entity):
            problems.append(
                Problem(path=path.name, message=f"{fact.id}: its text was changed by hand; restore or remove it")
            )
        if not fact.sources:
            problems.append(Problem(path=path.name, message=f"{fact.id}: has no source; remove it or add one"))
    ends = state.facts.keys() | state.entities.keys()
    for edge in state.edges.values():
        missing = {edge.src, edge.dst} - ends
        if missing:
            problems.append(
                Problem(path=path.name, message=f"{edge.id}: its end {min(missing)} is unknown; remove the edge")
            )
    return problems
