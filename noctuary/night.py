"""One whole night with no orchestrator: the stages in order, one night at a time per workspace."""

from __future__ import annotations

import contextlib
import datetime as dt
import gc
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from noctuary.errors import NoctuaryError
from noctuary.guard import guard
from noctuary.heartbeat import beat, last_good
from noctuary.holding import held_for_night
from noctuary.journal.lock import writing
from noctuary.local_time import local
from noctuary.lost import refuse_lost
from noctuary.model import Value
from noctuary.page.view import likenesses, questions
from noctuary.settings import Workspace, open_workspace
from noctuary.sources.below import elsewhere, nothing_to_read
from noctuary.sources.where import unmatched
from noctuary.stages.apply import apply, recover
from noctuary.stages.connect import link
from noctuary.stages.decay_confidence import decay
from noctuary.stages.gather import extract, read
from noctuary.stages.harm import harm
from noctuary.stages.hear import hear
from noctuary.stages.match import match
from noctuary.stages.pages import UNTIL_THEN, MemoryFile, block, left_alone, memory_of
from noctuary.stages.plan import plan
from noctuary.stages.resolve import resolve
from noctuary.stages.run import Plan, Run, Tell, begin, silent
from noctuary.stages.weigh import promote, score

STAGES: tuple[Callable[[Run], Run], ...] = (
    recover,
    hear,
    read,
    extract,
    match,
    score,
    promote,
    resolve,
    harm,
    link,
    decay,
    plan,
    apply,
)


_MOST_NAMED = 20
"""Globs that match no file, and sources that could not be read, that are named one by one."""
_GARBAGE_THRESHOLDS = (50_000, 20, 100)
"""How rarely a night looks for cycles: its records hold none, and Python's own thresholds cost it a tenth."""


class Outcome(Value, frozen=True, omit_defaults=False):
    """What a night did, said truly. `state` is done | partly | nothing | planned (a dry run).

    `because` tells why nothing was done, `recovered` what an earlier death had left, `torn` which end of the journal
    was set aside for it, `followed` what of it git took back, `settings` what in noctuary.toml was ignored, and that
    another folder may be meant. `heard` is what the human wrote into the pages and decided by it, `unheard` what of it
    was not understood, by place. `unread` are sources that could not be read, each with its mend, the journal and
    MEMORY.md first, `gone` those that are no longer there, `note` why MEMORY.md takes nothing. `missed` counts the
    nights without a good run since the last one, which this one covers. Counts are of facts, questions and edges.
    """

    night: str
    state: str
    because: str
    page: str
    promoted: int = 0
    known: int = 0
    reinforced: int = 0
    superseded: int = 0
    asked: int = 0
    waiting: int = 0
    edges: int = 0
    believed: int = 0
    problems: int = 0
    records: int = 0
    diff: str = ""
    heard: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    recovered: str = ""
    torn: str = ""
    followed: str = ""
    settings: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    note: str = ""
    missed: int = 0


def dream(
    root: Path | str,
    now: dt.datetime | None = None,
    *,
    dry_run: bool = False,
    tell: Tell = silent,
    overrides: Mapping[str, Any] | None = None,
) -> Outcome:
    """Run one night over the workspace at `root`. `now` defaults to the clock in the workspace's zone.

    `overrides` are settings laid over noctuary.toml for this night alone.

    Raises NightBusy where another night holds the workspace, AssumptionBroken where MEMORY.md or the
    journal changed meanwhile, JournalLost where the journal is gone. A dry run changes no byte in the workspace.
    """
    workspace = open_workspace(root, overrides=overrides)
    if off := switched_off(workspace, now):
        return off
    with bed(workspace, now, dry_run=dry_run, tell=tell) as run:
        for stage in STAGES:
            run = stage(run)
        return outcome(run)


def switched_off(workspace: Workspace, now: dt.datetime | None) -> Outcome | None:
    """What a night says where the settings switch nights off: it reads, writes and holds nothing. Else None."""
    if workspace.settings.enabled:
        return None
    return Outcome(
        night=local(workspace, now).date().isoformat(),
        state="nothing",
        because="nights are switched off here, by `enabled` in noctuary.toml or a graph in noctuary.json",
        page=workspace.dreams.name,
        problems=len(workspace.problems),
        settings=tuple(f"{one.path}: {one.message}" for one in workspace.problems),
    )


@contextlib.contextmanager
def bed(workspace: Workspace, now: dt.datetime | None, *, dry_run: bool = False, tell: Tell = silent) -> Iterator[Run]:
    """A night about to begin: the workspace is held, and a dry run has a scratch folder of its own."""
    instant = local(workspace, now)
    refuse_lost(workspace)
    with contextlib.ExitStack() as stack:
        stack.callback(gc.set_threshold, *gc.get_threshold())
        stack.callback(gc.unfreeze)
        gc.set_threshold(0)
        scratch = None
        if dry_run:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="noctuary-")))
        else:
            stack.enter_context(held_for_night(workspace))
        try:
            with contextlib.nullcontext() if dry_run else writing(workspace.derived, workspace.root):
                run = begin(workspace, instant, scratch, dry_run=dry_run, tell=tell)
            gc.freeze()  # What the journal holds has no cycle and lasts as long as the night: nobody has to walk it.
            gc.set_threshold(*_GARBAGE_THRESHOLDS)
            yield run
        except Exception as error:
            if not dry_run:
                # What stopped the night (a full disk) may stop its last word, too: the first error is the one to tell.
                with contextlib.suppress(OSError, NoctuaryError):
                    beat(workspace, instant, "failed", guard(str(error), workspace.settings.guard).text, "")
            raise


