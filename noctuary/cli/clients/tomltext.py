"""Edits of TOML files that keep the comments and the layout of the rest; Codex's settings by them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from noctuary.cli.clients.edit import Edit
from noctuary.cli.clients.servers import entry, named, ours
from noctuary.errors import SettingsError

TABLE = "mcp_servers"


def codex_server(path: Path, home: Path | None, root: Path, options: Sequence[str] = ()) -> Edit:
    """The edit that gives Codex's config.toml an `[mcp_servers.noctuary]`."""
    return Edit(path, home, partial(_put, path, root, options), partial(_take, path, root))


def edited(path: Path, data: bytes, change: Callable[[Any], None]) -> bytes:
    """The file after a change of its document. SettingsError where it is no TOML, or the rest would not stay."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        text = data.decode("utf-8-sig")
        before, document = tomllib.loads(text), tomlkit.parse(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(str(path), f"is not TOML ({error})", "mend it first; nothing was changed") from None
    try:
        change(document)
        after = tomlkit.dumps(document)
        change(before)
        is_as_meant = tomllib.loads(after) == _plain(before) and _is_kept(text, after)
    except (ValueError, TypeError, TOMLKitError):
        is_as_meant = False
    if not is_as_meant:
        mend = "write it by hand (docs/clients.md shows the lines); nothing was changed"
        raise SettingsError(str(path), "is laid out so that it cannot be changed without the rest", mend)
    return (b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b"") + after.encode()


def _put(path: Path, root: Path, options: Sequence[str], data: bytes) -> bytes:
    def change(document: Any) -> None:
        import tomlkit

        servers = document.setdefault(TABLE, tomlkit.table(is_super_table=True))
        name, wanted = named(servers, root), entry(root, options)
        if name in servers:
            servers[name].update(wanted)
        else:
            made = tomlkit.table()
            made.update(wanted)
            servers[name] = made

    return edited(path, data, change)


def _take(path: Path, root: Path, data: bytes) -> bytes:
    is_written = b"[mcp_servers]" in data

    def change(document: Any) -> None:
        names = ours(document.get(TABLE, {}), root)
        for name in names:
            del document[TABLE][name]
        if names and not document[TABLE] and not is_written:
            del document[TABLE]

    return edited(path, data, change)


def _plain(value: Any) -> Any:
    """The value without the types of the library."""
    return value.unwrap() if hasattr(value, "unwrap") else _inside(value)


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _is_kept(before: str, after: str) -> bool:
    """Whether every comment of the one stands in the other."""
    comments = [line.strip() for line in before.splitlines() if line.strip().startswith("#")]
    rest = iter(line.strip() for line in after.splitlines())
    return all(line in rest for line in comments)
