"""Tells how a text opens: with somebody unnamed ("a man", "two dogs"), with "the", with a pronoun, or otherwise.

It reads folded words and compares no texts; what an opening means for a verdict is `exchanges`' and `excuses`' business.
"""

from __future__ import annotations

from itertools import takewhile

from noctuary.text.closed_words import PREPOSITIONS, VERBS
from noctuary.text.relations import is_being, is_demonym

_PRONOUNS = frozenset("it he she they this these those that its his her their i we you".split())
_INDEFINITE = frozenset(
    "a an there no some one two three four five six several many few person men women children".split()
)
_COUNTED_WITHIN = 4


def opening(first: str = "", second: str = "", *rest: str) -> str:
    """How a text of these words opens: vague | definite | pronoun | ""."""
    if first in _INDEFINITE or (is_demonym(first) and is_somebody(second)) or _are_counted(first, second, *rest):
        return "vague"
    return "definite" if first in ("the", "this", "these") else "pronoun" if first in _PRONOUNS else ""


def shared_opening(one: str, two: str) -> str:
    """How two texts open: the opening both have, "half" where one is vague and the other definite, else ""."""
    return one if one == two else "half" if "vague" in (one, two) and "definite" in (one, two) else ""


def is_somebody(word: str) -> bool:
    """Whether a word is a person or an animal."""
    return word == "person" or is_being(word)


def _are_counted(first: str, *rest: str) -> bool:
    """Whether people or animals are told by their number alone ("Two small dogs")."""
    phrase = takewhile(lambda word: word not in VERBS and word not in PREPOSITIONS, rest[:_COUNTED_WITHIN])
    return first.startswith("§number") and any(map(is_somebody, phrase))
