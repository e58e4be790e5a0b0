"""The flow `fleet`: one run that dreams over every workspace of a fleet.toml, and one table of what became of each."""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from prefect import flow
from prefect.artifacts import create_table_artifact
from prefect.client.schemas.objects import State
from prefect.logging import get_run_logger
from prefect.runtime import flow_run
from prefect.states import Completed, Failed
from prefect.task_runners import ProcessPoolTaskRunner

from noctuary.errors import SettingsError
from noctuary.fleet import Fleet, Member, read_fleet, why_unmet
from noctuary.page.lines import plural
from tasks.artifacts import Progress
from tasks.fleet import dream_over, peak, row
from tasks.review import start_form
from tasks.saying import TAG, failed, key_of, say_if_alone

How = Literal["processes", "sequential", "dask"]
_MOST_NAMED = 5
"""Broken workspaces that a state's message names; the table has all."""


def _name() -> str:
    given = flow_run.parameters
    day = (given.get("now") or dt.datetime.now().astimezone()).date()
    return f"{Path(given['file']).parent.name or 'fleet'}-fleet-{day.isoformat()}"


@flow(name="fleet", flow_run_name=_name, persist_result=False, log_prints=False)
def fleet(
    file: Path,
    how: How = "processes",
    workers: int | None = None,
    address: str | None = None,
    now: dt.datetime | None = None,
) -> State[Any]:
    """Dream over every workspace of a fleet. What breaks in one is shown in its row and stops no other.

    Args:
        file: The fleet.toml, its whole path, such as /home/me/fleet.toml.
        how: Where the nights run: processes of this machine, one after the other, or a Dask cluster.
        workers: How many nights at once on this machine. Leave it out for one a core.
        address: The scheduler of a Dask cluster, such as tcp://10.0.0.1:8786. Leave it out to start one here.
        now: The nights' clock, such as 2026-11-04T03:00:00+00:00. Leave it out for the clock on the wall.
    """
    begun = time.monotonic()
    say_if_alone()
    try:
        found = _opened(file)
        rows = [*_nights(found, how, workers, address, now)]
        rows += (row(path, path, "failed", why_unmet(path)) for path in found.globs_unmet)
    except Exception as error:
        return failed(error, f"noctuary fleet list {file}")
    seconds = time.monotonic() - begun
    publish_table(found, rows, seconds)
    return verdict(rows, seconds)


def _opened(file: Path) -> Fleet:
    if not file.expanduser().is_absolute():
        raise SettingsError("file", "names no file of its own", "give its whole path, such as /home/me/fleet.toml")
    return read_fleet(file)


def _nights(
    found: Fleet, how: How, workers: int | None, address: str | None, now: dt.datetime | None
) -> Iterator[dict[str, Any]]:
    """A row a workspace, as its night ends.

    A process that dies takes the others of its pool with it. What it left undone is dreamt over once more, each in a
    process by itself, so that only the workspace that cost the process is shown red.
    """
    tell, log, most, left = Progress(), get_run_logger(), len(found.members), []

    def said(member: Member, told: dict[str, Any], done: int) -> dict[str, Any]:
        log.info("%s: %s %s", told["workspace"], told["state"], told["why"])
        if member.ask and told["waiting"]:
            log.info("%s: %s", told["workspace"], start_form(member.path))
        tell("dream", done, most)
        return told

    with _runner(how, workers, address) as runner:
        futures = [(one, _begun(runner, one, now)) for one in found.members]
        for number, (member, future) in enumerate(futures, 1):
            if told := _ended(member, future):
                yield said(member, told, number)
            else:
                left.append(member)
    for number, member in enumerate(left, 1):
        log.warning("%s: its process died; once more, by itself", member.path.name)
        with _runner(how, 1, address) as runner:
            told = _ended(member, _begun(runner, member, now)) or _killed(member)
        yield said(member, told, most - len(left) + number)


def _begun(runner: Any, member: Member, now: dt.datetime | None) -> Any:
    """The future of a workspace's night; None where the processes that should dream have died."""
    try:
        return runner.submit(dream_over, _given(member, now))
    except Exception:
        get_run_logger().debug("no night could be begun", exc_info=True)
        return None


def _ended(member: Member, future: Any) -> dict[str, Any] | None:
    """Wait for a night and tell its row; None where its process died. What a night itself raises is a state."""
    if future is None:
        return None
    try:
        future.wait()
    except Exception:
        get_run_logger().debug("no night came to its end", exc_info=True)
        return None
    return _row(member, future.state)


def _killed(member: Member) -> dict[str, Any]:
    mend = f"`noctuary dream -w {member.path}` shows it alone"
    why = f"its process was killed twice, for want of memory perhaps; {mend}"
    return row(str(member.path), member.path.name, "failed", why)


def _given(member: Member, now: dt.datetime | None) -> dict[str, Any]:
    return {"path": str(member.path), "name": member.path.name, "settings": member.settings, "now": now}


def _row(member: Member, state: State[Any]) -> dict[str, Any]:
    if state.is_completed():
        told: dict[str, Any] = state.result()
        return told
    return row(str(member.path), member.path.name, "failed", state.message or f"the run ended {state.name}")


def _runner(how: How, workers: int | None, address: str | None) -> Any:
    """Where tasks run. Raises SettingsError where Dask is wanted and not installed."""
    if how != "dask":
        most = 1 if how == "sequential" else workers or os.cpu_count() or 1
        return ProcessPoolTaskRunner(max_workers=most)
    try:
        from prefect_dask import DaskTaskRunner
    except ImportError:
        mend = "`pip install 'noctuary[dask]'`, here and on every machine of the cluster, or take `processes`"
        raise SettingsError("how", "dask is not installed", mend) from None
    if address:
        return DaskTaskRunner(address=address)
    return DaskTaskRunner(cluster_kwargs={"n_workers": workers or os.cpu_count(), "threads_per_worker": 1})


def publish_table(found: Fleet, rows: list[dict[str, Any]], seconds: float) -> None:
    """One table over all workspaces, what is broken first."""
    ordered = sorted(rows, key=lambda one: (one["state"] != "failed", one["workspace"]))
    most = max([peak(), *(one["MB"] for one in rows if one["MB"])])
    said = f"{plural(len(rows), 'workspace')} in {seconds:.0f} s; the largest process held {most} MB"
    create_table_artifact(ordered, key=f"{TAG}-{key_of(found.file)}-fleet", description=said)


def verdict(rows: list[dict[str, Any]], seconds: float) -> State[Any]:
    """The run's state: failed where a workspace is broken, else what most became of the nights."""
    count = {state: sum(one["state"] == state for one in rows) for state in _SAID}
    said = ", ".join(f"{number} {_SAID[state]}" for state, number in count.items() if number)
    said = f"{plural(len(rows), 'workspace')} in {seconds:.0f} s: {said}"
    if broken := [one for one in rows if one["state"] == "failed"]:
        named = "; ".join(f"{one['workspace']}: {one['why']}" for one in broken[:_MOST_NAMED])
        more = f"; and {len(broken) - _MOST_NAMED} more" if len(broken) > _MOST_NAMED else ""
        return Failed(message=f"{said}. {named}{more}")
    name = "Partly" if count["partly"] else "Completed" if count["done"] else "NothingToDo"
    return Completed(name="Skipped" if count["skipped"] == len(rows) else name, message=said)


_SAID = {
    "done": "done", "partly": "partly done", "nothing": "with nothing to do", "skipped": "skipped", "failed": "failed",
}  # fmt: skip
