"""The one way in by day: a journal line under a lock that waits, one projected record, an answer."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from noctuary.access import Asker
from noctuary.model import Trust, Visibility
from noctuary.settings import Workspace
from noctuary.writing.requests import NewEntity, NewObservation, NewRelation, Written

if TYPE_CHECKING:
    from noctuary.index import Index

WAITS = 30.0


class Writer:
    """Writes into one workspace; one a process. Thread-safe, a context manager."""

    def __init__(self, workspace: Workspace, *, wait: float = WAITS, trust: Trust = "agent") -> None:
        self.workspace, self.wait, self.trust = workspace, wait, trust

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the index go."""

    @contextlib.contextmanager
    def reading(self, asker: Asker, now: dt.datetime | None = None) -> Iterator[Index]:
        """The index as the asker may see it, brought up to the journal: one's own writes are in it."""
        raise NotImplementedError
        yield

    def create(
        self, entities: Sequence[NewEntity], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> Written:
        """Make entities with their first observations; one that exists stays as it is."""
        raise NotImplementedError

    def observe(
        self, observations: Sequence[NewObservation], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> Written:
        """Add statements to entities."""
        raise NotImplementedError

    def relate(
        self, relations: Sequence[NewRelation], asker: Asker, now: dt.datetime, *, dry_run: bool = False
    ) -> Written:
        """Relate entities."""
        raise NotImplementedError

    def invalidate(
        self, ref: str, asker: Asker, now: dt.datetime, *, superseded_by: str = "", valid_to: dt.date | None = None,
        dry_run: bool = False,
    ) -> Written:  # fmt: skip
        """End a fact or entity: it holds no more from today (or `valid_to`) on; nothing is deleted."""
        raise NotImplementedError

    def merge(
        self, kept: str, merged: Sequence[str], asker: Asker, now: dt.datetime, *, reason: str = "",
        dry_run: bool = False,
    ) -> Written:  # fmt: skip
        """Read entities as one."""
        raise NotImplementedError

    def delete(self, refs: Sequence[str], asker: Asker, now: dt.datetime, *, dry_run: bool = False) -> Written:
        """Tombstones for facts, relations, or entities with all that is said of them."""
        raise NotImplementedError

    def share(
        self, ref: str, asker: Asker, now: dt.datetime, *, visibility: Visibility = "public", team: str = "",
        dry_run: bool = False,
    ) -> Written:  # fmt: skip
        """The only way out of private."""
        raise NotImplementedError
