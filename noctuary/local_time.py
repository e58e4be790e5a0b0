"""The zone nights are dated in, and instants in it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from noctuary.errors import SettingsError
from noctuary.settings import Workspace
from noctuary.text.days import YEARS, is_kept


def local(workspace: Workspace, now: dt.datetime | None) -> dt.datetime:
    """An instant in the workspace's zone: the clock's where none is given; one without an offset is local.

    SettingsError for one so far off that no journal keeps it.
    """
    if now is None:
        return dt.datetime.now(zone(workspace))
    if not is_kept(now):
        what = f"{now.isoformat()} lies outside the years {YEARS.start} to {YEARS.stop - 1}"
        raise SettingsError("now", what, "say an instant that may be, or none: then it is the clock's")
    if now.tzinfo is None:
        return now.replace(tzinfo=zone(workspace))
    return now.astimezone(zone(workspace)) if workspace.settings.timezone else now


def zone(workspace: Workspace) -> dt.tzinfo | None:
    """The zone nights are dated in: the setting, or the machine's own."""
    name = workspace.settings.timezone
    return ZoneInfo(name) if name else dt.datetime.now().astimezone().tzinfo
