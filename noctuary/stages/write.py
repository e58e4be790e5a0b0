"""Appends records outside any night, as one batch with a name, and brings the views up to date."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from noctuary.journal import State, append, closing, mend_tail, record, replay
from noctuary.model import Value
from noctuary.settings import Workspace
from noctuary.stages.apply import finish


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
    """Append several batches at once, each later than the one before it: all of them are written, or none."""
    mend_tail(workspace.journal, workspace.derived / "torn")
    first = state.next_instant(now)
    lines: list[bytes] = []
    for number, (changed, batch) in enumerate(batches):
        at = first + dt.timedelta(microseconds=number)
        made = [record(value, at, batch) for value in changed]
        lines += [*made, closing(batch, at, len(made))] if batch else made
    append(workspace.journal, lines)
    finish(workspace, replay(workspace.journal))
