"""Weights and threshold of the promotion score from a human's own decisions. Pure sums; reads and keeps nothing.

A logistic model over the named signals whose prior is the weights in force: with few decisions it stays near them, and
what no decision speaks of keeps its weight. It moves the score alone. Trust, taint, secrets, one voice and what stands
alone are gates of `consolidate.promote`, which no weight opens.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec.structs import asdict, replace

from noctuary.consolidate.policy import SIGNALS, WEIGHTS, PromotePolicy
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.model import Learned, Value

Decisions = Sequence[tuple[Signals, bool]]

LEAST = 12
LEAST_OF_EACH = 3
# How many units of log-odds a whole score is worth before anything is learned, and how far (standard deviation, in
# log-odds) a weight may stray from the one in force before the decisions must insist.
STEEPNESS = 10.0
STRAY = 1.5
_NAMES = ("bias", *SIGNALS)
_STEPS = 50
_FOLDS = 10


class Measured(Value, frozen=True, omit_defaults=False):
    """Of `kept` statements that a rule would have kept, `right` the human kept too, of `wanted` in all."""

    right: int
    kept: int
    wanted: int

    @property
    def precision(self) -> float:
        return self.right / self.kept if self.kept else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.kept + self.wanted) if self.kept + self.wanted else 0.0


def applied(policy: PromotePolicy, learned: Learned | None) -> PromotePolicy:
    """The policy with what was learned, where it stands at our own weights; a table or preset of the user's wins."""
    if learned is None or not may_learn(policy):
        return policy
    own = policy.min_score != PromotePolicy().min_score
    least = policy.min_score if own else learned.min_score
    return replace(policy, weights=learned.weights, min_score=least)


def may_learn(policy: PromotePolicy) -> bool:
    """Whether a policy leaves its weights to us, and so to learning."""
    return policy.policy == "noctuary" and policy.weights == WEIGHTS


def lacking(decisions: Decisions) -> str:
    """Why there is too little to learn from, in words; "" where there is enough."""
    kept = sum(is_kept for _, is_kept in decisions)
    if len(decisions) >= LEAST and min(kept, len(decisions) - kept) >= LEAST_OF_EACH:
        return ""
    return (
        f"{len(decisions)} decisions, {kept} for and {len(decisions) - kept} against; "
        f"learning takes {LEAST}, at least {LEAST_OF_EACH} of each"
    )


def fitted(decisions: Decisions, policy: PromotePolicy) -> PromotePolicy:
    """The policy with the weights and `min_score` that fit the decisions best, shrunk towards its own.

    The posterior's one maximum, by Newton's steps. Weights have 3 places, so that no machine's last bit shows.
    """
    rows = [[1.0, *(asdict(signals)[name] for name in SIGNALS)] for signals, _ in decisions]
    wanted = [float(is_kept) for _, is_kept in decisions]
    prior = _prior(policy)
    found = list(prior)
    for _ in range(_STEPS):
        step = _solved(*_newton(rows, wanted, found, prior))
        found = [value - change for value, change in zip(found, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    size = sum(abs(value) for value in found[1:]) or 1.0
    weights = {name: round(value / size, 3) for name, value in zip(SIGNALS, found[1:], strict=True)}
    least = min(1.0, max(0.0, round(-found[0] / size, 3)))
    return replace(policy, weights={k: w for k, w in weights.items() if w}, min_score=least)


def _prior(policy: PromotePolicy) -> list[float]:
    size = sum(abs(weight) for weight in policy.weights.values()) or 1.0
    return [-STEEPNESS * policy.min_score, *(STEEPNESS * policy.weights.get(name, 0.0) / size for name in SIGNALS)]


def _newton(
    rows: Sequence[Sequence[float]], wanted: Sequence[float], at: Sequence[float], prior: Sequence[float]
) -> tuple[list[list[float]], list[float]]:
    """(curvature, slope) of the penalised log-loss at a point."""
    size = range(len(at))
    chances = [1 / (1 + math.exp(-max(-30.0, min(30.0, _dot(row, at))))) for row in rows]
    slope = [
        (at[i] - prior[i]) / STRAY**2
        + math.fsum((p - y) * row[i] for p, y, row in zip(chances, wanted, rows, strict=True))
        for i in size
    ]
    spread = [p * (1 - p) for p in chances]
    curvature = [
        [
            (1 / STRAY**2 if i == j else 0.0)
            + math.fsum(s * row[i] * row[j] for s, row in zip(spread, rows, strict=True))
            for j in size
        ]
        for i in size
    ]
    return curvature, slope


def _dot(row: Sequence[float], at: Sequence[float]) -> float:
    return math.fsum(x * w for x, w in zip(row, at, strict=True))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """x of matrix·x = right, the matrix symmetric and positive: by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, row in enumerate(rows):
        for below in rows[i + 1 :]:
            share = below[i] / row[i]
            below[:] = [b - share * a for a, b in zip(row, below, strict=True)]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = math.fsum(rows[i][j] * found[j] for j in range(i + 1, len(rows)))
        found[i] = (rows[i][-1] - known) / rows[i][i]
    return found


def measured(decisions: Decisions, rule: Callable[[int], PromotePolicy]) -> Measured:
    """How a rule, one for each decision's position, would have decided."""
    said = [score(signals, one := rule(at)) >= one.min_score for at, (signals, _) in enumerate(decisions)]
    pairs = list(zip(said, (is_kept for _, is_kept in decisions), strict=True))
    return Measured(
        right=sum(yes and kept for yes, kept in pairs),
        kept=sum(yes for yes, _ in pairs),
        wanted=sum(kept for _, kept in pairs),
    )


def held_out(decisions: Decisions, policy: PromotePolicy) -> Measured:
    """How weights learned from the other folds decide each tenth of the decisions."""
    folds = min(_FOLDS, len(decisions))
    rules = [fitted([one for at, one in enumerate(decisions) if at % folds != fold], policy) for fold in range(folds)]
    return measured(decisions, lambda at: rules[at % folds])
