"""Whether the journal is gone where there was one, as what was made from it tells. Reads, and changes nothing."""

from __future__ import annotations

import codecs
import contextlib
import functools
import os
from pathlib import Path

from noctuary import files
from noctuary.errors import IndexClosed, IndexDamaged, IndexOutdated, JournalLost
from noctuary.journal.heads import head_of
from noctuary.page.block import standing
from noctuary.settings import Workspace
from noctuary.sources.pages import LARGEST_PAGE

_OF_NONE = ("", head_of(b""), head_of(b"\n"))
_BLANK = b"\0 \t\r\n"


def lost(workspace: Workspace) -> JournalLost | None:
    """What to raise, or to tell, where nothing stands in the journal and something shows that it once did."""
    is_there = os.path.lexists(workspace.journal)
    if is_there and not (workspace.journal.is_file() and _is_blank(workspace.journal)):
        return None
    traces = _traces(workspace)
    if not traces:
        return None
    what = "is empty" if is_there else "is gone"
    theirs = "a backup" if workspace.derived.is_dir() else "the machine whose nights wrote it"
    mend = f"restore it from git (`git checkout -- memory/graph.jsonl`) or {theirs}"
    anew = f"or, to begin anew on purpose and without what nights believed, delete {' and '.join(traces)}"
    return JournalLost("memory/graph.jsonl", f"{what}, though nights have passed here", f"{mend}, {anew}")


def refuse_lost(workspace: Workspace) -> None:
    """Raises JournalLost: nothing may be made from a journal that is gone, for what stands there is the last copy."""
    if error := lost(workspace):
        raise error


def _is_blank(path: Path) -> bool:
    with path.open("rb") as file:
        begun = file.read(len(codecs.BOM_UTF8)).removeprefix(codecs.BOM_UTF8)
        rest = iter(functools.partial(file.read, 1 << 16), b"")
        return not begun.strip(_BLANK) and not any(chunk.strip(_BLANK) for chunk in rest)


def _traces(workspace: Workspace) -> list[str]:
    """What was made from a journal that held something: what has to be deleted by who wants to begin anew."""
    derived = workspace.derived.name
    head = workspace.derived / "head"
    found = [f"{derived}/{head.name}"] if head.is_file() and head.read_text("utf-8", "replace") not in _OF_NONE else []
    found += [f"{derived}/{workspace.index.name}"] if _head_of_index(workspace) not in _OF_NONE else []
    memory = b""
    with contextlib.suppress(OSError):
        memory = files.read(workspace.memory, workspace.root, LARGEST_PAGE)
    block = standing(memory)
    is_ours = block is not None and (not block.is_edited or "b2:" in block.body)
    return [*found, *(["the block in MEMORY.md"] if is_ours else [])]


def _head_of_index(workspace: Workspace) -> str:
    from noctuary.index import Index

    if not workspace.index.is_file():
        return ""
    try:
        with Index.open(workspace.index, read_only=True) as index:
            return index.head()
    except (IndexClosed, IndexDamaged, IndexOutdated):
        return ""
