"""A client's logs in our own noctuary.toml: the glob that `install --sources` adds to a list, and takes out again.

Each line that is written carries a mark, so that a glob which another hand wrote is never taken.
"""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from noctuary.cli.clients.edit import Edit
from noctuary.cli.clients.tomltext import edited
from noctuary.errors import SettingsError
from noctuary.sources.where import Where

_MARK = "noctuary install"
_WHOLE = "the defaults, written out by noctuary install"


def named_logs(root: Path, glob: str) -> Edit:
    """The edit that lets nights read what a glob names."""
    path = root / "noctuary.toml"
    return Edit(path, root, partial(_put, path, glob), partial(_take, path, glob))


def _put(path: Path, glob: str, data: bytes) -> bytes:
    if glob in _sessions(path, data):
        return data

    def change(document: Any) -> None:
        import tomlkit

        listed = document.setdefault("sources", tomlkit.table()).get("sessions")
        if listed is None:
            listed = document["sources"]["sessions"] = tomlkit.array()
            listed.add_line(comment=_WHOLE)
            for one in Where().sessions:
                listed.add_line(one)
        if isinstance(listed, tomlkit.items.Array):
            listed.add_line(glob, comment=_MARK)
        else:
            listed.append(glob)

    return edited(path, data, change)


def _take(path: Path, glob: str, data: bytes) -> bytes:
    """Take our line out, and the defaults above it where nothing else was added to them."""
    from tomlkit import item

    ours = f"{item(glob).as_string()}, # {_MARK}"
    lines = data.decode("utf-8-sig").splitlines(keepends=True)
    left = [line for line in lines if line.strip() != ours]
    if left == lines:
        return data
    bare = [line.strip() for line in left]
    whole = ["sessions = [", f"# {_WHOLE}", *(f'"{one}",' for one in Where().sessions), "]"]
    at = next((at for at in range(len(bare)) if bare[at : at + len(whole)] == whole), None)
    if at is not None:
        end = at + len(whole)
        follows = next((line for line in bare[end:] if line), "[")
        is_alone = bare[at - 1 : at] == ["[sources]"] and follows.startswith("[")
        del left[at - is_alone : end]
    return (b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b"") + "".join(left).encode()


def _sessions(path: Path, data: bytes) -> tuple[str, ...]:
    try:
        found = tomllib.loads(data.decode("utf-8-sig")).get("sources", {}).get("sessions", ())
    except (ValueError, RecursionError) as error:
        raise SettingsError(str(path), f"is not TOML ({error})", "mend it first; nothing was changed") from None
    return tuple(found)
