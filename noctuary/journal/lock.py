"""Who writes the journal now: one at a time, in any thread or process, and the others wait their turn. Writes nothing.

Held for a line and its projection, never for a whole night. The system frees what is held when the process dies.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from noctuary import files
from noctuary.errors import WriteBusy

WAITS = 30.0
"""Seconds. 1,600 writes of eight processes, one after the other on a slow disk, take a third of it."""
_POLL = 0.002
"""Seconds between two tries: a write holds the lock for about as long."""


class _Turn(threading.local):
    depth = 0


_threads: dict[str, threading.Lock] = {}
_turns: dict[str, _Turn] = {}


@contextlib.contextmanager
def writing(folder: Path, root: Path, wait: float = WAITS) -> Iterator[None]:
    """Hold the journal whose derived files lie in `folder`. A thread that holds it may ask again.

    WriteBusy where it could not be had within `wait` seconds.
    """
    path = os.path.join(os.path.realpath(folder), "writing")
    turn, mine = _turns.setdefault(path, _Turn()), _threads.setdefault(path, threading.Lock())
    if turn.depth:
        yield
        return
    if not mine.acquire(timeout=wait):
        raise _busy(root, wait)
    try:
        with _alone(Path(path), root, wait):
            turn.depth = 1
            try:
                yield
            finally:
                turn.depth = 0
    finally:
        mine.release()


@contextlib.contextmanager
def _alone(path: Path, root: Path, wait: float) -> Iterator[None]:
    until = time.monotonic() + wait
    handle = _taken(path, root)
    while handle is None:
        if time.monotonic() > until:
            raise _busy(root, wait)
        time.sleep(_POLL)
        handle = _taken(path, root)
    try:
        yield
    finally:
        os.close(handle)


def _taken(path: Path, root: Path) -> int | None:
    """A descriptor that holds the lock; None where another has it, or the file was taken away meanwhile."""
    handle = files.lockable(path, root)
    is_ours = False
    try:
        with contextlib.suppress(BlockingIOError, FileNotFoundError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = os.path.samestat(os.fstat(handle), os.stat(path))
    finally:
        if not is_ours:
            os.close(handle)
    return handle if is_ours else None


def _busy(root: Path, wait: float) -> WriteBusy:
    return WriteBusy(str(root), f"others have been writing here for {wait:g} seconds", "run the same again")
