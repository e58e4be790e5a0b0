"""The flow over many workspaces: all dreamt, what is broken shown and alone, the bytes as by hand."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from filelock import FileLock

from tests.conftest import NOW, make_workspace
from tests.flows.assets import told_assets

if TYPE_CHECKING:
    from prefect.client.schemas.objects import State

Rows = list[dict[str, Any]]


def rows_of(*states: str) -> Rows:
    return [{"workspace": f"w{n}", "state": one, "why": "because"} for n, one in enumerate(states)]


@pytest.mark.parametrize(
    ("states", "name", "says"),
    [
        (["done", "nothing"], "Completed", "1 done, 1 with nothing to do"),
        (["done", "partly"], "Partly", "1 partly done"),
        (["nothing", "nothing"], "NothingToDo", "2 with nothing to do"),
        (["skipped", "skipped"], "Skipped", "2 skipped"),
        (["skipped", "done"], "Completed", "1 skipped"),
        (["done", "failed"], "Failed", "w1: because"),
        (["failed"] * 7, "Failed", "and 2 more"),
        (["done"], "Completed", "1 workspace in 3 s: 1 done"),
        (["done", "done"], "Completed", "2 workspaces in 3 s: 2 done"),
    ],
)
def test_the_state_of_the_run_is_the_truth_about_all(states: list[str], name: str, says: str) -> None:
    from flows.fleet import verdict

    state = verdict(rows_of(*states), 3.0)
    assert state.name == name
    assert says in (state.message or "")


@pytest.mark.usefixtures("prefect")
def test_one_broken_workspace_is_shown_red_and_touches_no_other(
    tmp_path: Path, make: Callable[[Path], Path], now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    from prefect.client.orchestration import get_client

    from flows.fleet import fleet
    from noctuary.night import dream
    from tasks.saying import key_of

    for name in ("a", "b", "broken", "busy"):
        make(tmp_path / "fleet" / name)
    (tmp_path / "fleet" / "broken" / "noctuary.toml").write_text("[promote\n")
    dream(make(tmp_path / "calm"), now)
    file = tmp_path / "fleet.toml"
    file.write_text('[[workspace]]\npath = "fleet/*"\n')
    (tmp_path / "fleet" / "busy" / ".noctuary").mkdir()
    with FileLock(tmp_path / "fleet" / "busy" / ".noctuary" / "lock"):
        state = fleet(file, workers=2, now=now, return_state=True)
    assert state.name == "Failed"
    assert "4 workspaces" in (state.message or "")
    assert "2 done, 1 skipped, 1 failed. broken: noctuary.toml" in (state.message or "")
    want = {k: v for k, v in bytes_of(tmp_path / "calm").items() if not k.startswith(".noctuary")}
    for name in ("a", "b"):
        found = bytes_of(tmp_path / "fleet" / name)
        assert {k: v for k, v in found.items() if not k.startswith(".noctuary")} == want
    assert not (tmp_path / "fleet" / "broken" / "DREAMS.md").exists()
    with get_client(sync_client=True) as client:
        (table,) = [one for one in client.read_artifacts() if one.key == f"noctuary-{key_of(file)}-fleet"]
        tasks = {one.name: one.state_type.value for one in client.read_task_runs() if one.name in ("a", "broken")}
    data = str(table.data)
    assert data.index("broken") < data.index('"a"')
    assert "2026-05-12 03:00" in data
    assert tasks == {"a": "COMPLETED", "broken": "FAILED"}


@pytest.mark.usefixtures("prefect")
@pytest.mark.filterwarnings("ignore:Logger 'prefect.task_runs'")
@pytest.mark.parametrize("wrong", ["settings", "folder", "machinery"])
def test_the_log_of_a_night_that_failed_holds_no_traceback_of_nothing(
    workspace: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    """Prefect adds the exception at hand to what it logs of a failed state, and there is none."""
    import logging

    from tasks import fleet as module

    told: list[logging.LogRecord] = []
    hand = logging.Handler()
    hand.emit = told.append  # type: ignore[method-assign]
    if wrong == "settings":
        (workspace / "noctuary.toml").write_text("[promote\n")
    elif wrong == "machinery":
        monkeypatch.setattr(module, "dream", lambda *_, **__: 1 / 0)
    root = workspace / "nowhere" if wrong == "folder" else workspace
    logger = logging.getLogger("prefect.task_runs")
    logger.addHandler(hand)
    try:
        state = module.dream_over(str(root), root.name, {}, now, return_state=True)
    finally:
        logger.removeHandler(hand)
    assert state.is_failed()
    errors = [one for one in told if one.levelno >= logging.ERROR]
    assert errors
    assert [one for one in errors if one.exc_info and one.exc_info[0] is None] == []


@pytest.mark.usefixtures("prefect")
def test_dask_that_is_not_there_is_said_with_its_mend(
    tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    from flows.fleet import fleet

    monkeypatch.setitem(sys.modules, "prefect_dask", None)
    (tmp_path / "fleet.toml").write_text(f'[[workspace]]\npath = "{workspace}"\n')
    state = fleet(tmp_path / "fleet.toml", how="dask", return_state=True)
    assert state.is_failed()
    assert "noctuary[dask]" in (state.message or "")
    assert not (workspace / "DREAMS.md").exists()


@pytest.mark.usefixtures("prefect")
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the process that dreams through /proc")
def test_a_process_that_is_killed_costs_its_own_workspace_alone(
    tmp_path: Path, make: Callable[[Path], Path], now: dt.datetime
) -> None:
    """As the system does where memory is short: the whole pool dies with one of its processes."""
    from flows.fleet import fleet

    roots = {name: make(tmp_path / name) for name in ("a", "killer", "z")}
    lock = roots["killer"] / ".noctuary" / "lock"
    file = tmp_path / "fleet.toml"
    file.write_text("".join(f'[[workspace]]\npath = "{name}"\n' for name in roots))
    is_over, killed = threading.Event(), list[int]()

    def kill() -> None:
        while not is_over.wait(0.05):
            for pid in holding(lock) if lock.exists() else ():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    hand = threading.Thread(target=kill)
    hand.start()
    try:
        state = fleet(file, workers=2, now=now, return_state=True)
    finally:
        is_over.set()
        hand.join()
    assert len(set(killed)) == 2
    assert state.name == "Failed"
    assert "1 failed. killer: its process was killed twice" in (state.message or "")
    assert {name for name, root in roots.items() if (root / "DREAMS.md").exists()} == {"a", "z"}


def holding(lock: Path) -> list[int]:
    """The processes below this one that have a file open."""
    found = []
    for pid in family(os.getpid())[1:]:
        with contextlib.suppress(OSError):
            if any(os.path.realpath(fd) == str(lock) for fd in Path(f"/proc/{pid}/fd").iterdir()):
                found.append(pid)
    return found


def family(pid: int) -> list[int]:
    """A process and all that it started, itself first."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in task.read_text().split():
                found += family(int(child))
    return found


