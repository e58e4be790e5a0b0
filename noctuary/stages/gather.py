"""Reading: sources onto the bench, and statements out of events. Decides nothing, changes no workspace file."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice

import msgspec

from noctuary.decisions import Reader, Rejection
from noctuary.extraction.extract import extract as extract_event
from noctuary.extraction.keep_gates import ASKED, blanked, command_in, is_hostile, withheld
from noctuary.extraction.rereading import Cut, reread_all
from noctuary.extraction.taint import Suspects, quote
from noctuary.guard.gate import rest
from noctuary.guard.prints import prints
from noctuary.journal import State
from noctuary.model import Candidate, Event, FileReport, Problem, Quarantined, tagged
from noctuary.reader import choose
from noctuary.settings import Workspace
from noctuary.sources import Door, spool
from noctuary.sources import read as read_sources
from noctuary.sources.share import MOST_EVENTS
from noctuary.stages.own_lines import last_written
from noctuary.stages.pages import dreams_page, memory_of
from noctuary.stages.run import Run, lines_of_memory
from noctuary.stages.sharing import Shares
from noctuary.text.days import day_of
from noctuary.workbench import Bench
from noctuary.workbench.bench import statement_row

MOST_SHOWN = 20
AHEAD, AHEAD_LETTERS = 32, 8_000
"""Events, and their letters, that are cut before a reader is asked for all of them, so that its threads have work."""


def read(run: Run) -> Run:
    """Every line of every changed source ends as an event on the bench or as skipped with a reason."""
    reports: list[FileReport] = []

    def each(report: FileReport) -> None:
        reports.append(report)
        run.tell("read", len(reports), 0)

    root, known, settings = run.workspace.root, run.state.watermarks, run.workspace.settings
    spooled = spool.pending(root)
    lost = spool.gaps(root, spooled, known, settings.sources, now=run.now, looked_at=_looked_at(run))
    events = read_sources(root, known, settings.sources, door(run.workspace, run.state))
    Bench(run.bench, run.home).stage(map(_without_withheld, events), each)
    rest()
    found = [problem for report in reports for problem in report.problems]
    unread = _unread(run, reports)
    return dataclasses.replace(
        run,
        reports=tuple(reports),
        unread=unread,
        stops=(*run.stops, *_left_out(run, reports, unread)),
        spooled=tuple(spool.settled(spooled, reports, known, run.now)),
        written=last_written(memory_of(run.workspace).data, run.now.date()),
        problems=(*(one for one in unread if one not in found), *run.problems, *found, *lost),
    )


def _unread(run: Run, reports: list[FileReport]) -> tuple[Problem, ...]:
    """MEMORY.md where it cannot be read as a whole, and what else could not be read tonight, by place."""
    name = run.workspace.memory.relative_to(run.workspace.root).as_posix()
    told = {one.ref: one.problems[0] for one in reports if one.fault and one.problems}
    there = memory_of(run.workspace)
    if there.fault and name not in told:
        told[name] = Problem(path=name, message=there.fault, line=there.line)
    return tuple(told[ref] for ref in sorted(told, key=lambda ref: (ref != name, ref)))


def _was_read(run: Run, report: FileReport) -> bool:
    known = run.state.watermarks.get(report.ref)
    return known is not None and known.size > 0


def _left_out(run: Run, reports: list[FileReport], unread: tuple[Problem, ...]) -> list[str]:
    """Why the night does only a part of its work: MEMORY.md, as long as it lasts; any other source, once."""
    known = run.state.watermarks
    new = {one.ref for one in reports if one.fault and _was_read(run, one) and known[one.ref].fault != one.fault}
    name = run.workspace.memory.name
    told = []
    for one in unread:
        if one.path.endswith(name):
            what = "could not be read as a whole: what it lacks is not taken as deleted, and nothing was written to it"
            told.append(f"{one.path} {what}.")
        elif one.path in new:
            told.append(f"{one.path} was read before and could not be read: nothing was concluded from that.")
    return told


def door(workspace: Workspace, state: State, page: str | None = None) -> Door:
    """A night's door. It knows the lines of earlier nights' pages and of the page as the journal makes it: of `page`,
    where that was rendered of this state already.

    What another hand wrote into DREAMS.md is nobody's fingerprint: the same words elsewhere are evidence.
    """
    settings = workspace.settings
    own = state.prints | prints(dreams_page(workspace, state) if page is None else page)
    return Door(settings.timezone, own, settings.guard, MOST_EVENTS, lines_of_memory(state))


def _looked_at(run: Run) -> dt.datetime | None:
    last = run.state.last_night()
    return spool.looked_at(run.workspace.root, last.begun_at if last else None)


def _without_withheld(item: Event | FileReport) -> Event | FileReport:
    """An event without its words where nobody may find them: the bench is a file, too.

    What a tool brought in stays, that it can be followed into what agents say, and so does a command to the assistant,
    that it can be shown.
    """
    if not isinstance(item, Event) or item.role == "tool" or is_hostile(item.text):
        return item
    gate = withheld(item.role, item.text, item.context)
    return msgspec.structs.replace(item, text=blanked(gate), context=()) if gate else item


def extract(run: Run) -> Run:
    """Cut atomic statements out of the staged events; what is no statement keeps its reason on the bench."""
    bench = Bench(run.bench, run.home)
    total = bench.count_events()
    found, shares = _Found(run.now.tzinfo, choose(run.workspace.settings.judge.model).reader), Shares(run)
    days: set[str] = set()
    with bench.statements() as writer:
        for number, (event, items) in enumerate(found.in_order(bench.events(), shares), 1):
            day = day_of(event, run.now.tzinfo)
            if day and _is_use(event, run.now):
                days.add(day.isoformat())
            for item in items:
                writer.add(statement_row(item))
            if number % 1000 == 0 or number == total:
                run.tell("extract", number, total)
    found.trace((*_once_quarantined(run.state), *bench.fetched()))
    known_days = {day.isoformat() for day in run.state.days}
    return dataclasses.replace(
        shares.told(run),
        candidates=tuple(found.candidates),
        near_misses=tuple(found.near),
        rejected=dict(found.rejected),
        considered=found.considered,
        quarantined=tuple(found.quarantined[:MOST_SHOWN]),
        days=tuple(sorted(days - known_days)),
    )


class _Found:
    """What a night has found in its events so far."""

    def __init__(self, zone: dt.tzinfo | None, reader: Reader | None) -> None:
        self.zone = zone
        self.reader = reader
        self._last = ("", "")
        self.candidates: list[Candidate] = []
        self.near: list[Candidate] = []
        self.rejected: Counter[str] = Counter()
        self.quarantined: list[Quarantined] = []
        self.considered = 0

    def in_order(
        self, events: Iterator[Event], shares: Shares
    ) -> Iterator[tuple[Event, Sequence[Candidate | Rejection]]]:
        """Each event with every statement of it and why the rest is none, or with that it waits.

        Some are cut and read ahead together; each is counted in its turn, and what has no room once has none later.
        """
        while some := list(_ahead(events)):
            have_room = [shares.has_room(event) for event in some]
            ahead = self._read(compress(some, have_room))
            for event, is_cut in zip(some, have_room, strict=True):
                items = next(ahead) if is_cut else ()
                if not (is_cut and shares.has_room(event)):
                    yield event, [shares.leave(event)]
                    continue
                self._take(event, items)
                shares.count(event, items)
                yield event, items

    def _take(self, event: Event, items: Sequence[Candidate | Rejection]) -> None:
        self._quarantine(event)
        for item in items:
            self.considered += 1
            if isinstance(item, Rejection):
                self.rejected[item.gate] += 1
                if item.candidate and item.gate != ASKED:  # a question changes and confirms nothing
                    self.near.append(item.candidate)
            else:
                self.candidates.append(item)

    def trace(self, fetched: Iterable[Event]) -> None:
        """Add to what agents took over from untrusted texts those texts as sources: the least trusted counts."""
        suspects, near = Suspects(self.candidates), Suspects(self.near)
        for event in fetched:
            self.candidates += [_as_theirs(one, event) for one in suspects.repeating(event)]
            taken = set(map(id, near.repeating(event)))
            self.near = [one for one in self.near if id(one) not in taken]

    def _read(self, events: Iterable[Event]) -> Iterator[Sequence[Candidate | Rejection]]:
        """What is cut from each, read anew after the last statement before it in the same file."""
        cuts = []
        for event in events:
            items = extract_event(event, self.zone, is_reread=self.reader is not None, is_screened=True)
            place, before = self._last
            self._last = (event.ref, items[-1].text if items else "")
            cuts.append(Cut(items, before if place == event.ref else ""))
        return iter(reread_all(cuts, self.reader) if self.reader else [one.items for one in cuts])

    def _quarantine(self, event: Event) -> None:
        if event.role == "tool" and (words := command_in(event.text, is_untrusted=event.trust == "untrusted")):
            self.quarantined.append(Quarantined(ref=event.ref, line=event.line, trust=event.trust, words=words))


def _ahead(events: Iterator[Event]) -> Iterator[Event]:
    """The next events, none more once they are long: what finds no room would have been cut for nothing."""
    letters = 0
    for event in islice(events, AHEAD):
        yield event
        letters += len(event.text)
        if letters >= AHEAD_LETTERS:
            return


def _as_theirs(candidate: Candidate, event: Event) -> Candidate:
    theirs = msgspec.structs.replace(
        candidate.support, ref=event.ref, line=event.line, line_end=event.line_end, role=event.role,
        trust=event.trust, at=event.at, event=event.id, quote=quote(candidate, event),
    )  # fmt: skip
    return msgspec.structs.replace(candidate, support=theirs)


def _once_quarantined(state: State) -> Iterator[Event]:
    """What earlier nights quarantined, as the tools' words it was."""
    for night in state.nights.values():
        for one in night.quarantined:
            yield Event(
                id=tagged("quarantined", one.ref, str(one.line), one.words), ref=one.ref, line=one.line,
                line_end=one.line, at=None, role="tool", trust="untrusted", text=one.words, session=one.ref,
            )  # fmt: skip


def _is_use(event: Event, now: dt.datetime) -> bool:
    spoken = event.origin == "interactive" and event.role in ("user", "assistant", "note")
    return spoken and event.at is not None and event.at <= now
