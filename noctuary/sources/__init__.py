"""Reading what others wrote: memory files, notes and session logs become events. Never writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from noctuary.model import Event, FileReport, Watermark
from noctuary.sources.door import Door
from noctuary.sources.share import marked as watermark
from noctuary.sources.where import Where

__all__ = ["Door", "Where", "read", "read_paths", "watermark"]


def read(
    root: Path, known: Mapping[str, Watermark], where: Where, door: Door | None = None
) -> Iterator[Event | FileReport]:
    """For each source in sorted order its new events, then one report; last the sources that are gone.

    `known` says how far each was read before. Every text passes the `door`, which is used up by one reading; the
    same utterance in several files is yielded once.
    """
    from noctuary.sources.pages import doubts
    from noctuary.sources.reading import read_file
    from noctuary.sources.spool import needed, pending, with_needed
    from noctuary.sources.where import find, is_gone, path_of

    root = Path(root).absolute()
    found = with_needed(find(root, where), needed(root, pending(root), known, where))
    door = door or Door()
    door.doubts = doubts(found)
    for source in found:
        yield from read_file(source, known.get(source.ref), where, door)
    there = {source.ref for source in found}
    for ref in sorted(known):
        if ref not in there and not known[ref].gone and is_gone(path_of(ref, root)):
            yield _gone(known[ref])


def read_paths(paths: Sequence[Path], door: Door | None = None) -> Iterator[Event | FileReport]:
    """The same for files and folders named one by one, with nothing known of them before."""
    from noctuary.sources.reading import read_file
    from noctuary.sources.where import listed

    door = door or Door()
    for source in listed(paths):
        yield from read_file(source, None, Where(), door)


def _gone(known: Watermark) -> FileReport:
    return FileReport(ref=known.ref, dialect=known.dialect, state="gone", sha256=known.sha256, size=known.size)
