"""Noctuary beside other memories: `python -m benchmarks.peers [--sizes 1000 10000] [--only NAME …] [--locomo N]`.

Every memory gets the same records and the same questions, each in a process of its own, by its documented way of taking
in many and of being asked. One that is not installed is left out, with a line that says what to install. NOCTUARY_PEERS
is the folder of their environments; nothing of theirs is needed by anything else here. `--locomo N` asks about N of
LoCoMo's conversations as well (NOCTUARY_SHARED). Times are wall time; CPU is that of the memory's processes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.peers.basic_memory import BasicMemory, BasicMemoryVectors
from benchmarks.peers.measure import CONVERSATIONS, conversation, costs
from benchmarks.peers.memory_service import MemoryService
from benchmarks.peers.ours import Noctuary, NoctuaryInProcess
from benchmarks.peers.peer import Peer
from benchmarks.peers.reference import Reference

PEERS: dict[str, Callable[[Path], Peer]] = {
    "served": Noctuary,
    "library": NoctuaryInProcess,
    "reference": Reference,
    "memory-service": MemoryService,
    "basic-memory": BasicMemory,
    "basic-memory-vectors": BasicMemoryVectors,
}
COSTS = ("records", "refused", "build", "took", "disk", "memory", "p50", "p95", "cpu", "phrase", "other words")
HEADS = (
    "memory", "version", "records", "refused", "build, s of CPU", "build, s", "disk, MB", "memory, MB",
    "p50, ms", "p95, ms", "CPU, ms", "R@10 phrase", "R@10 other words",
)  # fmt: skip
SHAPES = ("{:,}", "{:,}", "{:.1f}", "{:.0f}", "{:.1f}", "{:.0f}", "{:.1f}", "{:.1f}", "{:.1f}", "{:.2f}", "{:.2f}")
CONVERSED = ("memory", "as", "R@10", "R in 4,000 characters", "characters of ten hits", "refused")


def main(argv: Sequence[str] | None = None) -> None:
    """Print one table of costs, and one of LoCoMo where it is asked for."""
    parser = argparse.ArgumentParser(prog="benchmarks.peers", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000])
    parser.add_argument("--only", nargs="+", choices=PEERS, default=list(PEERS), metavar="NAME", help=", ".join(PEERS))
    parser.add_argument("--locomo", type=int, default=0, metavar="N")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    if given.one:
        print(json.dumps(measured(*given.one)))
        return
    here = present(given.only)
    if given.sizes:
        print(_row(HEADS), _row(["---"] * len(HEADS)), sep="\n", flush=True)
    for size in given.sizes:
        for name in here:
            _told(name, "costs", size, _costs)
    if given.locomo and not CONVERSATIONS.is_file():
        sys.exit(f"no {CONVERSATIONS}: NOCTUARY_SHARED names the folder of public data sets")
    if given.locomo:
        print("", _row(CONVERSED), _row(["---"] * len(CONVERSED)), sep="\n", flush=True)
        for name in here:
            for kind in ("turns", "notes"):
                _told(name, kind, given.locomo, _conversed)


def present(names: Sequence[str]) -> list[str]:
    """Those that are installed; a line on standard error about each that is not."""
    here = []
    for name in names:
        peer = PEERS[name](Path(tempfile.gettempdir()))
        if peer.is_here():
            here.append(name)
        else:
            print(f"{peer.name} is left out, for it is not here: {peer.install}", file=sys.stderr)
    return here


def measured(name: str, what: str, number: str) -> dict[str, Any]:
    """One memory's figures over so many records, or over so many conversations as `turns` or `notes`."""
    told: dict[str, Any] = {"rows": [], "refused": 0}
    with tempfile.TemporaryDirectory() as root:
        for turn in range(1 if what == "costs" else int(number)):
            folder = Path(root) / str(turn)
            folder.mkdir()
            peer = PEERS[name](folder)
            try:
                if what == "costs":
                    told = costs(peer, folder, int(number))
                elif what == "turns" or peer.with_notes:
                    found = conversation(peer, folder, turn, as_notes=what == "notes")
                    told["rows"] += found["rows"]
                    told["refused"] += found["refused"]
            finally:
                peer.close()
    return {"name": peer.name, "version": peer.version(), "about": peer.about(), **told}


def _told(name: str, what: str, number: int, row: Callable[[str, dict[str, Any]], str]) -> None:
    """Print the row of a memory, measured in a process of its own, or what went wrong."""
    command = [sys.executable, "-m", "benchmarks.peers", "--one", name, what, str(number)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = (ran.stderr.strip() or "no word").splitlines()[-1]
        print(f"{PEERS[name](Path()).name} failed ({what}, {number}): {said}", file=sys.stderr, flush=True)
        return
    line = row(what, json.loads(ran.stdout.splitlines()[-1]))
    if line:
        print(line, flush=True)


def _costs(_: str, told: dict[str, Any]) -> str:
    cells = [shape.format(told[name]) for shape, name in zip(SHAPES, COSTS, strict=True)]
    return _row([f"{told['name']}: {told['about']}", told["version"], *cells])


def _conversed(what: str, told: dict[str, Any]) -> str:
    rows = told["rows"]
    if not rows:
        return ""
    ten, budget, length = (mean(row[n] for row in rows) for n in range(3))
    return _row([told["name"], what, f"{ten:.3f}", f"{budget:.3f}", f"{length:,.0f}", f"{told['refused']:,}"])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
