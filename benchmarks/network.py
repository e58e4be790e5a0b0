"""The judge's verdict model as it is trained: scikit-learn's small networks, averaged and rounded to what is shipped.

A single layer of rectified units over the measures. Each of MEMBERS networks starts from another seed; the mean of
their log odds is one network of all their units, which errs less than any of them.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from noctuary.judging.network import PLACES

MEMBERS = 8
UNITS = 32
ALPHA = 0.1
EPOCHS = 25
BATCH = 128
LEAST_SPREAD = 0.2
"""A measure that varies less than this is scaled as if it varied so: what is seldom seen must not be shouted."""
Array = np.ndarray[Any, Any]


class Network(NamedTuple):
    """`hidden` (measures, units) and `out` (units + 1, classes), in 10**-PLACES; `out`'s last row always counts."""

    classes_: Array
    hidden: Array
    out: Array

    def predict_proba(self, x: Array) -> Array:
        """(rows, classes) chances of `x` (rows, measures)."""
        grain = 10.0**-PLACES
        units = np.maximum(x @ (self.hidden * grain), 0.0)
        odds = units @ (self.out[:-1] * grain) + self.out[-1] * grain
        grown = np.exp(odds - odds.max(axis=1, keepdims=True))
        chances: Array = grown / grown.sum(axis=1, keepdims=True)
        return chances


def fit_network(x: Array, labels: Array, weight: Array, bias: int) -> Network:
    """Learns `labels` from `x`; `bias` is the column of `x` that is 1 in every row."""
    spread = np.maximum(x.std(axis=0), LEAST_SPREAD)
    with warnings.catch_warnings():
        # How long to learn was chosen on files nothing was learned from; longer fits the learned ones only.
        warnings.simplefilter("ignore", ConvergenceWarning)
        members = [
            MLPClassifier((UNITS,), alpha=ALPHA, max_iter=EPOCHS, batch_size=BATCH, random_state=seed).fit(
                x / spread, labels, sample_weight=weight
            )
            for seed in range(MEMBERS)
        ]
    hidden = np.hstack([one.coefs_[0] / spread[:, None] for one in members])
    hidden[bias] += np.concatenate([one.intercepts_[0] for one in members])
    out = np.vstack([*(one.coefs_[1] for one in members), sum(one.intercepts_[1] for one in members)]) / MEMBERS
    return Network(members[0].classes_, _rounded(hidden), _rounded(out))


def _rounded(weights: Array) -> Array:
    return np.rint(weights * 10.0**PLACES).astype(np.int64)
