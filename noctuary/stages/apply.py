"""The one place where a night changes a workspace: it carries the plan out, and finishes what a death left.

Order: journal (one write, one fsync) → index (one transaction) → MEMORY.md → DREAMS.md. A death before the
journal changes nothing; one after it is finished by `recover` at the next night's beginning.
"""

from __future__ import annotations

import dataclasses
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from noctuary import files
from noctuary.errors import AssumptionBroken, IndexDamaged, IndexOutdated
from noctuary.files import replace as replace_file
from noctuary.hunks import has_hunk
from noctuary.journal import KINDS, State, append, folded, mend_tail, replay, replay_on
from noctuary.journal.branches import tips
from noctuary.journal.calls import BY_DAY, call_batch
from noctuary.journal.heads import head_from, pieces_in
from noctuary.journal.lock import writing
from noctuary.journal.standing import is_at, is_lost, packed, stamp_of, standing_of, unpacked
from noctuary.lost import told_elsewhere
from noctuary.page import splice
from noctuary.page.ticks import is_ours, stamped, unstamped
from noctuary.settings import Workspace
from noctuary.sources.spool import clear
from noctuary.stages.beside import joined, written_since
from noctuary.stages.freshen import freshen
from noctuary.stages.pages import (
    PAGE_COPY,
    Block,
    MemoryFile,
    as_it_should_be,
    block,
    bytes_of,
    digest,
    dreams_page,
    keep_copy,
    keep_page,
    left_alone,
    memory_of,
    unheard,
    written,
)
from noctuary.stages.plan import JOURNAL, MEMORY, PAGE
from noctuary.stages.reverts import Followed, taken_back
from noctuary.stages.run import Plan, Run, begin

if TYPE_CHECKING:
    from noctuary.index import Index

_LOG = logging.getLogger("noctuary")
HEAD = "head"
_SHOWN = ("facts", "entities", "edges", "merges", "reviews", "nights")


def recover(run: Run) -> Run:
    """Finish or take away what an earlier death left, and follow what git took back, before anything is read.

    A dry run only looks past both. Pages that are behind because somebody wrote by day are brought up without a word.
    """
    workspace = run.workspace
    run = dataclasses.replace(run, followed=told_elsewhere(workspace))
    if run.dry_run:
        return _over(run, taken_back(workspace, run.whole))
    with writing(workspace.derived, workspace.root):
        problem = mend_tail(workspace.journal, workspace.derived / "torn", workspace.root)
        if problem:
            run = begin(workspace, run.now, tell=run.tell)
        found = taken_back(workspace, run.whole)
        if found.lines:
            append(workspace.journal, found.lines, workspace.root)
        run = _over(run, found)
    told = [problem.message] if problem else []
    shown = bytes_of(workspace.derived / HEAD).decode(errors="replace")
    is_gone = bool(run.whole.nights) and not bytes_of(workspace.dreams).strip()
    if shown != run.whole.head or is_gone:
        is_by_day = run.whole.head != "" and _is_by_day(run.whole) and is_projected(workspace)
        finish(workspace, run.whole)
        if is_gone:
            told.append(f"{workspace.dreams.name} was gone; it is made again")
        elif shown and not is_by_day:
            told.append("the pages had not been brought up to the journal; they are now")
    torn = f"{problem.path}: {problem.message}" if problem else ""
    return dataclasses.replace(run, recovered="; ".join(told), torn=torn)


def _over(run: Run, found: Followed) -> Run:
    """The night over the journal without what git took back."""
    if not found.problem:
        return run
    behind = found.lines if run.dry_run else ()
    run = begin(run.workspace, run.now, run.bench if run.dry_run else None, dry_run=run.dry_run, tell=run.tell,
                behind=behind)  # fmt: skip
    return dataclasses.replace(run, followed=found.told, problems=(*run.problems, found.problem))


def _is_by_day(state: State) -> bool:
    """Whether the batches that stand last were written by day."""
    return all(name.startswith(BY_DAY) for name in tips(state.closed))


