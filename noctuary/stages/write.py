"""Appends records outside any night, as one batch with a name, and brings the views up to date."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

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
    mend_tail(workspace.journal, workspace.derived / "torn")
    at = state.next_instant(now)
    lines = [record(value, at, batch) for value in changed]
    append(workspace.journal, [*lines, closing(batch, at, len(lines))] if batch else lines)
    finish(workspace, replay(workspace.journal))
