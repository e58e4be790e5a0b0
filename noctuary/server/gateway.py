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
from noctuary.server.sizes import size
from noctuary.server.tools import Desk

NAME = "knowledge"
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
            merged.setdefault(name, dict(one))
            users.setdefault(name, []).append(action.name)
    for name, one in merged.items():
        said = one.get("description", "")
        one["description"] = f"{said}{' ' if said else ''}({', '.join(users[name])})"
    action_names = {"type": "string", "enum": list(ACTIONS), "description": "What to do"}
    return {"type": "object", "properties": {"action": action_names, **merged}, "required": ["action"]}


def called(call: Call, arguments: dict[str, Any]) -> dict[str, Any]:
    """What an action says, cut to what an answer may hold."""
    given = {key: value for key, value in arguments.items() if key != "action"}
    said = KnowledgeAPI(call.writer, call.asker, clock=lambda: call.now).dispatch(
        str(arguments.get("action", "")), **given
    )
    return fitted(said, call.config.settings.max_bytes)


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
