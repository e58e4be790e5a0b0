"""Which of many texts share words with one: what is worth the judge. Judges nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from noctuary.index.search import unspaced
from noctuary.index.stopwords import STOP_WORDS

LIKEST = 20
"""So many are held against a statement, those that share most words with it: a bound on work alone."""
_STEM = 4
"""Letters of a word that its forms share ("retry", "retries")."""


class Gone:
    """Folded texts, by id, filed by the beginnings of their words."""

    def __init__(self, folded: Iterable[tuple[str, str]]) -> None:
        self._filed: defaultdict[str, list[str]] = defaultdict(list)
        self._sizes: dict[str, int] = {}
        for key, text in folded:
            words = _words(text)
            self._sizes[key] = len(words)
            for word in words:
                self._filed[word].append(key)

    def likest(self, folded: str) -> list[str]:
        """The ids of those that share half of the shorter one's words with a text, those with most of them first."""
        words = _words(folded)
        met = Counter(key for word in words for key in self._filed.get(word, ()))
        near = [(-count, key) for key, count in met.items() if 2 * count >= min(len(words), self._sizes[key])]
        return [key for _, key in sorted(near)[:LIKEST]]


def _words(folded: str) -> set[str]:
    words = {*folded.split(), *unspaced(folded).split()}
    return {word if word.isdigit() else word[:_STEM] for word in words - STOP_WORDS or words}
