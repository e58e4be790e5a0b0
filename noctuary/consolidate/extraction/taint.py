"""Follows untrusted text into what agents say: what an agent took over from a fetched page is the page's.

Pure: remembers a bounded number of untrusted texts of the session at hand and compares words. Judges no truth.
"""

from __future__ import annotations

import re
from collections import deque

from rapidfuzz import fuzz

from noctuary.consolidate.near import FILLER
from noctuary.model import Candidate, Event, fold

MOST_HEARD = 64
LEAST_WORDS = 3
SHARE = 0.8
ALIKE = 75.0
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")


class Heard:
    """The untrusted texts a session has brought in so far, newest last; a new session begins with none."""

    def __init__(self) -> None:
        self._session = ""
        self._events: deque[tuple[Event, frozenset[str]]] = deque(maxlen=MOST_HEARD)

    def listen(self, event: Event) -> None:
        """Remember an event if its text came from outside the machine."""
        if event.session != self._session:
            self._session = event.session
            self._events.clear()
        if event.role == "tool" and event.trust == "untrusted":
            self._events.append((event, _words(event.text)))

    def origin(self, candidate: Candidate) -> Event | None:
        """The untrusted event whose words an agent's statement repeats, or None."""
        if candidate.support.trust != "agent":
            return None
        said = _words(candidate.text)
        if len(said) < LEAST_WORDS:
            return None
        for event, words in reversed(self._events):
            if len(said & words) >= SHARE * len(said) and _is_near(candidate.text, event.text):
                return event
        return None


def quote(candidate: Candidate, event: Event) -> str:
    """The sentence of the event that is nearest to the candidate: what `why` shows of the chain."""
    text = fold(candidate.text)
    sentences = [one.strip() for one in _SENTENCE.split(event.text) if one.strip()]
    return max(sentences, key=lambda one: fuzz.token_set_ratio(text, fold(one)), default=event.text)[:400]


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in fold(text).split() if len(word) > 2 and word not in FILLER)


def _is_near(said: str, heard: str) -> bool:
    return fuzz.partial_token_sort_ratio(fold(said), fold(heard), score_cutoff=ALIKE) >= ALIKE or (
        fuzz.partial_ratio(fold(said), fold(heard), score_cutoff=ALIKE) >= ALIKE
    )
