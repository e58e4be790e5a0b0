"""Keeps an answer within what a client hands to its model: pages of rows, and texts that are cut. Pure.

Sizes are bytes of JSON in UTF-8. Claude Code refuses an answer of more than 25,000 tokens; a token is seldom less than
two bytes of such JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from noctuary.errors import UnknownId

Row = TypeVar("Row")
_PREFIX = "at:"


def size(value: Any) -> int:
    """The bytes of a value as JSON."""
    return len(msgspec.json.encode(value))


def page(rows: Sequence[Row], cursor: str, most: int) -> tuple[list[Row], str]:
    """The rows from `cursor` on that `most` bytes hold, one at least, and the next page's cursor, "" for none.

    UnknownId for a cursor that no page gave.
    """
    start = _start(cursor, len(rows))
    left, end = most, start
    while end < len(rows):
        left -= size(rows[end]) + 1
        if left < 0 and end > start:
            break
        end += 1
    return list(rows[start:end]), f"{_PREFIX}{end}" if end < len(rows) else ""


def clipped(value: Any, most: int) -> Any:
    """The value with every text in it cut to `most` characters, and how many were left out said at the cut."""
    if isinstance(value, str):
        return value if len(value) <= most else f"{value[:most]} … [{len(value) - most} more characters]"
    if isinstance(value, dict):
        return {key: clipped(one, most) for key, one in value.items()}
    return [clipped(one, most) for one in value] if isinstance(value, list | tuple) else value


def _start(cursor: str, rows: int) -> int:
    if not cursor:
        return 0
    number = cursor.removeprefix(_PREFIX)
    if not (cursor.startswith(_PREFIX) and number.isascii() and number.isdigit() and len(number) < 10):
        raise UnknownId("cursor", f"{cursor[:40]!r} is none that an answer gave", "leave it out to begin anew")
    return min(int(number), rows)
