"""What the rules return: verdicts, signals, rejections. Values only; `stages` acts on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from noctuary.model import Candidate, Statement, Support, Value

UNSURE = 0.07
"""What a clash that may be no change counts less than a change as sure."""

VerdictKind = Literal["contradiction", "supersession", "duplicate", "refinement", "compatible", "unrelated"]
CONFLICTS: tuple[VerdictKind, ...] = ("contradiction", "supersession")


class Verdict(Value, frozen=True):
    """What the judge says of two statements, in the order given (a older or equal, b newer).

    `slot` is the attribute they meet in ("" where they do not); `a_value`/`b_value` are what each
    side says there; `reason` is one plain sentence; `score` in [0, 1] is how sure the verdict is;
    of a supersession, `clash` is how sure it is that the two conflict at all, changed or not. `heard` is how likely a
    reader alone finds a conflict; 0.0 where none was asked.
    """

    kind: VerdictKind
    reason: str
    score: float
    slot: str = ""
    a_value: str = ""
    b_value: str = ""
    clash: float = 0.0
    heard: float = 0.0

    @property
    def is_conflict(self) -> bool:
        """Whether both cannot hold, or no longer."""
        return self.kind in CONFLICTS

    @property
    def sureness(self) -> float:
        """How sure a conflict is: its score, or that there is one at all, a little less where it may be no change."""
        return max(self.score, self.clash - UNSURE)


class Judged(NamedTuple):
    """The verdict on two statements, by their ids, the older first."""

    older: str
    newer: str
    verdict: Verdict

    @property
    def ends(self) -> tuple[str, str]:
        """The ids of both."""
        return self.older, self.newer


class Conflict(Judged):
    """Two statements of which the verdict is that they conflict (`Verdict.is_conflict`)."""

    __slots__ = ()


class Chances(NamedTuple):
    """How likely each verdict is, in [0, 1], together 1 but for rounding."""

    contradiction: float
    supersession: float
    duplicate: float
    refinement: float
    compatible: float
    unrelated: float

    @property
    def conflict(self) -> float:
        """How likely the two conflict, whether one replaces the other or not."""
        return self.contradiction + self.supersession


class Reading(NamedTuple):
    """What a reader makes of one statement: chances in [0, 1], of each part together 1 but for rounding.

    `level` is must, may, no: is it to be kept. `stance` is asserted, transient, asked, supposed, planned, reported,
    scrap. `kind` is preference, decision, fact, constraint, identity, correction, lesson, event.
    """

    level: tuple[float, ...]
    stance: tuple[float, ...]
    kind: tuple[float, ...]


class Line(NamedTuple):
    """A statement where it stands: who says it, in which file, under which headings, after which statement."""

    text: str
    role: str
    ref: str
    headings: Sequence[str] = ()
    before: str = ""


@runtime_checkable
class Reader(Protocol):
    """What has learned to read: a statement where it stands, or two. `noctuary.reader` holds ours."""

    @property
    def name(self) -> str:
        """The model and its version: it stands in the night's record."""

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """How likely each two statements, in the order they were said, are each verdict; in the order given."""

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """What it makes of each statement where it stands; in the order given."""


class Signals(Value, frozen=True):
    """The named signals of one statement. `workbench.signals` computes them, over independent evidence alone.

    A voice is an independent source (`consolidate.score.independent`): a session, a note, a text of one day. A recall
    is a search that found the statement, counted once a query and day and three times a day at most. Nothing else than
    a new voice, a new recall or the passing of days (recency, idle) changes any of them.

    In [0, 1], each may have a weight in `promote.weights`:
    durability     how sure extraction is that the words state a lasting truth; the surest source
                   of its own, not a lent one (the model of `extraction.durable`, learned from lines)
    explicitness   1 where a voice that may decide stressed it: remember, correction, rule, decision, the last two in
                   talk where it opens so; a human's own always or never; otherwise 0 (`consolidate.score.is_stressed`)
    authority      best trust: human 1, agent 0.6, tool 0.2, untrusted 0
    recurrence     1 - 0.5^(n-1) over n voices
    consolidation  0.55 ln(days)/ln(5) + 0.45 span/7, days and span in days, each term at most its weight (seed 004)
    spread         1 - 0.5^(n-1) over n files that hold a voice
    breadth        1 - 0.5^q over q different queries that recalled it (`noctuary.recalls`)
    relevance      mean score at which recalls found it; 0 without any
    recency        0.5^(age/14), age in days since the newest source
    specificity    0.5 (1 - 0.5^v) + 0.3 (1 - 0.5^n) + 0.2 min(1, w/12) over v different values and code spans,
                   n names, w telling words (`consolidate.concrete.specificity`)
    novelty        1 - the largest share of telling words it has in common with one believed statement (Jaccard),
                   1 where nothing believed shares a word (`consolidate.concrete.Known`)
    conflict       how sure the judge is that it contradicts or replaces something believed; 0 where nothing is

    Counts: voices (`sessions`), their `days`, `recalls`, different `queries`, `concepts` (values, code spans and
    names); over voices and recalls together the days of use (`used_days`), from the first to the last (`span`, in
    days), and since the newest source or recall (`idle`, in days).
    """

    recurrence: float = 0.0
    spread: float = 0.0
    breadth: float = 0.0
    consolidation: float = 0.0
    explicitness: float = 0.0
    authority: float = 0.0
    recency: float = 0.0
    durability: float = 0.0
    relevance: float = 0.0
    specificity: float = 0.0
    novelty: float = 0.0
    conflict: float = 0.0
    sessions: int = 0
    days: int = 0
    recalls: int = 0
    queries: int = 0
    concepts: int = 0
    used_days: int = 0
    span: int = 0
    idle: int = 0


class Rejection(Value, frozen=True):
    """A statement stays out, and why. `gate` names the rule: question, quoted, one_voice, score …"""

    text: str
    gate: str
    reason: str
    support: Support
    candidate: Candidate | None = None
    score: float = 0.0
