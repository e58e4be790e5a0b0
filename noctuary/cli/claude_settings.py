"""The settings file of Claude Code as values: our hooks put in and taken out, all else kept. Writes no file."""

from __future__ import annotations

import copy
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from noctuary.errors import SettingsError
from noctuary.hook import EVENTS

TIMEOUT = 10
LAUNCH = "from noctuary.cli import run; run()"
_BOM = b"\xef\xbb\xbf"
_FILES = {"project": "settings.json", "local": "settings.local.json"}


def config() -> Path:
    """Claude Code's own folder: `CLAUDE_CONFIG_DIR`, else `~/.claude`."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude").expanduser().absolute()


def settings_path(root: Path, scope: str | None) -> Path:
    """The settings file of a scope: `project` and `local` belong to the workspace's folder, None to the user."""
    return root / ".claude" / _FILES[scope] if scope else config() / "settings.json"


def sessions_glob(root: Path, scope: str | None) -> str:
    """The glob of the logs such hooks capture: one project's folder, or all projects'."""
    folder = config() / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(root)) if scope else config() / "projects"
    home = Path.home()
    shown = f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else folder.as_posix()
    return f"{shown}/**/*.jsonl"


def commands(root: Path) -> dict[str, str]:
    """The shell command of each event, by Claude Code's name for it; it works from any folder and PATH."""
    return {name: shlex.join([*_program(), "hook", event, "-w", str(root)]) for event, name in EVENTS.items()}


def parse(data: bytes, name: str) -> dict[str, Any]:
    """A settings file's object, {} of an empty one. SettingsError where it is broken or of another shape."""
    try:
        text = data.decode("utf-8-sig")
        settings = json.loads(text if text.strip() else "{}", object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise SettingsError(name, f"is not JSON ({error})", "mend it first; nothing was changed") from None
    hooks = settings.get("hooks", {}) if isinstance(settings, dict) else None
    if not isinstance(hooks, dict) or not all(isinstance(hooks.get(event, []), list) for event in EVENTS.values()):
        raise SettingsError(name, "is not shaped as Claude Code's settings are", "mend `hooks`; nothing was changed")
    return dict(settings)


def merged(settings: Mapping[str, Any], wanted: Mapping[str, str], root: Path) -> dict[str, Any]:
    """The settings with a hook for each event; one that is there for this workspace gets the present command."""
    made = copy.deepcopy(dict(settings))
    hooks = made.setdefault("hooks", {})
    for event, command in wanted.items():
        there = next((one for _, one in _entries(hooks, event) if _is_ours(one, root)), None)
        if there:
            there["command"] = command
        else:
            entry = {"type": "command", "command": command, "timeout": TIMEOUT}
            hooks.setdefault(event, []).append({"hooks": [entry]})
    return made


def installed(settings: Mapping[str, Any], root: Path) -> dict[str, str]:
    """The commands that are there for this workspace, by event."""
    hooks = settings.get("hooks", {})
    return {event: one["command"] for event in EVENTS.values() for _, one in _entries(hooks, event)
            if _is_ours(one, root)}  # fmt: skip


def without(settings: Mapping[str, Any], root: Path) -> dict[str, Any]:
    """The settings without this workspace's hooks, and without what that leaves empty."""
    made = copy.deepcopy(dict(settings))
    hooks = made.get("hooks", {})
    for event in installed(settings, root):
        for group in {id(group): group for group, one in _entries(hooks, event) if _is_ours(one, root)}.values():
            group["hooks"] = [one for one in group["hooks"] if not (isinstance(one, dict) and _is_ours(one, root))]
            if not group["hooks"] and group.keys() <= {"hooks", "matcher"}:
                hooks[event] = [other for other in hooks[event] if other is not group]
        if not hooks[event]:
            del hooks[event]
        if not hooks:
            del made["hooks"]
    return made


def restored(settings: Mapping[str, Any], data: bytes, kept: bytes | None, root: Path) -> bytes | None:
    """The file without our hooks: the backup's bytes where only they were added to it, None for a file we made."""
    left = without(settings, root)
    if kept is None:
        return dumped(left, data) if left else None
    was = merged(parse(kept, "the backup"), installed(settings, root), root)
    return kept if dumped(was, kept) == data else dumped(left, data)


def dumped(settings: Mapping[str, Any], like: bytes) -> bytes:
    """The settings as bytes, laid out as `like` is: indentation, line ends, final line break, mark of UTF-8."""
    text = like.decode("utf-8-sig")
    found = re.search(r'\{\r?\n([ \t]+)"', text)
    is_flat = bool(text.strip(" \t\r\n{}")) and "\n" not in text.strip()
    tight = (",", ":") if is_flat and '": ' not in text else None
    body = json.dumps(
        settings,
        indent=None if is_flat else found[1] if found else 2,
        separators=tight,
        ensure_ascii=not _is_sayable(settings),
    )
    body += text[len(text.rstrip()) :] if text.strip() else "\n"
    if "\r\n" in text:
        body = body.replace("\r\n", "\n").replace("\n", "\r\n")
    return _BOM * like.startswith(_BOM) + body.encode()


def _entries(hooks: Any, event: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Every hook of an event with the group it stands in; what has another shape is passed over."""
    for group in hooks.get(event, []):
        inside = group.get("hooks") if isinstance(group, dict) else None
        for one in inside if isinstance(inside, list) else []:
            if isinstance(one, dict):
                yield group, one


def _is_ours(one: Mapping[str, Any], root: Path) -> bool:
    try:
        words = shlex.split(str(one.get("command", "")))
    except ValueError:
        return False
    if len(words) < 5 or words[-4] != "hook" or words[-3] not in EVENTS or words[-2] != "-w":
        return False
    is_noctuary = words[-5] == LAUNCH or Path(words[-5]).name == "noctuary"
    return is_noctuary and os.path.realpath(words[-1]) == os.path.realpath(root)


def _program() -> list[str]:
    """The running noctuary by its whole path, or Python told to run it."""
    for path in (Path(sys.argv[0]), Path(sys.executable).with_name("noctuary")):
        if path.name == "noctuary" and path.is_file() and os.access(path, os.X_OK):
            return [os.path.abspath(path)]
    return [sys.executable, "-P", "-c", LAUNCH]


def _is_sayable(settings: Mapping[str, Any]) -> bool:
    """Whether the texts can be written as UTF-8; half a surrogate pair cannot."""
    try:
        json.dumps(settings, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")
