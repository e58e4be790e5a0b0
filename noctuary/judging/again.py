"""Whether a statement is said again in nearly the same words: another label, the passive, another order of words.

Looser than what counts as the same (`entails`), where a wrong answer loses a statement; here it makes one wait.
"""

from __future__ import annotations

import re

from noctuary.judging.entails import LEAST_MET
from noctuary.model import Statement
from noctuary.text.claims import Claim, claim
from noctuary.text.closed_words import LIGHT, OPPOSED
from noctuary.text.conditions import is_on_condition
from noctuary.text.language import NAMED, OPPOSITES, Token, fold_word
from noctuary.text.patterns import of_table
from noctuary.text.relations import lemmas
from noctuary.text.stop_words import NEGATORS

_OPENING, _FROM_NOW = of_table("say.opening", any_case=True), of_table("keep.from_now", any_case=True)
_WORD = re.compile(r"[^\W\d_]+")
_LEADING = frozenset("to from for with without before after over under above below until".split())
"""Prepositions that tell who or when; "by" leads in the doer of a passive."""


def is_again(one: Statement, two: Statement) -> bool:
    """Whether all that either tells stands in the other: the same telling words in any form, the same values, the names
    in their order, denied alike. "New rule: never leave the door open" is "Rule: the door must never be left open"."""
    a, b = _bare(one), _bare(two)
    if is_on_condition(one.text) != is_on_condition(two.text) or _is_denied(a) != _is_denied(b) or _are_turned(a, b):
        return False
    mine, theirs = _telling(a), _telling(b)
    met = mine.keys() & theirs.keys()
    left = [[token for key, token in side.items() if key not in met] for side in (mine, theirs)]
    is_left = [any(not any(_is_form(x, y) for y in left[1 - at]) for x in left[at]) for at in (0, 1)]
    if any(is_left) or _values(a) != _values(b) or len(mine) + len(a.values) < LEAST_MET:
        return False
    names = {token.key for side in (a, b) for token in side.tokens if token.kind in NAMED} & met
    order, other = ([key for key in side if key in names] for side in (mine, theirs))
    return order == (other if _is_passive(a) == _is_passive(b) else other[::-1])


def _bare(one: Statement) -> Claim:
    """What it claims without what announces it: "New rule: …", "Ab sofort …"."""
    text = one.text.replace("’", "'")
    return claim(Statement(text=_OPENING.sub("", text, count=1).strip(" :–—-*") or text))


def _telling(side: Claim) -> dict[str, Token]:
    """Its telling words by what they are known by, in their order."""
    empty = LIGHT | NEGATORS
    return {token.key: token for token in side.tokens if token.weight >= 1.0 and fold_word(token.text) not in empty}


def _is_denied(side: Claim) -> tuple[int, bool]:
    return side.polarity, not side.cues.isdisjoint(("no_longer", "ended"))


def _is_passive(side: Claim) -> bool:
    return "by" in side.plain.casefold().split()


def _is_form(one: Token, two: Token) -> bool:
    return bool({*lemmas(one.text.casefold())} & {*lemmas(two.text.casefold())})


def _values(side: Claim) -> list[str]:
    return sorted(f"{value.kind} {value.norm}" for value in side.values)


def _are_turned(one: Claim, two: Claim) -> bool:
    """Whether a word of one stands in the other as its opposite, or the prepositions tell otherwise who or when."""
    plain = (_FROM_NOW.sub(" ", side.plain) for side in (one, two))
    mine, theirs = ({fold_word(word) for word in _WORD.findall(text)} for text in plain)
    if mine & _LEADING != theirs & _LEADING:
        return True
    return any((x, y) in OPPOSITES or frozenset((x, y)) in OPPOSED for x in mine - theirs for y in theirs - mine)
