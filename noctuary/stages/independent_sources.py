"""How sure a change is that several independent voices tell: each may be wrong, hardly all. Retires and asks nothing.

A voice is what `score.independent` counts as one; voices are pooled where they tell a change of the same statement and
none of them is in conflict with another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from noctuary.consolidate.score import independent
from noctuary.decisions import Conflict, Verdict
from noctuary.model import Fact

TOLD_AT_LEAST = 0.5


class IndependentSources:
    """Who tells tonight that a statement was replaced."""

    def __init__(self, facts: Mapping[str, Fact], conflicts: Iterable[Conflict]) -> None:
        self._facts = facts
        self._told: dict[str, list[tuple[str, float]]] = {}
        self._at_odds: set[frozenset[str]] = set()
        for older, newer, verdict in conflicts:
            if verdict.kind == "supersession" and verdict.score >= TOLD_AT_LEAST:
                self._told.setdefault(older, []).append((newer, verdict.score))
            if max(verdict.score, verdict.clash) >= TOLD_AT_LEAST:
                self._at_odds.add(frozenset((older, newer)))

    def pooled(self, conflict: Conflict) -> Verdict:
        """The verdict, as sure as all who tell the same change together: 1 − Π(1 − p), each voice once."""
        older, newer, verdict = conflict
        if verdict.kind != "supersession" or verdict.score < TOLD_AT_LEAST:
            return verdict
        doubt, heard = 1.0 - verdict.score, {newer}
        for other, score in sorted(self._told.get(older, ()), key=lambda told: (-told[1], told[0])):
            if other not in heard and self._is_another_voice(other, heard):
                doubt *= 1.0 - score
                heard.add(other)
        return verdict if len(heard) == 1 else replace(verdict, score=round(1.0 - doubt, 4))

    def _is_another_voice(self, other: str, heard: set[str]) -> bool:
        """Whether `other` agrees with all that was heard, and somebody else says it."""
        said = [self._facts[key].sources for key in sorted(heard)]
        if any(frozenset((other, one)) in self._at_odds for one in heard):
            return False
        before = independent(source for sources in said for source in sources)
        both = independent([*(source for sources in said for source in sources), *self._facts[other].sources])
        return len(both) > len(before)
