"""Noctuary by the same rules: through its server, as the others are asked, and in process, as a library."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.peer import Record, Used
from benchmarks.peers.stdio import Served, ServedPeer, peak, ran
from noctuary import __version__
from noctuary.access import Asker
from noctuary.index import Index
from noctuary.memory import Memory
from noctuary.settings import open_workspace
from noctuary.writing import NewEntity, Writer

COMMAND = Path(sys.executable).with_name("noctuary")
DREAM = (str(COMMAND), "dream", "--quiet", "-w")
BATCH = 500


class Noctuary(ServedPeer):
    """One entity a record, by the memory tool's calls, and the night that follows, which makes vectors; or notes."""

    name = "Noctuary, served"
    install = "pip install --editable ."
    with_notes = True

    def is_here(self) -> bool:
        return COMMAND.is_file()

    def version(self) -> str:
        return __version__

    def about(self) -> str:
        return "noctuary_search, after a night"

    def _serve(self) -> Served:
        words = ["serve", "--tools", "noctuary,reference", "-w", str(self.folder)]
        self._server = Served([str(COMMAND), *words], os.environ, self.folder)
        return self._server

    def fill(self, records: Sequence[Record]) -> None:
        server = self._serve()
        for first in range(0, len(records), BATCH):
            part = records[first : first + BATCH]
            wanted = [{"name": one.name, "entityType": "note", "observations": [one.text]} for one in part]
            server.call("create_entities", {"entities": wanted})
        used = server.used()
        server.close()
        night = ran([*DREAM, str(self.folder)], os.environ, self.folder)
        self._filled = Used(used.cpu + night.cpu, max(used.memory, night.memory))
        self._serve()

    def fill_notes(self, folder: Path) -> None:
        self._filled = _dreamt(self.folder, folder)
        self._serve()

    def search(self, question: str, k: int) -> list[str]:
        assert self._server
        told = self._server.call("noctuary_search", {"query": question, "k": k})
        return [one["text"] for one in told["results"]]


class NoctuaryInProcess:
    """The same without a server and a night: memory and processor time are those of this process."""

    name = "Noctuary, in process"
    install = Noctuary.install
    with_notes = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._memory: Memory | None = None
        self._filled = Used(0, 0)
        self._before = time.process_time()
        self.refused = 0

    def is_here(self) -> bool:
        return True

    def version(self) -> str:
        return __version__

    def about(self) -> str:
        return "Memory.search, without a night"

    def fill(self, records: Sequence[Record]) -> None:
        with Writer(open_workspace(self.folder)) as writer:
            for first in range(0, len(records), BATCH):
                part = records[first : first + BATCH]
                wanted = [NewEntity(name=one.name, type="note", observations=(one.text,)) for one in part]
                writer.create(wanted, Asker(agent="bench"), _now())

    def fill_notes(self, folder: Path) -> None:
        self._filled = _dreamt(self.folder, folder)

    def search(self, question: str, k: int) -> list[str]:
        if self._memory is None:
            # Open to write, so that the first search makes the vectors that are missing.
            index = Index.open(open_workspace(self.folder).index)
            self._memory = Memory(index, now=_now(), asker=Asker(agent="bench"))
        return [hit.text for hit in self._memory.search(question, k, follow_edges=True)]

    def used(self) -> Used:
        mine = time.process_time() - self._before
        return Used(mine + self._filled.cpu, max(peak(os.getpid()), self._filled.memory))

    def close(self) -> None:
        if self._memory:
            self._memory.__exit__(None, None, None)


def _dreamt(root: Path, notes: Path) -> Used:
    shutil.copytree(notes, root / "memory")
    return ran([*DREAM, str(root)], os.environ, root)


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
