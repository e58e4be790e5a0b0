"""The rules the judge is measured against, each `(a, b) -> bool`: is this pair a conflict? Knows no label.

`seed_rule` is what most memory tools ship. `lexical_rule` is a stronger rule of the same family, re-implemented
from published descriptions: align, then count polarity flips and differing numbers. `cosines` serves the
embedder-alone baselines.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from noctuary.embed import default_embedder

Array = np.ndarray[Any, Any]
COSINE_AT = 0.8
ALIGNED_AT = 0.5

_NEGATION = re.compile(r"\b(?:not|no|never|none|cannot|\w+n't)\b")
_NUMBER = re.compile(r"\d(?:[\d.,:]*\d)?")


def seed_rule(a: str, b: str) -> bool:
    """Token Jaccard above 0.5, and a negation or a number on one side only (seed 004, read literally).

    A number ends with its last digit: a comma after a year is no difference.
    """
    one, two = a.lower(), b.lower()
    left, right = set(re.findall(r"\w+", one)), set(re.findall(r"\w+", two))
    if len(left & right) <= 0.5 * len(left | right):
        return False
    differs = set(_NUMBER.findall(one)) != set(_NUMBER.findall(two))
    return differs or bool(_NEGATION.search(one)) != bool(_NEGATION.search(two))


_ANTONYMS = """
able unable|above below|absent present|accept reject|active inactive|add remove|agree disagree|alive dead|all none
allow forbid|allow prohibit|allowed forbidden|always never|ancient modern|appear disappear|arrive depart|asleep awake
attack defend|attach detach|back front|bad good|beautiful ugly|before after|begin end|best worst|better worse|big small
bitter sweet|boring interesting|born dead|bottom top|bright dark|broad narrow|build destroy|buy sell|calm nervous
cheap expensive|clean dirty|clear cloudy|close open|closed open|cold hot|cold warm|common rare|compulsory optional
connect disconnect|constant variable|cool warm|correct incorrect|correct wrong|create destroy|cruel kind|dark light
day night|decrease increase|deep shallow|deny admit|different same|difficult easy|disable enable|disabled enabled
dry wet|dull sharp|dynamic static|early late|east west|easy hard|empty full|encrypt decrypt|enter exit|even odd
everyone nobody|everything nothing|expand contract|export import|external internal|fail pass|fail succeed
failure success|fake real|false true|famous unknown|far near|fast slow|fat thin|female male|few many|finish start
first last|follow lead|forget remember|former latter|friend enemy|gain lose|gain loss|generous stingy|give take
guilty innocent|happy sad|hard soft|hate love|heavy light|hide show|high low|high-level low-level|higher lower
horizontal vertical|include exclude|inner outer|input output|inside outside|join leave|junior senior|large small
largest smallest|least most|left right|legal illegal|less more|like dislike|likely unlikely|long short|longer shorter
loose tight|lose win|loud quiet|major minor|man woman|manual automatic|married single|maximum minimum|more fewer
natural artificial|negative positive|new old|noisy quiet|north south|off on|often rarely|often seldom|old young
older younger|open shut|over under|pass fail|past future|permanent temporary|permit forbid|play pause|polite rude
poor rich|possible impossible|praise criticize|private public|profit loss|pull push|raise lower|read-only writable
reject approve|required optional|rise fall|rough smooth|safe dangerous|safe unsafe|secure insecure|serious funny
sick healthy|simple complex|simple complicated|single multiple|sit stand|sitting standing|some none|sometimes never
stable unstable|start stop|strong weak|stronger weaker|stupid smart|stupid clever|sunrise sunset|support oppose
tall short|thick thin|together apart|true untrue|up down|upgrade downgrade|upper lower|useful useless|usual unusual
usually rarely|vacant occupied|valid invalid|victory defeat|visible invisible|war peace|weak strong|white black
wide narrow|win lose|with without|within outside|wise foolish|yes no
"""
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "non-")
_DENIERS = frozenset(
    "not no never none neither nor nobody nothing cannot without hardly seldom rarely lack lacks".split()
)
_STOP = frozenset(
    "a an the is are was were be been being do does did has have had it its this that there to of".split()
)
_TOKEN = re.compile(r"[a-z]+n't|[a-z]+(?:-[a-z]+)*|\d[\d.,:]*\d|\d")
_SCOPE = 4


def _antonyms() -> frozenset[tuple[str, str]]:
    listed = [tuple(entry.split()) for line in _ANTONYMS.split("\n") for entry in line.split("|") if entry.strip()]
    return frozenset((_stem(x), _stem(y)) for one, two in listed for x, y in ((one, two), (two, one)))


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "ed", "es", "s", "e", "d"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


ANTONYMS = _antonyms()


class Read(NamedTuple):
    """One text: content stems in order, whether each stands in the scope of a negation, and its numbers."""

    stems: tuple[str, ...]
    denied: tuple[bool, ...]
    numbers: frozenset[str]


@lru_cache(maxsize=65536)
def _read(text: str) -> Read:
    stems, denied, left = [], [], 0
    for token in _TOKEN.findall(text.lower().replace("’", "'")):
        if token in _DENIERS or token.endswith("n't"):
            left = 0 if left else _SCOPE
            continue
        if token in _STOP:
            continue
        stems.append(_stem(token))
        denied.append(left > 0)
        left = max(0, left - 1)
    numbers = frozenset(s.replace(",", "").rstrip(".:") for s in stems if s[0].isdigit())
    return Read(tuple(stems), tuple(denied), numbers)


def _are_opposed(x: str, y: str) -> bool:
    short, long = sorted((x, y), key=len)
    return (x, y) in ANTONYMS or (len(short) > 3 and any(long == prefix + short for prefix in _PREFIXES))


def lexical_rule(a: str, b: str) -> bool:
    """Alignment, then an odd number of polarity flips (antonym, negation scope), or rival numbers.

    Aligned share: twice the matched content words over all content words, at least 0.5, antonyms counting as
    matched. A flip is an antonym pair at one place, or an aligned word negated on one side only; two flips
    cancel ("not open" / "closed"). Numbers are rivals where each side has one that the other lacks.
    """
    one, two = _read(a), _read(b)
    antonyms = flipped = matched = 0
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, one.stems, two.stems, autojunk=False).get_opcodes():
        if tag == "equal":
            matched += i2 - i1
            flipped |= any(one.denied[i] != two.denied[j] for i, j in zip(range(i1, i2), range(j1, j2), strict=True))
        elif tag == "replace":
            met = [(i, j) for i in range(i1, i2) for j in range(j1, j2) if _are_opposed(one.stems[i], two.stems[j])]
            antonyms += len(met)
            matched += len(met)
            flipped |= any(one.denied[i] != two.denied[j] for i, j in met)
    if 2 * matched < ALIGNED_AT * (len(one.stems) + len(two.stems)) or not matched:
        return False
    is_rival = bool(one.numbers - two.numbers) and bool(two.numbers - one.numbers)
    return (antonyms + int(flipped)) % 2 == 1 or is_rival


RULES = {"seeds' rule": seed_rule, "lexical rule": lexical_rule}


def cosines(pairs: Sequence[tuple[str, str]]) -> Array:
    """(n,) cosine of each pair under the default embedder."""
    left, right = (default_embedder().embed([pair[side] for pair in pairs]) for side in (0, 1))
    near: Array = np.einsum("nd,nd->n", left, right)
    return near
