"""Follows untrusted text into what agents say: what an agent took over from a fetched page is the page's.

Pure: holds statements, is shown the untrusted texts one by one, and compares words. Judges no truth.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from rapidfuzz import fuzz

from noctuary.model import Candidate, Event, fold
from noctuary.text.stop_words import FILLER
from noctuary.text.stops import cut

LEAST_WORDS = 3
SHARE = 0.8
ALIKE = 75.0
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")


class Suspects:
    """Statements of agents, by their words; each is traced to the first untrusted text that said it before."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._candidates = [one for one in candidates if one.support.trust == "agent"]
        self._words = [_words(one.text) for one in self._candidates]
        self._saying: dict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(self._words):
            for word in words if len(words) >= LEAST_WORDS else ():
                self._saying[word].append(number)
        self._traced: set[int] = set()

    def repeating(self, event: Event) -> list[Candidate]:
        """The statements, not traced yet, that repeat an untrusted text and were not said on an earlier day."""
        shared = Counter(number for word in _words(event.text) for number in self._saying.get(word, ()))
        found = sorted(
            number
            for number, count in shared.items()
            if count >= SHARE * len(self._words[number]) and number not in self._traced and self._is_of(number, event)
        )
        self._traced.update(found)
        return [self._candidates[number] for number in found]

    def _is_of(self, number: int, event: Event) -> bool:
        said = self._candidates[number]
        before = said.support.at and event.at and said.support.at.date() < event.at.date()
        return not before and _is_near(fold(said.text), fold(event.text))


def quote(candidate: Candidate, event: Event) -> str:
    """The sentence of the event that is nearest to the candidate: what `why` shows of the chain."""
    text = fold(candidate.text)
    sentences = [one.strip() for one in cut(_SENTENCE, event.text) if one.strip()]
    return max(sentences, key=lambda one: fuzz.token_set_ratio(text, fold(one)), default=event.text)[:400]


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in fold(text).split() if len(word) > 2 and word not in FILLER)


def _is_near(said: str, heard: str) -> bool:
    return fuzz.partial_token_sort_ratio(said, heard, score_cutoff=ALIKE) >= ALIKE or (
        fuzz.partial_ratio(said, heard, score_cutoff=ALIKE) >= ALIKE
    )
