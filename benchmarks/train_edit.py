"""Trains the edit model: which exchanged words make a conflict of two texts that run mostly alike.

It learns from half of each public set (the groups whose hash is even), so that the other half stays unseen, and from
natural statements that share a frame and contradict nothing. SICK, ScoNe and LoCoMo are never learned from.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.judgement.sets import PUBLIC, LabelledPair, wikifactcheck_rows
from noctuary.judging.exchanges import Measured, measured
from noctuary.judging.find import pairs
from noctuary.judging.judge import measures
from noctuary.model import Statement

SETS = {
    "breaking_nli": 300, "wikifactcheck": 300, "semantoneg": 200, "fever_symmetric": 50, "negation_snli": 50,
    "negation_mnli": 50, "negation_rte": 50, "med": 50,
}  # fmt: skip
"""The sets learned from, and how much each weighs as a whole, in labelled pairs."""

MOST = 2400
CALM = 60
CAPTIONS = 60
SENTENCES = 3600
SEED = 5
BARRED = ("barred", "unlikely")
C = 2.0
Array = np.ndarray[Any, Any]


class Learned(NamedTuple):
    """A public pair with its edit, its measures (without the edit model's word), the rule's word, and its label."""

    edit: Measured
    row: tuple[dict[str, float], dict[str, float], str]
    is_conflict: bool


def is_learned(pair: LabelledPair) -> bool:
    """Whether a pair of one of SETS belongs to the half that is learned from."""
    return is_learned_group(pair.group)


def is_learned_group(group: str) -> bool:
    """Whether what a pair was made from belongs to the half that is learned from."""
    return zlib.crc32(group.encode()) % 2 == 0


def public(name: str) -> list[Learned]:
    """The learned half of a public set, at most MOST pairs drawn by seed."""
    known = [pair for pair in PUBLIC[name]() if is_learned(pair)]
    random.Random(SEED).shuffle(known)
    return [learned(pair.a, pair.b, pair.is_conflict) for pair in known[:MOST]]


def sentences() -> list[Learned]:
    """Proposed pairs of encyclopaedia sentences: no two were written to conflict."""
    drawn = [one for one, _ in wikifactcheck_rows() if is_learned_group(one)]
    random.Random(SEED).shuffle(drawn)
    said = [Statement(text=text) for text in drawn[:SENTENCES]]
    return [learned(said[i], said[j], False) for i, j in pairs(said, set(range(len(said))))]


def captions() -> list[Learned]:
    """Proposed pairs of captions of different pictures (Breaking NLI's premises): no two speak of the same people."""
    drawn = sorted({pair.a.text for pair in PUBLIC["breaking_nli"]() if is_learned(pair)})
    random.Random(SEED).shuffle(drawn)
    said = [Statement(text=text) for text in drawn]
    return [learned(said[i], said[j], False) for i, j in pairs(said, set(range(len(said))))]


def learned(a: Statement, b: Statement, is_conflict: bool) -> Learned:
    """A pair measured."""
    return Learned(measured(a.text, b.text), measures(a, b), is_conflict)


def fit_edit(
    known: dict[str, list[Learned]], calm: Sequence[Learned], strangers: Sequence[Learned] = ()
) -> dict[str, float]:
    """The edit model's weights by measure name, "bias" included; of `calm` and `strangers` no pair is a conflict."""
    rows: list[Measured] = []
    labels: list[bool] = []
    weights: list[float] = []
    shares = [(known[name], SETS[name]) for name in known]
    for some, share in [*shares, (strangers, CAPTIONS), ([one for one in calm if one.row[2] not in BARRED], CALM)]:
        close = [one for one in some if one.edit.is_close and not one.edit.is_other and one.row[2] not in BARRED]
        rows += [one.edit for one in close]
        labels += [one.is_conflict for one in close]
        weights += [share / max(1, len(close))] * len(close)
    names = sorted({name for row in rows for name in row.numbers})
    x = np.array([[row.numbers.get(name, 0.0) for name in names] for row in rows])
    model = LogisticRegression(C=C, max_iter=3000).fit(x, np.array(labels), sample_weight=np.array(weights))
    found = dict(zip(names, (round(float(w), 3) for w in model.coef_[0]), strict=True))
    return {name: w for name, w in found.items() if w} | {"bias": round(float(model.intercept_[0]), 3)}
