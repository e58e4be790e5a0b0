"""basic-memory: Markdown notes with an SQLite index, asked by words (FTS5), or by words and vectors (fastembed).

Its own model, bge-small-en-v1.5, comes from a hub alone; where `python -m benchmarks.peers.weights` has made
all-MiniLM-L6-v2, a second row asks it with that one, by its setting, and without its least similarity: that was set
for its own model, and with this one it would leave out hits (R@10 of other words over 300 notes: .80 instead of .88).
Vectors need a Python whose sqlite3 loads extensions. Where it does not, pysqlite3-binary beside it does: a `.pth` file
in its site-packages that imports a module which puts `pysqlite3` into `sys.modules` as `sqlite3`.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.peer import Record, environment, fastembed_cache, has_weights, home, installed
from benchmarks.peers.stdio import Served, ServedPeer, ran

PLACE = home() / "basic-memory"
COMMAND = PLACE / "bin" / "basic-memory"
MODEL = "sentence-transformers/all-MiniLM-L6-v2"

UNREAD = "Fix the files listed"


class BasicMemory(ServedPeer):
    """One note a record, in its project's folder, then `basic-memory reindex`; daily notes the same way."""

    name = "basic-memory, words"
    install = f"python3.12 -m venv {PLACE} && {PLACE / 'bin' / 'pip'} install basic-memory"
    with_notes = True
    semantic = False

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._notes = folder / "notes"

    def is_here(self) -> bool:
        return COMMAND.is_file()

    def version(self) -> str:
        return installed(PLACE, "basic_memory")

    def about(self) -> str:
        return "search_notes by text (without vectors)"

    def _env(self) -> dict[str, str]:
        return environment(
            self.folder, BASIC_MEMORY_HOME=str(self._notes), BASIC_MEMORY_AUTO_UPDATE="false",
            BASIC_MEMORY_DEFAULT_SEARCH_TYPE="hybrid" if self.semantic else "text",
            BASIC_MEMORY_SEMANTIC_EMBEDDING_MODEL=MODEL, BASIC_MEMORY_SEMANTIC_MIN_SIMILARITY="0",
            BASIC_MEMORY_SEMANTIC_EMBEDDING_CACHE_DIR=str(fastembed_cache()),
        )  # fmt: skip

    def fill(self, records: Sequence[Record]) -> None:
        self._notes.mkdir(parents=True)
        for one in records:
            (self._notes / f"{one.name.replace(' ', '-')}.md").write_text(f"# {one.name}\n\n{one.text}\n", "utf-8")
        self._begin()

    def fill_notes(self, folder: Path) -> None:
        shutil.copytree(folder, self._notes)
        self._begin()

    def _begin(self) -> None:
        command = [str(COMMAND), "reindex", *(() if self.semantic else ("--search",))]
        try:
            self._filled = ran(command, self._env(), self.folder)
        except RuntimeError as error:
            if UNREAD not in str(error):
                raise
            # On a busy machine it leaves files out, says so, and takes them in when it is run again.
            self._filled = ran(command, self._env(), self.folder)
        self._server = Served([str(COMMAND), "mcp"], self._env(), self.folder)

    def search(self, question: str, k: int) -> list[str]:
        assert self._server
        wanted = {"query": question, "page_size": k, "output_format": "json"}
        told = self._server.call("search_notes", wanted)
        return [_shown(one) for one in told["result"]["results"]]


class BasicMemoryVectors(BasicMemory):
    """The same with vectors, its default way, by another model than its default one."""

    name = "basic-memory, vectors"
    semantic = True
    install = f"{BasicMemory.install}; a model: python -m benchmarks.peers.weights"

    def is_here(self) -> bool:
        return super().is_here() and has_weights()

    def about(self) -> str:
        return "search_notes, hybrid (its default): all-MiniLM-L6-v2"


def _shown(hit: dict[str, Any]) -> str:
    """The words of a hit: the beginning of its note, and the part that answers where that stands further on."""
    whole, part = hit.get("content") or "", hit.get("matched_chunk") or ""
    return whole if part in whole else f"{part}\n{whole}"
