"""Who writes the journal now: one at a time, in any thread or process, and the others wait their turn. Writes nothing.

Held for a line and its projection, never for a whole night. The system frees what is held when the process dies.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from collections import defaultdict
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


_threads: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
_turns: defaultdict[str, _Turn] = defaultdict(_Turn)


@contextlib.contextmanager
def writing(folder: Path, root: Path, wait: float = WAITS) -> Iterator[None]:
    """Hold the journal whose derived files lie in `folder`. A thread that holds it may ask again.

    WriteBusy where it could not be had within `wait` seconds.
    """
    path = os.path.join(os.path.realpath(folder), "writing")
    turn = _turns[path]
    if turn.depth:
        yield
        return
    if not _threads[path].acquire(timeout=wait):
        raise _busy(root, wait)
    try:
        with _alone(Path(path), root, wait):
            turn.depth = 1
            try:
                yield
            finally:
                turn.depth = 0
    finally:
        _threads[path].release()


@contextlib.contextmanager
def _alone(path: Path, root: Path, wait: float) -> Iterator[None]:
    from filelock import FileLock, Timeout

    if not _is_own(path):
        files.own_place(path, root, to_write=False)
    lock = FileLock(path, timeout=wait, poll_interval=_POLL)
    try:
        lock.acquire()
    except Timeout:
        raise _busy(root, wait) from None
    try:
        yield
    finally:
        lock.release()


def _is_own(path: Path) -> bool:
    """Whether a regular file lies there; anything else is for `files` to refuse."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _busy(root: Path, wait: float) -> WriteBusy:
    return WriteBusy(str(root), f"others have been writing here for {wait:g} seconds", "run the same again")
