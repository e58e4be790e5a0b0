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

from noctuary.errors import AssumptionBroken, NightBusy
from noctuary.night import Outcome, bed, covers, outcome, switched_off
from tasks.artifacts import Progress, publish
from tasks.assets import written
from tasks.night import TASKS, counted
from tasks.review import start_form
from tasks.saying import failed, opened, run_name, say_if_alone

NAMES = {"done": "Completed", "partly": "Partly", "nothing": "NothingToDo", "planned": "Planned"}
TRIES = 3
PAUSE = 60


@flow(name="deep-sleep", flow_run_name=run_name(), persist_result=False, log_prints=False)
def deep_sleep(
    workspace: Path,
    now: dt.datetime | None = None,
    dry_run: bool = False,
    settings: dict[str, Any] | None = None,
    ask: bool = False,
) -> State[Any]:
    """One night over a workspace: read, promote, connect, doubt, fade, and write DREAMS.md.

    Another night under way is no failure (Skipped). A file that changed meanwhile is tried again from the
    beginning, at most three times; every other error fails at once, with the message that says how to mend it.

    Args:
        workspace: The folder to dream over, its whole path, such as /home/me/agent.
        now: The night's clock, such as 2026-11-04T03:00:00+00:00. Leave it out for the clock on the wall.
        dry_run: Plan only, and change no byte.
        settings: Settings laid over noctuary.toml for this night, such as {"promote": {"mode": "propose"}}.
        ask: Where something waits for you, start the form of `review` as well, unless one is open already.
    """
    by_hand = f"noctuary dream -w {workspace}"
    say_if_alone()
    for tries_left in reversed(range(TRIES)):
        try:
            told = _night(workspace, now, dry_run, settings)
        except NightBusy as error:
            return Completed(name="Skipped", message=str(error))
        except AssumptionBroken as error:
            if not tries_left:
                return Failed(message=str(error))
            get_run_logger().warning("%s; trying again in %s s", error, PAUSE)
            time.sleep(PAUSE)
        except Exception as error:
            return failed(error, by_hand)
        else:
            break
    if ask and told.waiting and not dry_run:
        get_run_logger().info(start_form(workspace))
    get_run_logger().info(summary(told))
    return Completed(name=NAMES[told.state], message=summary(told))


def _night(workspace: Path, now: dt.datetime | None, dry_run: bool, settings: dict[str, Any] | None) -> Outcome:
    space = opened(workspace, settings)
    if off := switched_off(space, now):
        return off
    with bed(space, now, dry_run=dry_run, tell=Progress()) as run:
        for stage in TASKS:
            run = stage(run)
            get_run_logger().info("%s: %s", stage.name, counted(stage.name, run))
        told = outcome(run)
    if told.state in ("done", "partly"):
        written(space, told)
        publish(space)
    return told


def summary(told: Outcome) -> str:
    """The outcome in one line."""
    said = (told.because if told.state != "nothing" else "", covers(told), told.torn, told.followed, *told.unread)
    more = "".join(f"; {one}" for one in said if one)
    if told.state == "nothing":
        return f"nothing done: {told.because}{more}"
    return (
        f"night {told.night} {told.state}: {told.promoted} promoted, {told.known} from MEMORY.md, "
        f"{told.superseded} superseded, {told.waiting} waiting for you{more}"
    )
