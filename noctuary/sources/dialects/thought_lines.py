"""Thoughtbox's own notation written as text: one thought a line, `S4|C|S1-S3|words`. Extracts nothing from them.

Source: seed 000 (rows TB-091 to TB-093) and the notation of its reference implementation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.sources.turn import Passage, Said, Session

NAME = "thoughtbox"

_THOUGHT = re.compile(r"S\d+\|[A-Z]\|")
_LEAST = 2


def detect(head: str) -> bool:
    """At least two thoughts, and a thought on most lines that are no heading."""
    lines = [line for line in head.splitlines() if line.strip() and not line.startswith("#")]
    thoughts = sum(_THOUGHT.match(line) is not None for line in lines)
    return thoughts >= _LEAST and 2 * thoughts >= len(lines)


def passages(lines: Iterator[tuple[int, str]], session: Session) -> Iterator[Passage]:
    """One passage a thought, to the line before the next or before an empty one."""
    spoken: list[str] = []
    start = 0
    for number, line in lines:
        if _THOUGHT.match(line) or not line.strip():
            yield from _passage(spoken, start, session)
            spoken = []
        if _THOUGHT.match(line):
            start, spoken = number, [line]
        elif spoken:
            spoken.append(line)
    yield from _passage(spoken, start, session)


def _passage(spoken: list[str], start: int, session: Session) -> Iterator[Passage]:
    if spoken:
        said = Said(role="assistant", trust="agent", text="\n".join(spoken).strip(), zone=session.zone)
        yield Passage(turn=said, line=start, line_end=start + len(spoken) - 1)
