"""What one night carries from stage to stage. Values only: no open file, no connection."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from noctuary.access import seen
from noctuary.consolidate.learning import applied
from noctuary.decisions import Conflict, Judged, Signals
from noctuary.errors import SettingsError
from noctuary.journal import State, replay
from noctuary.journal.batches import numbered
from noctuary.journal.branches import Compared, compared
from noctuary.model import Candidate, Edge, Entity, Fact, FileReport, Merge, Night, Problem, Quarantined, Review
from noctuary.page.ticks import Kept
from noctuary.settings import Workspace
from noctuary.sources.spool import Spooled

if TYPE_CHECKING:
    from noctuary.stages.nearby import Vectors

V = TypeVar("V")
Tell = Callable[[str, int, int], None]
CLOCKS_APART = dt.timedelta(days=1)
"""So far the clocks of machines that share a workspace may differ."""
_DAMAGED = "The journal is damaged: MEMORY.md's block was left as it stands."


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches. `total` 0 means unknown."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a night will do, byte for byte, and the hashes it assumes. Empty `records`: nothing to do, but to bring
    MEMORY.md's block up to the settings where there is a `diff`.

    Pages follow from the journal, so the lines it gains are the whole plan; `diff` shows MEMORY.md's change, `body`
    is our block in it, `page` DREAMS.md, `stops` the caps that were met, `note` why MEMORY.md takes nothing.
    """

    records: tuple[bytes, ...]
    assumes: dict[str, str]
    diff: str
    state: State
    body: str = ""
    page: bytes = b""
    stops: tuple[str, ...] = ()
    note: str = ""


