"""Measures whether one claim is of a thing and the other of what belongs to it: Bruno, Bruno's pill, Bruno's sister.

What belongs to a thing may be told with or without the owner's mark ("Bruno takes a pill", "Bruno's pill is white");
a being who belongs to another ("his sister") is another subject, unless the other claim speaks of that being, too. It
decides nothing.
"""

from __future__ import annotations

import re

from noctuary.judging.align import Alignment
from noctuary.judging.predicates import token_likeness
from noctuary.text.claims import Claim
from noctuary.text.language import Token, fold_word
from noctuary.text.languages import words
from noctuary.text.relations import is_being

_TOLD = 0.5
_AFTER = 3
_MARKS = ("'s", "s'")
_OF = re.compile(r"\s(?:of|vo[nm]|d[aei]|d[oa]s|du|des|del)(?: (?:the|our|my|la|las|el|los|les|de[rnm]))?\s", re.IGNORECASE)
_KIN = frozenset(words("words.kin"))
_MINE = (
    ("my", "i"), ("our", "we"), ("his", "he"), ("her", "she"), ("their", "they"), ("meine?", "ich"), ("unsere?", "wir"),
    ("seine?", "er"), ("ihre?", "sie"), ("mis?", "yo"), ("nuestr[oa]s?", "nosotr[oa]s"), ("mon|ma|mes", "je"), ("minha|meu", "eu"),
)  # fmt: skip
_MY = tuple((re.compile(rf"(?:{my})\s", re.IGNORECASE), re.compile(rf"{me}\s", re.IGNORECASE)) for my, me in _MINE)
_IS = re.compile(r"\s(?:an?|the|in|on|at|from|to|of|not|no|now|very|also|still|been|got|going|\w+ed)\b", re.IGNORECASE)
"""What stands behind "'s" where it means "is" or "has"."""


def owners(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """The measures, by name, each in [0, 1]; absent ones are 0.

    `part_one`, `part_both`, `part_far`: one or both speak of a part of the shared thing, and not of the same. `own_*`:
    one claim opens with a thing, the other with a being or thing that is its; `_told`: of which the first speaks, too. Where
    each belongs to the other, none.
    """
    return _parts(a, b, met.near) | _owned(a, b, met.near)


def _parts(a: Claim, b: Claim, near: list[tuple[int, int]]) -> dict[str, float]:
    pairs = [(_after(a, i), _after(b, j)) for i, j in near if is_owner(a.tokens[i]) or is_owner(b.tokens[j])]
    met = set(near)
    apart = [(i, j) for i, j in pairs if i is not None and j is not None and (i, j) not in met]
    return {
        "part_one": float(any((i is None) != (j is None) for i, j in pairs)),
        "part_both": float(bool(apart)),
        "part_far": max((1.0 - token_likeness(a.tokens[i], b.tokens[j]) for i, j in apart), default=0.0),
    }


def _owned(a: Claim, b: Claim, near: list[tuple[int, int]]) -> dict[str, float]:
    found = [one for one in (_opening(a, b, near), _opening(b, a, [(j, i) for i, j in near])) if one]
    if len(found) != 1:
        return {}
    token, rest = found[0]
    told = max((token_likeness(token, other) for other in rest), default=0.0) >= _TOLD
    return {f"own_{'being' if _is_being(token) else 'thing'}{'_told' if told else ''}": 1.0}


def _opening(one: Claim, two: Claim, near: list[tuple[int, int]]) -> tuple[Token, list[Token]] | None:
    """What the first claim opens with that belongs to the second's opening word, and the second's other words."""
    if any(my.match(one.plain) and me.match(two.plain) for my, me in _MY):
        being = next((t for t in one.tokens[:_AFTER] if t.head and _is_being(t)), None)
        return (being, list(two.tokens)) if being else None
    for i, j in near:
        if j == 0 and _of(two, 0, one.tokens[i]) is None and (own := _of(one, i, two.tokens[0])) is not None and 0 in (i, own):
            return one.tokens[own], list(two.tokens[1:])
    return None


def _of(c: Claim, number: int, bare: Token) -> int | None:
    """The number of the word for what belongs to a token: "Bruno's white pill", "Brunos Pille", "the pill of Bruno"."""
    token = c.tokens[number]
    if _is_german(c, number, bare) or (is_owner(token) and not _means_is(c, number)):
        after = [n for n in range(number + 1, min(number + 1 + _AFTER, len(c.tokens))) if n == number + 1 or c.tokens[n].head]
        return next((n for n in after if _is_being(c.tokens[n])), after[0] if after else None)
    last = c.tokens[number - 1] if number else None
    return number - 1 if last and _OF.fullmatch(c.plain[last.start + len(last.said) : token.start]) else None


def _means_is(c: Claim, number: int) -> bool:
    """Whether "'s" rather means "is" or "has": an article or the like follows, or nothing but one word ("Ivo's vegan")."""
    end = c.tokens[number].start + len(c.tokens[number].said)
    return bool(_IS.match(c.plain, end)) or len(c.plain[end:].split()) <= 1


def _is_german(c: Claim, number: int, bare: Token) -> bool:
    """Whether a token is another's name with an s, and a noun in German spelling follows ("Brunos Pille")."""
    token, after = c.tokens[number], c.tokens[number + 1 : number + 2]
    return token.text == f"{bare.text}s" and bare.text[:1].isupper() and bool(after) and after[0].text[:1].isupper()


def _after(c: Claim, number: int) -> int | None:
    """The number of the word that stands right after an owner, if it does."""
    after = number + 1
    return after if is_owner(c.tokens[number]) and after < len(c.tokens) and c.tokens[after].kind == "word" else None


def is_owner(token: Token) -> bool:
    """Whether a word is written as somebody's or something's whose thing follows ("Bruno's")."""
    return token.text.endswith(_MARKS)


def _is_being(token: Token) -> bool:
    return is_being(token.text.casefold()) or fold_word(token.text) in _KIN
