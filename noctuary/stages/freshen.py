"""Brings the index's passages, and the places of cited lines, up to the files. Decides nothing and writes nothing else.

A file is read again only where its bytes have changed; of a long log that grew, what was added. The answers follow from
the files alone, whatever was read when.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from noctuary import files
from noctuary.extraction.keep_gates import command_in, is_withheld
from noctuary.index import Index
from noctuary.index.passages import Citation, FileMark, Keeper, Place
from noctuary.journal import State
from noctuary.model import Event, Value, fold
from noctuary.passages import Leaf, Passage
from noctuary.settings import Workspace
from noctuary.sources import Door, watermark
from noctuary.sources.dates import Doubt
from noctuary.sources.pages import doubts
from noctuary.sources.passages import read_passages
from noctuary.sources.where import Found, find
from noctuary.stages.gather import door

TOGETHER = 32
"""Files written in one transaction."""
GROWING = 1024 * 1024
"""Bytes from which a log that only grew is read on from its end: a smaller one is read whole in under a second."""


class Freshened(Value, frozen=True, omit_defaults=False):
    """What was done: files read, files gone, cited lines that moved or are gone (`uncited`), vectors made."""

    read: int = 0
    gone: int = 0
    moved: int = 0
    uncited: int = 0
    vectors: int = 0


def freshen(workspace: Workspace, state: State, *, with_vectors: bool = True, page: str | None = None) -> Freshened:
    """Bring the passages of an index that exists up to the files; vectors where they are wanted, `page` as a door's."""
    from noctuary.embed import choose

    with Index.open(workspace.index, root=workspace.root) as index:
        told = refresh(index, workspace, state, page=page)
        made = index.embed(choose(workspace.settings.embed.model).embedder) if with_vectors else 0
    return replace(told, vectors=made)


def is_stale(workspace: Workspace) -> bool:
    """Whether any file was changed, added or taken away since its passages were made; opens none of them."""
    with Index.open(workspace.index, read_only=True) as index:
        known = {ref: one.stamp for ref, one in index.file_marks().items()}
    found = find(workspace.root, workspace.settings.sources)
    return known != {one.ref: _stamp(one.path) for one in found if not one.fault}


def refresh(
    index: Index, workspace: Workspace, state: State, *, until: dt.date | None = None, page: str | None = None
) -> Freshened:
    """The same for an open index, without vectors; with `until` only what was said up to that day.

    Files are read outside any transaction and written a few at a time, so that nobody who writes waits for the reading.
    """
    found = {one.ref: one for one in find(workspace.root, workspace.settings.sources) if not one.fault}
    known = index.file_marks()
    with index.keep_passages() as keeper:
        stale = [one for one in found.values() if not _is_same(one, known.get(one.ref), keeper)]
        gone = known.keys() - found.keys()
        changed = sorted({*gone, *(one.ref for one in stale)})
        long_gone = sorted(state.watermarks.keys() - found.keys() - gone)
        cited = [*keeper.cited_in(changed), *keeper.cited_in(long_gone, is_new=True)]
    reading = _Reading(workspace, state, _Lines(cited), page)
    doubted = doubts(found.values()) if stale else {}
    for start in range(0, len(stale), TOGETHER):
        made = [reading.file(one, known.get(one.ref), doubted, index) for one in stale[start : start + TOGETHER]]
        with index.keep_passages() as keeper:
            for mark, passages, is_added in made:
                kept = [one for one in passages if until is None or (one.at and one.at.date() <= until)]
                keeper.put_file(mark, kept, is_added=is_added)
    grown = reading.grown
    places = [place for place in reading.lines.places(cited) if place.was_ref not in grown]
    with index.keep_passages() as keeper:
        keeper.drop_files(sorted(gone))
        keeper.put_places([ref for ref in changed if ref not in grown], places)
    lost = sum(place.is_gone for place in places)
    return Freshened(read=len(stale), gone=len(gone), moved=len(places) - lost, uncited=lost)


def _is_same(one: Found, known: FileMark | None, keeper: Keeper) -> bool:
    """Whether a file has the bytes it had; one that was only touched is noted so."""
    if known is None:
        return False
    stamp = _stamp(one.path)
    if known.stamp == stamp:
        return True
    if _sha256(one.path) != known.mark.sha256:
        return False
    keeper.touch(one.ref, stamp)
    return True


