"""Who subscribed to a resource is told when the memory changes, by whomever, in both protocols."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.types import ResourceUpdatedNotification

from noctuary.night import dream
from noctuary.server import updates
from tests.server.conftest import Connect

pytestmark = pytest.mark.anyio
URI = "memory://status"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "EVERY_SECONDS", 0.01)


class Heard:
    """A client's ear for what it is told of resources."""

    def __init__(self) -> None:
        self.uris: list[str] = []
        self.any = anyio.Event()

    async def __call__(self, message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            self.uris.append(str(message.params.uri))
            self.any.set()


async def another_night(root: Path, now: dt.datetime) -> None:
    (root / "memory" / "2026-05-11.md").write_text("- decided: the case is printed in PETG\n")
    await anyio.to_thread.run_sync(dream, root, now + dt.timedelta(days=1))


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_an_older_client_is_told_of_what_it_subscribed_to_until_it_ends_that(
    dreamt: Path, connect: Connect, now: dt.datetime
) -> None:
    """MT-040: the change is another process's, and no other resource is told of."""
    heard = Heard()
    async with connect(dreamt, client={"message_handler": heard}) as client:
        assert client.server_capabilities.resources.subscribe
        await client.session.subscribe_resource(URI)
        await another_night(dreamt, now)
        with anyio.fail_after(20):
            await heard.any.wait()
        assert set(heard.uris) == {URI}
        await client.session.unsubscribe_resource(URI)
        told = len(heard.uris)
        (dreamt / "memory" / "graph.jsonl").open("ab").write(b"\n")
        await anyio.sleep(0.1)
        assert len(heard.uris) == told


async def test_a_newer_client_listens(dreamt: Path, connect: Connect, now: dt.datetime) -> None:
    async with (
        connect(dreamt, mode="2026-07-28") as client,
        client.listen(resource_subscriptions=[URI]) as heard,
    ):
        await another_night(dreamt, now)
        with anyio.fail_after(20):
            async for event in heard:
                assert event.uri == URI
                break
