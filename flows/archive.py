"""The monthly flow: the same archive as `noctuary archive`, scheduled by Prefect."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.logging import get_run_logger
from prefect.states import Completed, Failed

from noctuary.archive import Archived
from noctuary.errors import NightBusy, NoctuaryError
from noctuary.settings import open_workspace
from tasks.archive import put_away
from tasks.artifacts import publish


@flow(name="archive", persist_result=False, log_prints=False)
def archive(workspace: Path, now: dt.datetime | None = None, dry_run: bool = False) -> State[Any]:
    """Put away what nobody confirmed or asked for in a long time. A night under way is no failure (Skipped)."""
    try:
        space = open_workspace(workspace)
        told = put_away(space, now, dry_run=dry_run)
    except NightBusy as error:
        return Completed(name="Skipped", message=str(error))
    except NoctuaryError as error:
        return Failed(message=str(error))
    if told.batch and not dry_run:
        publish(space)
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
