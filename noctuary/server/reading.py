"""Readers of one workspace, kept open between questions and true to the journal. Writes nothing but the index.

A question costs two looks at the file system; only what another process has changed is read anew.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from noctuary.access import Asker, seen
from noctuary.errors import NoctuaryError, WorkspaceError
from noctuary.index.file import MEMORY
from noctuary.journal import State, replay
from noctuary.memory import Memory
from noctuary.opening import brought_up, reading
from noctuary.settings import Workspace, open_workspace

MOST_IDLE = 8
"""Readers that are kept open unused: what one client asks at once, and a connection costs two file handles."""


class Stamp(NamedTuple):
    """What tells a file from what it was: its place on the disk, its length, its last change in nanoseconds."""

    inode: int
    size: int
    changed: int


def stamp(path: Path) -> Stamp | None:
    """A file's stamp; None where there is none."""
    with suppress(OSError):
        found = path.stat()
        return Stamp(found.st_ino, found.st_size, found.st_mtime_ns)
    return None


class Reader(NamedTuple):
    """An open reader, and which of the index files in a row it was opened on."""

    memory: Memory
    file: int


class Reading:
    """The questions to one workspace. Safe to use from many threads at once; each question has a reader to itself."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = threading.Lock()
        self._folding = threading.Lock()
        self._idle: list[Reader] = []
        self._stands: tuple[Stamp | None, int] | None = None
        self._file = 0
        self._workspace: tuple[tuple[Stamp | None, ...], Workspace] | None = None
        self._state: tuple[Stamp | None, State] | None = None

    @property
    def workspace(self) -> Workspace:
        """The workspace with its settings as they are now."""
        found, known = tuple(stamp(self.root / name) for name in ("noctuary.toml", "noctuary.json")), self._workspace
        if known is None or known[0] != found:
            known = self._workspace = found, open_workspace(self.root)
        return known[1]

    @contextmanager
    def memory(self, asker: Asker, now: dt.datetime) -> Iterator[Memory]:
        """A reader that answers as `asker` may see it, for as long as the question lasts."""
        reader = self._taken(asker, now)
        try:
            yield reader.memory
        except NoctuaryError:
            self._give_back(reader)
            raise
        except BaseException as error:
            with self._lock:
                self._stands = None
            reader.memory.__exit__(type(error), error, error.__traceback__)
            raise
        self._give_back(reader)

    def state(self, asker: Asker, on: dt.date | None) -> State:
        """The journal folded, as the asker may read it on a day."""
        workspace = self.workspace
        with self._folding:
            found = stamp(workspace.journal)
            if self._state is None or self._state[0] != found:
                self._state = found, replay(workspace.journal)
            whole = self._state[1]
        return seen(whole, asker, on)

    def stands(self) -> Stamp | None:
        """What changes whenever something is remembered or forgotten, by whomever."""
        return stamp(self.root / "memory" / "graph.jsonl")

    def close(self) -> None:
        """Close what is open and unused."""
        with self._lock:
            self._close_idle()

    def _taken(self, asker: Asker, now: dt.datetime) -> Reader:
        """An idle reader, one that answered the same asker if there is any; else a new one."""
        workspace = self.workspace
        if not workspace.journal.exists():
            raise WorkspaceError(str(self.root), "nothing is remembered here yet", "run `noctuary dream` first")
        with self._lock:
            reader = self._brought_up(workspace)
            if reader is None and self._idle:
                same = (n for n, one in enumerate(self._idle) if one.memory.asker == asker)
                reader = self._idle.pop(next(same, -1))
            file = self._file
        reader = reader or Reader(reading(workspace, brought_up(workspace)), file)
        reader.memory.asker, reader.memory.now = asker, now
        return reader

    def _brought_up(self, workspace: Workspace) -> Reader | None:
        """See that the index stands at the journal; the reader opened for it, where it had to be looked at.

        Readers of a file that is no longer the index, or of an index in memory, which follows no journal, are closed.
        """
        journal, there = stamp(workspace.journal), stamp(workspace.index)
        if self._stands == (journal, there.inode if there else 0):
            return None
        index = brought_up(workspace)
        there = stamp(workspace.index)
        now = journal, there.inode if there else 0
        if self._stands is None or self._stands[1] != now[1] or index.path == MEMORY:
            self._file += 1
            self._close_idle()
        self._stands = now
        return Reader(reading(workspace, index), self._file)

    def _give_back(self, reader: Reader) -> None:
        with self._lock:
            is_kept = reader.file == self._file and len(self._idle) < MOST_IDLE
            if is_kept:
                self._idle.append(reader)
        if not is_kept:
            reader.memory.__exit__(None, None, None)

    def _close_idle(self) -> None:
        idle, self._idle = self._idle, []
        for reader in idle:
            reader.memory.__exit__(None, None, None)
