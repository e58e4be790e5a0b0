"""Sections that a form repeats: what stands under "Ingredients" is its recipe's, under "18:00 heartbeat" of its hour.

Policy. Where a heading stands in many places, two lines below it that tell little and say the same in other words are what
one form asks of two things. Where they speak of the heading itself, it is what they are about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from itertools import product

from noctuary.judging.lending import tell_little
from noctuary.judging.near import is_near
from noctuary.judging.stamps import undated
from noctuary.model import Statement, Support

MANY = 3
"""Places from which on a heading is a form's. Of judged voices between two places under one heading, in five sets
(benchmarks/real/unseen.tsv, 5 to 9), that tell little in other words, all three were wrong where it stood in so many, all
eight right where in fewer: a fit."""


class Sections:
    """In how many places each heading stands, days and times in it aside: a place is a file and all that is above.

    `sources` gives what is known of; it is asked once, where first needed.
    """

    def __init__(self, sources: Callable[[], Iterable[Support]]) -> None:
        self._sources = sources

    def are_of_a_form(self, one: Statement, mine: Iterable[Support], two: Statement, theirs: Iterable[Support]) -> bool:
        """Whether neither statement speaks for the other: all that says either stands in notes under one repeated
        heading, in places of its own. A human's memory file and talk are no form."""
        if not tell_little(one, two) or is_near(one.text, two.text):
            return False
        pairs = list(product((s for s in mine if not s.is_lent), (s for s in theirs if not s.is_lent)))
        about = {*undated(one.text), *undated(two.text)}
        return bool(pairs) and all(self._are_apart(a, b) and about.isdisjoint(_heading(a.under[-1])) for a, b in pairs)

    def _are_apart(self, one: Support, two: Support) -> bool:
        if not (one.role == two.role == "note" and one.under and two.under) or (one.ref, one.under) == (two.ref, two.under):
            return False
        name = _heading(one.under[-1])
        return name == _heading(two.under[-1]) and name in self._repeated

    @cached_property
    def _repeated(self) -> frozenset[tuple[str, ...]]:
        places: dict[tuple[str, ...], set[tuple[str, tuple[str, ...]]]] = defaultdict(set)
        for ref, under in {(one.ref, one.under) for one in self._sources() if one.under}:
            places[_heading(under[-1])].add((ref, under))
        return frozenset(name for name, found in places.items() if name and len(found) >= MANY)


@lru_cache(maxsize=65536)
def _heading(text: str) -> tuple[str, ...]:
    return tuple(undated(text))
