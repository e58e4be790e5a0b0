"""The night's stages as Prefect tasks, in the very order of `noctuary.night.STAGES`.

`task.fn` is the library's own function, so the flow and the command line cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State, TaskRun
from prefect.tasks import Task

from noctuary.errors import Transient
from noctuary.night import STAGES
from noctuary.stages.run import Run

# Only what looks, not what writes, is tried again by itself: a refused plan needs a whole new night.
RETRIES = {"read": 2, "extract": 1}
MINUTES = {"read": 60, "extract": 60, "match": 60}
CURABLE = (Transient, BlockingIOError, InterruptedError, TimeoutError)


def is_curable(task: Task[..., Any], run: TaskRun, state: State[Any]) -> bool:
    """Whether a later try of the same task may succeed."""
    try:
        state.result()
    except CURABLE:
        return True
    except Exception:
        return False
    return False


TASKS = tuple(
    task(
        stage,
        name=stage.__name__,
        description=(stage.__doc__ or "").splitlines()[0],
        tags=["noctuary"],
        retries=RETRIES.get(stage.__name__, 0),
        retry_delay_seconds=10,
        retry_condition_fn=is_curable,
        timeout_seconds=60 * MINUTES.get(stage.__name__, 15),
        cache_policy=NO_CACHE,
        persist_result=False,
    )
    for stage in STAGES
)


_COUNTED: dict[str, Callable[[Run], str]] = {
    "recover": lambda run: run.recovered or "nothing was left half-done",
    "hear": lambda run: f"{len(run.heard.told)} decisions heard, {len(run.heard.problems)} not understood",
    "read": lambda run: f"{len(run.reports)} sources, {len(run.changed_sources)} changed, {len(run.problems)} problems",
    "extract": lambda run: f"{run.considered} statements considered, {len(run.candidates)} candidates",
    "match": lambda run: f"{len(run.conflicts)} conflicts, {len(run.details)} other verdicts",
    "score": lambda run: f"{len(run.signals)} scored",
    "promote": lambda run: (
        f"{len(run.promoted)} promoted, {len(run.known)} from MEMORY.md, {len(run.reinforced)} reinforced"
    ),
    "resolve": lambda run: f"{len(run.superseded)} superseded, {len(run.asked)} to be asked",
    "harm": lambda run: f"{len(run.regressions)} held back",
    "link": lambda run: f"{len(run.edges) - len(run.state.edges)} new edges, {len(run.entities)} entities",
    "decay": lambda run: f"{len(run.expired)} expired, {len(run.stale)} stale, {len(run.reverified)} confirmed anew",
    "plan": lambda run: f"{len(run.plan.records) if run.plan else 0} records planned",
    "apply": lambda run: "nothing written" if run.dry_run or not run.plan or not run.plan.records else "written",
}


def counted(stage: str, run: Run) -> str:
    """What a stage did, in counts."""
    return _COUNTED[stage](run)
