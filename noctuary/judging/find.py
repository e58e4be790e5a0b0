"""Finds which pairs of statements are worth judging, exactly and without looking at all pairs. Judges none.

A pair is worth judging when one of these holds, and its two sides are not entries of one series:

1. They fill the same claim slot, and at most RARE statements of the store fill it. What more of them fill is no
   slot but a column ("ticket 4711 is closed"): its entries meet by rule 2 alone.
2. They share a rare term and enough of their weight. A term (`shelf.Traits`) is a word, a concept or kind a word
   stands for, two words side by side, a longer name, or all words together; it is rare while at most RARE statements
   hold it. Enough is a weighted Jaccard of JACCARD percent, or CONTAINMENT percent of the lighter side. Values are
   masked: a changed number hides nothing.
3. The caller proposes them (neighbours by vector).

Entries of a series share a frame (all words but the values) with more than SERIES others: a log, not one slot.
What every statement of a store says tells nothing apart, so no pair is proposed for it alone: that is what keeps the
pairs of one statement bounded by its own words times RARE, however large the store.

Weights are the inverse document frequencies of the store as it stands tonight, so a pair depends on the two and on
the store, never on the order in which either came. They are whole numbers, as all sums here: equal on any machine.
A night finds the pairs of its fresh statements; those of two old ones were found when the younger was fresh.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from noctuary.judging.blocking import WHOLE, Pile, Shelf, Traits, traits
from noctuary.model import Statement

RARE = 48
JACCARD = 16
CONTAINMENT = 36
SERIES = 5
KIN = 3
_SCALE = 1024
_KEPT = 1 << 14


def pairs(
    statements: Sequence[Statement], fresh: AbstractSet[int], near: Iterable[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Index pairs (i < j) worth judging, at least one of each in `fresh`, ascending. `near` proposes more."""
    return worth_judging(Pile(map(traits, statements)), fresh, near)


def worth_judging(shelf: Shelf, fresh: AbstractSet[int], near: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Pairs of numbers (i < j) of a shelf that are worth judging and have a member in `fresh`, ascending.

    Looks at nothing but the fresh and who shares a rare term or a slot with them.
    """
    scale = _Scale(shelf)
    proposed = {_ordered(*pair) for pair in near if not fresh.isdisjoint(pair)}
    found = {(i, j) for i, j in proposed if i != j and not scale.is_series(shelf.traits(i), shelf.traits(j))}
    for one in fresh:
        own = shelf.traits(one)
        slot = set(_rare(shelf, f"= {own.slot}")) if own.slot else set()
        for other in slot.union(*(_rare(shelf, term) for term in own.terms())):
            if other == one or (other in fresh and other < one):
                continue
            theirs = shelf.traits(other)
            if not scale.is_series(own, theirs) and (other in slot or scale.are_alike(one, other)):
                found.add(_ordered(one, other))
    return sorted(found)


def _rare(shelf: Shelf, term: str) -> Sequence[int]:
    held = shelf.holders(term, RARE + 1)
    return held if len(held) <= RARE else ()


def _ordered(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


class _Scale:
    """The weights of a shelf's words, made when they are asked for."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._weights: dict[str, int] = {}
        self._words: dict[int, tuple[dict[str, int], int]] = {}

    def weight(self, term: str) -> int:
        """The inverse document frequency of a term, in parts of 1024."""
        known = self._weights.get(term)
        if known is None:
            known = round(_SCALE * math.log(1 + self._shelf.size / max(1, self._shelf.count(term))))
            self._weights[term] = known
        return known

    def is_series(self, a: Traits, b: Traits) -> bool:
        """Whether two are entries of one log."""
        return a.frame != "" and a.frame == b.frame and self._shelf.count(f"# {a.frame}") > SERIES

    def are_alike(self, one: int, other: int) -> bool:
        """Whether two, by their numbers, share enough of their weight."""
        (left, mine), (right, theirs) = self._weighed(one), self._weighed(other)
        shared = self._shared(one, other, left, right)
        return 100 * shared >= min(JACCARD * (mine + theirs - shared), CONTAINMENT * min(mine, theirs))

    def _weighed(self, number: int) -> tuple[dict[str, int], int]:
        """Each word of a statement with its weight, and their sum; those asked for last are kept."""
        known = self._words.get(number)
        if known is None:
            if len(self._words) >= _KEPT:
                self._words.clear()
            words = {word: self.weight(word) * share for word, share in self._shelf.traits(number).words}
            known = self._words[number] = words, sum(words.values())
        return known

    def _shared(self, a: int, b: int, left: dict[str, int], right: dict[str, int]) -> int:
        """The weight two share: equal words in full, kindred words in part, each word once, the weightiest first."""
        equal = left.keys() & right.keys()
        whole = sum(min(left[word], right[word]) for word in equal)
        mine, others = self._shelf.traits(a).kin, self._shelf.traits(b).kin
        if not mine or not others:
            return whole
        theirs = dict(others)
        kindred = [
            (min(left[one], right[other], self.weight(name) * WHOLE) * KIN // WHOLE, name, one, other)
            for name, one in mine
            if (other := theirs.get(name)) is not None and one not in equal and other not in equal
        ]
        used: set[tuple[int, str]] = set()
        for part, _, one, other in sorted(kindred, key=lambda item: (-item[0], item[1])):
            if (0, one) not in used and (1, other) not in used:
                used.update(((0, one), (1, other)))
                whole += part
        return whole
