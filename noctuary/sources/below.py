"""Where a workspace may lie when nothing was found: a repository often keeps it a folder deeper (`workspace/`)."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

from noctuary.sources.where import safe_ref

DEEP, MOST_FOLDERS, MOST_TOLD = 2, 500, 3
"""Of fifty public repositories with a daily note eleven have no other than one or two folders down (docs/real.md, the
nineteenth set); each has its workspace named among the first three."""
_NOTE = re.compile(r"\d{4}-\d\d-\d\d.*\.md")
_ELSE = frozenset(("node_modules", "memory"))


def nothing_to_read(root: Path) -> str:
    """What is told of a workspace without one source, and where one may lie instead."""
    return (
        "there is nothing to read here: no MEMORY.md, no notes, no session logs; "
        f"{elsewhere(root) or 'add one'}, or name your logs in [sources] of noctuary.toml"
    )


def elsewhere(root: Path) -> str:
    """What to open instead: "open workspace below, which looks like a workspace (-w)"; "" where nothing looks so."""
    below = " or ".join(workspaces_below(root))
    return f"open {below} below, which looks like a workspace (-w)" if below else ""


def workspaces_below(root: Path) -> list[str]:
    """Folders below `root` that hold a MEMORY.md or a dated note in `memory/`, as they may be shown; no link is
    followed, nothing hidden is looked into, nothing is read."""
    found = (place for place in itertools.islice(_folders(root, DEEP), MOST_FOLDERS) if _is_one(place))
    return [safe_ref(place.relative_to(root).as_posix()) for place in itertools.islice(found, MOST_TOLD)]


def _folders(place: Path, deep: int) -> Iterator[Path]:
    """Those nearer to `place` first, each layer by name."""
    here = [Path(one.path) for one in _entries(place) if one.is_dir(follow_symlinks=False) and _may_be(one.name)]
    yield from here
    if deep > 1:
        for one in here:
            yield from _folders(one, deep - 1)


def _may_be(name: str) -> bool:
    return not name.startswith(".") and name not in _ELSE


def _is_one(place: Path) -> bool:
    here = {one.name: one for one in _entries(place)}
    notes = here.get("memory")
    is_folder = notes is not None and notes.is_dir(follow_symlinks=False)
    return "MEMORY.md" in here or (is_folder and any(map(_is_note, _entries(place / "memory"))))


def _is_note(one: os.DirEntry[str]) -> bool:
    return _NOTE.fullmatch(one.name) is not None


def _entries(place: Path) -> list[os.DirEntry[str]]:
    """What stands in a folder, by name; nothing where it may not be looked into."""
    try:
        with os.scandir(place) as found:
            return sorted(found, key=lambda one: one.name)
    except OSError:
        return []
