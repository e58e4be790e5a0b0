"""Judges two short dated statements: one of six verdicts, with slot, both values and the reason in words.

Pure: a verdict depends on the two statements alone. Claims are parsed by `claims`, met by `align`, measured by
`features`; a small linear model (`weights`, trained by `benchmarks/train_judge.py`) weighs the measures and a
few general rules overrule it. It proposes no pairs (`pairs` does) and resolves nothing (`resolve` does).
"""

from __future__ import annotations

import math

from noctuary.consolidate.judging.align import Alignment, align
from noctuary.consolidate.judging.claims import Claim, claim
from noctuary.consolidate.judging.exchanges import measured
from noctuary.consolidate.judging.excuses import WEAK, are_valued_apart, doubts, excuse, is_named_apart, is_told_anew
from noctuary.consolidate.judging.features import features, turn
from noctuary.consolidate.judging.reasons import explain, slot_of
from noctuary.consolidate.judging.repeats import adds_nothing, is_repeated
from noctuary.consolidate.judging.retire import changes, is_told, refills, retired
from noctuary.consolidate.judging.weights import CONFLICT_AT, TURN, WEIGHTS
from noctuary.decisions import Verdict, VerdictKind
from noctuary.model import Statement

REST: tuple[VerdictKind, ...] = ("duplicate", "refinement", "compatible", "unrelated")
COLUMNS = ("conflict", *REST)
REPLACED, OVERRULED = 0.6, 0.75
SAME = 0.9
UNDATED_AT = 0.9
TOLD_AT = 0.7
CLOSE_AT = 0.42
BEINGS_AT = 0.6
CLOSE_ODDS = 0.45
UNDATED_ODDS = 0.25
_NEVER = 2.0
RULE_AT = 0.1
UNLIKELY_AT = 0.7
NEAR_AT = 0.45
_PRESENT = frozenset(("current", "currently", "present", "presently"))
_REFILLS = frozenset(("now", "switched", "correction", "no_longer"))


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
            a_value=found.b_value, b_value=found.a_value, clash=found.clash,
        )  # fmt: skip
    return _judge(one, two)


def measures(a: Statement, b: Statement) -> tuple[dict[str, float], dict[str, float], str]:
    """What the two models are trained on: the measures of the pair, those that tell change from clash, the rule."""
    one, two = claim(a), claim(b)
    if _is_swapped(a, b, one, two):
        one, two = two, one
    met = align(one, two)
    return features(one, two, met), turn(one, two, met), rule(one, two, met)


def contributions(a: Statement, b: Statement) -> list[tuple[str, float]]:
    """What moved the model towards its verdict, the largest first: (measure, log odds against the other verdicts).

    Where a rule decided, it comes first with infinite weight, under its name.
    """
    one, two = claim(a), claim(b)
    if _is_swapped(a, b, one, two):
        one, two = two, one
    found, met = features(one, two, align(one, two)), align(one, two)
    verdict = _judge(one, two)
    column = COLUMNS.index(verdict.kind if verdict.kind in REST else "conflict")
    shares = [
        (name, value * (row[column] - (sum(row) - row[column]) / (len(row) - 1)))
        for name, value in found.items() if (row := WEIGHTS.get(name)) is not None
    ]  # fmt: skip
    ruled = excuse(one, two, met) or rule(one, two, met)
    ranked = sorted(shares, key=lambda share: (-abs(share[1]), share[0]))
    is_overruled = verdict.kind not in REST and ruled not in ("replaced", "denied")
    return [(f"rule: {ruled}", math.inf), *ranked] if ruled and not is_overruled else ranked


def rule(a: Claim, b: Claim, met: Alignment, *, is_doubtful: bool | None = None) -> str:
    """What holds whatever the model says, "" where nothing does.

    "barred": no conflict can be; "unlikely": hardly one; "restated": nor here, `b` tells how `a` came about; "replaced": `b` gives another value;
    "denied": one is the other's negation. `is_doubtful`: whether anything speaks against a conflict, where it is known.
    """
    if is_told_anew(a, b, met):
        return "restated"
    if reason := excuse(a, b, met):
        return "unlikely" if reason in WEAK else "barred"
    if doubts(a, b, met) if is_doubtful is None else is_doubtful:
        return ""
    is_refilled = not _REFILLS.isdisjoint(b.cues) and refills(a, b, met)
    is_replaced = is_refilled or retired(a, b, met).is_replaced or changes(a, b, met)
    if _is_denied(a, b, met):
        return "denied"
    return "replaced" if is_replaced and is_told(b) and not _is_apart(a, b, met) else ""


