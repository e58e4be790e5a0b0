"""The monthly flow: the same archive as `noctuary archive`, scheduled by Prefect."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.logging import get_run_logger
from prefect.states import Completed

from noctuary.archive import Archived
from noctuary.errors import NightBusy
from tasks.archive import put_away
from tasks.artifacts import publish
from tasks.saying import failed, opened, run_name


@flow(name="archive", flow_run_name=run_name("archive"), persist_result=False, log_prints=False)
def archive(workspace: Path, now: dt.datetime | None = None, dry_run: bool = False) -> State[Any]:
    """Put away what nobody confirmed or asked for in a long time. A night under way is no failure (Skipped).

    Args:
        workspace: The folder to look through, its whole path, such as /home/me/agent.
        now: The clock, such as 2026-11-04T03:00:00+00:00. Leave it out for the clock on the wall.
        dry_run: Say what would be put away, and change no byte.
    """
    try:
        space = opened(workspace)
        told = put_away(space, now, dry_run=dry_run)
        if told.batch and not dry_run:
            publish(space)
    except NightBusy as error:
        return Completed(name="Skipped", message=str(error))
    except Exception as error:
        return failed(error, f"noctuary archive -w {workspace}")
    get_run_logger().info(summary(told))
    return Completed(name=_name(told), message=summary(told))


def _name(told: Archived) -> str:
    return "NothingToDo" if not told.batch else "Planned" if told.dry_run else "Partly" if told.left else "Completed"


def summary(told: Archived) -> str:
    """What was put away in one line."""
    if not told.batch:
        return "nothing done: nothing is old, unimportant and unasked for"
    left = f"; {told.left} more wait for another time" if told.left else ""
    return f"{told.batch}: {len(told.put_away)} put away{left}; `noctuary undo {told.batch}` takes it back"
