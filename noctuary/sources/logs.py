"""Reads one session log line by line, from where the last reading ended. Does not read Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import codex, jsonl
from noctuary.sources.dialects import recognise
from noctuary.sources.tally import Tally
from noctuary.sources.turn import Dialect, Record, Session, Skip, Turn

_HEAD_RECORDS = 50
_HEAD_BYTES = 4 * 1024 * 1024


def read_log(
    file: BinaryIO, ref: str, extent: jsonl.Extent, known: Watermark | None, seen: set[str]
) -> Iterator[Event | FileReport]:
    """A log's new events, then its report; a log of no known dialect is left out whole."""
    head = _head(file, extent.size)
    dialect = recognise([record for line in head for record in line.records])
    session = Session(ref)
    if dialect is codex:
        session.has_user_events = jsonl.has(file, extent.size, codex.USER_EVENT)
        session.has_agent_events = jsonl.has(file, extent.size, codex.AGENT_EVENT)
    if dialect is None:
        yield from _odd_log(file, ref, extent, known, seen)
        return
    is_appended = known is not None and known.dialect == dialect.NAME and known.sha256 == extent.prefix_sha256
    start, first = 0, 1
    if is_appended and known is not None:
        start, first = known.size, extent.prefix_lines + 1
        _prime(dialect, head, start, session)
    tally = Tally(ref, dialect.NAME, seen)
    yield from _turns(dialect, jsonl.lines(file, extent.size, start, first), session, tally)
    state = "appended" if is_appended else "changed" if known else "new"
    yield _log_report(tally, state, extent, first - 1)


def _log_report(tally: Tally, state: str, extent: jsonl.Extent, before: int) -> FileReport:
    """An unfinished last line is left out of what is remembered, so that it is read once it is whole."""
    if not tally.skipped.get("half_line"):
        return tally.report(state, extent.size, extent.sha256, before + tally.lines)
    if state == "appended" and tally.lines == 1:
        tally.lines, tally.problems, tally.skipped, state = 0, [], Counter(), "unchanged"
        return tally.report(state, extent.line_size, extent.line_sha256, before)
    return tally.report(state, extent.line_size, extent.line_sha256, before + tally.lines - 1)


def _head(file: BinaryIO, size: int) -> list[jsonl.Line]:
    head: list[jsonl.Line] = []
    for line in jsonl.lines(file, size):
        head.append(line)
        if len(head) >= _HEAD_RECORDS or line.offset > _HEAD_BYTES:
            break
    return head


def _prime(dialect: Dialect, head: list[jsonl.Line], start: int, session: Session) -> None:
    """Let the session learn its id and calls from lines read on an earlier night."""
    for line in head:
        for record in line.records if line.offset < start else ():
            session.line = line.number
            list(dialect.turns(record, session))
    session.held.clear()


def _turns(dialect: Dialect, lines: Iterator[jsonl.Line], session: Session, tally: Tally) -> Iterator[Event]:
    held: set[int] = set()
    for line in lines:
        session.line = line.number
        if line.fault and line.fault != "blank":
            tally.problem(jsonl.MENDS[line.fault], line.number, line.fault)
        outcomes = list(_outcomes(dialect, line, session, tally))
        events = [outcome for outcome in outcomes if isinstance(outcome, Event)]
        if line.records and not outcomes:
            held.add(line.number)
            continue
        reasons = [outcome for outcome in outcomes if isinstance(outcome, str)]
        tally.line("" if events else (*reasons, line.fault, "no_text")[0])
        yield from events
    yield from _held(held, session, tally)


def _outcomes(dialect: Dialect, line: jsonl.Line, session: Session, tally: Tally) -> Iterator[Event | str]:
    """Every event of a line's records, or why a piece is none; nothing where all of it is held back."""
    place = (line.number, line.line_end or line.number)
    for record in line.records:
        for turn in _safely(dialect, record, session, tally):
            yield turn.reason if isinstance(turn, Skip) else tally.event(turn, session.id, place)


def _safely(dialect: Dialect, record: Record, session: Session, tally: Tally) -> Iterator[Turn]:
    try:
        yield from dialect.turns(record, session)
    except (AttributeError, TypeError, ValueError, KeyError) as error:
        tally.problem(f"record has an unknown shape ({error}); report it with its line", session.line, "odd_record")
        yield Skip(reason="odd_record")


def _held(held: set[int], session: Session, tally: Tally) -> Iterator[Event]:
    for number, said in sorted(session.held.values(), key=lambda pair: pair[0]):
        event = tally.event(said, session.id, (number, number))
        held.discard(number)
        tally.line(event if isinstance(event, str) else "")
        if isinstance(event, Event):
            yield event
    if held:
        tally.line("queued_copy", len(held))


def _odd_log(
    file: BinaryIO, ref: str, extent: jsonl.Extent, known: Watermark | None, seen: set[str]
) -> Iterator[Event | FileReport]:
    """A log no line of which was recognised: perhaps pretty-printed, else left out whole."""
    lines = _document(file, extent.size)
    dialect = recognise([record for line in lines[:_HEAD_RECORDS] for record in line.records])
    count = sum(1 for _ in jsonl.lines(file, extent.size))
    state = "changed" if known else "new"
    tally = Tally(ref, dialect.NAME if dialect else "unknown", seen)
    if dialect is None:
        tally.line("unknown_dialect", count)
        if count:
            tally.problem("no session format recognised; exclude it, or import it if it is a memory graph")
        yield tally.report(state, extent.size, extent.sha256, count)
        return
    used: set[int] = set()
    for event in _turns(dialect, iter(lines), Session(ref), tally):
        used.update(range(event.line, event.line_end + 1))
        yield event
    covered = {number for line in lines for number in range(line.number, line.line_end + 1)}
    tally.lines = tally.used = 0
    tally.skipped.clear()
    tally.line("", len(used))
    tally.line("other_record", len(covered - used))
    tally.line("layout", max(0, count - len(covered)))
    yield tally.report(state, extent.size, extent.sha256, count)


def _document(file: BinaryIO, size: int) -> list[jsonl.Line]:
    if size > jsonl.LARGEST_DOCUMENT:
        return []
    file.seek(0)
    return jsonl.document(file.read(size).decode(errors="replace").replace("\x00", ""))
