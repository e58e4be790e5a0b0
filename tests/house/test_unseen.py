"""The verdicts on workspaces that nobody had used: each by reference, none with a word of anybody."""

from __future__ import annotations

import csv
import re

from benchmarks.real.unseen import HERE, VERDICTS, agreement, by_files, counted

FORMS = {
    "set": r"[1-9]|1[0-5789]|2[01]|([789]|1[0-4])b|12o|13ob?|15s|16b?|19p",
    "repository": r"[\w.-]+/[\w.-]+", "commit": r"[0-9a-f]{40}",
    "act": r"promoted|question|replacement|outdated|voice|cited",
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


def test_voices_are_told_by_the_days_of_their_files() -> None:
    places = (
        "memory/2026-01-02.md:3",
        "memory/20260102-1430.md:9",
        "memory/2026/01/09.md:1",
        "tools.md:4",
        "people.md:5",
    )
    pairs = [(0, 1), (0, 2), (1, 3), (3, 4), (3, 0)]
    rows = [{"act": "voice", "place": places[a], "beside": places[b], "verdict": "right"} for a, b in pairs]
    told = {row["files"]: row["of"] for row in by_files([*rows, {**rows[0], "act": "cited"}])}
    assert told == {"of one day": 1, "of two days": 1, "one of no day": 2, "both of no day": 1}


def test_two_readers_are_compared_on_what_both_read() -> None:
    def row(name: str, words: str, verdict: str) -> dict[str, str]:
        return {"set": name, "act": "voice", "words": words, "verdict": verdict}

    first = [row("7", "a", "right"), row("7", "b", "right"), row("7", "c", "wrong"), row("7", "d", "wrong")]
    again = [row("7b", "a", "arguable"), row("7b", "b", "right"), row("7b", "c", "wrong"), row("7b", "e", "wrong")]
    assert agreement([*first, *again], "7", "7b") == [
        {"on": "the verdict", "acts": 3, "agree": 2, "kappa": "0.50"},
        {"on": "wrong or not", "acts": 3, "agree": 3, "kappa": "1.00"},
    ]
