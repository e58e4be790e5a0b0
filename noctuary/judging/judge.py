"""Judges two short dated statements: one of six verdicts, with slot, both values and the reason in words.

Pure: a verdict depends on the two statements alone. Claims are parsed by `claims`, met by `align`, measured by
`features`; a small network (`network`, trained by `benchmarks/train_judge.py`) weighs the measures and a few
general rules overrule it. It proposes no pairs (`pairs` does) and resolves nothing (`resolve` does).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from noctuary.decisions import Chances, Reader, Verdict, VerdictKind
from noctuary.judging.align import Alignment, align
from noctuary.judging.exchanges import measured
from noctuary.judging.excuses import (
    WEAK,
    are_valued_apart,
    doubts,
    excuse,
    excuse_in,
    is_told_anew,
)
from noctuary.judging.features import features, turn
from noctuary.judging.network import shares
from noctuary.judging.odds import (
    COLUMNS,
    REST,
    chances,
    clashing,
    is_open,
    is_torn,
    raised,
    spread,
    tells_change,
    threshold,
    together,
    told,
    undated,
)
from noctuary.judging.reasons import explain, slot_of
from noctuary.judging.repeats import adds_nothing, is_in_two_words, is_of_another, is_repeated
from noctuary.judging.retire import changes, is_told, refills, retired
from noctuary.judging.weights import CONFLICT_AT
from noctuary.judging.worded_alike import are_opposites, opposed
from noctuary.model import Statement
from noctuary.text.claims import LONGEST, Claim, claim

BATCH = 256
REPLACED, OVERRULED = 0.6, 0.75
SAME = 0.9
RULE_AT = 0.1
NEAR_AT = 0.45
_PRESENT = frozenset(("current", "currently", "present", "presently"))
_REFILLS = frozenset(("now", "switched", "correction", "no_longer"))
_TOO_LONG = Verdict(
    kind="unrelated", reason=f"a text of more than {LONGEST} characters is no one statement", score=0.0
)  # fmt: skip


class Measured(NamedTuple):
    """Two statements, the older first, with all that is measured of them; `is_swapped`: they were given otherwise."""

    sides: tuple[Statement, Statement]
    a: Claim
    b: Claim
    met: Alignment
    found: dict[str, float]
    chance: dict[str, float]
    ruled: str
    is_swapped: bool

    @property
    def is_open(self) -> bool:
        """Whether the measures leave it open what the two are to each other: only then is a reader asked."""
        return is_open(self.chance, self.ruled)


def judge(a: Statement, b: Statement, reader: Reader | None = None) -> Verdict:
    """The verdict on two statements, `a` the older or of the same day; `a_value` is always `a`'s.

    Same-day statements of which neither tells a change are read shorter first, so their verdict does not
    depend on the order they are given in. Where the measures leave a verdict open, `reader` has its say.
    """
    return next(judge_all([(a, b)], reader))


def judge_all(pairs: Sequence[tuple[Statement, Statement]], reader: Reader | None = None) -> Iterator[Verdict]:
    """The verdicts on many pairs, in their order; the reader is asked for a batch of those left open at a time."""
    for start in range(0, len(pairs), BATCH):
        some = [measure(*both) for both in pairs[start : start + BATCH]]
        asked = [one.sides for one in some if reader and one and one.is_open]
        heard = iter(reader.chances_of(asked) if reader and asked else ())
        for one, both in zip(some, pairs[start : start + BATCH], strict=True):
            if one is None:
                yield _TOO_LONG
                continue
            found = _judge(one, next(heard) if reader and one.is_open else None)
            if not found.is_conflict and are_opposites(*both):
                yield opposed(*both)
            else:
                yield _turned(found) if one.is_swapped else found


def measure(a: Statement, b: Statement) -> Measured | None:
    """What is measured of two statements, or None where one is too long to be a statement."""
    if max(len(a.text), len(b.text)) > LONGEST:
        return None
    sides, one, two, met, is_swapped = met_in_order(a, b)
    found = features(one, two, met)
    return Measured(sides, one, two, met, found, chances(found), rule(one, two, met, found), is_swapped)


def met_in_order(a: Statement, b: Statement) -> tuple[tuple[Statement, Statement], Claim, Claim, Alignment, bool]:
    """Two statements in the order they are read in, their claims and how these meet, and whether they were swapped."""
    one, two = claim(a), claim(b)
    if is_swapped := _is_swapped(a, b, one, two):
        a, b, one, two = b, a, two, one
    return (a, b), one, two, align(one, two), is_swapped


def _turned(found: Verdict) -> Verdict:
    ours, theirs = found.a_value, found.b_value
    reason = found.reason.replace(f"{ours} there, {theirs} here", f"{theirs} there, {ours} here")
    return replace(found, a_value=theirs, b_value=ours, reason=reason)


def measures(a: Statement, b: Statement) -> tuple[dict[str, float], dict[str, float], str]:
    """What the two models are trained on: the measures of the pair, those that tell change from clash, the rule.

    ValueError where one is too long to be a statement.
    """
    one = _measured(a, b)
    return one.found, turn(one.a, one.b, one.met), one.ruled


def contributions(a: Statement, b: Statement) -> list[tuple[str, float]]:
    """What moved the model towards its verdict, the largest first: (measure, log odds against the other verdicts).

    Where a rule decided, it comes first with infinite weight, under its name.
    """
    one = _measured(a, b)
    verdict = _judge(one, None)
    column = COLUMNS.index(verdict.kind if verdict.kind in REST else "conflict")
    parts = [
        (name, row[column] - (sum(row) - row[column]) / (len(row) - 1)) for name, row in shares(one.found).items()
    ]  # fmt: skip
    ruled = excuse(one.a, one.b, one.met) or one.ruled
    ranked = sorted(parts, key=lambda share: (-abs(share[1]), share[0]))
    is_overruled = verdict.kind not in REST and ruled not in ("replaced", "denied")
    return [(f"rule: {ruled}", math.inf), *ranked] if ruled and not is_overruled else ranked


def _measured(a: Statement, b: Statement) -> Measured:
    if found := measure(a, b):
        return found
    raise ValueError(f"a text of more than {LONGEST} characters is no one statement")


def rule(a: Claim, b: Claim, met: Alignment, found: dict[str, float] | None = None) -> str:
    """What holds whatever the model says, "" where nothing does.

    "barred": no conflict can be; "unlikely": hardly one; "restated": nor here, `b` tells how `a` came about; "replaced":
    `b` gives another value; "denied": one is the other's negation. `found`: the measures, where they were taken.
    """
    if is_told_anew(a, b, met):
        return "restated"
    if reason := excuse(a, b, met) if found is None else excuse_in(found):
        return "unlikely" if reason in WEAK else "barred"
    if doubts(a, b, met) if found is None else "doubt" in found:
        return ""
    is_refilled = not _REFILLS.isdisjoint(b.cues) and refills(a, b, met)
    is_replaced = is_refilled or retired(a, b, met).is_replaced or changes(a, b, met)
    if _is_denied(a, b, met):
        return "denied"
    return "replaced" if is_replaced and is_told(b) and not _is_apart(a, b, met) else ""


def _is_denied(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether one side is the other word for word, but for one negation, or one in each clause, or "no longer".

    Where both give the same value, "current" may be left over.
    """
    left = {a.tokens[i].text.casefold() for i in met.only_a} | {b.tokens[j].text.casefold() for j in met.only_b}
    is_whole = (not left or (bool(met.equal) and left <= _PRESENT)) and not met.values_a and not met.values_b
    is_alike = is_whole and not met.differing and not met.finer and all(s == 1.0 for _, _, s in met.same)
    is_ended = a.negations == b.negations and ("no_longer" in a.cues) != ("no_longer" in b.cues)
    is_once = a.negations + b.negations == 1 or is_ended or measured(a.text, b.text).is_each_denied
    return is_alike and not (met.opposed or met.rivals or met.siblings) and is_once


