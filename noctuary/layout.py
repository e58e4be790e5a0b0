"""What may stand where a workspace is read and written: no link that leads out of it, no folder in a file's place.

Looks, and changes nothing. That nothing is swapped between this look and the writing is for `files` to see to.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from noctuary.errors import LinkRefused, NotAFile
from noctuary.files import DERIVED, within

WEAK = "weak.jsonl"
"""In a night's bench: the conflicts that it met and did not ask."""
_INSIDE = ("noctuary.toml", "noctuary.json", "questions.toml", "MEMORY.md", "memory", "memory/MEMORY.md", "DREAMS.md")
_FILES = ("DREAMS.md", "memory/graph.jsonl")
_ALONE = ("memory/graph.jsonl", DERIVED)


def check(root: Path) -> None:
    """LinkRefused and NotAFile name what stands in the way of reading and writing below `root`.

    A link that stays in the workspace may stand for a folder of notes or for one of the two pages; the journal and
    what is derived are files of their own, for a night appends to them or deletes them unasked.
    """
    for name in _INSIDE:
        within(root / name, root)
    for name in _ALONE:
        if os.path.islink(root / name):
            within(root / name, root)
            raise LinkRefused(name, "is a link, and is written as a file of its own alone", _put_back(name))
    for name in _FILES:
        if os.path.exists(root / name) and not os.path.isfile(root / name):
            raise NotAFile(name, f"is {kind(root / name)} where a file has to stand", "move it away or delete it")
    for name in ("memory", DERIVED):
        if os.path.lexists(root / name) and not os.path.isdir(root / name):
            raise NotAFile(name, f"is {kind(root / name)} where a folder has to stand", "move it away or delete it")
    for entry in _entries(root / DERIVED):
        _check_derived(entry, root)


def check_derived(root: Path) -> None:
    """The same for everything that is derived, at any depth: what a night is about to write among."""
    waiting = [root / DERIVED]
    while waiting:
        for entry in _entries(waiting.pop()):
            _check_derived(entry, root)
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))


def _check_derived(entry: os.DirEntry[str], root: Path) -> None:
    name = os.path.relpath(entry.path, root)
    if entry.is_symlink():
        raise LinkRefused(name, f"is a link, to {os.readlink(entry.path)}", "delete it: what is derived is made anew")
    if not entry.is_file() and not entry.is_dir():
        raise NotAFile(name, f"is {kind(Path(entry.path))}", "delete it: what is derived is made anew")


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    if os.path.isdir(folder):
        with os.scandir(folder) as entries:
            yield from sorted(entries, key=lambda entry: entry.name)


def kind(path: Path) -> str:
    """What stands there, in words."""
    mode = os.lstat(path).st_mode
    if stat.S_ISLNK(mode):
        return f"a link to nothing ({os.readlink(path)})" if not path.exists() else f"a link to {os.readlink(path)}"
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISREG, "a file"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((name for is_kind, name in kinds if is_kind(mode)), "a device")


def _put_back(name: str) -> str:
    return "delete the link: what is derived is made anew" if name == DERIVED else "put the file itself in its place"
