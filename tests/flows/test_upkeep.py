"""Between nights: the index is brought up and nothing decided; old runs go, what waits and the newest page stay."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from noctuary.reconcile import reconcile as bring_up
from noctuary.settings import open_workspace
from noctuary.stages.apply import discard, is_projected

DAY = dt.timedelta(days=1)


def lasting(root: Path, bytes_of: Callable[[Path], dict[str, bytes]]) -> dict[str, bytes]:
    return {k: v for k, v in bytes_of(root).items() if not k.startswith(".noctuary/")}


def other_hand(root: Path) -> None:
    """The journal grows as a merge lets it grow: the index does not know."""
    journal = root / "memory" / "graph.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines, lines[0].replace(b'"v":1', b'"v":1 ')]))


@pytest.mark.parametrize("how", ["gone", "behind"])
def test_reconciling_brings_the_index_up_and_changes_no_other_byte(
    dreamt: Path, bytes_of: Callable[[Path], dict[str, bytes]], how: str
) -> None:
    """TK-072"""
    space = open_workspace(dreamt)
    discard(space) if how == "gone" else other_hand(dreamt)
    before = lasting(dreamt, bytes_of)
    assert not is_projected(space)
    assert bring_up(space)
    assert is_projected(space)
    assert not bring_up(space)
    assert lasting(dreamt, bytes_of) == before


@pytest.mark.usefixtures("prefect")
def test_the_flow_that_reconciles_leaves_a_night_alone_and_tells_what_is_broken(dreamt: Path, tmp_path: Path) -> None:
    from flows.reconcile import reconcile

    discard(open_workspace(dreamt))
    with FileLock(dreamt / ".noctuary" / "lock"):
        busy = reconcile([dreamt], return_state=True)
    assert (busy.name, busy.message) == ("NothingToDo", "1 looked at, 0 brought up to date, 1 left to a night")
    state = reconcile([tmp_path / "nowhere", dreamt], return_state=True)
    assert state.is_failed()
    assert "2 looked at, 1 brought up to date, 0 left to a night, 1 failed. nowhere: " in (state.message or "")


@pytest.mark.usefixtures("prefect")
def test_after_a_long_sleep_one_run_does_the_work_of_all_that_are_late(dreamt: Path) -> None:
    from prefect.client.orchestration import get_client
    from prefect.flow_engine import run_flow
    from prefect.states import Pending, Scheduled

    from flows.reconcile import reconcile

    at = dt.datetime.now(dt.UTC)
    hours = {"first": -3, "second": -2, "third": -1, "tonight": 1}
    with get_client(sync_client=True) as client:
        of = client.create_flow(reconcile)
        own, other = (client.create_deployment(of, name, parameters={"workspaces": [str(dreamt)]}) for name in "ab")
        due = {name: Scheduled(scheduled_time=at + dt.timedelta(hours=when)) for name, when in hours.items()}
        runs = {name: client.create_flow_run_from_deployment(own, state=state).id for name, state in due.items()}
        runs["of another"] = client.create_flow_run_from_deployment(other, state=Scheduled(scheduled_time=at - DAY)).id
        client.set_flow_run_state(runs["first"], Pending())
        run_flow(reconcile, client.read_flow_run(runs["first"]), {"workspaces": [dreamt]}, return_type="state")
        there = {run.id for run in client.read_flow_runs()}
        assert [name for name, run in runs.items() if run in there] == ["first", "tonight", "of another"]
        for one in (own, other):
            client.delete_deployment(one)


@pytest.mark.usefixtures("prefect")
def test_old_runs_go_and_what_waits_or_is_newest_stays() -> None:
    from prefect import flow, tags
    from prefect.artifacts import create_markdown_artifact
    from prefect.client.orchestration import get_client
    from prefect.states import Scheduled

    from flows.clean import clean

    @flow(name="upkeep-test", log_prints=False)
    def night(text: str) -> None:
        create_markdown_artifact(text, key="noctuary-upkeep-test")

    def pages() -> list[str]:
        return sorted(str(one.data) for one in client.read_artifacts() if one.key == "noctuary-upkeep-test")

    with get_client(sync_client=True) as client:
        night("of another")
        with tags("noctuary"):
            night("first")
            night("second")
        waits = client.create_flow_run(night, parameters={"text": ""}, tags=["noctuary"], state=Scheduled()).id
        later = dt.datetime.now(dt.UTC) + dt.timedelta(days=29)
        clean(now=later, return_state=True)
        assert pages() == ["first", "of another", "second"]
        later += dt.timedelta(days=2)
        assert clean(now=later, dry_run=True, return_state=True).name == "Planned"
        assert clean(now=later, return_state=True).name == "Completed"
        left = {run.id: run.parameters["text"] for run in client.read_flow_runs() if run.parameters.keys() == {"text"}}
        assert sorted(left.values()) == ["", "of another"]
        assert waits in left
        assert pages() == ["of another", "second"]
    assert clean(days=0, return_state=True).is_failed()
