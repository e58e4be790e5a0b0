"""Hooks as Claude Code and Codex have them: `hooks` → event → groups → commands. All else of the file stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from noctuary.cli.clients.edit import Edit
from noctuary.cli.clients.jsontext import Text
from noctuary.cli.clients.program import is_of, split
from noctuary.errors import SettingsError

TIMEOUT = 10
"""Seconds. Claude Code gives all hooks at a session's end 1.5 together, unless one asks for more."""


def hooks(path: Path, home: Path | None, root: Path, wanted: Mapping[str, str]) -> Edit:
    """The edit that gives each event its command, and takes the commands of this workspace out again."""
    return Edit(path, home, partial(put, path, root, wanted), partial(take, path, root))


def put(path: Path, root: Path, wanted: Mapping[str, str], data: bytes) -> bytes:
    """With a hook for each event; one that is there for this workspace gets the present command."""
    text = parsed(path, data, wanted)
    for event, command in wanted.items():
        place = next(_ours(text, event, root), None)
        if place:
            text.set([*place, "command"], command)
        else:
            entry = {"type": "command", "command": command, "timeout": TIMEOUT}
            text.append(["hooks", event], {"hooks": [entry]})
    return text.data


def take(path: Path, root: Path, data: bytes) -> bytes:
    """Without this workspace's hooks, and without what that leaves empty."""
    text = parsed(path, data, {})
    events = text.value.get("hooks", {}) if isinstance(text.value.get("hooks"), dict) else {}
    for event in events:
        places = list(_ours(text, event, root))
        for place in reversed(places):
            text.delete(place)
            group = text.node(place[:-2])
            if group and not group.value["hooks"] and group.value.keys() <= {"hooks", "matcher"}:
                text.delete(place[:-2])
        for above in (["hooks", event], ["hooks"]) if places else ():
            left = text.node(above)
            if left and not left.inside:
                text.delete(above)
    return text.data


def parsed(path: Path, data: bytes, wanted: Mapping[str, str], *, is_json5: bool = False) -> Text:
    """A settings file's text. SettingsError where it is broken, or of a shape into which nothing can be put."""
    try:
        text = Text(data, is_json5=is_json5)
    except (ValueError, RecursionError) as error:
        raise SettingsError(str(path), f"is not JSON ({error})", "mend it first; nothing was changed") from None
    found = text.value.get("hooks", {}) if isinstance(text.value, dict) else None
    if not isinstance(found, dict) or not all(isinstance(found.get(event, []), list) for event in wanted):
        raise SettingsError(str(path), "is not shaped as settings are", "mend `hooks`; nothing was changed")
    return text


def _ours(text: Text, event: str, root: Path) -> Iterator[list[Any]]:
    """Where the hooks of an event run us over this workspace; what has another shape is passed over."""
    groups = text.value.get("hooks", {}).get(event)
    for n, group in enumerate(groups if isinstance(groups, list) else []):
        inside = group.get("hooks") if isinstance(group, dict) else None
        for m, one in enumerate(inside if isinstance(inside, list) else []):
            words = split(one.get("command")) if isinstance(one, dict) else []
            if is_of(words, "hook", root) or is_of(words, "context", root):
                yield ["hooks", event, n, "hooks", m]
