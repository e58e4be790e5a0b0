"""Opens the memory of a workspace for whoever asks by day: an index at the journal, as the asker may see it.

An index that stands is only opened: what a night needs is loaded where something must be made anew.
"""

from __future__ import annotations

import datetime as dt
import errno
from contextlib import suppress

from noctuary.access import ANYONE, Asker
from noctuary.embed import choose
from noctuary.errors import IndexClosed, IndexDamaged, IndexOutdated, WorkspaceError
from noctuary.index import Index
from noctuary.journal.standing import is_at
from noctuary.lost import refuse_lost
from noctuary.memory import Memory
from noctuary.settings import Workspace

AT_ONCE = ("static",)
"""Embedders quick enough for a question to wait for all vectors of a new index; others are waited for by nights."""


def open_memory(workspace: Workspace, asker: Asker = ANYONE, now: dt.datetime | None = None) -> Memory:
    """The memory as the asker may see it; its index is first brought up to a journal that git or a hand has changed."""
    if not workspace.journal.exists():
        raise WorkspaceError(str(workspace.root), "no night has passed here yet", "run `noctuary dream` first")
    return reading(workspace, brought_up(workspace), asker, now)


def reading(workspace: Workspace, index: Index, asker: Asker = ANYONE, now: dt.datetime | None = None) -> Memory:
    """A memory that answers from an open index, by the workspace's settings."""
    settings = workspace.settings
    return Memory(
        index,
        now=now or dt.datetime.now(dt.UTC),
        asker=asker,
        embedder=choose(settings.embed.model).embedder,
        decay=settings.decay,
        rrf_k=settings.search.rrf_k,
    )


def open_past(workspace: Workspace, when: str, asker: Asker = ANYONE) -> Memory:
    """The memory as it was at a moment (`history.moment`): facts as they were known, passages dated up to then."""
    from noctuary.history import believed_at, moment
    from noctuary.journal import replay
    from noctuary.stages.freshen import refresh

    at = moment(workspace, replay(workspace.journal), when)
    state = believed_at(workspace, at, asker)
    index = Index.open(":memory:")
    index.project(state.values(), [], state.head)
    refresh(index, workspace, state, until=at.at.date())
    settings = workspace.settings
    return Memory(
        index, now=at.at, asker=asker, embedder=choose(settings.embed.model).embedder, decay=settings.decay,
        rrf_k=settings.search.rrf_k,
    )  # fmt: skip


def _standing(workspace: Workspace) -> Index | None:
    """The index where it stands at the journal as it is."""
    if not workspace.index.exists():
        return None
    try:
        index = Index.open(workspace.index, read_only=True)
    except (IndexOutdated, IndexDamaged, IndexClosed):
        return None
    with suppress(IndexDamaged):
        if is_at(workspace.journal, index.head(), index.projected_at()) and index.has_passages():
            return index
    index.close()
    return None


def brought_up(workspace: Workspace) -> Index:
    """The index at the journal as it is; one in memory where nothing may be written."""
    if standing := _standing(workspace):
        return standing
    from noctuary.journal import replay
    from noctuary.stages.apply import project
    from noctuary.stages.freshen import freshen, refresh

    refuse_lost(workspace)
    state = replay(workspace.journal)
    is_quick = workspace.settings.embed.model in AT_ONCE
    try:
        project(workspace, state, with_vectors=is_quick)
        freshen(workspace, state, with_vectors=is_quick)
    except (IndexClosed, OSError) as error:
        if isinstance(error, OSError) and error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise
        index = Index.open(":memory:")
        index.project(state.values(), [], state.head)
        refresh(index, workspace, state)
        return index
    return Index.open(workspace.index, read_only=True)
