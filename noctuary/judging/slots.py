"""How two statements stand to each other in one slot: what of them meets beside their values, and what there clashes.

Four things can clash: two values of one kind, two members of one kind or opposites, what one side denies of the other,
and words that stand in each other's place. Tells no duplicate and no change; `plain` decides what follows.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from noctuary.judging.align import Alignment, align, are_serial
from noctuary.judging.loose import counts_another
from noctuary.judging.siblings import head
from noctuary.model import Fact, Statement, fold
from noctuary.text.asides import core
from noctuary.text.claims import Claim, claim
from noctuary.text.clauses import standing
from noctuary.text.days import dated
from noctuary.text.language import CJK, NAMED, NAMED_OR_CJK, PROPER, Token, fold_word, key
from noctuary.text.patterns import signs
from noctuary.text.relations import lemmas
from noctuary.text.values import Typed

MET = 0.7
HALF = 0.5
SIXTY = 0.6
MOST = 0.75
TWO = 2
APART = 10.0
WINDOW = 12
"""So many signs before a word hold the longest of the words for "no"."""
_UNSIZED = frozenset(("version", "date", "time", "span", "ordinal", "year", "id"))
_NONE = signs(r"{claim.nobody}(?!\w)")
_NO = re.compile(r"\bno\s+$", re.IGNORECASE)
_NONE_OF = signs(r"\b{claim.none_of}\s+$")
_DIGITS = re.compile(r"\d+")


class Slot(NamedTuple):
    """Two claims and how they meet.

    `shared` telling words that meet, and their share of the side that has fewer and of the one that has more.
    `is_labelled`: both are a value of one label, or one is, and the other says its label's words.
    """

    one: Claim
    two: Claim
    met: Alignment
    shared: int
    of_shorter: float
    of_longer: float
    is_labelled: bool

    @property
    def is_same(self) -> bool:
        """Whether nothing but the values tells the shorter side from the longer."""
        return self.shared >= TWO and self.of_shorter == 1.0 and self.of_longer >= SIXTY

    @property
    def is_close(self) -> bool:
        """Whether they are mostly the same words."""
        return self.is_same or (self.shared > TWO and self.of_shorter >= MOST and self.of_longer >= HALF)

    @property
    def is_near(self) -> bool:
        """Whether they share a label, two telling words, or half of the shorter side's."""
        return self.is_labelled or self.shared >= TWO or self.of_shorter >= HALF


def slot(a: Fact | Statement, b: Fact | Statement) -> Slot:
    """How `a` and `b` meet, their asides left out. Where no gaps stand between words, pairs of signs are counted."""
    return _slot(*(core(standing(dated(side))) for side in (a, b)))


@lru_cache(maxsize=1 << 8)
def _slot(a: str, b: str) -> Slot:
    """The slot of two texts. Whoever asks of a pair asks several times in a row."""
    one, two = (claim(Statement(text=text)) for text in (a, b))
    met = align(one, two)
    if is_cjk(one) and is_cjk(two):
        mine, other = _bigrams(one.text), _bigrams(two.text)
        shared, sizes = len(mine & other), sorted((len(mine), len(other)))
    else:
        pairs = [(i, j) for i, j in _pairs(met) if is_telling(one.tokens[i]) and is_telling(two.tokens[j])]
        shared, sizes = len(pairs), sorted(len(_telling(side)) for side in (one, two))
    return Slot(one, two, met, shared, shared / max(1, sizes[0]), shared / max(1, sizes[1]), _is_labelled(one, two))


def measured(met: Slot) -> list[tuple[Typed, Typed]]:
    """The pairs of values that differ and can be compared: a folder is not, with a file."""
    pairs = [(met.one.values[i], met.two.values[j]) for i, j in met.met.differing]
    return [(x, y) for x, y in pairs if _is_folder(x) == _is_folder(y)]


def _is_folder(value: Typed) -> bool:
    return value.kind == "path" and value.text.endswith("/")


