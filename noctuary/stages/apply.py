"""The one place where a night changes a workspace: it carries the plan out, and finishes what a death left.

Order: journal (one write, one fsync) → index (one transaction) → MEMORY.md → DREAMS.md. A death before the
journal changes nothing; one after it is finished by `recover` at the next night's beginning.
"""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from noctuary import files
from noctuary.conflicts import is_conflicted
from noctuary.errors import AssumptionBroken, IndexDamaged, IndexOutdated
from noctuary.files import replace as replace_file
from noctuary.journal import KINDS, State, append, mend_tail, replay_on
from noctuary.page import splice
from noctuary.page.edited import Edits
from noctuary.page.ticks import is_ours
from noctuary.settings import Workspace
from noctuary.sources.spool import clear
from noctuary.stages.freshen import freshen
from noctuary.stages.pages import (
    MARK,
    Block,
    MemoryFile,
    block,
    block_edits,
    bytes_of,
    digest,
    dreams_page,
    keep_copy,
    memory_of,
    unheard,
    written,
)
from noctuary.stages.plan import JOURNAL, MEMORY, PAGE
from noctuary.stages.run import Plan, Run, begin

HEAD = "head"
_SHOWN = ("facts", "entities", "edges", "merges", "reviews", "nights")


def recover(run: Run) -> Run:
    """Finish or take away what an earlier death left, before anything is read. A dry run only looks past it."""
    if run.dry_run:
        return run
    workspace = run.workspace
    problem = mend_tail(workspace.journal, workspace.derived / "torn", workspace.root)
    if problem:
        run = begin(workspace, run.now, tell=run.tell)
    told = [problem.message] if problem else []
    shown = bytes_of(workspace.derived / HEAD).decode()
    is_gone = bool(run.whole.nights) and not workspace.dreams.is_file()
    if shown != run.whole.head or is_gone:
        finish(workspace, run.whole)
        if is_gone:
            told.append(f"{workspace.dreams.name} was gone; it is made again")
        elif shown:
            told.append("the pages had not been brought up to the journal; they are now")
    return dataclasses.replace(run, recovered="; ".join(told))


def apply(run: Run) -> Run:
    """Carry the plan out, or refuse when a file it was made from has changed since."""
    made = run.plan
    if made is None or run.dry_run:
        return run
    workspace = run.workspace
    found = {
        MEMORY: digest(memory_of(workspace).data),
        PAGE: digest(bytes_of(workspace.dreams)),
        JOURNAL: _head(workspace.journal),
    }
    if not made.records:
        if run.heard.kept.faults and found == made.assumes:
            _show(workspace, run.whole, _block(workspace, run.whole, memory_of(workspace)))
        if workspace.index.exists():
            freshen(workspace, run.whole)
        return run
    for name, assumed in made.assumes.items():
        if found[name] != assumed:
            raise AssumptionBroken(name, "changed while the night was planned", "run `noctuary dream` again")
    append(workspace.journal, made.records, workspace.root)
    before = run.journalled or run.whole
    state = replay_on(before, workspace.journal, made.records)
    is_as_planned = all(getattr(state, name) == getattr(made.state, name) for name in _SHOWN)
    finish(workspace, state, before=before, planned=made if is_as_planned else None)
    freshen(workspace, state)
    clear(workspace.root, run.spooled, run.now)
    return run


def finish(workspace: Workspace, state: State, before: State | None = None, planned: Plan | None = None) -> None:
    """Bring index, MEMORY.md's block and DREAMS.md up to the journal. Safe to repeat at any time.

    `before` is a state the index may still stand at, `planned` holds pages already rendered of this very state: each
    saves work and changes nothing. What a human wrote into a page and nobody has heard yet stays in it: a block that
    was edited is left alone, and so are boxes and words beside questions.
    """
    project(workspace, state, with_vectors=True, before=before)
    memory = memory_of(workspace)
    is_planned = planned is not None and planned.assumes[MEMORY] == digest(memory.data)
    if not memory.fault:
        _set_block(workspace, state, memory.data, planned.body if planned and is_planned else None)
    if planned and planned.assumes[PAGE] == digest(bytes_of(workspace.dreams)):
        keep_foreign(workspace)
        replace_file(workspace.dreams, planned.page, workspace.root, follow=True)
    else:
        _show(workspace, state, _block(workspace, state, memory))
    replace_file(workspace.derived / HEAD, state.head.encode(), workspace.root)


def _set_block(workspace: Workspace, state: State, memory: bytes, planned: str | None) -> None:
    """Let MEMORY.md hold the block, `planned` or as the state makes it, unless somebody edited the one there."""
    body = block(workspace, state, memory).body if planned is None else planned
    edits = block_edits(workspace, state, memory) if planned is None else Edits()
    if edits is None or edits:
        return
    spliced = splice(memory, body)
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
    text = (MARK + dreams_page(workspace, state, unheard(state, written(page)), made)).encode()
    if text != page:
        keep_foreign(workspace)
        replace_file(workspace.dreams, text, workspace.root, follow=True)


def keep_foreign(workspace: Workspace) -> None:
    """Move a DREAMS.md that is not Noctuary's alone out of the way; nothing of another hand is overwritten.

    One with git's conflict marks is as much the human's: which side holds their answers nobody can tell.
    """
    page = workspace.dreams
    if not page.is_file():
        return
    held = page.read_bytes()
    if is_ours(held) and not is_conflicted(held):
        return
    number = 1
    while os.path.lexists(aside := page.with_name(f"DREAMS.kept-{number}.md")):
        number += 1
    files.move(page, aside, workspace.root)


def project(workspace: Workspace, state: State, *, with_vectors: bool = False, before: State | None = None) -> None:
    """Project the state into the index, unless the index already stands at this journal.

    An index that stands at `before` is given what changed since alone. Vectors are made only by a night and a
    rebuild: a question by day must not wait for them.
    """
    workspace.make_derived()
    try:
        _project(workspace, state, with_vectors, before)
    except IndexDamaged:
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
        head = index.head()
        if before is not None and head == before.head and head != state.head and index.is_filed():
            index.project(state.since(before), sorted(state.gone_since(before)), state.head)
        elif head != state.head:
            index.project(state.values(), sorted(set(index.ids()) - _ids(state)), state.head)
        if with_vectors:
            index.embed(choose(workspace.settings.embed.model).embedder)


def is_projected(workspace: Workspace) -> bool:
    """Whether the index stands at the journal as it is, without replaying it. One of an older version never does."""
    from noctuary.index import Index

    if not workspace.index.exists():
        return False
    try:
        with Index.open(workspace.index, read_only=True) as index:
            return index.head() == _head(workspace.journal)
    except (IndexOutdated, IndexDamaged):
        return False


def _ids(state: State) -> set[tuple[str, str]]:
    return {(kind, key) for kind in KINDS for key in state.table(kind)}


def _head(path: Path) -> str:
    return digest(bytes_of(path)) if path.exists() else ""
