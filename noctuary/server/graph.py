"""The sets `memory` and `reference`: the nine tools of the memory tool, by the seed's names or the reference server's.

Each hands its arguments to `MemoryTool.call`. Whatever fits is exactly what the reference server gives. What is larger
than a client hands to its model is a page, with `nextCursor`; of a single entity that is larger, a part (`isCut`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, TextContent, ToolAnnotations

from noctuary.memory_tool import TOOLS, MemoryTool
from noctuary.memory_tool import Tool as Declaration
from noctuary.memory_tool.tools import PAGED
from noctuary.server.call import Call
from noctuary.server.declared import Declared, declared
from noctuary.server.resources import Resource
from noctuary.server.sizes import size
from noctuary.server.tools import Desk

PREFIX = "memory_"
NEXT = "nextCursor"
CUT = "isCut"


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
        answer = await desk.answer(work, ctx, writes=not one.read_only)
        more = (answer.structured_content or {}).get(NEXT)
        if more:
            told = f"This is a part of the graph; call the same again with the cursor {more!r} for the next."
            answer.content.append(TextContent(type="text", text=told))
        return answer

    return run


def called(call: Call, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What one of the nine says, cut to what an answer may hold."""
    tool, most = _tool(call), call.config.settings.max_bytes
    if name not in PAGED:
        return _cut(tool.call(name, arguments), most)
    said = tool.call(name, {**arguments, "most": most})
    if size(said) > most:
        # The library counts characters, the client bytes.
        said = tool.call(name, {**arguments, "most": most * most // size(said)})
    return _cut(said, most)


def _tool(call: Call) -> MemoryTool:
    return MemoryTool(call.writer, call.asker, clock=lambda: call.now, mirror=call.mirror)


def _cut(said: dict[str, Any], most: int) -> dict[str, Any]:
    """A graph whose longest lists are halved until it fits, where a single entity is larger than an answer."""
    if "relations" not in said or "entities" not in said or size(said) <= most:
        return said
    entities, relations = [dict(one) for one in said["entities"]], list(said["relations"])
    while size([entities, relations]) > most:
        longest: dict[str, Any] = max(entities, key=lambda one: size(one["observations"]), default={"observations": []})
        if size(relations) >= size(longest["observations"]):
            relations = relations[: len(relations) // 2]
        else:
            longest["observations"] = longest["observations"][: len(longest["observations"]) // 2]
    return {**said, "entities": entities, "relations": relations, CUT: True}


def graph(call: Call) -> dict[str, Any]:
    """The full knowledge graph with all entities and relations"""
    return _tool(call).read_graph().plain()


GRAPHS: tuple[Resource, ...] = (
    Resource("memory://knowledge-graph", "knowledge-graph", "Knowledge Graph", graph),
    Resource("thoughtbox://memory/graph", "Knowledge Graph", "Knowledge Graph", graph),
)
