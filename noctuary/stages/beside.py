"""What was written by day while a night planned: found behind the journal it read, and joined with what it decided.

A night changes what it read. A record that nobody wrote meanwhile stands as the night has it; of one that somebody did,
each side keeps what it alone changed, what both changed is as it was written by day, and what was deleted stays so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from noctuary.journal import Deleted, State, folded, replay_on
from noctuary.journal.calls import BY_DAY
from noctuary.journal.heads import head_of
from noctuary.journal.lines import closed_in, lines
from noctuary.journal.records import CLOSED, Unreadable, identity, parse
from noctuary.model import Edge, Fact, Merge, Review, Support, Value
from noctuary.settings import Workspace


def written_since(workspace: Workspace, before: State) -> State | None:
    """What the journal holds by now, where nothing but closed calls was written behind what `before` was read from.

    None where anything else was done to the file.
    """
    data = workspace.journal.read_bytes() if workspace.journal.exists() else b""
    added = data[before.size :]
    is_longer = head_of(memoryview(data)[: before.size]) == before.head or not before.head
    if not is_longer or not added or not _is_by_day(added):
        return None
    return replay_on(before, workspace.journal, [added])


def joined(before: State, now: State, night: Sequence[bytes]) -> list[Value]:
    """The records that make what a night decided and what was written meanwhile one; none where they do not meet.

    `before` is what the night read, `now` that with the calls since, `night` the lines it is about to write.
    """
    after, decided = folded(now, night), _decided(night)
    gone = {key for _, key in now.gone_since(before)}
    found: list[Value] = []
    for (kind, key), wanted in sorted(decided.items(), key=lambda one: one[0]):
        day, base = now.value(kind, key), before.value(kind, key)
        if now.written.get((kind, key)) == before.written.get((kind, key)):
            if _hangs_on(wanted, gone):
                found.append(Deleted(type=kind, id=key))
            continue
        value = None if day is None or wanted is None else three_way(base, wanted, day)
        if value is None and after.value(kind, key) is not None:
            found.append(Deleted(type=kind, id=key))
        elif value is not None and after.value(kind, key) != value:
            found.append(value)
    return found


def three_way(base: Value | None, night: Value, day: Value) -> Value:
    """Both changes of a value: where both changed one thing, it is as the day has it; sources are those of both."""
    if base is None or type(night) is not type(day):
        base = day
    changed: dict[str, Any] = {}
    for name in day.__struct_fields__:
        was, by_night, by_day = getattr(base, name, None), getattr(night, name), getattr(day, name)
        if name == "sources" and isinstance(day, Fact):
            changed[name] = _both(by_day, by_night)
        elif by_day == was and by_night != was:
            changed[name] = by_night
    return replace(day, **changed)


def _both(first: tuple[Support, ...], second: tuple[Support, ...]) -> tuple[Support, ...]:
    return (*first, *(one for one in second if one not in first))


def _hangs_on(value: Value | None, gone: set[str]) -> bool:
    """Whether a value tells of something that is no more."""
    match value:
        case Edge():
            return not gone.isdisjoint((value.src, value.dst))
        case Review():
            return not gone.isdisjoint((value.a, value.b or ""))
        case Merge():
            return not gone.isdisjoint((value.kept, value.merged))
    return False


def _decided(night: Sequence[bytes]) -> dict[tuple[str, str], Value | None]:
    """What a night's lines put, by (type, id); None where they take it away."""
    found = (parse(line) for line in night)
    told = [(identity(one.value) if one.value else (one.envelope.type, one.envelope.id), one.value) for one in found]
    return {key: value for key, value in told if key[0] != CLOSED}


def _is_by_day(added: bytes) -> bool:
    closed = closed_in(added)
    try:
        nights = {parse(line).envelope.night for _, line in lines(added)}
    except Unreadable:
        return False
    return all(night is not None and night.startswith(BY_DAY) and night in closed for night in nights)
