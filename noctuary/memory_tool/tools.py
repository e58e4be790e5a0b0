"""The nine tools as a client sees them: names, schemas and hints of the reference memory server (seed 001)."""

from __future__ import annotations

from typing import Any

from noctuary.model import Value

PREFIX = "memory_"
LONGEST_QUERY = 2048
_TEXT: dict[str, Any] = {"type": "string"}
PAGED = ("read_graph", "search_nodes")
PAGES: dict[str, dict[str, Any]] = {"limit": {"type": "integer"}, "cursor": _TEXT, "most": {"type": "integer"}}
"""What these two take besides, of which no schema tells: the reference server's clients know no pages."""


class Tool(Value, frozen=True):
    """One tool: its schemas are JSON Schema, its hints what MCP's annotations say."""

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _list(items: dict[str, Any], description: str = "") -> dict[str, Any]:
    return {"type": "array", "items": items} | ({"description": description} if description else {})


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    named = {key.removesuffix("_"): value for key, value in properties.items()}
    return {"type": "object", "properties": named, "required": list(named)}


_ENTITY = _object(
    name=_text("Unique entity identifier"),
    entityType=_text("Type classification (e.g., 'concept', 'person', 'project')"),
    observations=_list(_TEXT, "Initial observations about the entity"),
)
_RELATION = _object(
    from_=_text("Source entity name"),
    to=_text("Target entity name"),
    relationType=_text("Relation type in active voice"),
)
_ADDED = _object(entityName=_TEXT, contents=_list(_TEXT))
_DELETION = _object(entityName=_TEXT, observations=_list(_TEXT))
_GRAPH = _object(entities=_list(_ENTITY), relations=_list(_RELATION))
_DONE = _object(success={"type": "boolean"}, message=_TEXT)
_NOTHING: dict[str, Any] = {"type": "object", "properties": {}}

_TOOLS = (
    Tool(
        name="create_entities",
        title="Create Entities",
        description="Create multiple new entities in the knowledge graph",
        input_schema=_object(entities=_list(_ENTITY)),
        output_schema=_object(entities=_list(_ENTITY)),
    ),
    Tool(
        name="create_relations",
        title="Create Relations",
        description="Create multiple new relations between entities in the knowledge graph. "
        "Relations should be in active voice",
        input_schema=_object(relations=_list(_RELATION)),
        output_schema=_object(relations=_list(_RELATION)),
    ),
    Tool(
        name="add_observations",
        title="Add Observations",
        description="Add new observations to existing entities in the knowledge graph",
        input_schema=_object(observations=_list(_ADDED)),
        output_schema=_object(results=_list(_object(entityName=_TEXT, addedObservations=_list(_TEXT)))),
    ),
    Tool(
        name="delete_entities",
        title="Delete Entities",
        description="Delete multiple entities and their associated relations from the knowledge graph",
        input_schema=_object(entityNames=_list(_TEXT)),
        output_schema=_DONE,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="delete_observations",
        title="Delete Observations",
        description="Delete specific observations from entities in the knowledge graph",
        input_schema=_object(deletions=_list(_DELETION)),
        output_schema=_DONE,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="delete_relations",
        title="Delete Relations",
        description="Delete multiple relations from the knowledge graph",
        input_schema=_object(relations=_list(_RELATION)),
        output_schema=_DONE,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="read_graph",
        title="Read Graph",
        description="Read the entire knowledge graph",
        input_schema=_NOTHING,
        output_schema=_GRAPH,
        read_only=True,
        idempotent=True,
    ),
    Tool(
        name="search_nodes",
        title="Search Nodes",
        description="Search for nodes in the knowledge graph based on a query",
        input_schema=_object(query=_text("Search query matching entity names, types, or observations")),
        output_schema=_GRAPH,
        read_only=True,
        idempotent=True,
    ),
    Tool(
        name="open_nodes",
        title="Open Nodes",
        description="Open specific nodes in the knowledge graph by their names",
        input_schema=_object(names=_list(_TEXT, "Entity names to retrieve")),
        output_schema=_GRAPH,
        read_only=True,
        idempotent=True,
    ),
)
TOOLS: dict[str, Tool] = {one.name: one for one in _TOOLS}
