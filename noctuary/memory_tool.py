"""The reference memory server's nine operations over the one memory. Knows no transport."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from noctuary.access import ANYONE, Asker
from noctuary.model import Value
from noctuary.settings import Workspace
from noctuary.writing import Writer


class Graph(Value, frozen=True, omit_defaults=False):
    """Entities {name, entityType, observations} and relations {from, to, relationType}; `next_cursor` where cut."""

    entities: list[dict[str, Any]]
    relations: list[dict[str, str]]
    next_cursor: str = ""


class Removed(Value, frozen=True, omit_defaults=False):
    """What a delete did, in the reference server's words."""

    success: bool
    message: str


class Tool(Value, frozen=True):
    """One tool as a client sees it: schemas are JSON Schema, hints as MCP's annotations."""

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False


TOOLS: dict[str, Tool] = {}


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class MemoryTool:
    """The operations, with the semantics of @modelcontextprotocol/server-memory. Thread-safe."""

    def __init__(self, writer: Writer, asker: Asker = ANYONE, *, clock: Callable[[], dt.datetime] = _utc_now) -> None:
        self.writer, self.asker, self.clock = writer, asker, clock

    @classmethod
    def open(cls, workspace: Workspace, asker: Asker = ANYONE) -> MemoryTool:
        """The tool over a writer of its own."""
        return cls(Writer(workspace), asker)

    def create_entities(self, entities: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The new ones; names that exist are passed over."""
        raise NotImplementedError

    def create_relations(self, relations: list[dict[str, str]]) -> list[dict[str, str]]:
        """The new ones."""
        raise NotImplementedError

    def add_observations(self, observations: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """[{entityName, addedObservations}]."""
        raise NotImplementedError

    def delete_entities(self, entityNames: list[str]) -> Removed:
        """Entities, what is said of them and their relations."""
        raise NotImplementedError

    def delete_observations(self, deletions: list[dict[str, Any]]) -> Removed:
        """Exact strings of entities."""
        raise NotImplementedError

    def delete_relations(self, relations: list[dict[str, str]]) -> Removed:
        """Exact triples."""
        raise NotImplementedError

    def read_graph(self, limit: int | None = None, cursor: str = "") -> Graph:
        """The whole graph, or a page of it."""
        raise NotImplementedError

    def search_nodes(self, query: str, limit: int | None = None, cursor: str = "") -> Graph:
        """Entities whose name, type or an observation holds the query, and relations that touch them."""
        raise NotImplementedError

    def open_nodes(self, names: list[str]) -> Graph:
        """Entities by name, and relations that touch them."""
        raise NotImplementedError

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Structured content of a tool call; `tool` with or without `memory_`."""
        raise NotImplementedError
