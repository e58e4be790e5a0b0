"""Whether the journal is gone where there was one, as what was made from it tells. Reads, and changes nothing."""

from __future__ import annotations

import codecs
import contextlib
import functools
import os
from pathlib import Path

from noctuary import files, git
from noctuary.errors import IndexClosed, IndexDamaged, IndexOutdated, JournalLost
from noctuary.journal.heads import head_of
from noctuary.page.block import Standing, standing
from noctuary.settings import Workspace

_OF_NONE = ("", head_of(b""), head_of(b"\n"))
_BLANK = b"\0 \t\r\n"
_JOURNAL, _HEAD, _COPY = "memory/graph.jsonl", "head", "block.md"
_SHORT = 10


def lost(workspace: Workspace) -> JournalLost | None:
    """What to raise, or to tell, where nothing stands in the journal and something shows that it once did."""
    traces = _traces(workspace) if _is_missing(workspace) else []
    if not traces or elsewhere(workspace):
        return None
    what = "is empty" if os.path.lexists(workspace.journal) else "is gone"
    anew = f"or, to begin anew on purpose and without what nights believed, delete {' and '.join(traces)}"
    return JournalLost(_JOURNAL, f"{what}, though nights have passed here", f"{_mend(workspace)}, {anew}")


def elsewhere(workspace: Workspace) -> str:
    """The commit that holds the journal, where git has checked out one from before it; "" where git cannot tell.

    It never had one, or a revert took it away; and what was made from a journal was made from that commit's.
    """
    if not _is_missing(workspace) or _made_from(workspace) in _OF_NONE:
        return ""
    last = git.last_change(workspace.journal)
    if last is None or (last and not git.is_revert(workspace.journal, last)):
        return ""
    if _is_here(workspace) or not _is_copied(workspace):
        return ""
    commit, is_it = _held_by(workspace)
    return commit if is_it else ""


def told_elsewhere(workspace: Workspace) -> str:
    """That git has checked out a commit from before the journal, and which one holds it; "" where it has not."""
    commit = elsewhere(workspace)[:_SHORT]
    has_none = "what git has checked out has none, so memory begins anew here"
    return f"{_JOURNAL}: {has_none}; commit {commit} holds the one that nights wrote before" if commit else ""


def refuse_lost(workspace: Workspace) -> None:
    """Raises JournalLost: nothing may be made from a journal that is gone, for what stands there is the last copy."""
    if error := lost(workspace):
        raise error


def _mend(workspace: Workspace) -> str:
    """How the journal comes back: from what is checked out, another commit, or a backup."""
    commit = "" if _is_here(workspace) else _held_by(workspace)[0][:_SHORT]
    if commit:
        back = f"check out a branch that has it, or take it from there (`git checkout {commit} -- {_JOURNAL}`)"
        return f"what git has checked out has none, commit {commit} has one: {back}"
    theirs = "a backup" if workspace.derived.is_dir() else "the machine whose nights wrote it"
    mend = f"restore it from git (`git checkout -- {_JOURNAL}`) or {theirs}"
    is_repository = any((folder / ".git").exists() for folder in (workspace.root, *workspace.root.parents))
    older = "; where git has checked out a commit from before the journal, go back to one that has it"
    return f"{mend}{older if is_repository else ''}"


def _is_here(workspace: Workspace) -> bool:
    """Whether what git has checked out holds a journal."""
    return any(git.held(workspace.journal, where) is not None for where in (git.HEAD, git.INDEX))


def _held_by(workspace: Workspace) -> tuple[str, bool]:
    """The commit with the journal that the index or the pages were made from, and True; else the newest with one."""
    head, newest = _made_from(workspace), ""
    for commit, data in git.versions(workspace.journal):
        if head_of(data) == head:
            return commit, True
        newest = newest or commit
    return newest, False


def _made_from(workspace: Workspace) -> str:
    """The head of the journal that was looked at last here: by day the index follows it, the pages do not."""
    return _head_of_index(workspace) or _head_of_pages(workspace)


def _is_copied(workspace: Workspace) -> bool:
    """Whether the block in MEMORY.md, if any, is the one that the last night here wrote."""
    block = _block(workspace)
    copy = workspace.derived / _COPY
    return block is None or (copy.is_file() and copy.read_bytes() == block.body.encode())


def _is_missing(workspace: Workspace) -> bool:
    path = workspace.journal
    return not os.path.lexists(path) or (path.is_file() and _is_blank(path))


def _is_blank(path: Path) -> bool:
    with path.open("rb") as file:
        begun = file.read(len(codecs.BOM_UTF8)).removeprefix(codecs.BOM_UTF8)
        rest = iter(functools.partial(file.read, 1 << 16), b"")
        return not begun.strip(_BLANK) and not any(chunk.strip(_BLANK) for chunk in rest)


def _traces(workspace: Workspace) -> list[str]:
    """What was made from a journal that held something: what has to be deleted by who wants to begin anew."""
    derived = workspace.derived.name
    found = [f"{derived}/{_HEAD}"] if _head_of_pages(workspace) not in _OF_NONE else []
    found += [f"{derived}/{workspace.index.name}"] if _head_of_index(workspace) not in _OF_NONE else []
    return [*found, *(["the block in MEMORY.md"] if _block(workspace) else [])]


def _block(workspace: Workspace) -> Standing | None:
    """The block in MEMORY.md, as a night wrote it or with an id in it; None where none stands."""
    from noctuary.sources.pages import LARGEST_PAGE  # a search asks whether anything is lost, and reads no page

    memory = b""
    with contextlib.suppress(OSError):
        memory = files.read(workspace.memory, workspace.root, LARGEST_PAGE)
    block = standing(memory)
    return block if block and (not block.is_edited or "b2:" in block.body) else None


def _head_of_pages(workspace: Workspace) -> str:
    path = workspace.derived / _HEAD
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _head_of_index(workspace: Workspace) -> str:
    from noctuary.index import Index

    if not workspace.index.is_file():
        return ""
    try:
        with Index.open(workspace.index, read_only=True) as index:
            return index.head()
    except (IndexClosed, IndexDamaged, IndexOutdated):
        return ""
