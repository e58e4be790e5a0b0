"""Whether a fact was true on a day: yes, no or unknown, and why, in words. Not whether it was believed: that is replay.

A fact holds from `valid_from` up to, not including, `valid_to`. Where nothing tells since when, a day before it was
first seen is unknown, never yes. The future is unknown, and so is what is in dispute.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from noctuary.consolidate.score import is_own_line
from noctuary.extraction.until import over_on
from noctuary.model import Fact, Value

Answer = Literal["yes", "no", "unknown"]


class Held(Value, frozen=True, omit_defaults=False):
    """An answer and its reason, one sentence without its full stop."""

    answer: Answer
    because: str


def held(fact: Fact, day: dt.date, today: dt.date, *, follows: bool = False) -> Held:
    """Whether `fact` was true on `day`. `follows` says that it replaced another: before it, that one held."""
    if fact.status == "candidate" or not was_believed(fact):
        return Held(answer="unknown", because="it was never believed")
    if fact.valid_to and day >= fact.valid_to:
        return Held(answer="no", because=f"it ended on {fact.valid_to}")
    if day > today:
        return Held(answer="unknown", because=f"{day} is still to come")
    if fact.valid_from and day < fact.valid_from:
        if follows:
            return Held(answer="no", because=f"it replaced another on {fact.valid_from}")
        return Held(answer="unknown", because=f"it was first said on {fact.valid_from}; what was before is not known")
    if fact.valid_from is None and day < seen_on(fact):
        return Held(answer="unknown", because=f"it is undated, and was first seen on {seen_on(fact)}")
    if fact.status == "contested":
        return Held(answer="unknown", because="it is contested, and nobody has decided")
    since = f"since {fact.valid_from}" if fact.valid_from else f"seen on {seen_on(fact)}, undated"
    until = f" until {fact.valid_to}" if fact.valid_to else ""
    return Held(answer="yes", because=f"it held {since}{until}" if until else f"it holds, {since}")


def over_by_words(fact: Fact) -> dt.date | None:
    """The first day on which a fact holds no more by its own words ("until Friday"); none for a line of the human's own
    file, which stands as long as it stands there."""
    return None if is_own_line(fact) else over_on(fact)


def seen_on(fact: Fact) -> dt.date:
    """The day on which an undated fact was first seen, or a later one: never a day before it was."""
    return fact.verified_at.date()


def was_believed(fact: Fact) -> bool:
    """Whether a fact is or was once believed: a gate let it in, or it ended after it had stood."""
    return fact.is_believed or bool(fact.gate or fact.archived_because) or _was_imported(fact)


def _was_imported(fact: Fact) -> bool:
    """What an import brings is believed without a gate; a statement of a session never is."""
    return not fact.gate and all(one.role == "note" and one.session == one.ref and not one.durability and not one.cues
                                 for one in fact.sources)  # fmt: skip
