"""What only says when it was written, or counts days on, replaces nothing and is asked about by nobody."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from noctuary.journal import replay
from noctuary.judging.stamps import are_day_counts, is_stamp
from noctuary.night import dream
from noctuary.settings import open_workspace

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
STAMPS = (
    "Last updated: 2026-03-21", "**Last modified:** 3 March 2026", "Updated: 2026-03-21 14:00 UTC", "As of 2026-05-01",
    "Stand: 3. Mai 2026", "Zuletzt aktualisiert am 2026-05-03", "Última actualización: 2026-03-21",
    "Mise à jour le 2026-03-21", "Обновлено: 2026-03-21", "最后更新：2026-03-21", "最終更新日: 2026-03-21",
)  # fmt: skip
FIELDS = (
    "Deadline: 2026-03-21", "Release date: 2026-05-01", "The token expires on 2026-05-01", "Last backup: 2026-03-01",
    "Last updated by Kim", "The plan was updated on May 3", "Version: 2026-03-01",
)  # fmt: skip


@pytest.mark.parametrize("text", STAMPS)
def test_a_stamp_says_when_its_text_was_written(text: str) -> None:
    assert is_stamp(text)


@pytest.mark.parametrize("text", FIELDS)
def test_a_day_of_something_else_is_no_stamp(text: str) -> None:
    assert not is_stamp(text)


def test_a_count_of_days_goes_on_by_itself() -> None:
    assert are_day_counts("Export block: Day 35+ (since Apr 1)", "Export block: day 36+ (since Apr 1)")
    assert not are_day_counts("Export block: Day 35+", "Import block: Day 36+")
    assert not are_day_counts("the retention is 30 days", "the retention is 14 days")


@pytest.mark.parametrize(
    ("page", "note"),
    [
        ("# Memory\n\n- Last updated: 2026-05-02\n", "# Notes\n\n- Decision: Last updated: 2026-05-10\n"),
        ("# Memory\n\n- Export block: Day 35 of waiting\n", "- Decision: Export block: Day 40 of waiting\n"),
    ],
)
def test_neither_retires_a_line_of_the_owner(tmp_path: Path, page: str, note: str) -> None:
    (tmp_path / "MEMORY.md").write_text(page)
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-05-11.md").write_text(note)
    dream(tmp_path, NIGHT)
    state = replay(open_workspace(tmp_path).journal)
    assert [fact.text for fact in state.facts.values() if fact.status == "superseded"] == []
    assert [review.kind for review in state.reviews.values()] == []
