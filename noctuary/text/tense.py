"""Tells whether a statement tells of what was, what has come about, or what is: by its verbs. It compares nothing.

What is past stays as it was: two that differ about it clash, however long ago they were written. What has come about
("Quentin defected to Helix") may end what was true before it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from noctuary.text.languages import words
from noctuary.text.relations import is_adjective, is_past, verb_file

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_YEAR = re.compile(
    r"(?:\b(?:in|of|since|from|until|till|by|im|en|de|año|jahr|the|early|late|summer|winter|spring|autumn|[A-Z][a-z]{2,8}) )"
    r"(?:1[5-9]|20)\d\d\b(?! ?(?:ms|[kMG]B|EUR|USD|euros?|dollars?|s|m|km|kg|g|W|rpm|px|%|lines|rows|users)\b)"
)
_WAS = frozenset(words("words.was"))
_IS = frozenset(words("words.is"))
_HAS = frozenset(words("words.has"))
_BEFORE_PARTICIPLE = _IS | _HAS | frozenset("be been being get gets got getting the a an of by its our their his her my not never".split())
_AFTER_VERB = frozenset(
    """a an the my our his her their its this that these those to in at on from into onto with for by over off out up down
    back away through after before as it him them us me you no all both every one two""".split()
)


class Tense(NamedTuple):
    """`was`: a past tense; `came`: a perfect, or a participle that opens the text; `now`: a present; `year`: a year is named.

    `deeds`: the sorts of what was done or has come about, by the lexicographer files of the verbs' commonest senses.
    """

    was: bool
    came: bool
    now: bool
    year: bool
    deeds: frozenset[str] = frozenset()


@lru_cache(maxsize=1 << 15)
def tense(text: str) -> Tense:
    """The tenses of a text's verbs, of those after its last colon where some are; none where no verb is known."""
    after_colon = text.rpartition(": ")[2]
    if after_colon != text and any(tense(after_colon)[:3]):
        return tense(after_colon)
    words = [word.replace("’", "'") for word in _WORD.findall(text)]
    low = [word.casefold() for word in words]
    was, came, deeds = any(word in _WAS for word in words), False, set()
    for number, word in enumerate(low):
        if word in _WAS or word in _IS or word == "been" or not (words[number].islower() or (not number and word.endswith("ed") and len(words) > 1)):
            continue
        if not (is_past(word) or (word.startswith("re") and is_past(word[2:]))):
            continue
        last, after = low[number - 1] if number else "", words[number + 1] if number + 1 < len(words) else "."
        is_verb = not is_adjective(word) or after in _AFTER_VERB or not after[0].islower()
        has_come, is_over = last in _HAS or (not last and is_verb), last not in _BEFORE_PARTICIPLE and bool(last) and is_verb
        if has_come or is_over or last in _WAS:
            deeds.add(verb_file(word) or verb_file(word[2:]))
        came, was = came or has_come, was or (is_over and last not in _WAS)
    return Tense(was, came, any(word in _IS for word in words), bool(_YEAR.search(text)), frozenset(deeds - {""}))


def tenses(a: str, b: str) -> dict[str, float]:
    """The measures of two texts, by name, each 0 or 1."""
    one, two = tense(a), tense(b)
    is_past_b = two.was or two.came
    deeds = {f"deed_{file}": 1.0 for file in two.deeds - one.deeds} | {f"deed_a_{file}": 1.0 for file in one.deeds - two.deeds}
    return deeds | {
        "was_a": float(one.was), "was_b": float(two.was), "was_both": float(one.was and two.was),
        "came_b": float(two.came), "turned_past": float(is_past_b and not (one.was or one.came)),
        "came_after_now": float(is_past_b and one.now), "now_after_past": float(two.now and (one.was or one.came) and not is_past_b),
        "now_both": float(one.now and two.now and not one.was and not two.was), "year_both": float(one.year and two.year),
        "was_in_year": float((one.was and one.year) or (two.was and two.year)),
    }  # fmt: skip


def occasions(a: str, b: str) -> dict[str, float]:
    """Whether one side alone tells of an occasion in the past, the other of what is or is wont to be; 0 or 1 by name."""
    one, two = tense(a), tense(b)
    return {"once_a": float(one.was and not two.was), "once_b": float(two.was and not one.was)}
