"""Dreams day by day over history that is there already, as if a night had passed after each day.

A night over day D reads what had been written by the end of D: notes by the day in their name, logs by their last
record's; what has no day (MEMORY.md) is there from the first night on. The journal tells how far an earlier run came,
so that a run that was cut off goes on where it stopped.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from noctuary.errors import UndoRefused
from noctuary.journal import replay
from noctuary.local_time import local, zone
from noctuary.lost import refuse_lost
from noctuary.model import FileReport, Value
from noctuary.night import Outcome, dream
from noctuary.settings import Workspace, open_workspace
from noctuary.sources import Door, read
from noctuary.sources.where import find
from noctuary.stages.run import Tell, silent

AT = dt.time(3)


class Ahead(Value, frozen=True):
    """What a backfill will do: the days whose nights are to come, and those an earlier night has passed already.

    `arrives` says on which day a source was complete; what is not in it was always there.
    """

    days: tuple[dt.date, ...]
    passed: tuple[dt.date, ...]
    arrives: dict[str, dt.date]


class BackfillRefused(UndoRefused):
    """The days asked for lie before nights that have passed: time does not run backwards in a journal."""


def ahead(workspace: Workspace, first: dt.date | None, last: dt.date | None, now: dt.datetime) -> Ahead:
    """The days from `first` to `last`, both included, on which something was written; by default all before `now`'s.

    Raises BackfillRefused where a night has passed after every one of them that was none of theirs, and where nights
    are switched off.
    """
    if not workspace.settings.enabled:
        mend = "set `enabled`; see docs/settings.md"
        raise BackfillRefused(str(workspace.root), "nights are switched off here", mend)
    refuse_lost(workspace)
    place = zone(workspace)
    arrives = _arrivals(workspace, place)
    yesterday = now.date() - dt.timedelta(days=1)
    end = min(last or yesterday, yesterday)
    days = {day for day in arrives.values() if (first or day) <= day <= end}
    night = replay(workspace.journal).last_night()
    passed = {day for day in days if night and instant(day, place) <= night.begun_at}
    if night and passed and passed == days and night.begun_at != instant(max(days), place):
        what = f"a night of {night.begun_at:%Y-%m-%d} has passed after all of these days"
        kept_out = "memory/graph.jsonl, .noctuary and the block in MEMORY.md"
        mend = f"copy the workspace without {kept_out}, and backfill the copy"
        raise BackfillRefused(str(workspace.root), what, mend)
    return Ahead(days=tuple(sorted(days - passed)), passed=tuple(sorted(passed)), arrives=arrives)


def backfill(
    root: Path,
    first: dt.date | None = None,
    last: dt.date | None = None,
    now: dt.datetime | None = None,
    *,
    tell: Tell = silent,
) -> Iterator[tuple[dt.date, Outcome]]:
    """Dream over each day ahead, in order; yields the day and its outcome once its night is whole.

    `now` defaults to the clock in the workspace's zone: no night is dreamt of a day that is not over.
    """
    workspace = open_workspace(root)
    found = ahead(workspace, first, last, local(workspace, now))
    sources = workspace.settings.sources
    for number, day in enumerate(found.days, 1):
        later = tuple(ref for ref, arrived in sorted(found.arrives.items()) if arrived > day)
        overrides = {"sources": {"exclude": [*sources.exclude, *later]}}
        yield day, dream(root, instant(day, zone(workspace)), overrides=overrides)
        tell("backfill", number, len(found.days))


def instant(day: dt.date, place: dt.tzinfo | None) -> dt.datetime:
    """When the night after a day begins."""
    return dt.datetime.combine(day + dt.timedelta(days=1), AT, place)


def _arrivals(workspace: Workspace, place: dt.tzinfo | None) -> dict[str, dt.date]:
    """The day on which each dated source was complete."""
    settings = workspace.settings
    always = {source.ref for source in find(workspace.root, settings.sources) if source.kind == "memory"}
    reports = (one for one in read(workspace.root, {}, settings.sources, Door(settings.timezone, policy=settings.guard))
               if isinstance(one, FileReport))  # fmt: skip
    return {
        one.ref: one.last_at.astimezone(place).date() for one in reports if one.last_at and one.ref not in always
    }
