"""Tells whether the newer of two claims calls what the older states former, and what it puts in its place.

It reads what `claims` marked as past and `align` brought together; verdicts are `judge`'s business.
"""

from __future__ import annotations

import re

from noctuary.judging.align import Alignment
from noctuary.model import Value
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED, NAMED_OR_CJK, Token
from noctuary.text.values import Typed

_WHEN = frozenset(("date", "month", "year", "weekday", "time", "span"))
_DECIMAL = re.compile(r"\d+[.,]\d+")
_SHORT = 4
_MOST = 3
_REAL = ("state", "event")


class Retired(Value, frozen=True):
    """What the newer claim does to the older one's value.

    `named`: it calls it former. `given`: and offers another of the same type, which the older does not state itself
    ("v2 is deprecated, use v3", "v2 is dead, use v3": told again). `anchored`: both also share a
    telling word that is not former, or the older is little more than that value.
    """

    named: bool
    given: bool
    anchored: bool

    @property
    def is_replaced(self) -> bool:
        """Whether all three hold: the older value is out, a new one is in, of the same thing."""
        return self.named and self.given and self.anchored


def retired(a: Claim, b: Claim, met: Alignment) -> Retired:
    """How far `b`, the newer, retires what `a` states."""
    is_overruled = "overruled" in b.cues
    words = [
        (i, j)
        for i, j, s in met.same
        if b.tokens[j].past and not a.tokens[i].past and s >= 0.7
        and max(a.tokens[i].weight, b.tokens[j].weight) >= 1.0 and (is_overruled or not a.tokens[i].negated)
        and not _are_initials(a.tokens[i], b.tokens[j])
        and not (a.is_label and a.tokens[i].start < a.head_end)
    ]  # fmt: skip
    if (not words and not met.retired) or _is_other(a, b, met):
        return Retired(named=False, given=False, anchored=False)
    return Retired(named=True, given=_gives(a, b, met, words), anchored=_is_anchored(a, b, met, words))


def _are_initials(x: Token, y: Token) -> bool:
    """Whether the one is read as the initials of the other and more ("CI", "creating issues"): any words may have them."""
    return x.key != y.key and (x.text.isupper() or y.text.isupper())


def _is_other(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether what `b` calls former has a typed value, and `a` states another one of that kind."""
    met_kinds = {a.values[i].kind for i, _ in met.retired}
    stated = {v.kind for v in a.values if not v.past}
    return not met.retired and any(v.past and v.kind in stated - met_kinds for v in b.values)


def changes(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether `b` tells of a change and gives one other value of the kind `a` states, of a thing both name first."""
    if met.values_a or _CHANGE.isdisjoint(b.cues) or not is_told(b):
        return False
    alike = all(a.values[i].kind == b.values[j].kind for i, j in met.differing)
    if not (alike and 1 <= len(met.differing) <= _MOST) and not (not met.differing and _has_coded_swap(a, b, met)):
        return False
    if any(a.values[i].kind == "number" and a.values[i].near != b.values[j].near for i, j in met.differing):
        return False
    head = [i for i, t in enumerate(a.tokens) if t.head and t.weight >= 1.0 and t.kind != "code"]
    shared = {i for i, j, s in met.same if s >= 0.7 and not b.tokens[j].past}
    return bool(head) and 2 * len(shared & set(head)) > len(head)


def _has_coded_swap(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether each side has one code of its own and both are of one shape (`2026-A`, `2026-B`)."""
    one, two = ([c.tokens[i].text for i in left if c.tokens[i].kind == "code"]
                for c, left in ((a, met.only_a), (b, met.only_b)))  # fmt: skip
    return len(one) == len(two) == 1 and _shape(one[0]) == _shape(two[0])


def _shape(code: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", code)))


_CHANGE = frozenset(("correction", "no_longer", "switched", "amount", "moved_time", "now", "instead"))


def _gives(a: Claim, b: Claim, met: Alignment, words: list[tuple[int, int]]) -> bool:
    kin = [v.norm for i, _ in met.retired for v in b.values
           if are_kin(a.values[i], v) and not v.past and v.norm != a.values[i].norm]  # fmt: skip
    if kin:
        return not {v.norm for v in a.values}.issuperset(kin)
    if met.rivals or met.opposed:
        return bool(words)
    fresh = [b.tokens[j] for j in met.only_b if not b.tokens[j].past and not b.tokens[j].negated]
    if met.retired and any(t.kind in NAMED for t in fresh):
        return True
    if any(a.tokens[i].kind in NAMED_OR_CJK for i, _ in words) and "overruled" not in b.cues:
        kinds = {kind for i, _ in words for kind in a.tokens[i].kinds}
        return any(t.kind in NAMED_OR_CJK or not kinds.isdisjoint(t.kinds) for t in fresh)
    return bool(words) and any(t.weight >= 1.0 for t in fresh)


def are_kin(x: Typed, y: Typed) -> bool:
    """Whether two values may stand in one place: a bare number is of any kind, also one that may be a version ("costs
    4.35 now"); a day may be told as a span."""
    kinds = {"number" if value.kind == "version" and _DECIMAL.fullmatch(value.text) else value.kind for value in (x, y)}
    return len(kinds) == 1 or "number" in kinds or kinds <= _WHEN


def _is_anchored(a: Claim, b: Claim, met: Alignment, words: list[tuple[int, int]]) -> bool:
    shared = any(
        s >= 0.7 and not b.tokens[j].past and max(a.tokens[i].weight, b.tokens[j].weight) >= 1.0
        for i, j, s in met.same
    )  # fmt: skip
    telling = [t.weight for t in a.tokens if t.weight >= 1.0]
    return shared or (len(telling) <= _SHORT and 2 * sum(a.tokens[i].weight for i, _ in words) >= sum(telling))


def refills(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether `a` is a label with a named value (`vet: Dr. X`) and `b` puts another name to that label."""
    label = [i for i, t in enumerate(a.tokens) if t.start < a.head_end and t.weight >= 1.0]
    value = [i for i, t in enumerate(a.tokens) if t.start >= a.head_end and t.weight >= 1.0]
    same = {i for i, _, s in met.same if s >= 0.7}
    held = {i for i in value if a.tokens[i].kind in NAMED_OR_CJK}
    if not a.is_label or not label or not held or not same.issuperset(label) or same & held:
        return False
    fresh = [b.tokens[j] for j in met.only_b if b.tokens[j].weight >= 1.0]
    names = [t for t in fresh if t.kind in NAMED_OR_CJK]
    return bool(names) and len(fresh) - len(names) <= 1


def is_told(b: Claim) -> bool:
    """Whether a claim states how things are, not how they might, will or used to be."""
    return b.status in _REAL
