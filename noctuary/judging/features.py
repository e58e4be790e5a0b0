"""Measures a pair of claims as named numbers, each about [0, 1], for the judge's models. It decides nothing.

Symmetric measures come first; marks of change are read off the newer claim, where change is told.
"""

from __future__ import annotations

import math

from noctuary.judging.align import Alignment
from noctuary.judging.denials import denials, outright
from noctuary.judging.exchanges import Measured, measured
from noctuary.judging.excuses import doubts, excuses
from noctuary.judging.loose import loose
from noctuary.judging.many import many
from noctuary.judging.owners import owners
from noctuary.judging.predicates import predicates
from noctuary.judging.residual import leftover
from noctuary.judging.retire import refills, retired
from noctuary.judging.weights import EDIT
from noctuary.text.claims import Claim
from noctuary.text.language import CJK, KINDS_BY_KEY, NAMED, Token, key
from noctuary.text.tense import occasions, tenses
from noctuary.text.values import Typed, relation
from noctuary.text.vectors import likeness

CHANGE = ("correction", "no_longer", "switched", "amount", "ended", "moved_time", "now", "since", "became")
STRONG = ("correction", "no_longer", "switched", "amount", "ended", "moved_time", "now")
UNREAL = ("hypothetical", "plan", "question", "quoted", "history")
WEAK = ("handover", "put_away", "as_from", "remade", "settled")
_CLASHES = ("v_differ", "rival_tail", "antonym", "neg_cross")
_NEWER_MARKS = (
    *CHANGE, *WEAK, *UNREAL, "also", "only", "not_only", "reason", "exception", "prefer", "must", "may", "confirm",
    "instead", "event", "multi", "all", "none",
)  # fmt: skip
_OLDER_MARKS = (*UNREAL, "no_longer", "only", "vague", "event", "multi", "switched", "must", "may", "all", "none")
_ADDED_MARKS = ("reason", "exception", "also", "only")
_TURNING = ({"only", "all"}, {"none", "all"}, {"none", "only"})
_UNITS = (
    "duration", "bytes", "money", "ratio", "frames", "temperature", "length", "mass", "volume", "speed", "period",
    "power", "energy", "rate", "dose",
)  # fmt: skip
_NAMING = frozenset(("number", "id", "ordinal", "year", "version", "date", "weekday", "month", "time", "span"))


