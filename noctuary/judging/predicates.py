"""Measures whether two claims of one thing say the same of it: predicate against predicate. It decides nothing.

"orders-db is backed up at 23:30" and "orders-db is vacuumed at 04:30" share their subject alone; "the choir sings
Byrd" and "the choir sings Abba" their predicate, too. A word that stands before the break, or names the subject, is no
predicate; a typed value or a name in the tail is what the predicate takes.
"""

from __future__ import annotations

from typing import NamedTuple

from noctuary.judging.align import Alignment
from noctuary.judging.residual import bond, nearest, nearness
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED, Token
from noctuary.text.relations import is_known

_TELLING = 0.35


class _Side(NamedTuple):
    """A claim beside another: numbers of its words that say something, those met, and whether it takes a value."""

    claim: Claim
    words: list[int]
    met: set[int]
    has_value: bool

    @property
    def left(self) -> list[Token]:
        return [self.claim.tokens[number] for number in self.words if number not in self.met]


def predicates(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """The measures, by name, each in [0, 1]; absent ones are 0."""
    near = met.near
    one, two = _side(a, {i for i, _ in near}, met.values_a or met.differing), _side(b, {j for _, j in near}, met.values_b or met.differing)
    objects = [(i, j) for i, j in near if a.tokens[i].kind in NAMED and not (a.tokens[i].head and b.tokens[j].head)]
    found = {"object_same": float(bool(objects or met.equal))}
    if not (one.has_value and two.has_value):
        return found
    shared = [(i, j) for i, j in near if a.tokens[i].kind == b.tokens[j].kind == "word" and not (a.tokens[i].head and b.tokens[j].head)]
    best = 1.0 if shared else _best(one.left, two.left)
    both, none = bool(one.left and two.left), not one.left and not two.left
    first = token_likeness(one.left[0], two.left[0]) if both else 0.0
    return found | {
        "pred_none": float(none and not shared), "pred_half": float(not both and not none),
        "pred_far": 1.0 - best if both else 0.0, "pred_near": best if both else 0.0,
        "pred_shared": min(len(shared), 2) / 2, "pred_first_far": 1.0 - first if both else 0.0,
        "pred_left": float(both and bool(shared)),
    }  # fmt: skip


def _side(c: Claim, met: set[int], values: object) -> _Side:
    words = [n for n, t in enumerate(c.tokens) if t.kind == "word" and t.weight >= _TELLING and not t.past and not t.label]
    named = any(t.kind in NAMED and not t.head and n not in met for n, t in enumerate(c.tokens))
    return _Side(c, words, met, bool(values) or named)


def _best(xs: list[Token], ys: list[Token]) -> float:
    """The likeness of the two words that are likest. Words that WordNet does not know are near by their vectors alone."""
    known = [y for y in ys if is_known(y.text)]
    texts = tuple(dict.fromkeys(y.text for y in ys))
    unknown = tuple(text for text in texts if not is_known(text))
    best = 0.0
    for x in xs:
        if is_known(x.text):
            best = max(best, nearest(x.text, unknown), *(token_likeness(x, y) for y in known))
        else:
            best = max(best, nearest(x.text, texts))
    return best


def token_likeness(x: Token, y: Token) -> float:
    """How near two words are; siblings of one kind ("height", "weight") are two, however near."""
    name, strength = bond(x.text, y.text)
    if name == "siblings" or (name == "opposite" and strength >= 0.5):
        return 0.0
    return max(strength if name == "same" else 0.0, nearness(x.text, y.text))
