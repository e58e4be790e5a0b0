"""What a question costs through the server: a process on stdio, asked by the SDK's client, warm.

`python -m benchmarks.served [FACTS]` makes a workspace of that many facts (default 10,000), asks it, and prints
milliseconds: the client's wall clock, and the processor time of the server process a question.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mcp import Client, StdioServerParameters

from noctuary.access import ANYONE
from noctuary.settings import open_workspace
from noctuary.writing import NewEntity, Writer

SEED, ASKED, A_THING = 7, 400, 20
WORDS = "harbour tide gauge buoy pilot lamp berth crane ferry anchor rope sail chart depth channel signal".split()


def filled(root: Path, facts: int) -> None:
    """A workspace that holds so many facts, twenty about each thing."""
    lot = random.Random(SEED)
    things = (
        NewEntity(name=f"thing {n}", observations=tuple(_said(lot, n, each) for each in range(A_THING)))
        for n in range(facts // A_THING)
    )
    with Writer(open_workspace(root)) as writer:
        writer.create(list(things), ANYONE, dt.datetime.now(dt.UTC))


def _said(lot: random.Random, thing: int, number: int) -> str:
    return f"thing {thing} {' '.join(lot.choices(WORDS, k=6))} is {lot.randrange(10_000)} at {number}"


def spent(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _children() -> Iterator[int]:
    for task in Path("/proc/self/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


async def asked(root: Path) -> tuple[list[float], float]:
    """Wall milliseconds of each question, and the server's processor milliseconds a question."""
    lot = random.Random(SEED + 1)
    words = ["-c", "from noctuary.cli import run; run()", "serve", "-w", str(root)]
    async with Client(StdioServerParameters(command=sys.executable, args=words), read_timeout_seconds=120) as client:
        took: list[float] = []
        for number in range(ASKED + 20):
            if number == 20:
                before = sum(map(spent, _children()))
            began = time.perf_counter()
            said = await client.call_tool("noctuary_search", {"query": " ".join(lot.choices(WORDS, k=3))})
            took.append((time.perf_counter() - began) * 1000)
            assert not said.is_error
        used = sum(map(spent, _children())) - before
    return sorted(took[20:]), used * 1000 / ASKED


def main() -> None:
    facts = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        filled(Path(folder), facts)
        took, used = asyncio.run(asked(Path(folder)))
    at = {share: took[int(len(took) * share / 100)] for share in (50, 95, 99)}
    print(f"{facts} facts, {ASKED} searches: " + ", ".join(f"p{k} {v:.1f} ms" for k, v in at.items())
          + f"; processor {used:.1f} ms a search")  # fmt: skip


if __name__ == "__main__":
    main()