def are_of_one(met: Slot, x: Typed, y: Typed) -> bool:
    """Whether two bare values are of the same: the only ones, or one word right after both, or else before both.

    A number that counts what the other side does not name ("two requests") is of that alone.
    """
    if bool(x.after) != bool(y.after) and (counts_another(x, met.one, met.two) or counts_another(y, met.two, met.one)):
        return False
    if len(met.one.values) == len(met.two.values) == 1 and met.of_shorter >= HALF:
        return True
    if x.after and y.after:
        return key(x.after) == key(y.after)
    return (_before(met.one, x), _before(met.two, y)) in _pairs(met.met)


def are_far_apart(x: Typed, y: Typed) -> bool:
    """Whether one measure is more than APART times the other, in other figures: mostly measures of two things."""
    sizes = [abs(float(v.norm[0])) for v in (x, y) if isinstance(v.norm[0], float) and v.kind not in _UNSIZED]
    if _DIGITS.findall(x.text) == _DIGITS.findall(y.text):
        return False
    return len(sizes) == TWO and max(sizes) > APART * min(sizes)


def has_attribute(met: Slot) -> bool:
    """Whether they share a telling word that is no name: what is told of the thing, not only the thing."""
    return any(met.one.tokens[i].kind not in NAMED_OR_CJK and is_telling(met.one.tokens[i]) for i, _ in _pairs(met.met))


def has_rivals(met: Slot) -> bool:
    """Whether two things of one kind meet, one of which is used at a time (two databases)."""
    return any(is_telling(met.one.tokens[i]) and is_telling(met.two.tokens[j]) for i, j in met.met.rivals)


def has_opposites(met: Slot) -> bool:
    """Whether telling words meet that are opposites."""
    return any(is_telling(met.one.tokens[i]) and is_telling(met.two.tokens[j]) for i, j in met.met.opposed)


def are_names_exchanged(met: Slot, *, may_be_code: bool) -> bool:
    """Whether what is left over on either side is a name, with a word or two; an identifier is one if it may be."""
    serial = [(i, j) for i, j in met.met.siblings if are_serial(met.one.tokens[i].key, met.two.tokens[j].key)]
    sides = (
        (met.one, (*met.met.only_a, *(i for i, _ in serial))), (met.two, (*met.met.only_b, *(j for _, j in serial)))
    )  # fmt: skip
    kinds = NAMED_OR_CJK if may_be_code else PROPER
    return not is_spelt_out(met) and all(
        len(left) <= TWO and any(side.tokens[i].kind in kinds for i in left) for side, left in sides
    )


def is_spelt_out(met: Slot) -> bool:
    """Whether one word is left over on each side, and one begins with all of the other ("gemma3", "gemma3:4b")."""
    if len(met.met.only_a) != 1 or len(met.met.only_b) != 1:
        return False
    short, long = sorted((met.one.tokens[met.met.only_a[0]].key, met.two.tokens[met.met.only_b[0]].key), key=len)
    return long.startswith(short) and not long[len(short) : len(short) + 1].isalnum()


def is_denied(met: Slot) -> bool:
    """Whether one side denies what the other says: what it denies stands there undenied, and half of the rest, too.

    Of one label, none (`MCP servers: none`) denies any value. Where both deny something, neither denies the other.
    """
    if met.is_labelled and len({bool(_NONE.match(_value(side.text))) for side in (met.one, met.two)}) > 1:
        return True
    if met.shared < TWO or met.of_shorter < HALF or min(met.one.negations, met.two.negations) > 0:
        return False
    pairs = _pairs(met.met)
    back = [(j, i) for i, j in pairs]
    return _denies(met.one, met.two, pairs, met.met.values_a) or _denies(met.two, met.one, back, met.met.values_b)


def have_subjects(met: Slot) -> bool:
    """Whether both name what they are about: a name, more than one telling word, or a value that is the same."""
    sides = (_telling(met.one), _telling(met.two))
    return bool(met.met.equal) or all(len(side) >= TWO or any(t.kind in NAMED_OR_CJK for t in side) for side in sides)


