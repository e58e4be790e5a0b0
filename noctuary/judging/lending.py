"""Whether a statement speaks for another in other words, as much or more: the bar of every such voice. Judges no conflict.

The figures are of voices in 107 workspaces that blind readers judged (benchmarks/real/unseen.tsv, sets 1 to 7): a fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from noctuary.decisions import Reader
from noctuary.judging.entails import are_same, entails, words_told
from noctuary.judging.near import is_near
from noctuary.judging.stamps import are_rows
from noctuary.model import Statement, fold

Pair = tuple[Statement, Statement]
HEARD_SAME = 0.8
"""How likely the reader must find it that a fuller statement says the plainer. Of the voices of sets 1 to 7 that measures
find, 174 right, 6 arguable and 7 wrong ones are heard so (at .4: 228, 16, 12); of those of the eighth, which had no part
in the choice, 30 of 39 right ones, none of two arguable and two of six wrong ones. In a store of WikiFactCheck facts 60
of 113 pairs that say the same and 3 of 74 that were not made to (benchmarks.judgement, wikifactcheck_store)."""
SCANT = 3
"""What tells no more words and values than this says the same in other words only where the reader hears it, too: of
twelve that measures alone found the same and the reader did not doubt five of five were right, of the others three of
seven."""
LITTLE = 5
"""What tells no more than this under the heading of a report is of its day: of voices between two days of one report four
of fourteen were right, of those that tell more all eleven. Nor does it say the same in another place under a heading
that a form repeats (`sections`)."""
LEAD = 3
"""Words before a statement that is else the same: "a decision: …", "from now on …"."""


def is_fuller(one: Statement, two: Statement) -> bool:
    """Whether one of two says all that the other does."""
    return entails(one, two) or entails(two, one)


def are_of_two_days(one: Statement, two: Statement) -> bool:
    """Whether the two are what one report says of two days: neither speaks for the other.

    "Disk: stable" and "Disk: 371 MB (stable)", a week apart, both under "Health check".
    """
    return are_rows(one, two) and tell_little(one, two) and not is_near(one.text, two.text)


def tell_little(one: Statement, two: Statement) -> bool:
    """Whether the plainer of two tells so little that it is of what it stands under."""
    return _tells(one, two) <= LITTLE


def lending(pairs: Sequence[Pair], reader: Reader | None) -> set[Pair]:
    """Of pairs of which one says all of the other those in which it speaks for it, too.

    They are in nearly the same words, perhaps led in by a few; or each says the other and tells enough; or the plainer
    tells something, and the reader, where there is one, hears in one the same as in the other, or more.
    """
    near = {both for both in pairs if is_near(*(one.text for one in both)) or _is_led_in(*both)}
    same = {both for both in pairs if both not in near and are_same(*both)}
    if reader is None:
        return near | same | {both for both in pairs if _tells(*both) >= SCANT}
    sure = near | {both for both in same if _tells(*both) > SCANT}
    asked = [both for both in pairs if both not in sure and _tells(*both) >= SCANT]
    chances = zip(asked, reader.chances_of(asked), strict=True)
    return sure | {both for both, one in chances if one.duplicate + one.refinement >= HEARD_SAME}


def _tells(one: Statement, two: Statement) -> int:
    """How many words and values the plainer of two tells."""
    return min(words_told(one), words_told(two))


def _is_led_in(one: Statement, two: Statement) -> bool:
    short, long = sorted((fold(one.text), fold(two.text)), key=len)
    lead = long.removesuffix(f" {short}")
    return lead != long and len(lead.split()) <= LEAD
