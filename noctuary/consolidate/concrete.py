"""How concrete a statement is, and how new beside what is believed. Two formulas over words; judges no meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from noctuary.model import fold
from noctuary.text.stop_words import FILLER
from noctuary.text.values import code_spans, values

LONG = 12
# A word of more than so many believed statements finds no neighbour: it tells them apart from nothing.
COMMON = 200
NEAREST = 20


def specificity(text: str) -> float:
    """0.5 (1 - 0.5^v) + 0.3 (1 - 0.5^n) + 0.2 min(1, w/12): v values and code spans, n names, w telling words."""
    concrete, names = len(_concrete(text)), len(_names(text))
    length = min(1.0, len(telling(text)) / LONG)
    return 0.5 * (1 - 0.5**concrete) + 0.3 * (1 - 0.5**names) + 0.2 * length


def concepts(text: str) -> int:
    """How many different values, code spans and names a statement holds."""
    return len(_concrete(text)) + len(_names(text))


def telling(text: str) -> frozenset[str]:
    """The different words of a text that are not filler, folded."""
    return frozenset(fold(text).split()) - FILLER


def _concrete(text: str) -> set[str]:
    return {fold(value.text) for value in values(text)} | {fold(text[start:end]) for start, end in code_spans(text)}


def _names(text: str) -> set[str]:
    """Words written large that do not begin the text or a sentence in it, unless all is written large."""
    words = text.split()
    inner = [word.strip("\"'“”„«»()[],;:") for before, word in pairwise(words) if before[-1] not in ".!?:"]
    is_mixed = any(char.islower() for char in text)
    return {fold(word) for word in inner if is_mixed and word[:1].isupper()} - _concrete(text)


def novelties(weighed: Mapping[str, str], believed: Mapping[str, str]) -> dict[str, float]:
    """How new each of `weighed` is, by id: 1 - |shared words| / |all words| with the nearest of `believed` but itself.

    Looked at are the NEAREST that share most of the words few statements have.
    """
    said = {key: telling(text) for key, text in weighed.items()}
    holders = _holders(frozenset().union(*said.values()), believed)
    found = {}
    for key, words in said.items():
        shared: Counter[str] = Counter()
        for word in sorted(words):
            shared.update(holders.get(word, ()))
        near = [other for other, _ in shared.most_common(NEAREST + 1) if other != key]
        found[key] = 1.0 - max((_likeness(words, telling(believed[other])) for other in near), default=0.0)
    return found


def _holders(words: frozenset[str], believed: Mapping[str, str]) -> dict[str, list[str]]:
    """Who holds each of some words, by id; not of words that more than COMMON hold."""
    found: dict[str, list[str]] = {word: [] for word in words}
    for key, text in believed.items() if words else ():
        for word in words.intersection(fold(text).split()):
            found[word].append(key)
    return {word: sorted(some) for word, some in found.items() if len(some) <= COMMON}


def _likeness(one: frozenset[str], two: frozenset[str]) -> float:
    return len(one & two) / len(one | two)
