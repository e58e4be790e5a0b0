"""Folding the journal into what is believed. Reads one file; damaged lines become problems, never an abort."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from noctuary.journal.append import sound_length
from noctuary.journal.heads import head_of, heads_of
from noctuary.journal.lines import MARKERS, TWICE, closed_in, keys_twice, may_have_twice
from noctuary.journal.lines import lines as lines_of
from noctuary.journal.losses import Batches, losses
from noctuary.journal.records import CLOSED, Closing, Envelope, Record, Reverted, Unreadable, identity, label, parse
from noctuary.journal.seeds import from_seed
from noctuary.model import Edge, Entity, Fact, Learned, Merge, Night, Problem, Review, Value, Watermark, tagged

KINDS = ("entity", "observation", "relation", "review", "merge", "source", "night")
_LOOKED_INTO = 1 << 20
"""Bytes of a line in which keys that stand twice are looked for at every replay; `verify` looks into all."""
Projected = Fact | Entity | Edge | Review | Merge | Watermark | Night
_NOW = (dt.datetime.max.replace(tzinfo=dt.UTC),)
_TABLES = (
    "facts", "entities", "edges", "reviews", "merges", "learned", "watermarks", "nights", "written", "batches",
    "closed", "reverted",
)  # fmt: skip
_TABLE_OF = {
    "observation": "facts", "entity": "entities", "relation": "edges", "review": "reviews", "merge": "merges",
    "learned": "learned", "source": "watermarks", "night": "nights", "reverted": "reverted",
}  # fmt: skip
_EPOCH = dt.datetime.min.replace(tzinfo=dt.UTC)


class Closed(NamedTuple):
    """A batch that counts, and the labels of those that stood last when it was written."""

    name: str
    at: dt.datetime
    after: tuple[str, ...]


@dataclasses.dataclass
class State:
    """Everything believed, by id, with the hash and the size of the journal it was folded from.

    `written` holds the winning record of each (type, id): its instant, hash and batch (a night, an undo,
    None for a decision). `touched` holds what each batch wrote, winning or not, `batches` when it was written;
    `unclosed` are batches that do not count. `puts` are the facts each batch put, by name and instant, `closed` the
    batches that count, by label (`branches`). `damage` is told where something that was written cannot be read or is
    missing, but for a torn end: what the state lacks then says nothing. `missing` are the labels of batches that are
    gone though others were written after them, but for those that git took back (`reverted`).
    """

    facts: dict[str, Fact] = dataclasses.field(default_factory=dict)
    entities: dict[str, Entity] = dataclasses.field(default_factory=dict)
    edges: dict[str, Edge] = dataclasses.field(default_factory=dict)
    reviews: dict[str, Review] = dataclasses.field(default_factory=dict)
    merges: dict[str, Merge] = dataclasses.field(default_factory=dict)
    learned: dict[str, Learned] = dataclasses.field(default_factory=dict)
    watermarks: dict[str, Watermark] = dataclasses.field(default_factory=dict)
    nights: dict[str, Night] = dataclasses.field(default_factory=dict)
    written: dict[tuple[str, str], tuple[dt.datetime, str, str | None]] = dataclasses.field(default_factory=dict)
    touched: dict[str, set[tuple[str, str]]] = dataclasses.field(default_factory=lambda: defaultdict(set))
    batches: dict[str, dt.datetime] = dataclasses.field(default_factory=dict)
    problems: list[Problem] = dataclasses.field(default_factory=list)
    damage: list[Problem] = dataclasses.field(default_factory=list)
    unclosed: set[str] = dataclasses.field(default_factory=set)
    puts: dict[tuple[str, dt.datetime], set[str]] = dataclasses.field(default_factory=lambda: defaultdict(set))
    closed: dict[str, Closed] = dataclasses.field(default_factory=dict)
    reverted: dict[str, Reverted] = dataclasses.field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    head: str = ""
    size: int = 0

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

    def begun(self, night: str) -> dt.datetime:
        """When a night was written; of one whose own batch is lost, when it was last told of."""
        return self.batches.get(night) or self.written["night", night][0]

    def last_night(self) -> Night | None:
        """The newest night that was not undone."""
        lived = [night for night in self.nights.values() if not night.undone]
        return max(lived, key=lambda night: (self.written.get(("night", night.id), _NOW)[0], night.id), default=None)

    def values(self) -> Iterator[Projected]:
        """Every value, in a fixed order: what an index is rebuilt from."""
        return self.since(State())

    def since(self, before: State) -> Iterator[Projected]:
        """The values that `before` does not hold as they are, in the order of `values`."""
        for kind in KINDS:
            known, table = before.table(kind), self.table(kind)
            for key in sorted(key for key, value in table.items() if known.get(key) is not value):
                if known.get(key) != table[key]:
                    yield table[key]  # type: ignore[misc]

    def gone_since(self, before: State) -> set[tuple[str, str]]:
        """(type, key) of what `before` holds and this state does not."""
        return {(kind, key) for kind in KINDS for key in before.table(kind).keys() - self.table(kind).keys()}

    def value(self, kind: str, key: str) -> Value | None:
        """The value of a record, by its type and id in the journal."""
        if kind == "source":
            return next((mark for ref, mark in self.watermarks.items() if tagged("source", ref) == key), None)
        return self.table(kind).get(key)

    def table(self, kind: str) -> dict[str, Value]:
        """The dictionary that holds values of a journal type."""
        name = _TABLE_OF.get(kind)
        found: dict[str, Value] = getattr(self, name) if name else {}
        return found


def replay(
    path: Path, until: dt.datetime | None = None, without: Collection[str] = (), behind: Sequence[bytes] = ()
) -> State:
    """What is believed after reading `path`: a missing file is an empty state.

    `until` keeps records written up to that instant (as-of); `without` leaves out whole batches (undo), by name, or by
    name and instant where two branches wrote one of that name (`branches.each_named`); `behind` are lines that are read
    as if they stood at its end. Records of a night that was never closed do not count.
    """
    state = State()
    if not path.exists():
        return state
    data = path.read_bytes()
    if behind:
        data = b"".join((data, b"" if data.endswith(b"\n") else b"\n", *behind))
    state.head, state.size = head_of(data), len(data)
    closed = closed_in(data)
    of_branches = {one for one in without if "@" in one}
    batches = Batches()
    for number, one in _records(data, path.name, state):
        envelope = one.envelope
        batches.add(number, one)
        if envelope.night is not None and envelope.night not in closed:
            state.unclosed.add(envelope.night)
            continue
        if envelope.night is not None and (envelope.night in without or _is_one_of(envelope, of_branches)):
            continue
        if until is None or (envelope.at or _EPOCH) <= until:
            _fold(state, one)
    _note_losses(state, data, path.name, batches)
    _close_gaps(state)
    return state


def earlier(path: Path, kind: str, key: str, without: Collection[str] = ()) -> list[Value]:
    """Every value that a record has had, the oldest first, but for those of batches that do not count or `without`."""
    data = path.read_bytes()
    counts = {None, *closed_in(data)} - set(without)
    found = [
        (one.envelope.at or _EPOCH, one.digest, one.value)
        for _, one in _records(data, path.name, State())
        if one.value is not None and identity(one.value) == (kind, key) and one.envelope.night in counts
    ]
    return [value for *_, value in sorted(found, key=lambda one: one[:2])]


def _is_one_of(envelope: Envelope, labels: Collection[str]) -> bool:
    return bool(labels and envelope.at) and label(envelope.night or "", envelope.at or _EPOCH) in labels


def _note_losses(state: State, data: bytes, name: str, batches: Batches) -> None:
    """Tell what is missing, and take for no damage what stands in the torn end: nobody has counted on it yet."""
    found = list(losses(batches, state.reverted))
    if not (found or state.damage):
        return
    sound = max((number for number, _ in lines_of(data[: sound_length(data)])), default=0)
    lost = [Problem(path=name, message=one.what, line=one.line) for one in found]
    state.problems += lost
    state.damage = [one for one in (*state.damage, *lost) if one.line <= sound]
    state.missing = frozenset(one.missing for one in found if one.missing and one.line <= sound)


def _close_gaps(state: State) -> None:
    """Take what was written after a batch that git took back as written after those that stood before that one."""
    gaps = state.reverted.keys() - state.closed.keys()
    for batch, one in state.closed.items():
        if gaps.isdisjoint(one.after):
            continue
        waiting, met = list(one.after), set(one.after)
        for name in waiting:
            ahead = [other for other in state.reverted[name].after if other not in met] if name in gaps else []
            met.update(ahead)
            waiting += ahead
        state.closed[batch] = one._replace(after=tuple(name for name in waiting if name not in gaps))


def replay_on(before: State, path: Path, lines: Sequence[bytes]) -> State:
    """What `replay` gives after whole `lines` of closed nights were appended to the journal `before` was read from.

    Reads the file back and parses its new end alone. Where the file does not end as it should, or a line left open
    before may count now, it is replayed from its beginning.
    """
    data, added = path.read_bytes(), b"".join(lines)
    old = len(data) - len(added)
    head, now = heads_of(data, max(0, old))
    if before.unclosed or old < 0 or head != before.head or not data.endswith(added):
        return replay(path)
    state = _copied(before)
    state.head, state.size = now, len(data)
    closed = closed_in(added)
    for _, one in _records(added, path.name, state):
        if one.envelope.night is None or one.envelope.night in closed:
            _fold(state, one)
    return state


def folded(before: State, lines: Sequence[bytes]) -> State:
    """The state as `replay` would find it once whole `lines` of closed batches were appended; reads no file.

    Its head is of no journal that is written yet, so that no index is taken for standing at it.
    """
    added = b"".join(lines)
    state = _copied(before)
    state.head = hashlib.blake2b(before.head.encode() + added, digest_size=16).hexdigest()
    for _, one in _records(added, "", state):
        _fold(state, one)
    return state


def _copied(state: State) -> State:
    """A state that can be folded on without changing the first."""
    copies: dict[str, Any] = {name: dict(getattr(state, name)) for name in _TABLES}
    return dataclasses.replace(
        state,
        **copies,
        touched=defaultdict(set, {night: set(keys) for night, keys in state.touched.items()}),
        puts=defaultdict(set, {batch: set(keys) for batch, keys in state.puts.items()}),
        problems=list(state.problems),
        damage=list(state.damage),
        unclosed=set(state.unclosed),
    )


def _records(data: bytes, name: str, state: State) -> Iterable[tuple[int, Record]]:
    """The records with the numbers of their lines; the state is told what is wrong with the others."""
    problems = state.problems
    for number, line in lines_of(data):
        if line.startswith(MARKERS):
            problems.append(Problem(path=name, message="a merge conflict marker; delete the line", line=number))
            continue
        try:
            found = from_seed(line) or (parse(line),)
        except Unreadable as error:
            problems.append(Problem(path=name, message=f"not a record ({error}); mend or delete the line", line=number))
            state.damage.append(problems[-1])
            continue
        if len(line) <= _LOOKED_INTO and may_have_twice(line):
            problems += (Problem(path=name, message=TWICE.format(key), line=number) for key in keys_twice(line))
        for one in found:
            yield number, one


def _fold(state: State, one: Record) -> None:
    envelope = one.envelope
    name = kind, key = identity(one.value) if one.value else (envelope.type, envelope.id)
    stamp = (envelope.at or _EPOCH, one.digest)
    if envelope.night is not None and envelope.type == CLOSED:
        _close(state, envelope.id, stamp[0], one.closing or Closing(count=0))
    elif envelope.night is not None:
        if kind == "observation":
            state.puts[envelope.night, stamp[0]].add(key)
        state.touched[envelope.night].add(name)
        state.batches[envelope.night] = max(stamp[0], state.batches.get(envelope.night, _EPOCH))
    known = state.written.get(name)
    if known and (known[:2] >= stamp or (known[2] and _says_again(state, one, key))):
        return
    state.written[name] = (*stamp, envelope.night)
    if isinstance(one.value, Watermark):
        state.watermarks[one.value.ref] = one.value
    elif one.value is not None:
        state.table(kind)[key] = one.value
    elif envelope.op == "tombstone" and kind == "source":
        state.watermarks = {ref: m for ref, m in state.watermarks.items() if tagged("source", ref) != key}
    elif envelope.op == "tombstone":
        state.table(kind).pop(key, None)


def _says_again(state: State, one: Record, key: str) -> bool:
    """Whether another tool's line says again what a batch of ours has put away or deleted: it does not come back so."""
    is_said = one.envelope.type == "seed" and isinstance(one.value, Fact) and one.value.is_alive
    return is_said and (key not in state.facts or not state.facts[key].is_alive)


def _close(state: State, name: str, at: dt.datetime, told: Closing) -> None:
    """Take a batch as closed; one that does not say what it came after came after the one that stands before it."""
    batch = label(name, at, told.digest)
    known = state.closed.get(batch)
    after = told.after
    if after is None:
        after = () if known else tuple(state.closed)[-1:]
    state.closed[batch] = Closed(name=name, at=at, after=(*(known.after if known else ()), *after))
