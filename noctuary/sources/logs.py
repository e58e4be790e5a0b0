"""Reads one log of JSON records, lines or one document, from where the last reading ended. Reads no Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import BinaryIO

from noctuary.model import Event, FileReport, Value, Watermark
from noctuary.sources import documents, jsonl
from noctuary.sources.dialects import codex
from noctuary.sources.dialects.registry import recognise
from noctuary.sources.door import Door
from noctuary.sources.tally import Tally
from noctuary.sources.turn import FOREIGN, Dialect, Record, Said, Session, a_dict, a_str

_NO_LOG = "no session format recognised; exclude it, or `noctuary import` it if it is a memory graph"
_LARGE = "no session format recognised, and too large to be read as one document; split it or exclude it"
_WORKTREE = re.compile(r"[\\/]\.(?:claude[\\/])?worktrees[\\/].*", re.DOTALL)
_HOME = re.compile(r"\A(?:(?:[A-Za-z]:)?[\\/](?:home|Users)[\\/][^\\/]+|/root|/tmp|~)(?=[\\/]|\Z)")
_HEAD_RECORDS = 50
_HEAD_BYTES = 4 * 1024 * 1024


class Log:
    """One log while it is read: its dialect, and a session of its own for each other dialect mixed into it."""

    def __init__(self, file: BinaryIO, dialect: Dialect, tally: Tally, zone: str, size: int) -> None:
        self.dialect = dialect
        self.tally = tally
        self._file, self._size, self._zone = file, size, zone
        self._sessions: dict[str, Session] = {}
        self.session = self._session(dialect)

    def prime(self, head: Iterable[jsonl.Line], start: int) -> None:
        """Let the sessions learn their ids and calls from lines read on an earlier night."""
        before = Log(self._file, self.dialect, Tally(self.tally.ref, "", Door()), self._zone, self._size)
        for _ in before.events(line for line in head if line.offset < start):
            continue
        self.dialect, self.session, self._sessions = before.dialect, before.session, before._sessions
        for session in self._sessions.values():
            session.held.clear()

    def events(self, lines: Iterable[jsonl.Line]) -> Iterator[Event]:
        """Every event of these lines, each line accounted for; what was held back comes last."""
        held: set[int] = set()
        for line in lines:
            if line.fault and line.fault != "blank":
                self.tally.problem(jsonl.MENDS[line.fault], line.number, line.fault)
            outcomes: list[Event | str] = []
            for record in line.records:
                self.tally.records += 1
                self._hear(record, line, outcomes)
            if line.records and not outcomes:
                held.add(line.number)
                continue
            events = [outcome for outcome in outcomes if not isinstance(outcome, str)]
            self.tally.line("" if events else next(filter(None, (*outcomes, line.fault, "no_text"))))  # type: ignore[arg-type]
            yield from events
        yield from self._held(held)

    def _hear(self, record: Record, line: jsonl.Line, outcomes: list[Event | str]) -> None:
        """Add every event of a record, or why a piece is none; nothing where all of it is held back."""
        session, tally = self.session, self.tally
        session.line = line.number
        folder = _folder(record)
        place = (line.number, line.line_end or line.number)
        try:
            for turn in self.dialect.turns(record, session):
                if folder:
                    session.folders.setdefault(session.id, folder)
                if isinstance(turn, Said):
                    outcomes.append(tally.event(turn, session.id, place, folder=session.folder))
                elif turn.reason == FOREIGN and self._turn_to(record):
                    self._hear(record, line, outcomes)
                    return
                else:
                    outcomes.append(turn.reason)
        except (AttributeError, TypeError, ValueError, KeyError) as error:
            name = type(error).__name__
            tally.problem(f"record has an unknown shape ({name}); report it with its line", line.number, "odd_record")
            outcomes.append("odd_record")

    def _turn_to(self, record: Record) -> bool:
        """Go on in the dialect this record is of, where it is another's."""
        other = recognise([record])
        if other is None or other is self.dialect:
            return False
        self.dialect, self.session = other, self._session(other)
        return True

    def _session(self, dialect: Dialect) -> Session:
        if dialect.NAME not in self._sessions:
            session = self._sessions[dialect.NAME] = Session(self.tally.ref)
            session.zone = self._zone
            session.is_named = self.tally.is_named
            if dialect is codex:
                session.has_user_events = jsonl.has(self._file, self._size, codex.USER_EVENT)
                session.has_agent_events = jsonl.has(self._file, self._size, codex.AGENT_EVENT)
        return self._sessions[dialect.NAME]

    def _held(self, held: set[int]) -> Iterator[Event]:
        waiting = [(*pair, session) for session in self._sessions.values() for pair in session.held.values()]
        for number, said, session in sorted(waiting, key=lambda one: one[0]):
            event = self.tally.event(said, session.id, (number, number), folder=session.folder)
            held.discard(number)
            self.tally.line(event if isinstance(event, str) else "")
            if isinstance(event, Event):
                yield event
        if held:
            self.tally.line("queued_copy", len(held))


def _folder(record: Record) -> str:
    """The name of the folder that a record says its agent works in; "" for none, and for what is no project's.

    A worktree's is its repository ("/code/ledgerd/.claude/worktrees/fix-1" → ledgerd); below any other hidden folder
    agents keep what is their own ("~/.openclaw/workspace"), and a person's home is no project.
    """
    told = a_str(record.get("cwd")) or a_str(a_dict(record.get("payload")).get("cwd"))
    parts = re.split(r"[\\/]+", _HOME.sub("", _WORKTREE.sub("", told)).rstrip("\\/"))
    is_none = any(part.startswith(".") for part in parts) or parts[-1].endswith(":")
    return "" if is_none else parts[-1]


