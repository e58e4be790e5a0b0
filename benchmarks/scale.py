"""How a night grows with the store: `python -m benchmarks.scale [--most N]` (default 10,000; 100,000 for the full one).

One table, a column a size. A store that is wholly new: finding and judging its pairs, and a first night over notes
that hold it. A night with 20 new facts beside as many known ones, stage by stage. Peak memory, and the exponent of
growth from the last size but one to the last: 1 is linear, 2 is quadratic. Below it, the finder of pairs beside brute
force over all pairs: it must find the same. Seconds are of CPU, each figure in a process of its own. Facts are made
from templates ("{name} listens on port {value}"), the hard case: most words are shared by thousands.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.templated import NEW, NOW, sayings, write_notes

if TYPE_CHECKING:
    from noctuary.judging.blocking import Traits

SIZES = (1_000, 10_000, 100_000, 1_000_000)
SMALL = (500, 1_000, 2_000, 4_000)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--most", type=int, default=10_000, help="the largest store")
    asked.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.one:
        print(json.dumps(PARTS[given.one[0]][1](int(given.one[1]))))
        return
    sizes = [size for size in SIZES if size <= given.most]
    table([name for name in PARTS if name != "exact"], sizes)
    table(["exact"], SMALL)


def table(parts: Sequence[str], sizes: Sequence[int]) -> None:
    """The parts below each other: a column a size, and how each row grows from the last size but one to the last."""
    print(f"\n{'':36}" + "".join(f"{size:>12,}" for size in sizes) + f"{'growth':>10}")
    for part in parts:
        columns = [_in_child(part, size) for size in sizes]
        print(PARTS[part][0])
        for row in columns[-1]:
            values = [column.get(row, 0.0) for column in columns]
            print(f"  {row:34}" + "".join(f"{value:>12,.2f}" for value in values) + f"{_growth(values, sizes):>10}")


def _growth(values: Sequence[float], sizes: Sequence[int]) -> str:
    if len(values) < 2 or min(values[-2:]) < 0.05:
        return ""
    return f"n^{math.log(values[-1] / values[-2]) / math.log(sizes[-1] / sizes[-2]):.2f}"


def _in_child(part: str, size: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.scale", "--one", part, str(size)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def exact(size: int) -> dict[str, float]:
    """The finder and brute force over one store; raises AssertionError where they differ."""
    from noctuary.judging.blocking import Pile, traits
    from noctuary.judging.find import worth_judging
    from noctuary.model import Statement

    found_by = [traits(Statement(text=words, subject=name)) for name, words in sayings(size)]
    numbers = set(range(size))
    told: dict[str, float] = {}
    with _timed("finder", told):
        quick = worth_judging(Pile(found_by), numbers)
    with _timed("brute force", told):
        slow = brute_force(found_by, numbers)
    assert quick == slow, "the finder and brute force differ"
    return told | {"times faster": told["brute force"] / told["finder"], "pairs": len(quick), "equal": 1}


def brute_force(store: Sequence[Traits], fresh: Set[int]) -> list[tuple[int, int]]:
    """The pairs worth judging by their definition (`judging.pairs`), every two statements looked at."""
    from noctuary.judging.find import RARE, SERIES

    held = Counter(term for one in store for term in one.terms())
    weight = {term: round(1024 * math.log(1 + len(store) / number)) for term, number in held.items()}
    rare = [{term for term in one.terms() if held[term] <= RARE} for one in store]
    found = []
    for i, j in itertools.combinations(range(len(store)), 2):
        a, b = store[i], store[j]
        is_series = a.frame != "" and a.frame == b.frame and held[f"# {a.frame}"] > SERIES
        if is_series or rare[i].isdisjoint(rare[j]) or not (i in fresh or j in fresh):
            continue
        if (a.slot == b.slot and f"= {a.slot}" in rare[i]) or _is_enough(a, b, weight):
            found.append((i, j))
    return found


def _is_enough(a: Traits, b: Traits, weight: Mapping[str, int]) -> bool:
    from noctuary.judging.blocking import WHOLE
    from noctuary.judging.find import CONTAINMENT, JACCARD, KIN

    left, right = ({word: weight[word] * share for word, share in one.words} for one in (a, b))
    shared = sum(min(left[word], right[word]) for word in left.keys() & right.keys())
    kin_b, used = dict(b.kin), {(side, word) for side in "ab" for word in left.keys() & right.keys()}
    meeting = [(name, one, kin_b[name]) for name, one in a.kin if name in kin_b]
    parts = [(KIN * min(left[x], right[y], weight[n] * WHOLE) // WHOLE, n, x, y) for n, x, y in meeting]
    for part, _, x, y in sorted(parts, key=lambda one: (-one[0], one[1])):
        if not {("a", x), ("b", y)} & used:
            used |= {("a", x), ("b", y)}
            shared += part
    most, least = max(sum(left.values()), sum(right.values())), min(sum(left.values()), sum(right.values()))
    return 100 * shared >= JACCARD * (most + least - shared) or 100 * shared >= CONTAINMENT * least


def fresh(size: int) -> dict[str, float]:
    """All of a store new: what parsing, finding and judging cost."""
    from noctuary.judging import judge
    from noctuary.judging.blocking import Pile, traits
    from noctuary.judging.find import worth_judging
    from noctuary.model import Statement
    from noctuary.stages.match import kept_together

    said = [Statement(text=words, subject=name, said_on=NOW.date()) for name, words in sayings(size)]
    told: dict[str, float] = {}
    with _timed("parse", told):
        found_by = [traits(one) for one in said]
    with _timed("find pairs", told):
        pairs = worth_judging(Pile(found_by), set(range(size)))
    with _timed("judge", told):
        verdicts = [judge(said[a], said[b]).kind for a, b in kept_together(pairs)]
    told["whole"] = sum(told.values())
    told["pairs a fact"] = len(pairs) / size
    told["verdicts that conflict"] = sum(kind in ("contradiction", "supersession") for kind in verdicts)
    return told | {"peak memory, MB": _peak()}


def first(size: int) -> dict[str, float]:
    """A first night over daily notes that hold all of a store."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_notes(root, size)
        return _dreamt(root)


