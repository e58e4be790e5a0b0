"""What outdated lines are learned from: real pairs by reference, each as two readers said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import outdated
from benchmarks.asks import rows
from benchmarks.corpus.recover import sha_of

FORMS = {
    "repository": r"[\w.-]+/[\w.-]+", "line": r"[0-9a-f]{12}", "said": r"[0-9a-f]{12}",
    "first": "outdates|clashes|holds", "second": "outdates|clashes|holds",
}  # fmt: skip


@pytest.mark.parametrize("where", [outdated.READ, outdated.READ_IN_MOMENTS])
def test_a_real_pair_is_a_reference_and_no_word(where: Path) -> None:
    read = rows(where)
    assert [(name, row) for row in read for name, form in FORMS.items() if not re.fullmatch(form, row[name])] == []
    assert len({tuple(row.values())[:3] for row in read}) == len(read)


@pytest.mark.parametrize(
    ("said", "is_outdated"),
    [
        ({"outdates"}, True), ({"outdates", "clashes"}, True), ({"holds", "clashes"}, None), ({"holds"}, False),
        (set(), False),
    ],
)  # fmt: skip
def test_a_line_is_outdated_where_both_readers_say_so(
    monkeypatch: pytest.MonkeyPatch, said: set[str], is_outdated: bool | None
) -> None:
    found = {("a/b", sha_of("port: 1"), sha_of("port: 2")): said} if said else {}
    monkeypatch.setattr(outdated, "_read", lambda _: found)
    assert outdated.read_as("a/b", "port: 1", "port: 2") is is_outdated


@pytest.mark.parametrize(
    ("own", "notes", "size", "is_small"),
    [(9, 4, 9, True), (None, 4, 9, False), (9, 3, 9, False), (9, 4, 20_000, False), (60_001, 4, 9, False)],
)
def test_a_small_workspace_has_a_memory_file_and_a_few_notes(
    tmp_path: Path, own: int | None, notes: int, size: int, is_small: bool
) -> None:
    (tmp_path / "memory").mkdir()
    for day in range(notes):
        (tmp_path / "memory" / f"2026-05-0{day + 1}.md").write_text("x" * size)
    if own:
        (tmp_path / "MEMORY.md").write_text("x" * own)
    assert outdated.is_small(tmp_path) is is_small
