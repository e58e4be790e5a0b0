"""Reads one Markdown source, a memory file or a note, whole. Does not parse it and does not read logs."""

from __future__ import annotations

import codecs
import datetime as dt
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from noctuary.consolidate.extraction import written_days
from noctuary.model import Event, FileReport, Trust, Watermark
from noctuary.sources import dates, jsonl, markdown, regular
from noctuary.sources.door import Door
from noctuary.sources.tally import Tally
from noctuary.sources.turn import Said
from noctuary.sources.where import Found

LARGEST_PAGE = 4 * 1024 * 1024
MOST_LINES = 100_000
_START = 4096
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(rb"[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
"""What a text may hold beside NULs and bytes of another encoding only by mistake."""


def read_page(
    file: BinaryIO,
    found: Found,
    extent: jsonl.Extent,
    known: Watermark | None,
    note_trust: Trust,
    door: Door,
    doubt: dates.Doubt | None = None,
) -> Iterator[Event | FileReport]:
    """A page's events, then its report; one of more than `LARGEST_PAGE` bytes or `MOST_LINES` lines is left out.

    `doubt` says that the day in its name cannot be right (`dates.doubtful`).
    """
    tally = Tally(found.ref, "memory" if found.kind == "memory" else "note", door)
    state = "changed" if known else "new"
    file.seek(0)
    raw = file.read(min(extent.size, LARGEST_PAGE + 1))
    if found_fault := _unreadable(raw, found.kind):
        reason, message = found_fault
        tally.dialect = "unknown"
        tally.line(reason, extent.lines)
        tally.problem(message, kind=reason)
        yield tally.report(state, extent.size, extent.sha256, extent.lines)
        return
    page = markdown.parse(_text(raw, tally))
    yield from _passages(page, found, note_trust, tally, doubt)
    for line, message in page.problems:
        tally.problem(message, line)
    yield tally.report(state, extent.size, extent.sha256, page.lines)


def _unreadable(raw: bytes, kind: str) -> tuple[str, str] | None:
    """Why a file is left out whole: a reason and a message that ends with how to mend it."""
    if raw.count(b"\n") > MOST_LINES:
        return "too_long", f"has more than {MOST_LINES} lines and was left out; split it or exclude it"
    if len(raw) > LARGEST_PAGE:
        return "too_long", f"is larger than {LARGEST_PAGE} bytes and was left out; split it or exclude it"
    if raw.startswith(_WIDE):
        return ("utf16", "is UTF-16 and was left out; save it as UTF-8") if kind == "sessions" else None
    start = raw[:_START]
    try:
        is_text = b"\x00" not in start and bool(codecs.getincrementaldecoder("utf-8")().decode(start) or not start)
    except UnicodeDecodeError:
        is_text = False
    return None if is_text or not _CONTROL.search(start) else ("binary", "is no text and was left out; exclude it")


def doubts(found: Iterable[Found]) -> dict[str, dates.Doubt]:
    """The notes whose names tell a day that cannot be right, by ref; only those far from all others are opened."""
    notes = {one.ref: one.path for one in found if one.kind == "notes"}
    days = {ref: at.date() if (at := dates.in_name(ref)) else None for ref in notes}
    return dates.doubtful(days, lambda ref: _days_in(notes[ref]))


def _days_in(path: str) -> Iterator[dt.date]:
    try:
        with regular.opened(path) as file:
            text = file.read(LARGEST_PAGE).decode(errors="replace")
    except OSError:
        return
    yield from written_days.full(text)


def _text(raw: bytes, tally: Tally) -> str:
    if raw.startswith(_WIDE):
        tally.problem("is UTF-16; save it as UTF-8", 1)
        return raw.decode("utf-16", "replace")
    if b"\x00" in raw:
        line = raw[: raw.index(b"\x00")].count(b"\n") + 1
        tally.problem("holds NUL bytes, often left by a crash; they were taken out, remove them", line)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        tally.problem(jsonl.MENDS["bad_utf8"], line)
        return raw.decode(errors="replace")


def _passages(
    page: markdown.Page, found: Found, note_trust: Trust, tally: Tally, doubt: dates.Doubt | None
) -> Iterator[Event]:
    is_memory = found.kind == "memory"
    day = None if is_memory else _day(found.ref, tally, doubt)
    fate = dict(page.skipped)
    for passage in page.passages:
        said = Said(
            role="memory" if is_memory else "note",
            trust="human" if is_memory else note_trust,
            text=passage.text,
            at=(passage.at or page.at) if is_memory else (day or page.at or passage.at),
        )
        event = tally.event(said, found.ref, (passage.line, passage.line_end), passage.context)
        reason = event if isinstance(event, str) else ""
        for number in range(passage.line, passage.line_end + 1):
            fate[number] = fate.get(number, reason) and reason
        if isinstance(event, Event):
            yield event
    for number in range(1, page.lines + 1):
        tally.line(fate.get(number, "other"))


def _day(ref: str, tally: Tally, doubt: dates.Doubt | None) -> dt.datetime | None:
    """The day a note's name tells, unless it cannot be."""
    if doubt:
        tally.problem(doubt.message)
        return dates.midnight(doubt.day) if doubt.day else None
    if unreal := dates.impossible(ref):
        tally.problem(f"is named after {unreal}, a day that does not exist; rename it")
    return dates.in_name(ref)
