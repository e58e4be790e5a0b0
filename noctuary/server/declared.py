"""Tools whose schemas a library table gives, not a signature: the memory tool's and the knowledge gateway's."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool as ServerTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.types import CallToolResult, ToolAnnotations

_WANTED: dict[str, Any] = {"array": list, "object": dict, "integer": int, "number": int | float, "boolean": bool}
Run = Callable[[Context[Any, Any], dict[str, Any]], Awaitable[CallToolResult]]


class Declared(ServerTool):
    """A tool that is handed its arguments as they come: the library says what is wrong with them."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """What the tool says."""
        return await self.fn(context, parsed(arguments, self.parameters))


def declared(
    run: Run,
    name: str,
    title: str,
    description: str,
    schemas: tuple[dict[str, Any], dict[str, Any]],
    does: ToolAnnotations,
) -> Declared:
    """The SDK's tool for a row of a library's table; `schemas` are of the arguments and of the answer."""
    return Declared(
        fn=run,
        name=name,
        title=title,
        description=description,
        parameters=schemas[0],
        fn_metadata=FuncMetadata(arg_model=ArgModelBase, output_schema=schemas[1]),
        is_async=True,
        context_kwarg=None,
        annotations=does.model_copy(update={"title": title}),
    )


def parsed(arguments: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The arguments, where a client sent as JSON in a string what is no text, as that list, object, number or truth."""
    kinds = {name: one.get("type") for name, one in schema.get("properties", {}).items()}
    return {name: _parsed(value, kinds.get(name)) for name, value in arguments.items()}


def _parsed(value: Any, kind: Any) -> Any:
    wanted = _WANTED.get(kind) if isinstance(kind, str) else None
    if wanted is None or not isinstance(value, str):
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, wanted) else value
