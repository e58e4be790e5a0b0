"""Who asks: what the server was told, else whose token it is, else the client's own name. Decides nothing about facts.

What a client says of itself is never taken for `EVERY`, and is taken for an agent's name at all only where the
configuration says so.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from mcp.server import ServerRequestContext
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.context import CallNext, HandlerResult
from msgspec.structs import replace

from noctuary.access import ANYONE, EVERY, Asker
from noctuary.server.config import Config

LONGEST_NAME = 200
"""Characters of a client's name that are taken; longer ones are nobody's."""

_ASKER: ContextVar[Asker] = ContextVar("asker", default=ANYONE)


def asker() -> Asker:
    """Who sent the request that is being answered; nobody by name outside of one."""
    return _ASKER.get()


def asker_of(config: Config, token_of: str, client: str) -> Asker:
    """Who asks: as the configuration says, else as the token does, else as the client does where it is believed."""
    name = config.asker.agent or token_of
    if not name and config.believes_client and client.strip() != EVERY and len(client) <= LONGEST_NAME:
        name = client.strip()
    return replace(config.asker, agent=name)


class Asked:
    """The middleware that notes who sent a request, before any tool or resource is looked up."""

    def __init__(self, config: Config) -> None:
        self.config = config

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        said = ctx.session.client_params
        client = said.client_info.name if said else ""
        set_before = _ASKER.set(asker_of(self.config, _token_of(ctx.request), client))
        try:
            return await call_next(ctx)
        finally:
            _ASKER.reset(set_before)


def _token_of(request: Any) -> str:
    """The agent whose token the HTTP request carries; "" on stdio, and for a token that is nobody's in particular."""
    user = request.scope.get("user") if request is not None else None
    return user.access_token.subject or "" if isinstance(user, AuthenticatedUser) else ""
