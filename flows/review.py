"""The flow `review`: shows what waits for the human in Prefect's UI, and carries out what they answer there."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.exceptions import FlowPauseTimeout
from prefect.flow_runs import pause_flow_run
from prefect.states import Completed, Failed

from noctuary.errors import NoctuaryError
from noctuary.settings import open_workspace
from tasks.artifacts import publish, publish_queue
from tasks.review import answer, form, given, heard, waiting

PATIENCE = 3600
POLL = 2


@flow(name="review", persist_result=False, log_prints=False)
def review(
    workspace: Path,
    answers: dict[str, str] | None = None,
    ask: bool = False,
    patience: int = PATIENCE,
    now: dt.datetime | None = None,
) -> State[Any]:
    """List what waits over `workspace`, and record the answers, all of them or none.

    `answers` are words by question id, with words of your own behind them: {"b2:e7db826d": "edit the port is 9090"}.
    With `ask` and no answers the run pauses, at most `patience` seconds, and the UI shows a form. Otherwise it only
    lists, as an artifact.
    """
    try:
        space = open_workspace(workspace)
        items, facts = waiting(space)
        publish_queue(space, items, facts)
        if not items:
            return Completed(name="NothingToDo", message="nothing waits for you")
        if answers:
            found = given(answers, items)
        elif ask:
            filled = pause_flow_run(wait_for_input=form(items, facts), timeout=patience, poll_interval=POLL)
            found = heard(filled, items) if filled else []
        else:
            found = []
        done = answer(space, found, now or dt.datetime.now(dt.UTC)) if found else []
        if done:
            publish(space)
        left = len(waiting(space)[0])
    except FlowPauseTimeout:
        return Failed(message=f"nobody answered within {patience} seconds; nothing was changed, run it again")
    except NoctuaryError as error:
        return Failed(message=str(error))
    return Completed(name="Answered" if done else "Waiting", message=f"{len(done)} answered, {left} waiting for you")
