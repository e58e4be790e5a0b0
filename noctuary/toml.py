"""Reads TOML that anybody may have written: in time that its size accounts for, with one kind of error. Knows no key.

tomllib looks at every beginning of a dotted key anew, so a key of 20,000 parts takes it seconds; no key needs so many.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST = 256 * 1024
"""Signs. All our settings with their comments are 6 kB."""
MOST_PARTS = 100
"""Parts of one dotted key; the longest that means something here has three."""
MOST_TRIED, LARGEST_TRIED = 100, 8 * 1024
"""Lines before the end, in one of which what is never closed may begin, and signs of a text where it is looked for."""
_AT_END = "(at end of document)"
_BASIC, _LITERAL = r"\"(?:[^\"\\\n]|\\.)*+\"", r"'[^'\n]*+'"
_PART = rf"(?:[\w-]++|{_BASIC}|{_LITERAL})"
_LONG_KEY = rf"(?P<key>{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}})"
_LONG = r"\"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)"
_TOKENS = re.compile(rf"{_LONG}|{_LONG_KEY}|{_PART}|#[^\n]*+", re.DOTALL)
"""Whatever a dotted key may stand in without being one is a token of its own."""


class Refused(ValueError):
    """A text that is not parsed, however right it may be."""


def read(text: str) -> dict[str, Any]:
    """The table that a TOML text holds. ValueError, which `Refused` is one of, says what is wrong with it."""
    if len(text) > LARGEST:
        raise Refused(f"is larger than {LARGEST} signs")
    if any(token["key"] for token in _TOKENS.finditer(text)):
        raise Refused(f"holds a dotted key of more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refused("is nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise _placed(error, text) from None
    except ValueError:
        raise Refused("holds a number of more digits than any has that is meant") from None


def _placed(error: tomllib.TOMLDecodeError, text: str) -> ValueError:
    """The error by the line where what is never closed begins, where tomllib tells nothing but the text's end."""
    said = str(error)
    if not said.endswith(_AT_END) or len(text) > LARGEST_TRIED:
        return error
    lines = text.split("\n")
    for begun in range(len(lines), max(0, len(lines) - MOST_TRIED), -1):
        try:
            tomllib.loads("\n".join(lines[: begun - 1]))
        except (ValueError, RecursionError):
            continue
        return ValueError(f"{said.removesuffix(_AT_END)}(begun at line {begun})")
    return error


def read_file(path: Path) -> dict[str, Any]:
    """The table that a file holds; what keeps it from being read is a ValueError, too."""
    try:
        with path.open("rb") as file:
            data = file.read(4 * LARGEST + 1)
    except OSError as error:
        raise Refused(f"cannot be read ({error.strerror})") from None
    return read(data.decode("utf-8-sig"))


def nested(table: Mapping[str, Any]) -> dict[str, Any]:
    """A copy whose dotted keys are tables, as TOML has them: `promote.min_score` is `min_score` in `promote`."""
    made: dict[str, Any] = {}
    for key, value in table.items():
        first, _, rest = key.partition(".")
        said, known = {rest: value} if rest else value, made.get(first)
        if isinstance(said, Mapping):
            made[first] = nested({**(known if isinstance(known, dict) else {}), **said})
        else:
            made[first] = said
    return made
