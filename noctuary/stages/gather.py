"""Reading: sources onto the bench, and statements out of events. Decides nothing, changes no workspace file."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import Counter

from noctuary.consolidate.days import day_of
from noctuary.consolidate.extraction.extract import extract as extract_event
from noctuary.decisions import Rejection
from noctuary.model import Candidate, Event, FileReport
from noctuary.sources import read as read_sources
from noctuary.stages.run import Run
from noctuary.workbench import Bench
from noctuary.workbench.bench import statement_row


def read(run: Run) -> Run:
    """Every line of every changed source ends as an event on the bench or as skipped with a reason."""
    reports: list[FileReport] = []

    def each(report: FileReport) -> None:
        reports.append(report)
        run.tell("read", len(reports), 0)

    settings = run.workspace.settings
    stream = read_sources(run.workspace.root, run.state.watermarks, settings.sources, settings.timezone)
    Bench(run.bench).stage(stream, each)
    found = [problem for report in reports for problem in report.problems]
    return dataclasses.replace(run, reports=tuple(reports), problems=(*run.problems, *found))


def extract(run: Run) -> Run:
    """Cut atomic statements out of the staged events; what is no statement keeps its reason on the bench."""
    bench = Bench(run.bench)
    total = bench.count_events()
    candidates: list[Candidate] = []
    rejected: Counter[str] = Counter()
    near: list[Candidate] = []
    considered = 0
    days: set[str] = set()
    with bench.statements() as writer:
        for number, event in enumerate(bench.events(), 1):
            day = day_of(event, run.now.tzinfo)
            if day and _is_use(event, run.now):
                days.add(day.isoformat())
            for item in extract_event(event):
                considered += 1
                writer.add(statement_row(item))
                if isinstance(item, Rejection):
                    rejected[item.gate] += 1
                    if item.candidate:
                        near.append(item.candidate)
                else:
                    candidates.append(item)
            if number % 1000 == 0 or number == total:
                run.tell("extract", number, total)
    known_days = {day.isoformat() for day in run.state.days}
    return dataclasses.replace(
        run,
        candidates=tuple(candidates),
        near_misses=tuple(near),
        rejected=dict(rejected),
        considered=considered,
        days=tuple(sorted(days - known_days)),
    )


def _is_use(event: Event, now: dt.datetime) -> bool:
    spoken = event.origin == "interactive" and event.role in ("user", "assistant", "note")
    return spoken and event.at is not None and event.at <= now
