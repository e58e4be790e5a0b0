"""Which rows of the seeds' requirements a test names: `python -m benchmarks.requirements` (NOCTUARY_SHARED).

A row counts where the docstring of a test below tests/ names its id. Whether that test proves the row is for its reader
to judge: nothing is run here, nothing written. `--priority P0` keeps to one priority, `--where` lists who names what.
"""

from __future__ import annotations

import argparse
import ast
import csv
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ID = re.compile(r"\b(?:TB|MT|SG|TK|KG)-\d{3}\b")
WIDTH = 100


class Row(NamedTuple):
    """One testable statement of a seed."""

    id: str
    area: str
    statement: str
    priority: str


def rows(path: Path) -> list[Row]:
    """Every row of requirements.tsv, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        found = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Row(*(row[name] for name in Row._fields)) for row in found]


def named(tests: Path) -> dict[str, list[str]]:
    """The tests (`file::name`) whose docstring names an id, by id, in order of file and line."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name, said in _docstrings(path):
            for one in dict.fromkeys(ID.findall(said)):
                found.setdefault(one, []).append(f"{path.relative_to(tests.parent).as_posix()}::{name}")
    return found


def _docstrings(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def shares(found: Iterable[Row], names: dict[str, list[str]], field: str) -> dict[str, tuple[int, int]]:
    """(rows that a test names, rows) by priority or area, in the order in which they first come."""
    counted: dict[str, tuple[int, int]] = {}
    for row in found:
        done, of = counted.get(getattr(row, field), (0, 0))
        counted[getattr(row, field)] = done + (row.id in names), of + 1
    return counted


def _table(found: list[Row], names: dict[str, list[str]]) -> Iterator[str]:
    yield f"{'':<12} named  of"
    for field in ("priority", "area"):
        for name, (done, of) in shares(found, names, field).items():
            yield f"{name:<12} {done:>5} {of:>3}"
        yield ""


def _unnamed(found: list[Row], names: dict[str, list[str]]) -> Iterator[str]:
    left = [row for row in found if row.id not in names]
    yield f"Named by no test: {len(left)}" if left else "Every row is named by a test."
    for row in left:
        line = f"{row.id}  {row.priority}  {row.area}: {row.statement}"
        yield line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def main() -> None:
    """Print the counts and the ids left, or who names each."""
    parser = argparse.ArgumentParser(description="Which rows of requirements.tsv a test names.")
    parser.add_argument("--priority", choices=("P0", "P1", "P2"), help="only rows of this priority")
    parser.add_argument("--where", action="store_true", help="the tests that name each row instead of the rows left")
    args = parser.parse_args()
    folder = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared"))
    if not (table := folder / "requirements.tsv").is_file():
        sys.exit(f"NOCTUARY_SHARED: no requirements.tsv in {folder}; set it to the folder that holds the seeds' rows")
    found = [row for row in rows(table) if args.priority in (None, row.priority)]
    names = named(ROOT / "tests")
    for line in _table(found, names):
        print(line)
    if args.where:
        for row in found:
            print(f"{row.id}  {', '.join(names.get(row.id, ('-',)))}")
        return
    for line in _unnamed(found, names):
        print(line)


if __name__ == "__main__":
    main()
