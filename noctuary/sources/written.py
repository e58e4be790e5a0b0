"""Reads one log that was written as text (SpecStory, Aider …), from where the last reading ended. Parses no JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import jsonl
from noctuary.sources.tally import Tally
from noctuary.sources.turn import Passage, Session, Skip, WrittenDialect

HEAD_BYTES = 64 * 1024


def head(file: BinaryIO) -> str:
    """The first words of a file."""
    file.seek(0)
    return file.read(HEAD_BYTES).decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")


def read_written(
    file: BinaryIO,
    dialect: WrittenDialect,
    tally: Tally,
    session: Session,
    extent: jsonl.Extent,
    known: Watermark | None,
) -> Iterator[Event | FileReport]:
    """A log's new events, then its report. An appended one is parsed whole, for its turns have no other start."""
    is_appended = known is not None and known.dialect == dialect.NAME and known.sha256 == extent.prefix_sha256
    before = known.lines if known and is_appended else 0
    state = "appended" if is_appended else "changed" if known else "new"
    at = before
    for passage in dialect.passages(_lines(file, extent.size, tally, before), session):
        if passage.line_end <= before:
            continue
        first = max(passage.line, at + 1)
        tally.line("layout", first - at - 1)
        tally.records += 1
        session.line = first
        yield from _passage(passage, first, session, tally)
        at = max(at, passage.line_end)
    tally.line("layout", extent.lines - at)
    yield tally.report(state, extent.size, extent.sha256, extent.lines)


def _passage(passage: Passage, first: int, session: Session, tally: Tally) -> Iterator[Event]:
    turn, lines = passage.turn, passage.line_end - first + 1
    if isinstance(turn, Skip):
        tally.line(turn.reason, lines)
        return
    event = tally.event(turn, session.id, (first, passage.line_end))
    tally.line(event if isinstance(event, str) else "", lines)
    if isinstance(event, Event):
        yield event


def _lines(file: BinaryIO, size: int, tally: Tally, before: int) -> Iterator[tuple[int, str]]:
    for number, (_, raw) in enumerate(jsonl.raw_lines(file, size), 1):
        fault = ""
        if raw is None:
            fault, text = "too_long", ""
        else:
            try:
                text = raw.decode()
            except UnicodeDecodeError:
                fault, text = "bad_utf8", raw.decode(errors="replace")
        if "\x00" in text:
            fault, text = "nul_bytes", text.replace("\x00", "")
        if fault and number > before:
            tally.problem(jsonl.MENDS[fault], number, fault)
        yield number, text.rstrip("\r\n").removeprefix("\ufeff" if number == 1 else "")
