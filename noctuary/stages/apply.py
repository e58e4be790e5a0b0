"""The one place where a night changes a workspace: it carries the plan out, and finishes what a death left.

Order: journal (one write, one fsync) → index (one transaction) → MEMORY.md → DREAMS.md. A death before the
journal changes nothing; one after it is finished by `recover` at the next night's beginning.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from noctuary.errors import AssumptionBroken, IndexOutdated
from noctuary.journal import KINDS, State, append, mend_tail, replay_on
from noctuary.page import replace as replace_file
from noctuary.page import splice
from noctuary.page.edited import Edits
from noctuary.page.ticks import is_ours
from noctuary.settings import Workspace
from noctuary.sources.spool import clear
from noctuary.stages.pages import MARK, block, block_edits, bytes_of, digest, dreams_page, keep_copy, unheard, written
from noctuary.stages.plan import JOURNAL, MEMORY, PAGE
from noctuary.stages.run import Plan, Run, begin

HEAD = "head"
_SHOWN = ("facts", "entities", "edges", "merges", "reviews", "nights")


def recover(run: Run) -> Run:
    """Finish or take away what an earlier death left, before anything is read. A dry run only looks past it."""
    if run.dry_run:
        return run
    workspace = run.workspace
    problem = mend_tail(workspace.journal, workspace.derived / "torn")
    if problem:
        run = begin(workspace, run.now, tell=run.tell)
    told = [problem.message] if problem else []
    shown = bytes_of(workspace.derived / HEAD).decode()
    is_gone = bool(run.state.nights) and not workspace.dreams.is_file()
    if shown != run.state.head or is_gone:
        finish(workspace, run.state)
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
        MEMORY: digest(bytes_of(workspace.memory)),
        PAGE: digest(bytes_of(workspace.dreams)),
        JOURNAL: _head(workspace.journal),
    }
    if not made.records:
        if run.heard.kept.faults and found == made.assumes:
            _show(workspace, run.state, block(workspace, run.state, bytes_of(workspace.memory))[1])
        return run
    for name, assumed in made.assumes.items():
        if found[name] != assumed:
            raise AssumptionBroken(name, "changed while the night was planned", "run `noctuary dream` again")
    append(workspace.journal, made.records)
    before = run.journalled or run.state
    state = replay_on(before, workspace.journal, made.records)
    is_as_planned = all(getattr(state, name) == getattr(made.state, name) for name in _SHOWN)
    finish(workspace, state, before=before, planned=made if is_as_planned else None)
    clear(workspace.root, run.spooled, run.now)
    return run


def finish(workspace: Workspace, state: State, before: State | None = None, planned: Plan | None = None) -> None:
    """Bring index, MEMORY.md's block and DREAMS.md up to the journal. Safe to repeat at any time.

    `before` is a state the index may still stand at, `planned` holds pages already rendered of this very state: each
    saves work and changes nothing. What a human wrote into a page and nobody has heard yet stays in it: a block that
    was edited is left alone, and so are boxes and words beside questions.
    """
    project(workspace, state, with_vectors=True, before=before)
    memory = bytes_of(workspace.memory)
    is_planned = planned is not None and planned.assumes[MEMORY] == digest(memory)
    body, overflow = (planned.body, ()) if planned and is_planned else block(workspace, state, memory)
    edits = Edits() if is_planned else block_edits(workspace, state, memory)
    if edits is not None and not edits:
        spliced = splice(memory, body)
        if memory and not spliced:
            workspace.memory.unlink()
        elif spliced != memory:
            replace_file(workspace.memory, spliced)
        keep_copy(workspace, spliced)
    if planned and planned.assumes[PAGE] == digest(bytes_of(workspace.dreams)):
        keep_foreign(workspace.dreams)
        replace_file(workspace.dreams, planned.page)
    else:
        _show(workspace, state, overflow if not is_planned else block(workspace, state, memory)[1])
    replace_file(workspace.derived / HEAD, state.head.encode())


def _show(workspace: Workspace, state: State, overflow: Sequence[str]) -> None:
    """Write DREAMS.md as the state makes it, with what a human wrote there unheard; nothing if it is so."""
    page = bytes_of(workspace.dreams)
    text = (MARK + dreams_page(workspace, state, unheard(state, written(page)), overflow)).encode()
    if text != page:
        keep_foreign(workspace.dreams)
        replace_file(workspace.dreams, text)


def keep_foreign(page: Path) -> None:
    """Move a DREAMS.md that Noctuary did not write out of the way; nothing of another hand is overwritten."""
    if not page.is_file() or is_ours(page.read_bytes()):
        return
    number = 1
    while (aside := page.with_name(f"DREAMS.kept-{number}.md")).exists():
        number += 1
    page.rename(aside)


def project(workspace: Workspace, state: State, *, with_vectors: bool = False, before: State | None = None) -> None:
    """Project the state into the index, unless the index already stands at this journal.

    An index that stands at `before` is given what changed since alone. Vectors are made only by a night and a
    rebuild: a question by day must not wait for them.
    """
    from noctuary.embed import choose
    from noctuary.index import Index

    workspace.make_derived()
    with Index.open(workspace.index) as index:
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
    except IndexOutdated:
        return False


def _ids(state: State) -> set[tuple[str, str]]:
    return {(kind, key) for kind in KINDS for key in state.table(kind)}


def _head(path: Path) -> str:
    return digest(bytes_of(path)) if path.exists() else ""