def turn(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """The measures that tell a change from a clash, for two claims known to be in conflict."""
    found = {f"b_{name}": float(name in b.cues) for name in (*CHANGE, *WEAK, "instead", "confirm")}
    found |= _time(a, b) | _roles(a, b, met)
    told, late = any(name in b.cues for name in CHANGE), found.get("gap_21", 0.0)
    found["bias"] = 1.0
    found["b_strong_change"] = float(any(name in b.cues for name in STRONG))
    found["b_any_change"] = float(told)
    found["b_some_change"] = float(told or any(name in b.cues for name in WEAK))
    found["silent_soon"] = (1.0 - found["b_some_change"]) * (1.0 - late)
    found["immutable"] = float("immutable" in a.cues or "immutable" in b.cues)
    found["immutable_late"] = late * found["immutable"]
    found["silent_late"] = late * (1.0 - told)
    found["a_any_change"] = float(any(name in a.cues for name in STRONG))
    found |= tenses(a.text, b.text)
    found |= {f"{name}_late": late * found[name] for name in ("was_both", "turned_past", "came_after_now", "year_both", "was_in_year", "now_both")}
    return {name: value for name, value in found.items() if value}


def features(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """The measures of a pair, by name; absent names count 0. Of the days between the two only
    the grey zone (6 to 20) counts: otherwise how long ago a value was written says nothing of whether it clashes.
    """
    found: dict[str, float] = {"bias": 1.0}
    found.update(_coverage(a, b, met))
    found.update(_residue(a, b, met))
    found.update(_value_facts(a, b, met))
    found.update(_polarity(a, b, met))
    found.update(_marks(a, b))
    found.update(_scope(a, b, met))
    found.update(_roles(a, b, met))
    found["gap_20"] = _time(a, b).get("gap_20", 0.0)
    found.update(_meaning(a, b, met))
    found.update(leftover(a, b, met))
    found.update(denials(a.text, b.text))
    found.update(outright(a, b))
    found.update(predicates(a, b, met))
    found.update(owners(a, b, met))
    found.update(many(a, b, met))
    found.update(occasions(a.text, b.text))
    found.update(loose(a, b, met))
    found.update(excuses(a, b, met))
    doubted = doubts(a, b, met)
    found.update({f"doubt_{name}": 1.0 for name in doubted})
    found["doubt"] = float(bool(doubted))
    found["clash"] = max(found[name] for name in _CLASHES)
    found.update(edited(measured(a.text, b.text), EDIT))
    return {name: value for name, value in found.items() if value}


def _coverage(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    weight_a = sum(t.weight for t in a.tokens) or 1.0
    weight_b = sum(t.weight for t in b.tokens) or 1.0
    on_a = sum(a.tokens[i].weight * s for i, _, s in met.same)
    on_b = sum(b.tokens[j].weight * s for _, j, s in met.same)
    told = [s for i, j, s in met.same if max(a.tokens[i].weight, b.tokens[j].weight) >= 1.0]
    exact = [s for i, j, s in met.same if s == 1.0 and a.tokens[i].weight >= 1.0]
    extra = len(met.rivals) + len(met.opposed)
    cov_a, cov_b = on_a / weight_a, on_b / weight_b
    return {
        "cov_a": cov_a, "cov_b": cov_b, "cov_min": min(cov_a, cov_b), "cov_max": max(cov_a, cov_b),
        "jaccard": (on_a + on_b) / (weight_a + weight_b),
        "with_rivals": min(1.0, (on_a + extra) / weight_a) * min(1.0, (on_b + extra) / weight_b),
        "told_0": float(not told), "told_1": float(len(told) == 1), "told_2": float(len(told) == 2),
        "told_3": float(len(told) >= 3), "exact": min(len(exact), 4) / 4,
        "same_name": float(any(a.tokens[i].weight > 1 and s == 1.0 for i, _, s in met.same)),
        "same_text": float(cov_a > 0.99 and cov_b > 0.99),
        "head_a": _head_share(a.tokens, {i for i, _, _ in met.same}),
        "head_b": _head_share(b.tokens, {j for _, j, _ in met.same}),
        "first_a": _first(a.tokens, {i for i, _, _ in met.same}),
        "first_b": _first(b.tokens, {j for _, j, _ in met.same}),
    }  # fmt: skip


def _head_share(tokens: tuple[Token, ...], met: set[int]) -> float:
    head = [(i, t.weight) for i, t in enumerate(tokens) if t.head]
    return sum(w for i, w in head if i in met) / (sum(w for _, w in head) or 1.0)


def _first(tokens: tuple[Token, ...], met: set[int]) -> float:
    """Whether the first telling word is met; an unmet label (`perf doc: we …`) is passed over."""
    first = next((i for i, t in enumerate(tokens) if t.weight >= 1.0 and (i in met or not t.label)), None)
    return float(first in met)


def _residue(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    left_a = [a.tokens[i] for i in met.only_a if not a.tokens[i].label]
    left_b = [b.tokens[j] for j in met.only_b if not b.tokens[j].label]
    names_a, names_b = _names(left_a), _names(left_b)
    heavy_a, heavy_b = sum(t.weight for t in left_a if t.weight >= 1), sum(t.weight for t in left_b if t.weight >= 1)
    one_a, one_b = [t for t in left_a if t.weight >= 1], [t for t in left_b if t.weight >= 1]
    is_swap = len(one_a) == 1 and len(one_b) == 1
    first_a, first_b = _first_name(a, met.only_a), _first_name(b, met.only_b)
    return {
        "res_a": min(heavy_a, 4) / 4, "res_b": min(heavy_b, 6) / 6, "res_both": min(heavy_a, heavy_b, 3) / 3,
        "none_left_a": float(not heavy_a), "none_left_b": float(not heavy_b),
        "codes_both": float(_has_code(left_a) and _has_code(left_b)),
        "names_both": min(1.0, names_a, names_b), "names_a": min(1.0, names_a), "names_b": min(1.0, names_b),
        "subjects_differ": float(first_a and first_b), "subject_one_side": float(first_a != first_b),
        "tail_names": float(bool(_tail_names(left_a) and _tail_names(left_b))),
        "head_res_both": float(_head_left(left_a) and _head_left(left_b)),
        "swap_one": float(is_swap), "swap_tail": float(is_swap and not one_a[0].head and not one_b[0].head),
        "swap_head": float(is_swap and one_a[0].head and one_b[0].head),
        "left_one_a": float(len(one_a) == 1), "left_one_b": float(len(one_b) == 1),
        "head_names": float(_head_name(left_a) and _head_name(left_b)),
        "longer_b": min(max(len(b.tokens) - len(a.tokens), 0), 6) / 6,
        "longer_a": min(max(len(a.tokens) - len(b.tokens), 0), 6) / 6,
        "short": float(min(len(a.tokens), len(b.tokens)) <= 2),
        "long": max(0, min(len(a.tokens), len(b.tokens), _LONG) - _MIDDLING) / (_LONG - _MIDDLING),
    }  # fmt: skip


_MIDDLING, _LONG = 5, 12


def _names(tokens: list[Token]) -> float:
    return sum(0.5 if t.kind == "maybe" else 1.0 for t in tokens if t.kind in NAMED)


def _has_code(tokens: list[Token]) -> bool:
    return any(t.kind == "code" for t in tokens)


def _head_name(tokens: list[Token]) -> bool:
    return any(t.kind in NAMED and t.head for t in tokens)


def _tail_names(tokens: list[Token]) -> bool:
    return any(t.kind in NAMED and not t.head for t in tokens)


def _head_left(tokens: list[Token]) -> bool:
    return any(t.head and t.weight >= 1.0 for t in tokens)


def _first_name(c: Claim, left: tuple[int, ...]) -> bool:
    first = next((i for i, t in enumerate(c.tokens) if t.weight >= 1.0), None)
    return first in left and c.tokens[first].kind in NAMED if first is not None else False


def _names_it(c: Claim, value: Typed) -> bool:
    """Whether a value in the head tells which thing is meant ("batch 117"), not how much or which version of it."""
    is_naming = value.kind in _NAMING and not KINDS_BY_KEY.get(key(value.near))
    return is_naming and value.start < c.head_end and not CJK.search(c.text)


def _value_facts(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    differing = [a.values[i].kind for i, _ in met.differing]
    head_clash = any(_names_it(a, a.values[i]) and _names_it(b, b.values[j]) for i, j in met.differing)
    clash = [(i, j) for i, j in met.differing if a.values[i].kind != "id"]
    return {
        "v_equal": float(bool(met.equal)), "v_finer": float(bool(met.finer)), "v_differ": float(bool(clash)),
        "v_differ_only": float(bool(clash) and not met.equal), "v_differ_two": float(len(met.differing) >= 2),
        "v_differ_date": float(any(k in ("date", "weekday", "month", "year", "time", "span") for k in differing)),
        "v_differ_number": float("number" in differing),
        "v_differ_version": float("version" in differing or "constraint" in differing),
        "v_differ_code": float(any(k in ("path", "flag", "verb", "url", "port", "host") for k in differing)),
        "v_head_differ": float(head_clash),
        "v_all_equal": float(bool(met.equal) and not met.differing and not met.values_a),
        "v_only_a": float(bool(met.values_a)), "v_only_b": float(bool(met.values_b)),
        "v_none": float(not a.values and not b.values), "v_added": float(not a.values and bool(b.values)),
        "rival": float(bool(met.rivals)),
        "rival_tail": float(any(not a.tokens[i].head or not b.tokens[j].head for i, j in met.rivals)),

        "unit_differ": float(any(k in _UNITS for k in differing)),
        "one_each": float(len(a.values) == len(b.values) == 1 and len(met.differing) == 1),
        "mixed_types": float(bool(met.values_a) and bool(met.values_b)),
    }  # fmt: skip


def _polarity(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    pairs = [(i, j) for i, j, _ in met.same if max(a.tokens[i].weight, b.tokens[j].weight) >= 0.35]
    crossed = [(i, j) for i, j in pairs if a.tokens[i].negated != b.tokens[j].negated]
    both = any(a.tokens[i].negated and b.tokens[j].negated for i, j in pairs)
    straight = any(a.tokens[i].negated == b.tokens[j].negated for i, j in met.opposed)
    bent = any(a.tokens[i].negated != b.tokens[j].negated for i, j in met.opposed)
    odd = (a.polarity * b.polarity < 0) != (bool(met.opposed) and len(met.opposed) % 2 == 1)
    return {
        "neg_cross": float(bool(crossed)), "neg_cross_share": len(crossed) / max(1, len(pairs)),
        "neg_both": float(both), "antonym": float(straight), "antonym_negated": float(bent),
        "odd": float(odd), "neg_odd": float(a.polarity * b.polarity < 0), "neg_a": float(a.negations > 0),
        "neg_b": float(b.negations > 0), "neg_b_only": float(b.negations > 0 and not a.negations),
        "neg_a_only": float(a.negations > 0 and not b.negations),
    }  # fmt: skip


def _marks(a: Claim, b: Claim) -> dict[str, float]:
    found = {f"b_{name}": float(name in b.cues) for name in _NEWER_MARKS}
    found |= {f"a_{name}": float(name in a.cues) for name in _OLDER_MARKS}
    found |= {f"new_{name}": float(name in b.cues and name not in a.cues) for name in _ADDED_MARKS}
    found["b_change"] = min(2, sum(name in b.cues for name in STRONG)) / 2
    found["b_any_change"] = float(any(name in b.cues for name in CHANGE))
    found["b_weak_change"] = float(any(name in b.cues for name in WEAK))
    found["b_some_change"] = max(found["b_any_change"], found["b_weak_change"])
    found["a_weak_change"] = float(any(name in a.cues for name in WEAK))
    found["b_strong_change"] = float(any(name in b.cues for name in STRONG))
    found["b_unreal"] = float(any(name in b.cues for name in UNREAL))
    found["unreal_differs"] = float((a.status in _STATUSES) != (b.status in _STATUSES))
    found["immutable"] = float("immutable" in a.cues or "immutable" in b.cues)
    found["both_events"] = float("event" in a.cues and "event" in b.cues)
    found["quantifier"] = float(_quantifier(a) != _quantifier(b) and bool(_quantifier(a)) and bool(_quantifier(b)))
    found["quantifier_turn"] = float({_quantifier(a), _quantifier(b)} in _TURNING)
    found["modality_turn"] = float({a.modality, b.modality} == {"must", "may"})
    return found


_STATUSES = ("question", "hypothesis", "quotation", "plan", "history")


def _quantifier(c: Claim) -> str:
    for name in ("none", "only", "all", "at_most", "at_least"):
        if name in c.cues:
            return name
    return ""


def _meaning(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """How near the two are in meaning by the shipped word vectors: whole, and what is left of each beside the other."""
    left_a = " ".join(a.tokens[i].text for i in met.only_a)
    left_b = " ".join(b.tokens[j].text for j in met.only_b)
    whole = max(0.0, likeness(a.text, b.text))
    found = {"like": whole, "like_high": max(0.0, whole - 0.6) * 2.5}
    if left_a and left_b:
        near = max(0.0, likeness(left_a, left_b))
        found |= {"left_like": near, "left_near": float(near >= 0.35), "left_far": float(near < 0.12)}
    return found


def _scope(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    by_a: dict[str, set[str]] = {}
    by_b: dict[str, set[str]] = {}
    for known, claim in ((by_a, a), (by_b, b)):
        for scope, word in claim.qualifiers:
            known.setdefault(scope, set()).add(word)
    apart = [s for s in sorted(by_a) if s in by_b and not by_a[s] & by_b[s]]
    added = [s for s in sorted(by_b) if s not in by_a]
    return {
        "scope_apart": float(bool(apart)),
        "env_apart": float("environment" in apart),
        "scope_added": float(bool(added)),
        "env_added": float("environment" in added),
        "env_lost": float("environment" in by_a and "environment" not in by_b),
        "sibling": float(bool(met.siblings)),
        "sibling_head": float(any(a.tokens[i].head and b.tokens[j].head for i, j in met.siblings)),
    }


def _time(a: Claim, b: Claim) -> dict[str, float]:
    if a.said_on is None or b.said_on is None:
        return {"gap_unknown": 1.0}
    days = abs((b.said_on - a.said_on).days)
    grades = {"gap_0": days == 0, "gap_5": 0 < days <= 5, "gap_20": 5 < days < 21, "gap_21": days >= 21}
    return {name: float(holds) for name, holds in grades.items()}


def _roles(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """Whether what the newer side calls former (or new) is what the older side states."""
    out = retired(a, b, met)
    undone = any(a.tokens[i].past and not b.tokens[j].past for i, j, _ in met.same)
    undone = undone or any(x.past and not y.past and relation(x, y) == "equal" for x in a.values for y in b.values)
    return {
        "old_named": float(out.named and not out.given),
        "old_named_new_given": float(out.named and out.given),
        "replaced": float(out.is_replaced),
        "slot_refilled": float(refills(a, b, met)),
        "a_says_former": float(undone),
        "same_with_change": float(bool(met.equal) and not met.differing and "switched" in b.cues and not out.named),
    }


_EDIT_KEPT = (
    "one", "two", "three", "none", "telling", "share", "clean", "added", "same", "kind", "near", "unlike", "unlike_near",
    "unlike_far", "flip_even", "flip_odd", "negated", "number", "quantity", "short", "opposite", "subject", "vague",
    "pronoun",
)  # fmt: skip


def edited(edit: Measured, weights: dict[str, float]) -> dict[str, float]:
    """What the edit model says of a close edit (its probability, its log odds, both ends of its scale), and its measures.

    The edit model is trained on public sets alone, so what it says is news to the model trained on labelled facts.
    """
    found = {f"edit_{name}": edit.numbers.get(name, 0.0) for name in _EDIT_KEPT}
    found["edit_other"] = float(edit.is_other)
    if not edit.is_close:
        return found
    found["edit_close"] = 1.0
    if edit.is_other:
        return found
    odds = sum(weights.get(name, 0.0) * value for name, value in edit.numbers.items()) + weights.get("bias", 0.0)
    chance = 1.0 / (1.0 + math.exp(-odds))
    found |= {"edit": chance, "edit_odds": max(-4.0, min(4.0, odds)) / 4.0}
    found |= {"edit_half": float(chance >= 0.5), "edit_sure": float(chance >= 0.8), "edit_calm": float(chance < 0.2)}
    return found
