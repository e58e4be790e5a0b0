"""How much of one source a night considers: statements, new ones, comparisons of them; the rest waits for the next.

Comparing a new statement with all that is known is what a night spends its time on. Loses no line: what waits is
counted, told on the page and looked at by the next night.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from noctuary.decisions import Rejection
from noctuary.model import Candidate, Event, FileReport, Support, fact_id, fold
from noctuary.sources.share import shortened
from noctuary.stages.run import Run
from noctuary.text.days import dated

MOST_STATEMENTS = 500
MOST_LETTERS = 30_000
"""Of these statements together. Of 2,360 real notes and logs some 40 hold more."""
MOST_NEW = 100
"""Of 2,360 real notes and logs about 60 hold more that is worth a candidate; a night lets in 70 of all sources (as many
more as days are new to it)."""
MOST_PAIRS = 500
"""What comparing the new statements of one source may cost, in comparisons of two short ones. Of 173 real sources two
cost more, 578 and 628."""
MOST_LOOKS = 250
"""The same of the near misses of one source, which are looked at for what they replace."""
MOST_OF_ONE = 10
"""The same of one statement where its source holds more; of its pairs those stay in which most of the shorter one is
found in the other. So a note whose lines are all alike moves on by 50 lines a night."""
SHORT = 3000
"""Letters of one statement times letters of the other that 1 pays for: comparing two takes word against word."""
REASON = "its source holds more than a night looks at; the next night goes on there"
_MOST_TOLD = 5
_WORD = 7
"""Letters of a word, and the blank after it."""


class Shares:
    """What the sources of one night have had of it so far."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._considered: Counter[str] = Counter()
        self._letters: Counter[str] = Counter()
        self._new: Counter[str] = Counter()
        self._lines: dict[str, set[int]] = {}
        self._waiting: dict[str, set[int]] = {}
        self._waits_from: dict[str, int] = {}

    def has_room(self, event: Event) -> bool:
        """Whether an event is looked at tonight. What a tool printed always is, and so is a known line of memory."""
        ref, is_memory = event.ref, event.role == "memory"
        is_read = self._considered[ref] >= MOST_STATEMENTS or self._letters[ref] >= MOST_LETTERS or ref in self._waiting
        is_over = self._new[ref] >= MOST_NEW or (is_read and not is_memory)
        return not is_over or event.role == "tool" or (is_memory and event.id in self._run.lines_of_memory)

    def count(self, event: Event, found: Sequence[Candidate | Rejection]) -> None:
        """Take account of what an event gave."""
        self._lines.setdefault(event.ref, set()).update(range(event.line, event.line_end + 1))
        if event.role != "tool":
            self._considered[event.ref] += len(found)
            self._letters[event.ref] += sum(len(one.text) for one in found)
            self._new[event.ref] += sum(isinstance(one, Candidate) and not self._is_known(one) for one in found)

    def leave(self, event: Event) -> Rejection:
        """Let an event wait, and why."""
        self._waiting.setdefault(event.ref, set()).update(range(event.line, event.line_end + 1))
        self._waits_from[event.ref] = min(event.line, self._waits_from.get(event.ref, event.line))
        support = Support(
            ref=event.ref, line=event.line, line_end=event.line_end, session=event.session, role=event.role,
            trust=event.trust, at=event.at, origin=event.origin, event=event.id, zone=event.zone,
        )  # fmt: skip
        return Rejection(text=" ".join(event.text.split())[:200], gate="waiting", reason=REASON, support=support)

    def told(self, run: Run) -> Run:
        """The night with what waits in its sources' accounts."""
        lines = {ref: len(waiting - self._lines.get(ref, set())) for ref, waiting in self._waiting.items()}
        return _waiting(run, {ref: (first, lines[ref]) for ref, first in self._waits_from.items()})

    def _is_known(self, candidate: Candidate) -> bool:
        return fact_id(dated(candidate), candidate.subject) in self._run.whole.facts


