"""Holds a workspace: for a night, or for a decision. One at a time; the system frees what a dead process held."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from noctuary import files, layout
from noctuary.errors import NightBusy
from noctuary.journal.lock import writing
from noctuary.lost import refuse_lost
from noctuary.settings import Workspace

DECISION_WAITS = 0.5
"""Seconds. A decision in the sample workspace takes 0.1, the first of a process 0.3 (processor time, measured)."""


@contextlib.contextmanager
def held(workspace: Workspace) -> Iterator[None]:
    """Hold the workspace for a decision; another decision is waited for, a night is not.

    Raises NightBusy, and JournalLost. The system frees what is held when the process dies.
    """
    refuse_lost(workspace)
    layout.check_derived(workspace.root)
    workspace.make_derived()
    with (
        _locked(workspace, _deciding(workspace), DECISION_WAITS, "another decision is being written here", "try again"),
        _locked(workspace, workspace.lock, 0, "a night is running here", "wait until it ends"),
        writing(workspace.derived, workspace.root),
    ):
        yield


@contextlib.contextmanager
def held_for_night(workspace: Workspace) -> Iterator[None]:
    """Hold the workspace for a night. Another night is refused at once; a decision that is being written is let end."""
    from filelock import FileLock, Timeout

    layout.check_derived(workspace.root)
    workspace.make_derived()
    wait = 0.0
    try:
        files.own_place(_deciding(workspace), workspace.root, to_write=False)
        with FileLock(_deciding(workspace), timeout=0):
            pass
    except Timeout:
        wait = DECISION_WAITS
    with _locked(workspace, workspace.lock, wait, "another night is running here", "wait until it ends"):
        files.sweep(workspace.root)
        yield


@contextlib.contextmanager
def _locked(workspace: Workspace, path: Path, wait: float, who: str, mend: str) -> Iterator[None]:
    from filelock import FileLock, Timeout

    files.own_place(path, workspace.root, to_write=False)
    lock = FileLock(path, timeout=wait)
    try:
        lock.acquire()
    except Timeout:
        raise NightBusy(str(workspace.root), who, mend) from None
    try:
        yield
    finally:
        lock.release()


def _deciding(workspace: Workspace) -> Path:
    """Held by a decision besides the workspace's own lock, so that others can tell it from a night."""
    return workspace.lock.with_name("deciding")
