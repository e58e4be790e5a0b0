"""One whole night with no orchestrator: the stages in order, one night at a time per workspace."""

from __future__ import annotations

import contextlib
import datetime as dt
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from noctuary import files, layout, stages
from noctuary.errors import NightBusy, NoctuaryError
from noctuary.guard import guard
from noctuary.journal.lock import writing
from noctuary.model import Problem, Value
from noctuary.page.view import likenesses, questions
from noctuary.settings import Workspace, open_workspace
from noctuary.sources.where import unmatched
from noctuary.stages.pages import block, memory_of
from noctuary.stages.run import Plan, Run, Tell, silent

# Seconds. A decision in the sample workspace takes 0.1, the first of a process 0.3 (processor time, measured).
DECISION_WAITS = 0.5

STAGES: tuple[Callable[[Run], Run], ...] = (
    stages.recover,
    stages.hear,
    stages.read,
    stages.extract,
    stages.match,
    stages.score,
    stages.promote,
    stages.resolve,
    stages.harm,
    stages.link,
    stages.decay,
    stages.plan,
    stages.apply,
)


class Outcome(Value, frozen=True, omit_defaults=False):
    """What a night did, said truly. `state` is done | partly | nothing | planned (a dry run).

    `because` tells why nothing was done, `recovered` what an earlier death had left, `settings`
    what in noctuary.toml was ignored. `heard` is what the human wrote into the pages and decided by it, `unheard` what
    of it was not understood, by place. `unread` are sources that were read before and could not be, each with its mend,
    `gone` those that are no longer there, `note` why MEMORY.md takes nothing. `missed` counts the nights without a good
    run since the last one, which this one covers. Counts are of facts, questions and edges.
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
    settings: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    note: str = ""
    missed: int = 0


def dream(
    root: Path,
    now: dt.datetime | None = None,
    *,
    dry_run: bool = False,
    tell: Tell = silent,
    overrides: Mapping[str, Any] | None = None,
) -> Outcome:
    """Run one night over the workspace at `root`. `now` defaults to the clock in the workspace's zone.

    `overrides` are settings laid over noctuary.toml for this night alone.

    Raises NightBusy where another night holds the workspace, AssumptionBroken where MEMORY.md or the
    journal changed meanwhile. A dry run changes no byte in the workspace.
    """
    workspace = open_workspace(root, overrides=overrides)
    with bed(workspace, now, dry_run=dry_run, tell=tell) as run:
        for stage in STAGES:
            run = stage(run)
        return outcome(run)


@contextlib.contextmanager
def bed(workspace: Workspace, now: dt.datetime | None, *, dry_run: bool = False, tell: Tell = silent) -> Iterator[Run]:
    """A night about to begin: the workspace is held, and a dry run has a scratch folder of its own."""
    instant = local(workspace, now)
    with contextlib.ExitStack() as stack:
        scratch = None
        if dry_run:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="noctuary-")))
        else:
            stack.enter_context(_held_for_night(workspace))
        try:
            with contextlib.nullcontext() if dry_run else writing(workspace.derived, workspace.root):
                run = stages.begin(workspace, instant, scratch, dry_run=dry_run, tell=tell)
            yield run
        except Exception as error:
            if not dry_run:
                # What stopped the night (a full disk) may stop its last word, too: the first error is the one to tell.
                with contextlib.suppress(OSError, NoctuaryError):
                    _beat(workspace, instant, "failed", guard(str(error), workspace.settings.guard).text, "")
            raise


@contextlib.contextmanager
def held(workspace: Workspace) -> Iterator[None]:
    """Hold the workspace for a decision; another decision is waited for, a night is not.

    Raises NightBusy. The system frees what is held when the process dies.
    """
    layout.check_derived(workspace.root)
    workspace.make_derived()
    with (
        _locked(workspace, _deciding(workspace), DECISION_WAITS, "another decision is being written here", "try again"),
        _locked(workspace, workspace.lock, 0, "a night is running here", "wait until it ends"),
        writing(workspace.derived, workspace.root),
    ):
        yield


@contextlib.contextmanager
def _held_for_night(workspace: Workspace) -> Iterator[None]:
    """Hold the workspace for a night. Another night is refused at once; a decision that is being written is let end."""
    from filelock import FileLock, Timeout

    layout.check_derived(workspace.root)
    workspace.make_derived()
    wait = 0.0
    try:
        files.own_place(_deciding(workspace), workspace.root, to_write=False)
        with FileLock(_deciding(workspace), timeout=0):
            pass
    except Timeout:
        wait = DECISION_WAITS
    with _locked(workspace, workspace.lock, wait, "another night is running here", "wait until it ends"):
        files.sweep(workspace.root)
        yield


@contextlib.contextmanager
def _locked(workspace: Workspace, path: Path, wait: float, who: str, mend: str) -> Iterator[None]:
    from filelock import FileLock, Timeout

    files.own_place(path, workspace.root, to_write=False)
    lock = FileLock(path, timeout=wait)
    try:
        lock.acquire()
    except Timeout:
        raise NightBusy(str(workspace.root), who, mend) from None
    try:
        yield
    finally:
        lock.release()


def _deciding(workspace: Workspace) -> Path:
    """Held by a decision besides the workspace's own lock, so that others can tell it from a night."""
    return workspace.lock.with_name("deciding")


