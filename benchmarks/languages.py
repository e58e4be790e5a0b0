"""What extraction keeps of ten plain statements and ten passing ones a language: `python -m benchmarks.languages`.

The lines of extract_lines_languages.tsv never train. Prints a row a language: how many of the lines to keep were kept,
how many of those with the right kind, and how many of the others were turned away. `--all` names every wrong answer.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from benchmarks.train_extract import Row, verdict

LINES = Path(__file__).parent / "extract_lines_languages.tsv"
NAMES = {
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "pt": "Portuguese",
    "it": "Italian",
    "nl": "Dutch",
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
