"""Whether a conflict is plain enough to bother a human with, by how two statements stand to each other.

The judge says how sure a conflict is; this only asks that it be about one attribute that a reader sees at once. It
finds no conflicts and excuses none that is retired.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from noctuary.consolidate.judging.claims import claim
from noctuary.consolidate.judging.language import CJK
from noctuary.consolidate.judging.values import values
from noctuary.consolidate.siblings import head
from noctuary.decisions import Verdict
from noctuary.model import Fact, Statement, fold

SURE = 0.95
SHARED = 0.5
SHARED_OF_LONGER = 0.2


def is_plain(verdict: Verdict, a: Fact | Statement, b: Fact | Statement) -> bool:
    """Whether both name a measure of one kind (20 %, 25 %), one's label stands in the other, or most words do.

    A verdict of at least SURE is plain by itself. Chinese and Japanese, which write no gaps between words, are taken
    at the judge's word.
    """
    if verdict.score >= SURE:
        return True
    if (_kinds(verdict.a_value) & _kinds(verdict.b_value)) - {"number"}:
        return True
    if CJK.search(a.text) or CJK.search(b.text):
        return True
    one, two = stems(a.text), stems(b.text)
    labels = [(stems(head(a.text)), two), (stems(head(b.text)), one)]
    if any(label and label <= other for label, other in labels):
        return True
    short, long = sorted((len(one), len(two)))
    shared = len(one & two)
    return shared > SHARED * short and shared >= SHARED_OF_LONGER * long


def is_another_item(older: Fact, newer: Fact, lists: Mapping[tuple[str, str], list[Fact]]) -> bool:
    """Whether one memory file fills `older`'s label several times, and `newer` names another of its items instead."""
    items = [fact for key in _places(older) for fact in lists.get(key, ()) if fact.id != older.id]
    said = stems(newer.text)
    return not said & _item(older) and any(said & _item(fact) for fact in items)


def lists(facts: Iterable[Fact]) -> dict[tuple[str, str], list[Fact]]:
    """The facts of memory files by (file, label)."""
    found: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        for key in _places(fact):
            found.setdefault(key, []).append(fact)
    return found


def stems(text: str) -> set[str]:
    """The words of a text that tell something, stemmed; its values and words such as "now" are none."""
    return {token.key for token in claim(Statement(text=text)).tokens if token.weight >= 1.0} if text else set()


def _places(fact: Fact) -> set[tuple[str, str]]:
    label = fold(head(fact.text))
    return {(one.ref, label) for one in fact.sources if one.role == "memory"} if label else set()


def _item(fact: Fact) -> set[str]:
    return stems(fact.text[len(head(fact.text)) :])


def _kinds(text: str) -> set[str]:
    return {value.kind for value in values(text)}
