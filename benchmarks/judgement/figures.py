"""Figures with their 95 % intervals, over arrays. Reads nothing and prints nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
Z = 1.959964
DRAWS = 1000
SEED = 20260312


class Rate(NamedTuple):
    """A share in [0, 1] and its 95 % interval. All are NaN where there is nothing to count."""

    value: float
    low: float
    high: float


class Figures(NamedTuple):
    """How well one rule finds conflicts: pairs, true conflicts, what it said, and the three rates."""

    pairs: int
    conflicts: int
    said: int
    hits: int
    precision: Rate
    recall: Rate
    f1: Rate


def wilson(hits: int, of: int) -> Rate:
    """`hits` of `of` with the Wilson score interval (Wilson 1927)."""
    if not of:
        return Rate(math.nan, math.nan, math.nan)
    share, square = hits / of, Z * Z / of
    middle = (share + square / 2) / (1 + square)
    spread = Z * math.sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return Rate(share, max(0.0, middle - spread), min(1.0, middle + spread))


def f1_of(hits: Any, said: Any, true: Any) -> Any:
    """2·hits / (said + true), elementwise; 0 where both are empty."""
    return 2 * hits / np.maximum(1, np.asarray(said) + true)


def conflict_figures(
    truth: Sequence[bool] | Array, said: Sequence[bool] | Array, groups: Sequence[str] = ()
) -> Figures:
    """Precision, recall and F1 of `said` against `truth`, each of length n.

    The F1 interval is a percentile bootstrap that draws whole `groups` (pairs made from one source sentence),
    single pairs where no groups are given.
    """
    true, told = np.asarray(truth, dtype=bool), np.asarray(said, dtype=bool)
    cells = np.stack([true & told, told, true], axis=1).astype(np.int64)
    hits, spoken, wanted = (int(count) for count in cells.sum(axis=0))
    return Figures(
        len(true), wanted, spoken, hits, wilson(hits, spoken), wilson(hits, wanted), _f1(cells, list(groups))
    )


def _f1(cells: Array, groups: list[str]) -> Rate:
    if not len(cells):
        return Rate(math.nan, math.nan, math.nan)
    value = float(f1_of(*cells.sum(axis=0)))
    rng = np.random.default_rng(SEED)
    if groups:
        _, index = np.unique(np.array(groups), return_inverse=True)
        blocks = np.zeros((index.max() + 1, 3), dtype=np.int64)
        np.add.at(blocks, index, cells)
    else:
        blocks = cells
    kinds, count = np.unique(blocks, axis=0, return_counts=True)
    drawn = rng.multinomial(len(blocks), count / len(blocks), size=DRAWS) @ kinds
    low, high = np.quantile(f1_of(drawn[:, 0], drawn[:, 1], drawn[:, 2]), [0.025, 0.975])
    return Rate(value, float(low), float(high))


def best_threshold(truth: Sequence[bool] | Array, scores: Array) -> float:
    """The score at or above which F1 is highest: an oracle, since it has read the labels."""
    true = np.asarray(truth, dtype=bool)
    order = np.argsort(-scores, kind="stable")
    hits, said = np.cumsum(true[order]), np.arange(1, len(true) + 1)
    is_last = np.append(np.diff(scores[order]) != 0, True)
    f1 = np.where(is_last, f1_of(hits, said, int(true.sum())), -1.0)
    return float(scores[order][int(f1.argmax())])


class Bin(NamedTuple):
    """One bin of a reliability table: its bounds, how many pairs, mean probability, share that was true."""

    low: float
    high: float
    pairs: int
    said: float
    true: float


def reliability(truth: Array, chance: Array, bins: int = 10) -> list[Bin]:
    """Equal-width bins of probability; empty ones are left out."""
    at = np.minimum((chance * bins).astype(int), bins - 1)
    rows = [(k, at == k) for k in range(bins)]
    return [
        Bin(k / bins, (k + 1) / bins, int(m.sum()), float(chance[m].mean()), float(truth[m].mean()))
        for k, m in rows
        if m.any()
    ]


def ece(truth: Array, chance: Array) -> float:
    """Expected calibration error over ten equal-width bins."""
    return sum(b.pairs * abs(b.said - b.true) for b in reliability(truth, chance)) / max(1, len(truth))


def brier(truth: Array, chance: Array) -> float:
    """Mean squared difference of probability and outcome."""
    return float(np.mean((chance - truth) ** 2)) if len(truth) else math.nan
