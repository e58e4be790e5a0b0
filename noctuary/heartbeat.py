"""The heartbeat a monitor reads: when the last run over a workspace was, and what became of it."""

from __future__ import annotations

import datetime as dt

import msgspec

from noctuary import files
from noctuary.model import Problem, Value
from noctuary.settings import Workspace


class Beat(Value, frozen=True, omit_defaults=False):
    """The heartbeat a monitor reads (.noctuary/last.json): when the last run was and what became of it.

    `good_at` is when a run last did not fail; None where none is known of.
    """

    at: dt.datetime
    state: str
    because: str
    night: str
    good_at: dt.datetime | None = None


def last_run(workspace: Workspace) -> Beat | Problem | None:
    """The last run's heartbeat; a problem where the file cannot be read."""
    path = workspace.derived / "last.json"
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Beat)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OSError):
        message = "the last run's heartbeat cannot be read; delete it, the next night writes it anew"
        return Problem(path=f"{workspace.derived.name}/{path.name}", message=message)


def last_good(workspace: Workspace) -> dt.datetime | None:
    """When a run last did not fail, as far as the heartbeat knows."""
    beat = last_run(workspace)
    if not isinstance(beat, Beat):
        return None
    return beat.at if beat.good_at is None and beat.state != "failed" else beat.good_at


def beat(workspace: Workspace, at: dt.datetime, state: str, because: str, night: str) -> None:
    """Write it anew."""
    good_at = last_good(workspace) if state == "failed" else at
    told = Beat(at=at, state=state, because=because, night=night, good_at=good_at)
    files.replace(workspace.derived / "last.json", msgspec.json.encode(told) + b"\n", workspace.root)
