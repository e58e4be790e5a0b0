"""The verdicts on workspaces that nobody had used: each by reference, none with a word of anybody."""

from __future__ import annotations

import csv
import re

from benchmarks.real.unseen import HERE, VERDICTS, counted

FORMS = {
    "set": r"[1-7]",
    "repository": r"[\w.-]+/[\w.-]+", "commit": r"[0-9a-f]{40}", "act": r"promoted|question|replacement|outdated|voice",
    "what": r"\w*", "role": r"\w*", "place": r"(?:\S[^\t]*\.\w+:\d+)?", "beside": r"(?:\S[^\t]*\.\w+:\d+)?",
    "words": r"[0-9a-f]{12}", "verdict": "|".join(VERDICTS),
}  # fmt: skip


def test_a_verdict_is_a_reference_and_no_word() -> None:
    with HERE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    odd = [(name, row) for row in rows for name, form in FORMS.items() if not re.fullmatch(form, row[name])]
    assert odd == []
    assert len({tuple(row.values()) for row in rows}) == len(rows)


def test_the_sums_count_each_act_once() -> None:
    rows = [{"act": "question", "verdict": one} for one in ("right", "wrong", "wrong")]
    assert counted(rows, "act") == [{"act": "question", "of": 3, "right": 1, "arguable": 0, "wrong": 2}]