def apply(run: Run) -> Run:
    """Carry the plan out, or refuse when a file it was made from has changed since.

    Whoever wrote by day meanwhile has written behind what the night read: both stand (`beside`).
    """
    made = run.plan
    if made is None or run.dry_run:
        return run
    workspace = run.workspace
    with writing(workspace.derived, workspace.root):
        found = {
            MEMORY: digest(memory_of(workspace).data),
            PAGE: digest(bytes_of(workspace.dreams)),
            JOURNAL: _head(workspace.journal),
        }
        before = run.journalled or run.whole
        since = written_since(workspace, before) if found[JOURNAL] != made.assumes[JOURNAL] else None
        if since is not None:
            found[JOURNAL] = made.assumes[JOURNAL]
        if not made.records:
            if (run.heard.kept.faults or made.diff) and found == made.assumes:
                if made.diff:
                    _set_block(workspace, since or run.whole, memory_of(workspace).data)
                _show(workspace, since or run.whole, _block(workspace, since or run.whole, memory_of(workspace)))
            if workspace.index.exists():
                freshen(workspace, since or run.whole)
            return run
        for name, assumed in made.assumes.items():
            if found[name] != assumed:
                raise AssumptionBroken(name, "changed while the night was planned", "run `noctuary dream` again")
        lines = [*made.records, *(_joined(before, since, made.records) if since else ())]
        append(workspace.journal, lines, workspace.root)
        before = since or before
        state = replay_on(before, workspace.journal, lines)
        project(workspace, state, before=before)
    is_as_planned = all(getattr(state, name) == getattr(made.state, name) for name in _SHOWN)
    finish(workspace, state, before=before, planned=made if is_as_planned else None)
    is_all_ours = is_as_planned and not run.heard.kept.written
    freshen(workspace, state, page=unstamped(made.page) if is_all_ours else None)
    clear(workspace.root, run.spooled, run.now)
    return run


def _joined(before: State, since: State, night: Sequence[bytes]) -> Sequence[bytes]:
    """The batch that makes the night and what was written meanwhile one; empty where they do not meet."""
    values = joined(before, since, night)
    if not values:
        return []
    after = folded(since, night)
    at = after.next_instant(after.batches[max(after.batches, key=after.batches.__getitem__)])
    return call_batch(values, at, tips(after.closed)).lines


def finish(
    workspace: Workspace, state: State, before: State | None = None, planned: Plan | None = None
) -> tuple[str, ...]:
    """Bring index, MEMORY.md's block and DREAMS.md up to the journal; why MEMORY.md was left alone. Safe to repeat.

    `before` is a state the index may still stand at, `planned` holds pages already rendered of this very state: each
    saves work and changes nothing. What a human wrote into a page and nobody has heard yet stays in it: a block that
    was edited is left alone, and so are boxes and words beside questions.
    """
    project(workspace, state, with_vectors=True, before=before)
    memory = memory_of(workspace)
    is_planned = planned is not None and planned.assumes[MEMORY] == digest(memory.data)
    left = left_alone(workspace, state, memory)
    if not left:
        _set_block(workspace, state, memory.data, planned.body if planned and is_planned else None)
    if planned and planned.assumes[PAGE] == digest(bytes_of(workspace.dreams)):
        keep_foreign(workspace)
        replace_file(workspace.dreams, planned.page, workspace.root, follow=True)
        keep_page(workspace)
    else:
        _show(workspace, state, _block(workspace, state, memory))
    replace_file(workspace.derived / HEAD, state.head.encode(), workspace.root)
    return left


def _set_block(workspace: Workspace, state: State, memory: bytes, planned: str | None = None) -> None:
    """Let MEMORY.md hold the block, `planned` or as the state makes it, unless somebody edited the one there."""
    spliced = as_it_should_be(workspace, state, memory) if planned is None else splice(memory, planned)
    if spliced is None:
        return
    if memory and not spliced:
        files.remove(workspace.memory, workspace.root)
    elif spliced != memory:
        replace_file(workspace.memory, spliced, workspace.root, follow=True)
    keep_copy(workspace, spliced)


def _block(workspace: Workspace, state: State, memory: MemoryFile) -> Block:
    return block(workspace, state, b"" if memory.fault else memory.data)


