"""Equal lines of the memory file under headings that name different things: each is a fact of its own.

"Test command: make test" under "## api" and again under "## web" tells of two things, of which one may change alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from noctuary.extraction.headings import of_own_line
from noctuary.identifiers import fact_ids
from noctuary.model import Candidate, Fact
from noctuary.text.days import dated


class Places:
    """Under which headings each line of the memory file stands tonight, by the id that its words alone have."""

    def __init__(self, candidates: Iterable[Candidate], known: Mapping[str, Fact]) -> None:
        self._known = known
        self._headings: defaultdict[str, list[str]] = defaultdict(list)
        for one in candidates:
            if one.support.role == "memory":
                self._headings[_ids(one)[0]].append(_heading(one))

    def key(self, one: Candidate) -> str:
        """The id of a candidate: that of its words, but for a line that stands under another heading than the line that
        has it, or that has had one of its own before."""
        plain, other = _ids(one)
        if one.support.role != "memory" or not (heading := _heading(one)):
            return plain
        return other if other in self._known or heading != self._first(plain) else plain

    def _first(self, plain: str) -> str:
        """The heading whose line has the id of the words alone: the known fact's; where it left that, the first."""
        there = self._headings[plain]
        known = self._known.get(plain)
        before = [of_own_line(known.text, s.under) for s in known.sources if s.role == "memory"] if known else []
        return next((heading for heading in before if heading in there), there[0])


def _ids(one: Candidate) -> tuple[str, str]:
    return fact_ids(dated(one), one.subject, about=_heading(one) if one.support.role == "memory" else "")


def _heading(one: Candidate) -> str:
    return of_own_line(one.text, one.support.under)
