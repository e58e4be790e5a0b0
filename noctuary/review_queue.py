"""What waits for the human's decision, in the order it is put to them. Decides and writes nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import msgspec

from noctuary import files
from noctuary.access import seen
from noctuary.errors import NotAFile
from noctuary.journal import State, replay
from noctuary.layout import WEAK
from noctuary.model import Review
from noctuary.page.view import Likeness, Question, likenesses, questions
from noctuary.settings import Workspace


def waiting(workspace: Workspace) -> list[Question]:
    """Open questions, surest conflict first."""
    return questions(seen(replay(workspace.journal)))


def alike(workspace: Workspace) -> list[Likeness]:
    """Open questions whether two names are one thing, surest first."""
    return likenesses(seen(replay(workspace.journal)))


def queue(workspace: Workspace) -> list[Question | Likeness]:
    """All that waits, in the order it is put to the human: about facts first, then about names."""
    return queued(replay(workspace.journal))


def weak(workspace: Workspace) -> list[Question]:
    """Conflicts that the nights met and did not ask, the newest night's first, best first, whose sides still stand.

    What is too unclear, or was too much for one day. They stand in `.noctuary/` alone, as long as a night's bench does.
    One that is answered is a question like others from then on.
    """
    return weak_in(workspace, replay(workspace.journal))


def weak_in(workspace: Workspace, state: State) -> list[Question]:
    """The same of a state of the journal."""
    state = seen(state)
    benches = sorted((workspace.derived / "nights").glob(f"*/{WEAK}"), key=_begun(state), reverse=True)
    found = {one.id: one for path in benches for one in _read(path, workspace.root)}
    sides = [(one, state.facts.get(one.a), state.facts.get(one.b or "")) for one in found.values()]
    return [
        Question(one, a, b)
        for one, a, b in sides
        if a and b and one.id not in state.reviews and {a.status, b.status} <= {"active", "contested", "candidate"}
    ]


def _begun(state: State) -> Callable[[Path], tuple[str, str]]:
    """When the night began whose bench a file lies in."""

    def begun(path: Path) -> tuple[str, str]:
        night = state.nights.get(path.parent.name)
        return night.begun_at.astimezone(dt.UTC).isoformat() if night else "", path.parent.name

    return begun


def _read(path: Path, root: Path) -> list[Review]:
    """The conflicts in a file of a night's bench; none where it was damaged: what is derived may be lost."""
    try:
        return [msgspec.json.decode(line, type=Review) for line in files.read(path, root).splitlines()]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OSError, NotAFile):
        return []


def queued(state: State) -> list[Question | Likeness]:
    """All that waits in a state and anyone may see; see `queue`."""
    state = seen(state)
    return [*questions(state), *likenesses(state)]
