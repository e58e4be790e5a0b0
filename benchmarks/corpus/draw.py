"""Draws statements and pairs of clones by lot, in their natural mixture, as sheets for markers.

`python -m benchmarks.corpus.draw FOLDER OUT`: FOLDER holds clones as `owner/name` or `owner+name`, OUT takes the
sheets; both stay outside the repository. The same clones and seed give the same sheets. What the labels mean stands in
docs/corpus.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpus import recover
from benchmarks.corpus.recover import Kept, Piece
from noctuary.embed import choose
from noctuary.judging.find import pairs

MOST_FILES, MOST_KEPT = 120, 2500
RUN, RUNS_OF_A_FILE = 20, 4
NEAREST, NEAR_ENOUGH = 3, 0.5
"""As a night's own `candidate_pairs` proposes neighbours."""
SHOWN = 420


class Drawn(NamedTuple):
    """What was drawn of one repository: runs of statements of one file each, and pairs, the older first."""

    commit: str
    runs: list[list[Piece]]
    pairs: list[tuple[Kept, Kept]]


def drawn(clone: Path, name: str, seed: str, lines: int, compared: int) -> Drawn:
    """Runs of about that many statements, and at most that many pairs, by lot."""
    chance = random.Random(f"{seed} {name}")
    commit = recover.head(clone)
    every = recover.files(clone, commit)
    long_term = [path for path in every if path.endswith("MEMORY.md")][:2]
    chance.shuffle(every)
    said = recover.events(clone, commit, sorted({*every[:MOST_FILES], *long_term}))
    runs = _runs(list(recover.pieces(said)), chance, lines)
    return Drawn(commit, runs, _pairs(recover.kept(said), chance, compared) if compared else [])


def _runs(pieces: Sequence[Piece], chance: random.Random, most: int) -> list[list[Piece]]:
    by_path: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        by_path[piece.path].append(piece)
    runs = [own[start : start + RUN] for own in by_path.values() for start in range(0, len(own), RUN)]
    chance.shuffle(runs)
    taken: list[list[Piece]] = []
    of_file: Counter[str] = Counter()
    for run in runs:
        if sum(map(len, taken)) < most and of_file[run[0].path] < RUNS_OF_A_FILE:
            of_file[run[0].path] += 1
            taken.append(run)
    return taken


def _pairs(kept: list[Kept], chance: random.Random, most: int) -> list[tuple[Kept, Kept]]:
    if len(kept) > MOST_KEPT:
        kept = chance.sample(kept, MOST_KEPT)
    found = [
        (kept[i], kept[j])
        for i, j in pairs([one.statement for one in kept], set(range(len(kept))), _near(kept))
        if kept[i].statement.text.casefold() != kept[j].statement.text.casefold()
    ]
    return [_in_order(*pair) for pair in chance.sample(found, min(most, len(found)))]


def _near(kept: Sequence[Kept]) -> list[tuple[int, int]]:
    import numpy as np

    if len(kept) < 2:
        return []
    rows = choose().embedder.embed([one.statement.text for one in kept])
    rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    alike = rows @ rows.T
    np.fill_diagonal(alike, 0)
    found = []
    for i, own in enumerate(alike):
        found += [(min(i, int(j)), max(i, int(j))) for j in np.argsort(-own)[:NEAREST] if own[j] >= NEAR_ENOUGH]
    return found


def _in_order(a: Kept, b: Kept) -> tuple[Kept, Kept]:
    one, two = a.statement.said_on, b.statement.said_on
    return (b, a) if (one and two and one > two) or (one and not two) else (a, b)


def _cut(text: str, most: int = SHOWN) -> str:
    return text if len(text) <= most else text[:most] + " …"


def _side(one: Kept) -> str:
    said = one.statement
    above = _cut(" > ".join(said.context), 120)
    return f"({said.said_on or 'undated'}; {above}) {_cut(said.text, 360)}"


def main(words: list[str]) -> None:
    """Write the sheets and, as references, what stands on them."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("--seed", default="noctuary", help="another one draws others (default: that of the corpus)")
    asked.add_argument("--lines", type=int, default=300, help="statements of each repository")
    asked.add_argument("--pairs", type=int, default=190, help="pairs of each repository")
    given = asked.parse_args(words)
    given.out.mkdir(parents=True, exist_ok=True)
    told = Counter({"statements": 0, "pairs": 0})
    with (given.out / "lines.txt").open("w") as lines, (given.out / "pairs.txt").open("w") as compared:
        for name, clone in recover.clones(given.folder):
            found = drawn(clone, name, given.seed, given.lines, given.pairs)
            for run in found.runs:
                print(f"\n=== {name}@{found.commit[:12]} {run[0].path} ({run[0].role})", file=lines)
                above: tuple[str, ...] | None = None
                for piece in run:
                    if piece.context != above:
                        above = piece.context
                        print(f"  # {_cut(' > '.join(above), 160)}", file=lines)
                    print(f"[{piece.line} {piece.sha}] {_cut(piece.text)}", file=lines)
            for older, newer in found.pairs:
                places = " ".join(f"{one.path}:{one.line}:{one.sha}" for one in (older, newer))
                print(f"\n[{name}@{found.commit[:12]} {places}]", file=compared)
                print(f" A {_side(older)}\n B {_side(newer)}", file=compared)
            told.update(statements=sum(map(len, found.runs)), pairs=len(found.pairs))
    print(f"{told['statements']:,} statements and {told['pairs']:,} pairs drawn into {given.out}")


if __name__ == "__main__":
    main(sys.argv[1:])
