"""Every number a rule may be tuned by, as frozen values with their defaults and units.

Settings fill them from noctuary.toml; rules take them as arguments. Nothing here decides.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from noctuary.model import Kind, Value

Unit = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Days = Annotated[float, msgspec.Meta(gt=0)]

WEIGHTS = {
    "durability": 0.30,
    "explicitness": 0.20,
    "authority": 0.15,
    "recurrence": 0.15,
    "consolidation": 0.10,
    "spread": 0.05,
    "recency": 0.05,
}
SIGNALS = (
    *("durability", "explicitness", "authority", "recurrence", "consolidation", "spread", "breadth", "relevance"),
    *("recency", "specificity", "novelty", "conflict"),
)
# OpenClaw's dreaming: its six weights, its scheduled run's gates, its limit (its names: `consolidate.openclaw`).
OPENCLAW = {
    "frequency": 0.24,
    "relevance": 0.30,
    "diversity": 0.15,
    "recency": 0.15,
    "consolidation": 0.10,
    "conceptual": 0.06,
}
PRESETS: dict[str, dict[str, Any]] = {
    "noctuary": {},
    "openclaw": {
        "weights": OPENCLAW,
        "min_score": 0.8,
        "min_recalls": 3,
        "min_queries": 3,
        "max_idle_days": 30,
        "max_promotions": 10,
        "max_unattended": 10,
    },
}
Check = Literal["contains", "path", "version", "port", "env"]
KIND_LIVES: dict[Kind, float] = {"constraint": 180.0, "preference": 180.0}
HALF_LIVES = {"api": 60.0, "business-rules": 180.0, "code-patterns": 120.0}


class PromotePolicy(Value, frozen=True):
    """Gates between a candidate and the memory. Scores and durabilities in [0, 1].

    `min_sources` independent sessions are needed for what nobody stressed. `min_durability` is how sure extraction
    must be where several voices say it, a human among them, or where a human's note stressed it, `min_repeated_talk`
    where all of them spoke and it is a plain fact or event (of eight such that two sets of real nights let in, all of
    them requests and of .52 to .70, blind readers called none right), `min_unattended` where only agents say it;
    `min_stressed` where an agent's note stressed
    it, `min_stressed_headed` where such a line needs its heading to be understood, `min_stressed_talk` where a human
    did in talk (of such sentences in real logs, repositories left out, markers keep 12 of 13, few as they are;
    docs/corpus.md), `min_stated` where he plainly said it, `min_noted` where a note says it by itself. Below
    `min_candidate` a statement is only on the bench, not in the journal. A night lets in `max_promotions` of a human,
    `max_unattended` others for each day it is the first to read. `noted` are the kinds that one agent's note lets in by
    itself, where it is at least `min_noted` durable: of what owners marked as worth keeping in real notes most was said
    once. Of lines of such notes that blind readers judged in 36 unread workspaces .18 were wrong from .9 on, .21 down
    to .85, .36 below it: a fit to that set; in 36 others .10 and .19, in 15 more .14, .17 and, below it, .27, in 17
    more .07, .13 and .16 (.25 by stricter readers; docs/real.md, the thirteenth to sixteenth set).
    `mode` auto lets in what passes; propose asks the human first, about all but their own MEMORY.md.

    `policy` names the gates: ours, or OpenClaw's, which ask for a score and for use alone: `min_recalls` voices and
    recalls together, `min_queries` different queries or days of them, the last at most `max_idle_days` ago (0: any).
    `policy = "openclaw"` brings defaults of its own for these and the weights (PRESETS).
    """

    policy: Literal["noctuary", "openclaw"] = "noctuary"
    mode: Literal["auto", "propose"] = "auto"
    min_score: Unit = 0.3
    min_sources: Count = 2
    min_durability: Unit = 0.5
    min_repeated_talk: Unit = 0.72
    min_stressed: Unit = 0.6
    min_stressed_headed: Unit = 0.8
    min_stressed_talk: Unit = 0.85
    min_stated: Unit = 1
    min_noted: Unit = 0.85
    min_unattended: Unit = 0.8
    min_candidate: Unit = 0.3
    noted: tuple[Kind, ...] = get_args(Kind)
    max_promotions: Count = 50
    max_unattended: Count = 20
    min_recalls: Count = 0
    min_queries: Count = 0
    max_idle_days: Count = 0
    weights: dict[str, float] = msgspec.field(default_factory=lambda: dict(WEIGHTS))


class DecayPolicy(Value, frozen=True):
    """How confidence fades. Half-lives in days; bands as confidence in [0, 1] (seed rows KG-010..016).

    A half-life is its domain's, else its kind's, else the default. Of what is stale, a night asks about `max_asked`.
    """

    half_life_days: Days = 90.0
    domains: dict[str, Days] = msgspec.field(default_factory=lambda: dict(HALF_LIVES))
    kinds: dict[Kind, Days] = msgspec.field(default_factory=lambda: dict(KIND_LIVES))
    evergreen: tuple[Kind, ...] = ("identity",)
    fresh: Unit = 0.7
    stale: Unit = 0.3
    idle_clock: bool = True
    max_asked: Count = 5


class RealityPolicy(Value, frozen=True):
    """What is looked up on this machine, read-only: in the workspace, and in `roots` (`~/` is your home).

    `contains`: a file that the fact cites still says so. The others are to be asked for: `path` (a place still
    exists), `version` (pyproject.toml, package.json, Cargo.toml, go.mod), `port` and `env` (compose files).
    """

    check: tuple[Check, ...] = ("contains",)
    roots: tuple[str, ...] = ()
    max_bytes: Count = 500_000


class ConflictPolicy(Value, frozen=True):
    """When two statements are acted on. Scores are the judge's sureness in [0, 1].

    `retire_score`: a stated supersession at least this sure is applied without asking; `retire_own_score`: one that
    only agents wrote, of a line in the human's own memory file, where no two values of one type meet.
    `ask_score`: a conflict at least this sure is put to the human, at most `max_asked` a night, and of conflicts
    between two candidates that only agents wrote at most `max_unattended`. `heard_score` is how likely the reader
    must find it, too: of 13 questions of real nights that blind readers had judged the three right ones and two of
    three arguable ones are at .75 or above, the seven wrong ones below: a fit (docs/real.md).
    `retire_heard_score` is how likely the reader must find a conflict that is applied without asking, unless it
    calls the old value former: of seven replacements of real nights that blind readers called wrong one is above, of
    fifteen of the sample and the stories fourteen: a fit, too.
    `outdated_score` is how likely a statement must outdate a line of the memory file for its owner to be asked: of
    the lines that left-out weights ask about two of three are right in written workspaces, three of five in 400 nights
    just before a real memory file was changed (`benchmarks.outdated`).
    `tie` is the confidence difference below which neither side wins (seed row KG-029).
    """

    auto_resolve: bool = False
    retire_score: Unit = 0.75
    retire_own_score: Unit = 0.9
    ask_score: Unit = 0.65
    heard_score: Unit = 0.75
    retire_heard_score: Unit = 0.6
    outdated_score: Unit = 0.35
    max_asked: Count = 10
    max_unattended: Count = 3
    tie: Unit = 0.05


class CapPolicy(Value, frozen=True):
    """How much of what is believed one night may retire: a share, but at least `at_least` facts.

    `block_share` of the lines of MEMORY.md's block may be pushed out in a night by more useful ones, but at least five.
    Lines a human took out of it count as rejected up to `deleted_lines` and `deleted_share` of them at once, but at
    least three.
    """

    share: Unit = 0.05
    at_least: Count = 10
    block_share: Unit = 0.2
    deleted_lines: Count = 20
    deleted_share: Unit = 0.5


class HarmPolicy(Value, frozen=True):
    """When a night's changes are held back: a question it answered before is lost from the first `k` answers.

    At most `most` questions are tried; up to the share `tolerance` of them may be lost.
    """

    check: bool = True
    k: Annotated[int, msgspec.Meta(ge=1, le=100)] = 8
    most: Count = 40
    tolerance: Unit = 0.0


class ArchivePolicy(Value, frozen=True):
    """What the monthly archive puts away: below `importance`, older than `age_days` (days of use), asked for less
    often than `accesses` times, all three (seed row TB-114); at most the share `share` of what is believed.
    """

    importance: Unit = 0.3
    age_days: Days = 90.0
    accesses: Count = 3
    share: Unit = 0.2
