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
from noctuary.journal import State, replay
from noctuary.journal.calls import is_forgotten
from noctuary.memory_tool import types
from noctuary.memory_tool.types import Graph
from noctuary.model import edge_id, entity_ids, fact_ids
from noctuary.settings import Workspace
from noctuary.sources.graphs import meant

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
            return cls(workspace, workspace.root / files.expanded(named))
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
        gone = _Forgotten(replay(self.workspace.journal))
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
        kept = [one for one in entities if not gone.entity(one)]
        told: list[types.Entity] = [{**one, "observations": gone.left(one)} for one in kept]
        lost = {one["name"] for one in entities} - {one["name"] for one in kept}
        ties = [one for one in relations if lost.isdisjoint((one["from"], one["to"])) and not gone.relation(one, told)]
        return Graph(entities=told, relations=ties)

    def _seen(self) -> Path:
        return self.workspace.derived / _SEEN

    def _home(self) -> Path:
        """The folder the file has to stay in: the workspace, or its own where it lies elsewhere."""
        root = Path(os.path.abspath(self.workspace.root))
        inside = Path(os.path.abspath(self.path)).is_relative_to(root)
        return root if inside else self.path.parent


class _Forgotten:
    """What was deleted by a call: a file that still holds it does not bring it back."""

    def __init__(self, state: State) -> None:
        self._state = state

    def entity(self, one: types.Entity) -> bool:
        return self._all_gone("entity", entity_ids(one["name"], one["entityType"].strip().lower()))

    def left(self, one: types.Entity) -> list[str]:
        key = entity_ids(one["name"], one["entityType"].strip().lower())[0]
        ids = {text: fact_ids(text, one["name"], (), key) for text in one["observations"]}
        return [text for text in one["observations"] if not self._all_gone("observation", ids[text])]

    def relation(self, one: types.Relation, entities: list[types.Entity]) -> bool:
        kinds = {each["name"]: each["entityType"].strip().lower() for each in entities}
        src, dst = (entity_ids(end, kinds.get(end, "unknown"))[0] for end in (one["from"], one["to"]))
        rel, is_turned = meant(one["relationType"])
        word = rel if rel != "related_to" or not one["relationType"] else one["relationType"].lower()
        ends = (dst, src) if is_turned else (src, dst)
        return is_forgotten(self._state, "relation", edge_id(*ends, word))

    def _all_gone(self, kind: str, ids: tuple[str, str]) -> bool:
        """Whether the record a call would make first was deleted, and none stands in its place."""
        stands = any(self._state.value(kind, key) is not None for key in ids)
        return not stands and any(is_forgotten(self._state, kind, key) for key in ids)


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
