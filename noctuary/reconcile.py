"""Keeps the index true to journal and files between nights, where something else wrote them. Decides nothing."""

from __future__ import annotations

from noctuary.holding import held
from noctuary.journal import replay
from noctuary.lost import refuse_lost
from noctuary.settings import Workspace
from noctuary.stages.apply import is_projected, project
from noctuary.stages.freshen import freshen, is_stale


def reconcile(workspace: Workspace) -> bool:
    """Bring the index up to the journal, and its passages to the files; whether it had to be.

    Neither journal, pages nor sources change by a byte. Raises NightBusy where a night holds the workspace.
    """
    refuse_lost(workspace)
    if not workspace.journal.is_file():
        return False
    is_behind = not is_projected(workspace)
    if not is_behind and not is_stale(workspace):
        return False
    with held(workspace):
        state = replay(workspace.journal)
        if is_behind:
            project(workspace, state, with_vectors=True)
        freshen(workspace, state)
    return True
