"""What to do about a verdict: the seed's resolution table, as ordered rows. Returns an act, does nothing.

Source: seed 004, "Resolution strategy" (rows KG-028..033), mended as DESIGN 7 says.
"""

from __future__ import annotations

from typing import Literal

from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.reality import cited_files
from noctuary.decisions import Verdict
from noctuary.judging.slots import measured, slot
from noctuary.model import Fact, fold
from noctuary.text.bounded import bound, is_bounded
from noctuary.text.days import dated

Act = Literal["supersede", "ask", "keep_both", "reject_new", "none"]


def act(verdict: Verdict, older: Fact, newer: Fact, policy: ConflictPolicy, *, is_regression: bool) -> Act:
    """The first row of the table that applies. `older` and `newer` are in the order they were said."""
    if not verdict.is_conflict or verdict.sureness < policy.ask_score:
        return "none"
    if verdict.a_value and fold(verdict.a_value) == fold(verdict.b_value):
        return "none"
    if is_regression:
        return "ask"
    if _both_from_code(older, newer):
        return "keep_both"
    if verdict.kind == "supersession":
        may_retire = verdict.score >= policy.retire_score and may_replace(older, newer)
        return "supersede" if may_retire else "ask"
    if not policy.auto_resolve or not may_replace(older, newer):
        return "ask"
    gain = newer.confidence - older.confidence
    if abs(gain) <= policy.tie:
        return "ask"
    if gain > 0:
        return "supersede" if _is_later(older, newer) else "ask"
    return "reject_new"


def is_exception(older: Fact, newer: Fact) -> bool:
    """Whether what was said later holds for a time only, beyond which the older one holds: it stands beside that.

    "Until Friday Leo goes home with Carmen" beside "Leo goes home with Marta" → True; not where the time is itself what
    differs: "the fee holds until 31 December" beside "… until 30 November".
    """
    if not is_bounded(newer.text) or _is_of_its_end(older, newer):
        return False
    if not is_bounded(older.text):
        return True
    return older.valid_to is not None and newer.valid_to is not None and newer.valid_to < older.valid_to


def _is_of_its_end(older: Fact, newer: Fact) -> bool:
    """Whether all values that differ stand in the words that name the newer one's end."""
    text = dated(newer)
    end, pairs = bound(text), measured(slot(older, newer))
    return bool(end and pairs) and all(value.text in text[end.start : end.end] for _, value in pairs if end)


def may_replace(older: Fact, newer: Fact) -> bool:
    """Constraints, identity and what a human stated as a rule fall only to a human's own words."""
    return newer.trust == "human" or not is_protected(older)


def is_protected(fact: Fact) -> bool:
    """Whether a statement is a constraint, an identity, or a preference that a human stated."""
    return fact.kind in ("constraint", "identity") or (fact.trust == "human" and fact.kind == "preference")


def _is_later(older: Fact, newer: Fact) -> bool:
    return bool(older.said_on and newer.said_on and newer.said_on > older.said_on)


def _both_from_code(older: Fact, newer: Fact) -> bool:
    shared = set(cited_files(older)) & set(cited_files(newer))
    return older.method == newer.method == "code-crossref" and not shared
