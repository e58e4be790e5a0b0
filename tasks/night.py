"""The night's stages as Prefect tasks, in the very order of `noctuary.night.STAGES`.

`task.fn` is the library's own function, so the flow and the command line cannot drift apart.
"""

from __future__ import annotations

from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State, TaskRun
from prefect.tasks import Task

from noctuary.errors import Transient
from noctuary.night import STAGES

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
