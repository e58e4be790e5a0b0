"""Appends records outside any night, as one batch with a name, and brings the views up to date."""

from __future__ import annotations

import datetime as dt
import difflib
import logging
from collections.abc import Iterable, Sequence

from noctuary.journal import State, append, mend_tail, record, replay
from noctuary.journal.branches import tips
from noctuary.journal.records import sealed
from noctuary.model import Value
from noctuary.settings import Workspace
from noctuary.stages.apply import finish
from noctuary.stages.pages import block, memory_of, with_block
from noctuary.stages.reverts import taken_back

_LOG = logging.getLogger("noctuary")


def write(
    workspace: Workspace, state: State, changed: Iterable[Value], now: dt.datetime, batch: str | None = None
) -> None:
    """Append records later than every record they replace, and bring index and pages up to date.

    A `batch` is a name under which they count together, and can be left out of a replay together.
    """
    write_all(workspace, state, [(changed, batch)], now)


def write_all(
    workspace: Workspace, state: State, batches: Sequence[tuple[Iterable[Value], str | None]], now: dt.datetime
) -> None:
    """Append several batches at once, each later than the one before it: all of them are written, or none.

    A batch that changes nothing is not written.
    """
    mend(workspace)
    state = followed(workspace, state)
    first = state.next_instant(now)
    lines: list[bytes] = []
    last = tips(state.closed)
    for number, (changed, name) in enumerate(batches):
        at = first + dt.timedelta(microseconds=number)
        records = [record(value, at, name) for value in changed]
        if name and records:
            batch = sealed(name, at, records, last)
            lines += batch.lines
            last = (batch.label,)
        else:
            lines += records
    append(workspace.journal, lines, workspace.root)
    finish_aloud(workspace, replay(workspace.journal))


def finish_aloud(workspace: Workspace, state: State, before: State | None = None) -> None:
    """Bring index and pages up to the journal, and say why MEMORY.md is left alone, where it is."""
    say_left_alone(finish(workspace, state, before=before))


def say_left_alone(told: Iterable[str]) -> None:
    """Warn that MEMORY.md is left alone, for each reason."""
    for one in told:
        _LOG.warning("%s", one)


def mend(workspace: Workspace) -> None:
    """Set aside what a death left at the journal's end, before a decision is written behind it, and say so."""
    problem = mend_tail(workspace.journal, workspace.derived / "torn", workspace.root)
    if problem:
        _LOG.warning("%s: %s", problem.path, problem.message)


def followed(workspace: Workspace, state: State) -> State:
    """The state of a journal in which it is noted what git took back of it; that is said."""
    found = taken_back(workspace, state)
    if not found.lines:
        return state
    mend(workspace)
    append(workspace.journal, found.lines, workspace.root)
    _LOG.warning("%s", found.told)
    return replay(workspace.journal)


def preview(workspace: Workspace, after: State) -> str:
    """The diff that MEMORY.md would show if `after` were the state; "" where its bytes would stay."""
    there = memory_of(workspace)
    if there.fault:
        return ""
    before = there.data
    made = with_block(before, block(workspace, after, before))
    old, new = (data.decode("utf-8", "replace").splitlines() for data in (before, made))
    return "\n".join(difflib.unified_diff(old, new, "MEMORY.md", "MEMORY.md (after)", n=0, lineterm=""))
