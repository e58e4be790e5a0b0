"""What a write by day costs: processor time a call at several sizes, and records a second of a batch.

python -m benchmarks.writing --sizes 1000 10000 100000 --folder /dev/shm
"""

from __future__ import annotations

import argparse
import datetime as dt
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from noctuary.access import Asker
from noctuary.settings import open_workspace
from noctuary.writing import NewEntity, NewObservation, NewRelation, Writer

AGENT = Asker(agent="bench")
PART = 2_500


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def filled(writer: Writer, size: int) -> float:
    """Processor seconds for `size` entities of one statement each; what opening costs is not in it."""
    writer.create([NewEntity(name="the first")], AGENT, now())
    begun = time.process_time()
    for first in range(0, size, PART):
        numbers = range(first, min(size, first + PART))
        wanted = [
            NewEntity(name=f"thing-{n}", type="Tool", observations=(f"the value of thing {n} is {n * 7}",))
            for n in numbers
        ]
        writer.create(wanted, AGENT, now())
    return time.process_time() - begun


def timed(act: Callable[[int], object], times: int) -> tuple[float, float]:
    """(median, 95th percentile) of the processor time of a call, in milliseconds."""
    act(-1)
    found = []
    for number in range(times):
        begun = time.process_time()
        act(number)
        found.append(1000 * (time.process_time() - begun))
    found.sort()
    return found[times // 2], found[int(times * 0.95)]


def measured(folder: Path, size: int, times: int) -> list[tuple[str, float, float]]:
    writer = Writer(open_workspace(folder, environ={}), wait=600)
    seconds = filled(writer, size)
    rows = [("records a second, in batches", 2 * size / seconds, 0.0)]

    def create(n: int) -> object:
        return writer.create([NewEntity(name=f"one-{n}", type="Tool", observations=(f"one more, {n}",))], AGENT, now())

    def observe(n: int) -> object:
        return writer.observe([NewObservation(about=f"thing-{n + 5}", text=f"another note, {n}")], AGENT, now())

    def relate(n: int) -> object:
        return writer.relate([NewRelation(src=f"one-{n}", dst=f"thing-{n + 9}", type="uses")], AGENT, now())

    for name, act in (("entity with a statement", create), ("statement", observe), ("relation", relate)):
        rows.append((f"ms CPU, one {name}", *timed(act, times)))
    writer.close()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=None, help="where the workspaces are made")
    given = parser.parse_args()
    print(f"{'facts':>8}  {'what':32}  {'median':>8}  {'p95':>8}")
    for size in given.sizes:
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            for name, median, p95 in measured(Path(folder), size, given.times):
                print(
                    f"{size:>8}  {name:32}  {median:8.2f}  {p95 or '':>8.4}"
                    if p95
                    else f"{size:>8}  {name:32}  {median:8.0f}"
                )


if __name__ == "__main__":
    main()
