"""What owners changed: the moments of a MEMORY.md in a repository's history."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from benchmarks.asks import rows
from benchmarks.corpus import histories
from benchmarks.corpus.histories import Rewritten
from tests.house.conftest import Commit

BEFORE = "# Memory\n\n- API port: 8080\n- We deploy on Fridays\n"
AFTER = BEFORE.replace("8080", "9090")


def test_a_moment_is_the_memory_before_a_change_and_the_notes_since(commit: Commit, tmp_path: Path) -> None:
    first = commit("2026-05-01", {"MEMORY.md": BEFORE, "memory/2026-04-30.md": "- an old note\n"})
    commit("2026-05-03", {"memory/2026-05-03.md": "- port 9090 from now on\n", "memory/ideas.md": "- none\n"})
    last = commit("2026-05-04", {"MEMORY.md": AFTER, "memory/2026-03-01.md": "- written late\n"})
    (found,) = histories.moments(tmp_path)
    assert found == (first, last, dt.date(2026, 5, 4), ("memory/2026-05-03.md",))
    root = tmp_path / "laid"
    assert histories.lay(tmp_path, found, root) == dt.datetime(2026, 5, 5, 3, tzinfo=dt.UTC)
    laid = {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*.md")}
    assert laid == {"MEMORY.md": BEFORE, "memory/2026-05-03.md": "- port 9090 from now on\n"}
    assert histories.drawn(tmp_path, "a/b") == [found]


@pytest.mark.parametrize(
    "files", [{"MEMORY.md": AFTER}, {"MEMORY.md": AFTER, "memory/2026-05-03.md": "x" * (histories.NOTES + 1)}]
)
def test_a_change_without_notes_or_with_a_library_of_them_is_no_moment(
    commit: Commit, tmp_path: Path, files: dict[str, str]
) -> None:
    commit("2026-05-01", {"MEMORY.md": BEFORE})
    commit("2026-05-04", files)
    assert list(histories.moments(tmp_path)) == []


def test_a_line_is_rewritten_where_one_like_it_stands_in_its_place() -> None:
    assert histories.rewritten(BEFORE, AFTER) == [Rewritten("- API port: 8080", "- API port: 9090")]
    assert histories.rewritten(BEFORE, BEFORE + "- API port: 9090\n") == []


def test_a_drawn_moment_is_a_reference() -> None:
    forms = {"repository": r"[\w.-]+/[\w.-]+", "before": r"[0-9a-f]{40}", "after": r"[0-9a-f]{40}"}
    drawn = rows(histories.DRAWN)
    assert [row for row in drawn for name, form in forms.items() if not re.fullmatch(form, row[name])] == []
    assert len({row["after"] for row in drawn}) == len(drawn)
