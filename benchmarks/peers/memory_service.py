"""mcp-memory-service: SQLite with vectors, asked by meaning; its own model, all-MiniLM-L6-v2 by ONNX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.peer import Record, environment, has_weights, home, installed, weights
from benchmarks.peers.stdio import Served, ServedPeer, ran

PLACE = home() / "mcp-memory-service"
ALIKE = "Duplicate content detected"
"""What it says to a record that its vectors find too near another of the same day."""
_HIT = re.compile(r"^\d+\. (.*?)\n   Hash: [0-9a-f]{64}$", re.MULTILINE | re.DOTALL)


class MemoryService(ServedPeer):
    """One memory a record, by `memory_store`; notes by `memory ingest-directory`."""

    name = "mcp-memory-service"
    install = (
        f"python -m venv {PLACE} && {PLACE / 'bin' / 'pip'} install 'mcp-memory-service[sqlite]'; "
        "its model: python -m benchmarks.peers.weights"
    )
    with_notes = True

    def is_here(self) -> bool:
        return (PLACE / "bin" / "memory").is_file() and has_weights()

    def version(self) -> str:
        return installed(PLACE, "mcp_memory_service")

    def about(self) -> str:
        return "memory_search, by meaning (its default): all-MiniLM-L6-v2"

    def _env(self) -> dict[str, str]:
        env = environment(self.folder, MCP_MEMORY_BASE_DIR=str(self.folder / "store"))
        model = self.folder / "home" / ".cache" / "mcp_memory" / "onnx_models" / "all-MiniLM-L6-v2" / "onnx"
        if not model.exists():
            model.parent.mkdir(parents=True)
            model.symlink_to(weights())
        return env

    def fill(self, records: Sequence[Record]) -> None:
        self._server = Served([str(PLACE / "bin" / "memory"), "server"], self._env(), self.folder)
        for one in records:
            try:
                self._server.call("memory_store", {"content": one.text})
            except RuntimeError as error:
                if ALIKE not in str(error):
                    raise
                self.refused += 1

    def fill_notes(self, folder: Path) -> None:
        command = [str(PLACE / "bin" / "memory"), "ingest-directory", str(folder)]
        self._filled = ran(command, self._env(), self.folder)
        self._server = Served([str(PLACE / "bin" / "memory"), "server"], self._env(), self.folder)

    def search(self, question: str, k: int) -> list[str]:
        assert self._server
        told = self._server.call("memory_search", {"query": question, "limit": k})
        return [found.strip() for found in _HIT.findall(told if isinstance(told, str) else str(told))]
