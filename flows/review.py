"""The flow `review`: shows what waits for the human in Prefect's UI, and carries out what they answer there."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.flow_runs import suspend_flow_run
from prefect.runtime import deployment
from prefect.states import Completed, Failed

from noctuary.errors import WorkspaceError
from noctuary.local_time import local, zone
from noctuary.settings import Workspace
from tasks.artifacts import publish, publish_queue
from tasks.review import Filled, Slip, answer, form, form_key, forms_shown, given, heard, waiting
from tasks.saying import failed, opened, run_name

DAYS = 7
SETTLE = 1
"""Seconds before a run is suspended: where its first sign of life comes after that, the server takes it for dead."""


@flow(name="review", flow_run_name=run_name("review"), persist_result=False, log_prints=False)
def review(
    workspace: Path,
    answers: dict[str, str] | None = None,
    ask: bool = False,
    days: int = DAYS,
    now: dt.datetime | None = None,
) -> State[Any]:
    """List what waits over a workspace, and record the answers one by one.

    With `ask` and no answers the run is suspended, holds no process while it waits, and the UI shows a form. An answer
    that cannot be heard is asked again, alone; the others stand. Where nothing waits nobody is asked.

    Args:
        workspace: The folder whose questions are put, its whole path, such as /home/me/agent.
        answers: Words by question id, your own words behind them, such as {"b2:e7db826d": "edit the port is 9090"}.
        ask: Show a form and wait for it. Needs a run of a deployment, a server and a worker.
        days: How many days the form waits for you.
        now: The clock of the answers. Leave it out for the clock on the wall.
    """
    try:
        space = opened(workspace)
        items, facts = waiting(space)
        publish_queue(space, items, facts)
        if not items:
            return Completed(name="NothingToDo", message="nothing waits for you")
        at = local(space, now)
        slips: list[Slip] = []
        done = 0
        if answers:
            done, slips = answer(space, given(answers, items), at)
        elif ask:
            done, slips = _asked(space, days, at)
        if done:
            publish(space)
        left = len(waiting(space)[0])
    except Exception as error:
        return failed(error, f"noctuary review -w {workspace}")
    said = f"{done} answered, {left} waiting for you"
    if slips:
        return Failed(message=f"{said}; not heard: " + "; ".join(f"{one.answer.key} {one.why}" for one in slips))
    return Completed(name="Answered" if done else "Waiting", message=said)


def _asked(space: Workspace, days: int, at: dt.datetime) -> tuple[int, list[Slip]]:
    """Hear the form that was filled in, else show one: of all that waits, or of the answers that slipped.

    To show a form ends this process; the run begins anew when the form is filled in. Returns how many answers were
    carried out now, and those that were not and cannot be asked again.
    """
    if not deployment.id:
        mend = "`make deploy`, then `.venv/bin/prefect deployment run`; or answer by `noctuary review`"
        raise WorkspaceError("ask", "only a run of a deployment can wait for a form", mend)
    patience, shown = days * 24 * 3600, forms_shown()
    done, slips = 0, list[Slip]()
    if shown:
        filled = suspend_flow_run(wait_for_input=Filled, timeout=patience, key=form_key(shown))
        done, slips = answer(space, heard(filled) if filled else [], at)
        if not slips:
            return done, slips
    items, facts = waiting(space)
    asked = [item for item in items if not shown or item.review.id in [one.answer.key for one in slips]]
    if asked:
        if done:
            publish(space)
        time.sleep(SETTLE)
        wanted = form(asked, facts, slips, zone(space))
        suspend_flow_run(wait_for_input=wanted, timeout=patience, key=form_key(shown + 1))
    return done, slips
