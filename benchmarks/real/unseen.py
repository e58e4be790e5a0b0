"""What readers said of nights over workspaces that nobody here had used: `python -m benchmarks.real.unseen [SET]`.

The verdicts stand in unseen.tsv by reference: repository, commit, act, place and a hash over the words, no word itself.
Each of the sets is of the code before its mistakes were mended (docs/real.md): a development set since.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path

from benchmarks.judgement.table import Cell, Table, markdown

HERE = Path(__file__).parent / "unseen.tsv"
SETS = {
    "1": "sixteen workspaces, every act and 60 voices",
    "2": "eighteen workspaces, every act (of one 45 of its promotions) and 17 voices",
    "3": "twenty-two workspaces, up to twenty promotions of each by lot, fifteen questions and 49 voices",
    "4": "thirty-nine workspaces, up to twenty promotions and eight voices of each by lot, all else whole",
    "5": "thirty-two workspaces, drawn as the fourth set",
    "6": "twenty-six workspaces, drawn as the fourth set",
    "7": "twenty-nine workspaces, drawn as the fourth set",
}
VERDICTS = ("right", "arguable", "wrong")


def counted(rows: list[dict[str, str]], *by: str) -> list[dict[str, Cell]]:
    """A row for each value of these columns: how many acts, and how many of them were right, arguable and wrong."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in by), Counter())[row["verdict"]] += 1
    return [
        dict(zip(by, key, strict=True)) | {"of": told.total()} | {verdict: told[verdict] for verdict in VERDICTS}
        for key, told in sorted(found.items())
    ]


def main(wanted: list[str]) -> None:
    """Print of each set the sums, the promotions by who said them, the questions by kind, and the workspaces."""
    with HERE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for name in sorted({row["set"] for row in rows} & set(wanted or SETS)):
        print(f"# Set {name}: {SETS[name]}\n")
        _tell([row for row in rows if row["set"] == name])


def _tell(rows: list[dict[str, str]]) -> None:
    promoted, asked = ([row for row in rows if row["act"] == act] for act in ("promoted", "question"))
    for title, some, by in (
        ("What was done", rows, ("act",)),
        ("Promotions by role", promoted, ("role",)),
        ("Questions by kind", asked, ("what",)),
        ("Workspaces", rows, ("repository", "act")),
    ):
        print(markdown(Table(title, counted(some, *by))))


if __name__ == "__main__":
    main(sys.argv[1:])
