"""Reading: sources onto the bench, and statements out of events. Decides nothing, changes no workspace file."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import Counter
from collections.abc import Iterator

import msgspec

from noctuary.consolidate.days import day_of
from noctuary.consolidate.extraction.extract import extract as extract_event
from noctuary.consolidate.extraction.keep_gates import command_in
from noctuary.consolidate.extraction.taint import Heard, quote
from noctuary.decisions import Rejection
from noctuary.guard.prints import prints
from noctuary.journal import State
from noctuary.model import Candidate, Event, FileReport, Quarantined
from noctuary.page import render_dreams
from noctuary.settings import Workspace
from noctuary.sources import Door, spool
from noctuary.sources import read as read_sources
from noctuary.stages.run import Run
from noctuary.workbench import Bench
from noctuary.workbench.bench import statement_row

MOST_SHOWN = 20


def read(run: Run) -> Run:
    """Every line of every changed source ends as an event on the bench or as skipped with a reason."""
    reports: list[FileReport] = []

    def each(report: FileReport) -> None:
        reports.append(report)
        run.tell("read", len(reports), 0)

    root, known, settings = run.workspace.root, run.state.watermarks, run.workspace.settings
    spooled = spool.pending(root)
    lost = spool.gaps(root, spooled, known, settings.sources, now=run.now, looked_at=_looked_at(run))
    Bench(run.bench).stage(read_sources(root, known, settings.sources, door(run.workspace, run.state)), each)
    found = [problem for report in reports for problem in report.problems]
    return dataclasses.replace(
        run,
        reports=tuple(reports),
        spooled=tuple(spool.settled(spooled, reports, known, run.now)),
        problems=(*run.problems, *found, *lost),
    )


def door(workspace: Workspace, state: State) -> Door:
    """A night's door. It knows the lines of earlier nights' pages and of the page as the journal makes it.

    What another hand wrote into DREAMS.md is nobody's fingerprint: the same words elsewhere are evidence.
    """
    settings = workspace.settings
    page = render_dreams(state, workspace.root, settings.decay, settings.contradictions)
    return Door(settings.timezone, state.prints | prints(page), settings.guard)


def _looked_at(run: Run) -> dt.datetime | None:
    last = run.state.last_night()
    return spool.looked_at(run.workspace.root, last.begun_at if last else None)


def extract(run: Run) -> Run:
    """Cut atomic statements out of the staged events; what is no statement keeps its reason on the bench."""
    bench = Bench(run.bench)
    total = bench.count_events()
    found = _Found(run.now.tzinfo)
    days: set[str] = set()
    with bench.statements() as writer:
        for number, event in enumerate(bench.events(), 1):
            day = day_of(event, run.now.tzinfo)
            if day and _is_use(event, run.now):
                days.add(day.isoformat())
            for item in found.take(event):
                writer.add(statement_row(item))
            if number % 1000 == 0 or number == total:
                run.tell("extract", number, total)
    known_days = {day.isoformat() for day in run.state.days}
    return dataclasses.replace(
        run,
        candidates=tuple(found.candidates),
        near_misses=tuple(found.near),
        rejected=dict(found.rejected),
        considered=found.considered,
        quarantined=tuple(found.quarantined[:MOST_SHOWN]),
        days=tuple(sorted(days - known_days)),
    )


class _Found:
    """What a night has found in its events so far."""

    def __init__(self, zone: dt.tzinfo | None) -> None:
        self.zone = zone
        self.candidates: list[Candidate] = []
        self.near: list[Candidate] = []
        self.rejected: Counter[str] = Counter()
        self.quarantined: list[Quarantined] = []
        self.considered = 0
        self._heard = Heard()

    def take(self, event: Event) -> Iterator[Candidate | Rejection]:
        """Every statement of an event, tainted where it repeats what came from outside."""
        self._heard.listen(event)
        self._quarantine(event)
        for item in extract_event(event, self.zone):
            self.considered += 1
            if isinstance(item, Rejection):
                self.rejected[item.gate] += 1
                if item.candidate:
                    self.near += self._tainted(item.candidate)
            else:
                self.candidates += self._tainted(item)
            yield item

    def _tainted(self, candidate: Candidate) -> list[Candidate]:
        """The candidate; and once more as said by the page it was taken from, so that the least trusted counts."""
        origin = self._heard.origin(candidate)
        if origin is None:
            return [candidate]
        theirs = msgspec.structs.replace(
            candidate.support, ref=origin.ref, line=origin.line, line_end=origin.line_end, role=origin.role,
            trust=origin.trust, at=origin.at, event=origin.id, quote=quote(candidate, origin),
        )  # fmt: skip
        return [candidate, msgspec.structs.replace(candidate, support=theirs)]

    def _quarantine(self, event: Event) -> None:
        if event.role == "tool" and (words := command_in(event.text, is_untrusted=event.trust == "untrusted")):
            self.quarantined.append(Quarantined(ref=event.ref, line=event.line, trust=event.trust, words=words))


def _is_use(event: Event, now: dt.datetime) -> bool:
    spoken = event.origin == "interactive" and event.role in ("user", "assistant", "note")
    return spoken and event.at is not None and event.at <= now
