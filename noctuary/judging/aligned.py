"""What a memory file's labels tell: which of them a file fills over and over, and which item of theirs is meant.

A label that one file fills once is a slot; one that it fills again in each section, or with each item of a list, is a
column of a table nobody drew. Judges nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from noctuary.judging.siblings import head
from noctuary.model import Fact, Statement, fold
from noctuary.text.claims import claim

ITEMS = 3
SECTIONS = 3


def is_another_item(older: Fact, newer: Fact, lists: Mapping[tuple[str, str], list[Fact]]) -> bool:
    """Whether one memory file fills `older`'s label several times, and `newer` names another of its items instead."""
    items = [fact for key in _places(older) for fact in lists.get(key, ()) if fact.id != older.id]
    said = stems(newer.text)
    return not said & _item(older) and any(said & _item(fact) for fact in items)


def are_records(older: Fact, newer: Fact, lists: Mapping[tuple[str, str], list[Fact]]) -> bool:
    """Whether one memory file holds both under one label, and fills it ITEMS times, or SECTIONS labels twice.

    The former are items under one heading, the latter sections of one form: a value for each turn, host or item.
    """
    shared = _places(older) & _places(newer)
    return any(_filled(place, lists) >= ITEMS or _has_sections(place[0], lists) for place in sorted(shared))


def _has_sections(ref: str, lists: Mapping[tuple[str, str], list[Fact]]) -> bool:
    return sum(place[0] == ref and _filled(place, lists) > 1 for place in lists) >= SECTIONS


def _filled(place: tuple[str, str], lists: Mapping[tuple[str, str], list[Fact]]) -> int:
    """On how many lines of its file a label stands now; a line that was edited is one."""
    alive = [fact for fact in lists.get(place, ()) if fact.is_alive]
    return len({one.line for fact in alive for one in fact.sources if one.role == "memory" and one.ref == place[0]})


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
