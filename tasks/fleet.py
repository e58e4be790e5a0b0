"""One workspace of a fleet as a Prefect task: the library's `dream`, told as a row of the fleet's table."""

from __future__ import annotations

import datetime as dt
import resource
import sys
import time
from pathlib import Path
from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.states import Failed

from noctuary.errors import AssumptionBroken, NightBusy, NoctuaryError
from noctuary.heartbeat import last_good
from noctuary.inert import inline
from noctuary.night import Outcome, covers, dream
from noctuary.settings import open_workspace
from tasks.assets import written
from tasks.saying import TAG, told

TRIES, PAUSE = 3, 10
"""How often, and at a distance of how many seconds, a night is begun whose files changed meanwhile."""


def _never(*_: Any) -> bool:
    """No night is tried again by Prefect. Asked, it logs a failed state without an exception that is not there."""
    return False


@task(
    name="dream",
    task_run_name="{name}",
    tags=[TAG],
    timeout_seconds=4 * 3600,
    retries=1,
    retry_condition_fn=_never,
    cache_policy=NO_CACHE,
    persist_result=False,
)
def dream_over(path: str, name: str, settings: dict[str, Any], now: dt.datetime | None) -> Any:
    """A night over one workspace: its row, or a failed state whose message ends with what mends it."""
    begun = time.monotonic()
    try:
        night = _patiently(Path(path), now, settings)
        written(open_workspace(Path(path), {}), night)
    except NightBusy as error:
        return row(path, name, "skipped", str(error), begun)
    except Exception as error:
        return Failed(message=told(error, f"noctuary dream -w {path}"))
    because = "; ".join(one for one in (night.because if night.state != "nothing" else "", covers(night)) if one)
    return row(path, name, night.state, because, begun) | {
        "promoted": night.promoted, "asked": night.asked, "waiting": night.waiting,
    }  # fmt: skip


def _patiently(root: Path, now: dt.datetime | None, settings: dict[str, Any]) -> Outcome:
    for tries_left in reversed(range(TRIES)):
        try:
            return dream(root, now, overrides=settings)
        except AssumptionBroken:
            if not tries_left:
                raise
            time.sleep(PAUSE)
    raise AssertionError("a try returns or raises")


def row(path: str, name: str, state: str, because: str, begun: float | None = None) -> dict[str, Any]:
    """A line of the fleet's table. `MB` is the most that the process has held so far."""
    return {
        "workspace": inline(name), "state": state, "promoted": 0, "asked": 0, "waiting": 0,
        "seconds": round(time.monotonic() - begun, 1) if begun else "", "MB": peak() if begun else "",
        "last good night": _good(path), "why": inline(because),
    }  # fmt: skip


def _good(path: str) -> str:
    try:
        found = last_good(open_workspace(Path(path), {}))
    except (NoctuaryError, OSError):
        return "unknown"
    return f"{found:%Y-%m-%d %H:%M}" if found else "none"


def peak() -> int:
    """The most memory this process has held, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1024 * 1024 if sys.platform == "darwin" else 1024))
