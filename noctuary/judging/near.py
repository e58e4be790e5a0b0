"""Near-duplicates: statements that differ in filler words, spelling or order of saying, never in a value.

Finds what is beyond doubt the same, so that the judge is only asked about what is not. Uses rapidfuzz.
"""

from __future__ import annotations

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from noctuary.model import fold
from noctuary.text.readable import is_readable
from noctuary.text.relations import lemmas
from noctuary.text.stop_words import FILLER

ALIKE = 85.0
SPELT_ALIKE = 85.0
LONG = 6
_TELLING = frozenset("to for of in on at by with my your their our its we i you is are has was were had".split())
"""Filler where one side leaves it out; where each side has another, it tells who, whose, where or when."""


def is_near(a: str, b: str) -> bool:
    """Whether `a` and `b` say the same in nearly the same words, in the same order.

    Every word on one side only must be filler, or differ from its counterpart by a slip of spelling: a long
    small-letter word without digits. Names, numbers, code and negations are never a slip, nor is a word that is
    known (decrease, increase), and in a language nobody here reads nothing is.
    """
    left, right = fold(a), fold(b)
    if left == right:
        return True
    if fuzz.ratio(left, right, score_cutoff=ALIKE) < ALIKE:
        return False
    names = _capitalised(a) | _capitalised(b)
    may_slip = is_readable(a) and is_readable(b)
    return all(_is_slip(one, other, names, may_slip) for one, other in _differences(left.split(), right.split()))


def _capitalised(text: str) -> set[str]:
    """Its names: words with a capital that the beginning of the text does not explain."""
    words = text.split()
    return {fold(one) for n, one in enumerate(words) if is_spelt_by_sign(one) or (n and one[:1].isupper())}


def is_spelt_by_sign(word: str) -> bool:
    """Whether a word has more than one capital (SKUAB, McRae): it is a name or a code, of which no sign is a slip."""
    return sum(map(str.isupper, word)) > 1


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


def _is_slip(one: list[str], other: list[str], names: set[str], may_slip: bool) -> bool:
    roles = [_TELLING.intersection(side) for side in (one, other)]
    if all(roles) and roles[0] != roles[1]:
        return False
    one, other = ([word for word in side if word not in FILLER] for side in (one, other))
    if len(one) != len(other) or names & {*one, *other}:
        return False
    return all(may_slip and _is_misspelt(a, b) for a, b in zip(one, other, strict=True))


def _is_misspelt(a: str, b: str) -> bool:
    is_plain = a.isalpha() and b.isalpha() and min(len(a), len(b)) >= LONG and not (lemmas(a) and lemmas(b))
    return is_plain and a[0] == b[0] and fuzz.ratio(a, b) >= SPELT_ALIKE
