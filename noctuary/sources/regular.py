"""Opens a source that is a regular file. Never waits: not for a pipe's other end, a terminal or a device."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path


def opened(path: str | Path) -> BufferedReader:
    """The file, open for reading; an `OSError` that says why not."""
    return open(path, "rb", opener=_opener)


def _opener(path: str, flags: int) -> int:
    place = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISREG(os.fstat(place).st_mode):
        return place
    os.close(place)
    raise OSError(errno.EINVAL, "no regular file", path)