def are_labels_apart(a: str, b: str) -> bool:
    """Whether both are no more than a label and a value, and neither label's words all stand in the other statement."""
    sides = [(head(text), text) for text in (_plain_colon(a), _plain_colon(b))]
    is_bare = all(label and not _stems(text[len(label) :]) for label, text in sides)
    (mine, one), (other, two) = sides
    return is_bare and not (_parts(mine) <= _parts(two) or _parts(other) <= _parts(one))


def is_cjk(c: Claim) -> bool:
    """Whether a statement holds Chinese or Japanese."""
    return bool(CJK.search(c.text))


def _denies(one: Claim, two: Claim, pairs: list[tuple[int, int]], left: tuple[int, ...]) -> bool:
    denied = {i for i, t in enumerate(one.tokens) if t.negated and is_telling(t)}
    met = [(i, j) for i, j in pairs if i in denied and not two.tokens[j].negated]
    none_of = _none_of(one, denied)
    if left or not met or (none_of and none_of.isdisjoint(i for i, _ in met)):
        return False
    named = {i for i in denied if is_one_thing(one.tokens[i])}
    if named and named <= {i for i, _ in met}:
        return True
    is_whole = len(_telling(two)) <= TWO * len(met)
    return len(met) >= HALF * len(denied) and (len(met) >= TWO or is_whole)


def _none_of(c: Claim, denied: set[int]) -> set[int]:
    """The words of `denied` that say what there is none of: those right after "no", not what it would be with or in.

    Before a word that is not English "no" may be Spanish or Portuguese for "not", or for "in the".
    """
    found: set[int] = set()
    for i in sorted(denied):
        start = c.tokens[i].start
        before = c.plain[max(0, start - WINDOW) : start]
        is_next = i - 1 in found and len(c.plain[c.tokens[i - 1].start : start].split()) <= 1
        is_english = bool(lemmas(fold_word(c.tokens[i].text)))
        if is_next or _NONE_OF.search(before) or (is_english and _NO.search(before)):
            found.add(i)
    return found


def is_one_thing(t: Token) -> bool:
    """Whether a word names one thing or a member of a known kind, so that to deny it, or to give another, is plain."""
    return t.kind in NAMED or (bool(t.kinds) and is_telling(t))


def _is_labelled(one: Claim, two: Claim) -> bool:
    mine, other = (_label(side) for side in (one, two))
    if mine and other:
        return mine == other
    label, rest = (mine, two) if mine else (other, one)
    return bool(label) and label <= {t.key for t in _telling(rest) if not t.negated}


def _label(side: Claim) -> set[str]:
    """The words of a statement's label; none of one that denies ("NOT CLAIMED: …"), which names no slot."""
    text = head(_plain_colon(side.text))
    return {t.key for t in _telling(claim(Statement(text=text))) if not t.negated} if text else set()


def _value(text: str) -> str:
    plain = _plain_colon(text)
    return plain[len(head(plain)) :].lstrip(": ")


def _before(c: Claim, value: Typed) -> int | None:
    return max((i for i, t in enumerate(c.tokens) if t.start < value.start and is_telling(t)), default=None)


def _pairs(met: Alignment) -> list[tuple[int, int]]:
    return [(i, j) for i, j, strength in met.same if strength >= MET]


def _plain_colon(text: str) -> str:
    return text.replace("：", ": ")


def _parts(text: str) -> set[str]:
    return _bigrams(text) if CJK.search(text) else _stems(text)


def _stems(text: str) -> set[str]:
    return {t.key for t in _telling(claim(Statement(text=text)))} if text else set()


def _telling(c: Claim) -> list[Token]:
    return [t for t in c.tokens if is_telling(t)]


def is_telling(t: Token) -> bool:
    return t.weight >= 1.0


def _bigrams(text: str) -> set[str]:
    return {x + y for x, y in pairwise(fold(text)) if (x + y).isalpha()}
