"""What one server was told: which workspace, who asks, which tools, what they may do. Read once, passed down."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

from noctuary.access import ANYONE, Asker
from noctuary.model import Value
from noctuary.settings import ServerSettings


def clock() -> dt.datetime:
    """The time now, in UTC."""
    return dt.datetime.now(dt.UTC)


class Config(Value, frozen=True):
    """A server's configuration. `asker` is who asks as the server was told; an agent it leaves open, others may name.

    `believes_client` lets the name that a client gives in its handshake stand for the agent: so on stdio, where the
    client itself started the server, and nowhere else. `now` is the clock.
    """

    root: Path
    asker: Asker = ANYONE
    believes_client: bool = False
    settings: ServerSettings = ServerSettings()
    now: Callable[[], dt.datetime] = clock
