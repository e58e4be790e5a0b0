"""Measures what is left of two claims when all that meets is taken away, word against word. It decides nothing.

Words that mean nearly the same or belong to one kind meet softly here: by WordNet, by the shipped vectors. Asides are
told from the clause that speaks of what both share. Each number lies in [0, 1]; absent ones are 0.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from noctuary.judging.align import Alignment
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED, Token, key
from noctuary.text.relations import is_known, lemmas, relation
from noctuary.text.stop_words import STOP
from noctuary.text.vectors import likenesses, vocabulary, word_likeness

_LOW, _HIGH = 0.35, 0.75
_MANY = 16
"""Words from which one product of all is quicker than their remembered likenesses one by one."""


class _Nearest(dict[int, float]):
    """How near in meaning the nearest of the other side's left-over words is to a token, by its number; made when asked."""

    def __init__(self, tokens: tuple[Token, ...], others: list[Token]) -> None:
        self._tokens = tokens
        self._others = tuple(dict.fromkeys(token.text for token in others if token.kind == "word"))

    def __missing__(self, number: int) -> float:
        self[number] = nearest(self._tokens[number].text, self._others)
        return self[number]


class _Left(NamedTuple):
    """What is left of one claim (numbers of its tokens), and how near each of its tokens comes to what is left of the other."""

    claim: Claim
    numbers: list[int]
    near: _Nearest

    @property
    def tokens(self) -> list[Token]:
        return [self.claim.tokens[number] for number in self.numbers]


