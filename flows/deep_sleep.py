"""The nightly flow: the same stages as `noctuary dream`, seen, retried and scheduled by Prefect."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.logging import get_run_logger
from prefect.states import Completed, Failed

from noctuary.errors import AssumptionBroken, NightBusy, NoctuaryError
from noctuary.night import Outcome, bed, outcome
from noctuary.settings import open_workspace
from tasks.artifacts import Progress, publish
from tasks.night import TASKS

NAMES = {"done": "Completed", "partly": "Partly", "nothing": "NothingToDo", "planned": "Planned"}
TRIES = 3
PAUSE = 60


@flow(name="deep-sleep", persist_result=False, log_prints=False)
def deep_sleep(workspace: Path, now: dt.datetime | None = None, dry_run: bool = False) -> State[Any]:
    """One night over `workspace`. The run's state tells truly what happened, its name in one word.

    Another night under way is no failure (Skipped). A file that changed meanwhile is tried again from the
    beginning, at most three times; every other error fails at once, with the message that says how to mend it.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            told = _night(workspace, now, dry_run)
        except NightBusy as error:
            return Completed(name="Skipped", message=str(error))
        except AssumptionBroken as error:
            if not tries_left:
                return Failed(message=str(error))
            get_run_logger().warning("%s; trying again in %s s", error, PAUSE)
            time.sleep(PAUSE)
        except NoctuaryError as error:
            return Failed(message=str(error))
        else:
            break
    get_run_logger().info(summary(told))
    return Completed(name=NAMES[told.state], message=summary(told))


def _night(workspace: Path, now: dt.datetime | None, dry_run: bool) -> Outcome:
    space = open_workspace(workspace)
    with bed(space, now, dry_run=dry_run, tell=Progress()) as run:
        for stage in TASKS:
            run = stage(run)
        told = outcome(run)
    if told.state in ("done", "partly"):
        publish(space)
    return told


def summary(told: Outcome) -> str:
    """The outcome in one line."""
    if told.state == "nothing":
        return f"nothing done: {told.because}"
    return (
        f"night {told.night} {told.state}: {told.promoted} promoted, {told.known} from MEMORY.md, "
        f"{told.superseded} superseded, {told.waiting} waiting for you{'; ' + told.because if told.because else ''}"
    )
