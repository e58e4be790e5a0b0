"""Equal lines of the memory file under headings that name different things, and equal words about "this repo" in two
folders: each is a fact of its own.

"Test command: make test" under "## api" and again under "## web" tells of two things, of which one may change alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from noctuary.extraction.headings import place_of
from noctuary.identifiers import fact_ids
from noctuary.model import Candidate, Fact, Support
from noctuary.text.days import dated


class Places:
    """Under which headings, or in which folders, each line stands tonight, by the id that its words alone have."""

    def __init__(self, candidates: Iterable[Candidate], known: Mapping[str, Fact]) -> None:
        self._known = known
        self._headings: defaultdict[str, list[str]] = defaultdict(list)
        for one in candidates:
            if _has_a_place(one.text, one.support):
                self._headings[_ids(one)[0]].append(_heading(one))

    def key(self, one: Candidate) -> str:
        """The id of a candidate: that of its words, but for one that stands under another heading than the line that
        has it, or that has had one of its own before."""
        plain, other = _ids(one)
        if not _has_a_place(one.text, one.support) or not (heading := _heading(one)):
            return plain
        return other if other in self._known or heading != self._first(plain) else plain

    def _first(self, plain: str) -> str:
        """The heading whose line has the id of the words alone: the known fact's; where it left that, the first."""
        there = self._headings[plain]
        known = self._known.get(plain)
        before = [place_of(known.text, one) for one in known.sources if _has_a_place(known.text, one)] if known else []
        return next((heading for heading in before if heading in there), there[0])


def _ids(one: Candidate) -> tuple[str, str]:
    return fact_ids(dated(one), one.subject, about=_heading(one))


def _heading(one: Candidate) -> str:
    return place_of(one.text, one.support)


def _has_a_place(text: str, source: Support) -> bool:
    """Whether it stands in a file that tells of many things, or tells which project it is of."""
    return source.role == "memory" or place_of(text, source) != ""
