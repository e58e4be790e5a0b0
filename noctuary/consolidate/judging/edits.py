"""Reads the newer of two statements as an edit of the older: which words were put in, taken out or exchanged.

Where two statements run mostly alike, the words that differ tell more than the words they share: an opposite, a
sibling of the same kind, a number, a negation, a quantifier. Gives counts and names; `features` makes measures.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from noctuary.consolidate.judging.units import NUMBER_WORDS
from noctuary.consolidate.judging.values import values
from noctuary.model import Value
from noctuary.words.relations import is_being, is_compound, lemmas, relation
from noctuary.words.vectors import likeness

_WORD = re.compile(r"§\S+|\w+(?:-\w+){2,}|\d+(?:[.:]\d+)*|\w+(?:_\w+)+|[^\W\d_]+|\d+\w+|[^\W_]+")
_CONTRACTED = re.compile(r"\b(ca|wo|sha)n't\b", re.IGNORECASE)
_NO_NEGATION = re.compile(
    r"\b(?:(?:do not|don't|never) (?:forget|hesitate|fail) to|with(?:out|) no exceptions?|no exceptions?|without (?:any )?exceptions?)\b"
)
_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
LIGHT = frozenset(
    """a an the this that these those it its is are was were be been being am do does did done has have had having will
    would to of there and s which who as some very really quite just so such also their
    his her my our your they he she we i you them him us got get gets getting then than""".split()
)
NEGATIONS = frozenset(
    """not n't no never without none nobody nothing neither nor cannot nowhere hardly unable incapable
    fail failed fails failing failure refuse refused refuses refusing deny denied denies denying lack lacked lacks
    lacking decline declined declines stop stopped stops stopping cease ceased ceases prevent prevented prevents
    preventing avoid avoided avoids avoiding reject rejected rejects neglect neglected neglects forbid forbade forbidden
    prohibit prohibited impossible absent absence free exempt exemption exclude excluded excludes excluding lose losing
    lost loses oppose opposed opposes opposing""".split()
)
_PLAIN_NEGATIONS = frozenset("not n't no never without none nobody nothing neither nor cannot nowhere hardly".split())
_CLOSED = (
    ("in_front_of", "behind"), ("close_to", "far_from"), ("next_to", "away_from"), ("next_to", "far_from"),
    ("close_to", "away_from"), ("near", "far_from"), ("near", "away_from"), ("up", "down"),
    ("inside", "outside"), ("in", "out"), ("on", "off"), ("before", "after"), ("above", "below"), ("over", "under"),
    ("with", "without"), ("into", "out_of"), ("towards", "away_from"), ("toward", "away_from"), ("in", "out_of"), ("more", "less"),
    ("more", "fewer"), ("most", "least"), ("many", "few"), ("much", "little"), ("always", "never"), ("all", "none"),
    ("everyone", "nobody"), ("everything", "nothing"), ("both", "neither"), ("every", "no"), ("some", "no"),
    ("often", "rarely"), ("often", "seldom"), ("always", "rarely"), ("usually", "rarely"), ("for", "against"),
    ("same", "different"), ("same", "other"), ("only", "also"), ("exclusively", "also"), ("at_least", "at_most"),
    ("and", "but"), ("top", "bottom"),
)  # fmt: skip
_OPPOSED = {frozenset(pair) for pair in _CLOSED}
_QUANTITY = frozenset(
    """all most many several few some any every each no none both half always usually often sometimes rarely seldom
    never only exclusively little much more less least fewer entirely completely partly fully barely extremely
    slightly""".split()
)
CLOSE, MOST = 0.5, 3
_FAR, _NEAR = 0.2, 0.45
_PRONOUNS = frozenset("it he she they this these those that its his her their i we you".split())
_EACH = frozenset("all any each every everyone whole entire".split())
_INDEFINITE = frozenset("a an some one two three four five six several many few people men women children".split())


class Edit(Value, frozen=True):
    """One place where two texts differ: `out` was replaced by `into` (folded telling words; either may be empty).

    `is_subject`: it stands before the first verb of either text.
    """

    out: tuple[str, ...]
    into: tuple[str, ...]
    is_subject: bool


class Edits(Value, frozen=True):
    """All places where two texts differ, and the share of telling words both have, in [0, 1].

    `size`: telling words of the shorter text. `opening`: both begin with somebody or something not named ("vague"),
    or with a pronoun ("pronoun"); else "". `is_renamed`: the subject's name was exchanged for another.
    """

    edits: tuple[Edit, ...]
    share: float
    size: int
    opening: str
    is_renamed: bool


class Measured(Value, frozen=True):
    """An edit in numbers. `is_close`: few places differ and most words are shared, so that the edit is all there is.

    `is_other`: the subject itself was exchanged for another being or its opposite: they speak of two.
    """

    numbers: dict[str, float]
    is_close: bool
    is_other: bool


_PHRASE = re.compile(
    r"\b(in front of|close to|far from|far away from|next to|away from|out of|at least|at most|no longer|such as)\b"
)
_PEOPLE = re.compile(r"\b(no)(?: |-)?(?:body|one)\b|\b(?:some|any)(?:body|one)\b|\b(no)thing\b|\b(?:some|any)thing\b")
_PREPOSITIONS = frozenset("at in by on for with from into onto over under during inside within across through near".split())
_VERB = frozenset("is are was were be been has have had can could will would must should may might does do did".split())


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
    plain = re.sub(r"\b(it|that|there|he|she|what|here)'s\b", r"\1 is", plain)
    plain = _PEOPLE.sub(_person, re.sub(r"'(s|re|ve|ll|m|d)\b", "", plain))
    words = _joined(_WORD.findall(_PHRASE.sub(lambda m: m[0].replace(" ", "_").replace("_away", ""), plain)))
    kept: list[str] = []
    subject = -1
    for n, word in enumerate(words):
        is_verb = word in _VERB or (n > 1 and word.endswith("ing"))
        if subject < 0 and is_verb and kept and not (n <= 1 and words[0] == "there"):
            subject = len(kept)
        if word not in LIGHT:
            kept.append(word)
    first = words[0] if words else ""
    opening = "vague" if first in _INDEFINITE or first in ("there", "no") else "pronoun" if first in _PRONOUNS else ""
    return tuple(kept), len(kept) // 2 if subject < 0 else subject, opening


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
        form = "_".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value.norm)
        text = f"{text[: value.start]} §{value.kind}:{form.replace(' ', '_')} {text[value.end :]}"
    return text


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
def _base(word: str) -> str:
    """The form words are compared in: digits for numbers and ordinals, the dictionary form where one is known."""
    if word in LIGHT:
        return word
    if word in _ORDINALS:
        return _ORDINALS[word]
    if match := _ORDINAL.fullmatch(word):
        return f"§ordinal:{match[1]}"
    number = NUMBER_WORDS.get(word)
    return str(number) if number is not None else next(iter(lemmas(word)), word)


def edits(a: str, b: str) -> Edits:
    """How `b` differs from `a`, both read as telling words in order."""
    (one, head_a, open_a), (two, head_b, open_b) = _words(a), _words(b)
    bases_a, bases_b = [_base(w) for w in one], [_base(w) for w in two]
    found: list[Edit] = []
    end = (-1, -1)
    for op in LCSseq.opcodes(bases_a, bases_b):
        if op.tag == "equal":
            continue
        out, into = one[op.src_start : op.src_end], two[op.dest_start : op.dest_end]
        if end == (op.src_start, op.dest_start):
            last = found.pop()
            out, into = last.out + out, last.into + into
        end = op.src_end, op.dest_end
        found.append(Edit(out, into, op.src_end <= head_a and op.dest_end <= head_b))
    heavy_a, heavy_b = (Counter(w for w in bases if w not in _PREPOSITIONS) for bases in (bases_a, bases_b))
    common = (heavy_a & heavy_b).total()
    return Edits(
        edits=tuple(e for e in found if not _is_loose(e)), share=2.0 * common / max(1, (heavy_a + heavy_b).total()),
        size=min(heavy_a.total(), heavy_b.total()), opening=open_a if open_a == open_b else "",
        is_renamed=any(_is_renamed(e, _names(a), _names(b)) for e in found),
    )  # fmt: skip


def _is_renamed(e: Edit, mine: frozenset[str], other: frozenset[str]) -> bool:
    return e.is_subject and not mine.isdisjoint(e.out) and not other.isdisjoint(e.into)


def _is_loose(e: Edit) -> bool:
    """Whether only prepositions differ, and none is the opposite of another."""
    return _PREPOSITIONS.issuperset(e.out + e.into) and frozenset((*e.out, *e.into)) not in _OPPOSED


@lru_cache(maxsize=65536)
def measured(a: str, b: str) -> Measured:
    """How `b` differs from `a` in numbers, by name, absent ones 0; symmetric in the two texts."""
    met = edits(a, b)
    if met.share < CLOSE or len(met.edits) > MOST:
        return Measured(numbers={"share": 2.0 * met.share - 1.0, **_opening(met)}, is_close=False, is_other=met.is_renamed)
    found: Counter[str] = Counter()
    for one in met.edits:
        found.update(_edit(one))
    is_other = found.pop("other", 0) > 0 or met.is_renamed
    is_subject = found.pop("subject", 0) > 0
    flips, regions = found["negated"] + found["opposite"], len(met.edits)
    tells = {name: min(value, 2) / 2 for name, value in found.items() if value}
    tells |= {"flip_odd": float(flips % 2 == 1), "flip_even": float(flips > 0 and flips % 2 == 0)}
    ways = {
        "one": float(regions == 1), "share": 2.0 * met.share - 1.0, "subject": float(is_subject),
        "short": float(met.size <= 2), "clean": 1.0 - min(1.0, float(found["unlike"] + found["added"])),
        **_opening(met),
    }  # fmt: skip
    telling = sum(max(len(e.out), len(e.into)) for e in met.edits)
    numbers = {
        "none": float(not regions), "two": float(regions == 2), "three": float(regions > 2),
        "telling": min(telling, 8) / 8, **ways, **tells,
    }  # fmt: skip
    crossed = {f"{tell}_{way}": x * y for tell, x in tells.items() for way, y in ways.items() if x and y}
    return Measured(numbers={k: v for k, v in (numbers | crossed).items() if v}, is_close=True, is_other=is_other)


def _opening(met: Edits) -> dict[str, float]:
    return {"vague": float(met.opening == "vague"), "pronoun": float(met.opening == "pronoun")}


@lru_cache(maxsize=65536)
def _edit(one: Edit) -> dict[str, int]:
    found: Counter[str] = Counter()
    negations = sum(w in NEGATIONS for w in one.out) - sum(w in NEGATIONS for w in one.into)
    if negations % 2:
        found["negated"] = 1
        found["negated_plainly"] = (
            sum(w in _PLAIN_NEGATIONS for w in one.out) - sum(w in _PLAIN_NEGATIONS for w in one.into)
        ) % 2
    if frozenset((*one.out, *one.into)) in _OPPOSED and len(one.out) == len(one.into) == 1:
        return {"opposite": 1, "opposite_closed": 1}
    left, right = ([w for w in side if w not in NEGATIONS and w not in _PREPOSITIONS] for side in (one.out, one.into))
    for x, y, name in _matched(left, right):
        left.remove(x)
        right.remove(y)
        found[name] += 1
        if name == "opposite" and frozenset((x, y)) in _OPPOSED:
            found["opposite_closed"] += 1
        elif one.is_subject and name not in ("same", "kind", "near"):
            found["subject"] = 1
            found["other"] += name == "siblings_being" or (name == "opposite" and is_being(x) and is_being(y))
    if left and right:
        found["unlike"] += 1
        found["unlike_one"] += len(left) == len(right) == 1
        near = likeness(" ".join(left), " ".join(right))
        found["unlike_far"] += near < _FAR
        found["unlike_near"] += near >= _NEAR
        found["subject"] = int(one.is_subject)
    elif left or right:
        found["added"] += 1
    return dict(found)


def _matched(left: list[str], right: list[str]) -> list[tuple[str, str, str]]:
    """Words exchanged for a word they stand in a relation to, the strongest relation first, each word once."""
    found = sorted(
        (-strength, x, y, name) for x in set(left) for y in set(right) for name, strength in (_relation(x, y),) if name
    )
    used_x, used_y, kept = set(), set(), []
    for _, x, y, name in found:
        if x not in used_x and y not in used_y:
            used_x.add(x)
            used_y.add(y)
            kept.append((x, y, name))
    return kept


def _relation(x: str, y: str) -> tuple[str, float]:
    if frozenset((x, y)) in _OPPOSED:
        return "opposite", 1.0
    if x in _EACH and y in _EACH:
        return "same", 1.0
    if x in _QUANTITY and y in _QUANTITY:
        return "quantity", 0.9
    one, two = _base(x), _base(y)
    if one[:1] == two[:1] == "§":
        return ("number", 0.9) if one.split(":")[0] == two.split(":")[0] else ("", 0.0)
    if one[:1].isdigit() and two[:1].isdigit():
        return ("same", 1.0) if one == two else ("number", 0.9)
    met = relation(x, y)
    if met.name == "siblings":
        sort = _SORTS.get(met.file, "")
        return (f"siblings_{sort}" if sort else ""), met.strength * 0.8
    return met.name, met.strength


_SORTS = {
    "artifact": "thing", "food": "stuff", "substance": "stuff", "plant": "stuff", "location": "place",
    "attribute": "attribute", "shape": "attribute", "person": "being", "animal": "being", "demonym": "place", "time": "time",
    "quantity": "quantity", "object": "place", "adj": "attribute", "adj_pert": "attribute",
}  # fmt: skip
