"""A memory.jsonl in the reference server's format, kept in step with the memory for a client that reads the file.

The file follows the memory: it is written whole, by rename. What another hand put into it is taken in when it is met.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from noctuary import files
from noctuary.memory_tool import types
from noctuary.memory_tool.types import Graph
from noctuary.settings import Workspace

DEFAULT = Path(".thoughtbox") / "memory.jsonl"
VARIABLES = ("THOUGHTBOX_MEMORY_PATH", "MEMORY_FILE_PATH")
_SEEN = "memory-file"


class Mirror:
    """One memory file and what was written into it last."""

    def __init__(self, workspace: Workspace, path: Path) -> None:
        self.workspace, self.path = workspace, path

    @classmethod
    def named(
        cls, workspace: Workspace, path: str | None = None, environ: Mapping[str, str] = os.environ
    ) -> Mirror | None:
        """The file an argument names, else the environment, else the setting, else the usual one if it is there."""
        named = path or next((environ[one] for one in VARIABLES if environ.get(one)), "")
        named = named or workspace.settings.memory_tool.file
        usual = workspace.root / DEFAULT
        if named:
            return cls(workspace, workspace.root / Path(named).expanduser())
        return cls(workspace, usual) if usual.is_file() else None

    def write(self, graph: Graph) -> None:
        """Let the file hold a graph, one record a line, and remember that we wrote it."""
        entities: list[dict[str, Any]] = [{"type": "entity", **one} for one in graph.entities]
        relations: list[dict[str, Any]] = [{"type": "relation", **one} for one in graph.relations]
        data = b"".join(msgspec.json.encode(one) + b"\n" for one in entities + relations)
        home = self._home()
        files.make_folder(self.path.parent, home)
        files.replace(self.path, data, home)
        files.replace(self._seen(), _digest(data).encode(), self.workspace.root)

    def unknown(self) -> Graph | None:
        """What the file holds, where another hand wrote it; None where it is as we left it, or is not there."""
        if not self.path.is_file():
            return None
        data = self.path.read_bytes()
        if self._seen().is_file() and self._seen().read_text() == _digest(data):
            return None
        entities: list[types.Entity] = []
        relations: list[types.Relation] = []
        for line in data.splitlines():
            try:
                found = msgspec.json.decode(line)
                kind = found.get("type")
                if kind == "entity":
                    entities.append(_only(found, "name", "entityType", "observations"))  # type: ignore[arg-type]
                elif kind == "relation":
                    relations.append(_only(found, "from", "to", "relationType"))  # type: ignore[arg-type]
            except (msgspec.MsgspecError, UnicodeDecodeError, AttributeError, KeyError, RecursionError):
                continue
        return Graph(entities=entities, relations=relations)

    def _seen(self) -> Path:
        return self.workspace.derived / _SEEN

    def _home(self) -> Path:
        """The folder the file has to stay in: the workspace, or its own where it lies elsewhere."""
        root = Path(os.path.abspath(self.workspace.root))
        inside = Path(os.path.abspath(self.path)).is_relative_to(root)
        return root if inside else self.path.parent


def _only(found: dict[str, Any], *keys: str) -> dict[str, Any]:
    """A record's own keys; KeyError where one is missing, AttributeError where it is no text."""
    kept = {key: found[key] for key in keys}
    if not all(isinstance(one, str) for key, one in kept.items() if key != "observations"):
        raise AttributeError
    if not all(isinstance(one, str) for one in kept.get("observations", ())):
        raise AttributeError
    return kept


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
