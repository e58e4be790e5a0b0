"""The memory tool over a workspace of its own, with a clock that goes on by a second a look."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from noctuary.access import ANYONE, Asker
from noctuary.memory_tool import MemoryTool
from noctuary.settings import open_workspace

START = dt.datetime(2026, 5, 12, 9, 0, tzinfo=dt.UTC)


def ticking() -> Callable[[], dt.datetime]:
    seconds = itertools.count()
    return lambda: START + dt.timedelta(seconds=next(seconds))


Open = Callable[..., MemoryTool]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Open a tool over the same workspace, as another client or after a restart would."""
    for name in ("THOUGHTBOX_MEMORY_PATH", "MEMORY_FILE_PATH"):
        monkeypatch.delenv(name, raising=False)
    made: list[MemoryTool] = []

    def open_(asker: Asker = ANYONE, overrides: dict[str, object] | None = None, **more: str) -> MemoryTool:
        workspace = open_workspace(tmp_path, environ={}, overrides=overrides)
        made.append(MemoryTool.open(workspace, asker, clock=ticking(), **more))
        return made[-1]

    yield open_
    for tool in made:
        tool.close()


@pytest.fixture
def tool(opened: Open) -> MemoryTool:
    return opened()
