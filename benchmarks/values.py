"""How many values are read right, on labelled pairs: `python -m benchmarks.values [--held] [--wrong] [--speed FILE]`.

A pair is `equal` (one value in two writings), `different` (two values of one thing) or `unrelated` (values which do not
meet). `equal` is right when each value of the two texts met an equal one; `different` when two values clash;
`unrelated` when none is equal and none clashes. Every second pair, by the hash of its texts, is held back: it is
shown with `--held` only. It measures values alone, not statements.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.held import is_held
from noctuary.text.values import relation, values

PAIRS = Path(__file__).with_name("values.tsv")


class Pair(NamedTuple):
    """Two texts, what their values are to one another, and the kind of value they were written for."""

    label: str
    a: str
    b: str
    kind: str

    @property
    def is_held(self) -> bool:
        """Whether it belongs to the half that is looked at only at the end."""
        return is_held(self.a, self.b)


def main() -> None:
    """Print the shares, and with `--wrong` each pair that was read wrongly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="the held-back half, too")
    parser.add_argument("--wrong", action="store_true", help="name the pairs that were read wrongly")
    parser.add_argument("--speed", type=Path, metavar="FILE", help="time the reading of a file's lines instead")
    given = parser.parse_args()
    if given.speed:
        print(speed(given.speed.read_text("utf-8").splitlines()))
        return
    found = pairs()
    halves = [("developed on", [one for one in found if not one.is_held])]
    if given.held:
        halves.append(("held back", [one for one in found if one.is_held]))
    for name, some in halves:
        _table(name, some, with_wrong=given.wrong)


def pairs() -> list[Pair]:
    """The labelled pairs."""
    return [Pair(*line.split("\t")) for line in PAIRS.read_text("utf-8").splitlines()[1:]]


def outcome(a: str, b: str) -> str:
    """equal | different | unrelated | part: what the values of two texts are to one another.

    `part` is for values which are equal or detail one another while others are left over.
    """
    left, right = list(values(a)), list(values(b))
    met = Counter[str]()
    for wanted in ("equal", "finer", "conflict"):
        for x in tuple(left):
            y = next((y for y in right if relation(x, y) == wanted), None)
            if y is not None:
                left.remove(x)
                right.remove(y)
                met[wanted] += 1
    if met["conflict"]:
        return "different"
    if not met:
        return "unrelated"
    return "part" if left or right or met["finer"] else "equal"


def speed(lines: Sequence[str]) -> str:
    """Microseconds a line takes to be read for the first time."""
    values.cache_clear()
    begun = time.perf_counter()
    for line in lines:
        values(line)
    return f"{len(lines)} lines: {(time.perf_counter() - begun) / max(1, len(lines)) * 1e6:.0f} µs a line"


def _table(name: str, some: Sequence[Pair], *, with_wrong: bool) -> None:
    right = [outcome(one.a, one.b) == one.label for one in some]
    print(f"{name}: {sum(right)} of {len(some)} pairs are read right")
    for column in ("label", "kind"):
        named = [str(getattr(one, column)) for one in some]
        for value in dict.fromkeys(named):
            hits = [is_right for is_right, its in zip(right, named, strict=True) if its == value]
            print(f"  {value:<12} {sum(hits):>3} of {len(hits):>3}")
    for one, is_right in zip(some, right, strict=True):
        if with_wrong and not is_right:
            print(f"    {one.label}, read as {outcome(one.a, one.b)}: {one.a!r} {one.b!r}")


if __name__ == "__main__":
    main()
