"""Reads one source file into events and its report. Looks for no files, keeps nothing between calls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from noctuary.model import Event, FileReport, Trust, Watermark
from noctuary.sources import jsonl, logs, pages
from noctuary.sources.tally import Tally
from noctuary.sources.where import Found


def read_file(found: Found, known: Watermark | None, note_trust: Trust, seen: set[str]) -> Iterator[Event | FileReport]:
    """A file's events, then its report. An unreadable file is a report with a problem."""
    known = None if known and known.gone else known
    try:
        with open(found.path, "rb") as file:
            size = Path(found.path).stat().st_size
            extent = jsonl.measure(file, size, known.size if known else 0)
            if known and extent.sha256 == known.sha256 and extent.size == known.size:
                yield _unchanged(found.ref, known)
            elif found.kind == "sessions":
                yield from logs.read_log(file, found.ref, extent, known, seen)
            else:
                yield from pages.read_page(file, found, extent, known, note_trust, seen)
    except OSError as error:
        tally = Tally(found.ref, known.dialect if known else "unknown", seen)
        tally.problem(f"cannot be read ({error.strerror}); check its permissions or exclude it")
        yield tally.report("unchanged" if known else "new", *_extent_of(known))


def _extent_of(known: Watermark | None) -> tuple[int, str, int]:
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    return (known.size, known.sha256, known.lines) if known else (0, nothing, 0)


def _unchanged(ref: str, known: Watermark) -> FileReport:
    return Tally(ref, known.dialect, set()).report("unchanged", *_extent_of(known))
