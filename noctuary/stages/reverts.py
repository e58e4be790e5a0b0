"""What git took back of the journal: batches that others were written after. Asks git, and notes what it answers.

A batch of which no line stands, nor in git's index, and which a commit has whole, was taken away by its owner: by a
revert below other nights, a cherry-pick, a rebase that left a commit out. What no commit has is lost.
"""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from noctuary import git
from noctuary.journal import State, record
from noctuary.journal.losses import Batches, bare, mark, way_back
from noctuary.journal.records import Reverted
from noctuary.model import Problem
from noctuary.settings import Workspace

_EARLIEST = dt.datetime.min.replace(tzinfo=dt.UTC)
_SHORT = 10


class Followed(NamedTuple):
    """What git took back, as lines of the journal and in words; neither where it took back nothing."""

    lines: tuple[bytes, ...] = ()
    problem: Problem | None = None

    @property
    def told(self) -> str:
        """In one line, with the place."""
        return f"{self.problem.path}: {self.problem.message}" if self.problem else ""


def taken_back(workspace: Workspace, state: State) -> Followed:
    """What git took back of the batches that a state misses. Writes nothing: whoever appends its lines follows it.

    Once they stand in the journal it is no loss, wherever the journal goes.
    """
    found = _reverted(workspace, state) if state.missing else {}
    if not found:
        return Followed()
    at = state.next_instant(_EARLIEST)
    names = sorted({name.rpartition("@")[0] for gone in found.values() for name in gone})
    commits = sorted({one.commit[:_SHORT] for one in found})
    what = f"git took back {', '.join(names)}, after which others were written; what they told no longer counts"
    where = f"commit {' and '.join(commits)} still {'has' if len(commits) == 1 else 'have'} them"
    return Followed(
        tuple(record(one, at, None) for one in found), Problem(path=workspace.journal.name, message=f"{what} ({where})")
    )


def _reverted(workspace: Workspace, state: State) -> dict[Reverted, list[str]]:
    """The missing batches that git took back, each with all that went with it, by labels."""
    staged = Batches.of(git.held(workspace.journal, git.INDEX) or b"")
    begun = {batch.bare for batch in staged}
    is_begun = (bare(one) in begun or bare(one).rpartition("@")[0] in state.unclosed for one in state.missing)
    wanted = {one for one, is_there in zip(state.missing, is_begun, strict=True) if not is_there}
    found: dict[Reverted, list[str]] = {}
    for commit, data in git.versions(workspace.journal) if wanted and begun else ():
        then = Batches.of(data).whole() if any(mark(one) in data for one in wanted) else {}
        for one in sorted(wanted & then.keys()):
            gone, stand = way_back(one, then, state.closed)
            found[Reverted(id=one, commit=commit, after=stand)] = gone
        wanted -= then.keys()
        if not wanted:
            break
    return found
