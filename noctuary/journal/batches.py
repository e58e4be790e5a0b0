"""Which batches of a journal count: what an undo took back, and what the undo of an undo brought back. Reads no file.

A batch is what was written together under one name: a night, `import:…`, `decision:…`, `archive:…`. `undo:NAME` takes
one back (`undo~2:NAME` when it is done again), `since:INSTANT:N` takes back all that was written from then on.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping

UNDO = "undo:"
SINCE = "since:"
_UNDO = re.compile(r"undo(?:~\d+)?:")
_NUMBER = re.compile(r"[0-9]{1,9}")


def absent(written: Mapping[str, dt.datetime], beside: Collection[str] = ()) -> set[str]:
    """The batches that are as if they had never been, by name → instant; those `beside` are not looked at.

    Undos are heard newest first, so one that was itself taken back takes nothing back.
    """
    gone: set[str] = set()
    for name in sorted(written.keys() - set(beside), key=lambda one: (written[one], one), reverse=True):
        if name in gone:
            continue
        if is_undo(name):
            gone |= {name, undone_by(name)}
        elif name.startswith(SINCE) and (since := begun(name)):
            gone |= {name} | {one for one in within(written, since) if written[one] < written[name]}
    return gone


def within(written: Mapping[str, dt.datetime], since: dt.datetime) -> set[str]:
    """The batches written at `since` or later."""
    return {name for name, at in written.items() if at >= since}


def is_undo(name: str) -> bool:
    """Whether a batch takes back one other."""
    return _UNDO.match(name) is not None


def undone_by(name: str) -> str:
    """The batch that `undo:NAME` takes back."""
    return _UNDO.sub("", name, count=1)


def begun(name: str) -> dt.datetime | None:
    """From when on `since:INSTANT:N` takes back; None where a name tells no instant."""
    try:
        found = dt.datetime.fromisoformat(name.removeprefix(SINCE).rpartition(":")[0])
    except ValueError:
        return None
    return found if found.tzinfo else None


def numbered(name: str, before: str) -> int:
    """The number that stands in a name behind `before`; 0 where none does."""
    number = name.removeprefix(before)
    return int(number) if _NUMBER.fullmatch(number) else 0


def undo_name(written: Collection[str], target: str) -> str:
    """A name for the next undo of `target`: its own, for each time it is taken back."""
    number = 1
    while (name := f"undo~{number}:{target}" if number > 1 else f"{UNDO}{target}") in written:
        number += 1
    return name


def since_name(written: Collection[str], instant: dt.datetime) -> str:
    """A name for the next undo of all since an instant."""
    day = instant.astimezone(dt.UTC).isoformat()
    number = sum(name.startswith(f"{SINCE}{day}:") for name in written) + 1
    return f"{SINCE}{day}:{number}"
