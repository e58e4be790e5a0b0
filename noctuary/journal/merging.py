"""Two branches' journals as one, line by line: for git's merge driver. Reads no line, and no file."""

from __future__ import annotations

from collections import Counter


def merged(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """Our lines without those that they took away since `base`, then those that they added, in their order.

    So every batch stays in one piece, and a commit that was reverted on one side stays so. A line that both added
    stands once. A last line without its end gets one.
    """
    was, mine, other = (_lines(data) for data in (base, ours, theirs))
    wanted = _wanted(Counter(was), Counter(mine), Counter(other))
    kept = _taken(mine, wanted)
    return b"".join(kept + _taken(other, wanted - Counter(kept), Counter(kept)))


def _wanted(was: Counter[bytes], mine: Counter[bytes], other: Counter[bytes]) -> Counter[bytes]:
    """How often each line stands in the end: as the side says that changed it, of two that agree the bolder."""
    found: Counter[bytes] = Counter()
    for line in {*was, *mine, *other}:
        before, sides = was[line], (mine[line], other[line])
        if min(sides) >= before:
            found[line] = max(sides)
        else:
            found[line] = min(sides) if max(sides) <= before else sum(sides) - before
    return found


def _taken(lines: list[bytes], wanted: Counter[bytes], there: Counter[bytes] | None = None) -> list[bytes]:
    """The lines in their order, each as often as it is wanted, behind as many of it as are there already."""
    left, skipped = Counter(wanted), Counter(there or ())
    taken: list[bytes] = []
    for line in lines:
        if skipped[line]:
            skipped[line] -= 1
        elif left[line] > 0:
            left[line] -= 1
            taken.append(line)
    return taken


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1] + b"\n"] if lines[-1] else [])
