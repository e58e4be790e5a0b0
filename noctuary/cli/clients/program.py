"""The command that other programs run us by, and how it is known again. Runs nothing."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LAUNCH = "from noctuary.cli import run; run()"


def program() -> list[str]:
    """The running noctuary by its whole path, or Python told to run it: it works from any folder and PATH."""
    for path in (Path(sys.argv[0]), Path(sys.executable).with_name("noctuary")):
        if path.name == "noctuary" and path.is_file() and os.access(path, os.X_OK):
            return [os.path.abspath(path)]
    return [sys.executable, "-P", "-c", LAUNCH]


def shell(*words: str) -> str:
    """A command of ours for a shell."""
    return shlex.join([*program(), *words])


def said(words: Sequence[Any]) -> list[str]:
    """The words of a command behind our program; none of a command that is not ours."""
    texts = [str(word) for word in words]
    if texts[:1] and Path(texts[0]).name == "noctuary":
        return texts[1:]
    return texts[4:] if texts[1:4] == ["-P", "-c", LAUNCH] else []


def is_of(words: Sequence[Any], verb: str, root: Path) -> bool:
    """Whether a command is our verb over this workspace."""
    found = said(words)
    if found[:1] != [verb] or "-w" not in found[:-1]:
        return False
    return os.path.realpath(found[found.index("-w") + 1]) == os.path.realpath(root)


def split(command: Any) -> list[str]:
    """The words of a shell's command; none of what is no such text."""
    try:
        return shlex.split(command) if isinstance(command, str) else []
    except ValueError:
        return []
