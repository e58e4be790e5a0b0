"""One change of one file that is not ours: how it is put in, and how it is taken out again. Writes no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_NOTHING = b" \t\r\n{}\xef\xbb\xbf"


class Edit(NamedTuple):
    """A file and two functions of its bytes (b"" of one that is not there), each of which changes nothing twice.

    Both raise SettingsError where they cannot tell what the file says. `home` is the folder that the file has to stay
    in; None for a file of the user's own, wherever a link leads. `is_exact`: `take` gives back every byte by itself, so
    that no copy of the file has to be kept.
    """

    path: Path
    home: Path | None
    put: Callable[[bytes], bytes]
    take: Callable[[bytes], bytes]
    is_exact: bool = False


def restored(edit: Edit, data: bytes, kept: bytes | None) -> bytes | None:
    """The file without what is ours; None where it is taken away.

    `kept` is what it was before, None where nothing was: where no more than ours was added since, it is that again.
    """
    if kept is not None and edit.put(kept) == data:
        return kept
    left = edit.take(data)
    is_bare = not left if edit.is_exact else not left.strip(_NOTHING)
    return None if kept is None and left != data and is_bare else left
