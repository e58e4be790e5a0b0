"""The monthly archive: facts of no use any more are put away as one batch, and had back. Deletes nothing.

The journal is append-only (DESIGN 4), so what is put away stays where it is, with status archived and a reason: there
is no second file that could be lost.
"""

from __future__ import annotations

import contextlib
import datetime as dt
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from noctuary import recalls
from noctuary.access import seen
from noctuary.consolidate.archive import PutAway, put_away
from noctuary.errors import UnknownId
from noctuary.holding import held
from noctuary.journal import State, replay
from noctuary.local_time import local
from noctuary.model import Value
from noctuary.page.questions import is_open
from noctuary.settings import Workspace
from noctuary.stages.write import write
from noctuary.undo import undo

BATCH = "archive:"


class Archived(Value, frozen=True, omit_defaults=False):
    """What the archive did, or would do. `batch` is "" where nothing was put away; `left` is what a cap left over."""

    batch: str
    dry_run: bool
    put_away: tuple[PutAway, ...] = ()
    left: int = 0


def archive(workspace: Workspace, now: dt.datetime | None = None, *, dry_run: bool = False) -> Archived:
    """Put away what seed 000's rule names, at most the share `archive.share` of what is believed (at least ten).

    `now` defaults to the clock in the workspace's zone. Raises NightBusy where a night holds the workspace. A dry run
    changes no byte.
    """
    now = local(workspace, now)
    with contextlib.nullcontext() if dry_run else held(workspace):
        state = replay(workspace.journal)
        shown = seen(state, on=now.date())
        found = _found(workspace, shown, now)
        most = _most(workspace, shown)
        going = found[:most]
        batch = _batch(state, now) if going else ""
        if going and not dry_run:
            changed = [replace(one.fact, status="archived", archived_because=one.because) for one in going]
            write(workspace, state, changed, now, batch)
    return Archived(batch=batch, dry_run=dry_run, put_away=tuple(going), left=len(found) - len(going))


def restore(workspace: Workspace, key: str, now: dt.datetime) -> list[str]:
    """Believe a put-away fact again, from now on as if it had been confirmed today; returns what changed, in words.

    Raises UnknownId where no put-away fact's id begins with `key`. (`noctuary undo archive:…` takes a whole month back
    and leaves everything as it was.)
    """
    facts = seen(replay(workspace.journal)).facts
    found = [one.id for name, one in sorted(facts.items()) if name.startswith(key) and one.archived_because]
    if len(found) != 1:
        what = f"{len(found)} put-away facts begin with this" if found else "no fact in the archive is called this"
        raise UnknownId(key, what, "`noctuary facts --status archived` lists them")
    return undo(workspace, found[0], now)


def accesses(folder: Path, now: dt.datetime) -> Counter[str]:
    """How many searches found each fact up to `now`, by the log of recalls in `folder`."""
    return Counter(one.fact for one in recalls.read(folder, now))


def _found(workspace: Workspace, state: State, now: dt.datetime) -> list[PutAway]:
    settings = workspace.settings
    return put_away(
        state.facts,
        state.edges.values(),
        accesses(workspace.derived, now),
        set(_in_question(state)),
        now,
        state.days,
        settings.archive,
        settings.decay,
    )


def _in_question(state: State) -> Iterator[str]:
    """The facts that open questions are about: they wait for the human."""
    for review in state.reviews.values():
        if is_open(review):
            yield from filter(None, (review.a, review.b))


def _most(workspace: Workspace, state: State) -> int:
    believed = sum(fact.is_believed for fact in state.facts.values())
    return max(workspace.settings.caps.at_least, int(workspace.settings.archive.share * believed))


def _batch(state: State, now: dt.datetime) -> str:
    """`archive:` and the month, with a number where that month has one already."""
    name, number = f"{BATCH}{now:%Y-%m}", 1
    while (numbered := f"{name}-{number}" if number > 1 else name) in state.batches:
        number += 1
    return numbered
