"""Reads the newer of two statements as an edit of the older: which words were put in, taken out or exchanged.

Where two statements run mostly alike, the words that differ tell more than the words they share. Gives the places
where they differ and how each stands; what an exchange means is `exchanges`' business.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from noctuary.model import Value
from noctuary.text.closed_words import LIGHT, OPPOSED, PLAIN_NEGATIONS, PREPOSITIONS, VERBS
from noctuary.text.openings import is_somebody, opening, shared_opening
from noctuary.text.relations import is_below, is_compound, is_demonym, is_doing, is_noun, is_thing, lemmas, relation
from noctuary.text.scanning import Typed
from noctuary.text.units import NUMBER_WORDS
from noctuary.text.values import values

_WORD = re.compile(r"§\S+|\w+(?:-\w+){2,}|\d+(?:[.:]\d+)*|\w+(?:_\w+)+|[^\W\d_]+|\d+\w+|[^\W_]+")
_CONTRACTED = re.compile(r"\b(ca|wo|sha)n't\b", re.IGNORECASE)
_NO_NEGATION = re.compile(
    r"\b(?:(?:do not|don't|never) (?:forget|hesitate|fail) to|with(?:out|) no exceptions?|no exceptions?|without (?:any )?exceptions?)\b"
)
_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
_FEW = 2
_CLAUSE = re.compile(r"\b(?:and|but|while|whereas)\b|;")


class Edit(Value, frozen=True):
    """One place where two texts differ: `out` was replaced by `into` (folded telling words; either may be empty).

    `is_subject`: it stands before the first verb of either text. `is_object`: right after a verb both share ("playing
    …"). `is_attribute`: right before a noun both share ("… wall").
    """

    out: tuple[str, ...]
    into: tuple[str, ...]
    is_subject: bool
    is_object: bool = False
    is_attribute: bool = False


class Edits(Value, frozen=True):
    """All places where two texts differ, and the share of telling words both have, in [0, 1].

    `size`: telling words of the shorter text. `opening`: both begin with somebody or something not named ("vague"), one
    of them does ("half"), both with a pronoun ("pronoun") or with "the" or "this" ("definite"); else "".
    `is_renamed`: the subject's name was exchanged for another. `is_denied`: a negation stands in what both share.
    `is_each_denied`: one denies each of several clauses that the other states. `is_of_beings`: both speak
    of people or animals, and name none.
    """

    edits: tuple[Edit, ...]
    share: float
    size: int
    opening: str
    is_renamed: bool
    is_denied: bool = False
    is_each_denied: bool = False
    is_of_beings: bool = False


_PHRASE = re.compile(
    r"\b(in front of|close to|far from|far away from|next to|away from|out of|at least|at most|no longer|such as)\b"
)
_PEOPLE = re.compile(r"\b(no)(?: |-)?(?:body|one)\b|\b(?:some|any)(?:body|one)\b|\b(no)thing\b|\b(?:some|any)thing\b")


def _person(found: re.Match[str]) -> str:
    noun = "thing" if found[0].endswith("thing") else "person"
    return f"no {noun}" if found[1] or found[2] else f"some {noun}"


@lru_cache(maxsize=65536)
def _words(text: str) -> tuple[tuple[str, ...], int, str]:
    """The telling words of a text in order, how many stand before its first verb, how it opens: vague | pronoun | ""."""
    plain = _valued(unicodedata.normalize("NFKC", text).replace("’", "'")).casefold()
    plain = _NO_NEGATION.sub(" ", re.sub(r"\b(?:no|nr)\.\s?(?=\d)", "number ", plain))
    plain = _CONTRACTED.sub(lambda m: _FULL[m[1].casefold()] + " not", plain).replace("cannot", "can not")
    plain = re.sub(r"n't\b", " not", plain)
    plain = re.sub(r"\bpeople\b", "person", re.sub(r"\b(it|that|there|he|she|what|here)'s\b", r"\1 is", plain))
    plain = _PEOPLE.sub(_person, re.sub(r"'(s|re|ve|ll|m|d)\b", "", plain))
    words = _joined(_WORD.findall(_PHRASE.sub(lambda m: m[0].replace(" ", "_").replace("_away", ""), plain)))
    kept: list[str] = []
    subject = -1
    for n, word in enumerate(words):
        is_verb = word in VERBS or (n > 1 and word.endswith("ing"))
        if subject < 0 and is_verb and kept and not (n <= 1 and words[0] == "there"):
            subject = len(kept)
        if word not in LIGHT:
            kept.append(word)
    return tuple(kept), len(kept) // 2 if subject < 0 else subject, opening(*words)


def _joined(words: list[str]) -> list[str]:
    """The words, those that are one noun together made one."""
    found: list[str] = []
    for word in words:
        if found and is_compound(found[-1], word):
            found[-1] = f"{found[-1]}_{word}"
        else:
            found.append(word)
    return found


def _valued(text: str) -> str:
    """The text with each typed value in the one form all its spellings share ("7:15 pm", "19:15")."""
    for value in reversed(values(text)):
        text = f"{text[: value.start]} {marked(value)} {text[value.end :]}"
    return text


def marked(value: Typed) -> str:
    """A typed value as one word that all its spellings share: `§version:5_2` for "5.2" and "v5.2"."""
    form = "_".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value.norm)
    return f"§{value.kind}:{form.replace(' ', '_')}"


@lru_cache(maxsize=65536)
def _names(text: str) -> frozenset[str]:
    """Folded words that a text writes as names: with a capital inside a sentence, or at its start if no known word."""
    found = set()
    for match in re.finditer(r"(?<![\w'])[A-Z][\w]+", text):
        word = match[0].casefold()
        is_start = not text[: match.start()].rstrip(" \"'(*-").rstrip() or text[: match.start()].rstrip()[-1] in ".!?:"
        if not is_start or not lemmas(word):
            found.add(word)
    return frozenset(found)


_ORDINALS = {word: f"§ordinal:{n}" for n, word in enumerate(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
)} | {f"{tens}ieth": f"§ordinal:{n}0" for n, tens in enumerate("twent thirt fort fift sixt sevent eight ninet".split(), 2)}
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")


@lru_cache(maxsize=65536)
def base_of(word: str) -> str:
    """The form words are compared in: digits for numbers and ordinals, the dictionary form where one is known."""
    if word in LIGHT:
        return word
    if word in _ORDINALS:
        return _ORDINALS[word]
    if match := _ORDINAL.fullmatch(word):
        return f"§ordinal:{match[1]}"
    number = NUMBER_WORDS.get(word)
    return str(number) if number is not None else next(iter(lemmas(word)), word)


def opened_alike(a: str, b: str) -> str:
    """How both texts open: the `opening` of their `edits`."""
    return shared_opening(_words(a)[2], _words(b)[2])


def edits(a: str, b: str) -> Edits:
    """How `b` differs from `a`, both read as telling words in order."""
    (first, _, open_a), (second, _, open_b) = _words(a), _words(b)
    (one, head_a), (two, head_b) = _split(*_words(a)[:2], second), _split(*_words(b)[:2], first)
    bases_a, bases_b = [base_of(w) for w in one], [base_of(w) for w in two]
    found: list[Edit] = []
    end = (-1, -1)
    for op in LCSseq.opcodes(bases_a, bases_b):
        if op.tag == "equal":
            continue
        start = op.src_start, op.dest_start
        if end == start:
            last = found.pop()
            start = op.src_start - len(last.out), op.dest_start - len(last.into)
        end = op.src_end, op.dest_end
        found.append(Edit(
            one[start[0] : end[0]], two[start[1] : end[1]], op.src_end <= head_a and op.dest_end <= head_b,
            start[0] > 0 and is_doing(one[start[0] - 1]), end[0] < len(one) and _is_thing(one[end[0]]),
        ))  # fmt: skip
    heavy_a, heavy_b = (Counter(w for w in bases if w not in PREPOSITIONS) for bases in (bases_a, bases_b))
    opened = shared_opening(open_a, open_b)
    common = (heavy_a & heavy_b).total() + _kin(found, one, two)
    return Edits(
        edits=tuple(e for e in found if not _is_loose(e)), share=2.0 * common / max(1, (heavy_a + heavy_b).total()),
        size=min(heavy_a.total(), heavy_b.total()), opening=opened,
        is_renamed=any(_is_renamed(e, _names(a), _names(b)) for e in found),
        is_denied=not PLAIN_NEGATIONS.isdisjoint(Counter(one) - Counter(w for e in found for w in e.out)),
        is_each_denied=_is_each_denied(a, b) or _is_each_denied(b, a),
        is_of_beings=all(any(map(is_somebody, side)) for side in (one[:head_a], two[:head_b]))
        and opened in ("vague", "half", "definite"),
    )  # fmt: skip


def _kin(found: list[Edit], one: tuple[str, ...], two: tuple[str, ...]) -> int:
    """How many words that one text denies the other states by another name, or as a kind of them; 0 if much differs.

    "No child is eating fruit" is the denial of "A child is eating apples"; "no child is eating apples" leaves fruit open.
    """
    if len(found) > _FEW or (_denials(one) + _denials(two)) % 2 == 0:
        return 0
    sides = [(e.out, e.into) if _denials(one) % 2 else (e.into, e.out) for e in found]
    return sum(any(_is_covered(y, x) for y in stated) for denied, stated in sides for x in set(denied))


def _is_covered(stated: str, denied: str) -> bool:
    return relation(stated, denied).name == "same" or is_below(stated, denied)


def _denials(words: tuple[str, ...]) -> int:
    return sum(word in PLAIN_NEGATIONS for word in words)


def _is_each_denied(denied: str, stated: str) -> bool:
    """Whether several clauses of one text have a negation each, and the other text none ("not red and not round")."""
    counts = [_denials(_words(clause)[0]) for clause in _CLAUSE.split(denied)]
    return _denials(_words(stated)[0]) == 0 and sum(counts) > 1 and max(counts) == 1


def _is_thing(word: str) -> bool:
    return is_noun(word) and (is_thing(word) or not is_doing(word)) and word not in PREPOSITIONS


def _split(words: tuple[str, ...], head: int, other: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """The words, each compound the other text lacks taken apart where that has its last word alone ("young_man", "man")."""
    bases = {base_of(word) for word in other}
    parts = [_parts(word, bases) if word not in other else (word,) for word in words]
    return tuple(part for each in parts for part in each), sum(map(len, parts[:head]))


def _parts(word: str, bases: set[str]) -> tuple[str, ...]:
    first, _, last = word.partition("_")
    is_apart = last and base_of(last) in bases and is_compound(first, last)
    return (first, last) if is_apart else (word,)


def _is_renamed(e: Edit, mine: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a subject's name was exchanged, and not the people it is described by ("A German man")."""
    if not e.is_subject or mine.isdisjoint(e.out) or other.isdisjoint(e.into):
        return False
    return not all(any(is_demonym(w) for w in side) for side in (e.out, e.into))


def _is_loose(e: Edit) -> bool:
    """Whether only prepositions differ, and none is the opposite of another."""
    return PREPOSITIONS.issuperset(e.out + e.into) and frozenset((*e.out, *e.into)) not in OPPOSED
