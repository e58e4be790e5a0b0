"""Reads one source file into events and its report. Looks for no files, keeps nothing between calls."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from msgspec.structs import replace

from noctuary import files
from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import jsonl, logs, pages, written
from noctuary.sources.dialects.registry import recognise_written
from noctuary.sources.door import Door
from noctuary.sources.share import Share, going_on
from noctuary.sources.tally import Tally
from noctuary.sources.turn import Session
from noctuary.sources.where import Found, Where

_JSON = re.compile(rb'\[\s*(?:[{\]]|\[\s*[\[{"\]])|\{\s*["}]')
_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def read_file(found: Found, known: Watermark | None, where: Where, door: Door) -> Iterator[Event | FileReport]:
    """A file's events, then its report. An unreadable file is a report with a problem."""
    known = None if known and known.gone else known
    if found.fault:
        yield _closed(found, known, door, "no_file", found.fault)
        return
    try:
        with files.opened(found.path) as file:
            size = os.fstat(file.fileno()).st_size
            if found.sha256:
                yield from _of_copy(file, found, size, known, where, door)
            elif known and known.waits_from:
                yield from _going_on(file, found, size, known, where, door)
            elif known and jsonl.is_unchanged(file, size, known.size, known.sha256):
                yield _same(found, known, door)
            else:
                yield from _changed(file, found, size, known, where, door)
    except OSError as error:
        message = f"cannot be read ({error.strerror}); check its permissions or exclude it"
        yield _closed(found, known, door, "closed", message)


def _going_on(
    file: BinaryIO, found: Found, size: int, known: Watermark, where: Where, door: Door
) -> Iterator[Event | FileReport]:
    """The file from the line on that waited: its bytes are read from their beginning, for nothing else tells of it.

    A memory file that was edited begins anew: its mark moves with our block every night, and known lines are free.
    """
    is_grown = jsonl.measure(file, size, known.size).prefix_sha256 == known.sha256
    start = known.waits_from if is_grown or found.kind != "memory" else 0
    for one in _changed(file, found, size, None, where, door, start):
        yield going_on(one, known, is_grown) if isinstance(one, FileReport) else one


def _of_copy(
    file: BinaryIO, found: Found, size: int, known: Watermark | None, where: Where, door: Door
) -> Iterator[Event | FileReport]:
    """A log from its guarded copy, which has other bytes and the same lines; its report is the original's."""
    bytes_of: dict[str, Any] = {"size": found.size, "sha256": found.sha256}
    for one in _changed(file, found, size, None, where, door, known.waits_from if known else 0):
        if isinstance(one, FileReport):
            mark = replace(one.mark, **bytes_of) if one.mark else None
            one = replace(one, state="changed" if known else "new", mark=mark, **bytes_of)
        yield one


def _changed(
    file: BinaryIO, found: Found, size: int, known: Watermark | None, where: Where, door: Door, start: int = 0
) -> Iterator[Event | FileReport]:
    """The file by what it holds: a written log, records, or else a page. What is above line `start` is passed over."""
    extent = jsonl.measure(file, size, known.size if known else 0)
    if known and (extent.size, extent.sha256) == (known.size, known.sha256):
        yield _same(found, known, door)
        return
    tally = Tally(found.ref, "unknown", door)
    tally.is_named = found.is_named
    tally.share = Share(door.most, start)
    if found.kind in ("sessions", "text") and (dialect := recognise_written(written.head(file))):
        tally.dialect = dialect.NAME
        session = Session(found.ref)
        session.zone = door.zone
        session.is_named = found.is_named
        yield from written.read_written(file, dialect, tally, session, extent, known)
        return
    head = logs.head(file, size) if found.kind == "sessions" else logs.Head()
    if found.kind == "sessions" and _is_json(file, head.lines):
        yield from logs.read_log(file, head, tally, door.zone, extent, known)
    else:
        doubt = door.doubts.get(found.ref)
        yield from pages.read_page(file, found, extent, known, where.note_trust, door, doubt, tally.share)


def _is_json(file: BinaryIO, head: Iterable[jsonl.Line]) -> bool:
    """Whether a file begins as JSON does, or most of its first lines are records."""
    file.seek(0)
    start = file.read(4096).lstrip(b"\xef\xbb\xbf\x00 \t\r\n")
    spoken = [line for line in head if line.fault != "blank"]
    records = [line for line in spoken if line.records or line.fault == "not_object"]
    return _JSON.match(start) is not None or 2 * len(records) >= len(spoken)


def _extent_of(known: Watermark | None) -> tuple[int, str, int]:
    return (known.size, known.sha256, known.lines) if known else (0, _NOTHING, 0)


def _closed(found: Found, known: Watermark | None, door: Door, fault: str, message: str) -> FileReport:
    """A file that could not be opened is what it was when it was last read: nothing is concluded from that."""
    tally = Tally(found.ref, known.dialect if known else "memory" if found.kind == "memory" else "unknown", door)
    tally.fault = fault
    tally.problem(message)
    return tally.report("unchanged" if known else "new", *_extent_of(known))


def _same(found: Found, known: Watermark, door: Door) -> FileReport:
    """A file with the bytes it had; what was wrong with them still is, what kept it closed is not."""
    tally = Tally(found.ref, known.dialect, door)
    if known.fault in pages.FAULTS:
        tally.fault = known.fault
        if found.kind == "memory":
            tally.problem(pages.FAULTS[known.fault])
    return tally.report("unchanged", *_extent_of(known))
