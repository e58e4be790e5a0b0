"""Cursor's hooks.json: a version, and events with commands that stand in no groups."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from noctuary.cli.clients.edit import Edit
from noctuary.cli.clients.hooks import parsed
from noctuary.cli.clients.jsontext import Text
from noctuary.cli.clients.program import is_of, split

EVENT = "sessionStart"


def cursor_hooks(path: Path, home: Path | None, root: Path, command: str) -> Edit:
    """The edit that lets a session of Cursor begin with what the memory says."""
    return Edit(path, home, partial(_put, path, root, command), partial(_take, path, root))


def _put(path: Path, root: Path, command: str, data: bytes) -> bytes:
    text = parsed(path, data, {EVENT: command})
    if "version" not in text.value:
        text.set(["version"], 1)
    there = _ours(text, root)
    if there:
        text.set(["hooks", EVENT, there[0], "command"], command)
    else:
        text.append(["hooks", EVENT], {"command": command})
    return text.data


def _take(path: Path, root: Path, data: bytes) -> bytes:
    text = parsed(path, data, {})
    there = _ours(text, root)
    for place in reversed(there):
        text.delete(["hooks", EVENT, place])
    for above in (["hooks", EVENT], ["hooks"]) if there else ():
        left = text.node(above)
        if left and not left.inside:
            text.delete(above)
    return b"" if there and text.value == {"version": 1} else text.data


def _ours(text: Text, root: Path) -> list[int]:
    found = text.value.get("hooks", {}).get(EVENT)
    commands = [one.get("command") if isinstance(one, dict) else "" for one in found or () if isinstance(found, list)]
    return [n for n, command in enumerate(commands) if is_of(split(command), "context", root)]
