"""Whether two statements put the same words together otherwise ("Ines owes Karl", "Karl owes Ines")."""

from __future__ import annotations

from collections import Counter

from noctuary.judging.align import Alignment
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED

MET = 0.7


def are_crossed(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether the same words belong together otherwise: names have changed places, or partners across commas."""
    shared = [(i, j) for i, j, s in met.same if s >= MET and one.tokens[i].weight >= 1.0]
    names = [j for i, j in sorted(shared) if one.tokens[i].kind in NAMED and two.tokens[j].kind in NAMED]
    is_whole = len(shared) == len(one.tokens) == len(two.tokens)
    if is_whole and names != sorted(names):
        return True
    met_in = [(_clause(one, i), _clause(two, j)) for i, j in shared]
    here, there = (Counter(pair[side] for pair in met_in) for side in (0, 1))
    ways = {pair for pair in met_in if here[pair[0]] > 1 and there[pair[1]] > 1}
    return all(max(Counter(way[side] for way in ways).values(), default=0) > 1 for side in (0, 1))


def _clause(side: Claim, token: int) -> int:
    """The number of the clause a word stands in, counted by commas and semicolons."""
    return sum(side.text.count(mark, 0, side.tokens[token].start) for mark in ",;")
