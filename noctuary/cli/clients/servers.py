"""The entry of our server in a client's JSON: one name in a table of servers. All else of the file stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from noctuary.cli.clients.edit import Edit
from noctuary.cli.clients.hooks import parsed
from noctuary.cli.clients.program import is_of, program
from noctuary.errors import SettingsError

NAME = "noctuary"


def entry(root: Path, options: Sequence[str] = ()) -> dict[str, Any]:
    """How a client starts the server over a workspace."""
    first, *rest = program()
    return {"command": first, "args": [*rest, "serve", "-w", str(root), *options]}


def server(
    path: Path, home: Path | None, root: Path, where: Sequence[str], wanted: Mapping[str, Any], *, json5: bool = False
) -> Edit:
    """The edit that puts `wanted` into the table at `where`, and takes this workspace's server out again."""
    how = {"path": path, "root": root, "where": where, "json5": json5}
    return Edit(path, home, partial(_put, wanted=wanted, **how), partial(_take, **how))  # type: ignore[arg-type]


def named(table: Mapping[str, Any], root: Path) -> str:
    """The name of this workspace's server in a table: the one it has, else one that is free."""
    free = [NAME, f"{NAME}-{root.name}", *(f"{NAME}-{root.name}-{n}" for n in range(2, len(table) + 3))]
    return next(iter(ours(table, root)), "") or next(name for name in free if name not in table)


def ours(table: Mapping[str, Any], root: Path) -> list[str]:
    """The names under which a table starts our server over this workspace."""
    return [name for name, one in table.items() if isinstance(one, Mapping) and is_of(_words(one), "serve", root)]


def _put(data: bytes, *, path: Path, root: Path, where: Sequence[str], wanted: Mapping[str, Any], json5: bool) -> bytes:
    text = parsed(path, data, {}, is_json5=json5)
    table = text.value
    for name in where:
        table = table.get(name, {}) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        raise SettingsError(str(path), f"holds no table {'.'.join(where)}", "mend it first; nothing was changed")
    text.set([*where, named(table, root)], dict(wanted))
    return text.data


def _take(data: bytes, *, path: Path, root: Path, where: Sequence[str], json5: bool) -> bytes:
    text = parsed(path, data, {}, is_json5=json5)
    table = text.node(where)
    names = ours(table.value, root) if table and isinstance(table.value, dict) else []
    for name in names:
        text.delete([*where, name])
    for depth in range(len(where), 0, -1) if names else ():
        left = text.node(where[:depth])
        if left and not left.inside:
            text.delete(where[:depth])
    return text.data


def _words(one: Mapping[str, Any]) -> list[Any]:
    args = one.get("args")
    return [one.get("command"), *(args if isinstance(args, Sequence) and not isinstance(args, str) else ())]
