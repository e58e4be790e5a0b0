"""How much of one source a night considers: so many statements, so many of them new; the rest waits for the next.

Comparing a new statement with all that is known is what a night spends its time on. Loses no line: what waits is
counted, told on the page and looked at by the next night.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence

from noctuary.decisions import Rejection
from noctuary.model import Candidate, Event, FileReport, Support, fact_id
from noctuary.sources.share import shortened
from noctuary.stages.run import Run
from noctuary.text.days import dated

MOST_STATEMENTS = 600
"""Of 2,360 real notes and logs about 20 hold more."""
MOST_NEW = 100
"""Of 2,360 real notes and logs about 60 hold more that is worth a candidate; a night lets in 70 of all sources."""
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
        """The night with what waits in its sources' accounts, in its word on why it did a part, and in no done copy."""
        reports = tuple(self._told(report) for report in run.reports)
        waiting = [report for report in reports if report.skipped.get("waiting")]
        refs = {report.ref for report in reports if report.mark}
        return dataclasses.replace(
            run,
            reports=reports,
            spooled=tuple(one for one in run.spooled if one.ref not in refs),
            stops=(*run.stops, *_stops(waiting)),
        )

    def _told(self, report: FileReport) -> FileReport:
        first = self._waits_from.get(report.ref)
        if first is None:
            return report
        lines = len(self._waiting[report.ref] - self._lines.get(report.ref, set()))
        return shortened(report, self._run.state.watermarks.get(report.ref), first, min(lines, report.used))

    def _is_known(self, candidate: Candidate) -> bool:
        return fact_id(dated(candidate), candidate.subject) in self._run.whole.facts


def _stops(reports: Sequence[FileReport]) -> list[str]:
    """What waits, by source."""
    told = [
        f"{report.ref} is longer than a night looks at: {report.skipped['waiting']} lines from line "
        f"{report.mark.waits_from if report.mark else 1} on wait for the next one."
        for report in reports[:_MOST_TOLD]
    ]
    more = len(reports) - len(told)
    return [*told, f"So are {more} more sources."] if more else told
