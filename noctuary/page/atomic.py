"""Replacing a file whole or not at all. Knows nothing of what is in it."""

from __future__ import annotations

import os
from pathlib import Path


def replace(path: Path, data: bytes) -> None:
    """Write `data` beside `path`, make it durable, and rename it over. Follows a symlink; keeps the mode.

    A death in between leaves the old file and one `.<name>.part`, which the next writing takes over.
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        part.chmod(target.stat().st_mode & 0o7777)
    os.replace(part, target)
