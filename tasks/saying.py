"""What a flow is called and what it says of itself: run names, tags, keys, and every error in the library's words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

from prefect.client.schemas.objects import State
from prefect.exceptions import MissingContextError
from prefect.logging import get_run_logger
from prefect.runtime import flow_run
from prefect.settings import get_current_settings
from prefect.states import Failed

from noctuary.errors import NoctuaryError, WorkspaceError, mend_of
from noctuary.fleet import key_of as key_of
from noctuary.guard import guard
from noctuary.local_time import local
from noctuary.settings import Workspace, open_workspace

TAG = "noctuary"
_MOST_SAID = 500
"""Characters of a foreign error that a state's message repeats."""
ALONE = (
    "this run has no server of its own, so Prefect starts one for it: even a quiet night takes some ten seconds more; "
    "`noctuary dream` runs the same night in one or two"
)


def opened(root: Path, overrides: dict[str, Any] | None = None) -> Workspace:
    """The workspace a flow was given, which must be named whole: a worker's own folder is nobody's workspace."""
    place = root.expanduser()
    if not place.is_absolute():
        named = "" if str(root) == "." else str(root)
        raise WorkspaceError(
            f"workspace {named!r}", "names no folder of its own", "give its whole path, such as /home/me/agent"
        )
    return open_workspace(place, overrides=overrides)


def run_name(what: str = "") -> Callable[[], str]:
    """Names a run `workspace-night`, or `workspace-what-day`; the day is the workspace's own."""

    def name() -> str:
        given = flow_run.parameters
        root, now = Path(given["workspace"]), given.get("now")
        try:
            night = local(opened(root), now).date()
        except (NoctuaryError, OSError):
            night = (now or dt.datetime.now().astimezone()).date()
        return "-".join(part for part in (root.name or "nowhere", what, night.isoformat()) if part)

    return name


def failed(error: Exception, by_hand: str) -> State[Any]:
    """The state of a run that an error ended; its message ends with what mends it, whoever raised the error."""
    return Failed(message=told(error, by_hand))


def told(error: Exception, by_hand: str) -> str:
    """An error in the library's words. `by_hand` is the command that does the same without Prefect."""
    if isinstance(error, NoctuaryError):
        return str(error)
    if isinstance(error, OSError) and error.errno:
        return f"{error.filename or 'file'}: {error.strerror or error}; {mend_of(error)}"
    said = guard(f"{type(error).__name__}: {error}"[:_MOST_SAID]).text
    _log_traceback()
    if isinstance(error, TimeoutError):
        return f"a step took too long ({said}); run it again, and if it is no better by hand: `{by_hand}`"
    return f"this should not happen ({said}); `{by_hand}` shows it without Prefect, please report what it says"


def _log_traceback() -> None:
    try:
        get_run_logger().debug("the error in full", exc_info=True)
    except MissingContextError:
        return


def say_if_alone() -> None:
    """Log that a run without a server costs more than the night itself."""
    if get_current_settings().api.url is None:
        get_run_logger().info(ALONE)
