"""A call that takes long tells how far it has come, and one that nobody waits for any more is left and stops."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from noctuary.server import dreaming
from tests.server.conftest import MODES, Connect

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("mode", MODES)
async def test_a_planned_night_reports_its_progress_in_steps_that_grow(
    mode: str, dreamt: Path, connect: Connect
) -> None:
    steps: list[tuple[float, str | None]] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        steps.append((progress, message))

    for day in range(20, 29):
        (dreamt / "memory" / f"2026-04-{day}.md").write_text(f"- decided: rule {day} holds\n")
    async with connect(dreamt, mode=mode) as client:
        said = await client.call_tool("noctuary_dream", {}, progress_callback=told)
    assert not said.is_error
    assert len(steps) > 5
    assert [one for one, _ in steps] == sorted({one for one, _ in steps})
    assert any("read" in (message or "") for _, message in steps)


@pytest.mark.parametrize("mode", MODES)
async def test_a_cancelled_call_is_left_and_its_work_stops_at_its_next_step(
    mode: str, dreamt: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, cancelled, ended = threading.Event(), threading.Event(), threading.Event()

    def endless(call: Any, *, dry_run: bool) -> Any:
        began.set()
        try:
            cancelled.wait(20)
            while True:
                call.tell("read", 1, 0)
        finally:
            ended.set()

    monkeypatch.setattr(dreaming, "_dreamt", endless)
    async with connect(dreamt, mode=mode) as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "noctuary_dream", {})
            await anyio.to_thread.run_sync(began.wait, 20)
            tasks.cancel_scope.cancel()
        found = await client.call_tool("noctuary_status", {})
        assert not found.is_error
        cancelled.set()
        assert await anyio.to_thread.run_sync(ended.wait, 20)