def local(workspace: Workspace, now: dt.datetime | None) -> dt.datetime:
    """An instant in the workspace's zone: the clock's where none is given; one without an offset is local."""
    if now is None:
        return dt.datetime.now(zone(workspace))
    if now.tzinfo is None:
        return now.replace(tzinfo=zone(workspace))
    return now.astimezone(zone(workspace)) if workspace.settings.timezone else now


def zone(workspace: Workspace) -> dt.tzinfo | None:
    """The zone nights are dated in: the setting, or the machine's own."""
    name = workspace.settings.timezone
    return ZoneInfo(name) if name else dt.datetime.now().astimezone().tzinfo


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
        settings=_misset(run),
        unread=tuple(f"{one.path}{f':{one.line}' if one.line else ''}: {one.message}" for one in run.unread),
        gone=tuple(one.ref for one in run.reports if one.state == "gone"),
        note=_note(run, made),
        missed=_missed(run),
    )
    if not run.dry_run:
        _beat(run.workspace, run.now, told.state, told.because, told.night)
    return told


def _note(run: Run, made: Plan | None) -> str:
    """Why MEMORY.md takes nothing, where it does; of a night that did nothing, as it stands now."""
    if made and made.records:
        return made.note
    there = memory_of(run.workspace)
    return "" if there.fault else block(run.workspace, run.state, there.data).note


class Beat(Value, frozen=True, omit_defaults=False):
    """The heartbeat a monitor reads (.noctuary/last.json): when the last run was and what became of it.

    `good_at` is when a run last did not fail; None where none is known of.
    """

    at: dt.datetime
    state: str
    because: str
    night: str
    good_at: dt.datetime | None = None


def last_run(workspace: Workspace) -> Beat | Problem | None:
    """The last run's heartbeat; a problem where the file cannot be read."""
    path = workspace.derived / "last.json"
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Beat)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OSError):
        message = "the last run's heartbeat cannot be read; delete it, the next night writes it anew"
        return Problem(path=f"{workspace.derived.name}/{path.name}", message=message)


def last_good(workspace: Workspace) -> dt.datetime | None:
    """When a run last did not fail, as far as the heartbeat knows."""
    beat = last_run(workspace)
    if not isinstance(beat, Beat):
        return None
    return beat.at if beat.good_at is None and beat.state != "failed" else beat.good_at


def _missed(run: Run) -> int:
    """The days between the last good run and this one; none where no heartbeat tells."""
    good_at = last_good(run.workspace)
    if good_at is None or good_at.tzinfo is None:
        return 0
    return max(0, round((run.now - good_at) / dt.timedelta(days=1)) - 1)


def covers(told: Outcome) -> str:
    """Which missed nights a night made up for, in words; "" for none."""
    return f"covers {told.missed} missed night{'s' if told.missed > 1 else ''}" if told.missed else ""


def _beat(workspace: Workspace, at: dt.datetime, state: str, because: str, night: str) -> None:
    good_at = last_good(workspace) if state == "failed" else at
    told = Beat(at=at, state=state, because=because, night=night, good_at=good_at)
    files.replace(workspace.derived / "last.json", msgspec.json.encode(told) + b"\n", workspace.root)


def _misset(run: Run) -> tuple[str, ...]:
    """What is odd about the settings: keys nobody knows, globs that name no file."""
    sources = run.workspace.settings.sources
    empty = unmatched(run.workspace.root, sources, (report.ref for report in run.reports))
    told = [f"{one.path}: {one.message}" for one in run.workspace.problems]
    return (*told, *(f"noctuary.toml: [sources] {one} matches no file" for one in empty))


def _because(run: Run) -> str:
    if not run.reports:
        lacking = "there is nothing to read here: no MEMORY.md, no notes, no session logs"
        return f"{lacking}; add one, or name your logs in [sources] of noctuary.toml"
    if not run.changed_sources:
        return f"none of {len(run.reports)} sources has changed, and nothing has aged past a threshold"
    return "what changed holds nothing new"
