"""Whether two statements that meet in a slot tell of two things: by the kinds of what each gives, by its words.

Finds no conflict and no slot: `slots` does.
"""

from __future__ import annotations

from noctuary.judging.loose import are_kinds_apart
from noctuary.judging.residual import nearness
from noctuary.judging.slots import MOST, Slot, is_telling
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED_OR_CJK
from noctuary.text.relations import lemmas

NEAR = 0.3


def tell_two_things(met: Slot) -> bool:
    """Whether each side has words of its own, none near one of the other's in meaning ("mashed at", "served at").

    Only words that WordNet knows can be near or far; a label that says where it was read ("audit: …") is no
    part of what is told.
    """
    if met.of_shorter > MOST:
        return False
    mine, other = _own_words(met.one, met.met.only_a), _own_words(met.two, met.met.only_b)
    return bool(mine and other) and not any(nearness(x, y) >= NEAR for x in mine for y in other)


def _own_words(c: Claim, left: tuple[int, ...]) -> list[str]:
    told = [t for t in (c.tokens[i] for i in left) if t.kind == "word" and not (t.past or t.label)]
    return [t.text for t in told if is_telling(t) and lemmas(t.text.casefold())]


def are_of_other_kinds(met: Slot) -> bool:
    """Whether what each side alone gives is of another kind: values that no scale compares, or a value and a name."""
    if met.met.differing:
        return False
    if (met.met.values_a and met.met.values_b) or are_kinds_apart(met.one, met.two, met.met):
        return True
    named_a, named_b = (
        any(c.tokens[n].kind in NAMED_OR_CJK for n in left)
        for c, left in ((met.one, met.met.only_a), (met.two, met.met.only_b))
    )
    return (bool(met.met.values_a) and named_b and not named_a) or (bool(met.met.values_b) and named_a and not named_b)
