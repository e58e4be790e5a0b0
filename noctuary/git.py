"""What git holds of a file, asked of the `git` program where there is one. Reads alone: no hook, no network, no lock.

Every answer is None, or empty, where git cannot tell: no program, no repository, another owner's, a history cut short.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MOST_VERSIONS = 400
"""Commits that are looked into, the newest first: a year of nights, each committed."""
HEAD, INDEX = "HEAD", ""
_PLACES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
"""What git tells its hooks about where they run: here it is found by the file's own folder."""
_QUIET = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_REVERTS = b"This reverts commit "


class Version(NamedTuple):
    """A file as a commit holds it."""

    commit: str
    data: bytes


def held(path: Path, where: str) -> bytes | None:
    """The file as `HEAD` or the index (`""`) holds it; None where it holds none, or git cannot tell."""
    return _said(path, "cat-file", "blob", f"{where}:./{_name(path)}")


def last_change(path: Path) -> str | None:
    """The last commit on the way to what is checked out that changed the file; "" where none did."""
    said = _said(path, "rev-list", "-1", "HEAD", "--", _name(path))
    return None if said is None else said.decode().strip()


def is_revert(path: Path, commit: str) -> bool:
    """Whether a commit of the file's repository says, as `git revert` has it say, that it reverts another."""
    return _REVERTS in (_said(path, "cat-file", "commit", commit) or b"")


def versions(path: Path) -> Iterator[Version]:
    """The file in every commit that changed it, of all branches, stashes and reflogs, the newest first."""
    most = f"--max-count={MOST_VERSIONS}"
    said = _said(path, "rev-list", "--all", "--reflog", "--full-history", "--date-order", most, "--", _name(path))
    for commit in (said or b"").decode().split():
        data = held(path, commit)
        if data is not None:
            yield Version(commit, data)


def _folder(path: Path) -> Path:
    """The nearest folder above a file that is there: a checkout may have taken its own away."""
    return next(folder for folder in path.absolute().parents if folder.is_dir())


def _name(path: Path) -> str:
    return path.absolute().relative_to(_folder(path)).as_posix()


def _said(path: Path, *words: str) -> bytes | None:
    """What git says, asked near a file; None where it refuses or is not there."""
    import subprocess

    command = ["git", "--no-pager", "--literal-pathspecs", "-C", str(_folder(path)), *words]
    ours = {name: value for name, value in os.environ.items() if name not in _PLACES}
    try:
        done = subprocess.run(command, env=ours | _QUIET, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
