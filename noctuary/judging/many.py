"""Measures whether what two claims share can hold of many things at once ("supports JSON") or of one ("is hosted at").

An English word that is in neither list is told by the words of the lists that are nearest to it in meaning. An attribute
is one thing at a time ("the log level is"); somebody may be several things ("Edda is a nurse"). It decides nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.judging.align import Alignment
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED, fold_word
from noctuary.text.languages import words
from noctuary.text.patterns import signs
from noctuary.text.relations import lemmas
from noctuary.text.vectors import likenesses

MANY = frozenset(words("words.takes_many"))
ONE = frozenset(words("words.takes_one"))
_PRONOUN = signs(r"\W*(?:{claim.pronoun}|{claim.pronoun_signs})\W*")
_COPULA = signs(r"\s*(?:[:=：]|{claim.copula}\b|是|は)")
_ONE_OF_MANY = signs(r"\W*{claim.one_of}\s")
_FOR = re.compile(r"\s+for\s")
_NEAREST = 3
_SCALE = 2.5


def many(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """`many`, `one`: how surely the first word both share behind their heads takes many things or one, in [0, 1].

    Where they share none there, the first in the heads, behind what they open with.

    `many_listed`, `one_listed`: that word is in the list itself. `slot_is`, `name_is`: both tell what one attribute is, or
    what one that is named is.
    """
    kind = _is_what(a, b, met)
    return _predicate(a, b, met) | ({kind: 1.0} if kind else {})


def _is_what(a: Claim, b: Claim, met: Alignment) -> str:
    met_heads = [(i, j) for i, j in met.near if a.tokens[i].head and b.tokens[j].head]
    one, two = {i for i, _ in met_heads}, {j for _, j in met_heads}
    if _ONE_OF_MANY.match(a.plain) or _ONE_OF_MANY.match(b.plain):
        return ""
    for c, same in ((a, one), (b, two)):
        head = {n for n, t in enumerate(c.tokens) if t.head}
        if not head or not head <= same or not _COPULA.match(c.plain, c.head_end):
            return ""
    is_named = any(t.head and t.kind in NAMED for c in (a, b) for t in c.tokens)
    return "name_is" if is_named else "slot_is"


def _predicate(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    pairs = [(i, j) for i, j in met.near if _is_told_of(a, i) and _is_told_of(b, j)]
    behind = [(i, j) for i, j in pairs if not a.tokens[i].head and not b.tokens[j].head]
    shared = sorted(behind or pairs, key=lambda pair: (sum(pair), abs(pair[0] - pair[1])))
    firsts = [(a.tokens[i].text, b.tokens[j].text) for i, j in shared if i + j == sum(shared[0])]
    told = [(manyness(one) + manyness(two)) / 2 for one, two in firsts]
    if not told or len(set(told)) > 1:
        return {}
    return {
        "many": max(0.0, told[0]), "one": max(0.0, -told[0]),
        "many_listed": float(told[0] == 1.0), "one_listed": float(told[0] == -1.0),
    }  # fmt: skip


def _is_told_of(c: Claim, number: int) -> bool:
    """Whether a word stands behind what it is told of: another word, or a pronoun.

    With "for" it may mean another thing ("plays chess", "plays for Leeds"), and tells nothing.
    """
    token = c.tokens[number]
    if _FOR.match(c.plain, token.start + len(token.said)):
        return False
    return token.kind in ("word", "cjk") and bool(number or _PRONOUN.fullmatch(c.plain[: token.start]))


@lru_cache(maxsize=1 << 15)
def manyness(word: str) -> float:
    """From -1 (takes one thing) to 1 (takes many); a word of the lists is at an end, one that is not English between."""
    folded = fold_word(word)
    forms = (folded, *lemmas(folded)[:2])
    if folded in ONE:
        return -1.0
    if any(form in MANY for form in forms):
        return 1.0
    if any(form in ONE for form in forms):
        return -1.0
    if not lemmas(folded):
        return 0.0
    return max(-0.99, min(0.99, _SCALE * (_nearness(folded, MANY) - _nearness(folded, ONE))))


def _nearness(word: str, group: frozenset[str]) -> float:
    """How near the nearest of a group are to a word in meaning, in the mean."""
    nearest: list[float] = sorted(likenesses(word, _in_order(group)).tolist())[-_NEAREST:]
    return sum(nearest) / _NEAREST


@lru_cache(maxsize=2)
def _in_order(group: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(group))
