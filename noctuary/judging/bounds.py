"""What two statements cannot be, whatever the models and a reader say of them: then neither need be asked.

The rules of `judge` decide it alone, or the measures bound it: a reader has half the say. Judges nothing.
"""

from __future__ import annotations

from noctuary.judging.align import Alignment
from noctuary.judging.excuses import WEAK, are_valued_apart, excuse, is_named_apart, is_told_anew
from noctuary.judging.features import features
from noctuary.judging.judge import is_empty, met_in_order, rule
from noctuary.judging.odds import at_most, chances, clashing
from noctuary.judging.repeats import is_in_two_words, is_of_another, is_repeated
from noctuary.judging.retire import retired
from noctuary.model import Statement
from noctuary.text.claims import LONGEST, Claim

_ROUNDED = 0.0001
"""A verdict's numbers are rounded to that."""


def are_apart(a: Statement, b: Statement) -> bool:
    """Whether the verdict on two is neither a conflict, nor that one says the same as the other or more of it."""
    if _is_too_long(a, b):
        return True
    _, one, two, met, _ = met_in_order(a, b)
    if not (_is_settled(one, two, met) and _are_two(one, two, met)):
        return False
    return not (is_repeated(one.text, two.text) or is_in_two_words(one, two))


def conflict_at_most(a: Statement, b: Statement) -> float:
    """How sure a conflict of the two can be at most; 0.0 where there can be none."""
    if _is_too_long(a, b):
        return 0.0
    _, one, two, met, _ = met_in_order(a, b)
    if _is_settled(one, two, met):
        return 0.0
    found = features(one, two, met)
    if rule(one, two, met, found) in ("replaced", "denied"):
        return 1.0
    return clashing(at_most(chances(found)), one, two, found) + _ROUNDED


def _is_too_long(a: Statement, b: Statement) -> bool:
    return max(len(a.text), len(b.text)) > LONGEST


def _is_settled(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether `judge.rule` finds that no conflict can be ("restated", "barred")."""
    return is_told_anew(a, b, met) or excuse(a, b, met) not in ("", *WEAK)


def _are_two(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether `judge` takes them for statements of two things by what takes no model to see."""
    if is_named_apart(a, b, met) or is_empty(a) or is_empty(b) or are_valued_apart(a, b, met):
        return True
    return retired(a, b, met).named or is_of_another(a, b, met)
