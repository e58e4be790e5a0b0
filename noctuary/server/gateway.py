"""The set `knowledge`: one tool whose `action` names what is done, over `KnowledgeAPI.dispatch`."""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, ToolAnnotations

from noctuary.errors import UnknownId
from noctuary.knowledge import ACTIONS, KnowledgeAPI
from noctuary.server.call import Call
from noctuary.server.declared import Declared, declared
from noctuary.server.resources import Resource
from noctuary.server.sizes import size
from noctuary.server.tools import Desk

NAME = "knowledge"
NOT_A_CLIENTS = frozenset({"requesting_agent", "visibility_filter"})
"""Arguments by which a caller would say who asks: here that is the server's to say (`asked`)."""
RECENT = 20
ABOUT = """\
The project's knowledge graph: entities (insights, patterns, concepts, decisions, agents), what is observed of them, \
and typed relations. One tool; `action` says what to do, the other arguments belong to it:
"""


def tool(desk: Desk) -> Declared:
    """The tool, its schema made of the actions there are."""
    does = ToolAnnotations(
        read_only_hint=False,
        destructive_hint=any(one.destructive for one in ACTIONS.values()),
        idempotent_hint=False,
        open_world_hint=False,
    )

    async def run(ctx: Context[Any, Any], arguments: dict[str, Any]) -> CallToolResult:
        action = ACTIONS.get(str(arguments.get("action")))
        return await desk.answer(partial(called, arguments=arguments), ctx, writes=not (action and action.read_only))

    about = ABOUT + "\n".join(f"- {one.name}: {one.description}" for one in ACTIONS.values())
    return declared(run, NAME, "Knowledge graph", about, (schema(), {"type": "object"}), does)


def schema() -> dict[str, Any]:
    """The arguments of all actions as one flat object: clients take no schema that chooses between several."""
    merged: dict[str, dict[str, Any]] = {}
    users: dict[str, list[str]] = {}
    for action in ACTIONS.values():
        for name, one in action.parameters.get("properties", {}).items():
            if name in NOT_A_CLIENTS:
                continue
            merged.setdefault(name, dict(one))
            users.setdefault(name, []).append(action.name)
    for name, one in merged.items():
        said = one.get("description", "")
        one["description"] = f"{said}{' ' if said else ''}({', '.join(users[name])})"
    action_names = {"type": "string", "enum": list(ACTIONS), "description": "What to do"}
    return {"type": "object", "properties": {"action": action_names, **merged}, "required": ["action"]}


def called(call: Call, arguments: dict[str, Any]) -> dict[str, Any]:
    """What an action says, cut to what an answer may hold."""
    given = {key: value for key, value in arguments.items() if key != "action" and key not in NOT_A_CLIENTS}
    return fitted(_said(call, str(arguments.get("action", "")), **given), call.config.settings.max_bytes)


def _said(call: Call, action: str, **arguments: Any) -> dict[str, Any]:
    return KnowledgeAPI(call.writer, call.asker, clock=lambda: call.now).dispatch(action, **arguments)


def fitted(said: dict[str, Any], most: int) -> dict[str, Any]:
    """The answer with its longest lists halved until it fits; `cut` tells how many of how many are left.

    UnknownId, whose mend is to ask for less, where no list is what makes it large.
    """
    whole = {key: len(value) for key, value in said.items() if isinstance(value, list)}
    kept = dict(said)
    while size(kept) > most:
        lists = {key: size(kept[key]) for key in whole if kept[key]}
        if not lists:
            raise UnknownId("the answer", f"takes {size(said)} bytes, more than a client takes", "ask for less of it")
        longest = max(lists, key=lambda key: lists[key])
        kept[longest] = kept[longest][: len(kept[longest]) // 2]
        kept["cut"] = {key: f"{len(kept[key])} of {number}" for key, number in whole.items() if len(kept[key]) < number}
    return kept


def entities(call: Call) -> Any:
    """All entities of the knowledge graph"""
    return _said(call, "list_entities")


def entities_of(call: Call, type: str) -> Any:
    """The entities of one type"""
    return _said(call, "list_entities", type=type)


def entity(call: Call, id: str) -> Any:
    """An entity with its observations and relations"""
    return _said(call, "get_entity", entity=id)


def search(call: Call, q: str = "") -> Any:
    """What answers a question"""
    return _said(call, "query_semantic", query=q)


def stats(call: Call) -> Any:
    """The graph's metrics"""
    return _said(call, "stats")


def recent(call: Call) -> Any:
    """The entities that changed last"""
    return _said(call, "list_entities", recent=True, limit=RECENT)


_AT = "thoughtbox://knowledge"
# The SDK takes the first address that fits: what is named comes before what stands for any entity.
KNOWN: tuple[Resource, ...] = (
    Resource(f"{_AT}/entities", "entities", "Entities", entities),
    Resource(f"{_AT}/stats", "stats", "Graph metrics", stats),
    Resource(f"{_AT}/recent", "recent", "Changed last", recent),
    Resource(f"{_AT}/search{{?q}}", "search", "Search", search),
    Resource(f"{_AT}/entities/{{type}}", "entities-of-type", "Entities of a type", entities_of),
    Resource(f"{_AT}/{{id}}", "entity", "An entity", entity),
)
