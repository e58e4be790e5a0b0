"""How much of one source a night considers: statements, new ones, comparisons of them; the rest waits for the next.

Comparing a new statement with all that is known is what a night spends its time on. Loses no line: what waits is
counted, told on the page and looked at by the next night.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from noctuary.decisions import Rejection
from noctuary.model import Candidate, Event, FileReport, Support, fact_id
from noctuary.sources.share import shortened
from noctuary.stages.run import Run
from noctuary.text.days import dated

MOST_STATEMENTS = 600
"""Of 2,360 real notes and logs about 20 hold more."""
MOST_NEW = 100
"""Of 2,360 real notes and logs about 60 hold more that is worth a candidate; a night lets in 70 of all sources."""
MOST_PAIRS = 400
"""Of the new statements of one source with others: a real one meets three to six. One statement alone may have more."""
MOST_LOOKS = 200
"""Of the near misses of one source with others, which are looked at for what they replace."""
REASON = "its source holds more than a night looks at; the next night goes on there"
_MOST_TOLD = 5


class Shares:
    """What the sources of one night have had of it so far."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._considered: Counter[str] = Counter()
        self._new: Counter[str] = Counter()
        self._lines: dict[str, set[int]] = {}
        self._waiting: dict[str, set[int]] = {}
        self._waits_from: dict[str, int] = {}

    def has_room(self, event: Event) -> bool:
        """Whether an event is looked at tonight. What a tool printed always is, and so is a known line of memory."""
        is_over = self._new[event.ref] >= MOST_NEW or (
            event.role != "memory" and (self._considered[event.ref] >= MOST_STATEMENTS or event.ref in self._waiting)
        )
        return not is_over or event.role == "tool" or (event.role == "memory" and event.id in self._run.lines_of_memory)

    def count(self, event: Event, found: Sequence[Candidate | Rejection]) -> None:
        """Take account of what an event gave."""
        self._lines.setdefault(event.ref, set()).update(range(event.line, event.line_end + 1))
        if event.role != "tool":
            self._considered[event.ref] += len(found)
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


def late(places: Mapping[str, tuple[str, int]], pairs: Iterable[tuple[str, str]], most: int) -> set[str]:
    """Keys that wait: of each source those from which on its statements have more than `most` pairs, never the first.

    `places` holds the ref and line of each statement that is new; a pair of two is the later one's.
    """
    count: Counter[str] = Counter()
    for pair in pairs:
        if new := [key for key in pair if key in places]:
            count[max(new, key=places.__getitem__)] += 1
    found: dict[str, list[str]] = defaultdict(list)
    for key in sorted(places, key=places.__getitem__):
        found[places[key][0]].append(key)
    waiting: set[str] = set()
    for keys in found.values():
        total = count[keys[0]]
        for number, key in enumerate(keys[1:], 1):
            total += count[key]
            if total > most:
                waiting.update(keys[number:])
                break
    return waiting


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
        f"{report.mark.waits_from if report.mark else 1} on for the next one."
        for report in waiting[:_MOST_TOLD]
    ]
    more = len(waiting) - len(words)
    return (*words, f"So are {more} more sources.") if more else tuple(words)


def _lines_wait(lines: int) -> str:
    """Lines that wait, in words."""
    return "1 line waits" if lines == 1 else f"{lines} lines wait"
