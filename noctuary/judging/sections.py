"""Sections that a form repeats: what stands under "Ingredients" is its recipe's, under "18:00 heartbeat" of its hour.

Policy; judges no words. Where a heading stands in many places, two lines below it that say the same in other words are
what one form asks of two things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from noctuary.judging.stamps import undated
from noctuary.model import Support

MANY = 3
"""Places from which on a heading is a form's. Of judged voices between two places under one heading, in five sets
(benchmarks/real/unseen.tsv, 5 to 9), that tell little (`lending.LITTLE`), one of five was right where it stood in so
many, nine of ten where in fewer: a fit."""


class Sections:
    """In how many places each heading stands, days and times in it aside: a place is a file and what is above."""

    def __init__(self, sources: Iterable[Support]) -> None:
        places: dict[str, set[tuple[str, tuple[str, ...]]]] = defaultdict(set)
        for ref, under in {(one.ref, one.under) for one in sources if one.under}:
            places[_heading(under[-1])].add((ref, under[:-1]))
        self._repeated = {name for name, found in places.items() if name and len(found) >= MANY}

    def are_of_a_form(self, one: Support, two: Support) -> bool:
        """Whether two lines of notes stand under a repeated heading in two places; a human's memory file is no form."""
        if "memory" in (one.role, two.role) or not (one.under and two.under):
            return False
        name, is_elsewhere = _heading(one.under[-1]), (one.ref, one.under) != (two.ref, two.under)
        return is_elsewhere and name in self._repeated and name == _heading(two.under[-1])


@lru_cache(maxsize=65536)
def _heading(text: str) -> str:
    return " ".join(undated(text))
