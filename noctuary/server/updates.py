"""Tells who subscribed to a resource that the memory has changed, whoever changed it: this server, a night, another.

Clients of the 2026-07-28 protocol listen; older ones subscribe. Both are told the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import anyio
from mcp.server import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated
from mcp.types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

EVERY_SECONDS = 1.0
"""How often the journal is looked at: one look at the file system costs microseconds."""
MOST = 1000
"""Subscriptions that are kept; the oldest goes first."""

_log = logging.getLogger(__name__)


class Updates:
    """The subscriptions to one server's resources. `stands` tells how the memory stands; a change of it is told."""

    def __init__(self, stands: Callable[[], object]) -> None:
        self.bus = InMemorySubscriptionBus()
        self.uris: tuple[str, ...] = ()
        self._stands = stands
        self._told: object = stands()
        self._subscribed: dict[tuple[object, str], ServerSession] = {}

    async def watch(self) -> None:
        """Look for changes until cancelled."""
        while True:
            await anyio.sleep(EVERY_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Tell everybody, if the memory has changed since they were told last."""
        now = self._stands()
        if now == self._told:
            return
        self._told = now
        for uri in self.uris:
            await self.bus.publish(ResourceUpdated(uri=uri))
        for (client, uri), session in list(self._subscribed.items()):
            try:
                await session.send_resource_updated(uri)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                self._subscribed.pop((client, uri), None)
                _log.debug("a subscriber to %s is gone", uri)

    async def subscribe(self, ctx: ServerRequestContext[Any, Any], params: SubscribeRequestParams) -> EmptyResult:
        """Note a subscription of an older client."""
        self._subscribed[_client(ctx), str(params.uri)] = ctx.session
        while len(self._subscribed) > MOST:
            self._subscribed.pop(next(iter(self._subscribed)))
        return EmptyResult()

    async def unsubscribe(self, ctx: ServerRequestContext[Any, Any], params: UnsubscribeRequestParams) -> EmptyResult:
        """Forget one; nothing where there is none."""
        self._subscribed.pop((_client(ctx), str(params.uri)), None)
        return EmptyResult()


def _client(ctx: ServerRequestContext[Any, Any]) -> int:
    """What tells one connection from another: what its handshake said is one object as long as the connection is."""
    return id(ctx.session.client_params)