class Run(NamedTuple):
    """What one run over a fleet left: its state, the names of those whose form was begun, and its folder."""

    state: State[Any]
    forms: list[str]
    folder: Path


@pytest.fixture(scope="module")
def run(prefect: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One after the other: a workspace that asks, one that does not and proposes alone, and a glob of nothing."""
    from prefect.client.orchestration import get_client

    from flows.fleet import fleet
    from flows.review import review
    from tasks.saying import key_of

    folder = tmp_path_factory.mktemp("fleet")
    asks, silent = make_workspace(folder / "asks"), make_workspace(folder / "silent")
    file = folder / "fleet.toml"
    tables = ('path = "asks"\nask = true', 'path = "silent"\nsettings.promote.mode = "propose"', 'path = "agent/*"')
    file.write_text("".join(f"[[workspace]]\n{table}\n" for table in tables))
    with get_client(sync_client=True) as client:
        of = client.create_flow(review)
        there = {root.name: client.create_deployment(of, key_of(root)) for root in (asks, silent)}
        state = fleet(file, how="sequential", now=NOW, return_state=True)
        begun = [run.deployment_id for run in client.read_flow_runs()]
        for one in there.values():
            client.delete_deployment(one)
    return Run(state, [name for name, one in there.items() if one in begun], folder)


def test_a_glob_that_names_nothing_is_a_red_row(run: Run) -> None:
    assert run.state.name == "Failed"
    assert "2 done, 1 failed. agent/*: names no folder" in (run.state.message or "")
    assert all((run.folder / name / "DREAMS.md").exists() for name in ("asks", "silent"))


def test_in_one_run_for_all_a_workspace_that_asks_gets_its_form(run: Run) -> None:
    assert run.forms == ["asks"]


def test_the_files_that_the_nights_of_a_fleet_wrote_stand_in_the_event_feed_as_assets(run: Run) -> None:
    """Of a night that lets nothing in no MEMORY.md, which it left alone."""
    from tasks.saying import key_of

    asks, silent = (key_of(run.folder / name) for name in ("asks", "silent"))
    wanted = {f"noctuary://{asks}/{name}" for name in ("journal", "DREAMS.md", "MEMORY.md")}
    wanted |= {f"noctuary://{silent}/{name}" for name in ("journal", "DREAMS.md")}
    assert told_assets(wanted) == (sorted(wanted), {f"{NOW:%Y-%m-%d}"})