class _Reading:
    """Reads changed files into passages, and notes where cited lines were met."""

    def __init__(self, workspace: Workspace, state: State, lines: _Lines, page: str | None) -> None:
        self._where = workspace.settings.sources
        self._workspace, self._state, self._page = workspace, state, page
        self.lines = lines
        self.grown: set[str] = set()

    @functools.cached_property
    def _door(self) -> Door:
        return door(self._workspace, self._state, self._page)

    def file(
        self, one: Found, known: FileMark | None, doubted: Mapping[str, Doubt], index: Index
    ) -> tuple[FileMark, list[Passage], bool]:
        """A file's mark, its passages, and whether they come after those it has."""
        own = Door(self._door.zone, self._door.own, self._door.policy)
        own.doubts = doubted
        stamp = _stamp(one.path)
        last = index.last_passage(one.ref) if known and known.mark.size >= GROWING else None
        before = _leaf(last) if last else None
        read = read_passages(one, self._where, own, is_withheld, known.mark if before and known else None, before)
        is_added = read.report.state in ("appended", "unchanged")
        if is_added:
            self.grown.add(one.ref)
        self.lines.meet(read.events)
        mark = FileMark(mark=watermark(read.report), stamp=stamp)
        return mark, [passage for passage in read.passages if not _commands(passage)], is_added


_UNFOLDED = 4
"""How many times longer than its folded words a line may be, for marks and gaps."""


class _Lines:
    """Where the lines that facts cite were met. A line is known again by its event, else by its words.

    By its words first in its own file, then in one that was read now: so a renamed file is followed.
    """

    def __init__(self, cited: Iterable[Citation]) -> None:
        self._events: dict[tuple[str, str], Event | None] = {}
        self._words: dict[str, list[Event]] = {}
        for one in cited:
            self._events[one.ref, one.event] = None
            self._words |= {fold(said): [] for said in (one.quote, one.text)}
        self._longest = _UNFOLDED * max(map(len, self._words), default=0)

    def meet(self, events: Iterable[Event]) -> None:
        """Note the cited ones among the lines of a file."""
        for event in events:
            if (event.ref, event.id) in self._events:
                self._events[event.ref, event.id] = event
            if len(event.text) <= self._longest and (words := fold(event.text)) in self._words:
                self._words[words].append(event)

    def places(self, cited: Iterable[Citation]) -> Iterator[Place]:
        """Where each cited line stands now, of those that do not stand as recorded."""
        for one in cited:
            there = self._events[one.ref, one.event] or self._same_words(one)
            if there is None:
                yield Place(one.fact_id, one.ref, one.line, one.ref, one.line, one.line, True)
            elif (there.ref, there.line) != (one.ref, one.line):
                yield Place(one.fact_id, one.ref, one.line, there.ref, there.line, there.line_end, False)

    def _same_words(self, one: Citation) -> Event | None:
        """The event with the words that were quoted: the nearest in the same file, else the first elsewhere."""
        found = self._words[fold(one.quote)] or self._words[fold(one.text)]
        here = sorted((event for event in found if event.ref == one.ref), key=lambda event: abs(event.line - one.line))
        return next(iter(here or sorted(found, key=lambda event: (event.ref, event.line))), None)


def _commands(passage: Passage) -> bool:
    """Whether it is a tool's text that speaks like an instruction: what a night quarantines is found by nobody."""
    return passage.role == "tool" and bool(command_in(passage.text, is_untrusted=passage.trust == "untrusted"))


def _leaf(passage: Passage) -> Leaf:
    return Leaf(
        text=passage.text, line=passage.line, line_end=passage.line_end, role=passage.role, trust=passage.trust,
        session=passage.session, at=passage.at, is_turn=True,
    )  # fmt: skip


def _stamp(path: str) -> str:
    """A file's change time in ns and its size; "" where they cannot be told."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return ""
    return f"{status.st_mtime_ns}:{status.st_size}"


def _sha256(path: str) -> str:
    try:
        with files.opened(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
