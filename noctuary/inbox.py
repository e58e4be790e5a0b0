"""Hearing the pages between two nights: `noctuary review --apply`. Decides nothing itself."""

from __future__ import annotations

import datetime as dt

from noctuary.holding import held
from noctuary.journal import append, replay
from noctuary.local_time import local
from noctuary.settings import Workspace
from noctuary.stages.hear import listen
from noctuary.stages.pages import left_alone, memory_of
from noctuary.stages.run import Heard
from noctuary.stages.write import finish_aloud, followed, mend, say_left_alone


def apply(workspace: Workspace, now: dt.datetime) -> Heard:
    """Carry out what the human wrote in DREAMS.md and in MEMORY.md's block, each as a batch that can be undone.

    What was not understood is told in `problems` and stays where it was written; nothing is guessed.
    """
    now = local(workspace, now)
    with held(workspace):
        mend(workspace)
        stood = replay(workspace.journal)
        state = followed(workspace, stood)
        heard = listen(workspace, state, now)
        if heard.lines:
            append(workspace.journal, heard.lines, workspace.root)
            finish_aloud(workspace, replay(workspace.journal), before=state)
        elif heard.problems or state is not stood:
            finish_aloud(workspace, state)
        else:
            say_left_alone(left_alone(workspace, state, memory_of(workspace)))
        return heard
