"""Finds the day a note speaks of: in its name, front matter or a heading. Reads no clock, no mtime."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from pathlib import PurePosixPath

_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_FRONT_DATE = re.compile(r"^(?:session_)?(?:date|day|created|created_at)\s*[:=]\s*[\"']?(.+?)[\"']?\s*$", re.M | re.I)


def in_name(ref: str) -> dt.datetime | None:
    """The date in a file's name, else in the nearest folder's, at midnight UTC."""
    return next((at for part in reversed(PurePosixPath(ref).parts) if (at := in_text(part))), None)


def in_text(text: str) -> dt.datetime | None:
    """The first real calendar date written year first, at midnight UTC."""
    for hit in _DAY.finditer(text):
        try:
            return dt.datetime(int(hit[1]), int(hit[3]), int(hit[4]), tzinfo=dt.UTC)
        except ValueError:
            continue
    return None


def in_front_matter(text: str) -> dt.datetime | None:
    """The `date` of a front matter block (TOML between `+++`, YAML between `---`), its marks included."""
    if text.startswith("+++"):
        try:
            table = tomllib.loads(text.strip().strip("+"))
        except tomllib.TOMLDecodeError:
            table = {}
        for key in ("session_date", "date", "day", "created"):
            if isinstance(table.get(key), dt.date):
                return in_text(table[key].isoformat())
    return next((at for hit in _FRONT_DATE.finditer(text) if (at := in_text(hit[1]))), None)


def front_matter_end(lines: list[str]) -> int:
    """How many lines the front matter takes, its two marks included; 0 where there is none."""
    mark = lines[0].strip() if lines else ""
    if mark not in ("---", "+++"):
        return 0
    end = next((index for index in range(1, len(lines)) if lines[index].strip() == mark), 0)
    has_keys = any(re.match(r"[\w.\"-]+\s*[:=]", line) for line in lines[1:end])
    return end + 1 if end and has_keys else 0