def leftover(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """The measures of what is left, by name."""
    left_a = [i for i in met.only_a if not a.tokens[i].past]
    left_b = [j for j in met.only_b if not b.tokens[j].past]
    one = _Left(a, left_a, _Nearest(a.tokens, [b.tokens[j] for j in left_b]))
    two = _Left(b, left_b, _Nearest(b.tokens, [a.tokens[i] for i in left_a]))
    found = _kinship(one.tokens, two.tokens) | _soft(met, one, two) | _main(a, b, met) | _news(one, two)
    return found | _contrasts(met, one, two) | _counted(a, b, met) | _attribute(met, one, two)


def _news(one: _Left, two: _Left) -> dict[str, float]:
    """How much each side says that the other does not: rare words say more, words of near meaning less."""
    found: dict[str, float] = {}
    for name, side in (("a", one), ("b", two)):
        told = [
            _rarity(token.text) * (1.0 - side.near[number])
            for number, token in zip(side.numbers, side.tokens, strict=True) if not token.label
        ]  # fmt: skip
        found[f"news_{name}"], found[f"news_most_{name}"] = min(sum(told), 3.0) / 3.0, max(told, default=0.0)
    found["news_both"], found["news_none"] = min(found["news_a"], found["news_b"]), 1.0 - max(found["news_a"], found["news_b"])
    found["news_more"] = max(0.0, found["news_b"] - found["news_a"])
    return found


@lru_cache(maxsize=1 << 16)
def _rarity(word: str) -> float:
    """How rare a word is, in [0, 1], by its place in the vocabulary, which runs from common to rare."""
    known = vocabulary()
    places = [known[form] for form in (word.casefold(), *lemmas(word.casefold())) if form in known]
    return math.log1p(min(places)) / math.log1p(len(known)) if places else 1.0


def _contrasts(met: Alignment, one: _Left, two: _Left) -> dict[str, float]:
    """How many pairs of words or values stand against each other: of two, one mostly tells two scopes apart."""
    a, b = one.claim, two.claim
    pairs = [(a.tokens[i], b.tokens[j]) for i, j in (*met.opposed, *met.rivals, *met.siblings)]
    used = {y.pos for _, y in pairs}
    known = _known(two.tokens)
    for x in _known(one.tokens):
        for y in known:
            name, strength = bond(x.text, y.text)
            is_against = (name == "opposite" and strength >= 0.25) or (name == "siblings" and strength >= 0.6)
            if is_against and y.pos not in used:
                used.add(y.pos)
                pairs.append((x, y))
    denied = any(a.tokens[i].negated != b.tokens[j].negated for i, j, _ in met.same)
    many = len(pairs) + len(met.differing) + denied
    in_head = any(x.head and y.head for x, y in pairs)
    in_tail = any(not x.head and not y.head for x, y in pairs) or bool(met.differing) or denied
    return {
        "against_1": float(many == 1), "against_2": float(many == 2),
        "against_words": min(len(pairs), 2) / 2, "against_denied": float(denied and bool(pairs)),
        "against_value": float(bool(met.differing) and bool(pairs)), "against_both": float(in_head and in_tail),
        "against_head": float(in_head), "described_apart": float(_are_described_apart(a, b, met)),
    }  # fmt: skip


def _are_described_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether a word both share is told apart by the word before it ("pear juice", "apple juice")."""
    only_a, only_b = set(met.only_a), set(met.only_b)
    apart = {pair for pairs in (met.opposed, met.rivals, met.siblings) for pair in pairs}
    return any(
        ((i - 1 in only_a and j - 1 in only_b) or (i - 1, j - 1) in apart)
        and _describes(a, i) and _describes(b, j)
        for i, j, s in met.same if i and j and s >= 0.85
    )  # fmt: skip


def _describes(c: Claim, i: int) -> bool:
    """Whether nothing but a space stands between a word and the telling one before it."""
    before, word = c.tokens[i - 1], c.tokens[i]
    return before.weight >= 1.0 and before.clause == word.clause and word.start - before.start == len(before.text) + 1


def _counted(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """Whether differing numbers count the same thing ("6 credits", "80 students")."""
    words = [(a.values[i].after, b.values[j].after) for i, j in met.differing if a.values[i].kind == b.values[j].kind == "number"]
    told = [(key(x), key(y)) for x, y in words if x and y and x not in STOP and y not in STOP]
    return {
        "count_same": float(any(x == y for x, y in told)), "count_other": float(any(x != y for x, y in told)),
        "count_untold": float(bool(words) and not told),
    }  # fmt: skip


def _attribute(met: Alignment, one: _Left, two: _Left) -> dict[str, float]:
    """What of the words that are no names meets, by letter or by meaning: whether it is one attribute of one thing."""
    a, b = one.claim, two.claim
    strong = {i: s for i, _, s in met.same}, {j: s for _, j, s in met.same}
    shares = []
    for side, strength in zip((one, two), strong, strict=True):
        plain = [(n, t) for n, t in enumerate(side.claim.tokens) if t.kind not in NAMED and not t.past]
        total = sum(t.weight for _, t in plain)
        near = sum(t.weight * (strength[n] if n in strength else side.near[n]) for n, t in plain)
        shares.append(near / total if total else 0.0)
    named = any(a.tokens[i].kind in NAMED for i, _, _ in met.same)
    telling = [(i, j) for i, j, _ in met.same if max(a.tokens[i].weight, b.tokens[j].weight) >= 1.0]
    is_only = named and all(a.tokens[i].kind in NAMED for i, _ in telling)
    return {
        "attr_min": min(shares), "attr_max": max(shares), "named_only": float(is_only),
        "named_only_far": 1.0 - _best(one) if is_only else 0.0,
    }  # fmt: skip


def _best(side: _Left) -> float:
    return max((side.near[n] for n, t in zip(side.numbers, side.tokens, strict=True) if t.kind == "word"), default=0.0)


def _kinship(left_a: list[Token], left_b: list[Token]) -> dict[str, float]:
    found: dict[str, float] = {}
    known = _known(left_b)
    for x in _known(left_a):
        for y in known:
            name, strength = bond(x.text, y.text)
            if name:
                place = "_tail" if name == "siblings" and not x.head and not y.head else ""
                for measure in (f"left_{name}", f"left_{name}{place}"):
                    found[measure] = max(found.get(measure, 0.0), strength)
    return found


def _known(left: list[Token]) -> list[Token]:
    """The words of which WordNet may tell how they stand to others."""
    return [token for token in left if token.kind == "word" and is_known(token.text)]


@lru_cache(maxsize=1 << 15)
def bond(x: str, y: str) -> tuple[str, float]:
    """How two words stand to each other by WordNet, and how surely."""
    met = relation(x.casefold(), y.casefold())
    return met.name, met.strength


@lru_cache(maxsize=1 << 13)
def nearness(x: str, y: str) -> float:
    """How near two words are in meaning by the shipped vectors, in [0, 1]."""
    return _near(word_likeness(x, y))


@lru_cache(maxsize=1 << 13)
def nearest(word: str, others: tuple[str, ...]) -> float:
    """How near in meaning a word is to the nearest of others, as `nearness` has it; 0.0 where there are none."""
    if len(others) < _MANY:
        return max((nearness(word, other) for other in others), default=0.0)
    return _near(float(likenesses(word, others).max()))


def _near(likeness: float) -> float:
    return min(1.0, max(0.0, (likeness - _LOW) / (_HIGH - _LOW)))


def _soft(met: Alignment, one: _Left, two: _Left) -> dict[str, float]:
    """How much of each side is met when words of near meaning count in part."""
    half = (*met.rivals, *met.opposed)
    soft_a = _share(one, {i: s for i, _, s in met.same} | dict.fromkeys((i for i, _ in half), 0.5))
    soft_b = _share(two, {j: s for _, j, s in met.same} | dict.fromkeys((j for _, j in half), 0.5))
    return {
        "soft_a": soft_a, "soft_b": soft_b, "soft_min": min(soft_a, soft_b), "soft_max": max(soft_a, soft_b),
        "soft_near": _best(one),
    }  # fmt: skip


def _share(side: _Left, strength: dict[int, float]) -> float:
    total = met = 0.0
    for number, token in enumerate(side.claim.tokens):
        near = strength.get(number)
        if near is None:
            near = side.near[number] if token.kind == "word" else 0.0
        total, met = total + token.weight, met + token.weight * near
    return met / total if total else 0.0


def _main(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """Coverage and names left over in the clauses that hold what both share."""
    if not met.same:
        return {}
    clauses_a = {a.tokens[i].clause for i, _, _ in met.same}
    clauses_b = {b.tokens[j].clause for _, j, _ in met.same}
    if len({t.clause for t in a.tokens}) == len(clauses_a) and len({t.clause for t in b.tokens}) == len(clauses_b):
        return {"main_all": 1.0}
    left_a = [a.tokens[i] for i in met.only_a if a.tokens[i].clause in clauses_a]
    left_b = [b.tokens[j] for j in met.only_b if b.tokens[j].clause in clauses_b]
    heavy_a, heavy_b = sum(t.weight for t in left_a if t.weight >= 1), sum(t.weight for t in left_b if t.weight >= 1)
    return {
        "main_res_a": min(heavy_a, 4) / 4, "main_res_b": min(heavy_b, 4) / 4,
        "main_res_both": min(heavy_a, heavy_b, 3) / 3,

    }  # fmt: skip


def _is_named(left: list[Token]) -> bool:
    return any(t.kind in NAMED and not t.head for t in left)
