"""What an answer is made of, and what may be asked of it. Values only.

A hit is a fact or a passage. What stands beside it (its passage, its other side, what replaced it) it carries along.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from noctuary.model import BELIEVED, Status, Support, Trust, Value
from noctuary.passages import PassageKind
from noctuary.ranking import Part

Mode = Literal["fts", "hybrid", "like"]
Sought = Literal["facts", "notes", "diary", "sessions", "references"]

SOUGHT: tuple[Sought, ...] = ("facts", "notes", "diary", "sessions", "references")
PAST: tuple[Status, ...] = ("superseded", "archived")


def placed(source: Support) -> str:
    """`ref:line` of a source; what no file holds ("by hand") has no line."""
    return f"{source.ref}:{source.line}" if source.line else source.ref


class Carried(Value, frozen=True):
    """The passage a fact was cut from, as it stands: `ref:line` to `line_end`."""

    id: str
    ref: str
    line: int
    line_end: int
    text: str
    heading: str = ""


class Hit(Value, frozen=True, omit_defaults=False):
    """A fact or passage that answers. `score` in [0, 1]; `confidence` is c0, `current` today's (None without a clock).

    `kind` is a fact's kind or a passage's, whose `status` is `passage` and which nobody believes (`believed`).
    `sources` are `ref:line` as they stand today, of a passage the lines that answer best, whose words are `excerpt`;
    `gone` are cited lines that were taken out. `via` says how a fact that does not match itself was reached: relation
    and citation, one step per hop.
    `contested_by` are the ids of standing facts that contradict it, `other_side` their words. `superseded_by` is what
    replaced it, or what was cut from it. `also` are the places of what says the same. `mode` is how the query was
    answered: fts, hybrid (with vectors) or like (plain substrings). `days` are the words of the text that name a day by
    when they were said, and that day. `parts` tell what made the score.
    """

    id: str
    text: str
    score: float
    kind: str
    entity: str
    status: str
    confidence: float
    aspect: str | None = None
    current: float | None = None
    sources: tuple[str, ...] = ()
    via: str | None = None
    contested_by: tuple[str, ...] = ()
    mode: Mode = "fts"
    days: tuple[tuple[str, dt.date], ...] = ()
    believed: bool = True
    trust: Trust = "agent"
    at: dt.datetime | None = None
    heading: str = ""
    other_side: tuple[str, ...] = ()
    superseded_by: str | None = None
    gone: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    excerpt: str = ""
    passage: Carried | None = None
    parts: tuple[Part, ...] = ()

    @property
    def is_passage(self) -> bool:
        """Whether it is a passage."""
        return self.status == "passage"


class Wanted(Value, frozen=True):
    """What an answer may hold: nothing named lets everything through.

    `entities` are ids: facts about one of them, and passages that name it by one of `names`. `since` and `until` bound
    the day on which a thing was last said, both included; what has no day is left out by either.
    """

    kinds: tuple[Sought, ...] = SOUGHT
    entities: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    since: dt.date | None = None
    until: dt.date | None = None
    min_confidence: float = 0.0
    superseded: bool = False

    @property
    def is_narrow(self) -> bool:
        """Whether it leaves out much of what is found."""
        return bool(self.entities or self.types or self.since or self.until or self.min_confidence)

    @property
    def passages(self) -> tuple[PassageKind, ...]:
        """The kinds of passages that are asked for; none where only facts have what is asked for."""
        if self.types or self.min_confidence:
            return ()
        return tuple(kind for kind in self.kinds if kind != "facts")

    @property
    def statuses(self) -> tuple[Status, ...]:
        """The standing of the facts that are asked for."""
        if "facts" not in self.kinds:
            return ()
        return (*BELIEVED, "candidate", *(PAST if self.superseded else ()))


ALL = Wanted()
