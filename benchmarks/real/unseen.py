"""What readers said of nights over workspaces that nobody here had used: `python -m benchmarks.real.unseen [SET]`.

The verdicts stand in unseen.tsv by reference: repository, commit, act, place and a hash over the words, no word itself.
Each of the sets is of the code before its mistakes were mended (docs/real.md): a development set since.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from pathlib import Path

from benchmarks.corpus.labels import kappa
from benchmarks.judgement.table import Cell, Table, markdown

HERE = Path(__file__).parent / "unseen.tsv"
SETS = {
    "1": "sixteen workspaces, every act and 60 voices",
    "2": "eighteen workspaces, every act (of one 45 of its promotions) and 17 voices",
    "3": "twenty-two workspaces, up to twenty promotions of each by lot, fifteen questions and 49 voices",
    "4": "thirty-nine workspaces, up to twenty promotions and eight voices of each by lot, all else whole",
    "5": "thirty-two workspaces, drawn as the fourth set",
    "6": "twenty-six workspaces, drawn as the fourth set",
    "7": "thirty-eight workspaces, drawn as the fourth set",
    "7b": "acts of the seventh set, each by a second reader",
    "8": "twenty-eight workspaces, drawn as the fourth set",
    "8b": "acts of the eighth set, each by a second reader",
    "9": "thirty-eight workspaces, drawn as the fourth set",
    "9b": "acts of the ninth set, each by a second reader",
    "10": "twenty-six workspaces, drawn as the fourth set",
    "10b": "acts of the tenth set, each by a second reader",
    "11": "twenty-nine workspaces, drawn as the fourth set",
    "11b": "acts of the eleventh set, each by a second reader",
    "12": "seventeen workspaces, drawn as the fourth set",
    "12b": "acts of the twelfth set, each by a second reader",
    "12o": "fifteen of these workspaces: what the code before lets in of the lots, and worth leaves out",
    "13": "twenty-six workspaces, drawn as the fourth set: what `promote.min_noted` of .85 lets in of nights at .75",
    "13b": "acts of the thirteenth set, each by a second reader",
    "13o": "thirty of the same thirty-six workspaces: what it leaves out of these nights",
    "13ob": "acts of what it leaves out, each by a second reader",
    "14": "thirty-one workspaces, drawn as the fourth set",
    "14b": "acts of the fourteenth set, each by a second reader",
    "15": "fifteen workspaces, drawn as the fourth set, with notes let in from .75 on",
    "15s": "the same dreamt again as shipped: what the fifteenth set had not judged",
    "16": "seventeen workspaces, drawn as the fourth set, with notes let in from .75 on",
    "16b": "acts of the sixteenth set, each by a second reader, who was to take the lower word where he wavered",
    "17": "thirty-one workspaces, drawn as the fourth set, as shipped",
    "18": "forty-three workspaces, drawn as the fourth set, each MEMORY.md as it stood on the night's day",
    "19": "thirty-one workspaces, drawn and laid as the eighteenth set",
    "20": "fifty-two workspaces, drawn and laid as the eighteenth set; what is merely cited apart from voices",
    "21": "twenty-nine workspaces, drawn and laid as the twentieth set",
    "19p": "sixteen of these: what worth weighed by pieces of a line, too, lets in or counts besides (not taken)",
}
VERDICTS = ("right", "arguable", "wrong")
_DAY = re.compile(r"(20\d\d)[-_/]?(\d\d)[-_/]?(\d\d)")
AGAIN = "b"
"""What the name of a set ends in that holds second readings of another's acts."""


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
    """Print of each set the sums, the promotions by who said them, the questions by kind, the voices by whether their
    files are of a day, the workspaces, and how far second readers agree."""
    with HERE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for name in sorted({row["set"] for row in rows} & set(wanted or SETS)):
        print(f"# Set {name}: {SETS[name]}\n")
        _tell([row for row in rows if row["set"] == name])
        if name.endswith(AGAIN):
            print(markdown(Table("Two readers", agreement(rows, name.removesuffix(AGAIN), name))))


def agreement(rows: list[dict[str, str]], first: str, second: str) -> list[dict[str, Cell]]:
    """How far the readers of two sets agree on the acts that both judged: on the three words, and on what is wrong."""
    said: dict[str, dict[tuple[str, ...], str]] = {first: {}, second: {}}
    for row in rows:
        if row["set"] in said:
            act = tuple(row[name] for name in row if name not in ("set", "verdict"))
            said[row["set"]][act] = row["verdict"]
    both = [(said[first][act], verdict) for act, verdict in said[second].items() if act in said[first]]
    wrong = [(one == VERDICTS[-1], two == VERDICTS[-1]) for one, two in both]
    return [
        {"on": on, "acts": len(them), "agree": sum(x == y for x, y in them), "kappa": f"{kappa(them):.2f}"}
        for on, them in (("the verdict", both), ("wrong or not", wrong))
    ]


def by_files(rows: list[dict[str, str]]) -> list[dict[str, Cell]]:
    """The voices by whether the paths of both files name a day, or one day's, or one or neither does."""
    voices = [row for row in rows if row["act"] == "voice"]
    return counted(
        [{**row, "files": _files(_DAY.search(row["place"]), _DAY.search(row["beside"]))} for row in voices], "files"
    )


def _files(one: re.Match[str] | None, other: re.Match[str] | None) -> str:
    if one and other:
        return "of one day" if one.groups() == other.groups() else "of two days"
    return "one of no day" if one or other else "both of no day"


def _tell(rows: list[dict[str, str]]) -> None:
    promoted, asked = ([row for row in rows if row["act"] == act] for act in ("promoted", "question"))
    for title, some, by in (
        ("What was done", rows, ("act",)),
        ("Promotions by role", promoted, ("role",)),
        ("Questions by kind", asked, ("what",)),
        ("Workspaces", rows, ("repository", "act")),
    ):
        print(markdown(Table(title, counted(some, *by))))
    print(markdown(Table("Voices by their files", by_files(rows))))


if __name__ == "__main__":
    main(sys.argv[1:])
