"""Opens a workspace's memory as one asker may see it, at the journal as it is. Decides nothing."""

from __future__ import annotations

import datetime as dt
import errno

from noctuary.access import ANYONE, Asker
from noctuary.embed import choose
from noctuary.errors import IndexClosed, WorkspaceError
from noctuary.index import Index
from noctuary.journal import replay
from noctuary.memory import Memory
from noctuary.settings import Workspace
from noctuary.stages.apply import is_projected, project


def open_memory(workspace: Workspace, asker: Asker = ANYONE, now: dt.datetime | None = None) -> Memory:
    """The memory as the asker may see it; its index is first brought up to a journal that git or a hand has changed.

    `now` defaults to the clock. WorkspaceError where no night has passed yet.
    """
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


def brought_up(workspace: Workspace) -> Index:
    """The index at the journal as it is; one in memory where nothing may be written."""
    if not is_projected(workspace):
        state = replay(workspace.journal)
        try:
            project(workspace, state)
        except (IndexClosed, OSError) as error:
            if isinstance(error, OSError) and error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
                raise
            index = Index.open(":memory:")
            index.project(state.values(), [], state.head)
            return index
    return Index.open(workspace.index, read_only=True)
