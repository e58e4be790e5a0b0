"""How many requests to keep nothing are heard, and how many commands in fetched text: `python -m benchmarks.asks`.

`held_asks.tsv` and its second to fifth hold 34 lines a language in eight, then 32 in eight, ten, ten and ten languages,
by writers who had seen neither code nor word lists; nobody who works on them has read them. Totals of all were known
when the bar of today was set. `told_asks.tsv` holds
12,500 more by fifteen other writers: requests, lines that share words with them, and other lines.
`benchmarks.train_ears` learns from them.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from noctuary.extraction.keep_gates import command_in, is_withheld, of_event, of_tool

HELD = Path(__file__).parent / "held_asks.tsv"
MORE = tuple(HELD.with_stem(f"held_asks_{which}") for which in ("second", "third", "fourth", "fifth"))
ASKS = ("private", "ordinary")
LABELS = (*ASKS, "injection", "document")
ALL = "all"


def rows(path: Path) -> list[dict[str, str]]:
    """A table's rows: language, label, text."""
    with path.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def main() -> None:
    """Print a row a language of each table: what is taken for a request of a user's, what for a command in a page."""
    for path in (HELD, *MORE):
        print(path.stem)
        _tell(rows(path))


def _tell(held: list[dict[str, str]]) -> None:
    heard: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    for row in held:
        is_heard = _is_request(row["text"]) if row["label"] in ASKS else _is_command(row["text"])
        for language in (row["language"], ALL):
            of[language, row["label"]] += 1
            heard[language, row["label"]] += is_heard
    labels = [label for label in LABELS if of[ALL, label]]
    print("language" + "".join(label.rjust(12) for label in labels))
    for language in (*dict.fromkeys(row["language"] for row in held), ALL):
        cells = (f"{heard[language, label]}/{of[language, label]}".rjust(12) for label in labels)
        print(language.ljust(8) + "".join(cells))


def _is_request(text: str) -> bool:
    return of_event(text) == "no_store" or is_withheld("user", text)


def _is_command(text: str) -> bool:
    return bool(command_in(text, is_untrusted=True)) or of_tool(text) == "injection"


if __name__ == "__main__":
    main()
