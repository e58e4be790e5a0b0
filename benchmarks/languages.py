"""What extraction keeps, and what the judge tells, in languages other than English: `python -m benchmarks.languages`.

The lines of extract_lines_languages.tsv never train, nor do the pairs of held_languages.tsv. Prints a row a language:
how many of the lines to keep were kept, how many of those with the right kind, and how many of the others were turned
away; then, of pairs, what is called a conflict by measures and by measures and reader together. `--all` names every
wrong answer about lines; nobody who works on the judge reads the pairs.
"""

from __future__ import annotations

import csv
import datetime as dt
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.reader.measure import ASK, CONFLICTS, Said, by_both, by_measures
from benchmarks.train_extract import Row, verdict
from noctuary.model import Statement

LINES = Path(__file__).parent / "extract_lines_languages.tsv"
PAIRS = Path(__file__).parent / "held_languages.tsv"
DAY = dt.date(2026, 3, 1)
NAMES = {
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "pt": "Portuguese",
    "it": "Italian",
    "nl": "Dutch",
    "ru": "Russian",
    "zh": "Chinese",
    "ja": "Japanese",
}


def main(arguments: list[str]) -> None:
    """Print the table."""
    by_language: dict[str, list[Row]] = defaultdict(list)
    for number, line in enumerate(LINES.read_text("utf-8").splitlines(), 1):
        role, kind, text, language = line.split("\t")
        row: Row = {"id": f"g{number:03}", "role": role, "kind": kind, "text": text, "date": "2026-10-05"}
        by_language[language].append(row)
    print("language      kept   right kind  turned away")
    for language, rows in by_language.items():
        print(_row(NAMES[language], rows, has_all="--all" in arguments))
    _tell_pairs()


def _tell_pairs() -> None:
    with PAIRS.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    pairs = [(_said(row["a"], 0), _said(row["b"], int(row["days"]))) for row in rows]
    for name, way in (("measures", by_measures), ("measures and reader", by_both)):
        told = list(zip(rows, way(pairs), strict=True))
        print(f"\n{name:20} called a conflict P / R    sure P / R   changes named   all kinds right")
        for language in dict.fromkeys(row["language"] for row in rows):
            print(_pair_row(NAMES[language], [one for one in told if one[0]["language"] == language]))
        print(_pair_row("all", told))


def _said(text: str, days: int) -> Statement:
    return Statement(text=text, said_on=DAY + dt.timedelta(days))


def _pair_row(name: str, told: Sequence[tuple[dict[str, str], Said]]) -> str:
    """One language's precision and recall of conflicts, as called and as sure as a question must be."""
    truth = [row["label"] in CONFLICTS for row, _ in told]
    called = _rates(truth, [said.kind in CONFLICTS for _, said in told])
    sure = _rates(truth, [said.sure >= ASK for _, said in told])
    changes = [said.kind == "supersession" for row, said in told if row["label"] == "supersession"]
    right = sum(row["label"] == said.kind for row, said in told)
    return f"{name:28}{called:>12}{sure:>20}{sum(changes):>9}/{len(changes):<6}{right:>12}/{len(told)}"


def _rates(truth: Sequence[bool], said: Sequence[bool]) -> str:
    both = sum(a and b for a, b in zip(truth, said, strict=True))
    return f"{both / max(1, sum(said)):.2f} / {both / sum(truth):.2f}"


def _row(name: str, rows: list[Row], *, has_all: bool) -> str:
    """One language's counts."""
    said = [(row, verdict(row)) for row in rows]
    wanted = [(row, found) for row, found in said if row["kind"]]
    kept = [(row, found) for row, found in wanted if found]
    right = sum(row["kind"] == found.kind for row, found in kept if found)
    others = [(row, found) for row, found in said if not row["kind"]]
    away = sum(found is None for _, found in others)
    for row, found in said if has_all else ():
        if bool(row["kind"]) != bool(found) or (found and row["kind"] != found.kind):
            print(f"  {row['kind'] or 'nothing'} said {found.kind if found else 'nothing'}: {row['text']}")
    return f"{name:12}{len(kept):3}/{len(wanted):<3}{right:7}/{len(kept):<3}{away:9}/{len(others)}"


if __name__ == "__main__":
    main(sys.argv[1:])
