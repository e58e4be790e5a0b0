"""One whole night with no orchestrator: the stages in order, one night at a time per workspace."""

from __future__ import annotations

import contextlib
import datetime as dt
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from noctuary import stages
from noctuary.errors import NightBusy
from noctuary.model import Value
from noctuary.page import replace
from noctuary.page.view import likenesses, questions
from noctuary.settings import Workspace, open_workspace
from noctuary.sources.where import unmatched
from noctuary.stages.run import Run, Tell, silent

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
    of it was not understood, by place. Counts are of facts, questions and edges.
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


def dream(root: Path, now: dt.datetime | None = None, *, dry_run: bool = False, tell: Tell = silent) -> Outcome:
    """Run one night over the workspace at `root`. `now` defaults to the clock in the workspace's zone.

    Raises NightBusy where another night holds the workspace, AssumptionBroken where MEMORY.md or the
    journal changed meanwhile. A dry run changes no byte in the workspace.
    """
    workspace = open_workspace(root)
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
            stack.enter_context(held(workspace))
        try:
            yield stages.begin(workspace, instant, scratch, dry_run=dry_run, tell=tell)
        except Exception as error:
            if not dry_run:
                _beat(workspace, instant, "failed", str(error), "")
            raise


@contextlib.contextmanager
def held(workspace: Workspace) -> Iterator[None]:
    """Hold the workspace against other writers; the system frees it when the process dies."""
    from filelock import FileLock, Timeout

    workspace.make_derived()
    lock = FileLock(workspace.lock, timeout=0)
    try:
        with lock:
            yield
    except Timeout:
        raise NightBusy(str(workspace.root), "another night is running here", "wait until it ends") from None


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
        believed=sum(f.status in ("active", "contested") for f in after.facts.values()),
        problems=len(run.problems) - len(run.heard.problems),
        records=len(made.records) if made else 0,
        diff=made.diff if made else "",
        heard=run.heard.told,
        unheard=tuple(f"{one.path}:{one.line} {one.message}" for one in run.heard.problems),
        recovered=run.recovered,
        settings=_misset(run),
    )
    if not run.dry_run:
        _beat(run.workspace, run.now, told.state, told.because, told.night)
    return told


def _beat(workspace: Workspace, at: dt.datetime, state: str, because: str, night: str) -> None:
    told = {"at": at, "state": state, "because": because, "night": night}
    replace(workspace.derived / "last.json", msgspec.json.encode(told) + b"\n")


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
