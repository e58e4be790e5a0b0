"""A running server reads sources as they change, where `[sources] watch` says so, and ends when it is told to."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from mcp import Client

from noctuary import watching
from noctuary.errors import NoctuaryError
from noctuary.holding import held
from noctuary.settings import open_workspace
from tests.server.conftest import Connect

pytestmark = pytest.mark.anyio
NOTE = "- the tide gauge of the north pier is read by Imogen\n"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watched without waiting, and heard whatever another test has silenced (import-linter, run within, does)."""
    monkeypatch.setattr(watching, "DEBOUNCE_MS", 20)
    monkeypatch.setattr(watching, "LOOK_AGAIN_MS", 200)
    monkeypatch.setattr(watching._log, "disabled", False)


@pytest.fixture
def watched(dreamt: Path) -> Path:
    """The small workspace, whose server is to watch it."""
    (dreamt / "noctuary.toml").open("a").write("\n[sources]\nwatch = true\n")
    return dreamt


async def found(client: Client, words: str) -> bool:
    said = await client.call_tool("noctuary_search", {"query": words})
    return words in str(said.structured_content)


async def until_found(client: Client, words: str) -> None:
    with anyio.fail_after(30):
        while not await found(client, words):
            await anyio.sleep(0.05)


async def test_what_is_written_while_a_server_runs_is_found(watched: Path, connect: Connect) -> None:
    journal = (watched / "memory" / "graph.jsonl").read_bytes()
    async with connect(watched) as client:
        assert not await found(client, "tide gauge")
        (watched / "memory" / "2026-05-11.md").write_text(NOTE)
        await until_found(client, "tide gauge")
        (watched / "memory" / "2026-05-11.md").write_text("- the sluice is Bram's\n")
        await until_found(client, "sluice")
        assert not await found(client, "tide gauge")
    assert (watched / "memory" / "graph.jsonl").read_bytes() == journal


async def test_a_server_that_is_not_told_to_watch_reads_nothing_anew(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        (dreamt / "memory" / "2026-05-11.md").write_text(NOTE)
        await anyio.sleep(0.5)
        assert not await found(client, "tide gauge")


def test_a_change_during_a_night_is_left_to_the_night(watched: Path) -> None:
    workspace = open_workspace(watched)
    stop = threading.Event()
    changes = watching.watch(workspace, stop)
    (watched / "memory" / "2026-05-11.md").write_text(NOTE)
    with held(workspace):
        assert next(changes) is False
    stop.set()
    assert list(changes) == []


def test_an_index_that_cannot_be_written_ends_no_watching(
    watched: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_: object) -> bool:
        raise NoctuaryError("index.sqlite", "the disk is full", "make room")

    monkeypatch.setattr(watching, "reconcile", full)
    stop = threading.Event()
    stop.set()
    watching.keep_fresh(open_workspace(watched), stop)
    assert "the disk is full" in caplog.text


NOTE_CHANGED = {(2, "/a/memory/2026-05-11.md")}
INDEX_CHANGED = {(2, "/a/memory/.noctuary/index.sqlite-shm")}


@pytest.mark.parametrize(
    ("told", "look_again", "looks"),
    [
        pytest.param([NOTE_CHANGED, NOTE_CHANGED], 3_600_000, 3, id="each change of a source"),
        pytest.param([INDEX_CHANGED] * 5, 3_600_000, 1, id="no change of the index"),
        pytest.param([INDEX_CHANGED | NOTE_CHANGED], 3_600_000, 2, id="both at once"),
        pytest.param([INDEX_CHANGED] * 5, 0, 6, id="however busy the index, a source whose change was not told"),
        pytest.param([set(), set()], 0, 3, id="each while"),
    ],
)
def test_sources_are_looked_at_after_their_changes_and_each_while(
    told: list[set[tuple[int, str]]], look_again: int, looks: int, watched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOOK_AGAIN_MS", look_again)
    monkeypatch.setattr(watching, "watcher", lambda: lambda *_, **__: iter(told))
    assert len(list(watching.watch(open_workspace(watched), threading.Event()))) == looks


@pytest.mark.parametrize("tells", [True, False], ids=["changes are told", "no changes are told"])
def test_a_look_that_fails_ends_neither_the_watching_nor_the_server(
    tells: bool, watched: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stop, looks = threading.Event(), []

    def reconcile(_: object) -> bool:
        looks.append(1)
        if len(looks) == 4:
            stop.set()
        raise OSError(13, "permission denied")

    def changes(*_: object, **__: object) -> Iterator[set[tuple[int, str]]]:
        if not tells:
            raise OSError(28, "inotify watch limit reached")
        yield from [NOTE_CHANGED] * 3

    monkeypatch.setattr(watching, "reconcile", reconcile)
    monkeypatch.setattr(watching, "watcher", lambda: changes)
    watching.keep_fresh(open_workspace(watched), stop)
    assert len(looks) == 4
    assert caplog.text.count("permission denied") == 4


@pytest.mark.parametrize("error", [OSError(28, "inotify watch limit reached"), RuntimeError("internal error")])
def test_where_the_system_tells_no_changes_sources_are_looked_at(
    error: Exception, watched: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def changes(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(watching, "watcher", lambda: changes)
    stop = threading.Event()
    looks = watching.watch(open_workspace(watched), stop)
    next(looks)
    (watched / "memory" / "2026-05-11.md").write_text(NOTE)
    assert next(looks) is True
    stop.set()
    assert list(looks) == []
    assert str(error) in caplog.text


def test_without_watchfiles_the_server_says_so_before_it_serves(
    watched: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(NoctuaryError, match=r"pip install .noctuary\[watch\]"):
        connect(watched)
