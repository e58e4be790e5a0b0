"""What a session about one thing needs, and what is at hand: `python -m benchmarks.focus` (NOCTUARY_SHARED).

Over real knowledge graphs that people's agents wrote, one session about each entity that has a relation. Needed is what
the graph says of it (own) and of what it is related to (beside). Three pools of statements, best first, each cut at k:
by structure and then by words, as `noctuary context --about` takes them; by words alone; the latest. Shares are means
over the sessions. The relations are those of the graphs: by structure it is shown that a pool follows them and how much
room that leaves, not that one needs what one is related to.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from noctuary.importing import bring
from noctuary.index import Index
from noctuary.model import BELIEVED
from noctuary.settings import open_workspace

ROOT = Path(__file__).parent.parent
NOW = dt.datetime(2026, 11, 4, 9, tzinfo=dt.UTC)
CUTS = (20, 50, 100)
MOST = 400
POOLS: dict[str, Callable[[Index, str], list[str]]] = {
    "structure, then words": lambda index, about: [*_structure(index, about), *_words(index, about)],
    "words": lambda index, about: _words(index, about),
    "latest": lambda index, about: [fact.id for fact in index.latest(_KINDS, BELIEVED, MOST)],
}
_KINDS = ("fact", "preference", "decision", "constraint", "identity", "correction", "lesson", "event")


def _structure(index: Index, about: str) -> list[str]:
    found = index.focus(about, BELIEVED)
    return [*found.facts, *found.beside]


def _words(index: Index, about: str) -> list[str]:
    return [match.id for match in index.match(about, MOST, BELIEVED)]


def sessions(index: Index) -> Iterator[tuple[str, set[str], set[str]]]:
    """(name, ids of its own statements, ids of those beside it) of each entity with a relation to another."""
    names = {one.id: one.name for one in index.entities()}
    near: dict[str, set[str]] = {}
    for edge in index.ties():
        if edge.src != edge.dst:
            near.setdefault(edge.src, set()).add(edge.dst)
            near.setdefault(edge.dst, set()).add(edge.src)
    for key in sorted(near.keys() & names.keys()):
        own, beside = ({fact.id for fact in index.facts_about(ids) if fact.is_believed} for ids in ([key], near[key]))
        if own and beside:
            yield names[key], own, beside


def share(pool: Sequence[str], wanted: Collection[str], cut: int) -> float:
    """How much of what is wanted stands among the first of a pool."""
    return len(set(list(dict.fromkeys(pool))[:cut]) & set(wanted)) / len(wanted)


def measured(paths: Sequence[Path]) -> tuple[int, dict[tuple[str, int], tuple[float, float]]]:
    """How many sessions, and by pool and cut the mean shares of own and beside."""
    sums: dict[tuple[str, int], list[tuple[float, float]]] = {(name, cut): [] for name in POOLS for cut in CUTS}
    for path in paths:
        with tempfile.TemporaryDirectory(prefix="noctuary-focus-") as folder:
            workspace = open_workspace(Path(folder), environ={})
            bring(workspace, [path], NOW)
            if not workspace.index.is_file():
                continue
            with Index.open(workspace.index, read_only=True) as index:
                for name, own, beside in sessions(index):
                    for pool, of in POOLS.items():
                        found = of(index, name)
                        for cut in CUTS:
                            sums[pool, cut].append((share(found, own, cut), share(found, beside, cut)))
    count = len(next(iter(sums.values())))
    return count, {key: _means(told) for key, told in sums.items()}


def _means(told: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return tuple(sum(column) / len(told) for column in zip(*told, strict=True)) if told else (0.0, 0.0)  # type: ignore[return-value]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="What a session about one thing needs, and what is at hand.")
    parser.add_argument("graphs", nargs="*", type=Path, help="graph files; default: NOCTUARY_SHARED's")
    given = parser.parse_args()
    folder = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")) / "inputs" / "graphs"
    paths = given.graphs or sorted(folder.glob("*/memory.json*"))
    if not paths:
        sys.exit(f"NOCTUARY_SHARED: no graphs in {folder}; name files of your own")
    count, found = measured(paths)
    print(f"{count} sessions, each about an entity of one of {len(paths)} graphs; share of its statements: own, beside")
    print(f"{'':<22}" + "".join(f"{f'@{cut}':>14}" for cut in CUTS))
    for name in POOLS:
        print(f"{name:<22}" + "".join("   {:.2f}   {:.2f}".format(*found[name, cut]) for cut in CUTS))


if __name__ == "__main__":
    main()
