"""Tells whether a text only says another one again: behind a plain opening, before a confirmation, in words it has already;
or says it of somebody else. It judges nothing else.
"""

from __future__ import annotations

import re

from noctuary.judging.align import Alignment
from noctuary.model import fold
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED
from noctuary.text.patterns import signs
from noctuary.text.relations import lemmas
from noctuary.text.stop_words import NEGATORS

_WHOLE = 16
_CLOSING = re.compile(
    r"(?:\s*[.,;–(\[]|\s+-)\s*(?:re-?)?(?:confirmed|verified|checked|unchanged|still (?:true|valid|so)|as (?:ever|before|always))[\s)\].!]*"
)
_OPENING = signs(r"\W*(?:{claim.opens}\W*){1,3}", cased=True)


def adds_nothing(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether no word is left on either side but what the other says elsewhere ("while it is wet", "the hull is wet")."""
    is_alike = not (
        met.finer or met.differing or met.values_a or met.values_b or met.opposed or met.rivals or met.siblings
    )
    mine, other = {t.key for t in a.tokens}, {t.key for t in b.tokens}
    left = {a.tokens[i].key for i in met.only_a} | {b.tokens[j].key for j in met.only_b}
    return is_alike and bool(left) and left <= mine & other


def is_in_two_words(a: Claim, b: Claim) -> bool:
    """Whether they say word for word the same, one with a verb of two words ("gave up smoking", "quit smoking")."""
    is_meant = any(t.verb for t in (*a.tokens, *b.tokens))
    return is_meant and _all_of(a) == _all_of(b)


def _all_of(c: Claim) -> tuple[list[str], list[object], list[str]]:
    """What a claim says, in order: its words, its values, and the words that deny, whatever they deny."""
    denying = [word for word in fold(c.text).split() if word in NEGATORS]
    return [t.key for t in c.tokens], [value.norm for value in c.values], denying


def is_of_another(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether one word at one place of the subject is all that differs, and one of the two is a name: of whom it is said.

    The other may be a name in small letters ("Rosa Chen", "yusuf chen"): no known word.
    """
    if len(met.only_a) != 1 or met.only_a != met.only_b or any(strength < 1.0 for _, _, strength in met.same):
        return False
    one, two = a.tokens[met.only_a[0]], b.tokens[met.only_b[0]]
    is_named = one.head and two.head and (one.kind in NAMED or two.kind in NAMED)
    return is_named and all(t.kind in NAMED or not lemmas(t.text.casefold()) for t in (one, two))


def is_repeated(a: str, b: str) -> bool:
    """Whether two texts are the same, or one is the other after a plain opening (`so …`) or before `(confirmed)`."""
    short, long = sorted((fold(a), fold(b)), key=lambda text: (len(text), text))
    if short == long:
        return True
    if len(short) < _WHOLE:
        return False
    is_opened = long.endswith(short) and _OPENING.fullmatch(long.removesuffix(short))
    return bool(is_opened) or _is_confirmed(a, b)


def _is_confirmed(a: str, b: str) -> bool:
    """Whether one is the other with a closing that only confirms it. Its signs count, which folding takes away."""
    short, long = sorted((" ".join(text.casefold().split()).rstrip(" .!") for text in (a, b)), key=len)
    return long.startswith(short) and _CLOSING.fullmatch(long, len(short)) is not None
