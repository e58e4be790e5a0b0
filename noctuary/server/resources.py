"""Resources: what a client may read without a tool, each from a plain function. Asks the gate as tools do."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from noctuary.errors import NoctuaryError, UnknownId
from noctuary.inert import visible
from noctuary.knowledge import KnowledgeError
from noctuary.server.own import get, review, status
from noctuary.server.tools import Desk, inert

JSON = "application/json"


class Resource(NamedTuple):
    """One row: its address (with `{names}` of the arguments), its name and what it tells, and what makes it."""

    uri: str
    name: str
    title: str
    read: Callable[..., Any]
    mime_type: str = JSON


def register(server: MCPServer[Any], desk: Desk, resources: tuple[Resource, ...]) -> None:
    """Let the server offer the resources."""
    for one in resources:
        server.resource(
            one.uri,
            name=one.name,
            title=one.title,
            description=inspect.cleandoc(one.read.__doc__ or "").partition("\n\n")[0],
            mime_type=one.mime_type,
        )(_reading(desk, one))


def _reading(desk: Desk, one: Resource) -> Callable[..., Awaitable[str]]:
    """The function the SDK calls, with the arguments that stand in the address."""

    async def read(**arguments: str) -> str:
        try:
            said = await desk.in_thread(partial(one.read, **arguments))
        except KnowledgeError as error:
            raise (ResourceNotFoundError if error.code == "unknown" else ResourceError)(visible(str(error))) from error
        except UnknownId as error:
            raise ResourceNotFoundError(visible(str(error))) from error
        except NoctuaryError as error:
            raise ResourceError(visible(str(error))) from error
        return said if isinstance(said, str) else msgspec.json.encode(inert(msgspec.to_builtins(said))).decode()

    given = list(inspect.signature(one.read).parameters.values())[1:]
    read.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [each.replace(annotation=str, kind=inspect.Parameter.KEYWORD_ONLY) for each in given], return_annotation=str
    )
    read.__annotations__ = {each.name: str for each in given} | {"return": str}
    read.__name__ = one.name
    return read


def fact(call: Any, id: str) -> Any:
    """A fact or entity of the memory, by its id."""
    found = get(call, [id])
    if found["unknown"]:
        raise UnknownId(id[:40], "no record has this id", "noctuary_search finds them")
    return (found["facts"] or found["entities"])[0]


def waiting(call: Any) -> Any:
    """The decisions that wait for the human."""
    return review(call)


def standing(call: Any) -> Any:
    """How the memory stands: what is believed, what waits, when the last night was."""
    return status(call)


OWN: tuple[Resource, ...] = (
    Resource("memory://status", "status", "How the memory stands", standing),
    Resource("memory://review", "review", "What waits for the human", waiting),
    Resource("memory://facts/{id}", "fact", "A fact or entity", fact),
)
