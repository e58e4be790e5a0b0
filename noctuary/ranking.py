"""How lists of what was found become one answer: reciprocal ranks, what bends them, what stands above what. Pure.

Every list counts wherever another found something, too. The amounts below are small by choice and none was tuned by
itself; what a change of one does is shown by `python -m benchmarks.search locomo --try NAME=VALUE`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from noctuary.model import Trust, Value, fold

RRF_K = 10
"""60, the usual one, loses to words alone on LoCoMo; 10 wins by five points."""
TRUSTED: Mapping[Trust, float] = {"human": 1.0, "agent": 0.98, "tool": 0.85, "untrusted": 0.7}
"""What an answer is worth by who said it."""
UNBELIEVED = 0.9
"""What was only read, or waits to be believed, besides what is believed: of equals the believed one is first, and
nothing that fits clearly better is held back."""
DOUBTFUL = 0.1
"""The most that fading takes from a believed fact."""
RECENT, RECENT_DAYS = 0.04, 30.0
"""The most that age takes, and the days after which half of that is taken."""
WEAK = 0.3
"""An answer below this holds too little of the question (seed row KG-073)."""
ALIKE, SAME = 0.5, 0.9
"""Shares of words in common: above ALIKE two statements are of one thing, above SAME they are one hit."""
SHARED, LEAST_SHARED, NEARLY = 0.75, 2, 0.6
"""Two also answer the same where the later one holds this share of the question's words that the earlier one holds, at
least so many, and has this share of its score: then the later one stands first."""


class Part(Value, frozen=True):
    """What one list or one amount gave a hit."""

    name: str
    value: float
    rank: int = 0


def fused(
    words: Sequence[tuple[str, float]], near: Sequence[tuple[str, float]], k: int = RRF_K
) -> list[tuple[str, float]]:
    """Two rankings of (id, score in [0, 1]) as one, by reciprocal ranks 1/(k + rank), rank from 1.

    The score is the mean of the normalised rank sum and the better of the two scores, in [0, 1].
    """
    ranks: dict[str, float] = {}
    evidence: dict[str, float] = {}
    for ranking in (words, near):
        for rank, (match_id, score) in enumerate(ranking, 1):
            ranks[match_id] = ranks.get(match_id, 0.0) + 1 / (k + rank)
            evidence[match_id] = max(evidence.get(match_id, 0.0), score)
    most = 2 / (k + 1)
    scores = [(found, round((ranks[found] / most + min(1.0, evidence[found])) / 2, 4)) for found in ranks]
    return sorted(scores, key=lambda pair: (-pair[1], pair[0]))


def bends(
    trust: Trust, is_believed: bool, worth: float, at: dt.datetime | None, latest: dt.datetime | None
) -> tuple[Part, ...]:
    """The factors by which a hit's score is bent: by trust, belief, what is left of its confidence, and age.

    `worth` is the share of a fact's confidence that is left; age is counted from the latest thing found.
    """
    days = max(0.0, (latest - at) / dt.timedelta(days=1)) if at and latest else 0.0
    found = (
        Part(name="trust", value=TRUSTED[trust]),
        Part(name="belief", value=1.0 if is_believed else UNBELIEVED),
        Part(name="confidence", value=round(1.0 - DOUBTFUL * (1.0 - min(1.0, worth)), 4)),
        Part(name="recency", value=round(1.0 - RECENT * (1.0 - 2.0 ** (-days / RECENT_DAYS)), 4)),
    )
    return tuple(part for part in found if part.value != 1.0)


def words_of(text: str) -> frozenset[str]:
    """The words by which two hits are compared."""
    return frozenset(fold(text).split())


def held(wanted: Sequence[str], text: str) -> frozenset[str]:
    """Which of some words a text holds, by their beginnings, as nobody asks in the very form that was written."""
    words = f" {fold(text)}"
    return frozenset(word for word in wanted if f" {word[: max(3, -(-len(word) * 7 // 10))]}" in words)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words two texts have in common (Jaccard)."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


class Stated(Value, frozen=True):
    """A hit as it is compared: its words, which words of the question it holds, its score, and when it was said (s)."""

    words: frozenset[str]
    held: frozenset[str]
    score: float
    at: float


def newest_first(order: Sequence[str], hits: Mapping[str, Stated]) -> list[str]:
    """The order with what tells the same thing of another day behind the later telling of it.

    Each may go up to the place of the best that is older and answers the same, so that a value that was replaced is not
    read before the one that replaced it, whether or not a night has seen that it was.
    """
    placed: list[str] = []
    for key in order:
        older = (place for place, other in enumerate(placed) if _tells_later(hits[key], hits[other]))
        placed.insert(next(older, len(placed)), key)
    return placed


def _tells_later(one: Stated, other: Stated) -> bool:
    """Whether `one` was said after `other` and answers the question by the same words, nearly as well."""
    if not one.at > other.at > 0.0 or one.score < NEARLY * other.score:
        return False
    both = len(one.held & other.held)
    is_same = both >= LEAST_SHARED and both >= SHARED * len(other.held)
    return is_same or likeness(one.words, other.words) >= ALIKE


def packed(costs: Iterable[tuple[str, int]], budget: int) -> list[str]:
    """The ids that fit a budget of tokens, in their order; what is too long is passed over for what fits."""
    kept: list[str] = []
    left = budget
    for key, cost in costs:
        if cost <= left:
            kept.append(key)
            left -= cost
    return kept


def tokens(text: str) -> int:
    """About how many tokens a text costs: four characters each, rounded up."""
    return -(-len(text) // 4)
