"""Whose workspace a folder is, told by the files that lie in it: which program loads its MEMORY.md. Opens none of them.

OpenClaw reads AGENTS.md, SOUL.md and their like at the root; Claude Code reads CLAUDE.md, and keeps a project's memory
below `~/.claude/projects`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Loader = Literal["claude-code", "openclaw", "both", "unknown"]

_OPENCLAW = ("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md", "BOOTSTRAP.md")
"""What OpenClaw puts before an agent at the start of a session, beside MEMORY.md."""
_LEAST = 2
"""AGENTS.md alone is read by a dozen other programs; two of the names stood in every OpenClaw workspace looked at."""


def loader_of(root: Path) -> Loader:
    """The program whose workspace `root` is, `both` where the files of both lie there."""
    parts = root.absolute().parts
    is_openclaw = ".openclaw" in parts or sum((root / name).is_file() for name in _OPENCLAW) >= _LEAST
    is_claude = (".claude" in parts and "projects" in parts) or is_claude_project(root)
    if is_openclaw:
        return "both" if is_claude else "openclaw"
    return "claude-code" if is_claude else "unknown"


def is_claude_project(root: Path) -> bool:
    """Whether Claude Code is told about this folder by a CLAUDE.md in it."""
    return any((root / name).is_file() for name in ("CLAUDE.md", ".claude/CLAUDE.md"))