class Head(Value, frozen=True):
    """The first lines of a file, from which its dialect is told, and the byte they `end` at."""

    lines: tuple[jsonl.Line, ...] = ()
    end: int = 0

    @property
    def records(self) -> list[Record]:
        return _first_records(self.lines)


def _first_records(lines: Iterable[jsonl.Line]) -> list[Record]:
    """As many records as a dialect is told from; one line may hold any number."""
    return list(islice((record for line in lines for record in line.records), _HEAD_RECORDS))


def head(file: BinaryIO, size: int) -> Head:
    """The head of a file: some records, at most some megabytes."""
    found: list[jsonl.Line] = []
    for line in jsonl.lines(file, size):
        found.append(line)
        if len(found) >= _HEAD_RECORDS or line.offset > _HEAD_BYTES:
            break
    return Head(lines=tuple(found), end=file.tell())


def read_log(
    file: BinaryIO, head: Head, tally: Tally, zone: str, extent: jsonl.Extent, known: Watermark | None
) -> Iterator[Event | FileReport]:
    """A log's new events, then its report. One of no known dialect is left out whole."""
    dialect = None if documents.is_spread(file) else recognise(head.records)
    if dialect is None:
        yield from _read_document(file, tally, zone, extent, known, _is_expected(head, tally))
        return
    is_appended = known is not None and known.sha256 == extent.prefix_sha256 and _told(head, known) is dialect
    start, before = (known.size, extent.prefix_lines) if known and is_appended else (0, 0)
    tally.dialect = dialect.NAME
    log = Log(file, dialect, tally, zone, extent.size)
    if is_appended:
        log.prime(head.lines, start)
        lines = jsonl.lines(file, extent.size, start, before + 1)
    else:
        lines = chain(head.lines, jsonl.lines(file, extent.size, head.end, len(head.lines) + 1))
    yield from log.events(lines)
    yield _report(tally, "appended" if is_appended else "changed" if known else "new", extent, before)


def _is_expected(head: Head, tally: Tally) -> bool:
    """Whether a file stands where logs stand, or holds a memory graph, which can be imported."""
    return tally.is_named or any(record.get("type") in ("entity", "relation") for record in head.records)


def _told(head: Head, known: Watermark) -> Dialect | None:
    """The dialect that the lines read before were in; None where they were read as a document or in another."""
    told = recognise(_first_records(line for line in head.lines if line.offset < known.size))
    return told if told and known.dialect == told.NAME else None


def _report(tally: Tally, state: str, extent: jsonl.Extent, before: int) -> FileReport:
    """An unfinished last line is left out of what is remembered, so that it is read once it is whole."""
    if not tally.skipped.get("half_line"):
        return tally.report(state, extent.size, extent.sha256, before + tally.lines)
    if state == "appended" and tally.lines == 1:
        tally.lines, tally.problems, tally.skipped, state = 0, [], Counter(), "unchanged"
        return tally.report(state, extent.line_size, extent.line_sha256, before)
    return tally.report(state, extent.line_size, extent.line_sha256, before + tally.lines - 1)


def _read_document(
    file: BinaryIO, tally: Tally, zone: str, extent: jsonl.Extent, known: Watermark | None, is_expected: bool
) -> Iterator[Event | FileReport]:
    """A file no line of which was recognised: perhaps one document, else left out whole.

    That is a problem where it `is_expected` to be of use; a data set that a glob met is none.
    """
    state = "changed" if known else "new"
    first = islice(documents.records(file, extent.size), _HEAD_RECORDS)
    dialect = recognise(_first_records(first))
    if dialect is None:
        tally.line("unknown_dialect", extent.lines)
        if extent.lines and is_expected:
            tally.problem(_LARGE if extent.size > documents.LARGEST_DOCUMENT else _NO_LOG)
        yield tally.report(state, extent.size, extent.sha256, extent.lines)
        return
    tally.dialect = dialect.NAME
    for line, fault in documents.flaws(file, extent.size):
        tally.problem(jsonl.MENDS[fault], line, fault)
    covered = _Cover(extent.lines)
    log = Log(file, dialect, tally, zone, extent.size)
    for event in log.events(covered.over(documents.records(file, extent.size))):
        covered.use(event)
        yield event
    covered.settle(tally)
    yield tally.report(state, extent.size, extent.sha256, extent.lines)


class _Cover:
    """Which lines of a document its records and its events stand on: its entries may share lines."""

    def __init__(self, lines: int) -> None:
        self._all = range(1, lines + 1)
        self._covered: set[int] = set()
        self._used: set[int] = set()
        self._broken_at = lines + 1

    def over(self, lines: Iterable[jsonl.Line]) -> Iterator[jsonl.Line]:
        for line in lines:
            if line.fault:
                self._broken_at = line.number
            else:
                self._covered.update(range(line.number, (line.line_end or line.number) + 1))
            yield line

    def use(self, event: Event) -> None:
        self._used.update(range(event.line, event.line_end + 1))

    def settle(self, tally: Tally) -> None:
        """Count lines, not entries: used, of a record without an event, after the break, or layout between them."""
        tally.lines = tally.used = 0
        tally.skipped.clear()
        met = self._covered | self._used
        unread = sum(number not in met for number in self._all[self._broken_at - 1 :])
        tally.line("", len(self._used))
        tally.line("other_record", len(self._covered - self._used))
        tally.line("bad_document", unread)
        tally.line("layout", len(self._all) - len(met) - unread)
