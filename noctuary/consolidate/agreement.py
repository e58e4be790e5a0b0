"""Whether two statements tell one thing in words of their own, so that one stands behind the other. Judges no conflict.

The judge must say of every pair what it is; this says only, of few, that nothing in them differs and what each
names is the same. It is the strict reading of "in other words": names, values and most of what the plainer one tells
stand in the fuller one.
"""

from __future__ import annotations

from noctuary.consolidate.crossed import are_crossed
from noctuary.consolidate.judging import judge
from noctuary.consolidate.judging.align import Alignment, align
from noctuary.consolidate.judging.claims import Claim, claim
from noctuary.consolidate.judging.language import NAMED, Token
from noctuary.model import Statement

TOLD_OF_PLAINER = 0.6
MET = 0.7
SAME_AT_LEAST = 0.4
WHOLE = 3
EQUAL = 2
_REAL = ("state", "event", "plan")
_ENDING = frozenset(("no_longer", "ended", "switched", "moved_time", "correction"))


def agree(a: Statement, b: Statement) -> bool:
    """Whether nothing in two statements differs and the plainer one's names, values and most words stand in the other.

    The days they were said on are left aside: what says the same says it whenever it is said.
    """
    one, two = claim(Statement(text=a.text)), claim(Statement(text=b.text))
    met = align(one, two)
    if (
        _is_at_odds(one, two, met)
        or are_crossed(one, two, met)
        or not (_is_named(one, two, met) or _is_whole(one, two, met))
    ):
        return False
    least = 0.0 if len(met.equal) >= EQUAL else SAME_AT_LEAST
    return _is_told(one, two, met) and (_is_same(a, b, least) or _is_same(b, a, least))


def _is_same(a: Statement, b: Statement, least: float) -> bool:
    """Whether the judge would let both stand as one thing, were `b` said after `a` on a day nobody knows."""
    verdict = judge(*(Statement(text=side.text, kind=side.kind) for side in (a, b)))
    return verdict.kind in ("duplicate", "refinement") and verdict.score >= least


def _is_at_odds(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether anything differs: a value, a name of one kind, a side of a pair, a denial, what is real; or only one
    tells of an end or a change, unless both give the same values.
    """
    differs = bool(met.opposed or met.rivals or met.siblings or met.differing or met.retired)
    denies = one.polarity != two.polarity or one.negations != two.negations
    is_left = bool(one.cues & _ENDING) != bool(two.cues & _ENDING) and len(met.equal) < EQUAL
    return differs or denies or is_left or one.status != two.status or one.status not in _REAL


def _is_named(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether they share a name or a value, and not each has one that the other lacks."""
    shared = any(s >= MET and _is_name(one.tokens[i]) for i, _, s in met.same)
    left = bool(met.values_a) or any(_is_name(one.tokens[i]) for i in met.only_a)
    right = bool(met.values_b) or any(_is_name(two.tokens[j]) for j in met.only_b)
    return (shared or bool(met.equal)) and not (left and right)


def _is_name(token: Token) -> bool:
    return token.kind in NAMED and token.weight >= 1.0


def _is_whole(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether one side has no telling word and no value of its own, and they share at least WHOLE words."""
    left = bool(met.values_a) or any(one.tokens[i].weight >= 1.0 for i in met.only_a)
    right = bool(met.values_b) or any(two.tokens[j].weight >= 1.0 for j in met.only_b)
    return not (left and right) and _shared(one, two, met) >= WHOLE


def _is_told(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether most of what the lighter side tells, words and values, is met; a word at the least, and two in all."""
    telling = min(sum(t.weight >= 1.0 for t in side.tokens) + len(side.values) for side in (one, two))
    words = _shared(one, two, met)
    met_in_all = words + len(met.equal)
    return words > 0 and met_in_all >= 2 and met_in_all >= TOLD_OF_PLAINER * telling


def _shared(one: Claim, two: Claim, met: Alignment) -> int:
    return sum(s >= MET and min(one.tokens[i].weight, two.tokens[j].weight) >= 1.0 for i, j, s in met.same)
