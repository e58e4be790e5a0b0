"""Keeps the index true to the journal between nights, where another machine or a merge wrote it. Decides nothing."""

from __future__ import annotations

from noctuary.journal import replay
from noctuary.night import held
from noctuary.settings import Workspace
from noctuary.stages.apply import is_projected, project


def reconcile(workspace: Workspace) -> bool:
    """Bring the index up to the journal; whether it had to be. Neither journal nor pages change by a byte.

    Raises NightBusy where a night holds the workspace.
    """
    if not workspace.journal.is_file() or is_projected(workspace):
        return False
    with held(workspace):
        project(workspace, replay(workspace.journal), with_vectors=True)
    return True