@dataclasses.dataclass(frozen=True)
class Heard:
    """What a human wrote into the pages: the journal's `lines` it makes, each batch closed, and each told in words.

    `keys` are what each is undone by, in the order of `told`.
    `kept` stays on the page, for it was not understood; `problems` say why, by place. `must_tell`: something that was
    not understood leaves the pages tonight, so the night's record has to say it. `read` are the hashes of the pages.
    """

    lines: tuple[bytes, ...] = ()
    told: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    kept: Kept = dataclasses.field(default_factory=Kept)
    problems: tuple[Problem, ...] = ()
    must_tell: bool = False
    read: dict[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Run:
    """A night under way: what it was given, what it knows, and what it has decided so far.

    `facts`, `edges`, `entities`, `reviews`, `merges` are working copies; the plan is their difference to `state`.
    `whole` is all that the journal holds, `state` what anyone may see of it (`access`): a night judges, joins, asks
    about and shows nothing else. `heard` is what the human wrote into the pages; where it decided something, both hold
    that already, and `journalled` is the whole without it, which the index stands at.
    `near_misses` are statements extraction was not sure enough of: only a replacement they state lets them in.
    `touched` are ids of facts with new evidence tonight; `details` are the verdicts of which one refines the other.
    `unread` tells what could not be read tonight, MEMORY.md first: nothing is concluded from it. `torn` tells what end
    of the journal was set aside, `followed` what of it git took back.
    `weak` are conflicts that are not put to the human, best first; `almost` (id, gate) of what was nearly let in.
    `entailed` are pairs of ids of which one says all that the other does, and more; `idle` those that nobody judged,
    since no verdict could be acted on. `unsaid` are facts whose every line was taken out of a note tonight, and which.
    `vectors` are those that `match` read, kept until `link`. `written` is a day on which MEMORY.md was written, or
    before it was.
    """

    workspace: Workspace
    now: dt.datetime
    night: str
    bench: Path
    whole: State
    state: State
    dry_run: bool = False
    tell: Tell = silent
    heard: Heard = Heard()
    journalled: State | None = None
    reports: tuple[FileReport, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    near_misses: tuple[Candidate, ...] = ()
    considered: int = 0
    quarantined: tuple[Quarantined, ...] = ()
    days: tuple[str, ...] = ()
    rejected: dict[str, int] = dataclasses.field(default_factory=dict)
    facts: dict[str, Fact] = dataclasses.field(default_factory=dict)
    entities: dict[str, Entity] = dataclasses.field(default_factory=dict)
    edges: dict[str, Edge] = dataclasses.field(default_factory=dict)
    reviews: dict[str, Review] = dataclasses.field(default_factory=dict)
    merges: dict[str, Merge] = dataclasses.field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    conflicts: tuple[Conflict, ...] = ()
    details: tuple[Judged, ...] = ()
    entailed: tuple[tuple[str, str], ...] = ()
    idle: tuple[tuple[str, str], ...] = ()
    regressions: frozenset[str] = frozenset()
    signals: dict[str, Signals] = dataclasses.field(default_factory=dict)
    promoted: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    reinforced: tuple[str, ...] = ()
    superseded: tuple[tuple[str, str], ...] = ()
    asked: tuple[str, ...] = ()
    weak: tuple[Review, ...] = ()
    almost: tuple[tuple[str, str], ...] = ()
    unsaid: dict[str, str] = dataclasses.field(default_factory=dict)
    reread_memory: bool = False
    expired: tuple[str, ...] = ()
    reverified: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    stale_unasked: int = 0
    stops: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    unread: tuple[Problem, ...] = ()
    recovered: str = ""
    torn: str = ""
    followed: str = ""
    written: dt.date = dt.date.min
    vectors: Vectors | None = dataclasses.field(default=None, compare=False)
    spooled: tuple[Spooled, ...] = ()
    plan: Plan | None = None

    @property
    def home(self) -> Path:
        """The folder that the bench lies in: the workspace, or a dry run's scratch."""
        return self.bench if self.dry_run else self.workspace.root

    @property
    def clock(self) -> list[dt.date]:
        """The ticks of the idle clock, tonight's newly seen days included."""
        return sorted({*self.state.days, *(dt.date.fromisoformat(day) for day in self.days)})

    @functools.cached_property
    def compared(self) -> Compared:
        """What the nights before this one had before them, of every branch that was merged."""
        return compared(self.state)

    @property
    def unjudged(self) -> frozenset[str]:
        """Ids of facts that the last night has not had: an import's, the human's own, another branch's.

        No judge has seen them beside all others and, of an import, nothing links them yet.
        """
        return self.compared.unjudged

    @functools.cached_property
    def lines_of_memory(self) -> frozenset[str]:
        """As the module's `lines_of_memory`, of what anyone may see."""
        return lines_of_memory(self.state)

    @property
    def changed_sources(self) -> list[FileReport]:
        """The sources that are not what the last night left."""
        return [report for report in self.reports if report.state != "unchanged"]


def altered(now: Mapping[str, V], before: Mapping[str, V]) -> list[str]:
    """The keys, in order, of what is not the very value that it was before: of a night's facts all but a few are."""
    return sorted(key for key, value in now.items() if before.get(key) is not value)


def lines_of_memory(state: State) -> frozenset[str]:
    """The events of the memory file that a fact rests on: lines that were looked at on an earlier night."""
    return frozenset(one.event for fact in state.facts.values() for one in fact.sources if one.role == "memory")


def begin(
    workspace: Workspace,
    now: dt.datetime,
    bench: Path | None = None,
    *,
    dry_run: bool = False,
    tell: Tell = silent,
    behind: Sequence[bytes] = (),
) -> Run:
    """A night that has read nothing yet. `bench` overrides where its Parquet goes (a dry run's scratch).

    `behind` are lines that a dry run takes for the journal's last. SettingsError for a night that lies more than a day
    before the last: what ages would grow young.
    """
    whole = replay(workspace.journal, behind=behind)
    _must_follow(whole.last_night(), now)
    workspace = with_learned(workspace, whole)
    night = night_id(whole, now)
    bare = Run(
        workspace=workspace,
        now=now,
        night=night,
        bench=bench or workspace.bench(night),
        whole=whole,
        state=whole,
        dry_run=dry_run,
        tell=tell,
        problems=(*workspace.problems, *whole.problems),
        stops=(_DAMAGED,) if whole.damage else (),
    )
    return standing_at(bare, whole)


def _must_follow(last: Night | None, now: dt.datetime) -> None:
    if last and now < last.begun_at - CLOCKS_APART:
        what = f"{now:%Y-%m-%d %H:%M} is before the last night ({last.begun_at:%Y-%m-%d %H:%M}); time runs on"
        mend = f"set the clock right, or take that night back if its clock was wrong: `noctuary undo {last.id}`"
        raise SettingsError("now", what, mend)


def standing_at(run: Run, whole: State) -> Run:
    """The night over what anyone may see of a state: its working copies are fresh, and what has ended is put away."""
    state = seen(whole)
    return dataclasses.replace(
        run,
        whole=whole,
        state=state,
        facts=dict(seen(whole, on=run.now.date()).facts),
        entities=dict(state.entities),
        edges=dict(state.edges),
        reviews=dict(state.reviews),
        merges=dict(state.merges),
    )


def with_learned(workspace: Workspace, state: State) -> Workspace:
    """The workspace with the promotion weights that the human's decisions taught, where any are in force."""
    settings = workspace.settings
    policy = applied(settings.promote, state.learned.get("learned"))
    return replace(workspace, settings=replace(settings, promote=policy))


def night_id(state: State, now: dt.datetime) -> str:
    """The night's date in its own zone, and `-2`, `-3` … where that date had a night before."""
    day = now.date().isoformat()
    taken = {1 if key == day else numbered(key, f"{day}-") for key in state.nights} - {0}
    return f"{day}-{max(taken) + 1}" if taken else day
