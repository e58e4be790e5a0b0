"""The rows of the corpus: where a statement stands and what markers said of it. Reads three tables, no text."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
LEVELS = {"m": "must", "y": "may", "n": "no"}
STANCES = {
    "a": "asserted", "t": "transient", "q": "asked", "s": "supposed", "p": "planned", "r": "reported", "x": "scrap",
}  # fmt: skip
KINDS = {
    "P": "preference", "D": "decision", "F": "fact", "C": "constraint",
    "I": "identity", "R": "correction", "L": "lesson", "E": "event",
}  # fmt: skip
VERDICTS = {
    "c": "contradiction", "s": "supersession", "s-": "superseded", "d": "duplicate",
    "r": "refinement", "r-": "refined", "p": "compatible", "u": "unrelated",
}  # fmt: skip
"""`s-` and `r-` are the same with the sides exchanged: the older statement replaces, or adds to, the newer one."""


class Source(NamedTuple):
    """One file at one commit; of the shared inputs `repository` is "inputs" and `commit` is empty."""

    repository: str
    commit: str
    path: str


class Place(NamedTuple):
    """Where a statement stands, with twelve hex digits over its words."""

    source: Source
    line: int
    sha: str


class Line(NamedTuple):
    """What each marker said of one statement: marker → (level, stance, kind or "-")."""

    place: Place
    said: dict[str, tuple[str, str, str]]


class Pair(NamedTuple):
    """What each marker said of two statements: marker → verdict; in `unsure` who doubted it."""

    older: Place
    newer: Place
    said: dict[str, str]
    unsure: frozenset[str]


def lines(folder: Path = HERE) -> list[Line]:
    """Every labelled statement, each once."""
    sources = _sources(folder)
    said: dict[Place, dict[str, tuple[str, str, str]]] = defaultdict(dict)
    for row in _rows(folder / "lines.tsv"):
        place = Place(sources[row["file"]], int(row["line"]), row["sha"])
        said[place][row["marker"]] = row["level"], row["stance"], row["kind"]
    return [Line(place, told) for place, told in said.items()]


def pairs(folder: Path = HERE) -> list[Pair]:
    """Every labelled pair, each once."""
    sources = _sources(folder)
    said: dict[tuple[Place, Place], dict[str, str]] = defaultdict(dict)
    unsure: dict[tuple[Place, Place], set[str]] = defaultdict(set)
    for row in _rows(folder / "pairs.tsv"):
        ends = (
            Place(sources[row["older_file"]], int(row["older_line"]), row["older_sha"]),
            Place(sources[row["newer_file"]], int(row["newer_line"]), row["newer_sha"]),
        )
        said[ends][row["marker"]] = row["verdict"]
        if row["sure"] == "?":
            unsure[ends].add(row["marker"])
    return [Pair(*ends, told, frozenset(unsure[ends])) for ends, told in said.items()]


def kappa(both: Iterable[tuple[Hashable, Hashable]]) -> float:
    """Cohen's kappa of two markers' labels: 1 where they agree always, 0 where no more than by chance (Cohen 1960)."""
    told = list(both)
    sides = [[pair[side] for pair in told] for side in (0, 1)]
    seen = sum(a == b for a, b in told) / len(told)
    chance = sum(sides[0].count(label) * sides[1].count(label) for label in {*sides[0], *sides[1]}) / len(told) ** 2
    return 1.0 if chance == 1 else (seen - chance) / (1 - chance)


def twice(said: Sequence[Mapping[str, Hashable]]) -> list[tuple[Hashable, Hashable]]:
    """The labels of what two markers saw, in the order of the markers' names."""
    return [(one[a], one[b]) for one in said if len(one) > 1 for a, b in [sorted(one)[:2]]]


def _sources(folder: Path) -> dict[str, Source]:
    return {r["number"]: Source(r["repository"], r["commit"], r["path"]) for r in _rows(folder / "files.tsv")}


def _rows(path: Path) -> Iterable[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as table:
        yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