def _show(workspace: Workspace, state: State, made: Block) -> None:
    """Write DREAMS.md as the state makes it, with what a human wrote there unheard; nothing if it is so."""
    page = bytes_of(workspace.dreams)
    text = stamped(dreams_page(workspace, state, unheard(state, written(workspace, page)), made))
    if text != page:
        keep_foreign(workspace)
        replace_file(workspace.dreams, text, workspace.root, follow=True)
    keep_page(workspace)


def keep_foreign(workspace: Workspace) -> None:
    """Move a DREAMS.md that is not Noctuary's alone out of the way; nothing of another hand is overwritten.

    One with git's conflict marks is as much the human's: which side holds their answers nobody can tell.
    """
    page = workspace.dreams
    if not page.is_file():
        return
    held = page.read_bytes()
    is_torn = has_hunk(held)
    if is_ours(held, bytes_of(workspace.derived / PAGE_COPY)) and not is_torn:
        return
    number = 1
    while os.path.lexists(aside := page.with_name(f"DREAMS.kept-{number}.md")):
        number += 1
    files.move(page, aside, workspace.root)
    if is_torn:
        _LOG.warning("%s held git's conflict marks; it is kept as %s, and nothing in it counts", page.name, aside.name)


def project(workspace: Workspace, state: State, *, with_vectors: bool = False, before: State | None = None) -> None:
    """Project the state into the index, unless the index already stands at this journal.

    An index that stands at `before` is given what changed since alone. Vectors are made only by a night and a
    rebuild: a question by day must not wait for them.
    """
    workspace.make_derived()
    try:
        _refuse_lost(workspace)
        _project(workspace, state, with_vectors, before)
    except IndexDamaged:
        with writing(workspace.derived, workspace.root):
            discard(workspace)
        _project(workspace, state, with_vectors, None)


def discard(workspace: Workspace) -> None:
    """Take the index away; it is made anew from the journal."""
    for path in sorted(workspace.derived.glob(f"{workspace.index.name}*")):
        files.remove(path, workspace.root)


def _project(workspace: Workspace, state: State, with_vectors: bool, before: State | None) -> None:
    from noctuary.embed import choose
    from noctuary.index import Index

    with Index.open(workspace.index, root=workspace.root) as index:
        with writing(workspace.derived, workspace.root):
            _bring_up(index, workspace, state, before)
        if with_vectors:
            index.embed(choose(workspace.settings.embed.model).embedder)


def _bring_up(index: Index, workspace: Workspace, state: State, before: State | None) -> None:
    head, known = index.head(), unpacked(index.projected_at())
    if head == state.head and known and known.stamp == stamp_of(workspace.journal):
        return
    state, at = _as_it_stands(workspace, state)
    if before is not None and head == before.head and head != state.head and index.is_filed():
        index.project(state.since(before), sorted(state.gone_since(before)), state.head, at)
    elif head != state.head:
        index.project(state.values(), sorted(set(index.ids()) - _ids(state)), state.head, at)


def _refuse_lost(workspace: Workspace) -> None:
    """Raises IndexDamaged where the power failed before the index was surely on the disk."""
    from noctuary.index import Index

    if workspace.index.exists():
        with Index.open(workspace.index, root=workspace.root) as index:
            if (mark := unpacked(index.projected_at())) and is_lost(mark):
                raise IndexDamaged(str(workspace.index), "the power failed while it was written", "it is made anew")


def _as_it_stands(workspace: Workspace, state: State) -> tuple[State, str]:
    """The state, or what the journal holds by now where somebody has written since it was read; and its standing."""
    mark = standing_of(workspace.journal, state)
    if mark is None and state.head != _head(workspace.journal):
        state = replay(workspace.journal)
        mark = standing_of(workspace.journal, state)
    return state, packed(mark) if mark else ""


def is_projected(workspace: Workspace) -> bool:
    """Whether the index stands at the journal as it is, without replaying it. One of an older version never does."""
    from noctuary.index import Index

    if not workspace.index.exists():
        return False
    try:
        with Index.open(workspace.index, read_only=True) as index:
            return is_at(workspace.journal, index.head(), index.projected_at())
    except (IndexOutdated, IndexDamaged):
        return False


def _ids(state: State) -> set[tuple[str, str]]:
    return {(kind, key) for kind in KINDS for key in state.table(kind)}


def _head(path: Path) -> str:
    return head_from(pieces_in(path)) if path.exists() else ""
