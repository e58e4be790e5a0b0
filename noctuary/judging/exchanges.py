"""What an edit means: each exchange, addition and negation by name, and how it stands, as numbers for the edit model.

An opposite, a sibling of the same kind, a number, a negation, a quantifier; the object of a doing, what describes a
thing; under a negation both share. `edits` finds the places, `features` and the trained weights judge them.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from noctuary.judging.edits import Edit, Edits, base_of, edits
from noctuary.model import Value
from noctuary.text.closed_words import NEGATIONS, OPPOSED, PLAIN_NEGATIONS, PREPOSITIONS
from noctuary.text.relations import is_adjective, is_being, is_below, is_doing, lemmas, relation
from noctuary.text.vectors import likeness

_QUANTITY = frozenset(
    """all most many several few some any every each no none both half always usually often sometimes rarely seldom
    never only exclusively little much more less least fewer entirely completely partly fully barely extremely
    slightly""".split()
)
_EACH = frozenset("all any each every everyone whole entire".split())
_DONE_APART = ("opposite", "siblings_thing", "siblings_near")
_THINGS = ("siblings_thing", "siblings_near")
_DOINGS_APART = ("unlike_doing", "siblings_thing_doing")
_WAYS = frozenset("up down in out into out_of on off inside outside toward towards away_from".split())
_LACKING = (("without",), ("with", "no"))
CLOSE, MOST = 0.5, 3
_FAR, _ALIKE, _NEAR = 0.2, 0.42, 0.45
_OPENINGS = ("vague", "half", "pronoun", "definite")


class Measured(Value, frozen=True):
    """An edit in numbers. `is_close`: few places differ and most words are shared, so that the edit is all there is.

    `is_other`: the subject itself was exchanged for another being or its opposite: they speak of two. `is_apart`: what is
    done, to what, with whom or where was exchanged: of somebody unnamed, they tell of two scenes. `is_moment`: they tell
    of one called only "the …" doing this and doing that: they speak of two moments. The last two are those of `Edits`.
    """

    numbers: dict[str, float]
    is_close: bool
    is_other: bool
    is_apart: bool = False
    is_moment: bool = False
    is_of_beings: bool = False
    is_each_denied: bool = False


@lru_cache(maxsize=1 << 13)
def measured(a: str, b: str) -> Measured:
    """How `b` differs from `a` in numbers, by name, absent ones 0; symmetric in the two texts."""
    met = edits(a, b)
    if (met.share < CLOSE and not _is_all_opposite(met)) or len(met.edits) > MOST:
        return Measured(numbers={"share": 2.0 * met.share - 1.0, **_opening(met)}, is_close=False, is_other=met.is_renamed)
    found: Counter[str] = Counter()
    for one in met.edits:
        found.update(_edit(one))
    is_other = found.pop("other", 0) > 0 or met.is_renamed
    is_subject, is_elsewhere = found.pop("subject", 0) > 0, found.pop("elsewhere", 0) > 0
    is_apart = found.pop("apart", 0) > 0 or is_elsewhere
    flips, regions = found["negated"] + found["opposite"], len(met.edits)
    if met.is_each_denied:
        flips -= found["negated"] - 1
    if found["negated"] % 2:
        found.update(_wider(met))
    tells = {name: min(value, 2) / 2 for name, value in found.items() if value}
    tells |= {"flip_odd": float(flips % 2 == 1), "flip_even": float(flips > 0 and flips % 2 == 0)}
    ways = _ways(met, is_subject, is_clean=not (found["unlike"] or found["added"]))
    numbers = {
        "none": float(not regions), "two": float(regions == 2), "three": float(regions > 2),
        "telling": min(_telling_words(met), 8) / 8, "elsewhere": float(is_elsewhere), **ways, **tells,
    }  # fmt: skip
    crossed = {f"{tell}_{way}": x * y for tell, x in tells.items() for way, y in ways.items() if x and y}
    is_moment = met.is_of_beings and met.opening == "definite" and any(found[name] for name in _DOINGS_APART)
    return Measured(
        numbers={k: v for k, v in (numbers | crossed).items() if v}, is_close=True, is_other=is_other,
        is_apart=is_apart, is_moment=is_moment, is_of_beings=met.is_of_beings, is_each_denied=met.is_each_denied,
    )  # fmt: skip


def _ways(met: Edits, is_subject: bool, is_clean: bool) -> dict[str, float]:
    """How what was exchanged stands; each is a number of its own and goes together with each thing told."""
    return {
        "one": float(len(met.edits) == 1), "share": 2.0 * met.share - 1.0, "subject": float(is_subject),
        "short": float(met.size <= 2), "clean": float(is_clean), "denied": float(met.is_denied),
        "object": float(any(e.is_object for e in met.edits)),
        "attribute": float(any(e.is_attribute for e in met.edits)), **_opening(met),
    }  # fmt: skip


def _telling_words(met: Edits) -> int:
    return sum(max(len(e.out), len(e.into)) for e in met.edits)


def _opening(met: Edits) -> dict[str, float]:
    return {name: float(met.opening == name) for name in _OPENINGS}


def _is_all_opposite(met: Edits) -> bool:
    """Whether one word was exchanged for its opposite and nothing else differs ("That is safe", "That is dangerous")."""
    if len(met.edits) != 1 or not met.opening or met.opening == "half":
        return False
    out, into = met.edits[0].out, met.edits[0].into
    return len(out) == len(into) == 1 and _relation(out[0], into[0])[0] == "opposite"


def _wider(met: Edits) -> dict[str, int]:
    """Of two texts of which one is denied: does the denied one say more, or of a narrower kind? Then both may hold.

    "No man eats pizza" leaves open that a man eats food; "no man eats food" does not leave open that one eats pizza.
    """
    is_out = sum(w in PLAIN_NEGATIONS for e in met.edits for w in e.out) % 2 == 1
    found = {"denied_more": 0, "stated_more": 0}
    for one in met.edits:
        denied, stated = (_telling(side) for side in ((one.out, one.into) if is_out else (one.into, one.out)))
        is_finer = any(is_below(x, y) for x in denied for y in stated)
        is_coarser = any(is_below(y, x) for x in denied for y in stated)
        found["denied_more"] += bool(denied) and (not stated or is_finer)
        found["stated_more"] += bool(stated) and (not denied or is_coarser)
    return {name: count for name, count in found.items() if count}


def _telling(words: tuple[str, ...]) -> list[str]:
    return [w for w in words if w not in PLAIN_NEGATIONS and w not in PREPOSITIONS]


@lru_cache(maxsize=65536)
def _edit(one: Edit) -> dict[str, int]:
    """The names of what was exchanged, put in or taken out at one place, each with its count."""
    if frozenset((*one.out, *one.into)) in OPPOSED and len(one.out) == len(one.into) == 1:
        is_way = one.is_object and _WAYS.issuperset(one.out + one.into)
        return {"opposite": 1, "opposite_closed": 1, **({"opposite_doing": 1, "apart": 1} if is_way else {})}
    if _is_lacking(one):
        return {"added": 1}
    left, right = (_telling(side) for side in (one.out, one.into))
    found: Counter[str] = Counter(_negated(one))
    for x, y, name in _matched(left, right):
        left.remove(x)
        right.remove(y)
        found[name] += 1
        is_done = is_doing(x) and is_doing(y)
        found[f"{name}_doing"] += is_done
        found["elsewhere"] += (is_done and name in _DONE_APART) or (one.is_object and name in _THINGS)
        found["apart"] += name == "siblings_being" and not one.is_subject
        if name == "opposite" and frozenset((x, y)) in OPPOSED:
            found["opposite_closed"] += 1
        elif one.is_subject and name not in ("same", "kind", "near"):
            found["subject"] = 1
            found["other"] += name == "siblings_being" or (name == "opposite" and is_being(x) and is_being(y))
    found["negating"] = int(not NEGATIONS.isdisjoint(left + right))
    if left and right:
        found.update(_unlike(left, right))
        found["elsewhere"] += found["unlike_doing"] or one.is_object
        found["apart"] += not (one.is_subject or one.is_attribute or found["unlike_describing"])
        found["subject"] = int(one.is_subject)
    elif found["negating"] and len(left + right) == 1:
        found["negated"] += 1
    elif left or right:
        found["added"] += 1
    return {name: count for name, count in found.items() if count}


def _is_lacking(one: Edit) -> bool:
    """Whether a phrase that says what is lacking was put in or taken out whole ("without help"): more detail, no flip."""
    some = one.out or one.into
    return not (one.out and one.into) and any(some[: len(x)] == x and len(some) > len(x) for x in _LACKING)


def _negated(one: Edit) -> dict[str, int]:
    """Whether one side has a negation more; `negated_own`: with words of its own to deny, not those both share."""
    counts = [sum(w in PLAIN_NEGATIONS for w in side) for side in (one.out, one.into)]
    if sum(counts) % 2 == 0:
        return {}
    side, other = (one.out, one.into) if counts[0] > counts[1] else (one.into, one.out)
    last = max(n for n, w in enumerate(side) if w in PLAIN_NEGATIONS)
    own = [w for w in side[last + 1 :] if w not in PREPOSITIONS and not w.endswith("ly")]
    return {"negated": 1, "negated_plainly": 1, "negated_own": int(len(own) > bool(other))}


def _unlike(left: list[str], right: list[str]) -> dict[str, int]:
    """Words exchanged for others to which nothing known relates them."""
    near = likeness(" ".join(left), " ".join(right))
    is_describing = all(is_adjective(side[0]) and len(side) == 1 for side in (left, right))
    return {
        "unlike": 1, "unlike_one": len(left) == len(right) == 1, "unlike_far": near < _FAR, "unlike_near": near >= _NEAR,
        "unlike_doing": any(map(is_doing, left)) and any(map(is_doing, right)),
        "unlike_describing": is_describing, "unlike_describing_near": is_describing and near >= _NEAR,
        "unlike_unknown": any(not lemmas(w) for w in (*left, *right)),
    }  # fmt: skip


def _matched(left: list[str], right: list[str]) -> list[tuple[str, str, str]]:
    """Words exchanged for a word they stand in a relation to, the strongest relation first, each word once."""
    found = sorted(
        (-strength, x, y, name) for x in set(left) for y in set(right) for name, strength in (_relation(x, y),) if name
    )
    used_x, used_y, kept = set(), set(), []
    for _, x, y, name in found:
        if x not in used_x and y not in used_y:
            used_x.add(x)
            used_y.add(y)
            kept.append((x, y, name))
    return kept


def _relation(x: str, y: str) -> tuple[str, float]:
    if frozenset((x, y)) in OPPOSED:
        return "opposite", 1.0
    if x in _EACH and y in _EACH:
        return "same", 1.0
    if x in _QUANTITY and y in _QUANTITY:
        return "quantity", 0.9
    one, two = base_of(x), base_of(y)
    if one[:1] == two[:1] == "§":
        return ("number", 0.9) if one.split(":")[0] == two.split(":")[0] else ("", 0.0)
    if one[:1].isdigit() and two[:1].isdigit():
        return ("same", 1.0) if one == two else ("number", 0.9)
    met = relation(x, y)
    if met.name == "siblings":
        sort = _SORTS.get(met.file, "")
        if sort == "being" and not (is_being(x) and is_being(y)):
            sort = "attribute" if is_adjective(x) and is_adjective(y) else ""
        if sort == "thing" and _are_alike(x, y):
            return "siblings_near", met.strength
        return (f"siblings_{sort}" if sort else ""), met.strength * 0.8
    return met.name, met.strength


def _are_alike(x: str, y: str) -> bool:
    """Whether two things are nearly one by the word vectors ("ship", "boat"); compounds that share a part always look so."""
    return "_" not in x + y and likeness(x, y) >= _ALIKE


_SORTS = {
    "artifact": "thing", "food": "stuff", "substance": "stuff", "plant": "stuff", "location": "place",
    "attribute": "attribute", "shape": "attribute", "person": "being", "animal": "being", "demonym": "place", "time": "time",
    "quantity": "quantity", "object": "place", "adj": "attribute", "adj_pert": "attribute",
}  # fmt: skip
