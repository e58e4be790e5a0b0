"""Reads one Markdown source, a memory file or a note, whole. Does not parse it and does not read logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from noctuary.model import Event, FileReport, Trust, Watermark
from noctuary.sources import dates, jsonl, markdown
from noctuary.sources.seen import Seen
from noctuary.sources.tally import Tally
from noctuary.sources.turn import Said
from noctuary.sources.where import Found

LARGEST_PAGE = 16 * 1024 * 1024


def read_page(
    file: BinaryIO,
    found: Found,
    extent: jsonl.Extent,
    known: Watermark | None,
    note_trust: Trust,
    seen: Seen,
) -> Iterator[Event | FileReport]:
    """A page's events, then its report; a page of more than `LARGEST_PAGE` bytes is left out."""
    tally = Tally(found.ref, "memory" if found.kind == "memory" else "note", seen)
    state = "changed" if known else "new"
    file.seek(0)
    raw = file.read(min(extent.size, LARGEST_PAGE + 1))
    if len(raw) > LARGEST_PAGE:
        lines = raw.count(b"\n")
        tally.line("too_long", lines)
        tally.problem(f"is larger than {LARGEST_PAGE} bytes and was left out; split it or exclude it")
        yield tally.report(state, extent.size, extent.sha256, lines)
        return
    page = markdown.parse(_text(raw, tally))
    yield from _passages(page, found, note_trust, tally)
    if page.is_open:
        tally.problem("the managed block has no end; put back the line <!-- noctuary:end -->")
    yield tally.report(state, extent.size, extent.sha256, page.lines)


def _text(raw: bytes, tally: Tally) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
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


def _passages(page: markdown.Page, found: Found, note_trust: Trust, tally: Tally) -> Iterator[Event]:
    is_memory = found.kind == "memory"
    day = None if is_memory else dates.in_name(found.ref)
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
            fate[number] = (fate.get(number) and reason) or reason
        if isinstance(event, Event):
            yield event
    for number in range(1, page.lines + 1):
        tally.line(fate.get(number, "other"))
