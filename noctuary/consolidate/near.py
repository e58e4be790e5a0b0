"""Near-duplicates: statements that differ in filler words, spelling or order of saying, never in a value.

Finds what is beyond doubt the same, so that the judge is only asked about what is not. Uses rapidfuzz.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from noctuary.consolidate.crossed import are_crossed
from noctuary.consolidate.judging.align import align
from noctuary.consolidate.judging.claims import Claim, claim
from noctuary.consolidate.judging.exchanges import measured
from noctuary.consolidate.judging.loose import are_kinds_apart
from noctuary.consolidate.judging.owners import is_owner
from noctuary.model import Statement, fold

ALIKE = 85.0
SPELT_ALIKE = 85.0
LONG = 6
FILLER = frozenset(
    "a an the is are was were be that which this these our my your their its it so also just very really please "
    "and then btw ok of for to in on at by with we i you have has had as der die das ist sind war el la los las "
    "un una es son le les des est sont de del du".split()
)


def is_near(a: str, b: str) -> bool:
    """Whether `a` and `b` say the same in nearly the same words, in the same order.

    Every word on one side only must be filler, or differ from its counterpart by a slip of spelling: a long
    small-letter word without digits. Names, numbers, code and negations are never a slip.
    """
    left, right = fold(a), fold(b)
    if left == right:
        return True
    if fuzz.ratio(left, right, score_cutoff=ALIKE) < ALIKE:
        return False
    names = _capitalised(a) | _capitalised(b)
    return all(_is_slip(one, other, names) for one, other in _differences(left.split(), right.split()))


def may_fold(a: str, b: str) -> bool:
    """Whether two statements judged the same may become one silently: neither denies, turns or reorders the
    other, nor names an owner whom the other does not.

    What the judge calls the same in other words is so most of the time; a statement that says the opposite must never
    become evidence for what it denies.
    """
    edit = measured(a, b)
    numbers = edit.numbers
    turned = any(numbers.get(name) for name in ("flip_odd", "number", "quantity"))
    swapped = any(name.startswith("siblings") and name.count("_") == 1 for name in numbers)
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    stated = [{value.norm for value in side.values if not value.past} for side in (one, two)]
    ended = ("no_longer" in one.cues) != ("no_longer" in two.cues) and stated[0].isdisjoint(stated[1])
    denied = ended or one.polarity != two.polarity
    is_turned = turned or swapped or denied or edit.is_other
    met = align(one, two)
    if met.differing or (met.values_a and met.values_b) or _is_owned(one, met.only_a) != _is_owned(two, met.only_b):
        return False
    return not (is_turned or _is_reordered(a, b) or are_crossed(one, two, met) or are_kinds_apart(one, two, met))


def _is_owned(c: Claim, left: tuple[int, ...]) -> bool:
    """Whether an owner is left over ("Dara's laptop has Postgres 15"): what belongs to one may not be so elsewhere."""
    return any(is_owner(c.tokens[i]) for i in left)


_ORDERING = re.compile(
    r"\b(?:over|than|from|to|before|after|calls?|of|instead|rather|above|below|über|als|von|nach|vor|statt|que|de|a|avant|après)\b",
    re.IGNORECASE,
)


def _is_reordered(a: str, b: str) -> bool:
    """Whether the same words stand in another order around a word that orders ("tabs over spaces")."""
    one, two = fold(a).split(), fold(b).split()
    return one != two and sorted(one) == sorted(two) and bool(_ORDERING.search(a))


def _capitalised(text: str) -> set[str]:
    return {fold(word) for word in text.split()[1:] if word[:1].isupper()}


def _differences(left: list[str], right: list[str]) -> list[tuple[list[str], list[str]]]:
    """What is left between the words both share in order, as (words of a, words of b)."""
    gaps = [op for op in LCSseq.opcodes(left, right) if op.tag != "equal"]
    merged: list[tuple[list[str], list[str]]] = []
    end = (-1, -1)
    for op in gaps:
        here = (left[op.src_start : op.src_end], right[op.dest_start : op.dest_end])
        if merged and end == (op.src_start, op.dest_start):
            merged[-1] = (merged[-1][0] + here[0], merged[-1][1] + here[1])
        else:
            merged.append(here)
        end = (op.src_end, op.dest_end)
    return merged


def _is_slip(one: list[str], other: list[str], names: set[str]) -> bool:
    one, other = ([word for word in side if word not in FILLER] for side in (one, other))
    if len(one) != len(other) or names & {*one, *other}:
        return False
    return all(_is_misspelt(a, b) for a, b in zip(one, other, strict=True))


def _is_misspelt(a: str, b: str) -> bool:
    is_plain = a.isalpha() and b.isalpha() and min(len(a), len(b)) >= LONG
    return is_plain and a[0] == b[0] and fuzz.ratio(a, b) >= SPELT_ALIKE
