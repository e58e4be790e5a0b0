"""The flow over many workspaces: all dreamt, what is broken shown and alone, the bytes as by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

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
