"""Two branches' journals as one, line by line: for git's merge driver. Reads no line, and no file."""

from __future__ import annotations

from collections import Counter


def merged(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """Our lines without those that they took away since `base`, then those that they added, in their order.

    So every batch stays in one piece, and a commit that was reverted on one side stays so. A line that both added
    stands once. A last line without its end gets one.
    """
    was, mine, other = (_lines(data) for data in (base, ours, theirs))
    gone = Counter(was) - Counter(other)
    kept: list[bytes] = []
    for line in mine:
        if gone[line]:
            gone[line] -= 1
        else:
            kept.append(line)
    return b"".join(kept + _added(other, was, mine))


def _added(other: list[bytes], was: list[bytes], mine: list[bytes]) -> list[bytes]:
    """The lines of one side that neither the base nor the other side has as often."""
    there = Counter(was) | Counter(mine)
    added: list[bytes] = []
    for line in other:
        if there[line]:
            there[line] -= 1
        else:
            added.append(line)
    return added


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1] + b"\n"] if lines[-1] else [])
