"""The one way in by day: a call's lines in the journal, under a lock that waits, its records in the index, an answer.

Each call is one batch, closed, flushed to the disk before it is answered (one fsync of the journal; the index is made
anew from it), and taken back by `noctuary undo`. Vectors and pages wait for the night. A death in between is finished
by whoever comes next: what the journal holds whole counts, a torn tail is set aside.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from noctuary import layout
from noctuary.access import Asker
from noctuary.errors import IndexDamaged, NoctuaryError
from noctuary.journal import Deleted, append, mend_tail, replay
from noctuary.journal.calls import call_batch
from noctuary.journal.heads import PIECE
from noctuary.journal.lock import WAITS, writing
from noctuary.journal.standing import (
    Standing,
    boot,
    grown,
    is_lost,
    packed,
    stamp_of,
    standing_of,
    tail_of,
    unpacked,
)
from noctuary.lost import refuse_lost
from noctuary.model import Trust, Value, Visibility
from noctuary.settings import Workspace
from noctuary.writing import changing, finding, making
from noctuary.writing.draft import Draft
from noctuary.writing.requests import NOBODY, Allowed, NewEntity, NewObservation, NewRelation, Written

if TYPE_CHECKING:
    from noctuary.index import Index

_LOG = logging.getLogger("noctuary")
_TICK = dt.timedelta(microseconds=1)
T = TypeVar("T")


class Writer:
    """Writes into one workspace, for whoever asks; one a process. Thread-safe, a context manager.

    `wait` is for how many seconds at most a call waits for others', `trust` is who speaks: an agent, or a human.
    """

    def __init__(self, workspace: Workspace, *, wait: float = WAITS, trust: Trust = "agent") -> None:
        self.workspace, self.wait, self.trust = workspace, wait, trust
        self._index: Index | None = None
        self._file: tuple[int, ...] = ()
        self._end: tuple[str, bytes] = ("", b"")
        self._reader: Index | None = None
        self._read_file: tuple[int, ...] = ()
        self._reading = threading.RLock()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the index go; a call opens it again."""
        with self._held():
            self._drop_index()
        with self._reading:
            if self._reader:
                self._reader.close()
            self._reader = None

    @contextlib.contextmanager
    def reading(self, asker: Asker, now: dt.datetime | None = None) -> Iterator[Index]:
        """The index as the asker may see it on a day, at the journal as it stands: one's own writes are in it.

        Held by one reader at a time; other threads wait.
        """
        with self._reading:
            index = self._at_journal()
            index.show_to(asker, now.date() if now else None)
            yield index

    def create(
        self, entities: Sequence[NewEntity], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> Written:
        """Make entities with their first observations; one that exists stays as it is."""

        def make(draft: Draft) -> list[tuple[str, bool]]:
            draft.expect((each.name, each.type) for each in entities)
            return [(one.id, is_new) for one, is_new in (making.entity(draft, each) for each in entities)]

        made, told = self.call(make, asker, now, dry_run=dry_run)
        return _answer(told, made)

    def observe(
        self, observations: Sequence[NewObservation], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> Written:
        """Add statements to entities; one that was said before gains the session that says it again."""

        def make(draft: Draft) -> list[tuple[str, bool]]:
            found = (making.statement(draft, finding.entity(draft, one.about), one) for one in observations)
            return [(one.id, is_new) for one, is_new in found]

        made, told = self.call(make, asker, now, dry_run=dry_run)
        return _answer(told, made)

    def relate(
        self, relations: Sequence[NewRelation], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> Written:
        """Relate entities; a relation that stands already stays as it is."""
        made, told = self.call(
            lambda draft: [(one.id, is_new) for one, is_new in (making.relation(draft, each) for each in relations)],
            asker, now, dry_run=dry_run,
        )  # fmt: skip
        return _answer(told, made)

    def invalidate(
        self, ref: str, asker: Asker, now: dt.datetime, *, superseded_by: str = "", valid_to: dt.date | None = None,
        reason: str = "", dry_run: bool = False,
    ) -> Written:  # fmt: skip
        """End a fact or entity: it holds no more from `valid_to` (else today) on; nothing is deleted."""
        key, told = self.call(
            lambda draft: changing.end(draft, ref, superseded_by, valid_to, reason), asker, now, dry_run=dry_run
        )
        return _answer(told, [(key, False)])

    def merge(
        self, kept: str, merged: Sequence[str], asker: Asker, now: dt.datetime, *, reason: str = "",
        dry_run: bool = False,
    ) -> Written:  # fmt: skip
        """Read entities as one of them; `ids` are the merges."""
        keys, told = self.call(lambda draft: changing.join(draft, kept, merged, reason), asker, now, dry_run=dry_run)
        return _answer(told, [(key, True) for key in keys])

    def delete(self, refs: Sequence[str], asker: Asker, now: dt.datetime, *, dry_run: bool = False) -> Written:
        """Tombstones for facts, relations, and entities with all that is said of them. No import brings them back."""

        def forget(draft: Draft) -> list[tuple[str, bool]]:
            keys: list[tuple[str, bool]] = []
            for ref in refs:
                fact, edge = finding.fact(draft, ref), finding.edge(draft, ref)
                one = None if fact or edge else finding.entity(draft, ref, "fact, relation or entity")
                changing.forget(draft, [fact] if fact else (), [edge] if edge else (), [one] if one else ())
                keys.append((next(each.id for each in (fact, edge, one) if each), False))
            return keys

        keys, told = self.call(forget, asker, now, dry_run=dry_run)
        return _answer(told, keys)

    def share(
        self, ref: str, asker: Asker, now: dt.datetime, *, visibility: Visibility = "public", team: str = "",
        allowed: Allowed = NOBODY, dry_run: bool = False,
    ) -> Written:  # fmt: skip
        """Let everybody, a team, or those that are `allowed` see what is private: the only way out of private.

        `ids` has its id from now on.
        """
        key, told = self.call(
            lambda draft: changing.share(draft, ref, visibility, team, allowed), asker, now, dry_run=dry_run
        )
        return _answer(told, [(key, False)])

    def call(
        self, make: Callable[[Draft], T], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> tuple[T, Written]:
        """Let `make` put records into a draft, and write them as one batch. What it raises leaves all as it was."""
        with self._held():
            mark = self._ready()
            at = max(now.astimezone(dt.UTC), mark.latest + _TICK) if mark.latest else now.astimezone(dt.UTC)
            assert self._index is not None
            draft = Draft(self.workspace, self._index, asker, at, self.trust)
            result = make(draft)
            batch = "" if dry_run or not draft.values else self._write(draft, mark)
        return result, Written(
            batch=batch,
            at=at,
            records=len(draft.values),
            redacted=dict(sorted(draft.redacted.items())),
            warnings=tuple(draft.warnings),
            dry_run=dry_run,
        )

    def _held(self) -> contextlib.AbstractContextManager[None]:
        if not self.workspace.derived.is_dir():
            layout.check(self.workspace.root)
            self.workspace.make_derived()
        return writing(self.workspace.derived, self.workspace.root, self.wait)

    def _write(self, draft: Draft, mark: Standing) -> str:
        journal, root = self.workspace.journal, self.workspace.root
        batch = call_batch(draft.values.values(), draft.at, mark.tips)
        append(journal, batch.lines, root)
        try:
            added = self._tail(mark) + b"".join(batch.lines)
            after = grown(mark, journal, added, draft.last, (batch.label,))
            self._project(draft.values.values(), after)
            self._end = after.head, added[after.size // PIECE * PIECE - mark.size // PIECE * PIECE :]
        except (NoctuaryError, OSError) as error:
            # It is written and counts; the next call, or whoever reads next, brings the index up to it.
            _LOG.warning("%s", error)
            self._drop_index()
        return batch.name

    def _tail(self, mark: Standing) -> bytes:
        """What stood behind the journal's last whole piece before this call, as its bytes go on in the file."""
        head, tail = self._end
        if head != mark.head or not tail.endswith(b"\n"):
            whole = tail_of(mark, self.workspace.journal, self.workspace.root)
            tail = whole[: mark.size - mark.size // PIECE * PIECE]
        return tail if not tail or tail.endswith(b"\n") else tail + b"\n"

    def _project(self, values: Iterable[Value], after: Standing) -> None:
        from noctuary.index.file import told

        index = self._index
        every: list[Any] = list(values)
        assert index is not None
        gone = [(one.type, one.id) for one in every if isinstance(one, Deleted)]
        with told(index.path):
            put = [one for one in every if not isinstance(one, Deleted)]
            index.project(put, gone, after.head, packed(after), files_later=True)
            self._file = _file_of(index.path)

    def _ready(self) -> Standing:
        """Where the journal stands, with the index at it; what others have written since is taken in."""
        if self._index is None or self._file != _file_of(self._index.path):
            self._drop_index()
            self._open()
        assert self._index is not None
        mark = unpacked(self._index.projected_at())
        if mark and mark.stamp == stamp_of(self.workspace.journal) and not is_lost(mark):
            return mark
        return self._caught_up()

    def _open(self) -> None:
        from noctuary.index import Index

        layout.check(self.workspace.root)
        try:
            self._index = Index.open(self.workspace.index, root=self.workspace.root)
        except IndexDamaged:
            from noctuary.stages.apply import discard

            discard(self.workspace)
            self._index = Index.open(self.workspace.index, root=self.workspace.root)
        self._index.flush(is_at_once=not boot())
        self._file = _file_of(self._index.path)

    def _caught_up(self) -> Standing:
        from noctuary.stages.apply import project

        workspace = self.workspace
        refuse_lost(workspace)
        problem = mend_tail(workspace.journal, workspace.derived / "torn", workspace.root)
        if problem:
            _LOG.warning("%s: %s", problem.path, problem.message)
        self._drop_index()
        state = replay(workspace.journal)
        project(workspace, state)
        self._open()
        assert self._index is not None
        found = unpacked(self._index.projected_at())
        if found is None or found.stamp != stamp_of(workspace.journal):
            found = standing_of(workspace.journal, state) or Standing(size=0, pieces=b"", stamp=())
        return found

    def _drop_index(self) -> None:
        """Close the index, and flush what was not; where that fails, it is made anew after a power cut."""
        index, self._index = self._index, None
        if index is None:
            return
        with contextlib.suppress(NoctuaryError), index:
            mark = unpacked(index.projected_at())
            if mark and mark.boot and self._file == _file_of(index.path):
                index.flush(is_at_once=True)
                index.project((), (), mark.head, packed(replace(mark, boot="")))

    def _at_journal(self) -> Index:
        from noctuary.index import Index

        path = self.workspace.index
        if self._reader is None or self._read_file != _file_of(str(path)) or not self._stands(self._reader):
            if self._reader:
                self._reader.close()
            self._reader = None
            with self._held():
                self._ready()
            self._reader = Index.open(path, read_only=True, root=self.workspace.root)
            self._read_file = _file_of(str(path))
        return self._reader

    def _stands(self, index: Index) -> bool:
        mark = unpacked(index.projected_at())
        return mark is not None and mark.stamp == stamp_of(self.workspace.journal)


def _file_of(path: str) -> tuple[int, ...]:
    """Which file lies there: the index may have been taken away and made anew."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return ()
    return found.st_dev, found.st_ino


def _answer(told: Written, made: Sequence[tuple[str, bool]]) -> Written:
    return replace(told, ids=tuple(key for key, _ in made), created=tuple(is_new for _, is_new in made))