def _is_swapped(a: Statement, b: Statement, one: Claim, two: Claim) -> bool:
    if a.said_on is not None and b.said_on is not None and a.said_on != b.said_on:
        return a.said_on > b.said_on
    if tells_change(one) or tells_change(two):
        return False
    return _size(one) > _size(two)


def _size(c: Claim) -> tuple[int, int, str]:
    return len(c.tokens) + len(c.values), len(c.text), c.text


def _judge(one: Measured, heard: Chances | None) -> Verdict:
    _, a, b, met, found, chance, ruled, _ = one
    chance = together(chance, heard) if heard else dict(chance)
    is_change = told(a, b, met, heard)
    out = retired(a, b, met)
    if ruled == "replaced" and chance["conflict"] < RULE_AT:
        ruled = ""
    kind: VerdictKind
    if ruled == "restated":
        chance = spread(chance, 0.0)
    if ruled == "replaced":
        kind, chance = "supersession", raised(chance, OVERRULED if "overruled" in b.cues else REPLACED)
    elif ruled == "denied":
        kind, chance = _conflict(b, is_change), raised(chance, REPLACED)
    elif clashing(chance["conflict"], a, b, found) >= threshold(a, b, found, ruled) or is_torn(chance, a, b, ruled):
        kind = _conflict(b, is_change)
    else:
        is_two = out.named or is_empty(a) or is_empty(b) or "excuse_named" in found or are_valued_apart(a, b, met)
        is_two = is_two or _shares_nothing(met, found) or is_of_another(a, b, met)
        is_likelier_clash = chance["duplicate"] < chance["conflict"]
        barred = ("refinement", "duplicate") if is_two else ("duplicate",) if is_likelier_clash else ()
        rest = [k for k in REST if k not in barred]
        kind = max(rest, key=lambda k: (chance[k], -REST.index(k)))
    said_again = chance["duplicate"] + chance["refinement"]
    if kind in ("duplicate", "refinement") and said_again >= chance["conflict"] and adds_nothing(a, b, met):
        kind, chance["duplicate"] = "duplicate", said_again
    if is_repeated(a.text, b.text) or is_in_two_words(a, b):
        kind = "duplicate"
        chance["duplicate"] = max(chance["duplicate"], SAME)
    score = chance[kind if kind in REST else "conflict"]
    if kind not in REST and ruled != "replaced":
        score = undated(clashing(score, a, b, found), a, b, found)
    clash = 0.0 if kind in REST else score
    if kind == "supersession" and ruled != "replaced":
        score *= is_change if score > CONFLICT_AT else 1.0
    slot, a_value, b_value = slot_of(a, b, met, kind)
    return Verdict(
        kind=kind, reason=explain(kind, a, b, met, slot, a_value, b_value),
        score=round(score, 4), slot=slot, a_value=a_value, b_value=b_value, clash=round(clash, 4),
        heard=round(heard.conflict, 4) if heard else 0.0,
    )  # fmt: skip


def is_empty(c: Claim) -> bool:
    """Whether a claim has neither a telling word nor a value."""
    return not c.tokens and not c.values


def _shares_nothing(met: Alignment, found: dict[str, float]) -> bool:
    """Whether no word or value meets, and the texts are not near in meaning: of chance pairs nearly all are like that."""
    return "doubt_apart" in found and not (met.equal or met.finer) and found.get("like", 0.0) < NEAR_AT


def _is_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether the two speak of different places or siblings of one series."""
    mine, other = dict(a.qualifiers), dict(b.qualifiers)
    return bool(met.siblings) or mine.get("environment", "") != other.get("environment", mine.get("environment", ""))


def _conflict(b: Claim, is_change: float) -> VerdictKind:
    return "supersession" if is_change > 0.5 or "correction" in b.cues else "contradiction"
