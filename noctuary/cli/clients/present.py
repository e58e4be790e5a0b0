"""What other programs have kept on this machine that a memory may be made of. Looks at names, opens no log."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from noctuary import files
from noctuary.cli.clients.known import claude_config, claude_project, codex_home, openclaw_home, shown

MOST = 10_000
"""Files that are counted before it is "or more"."""


class Present(NamedTuple):
    """Something that was found: what it is, how many files, and the glob that names them in a list of [sources].

    `is_own`: it belongs to this folder alone. Else other folders' work is in it.
    """

    what: str
    files: int
    kind: Literal["notes", "sessions"]
    glob: str
    is_own: bool

    def told(self) -> str:
        number = f"{self.files} or more" if self.files >= MOST else str(self.files)
        return f"{self.what}: {number} {'file' if self.files == 1 else 'files'}, {self.glob}"


def present(root: Path) -> list[Present]:
    """What is there, this folder's own first. `root` is absolute."""
    found = [*_claude_code(root), *_codex(), *_openclaw(root), *_obsidian(root)]
    return sorted((one for one in found if one.files), key=lambda one: not one.is_own)


def _claude_code(root: Path) -> Iterator[Present]:
    own, every = claude_project(root), claude_config() / "projects"
    logs, memory = f"{shown(own)}/**/*.jsonl", f"{shown(own)}/memory/**/*.md"
    yield Present("Claude Code's logs of this folder", _count(own, ".jsonl"), "sessions", logs, True)
    yield Present("Claude Code's memory of this folder", _count(own / "memory", ".md"), "notes", memory, True)
    others = _count(every, ".jsonl") - _count(own, ".jsonl")
    yield Present("Claude Code's logs of other folders", others, "sessions", f"{shown(every)}/**/*.jsonl", False)


def _codex() -> Iterator[Present]:
    folder = codex_home() / "sessions"
    glob = f"{shown(folder)}/**/*.jsonl"
    yield Present("Codex's sessions, of all folders", _count(folder, ".jsonl"), "sessions", glob, False)


def _openclaw(root: Path) -> Iterator[Present]:
    home = openclaw_home()
    logs = f"{shown(home)}/agents/*/sessions/*.jsonl"
    is_own = root.is_relative_to(home)
    yield Present("OpenClaw's sessions", _count(home / "agents", ".jsonl"), "sessions", logs, is_own)
    for folder in sorted(home.glob("workspace*")):
        if folder.is_dir() and folder != root and not root.is_relative_to(folder):
            notes = f"{shown(folder)}/memory/**/*.md"
            what = f"the notes of OpenClaw's {folder.name}"
            yield Present(what, _count(folder / "memory", ".md"), "notes", notes, False)


def _obsidian(root: Path) -> Iterator[Present]:
    if (root / ".obsidian").is_dir():
        yield Present("the notes of this Obsidian vault", _count(root, ".md"), "notes", "**/*.md", True)
    for vault in _vaults():
        if vault != root and vault.is_dir():
            glob = f"{shown(vault)}/**/*.md"
            yield Present(f"the notes of the Obsidian vault {vault.name}", _count(vault, ".md"), "notes", glob, False)


def _vaults() -> list[Path]:
    """The vaults that Obsidian knows of, out of its own list; none where that cannot be read."""
    is_mac = sys.platform == "darwin"
    config = files.home() / "Library/Application Support" if is_mac else files.home() / ".config"
    place = Path(config if is_mac else os.environ.get("XDG_CONFIG_HOME") or config) / "obsidian" / "obsidian.json"
    try:
        vaults = json.loads(place.read_bytes()).get("vaults", {}).values()
        return sorted({Path(one["path"]) for one in vaults})
    except (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return []


def _count(folder: Path, suffix: str) -> int:
    count = 0
    for _, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".git", ".obsidian", ".noctuary", "node_modules")]
        count += sum(name.endswith(suffix) for name in names)
        if count >= MOST:
            break
    return count
