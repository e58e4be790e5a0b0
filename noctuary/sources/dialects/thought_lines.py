"""Thoughtbox's own notation written as text: one thought a line, `S4|C|S1-S3|words`. What counts is thoughtbox's."""

from __future__ import annotations

from collections.abc import Iterator

from noctuary.sources.dialects.thoughtbox import MARKED, said
from noctuary.sources.turn import Passage, Session

NAME = "thoughtbox"

_LEAST = 2


def detect(head: str) -> bool:
    """At least two thoughts, and a thought on most lines that are no heading."""
    lines = [line for line in head.splitlines() if line.strip() and not line.startswith("#")]
    thoughts = sum(MARKED.match(line) is not None for line in lines)
    return thoughts >= _LEAST and 2 * thoughts >= len(lines)


def passages(lines: Iterator[tuple[int, str]], session: Session) -> Iterator[Passage]:
    """One passage a thought, to the line before the next or before an empty one."""
    spoken: list[str] = []
    start = 0
    for number, line in lines:
        if MARKED.match(line) or not line.strip():
            yield from _passage(spoken, start, session)
            spoken = []
        if MARKED.match(line):
            start, spoken = number, [line]
        elif spoken:
            spoken.append(line)
    yield from _passage(spoken, start, session)


def _passage(spoken: list[str], start: int, session: Session) -> Iterator[Passage]:
    if spoken:
        turn = said("\n".join(spoken), None, "", session.zone)
        yield Passage(turn=turn, line=start, line_end=start + len(spoken) - 1)
