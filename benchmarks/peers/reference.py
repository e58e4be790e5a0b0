"""The reference memory server: a JSON file, searched by a part of a word or sentence, letter by letter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.peer import Record, environment, home
from benchmarks.peers.stdio import Served, ServedPeer

PACKAGE = "@modelcontextprotocol/server-memory"
BATCH = 500
"""Entities of one call: each call writes the whole file again, so that one at a time would be no fair way."""


class Reference(ServedPeer):
    """One entity a record, with the record as its observation."""

    name = "reference memory server"
    install = f"npm install --prefix {home() / 'reference'} {PACKAGE}"
    with_notes = False

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._package = home() / "reference" / "node_modules" / PACKAGE

    def is_here(self) -> bool:
        return (self._package / "dist" / "index.js").is_file()

    def version(self) -> str:
        return str(json.loads((self._package / "package.json").read_text())["version"])

    def about(self) -> str:
        return "search_nodes, a part of the text"

    def fill(self, records: Sequence[Record]) -> None:
        command = ["node", str(self._package / "dist" / "index.js")]
        store = environment(self.folder, MEMORY_FILE_PATH=str(self.folder / "memory.jsonl"))
        self._server = Served(command, store, self.folder)
        for first in range(0, len(records), BATCH):
            wanted = [
                {"name": one.name, "entityType": "note", "observations": [one.text]}
                for one in records[first : first + BATCH]
            ]
            self._server.call("create_entities", {"entities": wanted})

    def fill_notes(self, folder: Path) -> None:
        raise NotImplementedError

    def search(self, question: str, k: int) -> list[str]:
        assert self._server
        found = self._server.call("search_nodes", {"query": question})
        return [" ".join(one["observations"]) for one in found["entities"][:k]]
