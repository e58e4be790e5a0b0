"""What the server's tests share: a workspace after a night, and servers over it with a fixed clock."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import Implementation
from msgspec.structs import replace

from noctuary.access import ANYONE, Asker
from noctuary.server.app import build
from noctuary.server.config import Config
from noctuary.settings import ServerSettings

Connect = Callable[..., Client]
MODES = ("legacy", "2026-07-28")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def connect(now: dt.datetime) -> Connect:
    """A client of a new server over a workspace; keywords are its settings, and what the client says of itself."""

    def connected(
        root: Path,
        *,
        asker: Asker = ANYONE,
        name: str = "",
        mode: str = "legacy",
        client: dict[str, Any] | None = None,
        **settings: Any,
    ) -> Client:
        told = replace(ServerSettings(), **settings)
        config = Config(root=root, asker=asker, believes_client=bool(name), settings=told, now=lambda: now)
        who = Implementation(name=name or "a test", version="1")
        return Client(build(config), mode=mode, client_info=who, **client or {})

    return connected
