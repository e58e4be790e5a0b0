"""Whose a line of a memory file is, by the heading it stands under, and whether a statement speaks of somebody else's.

What stands under "Bar Lino" is Bar Lino's: what is said of Bar Tano, or of a bar that no heading names, has nothing to do
with it, however alike both are worded. Judges nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from noctuary.judging.entails import subject_above, told_words
from noctuary.judging.replacing import calls_former
from noctuary.judging.siblings import head
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Statement, fold
from noctuary.text.claims import claim
from noctuary.text.clauses import opening
from noctuary.text.language import NAMED, Token
from noctuary.text.relations import lemmas
from noctuary.text.vectors import vocabulary

Path = tuple[str, ...]


class _Section:
    """What stands under one heading: the labels, and the words of all lines."""

    def __init__(self) -> None:
        self.labels: set[str] = set()
        self.words: set[str] = set()


class _Told(NamedTuple):
    """A statement's telling words with what it stands under; those that may be its subject, and of these the names."""

    words: frozenset[str]
    subject: frozenset[str]
    names: frozenset[str]


class Outlines:
    """The headings of the memory files that some facts stand in, and what stands under each."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._files: dict[str, dict[Path, _Section]] = {}
        for fact in facts:
            for ref, path in _places(fact) if fact.status != "archived" else ():
                section = self._files.setdefault(ref, {}).setdefault(path, _Section())
                section.labels.add(_label(fact))
                section.words |= told_words(Statement(text=fact.text))
        self._titled = {ref for ref, paths in self._files.items() if len({path[0] for path in paths}) == 1}

    def is_of_another(self, older: Fact, newer: Fact) -> bool:
        """Whether one is a line under a heading, and the other, from elsewhere, speaks of what stands under another one,
        or of a thing with a name of its own where the heading is a name, too."""
        return any(self._is_anothers(*both, place) for both in ((older, newer), (newer, older)) for place in _ours(*both))

    def is_doubtful(self, line: Fact, said: Fact) -> bool:
        """Whether a line under a heading may be another's than what is said: its label stands under several headings and
        what is said tells not which one, or it names something else instead."""
        return any(self._may_be_anothers(line, said, place) for place in _ours(line, said))

    def _is_anothers(self, line: Fact, said: Fact, place: tuple[str, Path]) -> bool:
        told, mine = _told(said), self._words(*place)
        if any(self._is_told_of(line, told, place, other, said) for other in self._others(*place)):
            return True
        is_of_name = bool(claim(of_fact(line)).values) and _is_named(place[1]) and mine.isdisjoint(told.words)
        return is_of_name and self._names_another(line, told, place) and not calls_former(line, said)

    def _is_told_of(self, line: Fact, told: _Told, place: tuple[str, Path], other: Path, said: Fact) -> bool:
        """Whether another heading is told of rather than the line's own; the fuller match wins ("Leo", "Leo (cousin)")."""
        mine, theirs = self._words(*place), self._words(place[0], other)
        ours, own = mine - theirs, theirs - mine - told_words(Statement(text=line.text))
        if not ours.isdisjoint(told.words):
            return False
        if own.isdisjoint(told.words):
            return bool(theirs) and theirs < mine and theirs <= told.words
        if not (mine & theirs).isdisjoint(told.words) or _label(line) in self._labels(place[0], other):
            return True
        return _core(other) <= told.subject and _has_no_subject(line) and not calls_former(line, said)

    def _may_be_anothers(self, line: Fact, said: Fact, place: tuple[str, Path]) -> bool:
        told, mine, label = _told(said), self._words(*place), _label(line)
        others = [one for one in self._others(*place) if label in self._labels(place[0], one)]
        if any((mine - self._words(place[0], one)).isdisjoint(told.words) for one in others):
            return True
        if not mine.isdisjoint(told.words):
            return False
        own = told_words(Statement(text=line.text))
        is_told = any(_core(one) - own and _core(one) <= told.subject for one in self._others(*place))
        return is_told or self._names_another(line, told, place)

    def _names_another(self, line: Fact, told: _Told, place: tuple[str, Path]) -> bool:
        """Whether the subject of what is told is a name that nothing under the line's heading bears, and the line needs
        one."""
        near = self._files[place[0]][place[1]].words | self._words(*place)
        return bool(told.names - near) and _has_no_subject(line)

    def _others(self, ref: str, path: Path) -> list[Path]:
        """The other headings of a file, but what stands above or below this one."""
        return [one for one in self._files[ref] if one[: len(path)] != path[: len(one)]]

    def _words(self, ref: str, path: Path) -> frozenset[str]:
        """The telling words of headings, but of a title that stands above all lines of the file."""
        return _words((path[1:] or path) if ref in self._titled else path)

    def _labels(self, ref: str, path: Path) -> Collection[str]:
        return self._files[ref][path].labels - {""}


def _ours(line: Fact, said: Fact) -> list[tuple[str, Path]]:
    """Where a line stands under a heading; nowhere where the other stands in a memory file, too."""
    return [] if _places(said) else _places(line)


def _places(fact: Fact) -> list[tuple[str, Path]]:
    return [(one.ref, one.under) for one in fact.sources if one.role == "memory" and one.under and not one.is_lent]


def _label(fact: Fact) -> str:
    return fold(head(fact.text))


@lru_cache(maxsize=4096)
def _words(path: Path) -> frozenset[str]:
    return told_words(Statement(text="", context=path))


@lru_cache(maxsize=4096)
def _core(path: Path) -> frozenset[str]:
    """The telling words of a heading without what stands behind its name: "Leo (cousin)" → leo."""
    return told_words(Statement(text=opening(path[-1])))


@lru_cache(maxsize=4096)
def _is_named(path: Path) -> bool:
    return any(map(_is_name, claim(Statement(text=path[-1])).tokens))


def _is_name(token: Token) -> bool:
    """Whether a word is written as a name and is no English one, or none that is often met."""
    word = token.text.casefold()
    return token.kind in NAMED and not (lemmas(word) and word in vocabulary())


def _told(said: Fact) -> _Told:
    one = of_fact(said)
    side = claim(Statement(text=one.text))
    named = {part for name in side.names if name.is_subject and not name.sort for part in name.parts}
    subject = [t for t in side.tokens if t.weight >= 1.0 and (t.head or fold(t.text) in named)]
    above = told_words(Statement(text="", subject=one.subject, context=one.context))
    names = frozenset(t.key for t in subject if _is_name(t))
    return _Told(told_words(one), frozenset(t.key for t in subject) | above, names)


def _has_no_subject(line: Fact) -> bool:
    """Whether a line tells of what only by its heading: a bare label, or neither a name nor a verb that is known."""
    one = of_fact(line)
    side = claim(Statement(text=one.text))
    if side.is_label:
        return bool(subject_above(one))
    return not side.has_break and not any(map(_is_name, side.tokens))