def outcome(run: Run) -> Outcome:
    """The truth about a run, and the heartbeat file a monitor can read (.noctuary/last.json)."""
    made = run.plan
    is_idle = made is None or not made.records
    stops = made.stops if made else run.stops
    state = "nothing" if is_idle else "planned" if run.dry_run else "partly" if stops else "done"
    after = made.state if made else run.state
    told = Outcome(
        night=run.night,
        state=state,
        because=_because(run) if is_idle else " ".join(stops),
        page=run.workspace.dreams.name,
        promoted=len(run.promoted),
        known=len(run.known),
        reinforced=len(run.reinforced),
        superseded=len(run.superseded),
        asked=len(run.asked),
        waiting=len(questions(after)) + len(likenesses(after)),
        edges=len(after.edges) - len(run.state.edges),
        believed=sum(f.is_believed for f in after.facts.values()),
        problems=len(run.problems) - len(run.heard.problems),
        records=len(made.records) if made else 0,
        diff=made.diff if made else "",
        heard=run.heard.told,
        unheard=tuple(f"{one.path}:{one.line} {one.message}" for one in run.heard.problems),
        recovered=run.recovered,
        torn=run.torn,
        followed=run.followed,
        settings=_misset(run),
        unread=_unread(run),
        gone=tuple(one.ref for one in run.reports if one.state == "gone"),
        note=_note(run, made),
        missed=_missed(run),
    )
    if not run.dry_run:
        beat(run.workspace, run.now, told.state, told.because, told.night)
    return told


def _unread(run: Run) -> tuple[str, ...]:
    """What could not be read, each with its mend; the journal and MEMORY.md first."""
    own = run.workspace.memory.relative_to(run.workspace.root).as_posix()
    told = (
        f"{one.path}{f':{one.line}' if one.line else ''}: {one.message}{UNTIL_THEN if one.path == own else ''}"
        for one in run.unread
    )
    some, more = list(islice(told, _MOST_NAMED)), len(run.unread) - _MOST_NAMED
    some += [f"{more} more sources could not be read: `noctuary status --problems` lists them"] if more > 0 else []
    return (*left_alone(run.workspace, run.whole, MemoryFile()), *some)


def _note(run: Run, made: Plan | None) -> str:
    """Why MEMORY.md takes nothing, where it does; of a night that did nothing, as it stands now."""
    there = memory_of(run.workspace)
    if left_alone(run.workspace, run.whole, there):
        return ""
    return made.note if made and made.records else block(run.workspace, run.state, there.data).note


def _missed(run: Run) -> int:
    """The days between the last good run and this one; none where no heartbeat tells."""
    good_at = last_good(run.workspace)
    if good_at is None or good_at.tzinfo is None:
        return 0
    return max(0, round((run.now - good_at) / dt.timedelta(days=1)) - 1)


def covers(told: Outcome) -> str:
    """Which missed nights a night made up for, in words; "" for none."""
    return f"covers {told.missed} missed night{'s' if told.missed > 1 else ''}" if told.missed else ""


def _misset(run: Run) -> tuple[str, ...]:
    """What is odd about the settings: keys nobody knows, globs that name no file, a folder where nothing is used."""
    sources = run.workspace.settings.sources
    empty = unmatched(run.workspace.root, sources, (report.ref for report in run.reports))
    told = [f"{one.path}: {one.message}" for one in run.workspace.problems]
    more = f"noctuary.toml: [sources] and {len(empty) - _MOST_NAMED} more globs match no file"
    some = [f"noctuary.toml: [sources] {one} matches no file" for one in empty[:_MOST_NAMED]]
    is_barren = bool(run.reports) and not run.state.facts and not any(report.used for report in run.reports)
    if is_barren and (there := elsewhere(run.workspace.root)):
        told.append(f"nothing that was read here is of use: {there}")
    return (*told, *some, *((more,) if len(empty) > _MOST_NAMED else ()))


def _because(run: Run) -> str:
    if not run.reports:
        return nothing_to_read(run.workspace.root)
    why = "what changed holds nothing new"
    if not run.changed_sources:
        why = f"none of {len(run.reports)} sources has changed, and nothing has aged past a threshold"
    if run.plan and run.plan.diff:
        does = "would be" if run.dry_run else "was"
        why += f"; {run.workspace.memory.name}'s block {does} made anew, as the settings now have it"
    return why
