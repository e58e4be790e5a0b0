"""Finds the hunks git left where two branches' texts clash: `<<<<<<<` to `>>>>>>>`. Says which lines, resolves none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_BEGIN = re.compile(r"<{7}(?: |$)")
_END = re.compile(r">{7}(?: |$)")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


class Hunk(NamedTuple):
    """One that nobody has resolved yet, by its first and last line (1-based); `is_open`: its end mark is gone."""

    line: int
    line_end: int
    is_open: bool = False

    @property
    def told(self) -> str:
        """What is told of it, without the mend."""
        if self.is_open:
            return "git's conflict marks begin here and do not end; nothing from here on was read"
        if self.line == self.line_end:
            return "a conflict mark of git stands here alone"
        return f"git's conflict marks stand from here to line {self.line_end}; nothing in between was read"

    @property
    def mended(self) -> str:
        """The same with the mend."""
        return f"{self.told}; resolve it and take the marks out"


def hunks(lines: Sequence[str]) -> list[Hunk]:
    """The hunks of a text, outside code fences; one without its end goes to the end of the text.

    An end mark or a base mark that stands alone is one by itself; a line of `=` may underline a heading, and is none.
    """
    if not any(line.startswith(("<<<<<<<", ">>>>>>>", "|||||||")) for line in lines):
        return []
    found: list[Hunk] = []
    begin = 0
    is_fenced = False
    for number, line in enumerate(lines, 1):
        if begin and _END.match(line):
            found.append(Hunk(begin, number))
            begin = 0
        elif begin:
            continue
        elif _FENCE.match(line):
            is_fenced = not is_fenced
        elif not is_fenced and _BEGIN.match(line):
            begin = number
        elif not is_fenced and (_END.match(line) or line.startswith("||||||| ")):
            found.append(Hunk(number, number))
    if begin:
        found.append(Hunk(begin, len(lines), is_open=True))
    return found


def has_hunk(data: bytes) -> bool:
    """Whether a file holds a hunk that nobody has resolved yet."""
    return bool(hunks(data.decode("utf-8", "replace").splitlines()))
