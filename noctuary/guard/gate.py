"""One linear pass over a text that says which finders may find something in it. Finds nothing itself.

A set of RE2 patterns is one automaton: it reads a text once, at the same speed however many rules there are. Clues
are short, because what spans much text makes the automaton large. Most texts fire few finders or none.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re2

    from noctuary.guard.finder import Finder

DIRT = -1
_SPANNING, _MOST_SPANNING = r"[^\n]*", 8
"""Clues that span a line, so many to an automaton: of 45 in one the states outgrew their room, and 57 MB took 20 s
instead of 1 s in four to six."""
_DIRT = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x{84}\x{86}-\x{9f}\x{ad}\x{61c}\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}"
    r"\x{feff}\x{fff9}-\x{fffb}\x{e0000}-\x{e007f}]"
)


@functools.cache
def finders() -> tuple[Finder, ...]:
    """Every finder in the order they are asked; the first to name a value gives it its kind."""
    from noctuary.guard import (
        accounts,
        beside,
        calls,
        commands,
        cookies,
        credentials,
        labelled,
        layout,
        links,
        logins,
        named,
        near,
        opened,
        personal,
        plain,
        randomness,
        rules,
        seeds,
        shapes,
        telephone,
        told,
        weighed,
        wording,
    )

    files = (*credentials.FINDERS, named.FINDER, *calls.FINDERS, *logins.FINDERS, *accounts.FINDERS, seeds.FINDER)
    marked = (*beside.PHRASES, *cookies.FINDERS, *commands.FINDERS, *files)
    spoken = (
        *wording.FINDERS,
        *told.FINDERS,
        *beside.FINDERS,
        *layout.FINDERS,
        *plain.FINDERS,
        *opened.FINDERS,
        *near.FINDERS,
        *labelled.FINDERS,
        *weighed.FINDERS,
    )
    first = (*shapes.FINDERS, *links.FINDERS, *rules.finders(), told.BEHIND_ADDRESS)
    return (*first, *personal.FINDERS, *telephone.FINDERS, *marked, *spoken, randomness.FINDER)


def fired(data: bytes) -> list[int]:
    """DIRT if the text must be cleaned, and the place of every finder to be asked; ascending."""
    met: list[int] = []
    for places, clues in _clues():
        if found := clues.Match(data):
            met += (places[number] for number in found)
    met.sort()
    return met


@functools.cache
def _clues() -> list[tuple[list[int], re2.Set]]:
    """Some automata: one alone would be as large as the product of its parts, above all of those that span a line."""
    together: dict[tuple[str, int], list[int]] = {("shapes", 0): [DIRT]}
    spanning: Counter[str] = Counter()
    for place, finder in enumerate(finders()):
        is_spanning = _SPANNING in finder.clue
        part = 1 + spanning[finder.automaton] // _MOST_SPANNING if is_spanning else 0
        spanning[finder.automaton] += is_spanning
        together.setdefault((finder.automaton, part), []).append(place)
    return [_set_of(places) for places in together.values()]


def rest() -> None:
    """Give the automata's memory back, some 40 MB once a night has read its sources; the next text makes them anew."""
    from noctuary.guard.finder import any_of

    _clues.cache_clear()
    any_of.cache_clear()


def _set_of(places: list[int]) -> tuple[list[int], re2.Set]:
    from noctuary.guard.finder import any_of

    return places, any_of(*(_DIRT if place == DIRT else finders()[place].clue for place in places))
