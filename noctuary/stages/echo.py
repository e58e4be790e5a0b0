"""Tells what merely repeats what Noctuary has written before: a line of its block, copied by an agent or by hand.

Its own output is never evidence (DESIGN 8). A human who says a thing again is heard; one who pastes a passage is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from noctuary.model import Candidate, Fact, fold
from noctuary.text.days import dated


class Echoes:
    """The candidates of a night that repeat, word for word, what was believed before it."""

    def __init__(self, before: Mapping[str, Fact], candidates: Iterable[Candidate]) -> None:
        candidates = list(candidates)
        self._written: dict[str, list[Fact]] = {fold(dated(one)): [] for one in candidates}
        for fact in before.values() if candidates else ():
            if fact.is_believed and (said := fold(dated(fact))) in self._written:
                self._written[said].append(fact)
        self._pasted = self._passages(candidates)

    def has(self, candidate: Candidate) -> bool:
        """Whether a candidate is no voice of its own: an agent's copy, or one line of a pasted passage."""
        support = candidate.support
        if not self._repeats(candidate):
            return False
        return support.role in ("note", "assistant", "tool") or support.event in self._pasted

    def _repeats(self, candidate: Candidate) -> bool:
        facts = self._written.get(fold(dated(candidate)), ())
        event = candidate.support.event
        return bool(facts) and all(event != source.event for fact in facts for source in fact.sources)

    def _passages(self, candidates: Iterable[Candidate]) -> set[str]:
        """The utterances in which two or more different lines of ours stand together."""
        found: dict[str, set[str]] = defaultdict(set)
        for one in candidates:
            if one.support.role == "user" and self._repeats(one):
                found[one.support.event].add(fold(dated(one)))
        return {event for event, said in found.items() if len(said) > 1}
