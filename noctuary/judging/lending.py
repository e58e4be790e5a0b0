"""Whether what says more speaks for what says less: the bar of every voice in other words. Judges no conflict."""

from __future__ import annotations

from collections.abc import Sequence

from noctuary.decisions import Reader
from noctuary.judging.entails import entails, tells_enough
from noctuary.judging.near import is_near
from noctuary.model import Statement, fold

Pair = tuple[Statement, Statement]
HEARD_SAME = 0.4
"""How likely the reader must find it that a fuller statement says the plainer. Of what measures alone would lend in a
store of WikiFactCheck facts 113 pairs say the same and 74 were not made to; with this, and more than two words told,
102 and 12 are left (benchmarks.judgement, wikifactcheck_store)."""
LEAD = 3
"""Words before a statement that is else the same: "a decision: …", "from now on …"."""


def is_fuller(one: Statement, two: Statement) -> bool:
    """Whether one of two says all that the other does."""
    return entails(one, two) or entails(two, one)


def lending(pairs: Sequence[Pair], reader: Reader | None) -> set[Pair]:
    """Of pairs of which one says all of the other those in which it speaks for it, too.

    They are in nearly the same words, perhaps led in by a few; or the plainer tells something, and the reader, where
    there is one, hears in one the same as in the other, or more.
    """
    near = {both for both in pairs if is_near(*(one.text for one in both)) or _is_led_in(*both)}
    asked = [both for both in pairs if both not in near and tells_enough(*both)]
    if reader is None:
        return near | {*asked}
    chances = zip(asked, reader.chances_of(asked), strict=True)
    return near | {both for both, one in chances if one.duplicate + one.refinement >= HEARD_SAME}


def _is_led_in(one: Statement, two: Statement) -> bool:
    short, long = sorted((fold(one.text), fold(two.text)), key=len)
    lead = long.removesuffix(f" {short}")
    return lead != long and len(lead.split()) <= LEAD
