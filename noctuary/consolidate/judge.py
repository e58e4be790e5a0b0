"""Judges two short dated statements: one of six verdicts, with slot, both values and the reason in words.

Pure: a verdict depends on the two statements alone. Claims are parsed by `claims`, met by `align`, measured by
`features`; a small linear model (`weights`, trained by `benchmarks/train_judge.py`) weighs the measures and a
few general rules overrule it. It proposes no pairs (`pairs` does) and resolves nothing (`resolve` does).
"""

from __future__ import annotations

import math

from noctuary.consolidate.align import Alignment, align
from noctuary.consolidate.claims import Claim, claim
from noctuary.consolidate.features import features, turn
from noctuary.consolidate.reasons import explain, slot_of
from noctuary.consolidate.weights import CONFLICT_AT, TURN, WEIGHTS
from noctuary.decisions import Verdict, VerdictKind
from noctuary.model import Statement, fold

REST: tuple[VerdictKind, ...] = ("duplicate", "refinement", "compatible", "unrelated")
COLUMNS = ("conflict", *REST)
_UNTOLD = ("question", "hypothesis", "quotation")


def judge(a: Statement, b: Statement) -> Verdict:
    """The verdict on two statements, `a` the older or of the same day; `a_value` is always `a`'s.

    Same-day statements of which neither tells a change are read shorter first, so their verdict does not
    depend on the order they are given in.
    """
    one, two = claim(a), claim(b)
    if _is_swapped(a, b, one, two):
        found = _judge(two, one)
        return Verdict(
            kind=found.kind, reason=found.reason, score=found.score, slot=found.slot,
            a_value=found.b_value, b_value=found.a_value,
        )  # fmt: skip
    return _judge(one, two)


def measures(a: Statement, b: Statement) -> tuple[dict[str, float], dict[str, float]]:
    """What the two models are trained on: the measures of the pair, and those that tell change from clash."""
    one, two = claim(a), claim(b)
    if _is_swapped(a, b, one, two):
        one, two = two, one
    met = align(one, two)
    return features(one, two, met), turn(one, two, met)


def _is_swapped(a: Statement, b: Statement, one: Claim, two: Claim) -> bool:
    if a.said_on is not None and b.said_on is not None and a.said_on != b.said_on:
        return a.said_on > b.said_on
    if _tells_change(one) or _tells_change(two):
        return False
    return _size(one) > _size(two)


def _size(c: Claim) -> tuple[int, int, str]:
    return len(c.tokens) + len(c.values), len(c.text), c.text


_TELLING = frozenset(("correction", "no_longer", "switched", "amount", "ended", "moved_time", "now"))


def _tells_change(c: Claim) -> bool:
    return not _TELLING.isdisjoint(c.cues)


def _judge(a: Claim, b: Claim) -> Verdict:
    met = align(a, b)
    chance = chances(features(a, b, met))
    is_conflict = chance["conflict"] >= CONFLICT_AT and not _is_excused(a, b, met)
    kind = _conflict(a, b, met) if is_conflict else max(REST, key=lambda k: (chance[k], -REST.index(k)))
    if fold(a.text) == fold(b.text):
        kind = "duplicate"
    slot, a_value, b_value = slot_of(a, b, met, kind)
    return Verdict(
        kind=kind, reason=explain(kind, a, b, met, slot, a_value, b_value),
        score=round(chance[kind if kind in REST else "conflict"], 4), slot=slot, a_value=a_value, b_value=b_value,
    )  # fmt: skip


def _conflict(a: Claim, b: Claim, met: Alignment) -> VerdictKind:
    told = sum(TURN.get(name, 0.0) * value for name, value in turn(a, b, met).items())
    return "supersession" if told > 0 or "correction" in b.cues else "contradiction"


def chances(measured: dict[str, float]) -> dict[str, float]:
    """The model's probability of each of `COLUMNS`, summing to 1."""
    c = d = r = k = u = 0.0
    for name, value in measured.items():
        if (row := WEIGHTS.get(name)) is not None:
            c, d, r = c + row[0] * value, d + row[1] * value, r + row[2] * value
            k, u = k + row[3] * value, u + row[4] * value
    raw = (c, d, r, k, u)
    top = max(raw)
    grown = [math.exp(value - top) for value in raw]
    return {kind: value / sum(grown) for kind, value in zip(COLUMNS, grown, strict=True)}


def _is_excused(a: Claim, b: Claim, met: Alignment) -> bool:
    """General reasons why two statements cannot be in conflict, whatever the model says."""
    is_untold = a.status in _UNTOLD or b.status in _UNTOLD
    has_nothing = not met.same and not met.rivals and not met.opposed
    return is_untold or has_nothing