def late(
    places: Mapping[str, tuple[str, int]], pairs: Sequence[tuple[str, str]], text: Callable[[str], str], most: int
) -> tuple[set[str], list[tuple[str, str]]]:
    """The keys that wait, and the pairs without them: those from which on a source's pairs cost more than `most`.

    `places` holds the ref and line of each statement that is new, `text` gives any statement's words; a pair of two
    new ones is the later one's. Where a source's pairs cost more, those of a statement stay that `MOST_OF_ONE` pays
    for, the likest first; its first statement never waits.
    """
    words = cache(lambda key: frozenset(fold(text(key)).split()))
    theirs: dict[str, list[tuple[int, tuple[str, str]]]] = defaultdict(list)
    kept: list[tuple[str, str]] = []
    for pair in pairs:
        if new := [key for key in pair if key in places]:
            cost = max(1, _length(text(pair[0])) * _length(text(pair[1])) // SHORT)
            theirs[max(new, key=places.__getitem__)].append((cost, pair))
        else:
            kept.append(pair)
    total: Counter[str] = Counter()
    for key, (ref, _) in places.items():
        total[ref] += sum(cost for cost, _ in theirs[key])
    left: dict[str, int] = {}
    waiting: set[str] = set()
    for key in sorted(places, key=lambda key: (places[key], key)):
        ref = places[key][0]
        likest = sorted(theirs[key], key=lambda one: (-_likeness(*map(words, one[1])), one))
        paid = list(_paid(likest, MOST_OF_ONE if total[ref] > most else most))
        if ref not in left:
            left[ref], paid = most, list(_paid(paid, most))
        left[ref] -= sum(cost for cost, _ in paid)
        if left[ref] >= 0:
            kept += (pair for _, pair in paid)
        else:
            waiting.add(key)
    return waiting, sorted(pair for pair in kept if waiting.isdisjoint(pair))


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The overlap coefficient: the share of the shorter one's words that both have.

    So "heron port: 8000" is nearer to "the heron port is now 9000, no longer 8000" than what that says of other birds.
    """
    return len(one & other) / max(1, min(len(one), len(other)))


def _length(text: str) -> int:
    """A statement's letters; one of many short words counts as if they were of the usual length."""
    return max(len(text), _WORD * len(text.split()))


def _paid(pairs: Iterable[tuple[int, tuple[str, str]]], most: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """The first of them, as many as may be had; the very first also where it costs all of a source's share."""
    for number, (cost, pair) in enumerate(pairs):
        most -= cost
        if most >= 0 or (number == 0 and cost <= MOST_PAIRS):
            yield cost, pair


def postponed(run: Run, supports: Collection[Support]) -> Run:
    """The night without these statements: they wait, and all that stands below the first of a source is met again."""
    lines: dict[str, set[int]] = defaultdict(set)
    for one in supports:
        lines[one.ref].add(one.line)
    return _waiting(run, {ref: (min(found), len(found)) for ref, found in lines.items()}) if lines else run


def _waiting(run: Run, places: Mapping[str, tuple[int, int]]) -> Run:
    """The night with so many more lines of these sources that wait, from one on; none of them counts as read."""
    known = run.state.watermarks
    reports = tuple(
        shortened(one, known.get(one.ref), places[one.ref][0], min(places[one.ref][1], one.used))
        if one.ref in places
        else one
        for one in run.reports
    )
    refs = {report.ref for report in reports if report.mark}
    spooled = tuple(one for one in run.spooled if one.ref not in refs)
    return dataclasses.replace(run, reports=reports, spooled=spooled)


def told(reports: Iterable[FileReport]) -> tuple[str, ...]:
    """What waits, by source."""
    waiting = [report for report in reports if report.skipped.get("waiting")]
    words = [
        f"{report.ref} is longer than a night looks at: {_lines_wait(report.skipped['waiting'])} from line "
        f"{report.mark.waits_from if report.mark else 1} on for the next one, or for another `noctuary dream`."
        for report in waiting[:_MOST_TOLD]
    ]
    more = len(waiting) - len(words)
    so = "So is 1 more source." if more == 1 else f"So are {more} more sources."
    return (*words, so) if more else tuple(words)


def _lines_wait(lines: int) -> str:
    """Lines that wait, in words."""
    return "1 line waits" if lines == 1 else f"{lines} lines wait"
