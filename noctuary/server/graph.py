"""The sets `memory` and `reference`: the nine tools of the memory tool, by the seed's names or the reference server's.

Each hands its arguments to `MemoryTool.call`. An answer that is larger than a client hands to its model is a page, with
`nextCursor`; whatever fits is exactly what the reference server gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, ToolAnnotations

from noctuary.memory_tool import TOOLS, MemoryTool
from noctuary.memory_tool import Tool as Declaration
from noctuary.server.call import Call
from noctuary.server.declared import Declared, declared
from noctuary.server.resources import Resource
from noctuary.server.sizes import size
from noctuary.server.tools import Desk

PREFIX = "memory_"
NEXT = "nextCursor"


def tools(desk: Desk, prefix: str) -> Iterator[Declared]:
    """The nine tools, each name behind the prefix."""
    for name, one in TOOLS.items():
        plain = name.removeprefix(PREFIX)
        does = ToolAnnotations(
            read_only_hint=one.read_only,
            destructive_hint=one.destructive,
            idempotent_hint=one.idempotent,
            open_world_hint=False,
        )
        schemas = one.input_schema, one.output_schema
        yield declared(_run(desk, plain, one), prefix + plain, one.title, one.description, schemas, does)


def _run(desk: Desk, name: str, one: Declaration) -> Any:
    async def run(ctx: Context[Any, Any], arguments: dict[str, Any]) -> CallToolResult:
        work = partial(called, name=name, arguments=arguments)
        return await desk.answer(work, ctx, writes=not one.read_only)

    return run


def called(call: Call, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What one of the nine says, cut to what an answer may hold."""
    tool = MemoryTool(call.writer, call.asker, clock=lambda: call.now)
    said = tool.call(name, arguments)
    return said if "relations" not in said or "entities" not in said else _page(call, tool, name, arguments, said)


def _page(call: Call, tool: MemoryTool, name: str, arguments: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """A graph that is small enough: fewer entities are asked for until it is, or one is left."""
    most, limit = call.config.settings.max_bytes, len(said["entities"])
    while size(said) > most and limit > 1 and name != "open_nodes":
        limit = max(1, min(limit - 1, limit * most * 9 // (size(said) * 10)))
        said = tool.call(name, {**arguments, "limit": limit})
    return said if size(said) <= most else _cut(said, most)


def _cut(said: dict[str, Any], most: int) -> dict[str, Any]:
    """A graph whose longest lists are halved until it fits; what is left out is named in the last observation."""
    entities, relations = [dict(one) for one in said["entities"]], list(said["relations"])
    while size([entities, relations]) > most and (relations or any(one["observations"] for one in entities)):
        longest = max(entities, key=lambda one: size(one["observations"]), default=None)
        if longest is None or size(relations) > size(longest["observations"]):
            relations = relations[: len(relations) // 2]
        else:
            longest["observations"] = longest["observations"][: len(longest["observations"]) // 2]
    return {**said, "entities": entities, "relations": relations, "isCut": True}


def graph(call: Call) -> dict[str, Any]:
    """The full knowledge graph with all entities and relations"""
    whole = MemoryTool(call.writer, call.asker, clock=lambda: call.now).read_graph(limit=None)
    return {"entities": whole.entities, "relations": whole.relations}


GRAPHS: tuple[Resource, ...] = (
    Resource("memory://knowledge-graph", "knowledge-graph", "Knowledge Graph", graph),
    Resource("thoughtbox://memory/graph", "Knowledge Graph", "Knowledge Graph", graph),
)