def night(size: int) -> dict[str, float]:
    """A workspace of `size` believed facts and one new note: each stage of the night."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run([sys.executable, "-c", _BUILD, str(root), str(size)], check=True)
        return _dreamt(root)


def _dreamt(root: Path) -> dict[str, float]:
    command = [sys.executable, "-c", _NIGHT, str(root), NOW.isoformat()]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


_BUILD = "import sys, pathlib, benchmarks.templated as t; t.build(pathlib.Path(sys.argv[1]), int(sys.argv[2]))"
_NIGHT = """
import datetime as dt, json, resource, sys, time
from pathlib import Path
from noctuary.night import STAGES, bed
from noctuary.settings import open_workspace
told, begun = {}, time.process_time()
with bed(open_workspace(Path(sys.argv[1])), dt.datetime.fromisoformat(sys.argv[2])) as run:
    told["begin"] = time.process_time() - begun
    for stage in STAGES:
        start = time.process_time()
        run = stage(run)
        told[stage.__name__] = time.process_time() - start
told["whole night"] = time.process_time() - begun
told["new facts"] = len(run.facts) - len(run.state.facts)
told["peak memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(told))
"""


class _timed:
    """Adds the CPU seconds of its block to `told` under a name."""

    def __init__(self, name: str, told: dict[str, float]) -> None:
        self.name, self.told = name, told

    def __enter__(self) -> None:
        self.begun = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.told[self.name] = time.process_time() - self.begun


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


PARTS: dict[str, tuple[str, Callable[[int], dict[str, float]]]] = {
    "fresh": ("All new: pairs found and judged", fresh),
    "first": ("All new: a first night over notes", first),
    "night": (f"A night with {NEW} new facts", night),
    "exact": ("The finder beside brute force", exact),
}


if __name__ == "__main__":
    main()