def _is_denied(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether one side is the other word for word, but for one negation, or one in each clause.

    Where both give the same value, "current" may be left over.
    """
    left = {a.tokens[i].text.casefold() for i in met.only_a} | {b.tokens[j].text.casefold() for j in met.only_b}
    is_whole = (not left or (bool(met.equal) and left <= _PRESENT)) and not met.values_a and not met.values_b
    is_alike = is_whole and not met.differing and not met.finer and all(s == 1.0 for _, _, s in met.same)
    is_once = a.negations + b.negations == 1 or measured(a.text, b.text).is_each_denied
    return is_alike and not (met.opposed or met.rivals or met.siblings) and is_once


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
    found = features(a, b, met)
    chance = chances(found)
    out = retired(a, b, met)
    ruled = rule(a, b, met, is_doubtful="doubt" in found)
    if ruled == "replaced" and chance["conflict"] < RULE_AT:
        ruled = ""
    kind: VerdictKind
    if ruled == "restated":
        chance = _spread(chance, 0.0)
    if ruled == "replaced":
        kind, chance = "supersession", _raised(chance, OVERRULED if "overruled" in b.cues else REPLACED)
    elif ruled == "denied":
        kind, chance = _conflict(a, b, met), _raised(chance, REPLACED)
    elif _clashing(chance["conflict"], a, b, found) >= _threshold(a, b, found, ruled):
        kind = _conflict(a, b, met)
    else:
        is_two = out.named or _is_empty(a) or _is_empty(b) or is_named_apart(a, b, met) or are_valued_apart(a, b, met)
        is_two = is_two or _shares_nothing(met, found)
        is_likelier_clash = chance["duplicate"] < chance["conflict"]
        barred = ("refinement", "duplicate") if is_two else ("duplicate",) if is_likelier_clash else ()
        rest = [k for k in REST if k not in barred]
        kind = max(rest, key=lambda k: (chance[k], -REST.index(k)))
    said_again = chance["duplicate"] + chance["refinement"]
    if kind in ("duplicate", "refinement") and said_again >= chance["conflict"] and adds_nothing(a, b, met):
        kind, chance["duplicate"] = "duplicate", said_again
    if is_repeated(a.text, b.text):
        kind = "duplicate"
        chance["duplicate"] = max(chance["duplicate"], SAME)
    score = chance[kind if kind in REST else "conflict"]
    if kind not in REST and ruled != "replaced":
        score = _undated(_clashing(score, a, b, found), a, b, found)
    clash = 0.0 if kind in REST else score
    if kind == "supersession" and ruled != "replaced":
        score *= _told(a, b, met) if score > CONFLICT_AT else 1.0
    slot, a_value, b_value = slot_of(a, b, met, kind)
    return Verdict(
        kind=kind, reason=explain(kind, a, b, met, slot, a_value, b_value),
        score=round(score, 4), slot=slot, a_value=a_value, b_value=b_value, clash=round(clash, 4),
    )  # fmt: skip


def _is_empty(c: Claim) -> bool:
    return not c.tokens and not c.values


def _shares_nothing(met: Alignment, found: dict[str, float]) -> bool:
    """Whether no word or value meets, and the texts are not near in meaning: of chance pairs nearly all are like that."""
    return "doubt_apart" in found and not (met.equal or met.finer) and found.get("like", 0.0) < NEAR_AT


def _clashing(chance: float, a: Claim, b: Claim, found: dict[str, float]) -> float:
    """The chance of a conflict; for undated texts that run mostly alike, the mean of both models' words."""
    return chance if _is_ordered(a, b) or "edit" not in found else (chance + found["edit"]) / 2.0


def _is_ordered(a: Claim, b: Claim) -> bool:
    """Whether both days are known, or the newer one tells of a change itself."""
    return bool(a.said_on and b.said_on) or _tells_change(b)


def _threshold(a: Claim, b: Claim, found: dict[str, float], ruled: str) -> float:
    """The chance from which a pair is called a conflict; out of reach where nothing clashes in undated ones.

    What is unlikely takes a high one, and both days.

    Two undated texts about some person or animal may speak of two, or of two moments: that takes a higher chance.
    """
    if ruled:
        return UNLIKELY_AT if ruled == "unlikely" and a.said_on and b.said_on else _NEVER
    if _is_ordered(a, b):
        return CONFLICT_AT if a.said_on and b.said_on else TOLD_AT
    if "edit_close" in found:
        return BEINGS_AT if measured(a.text, b.text).is_of_beings else CLOSE_AT
    return UNDATED_AT if "clash" in found else _NEVER


def _undated(chance: float, a: Claim, b: Claim, found: dict[str, float]) -> float:
    """The chance among undated statements: there, far fewer of the pairs that share words conflict than were labelled."""
    if _is_ordered(a, b):
        return chance
    odds = chance * (CLOSE_ODDS if "edit_close" in found else UNDATED_ODDS)
    return odds / (odds + 1.0 - chance)


def _raised(chance: dict[str, float], least: float) -> dict[str, float]:
    """The chances where the newer side says outright that the older value is out and another is in."""
    return _spread(chance, least + (1.0 - least) * chance["conflict"])


def _spread(chance: dict[str, float], share: float) -> dict[str, float]:
    """The chances with that of a conflict set to `share`, and the rest of it spread over the others as they stand."""
    rest = (1.0 - share) / max(1e-9, 1.0 - chance["conflict"])
    return {kind: share if kind == "conflict" else value * rest for kind, value in chance.items()}


def _is_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether the two speak of different places or siblings of one series."""
    mine, other = dict(a.qualifiers), dict(b.qualifiers)
    return bool(met.siblings) or mine.get("environment", "") != other.get("environment", mine.get("environment", ""))


def _conflict(a: Claim, b: Claim, met: Alignment) -> VerdictKind:
    return "supersession" if _told(a, b, met) > 0.5 or "correction" in b.cues else "contradiction"


def _told(a: Claim, b: Claim, met: Alignment) -> float:
    """The chance that a conflict is a change, not a clash."""
    told = sum(TURN.get(name, 0.0) * value for name, value in turn(a, b, met).items())
    return 1.0 / (1.0 + math.exp(-told))


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
