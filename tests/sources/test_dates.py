"""The day of a note: in its name, and whether it can be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.extraction import written_days
from noctuary.model import Event, FileReport
from noctuary.sources import dates, pages
from noctuary.sources.door import Door
from noctuary.sources.jsonl import measure
from noctuary.sources.where import Found


@pytest.mark.parametrize(
    ("ref", "day"),
    [
        ("memory/2026-01-15.md", "2026-01-15"),
        ("memory/2026-01-15-1530.md", "2026-01-15"),
        ("memory/2026-01-15-standup.md", "2026-01-15"),
        ("memory/2026_01_15_SLUG.md", "2026-01-15"),
        ("memory/name_20260115.md", "2026-01-15"),
        ("memory/todo-2026-01-15.md", "2026-01-15"),
        ("memory/2026-01/15.md", "2026-01-15"),
        ("memory/2026/01/15.md", "2026-01-15"),
        ("memory/2026-01/2026-01-16-talk.md", "2026-01-16"),
        ("memory/2026-01-15/notes.md", "2026-01-15"),
        ("memory/2026-W03.md", "2026-01-12"),
        ("memory/2026-W03-5.md", "2026-01-16"),
        ("memory/2020W53.md", "2020-12-28"),
        ("Journals/15-01-2026.md", "2026-01-15"),
        ("Journals/05.01.2026.md", "2026-01-05"),
        ("Journals/05-01-2026.md", None),
        ("memory/2026-02-31.md", None),
        ("memory/2026-13-01.md", None),
        ("memory/2021-W53.md", None),
        ("memory/order-12026011567.md", None),
        ("memory/invoice-20261301.md", None),
        ("memory/2026-01/12-factor.md", None),
        ("memory/v2026.1.md", None),
        ("memory/dave.md", None),
    ],
)
def test_the_day_in_a_name(ref: str, day: str | None) -> None:
    at = dates.in_name(ref)
    assert (at and at.date().isoformat()) == day


@given(st.dates(dt.date(1950, 1, 1), dt.date(2099, 12, 31)))
def test_every_real_day_is_read_back_from_every_way_to_write_it(day: dt.date) -> None:
    month = day.strftime("%B")
    german = {1: "Januar", 3: "März", 5: "Mai", 12: "Dezember"}.get(day.month, month)
    ways = [
        day.isoformat(), f"{day:%Y%m%d}", f"{day:%d.%m.%Y}", f"{month} {day.day}, {day.year}",
        f"{day.day} {month} {day.year}", f"{day.day}. {german} {day.year}", f"{day.year}年{day.month}月{day.day}日",
    ]  # fmt: skip
    assert {dates.in_text(f"as of {way} it holds") for way in ways} == {dates.midnight(day)}


@pytest.mark.parametrize("text", ["05/03/2026", "2026-02-30", "the year 2026", "May 2026", "1234-56-78"])
def test_what_names_no_single_real_day_is_none(text: str) -> None:
    assert list(written_days.full(text)) == []


@pytest.mark.parametrize(("ref", "said"), [("a/2026-02-31.md", "2026-02-31"), ("a/2026-02-28.md", ""), ("a/b.md", "")])
def test_a_date_that_no_calendar_holds_is_named(ref: str, said: str) -> None:
    assert dates.impossible(ref) == said


DAILY = {f"memory/2026-02-{day:02}.md": dt.date(2026, 2, day) for day in (3, 4, 6, 7)}


def said(*days: str) -> list[dt.date]:
    return [dt.date.fromisoformat(day) for day in days]


@pytest.mark.parametrize(
    ("wrong", "text", "day"),
    [
        ("2025-02-05", [], None),
        ("2024-02-05", ["2026-02-05", "2026-02-05", "2026-02-01"], "2026-02-05"),
        ("2062-02-05", ["2026-02-05"], "2026-02-05"),
    ],
)
def test_a_note_years_from_its_neighbours_and_from_its_own_text_is_doubted(
    wrong: str, text: list[str], day: str | None
) -> None:
    days: dict[str, dt.date | None] = {**DAILY, f"memory/{wrong}.md": dt.date.fromisoformat(wrong), "memory/x.md": None}
    doubts = dates.doubtful(days, lambda ref: said(*text))
    assert list(doubts) == [f"memory/{wrong}.md"]
    assert doubts[f"memory/{wrong}.md"].day == (dt.date.fromisoformat(day) if day else None)
    assert doubts[f"memory/{wrong}.md"].message.endswith("write `date:` in its front matter")


@pytest.mark.parametrize(
    ("alone", "text"),
    [
        ("2024-02-05", ["2024-02-03"]),
        ("2024-02-05", ["2024-01-01", "2026-02-05"]),
        ("2024-09-20", []),
        ("2019-05-05", ["1990-01-01"]),
    ],
)
def test_an_old_note_that_agrees_with_itself_is_believed(alone: str, text: list[str]) -> None:
    days = {**DAILY, "old.md": dt.date.fromisoformat(alone)}
    assert dates.doubtful(days, lambda ref: said(*text)) == {}


def test_only_suspects_are_opened_and_one_note_alone_is_none() -> None:
    asked = []

    def written(ref: str) -> Iterable[dt.date]:
        asked.append(ref)
        return []

    assert dates.doubtful({"only.md": dt.date(1999, 1, 1)}, written) == {}
    assert dates.doubtful(DAILY, written) == {}
    assert asked == []


def test_notes_are_doubted_by_their_names_and_what_suspects_hold(tmp_path: Path) -> None:
    texts = {f"2026-02-{day:02}.md": "- a" for day in (3, 4, 6, 7)} | {
        "2024-02-05.md": "- since 2026-02-05",
        "b.md": "- b",
    }
    found = []
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        found.append(Found(ref=name, path=str(tmp_path / name), kind="notes"))
    found.append(Found(ref="2023-02-05.md", path=str(tmp_path / "gone.md"), kind="notes"))
    days = {ref: doubt.day for ref, doubt in pages.doubts(found).items()}
    assert days == {"2024-02-05.md": dt.date(2026, 2, 5), "2023-02-05.md": None}


def test_a_doubted_note_takes_the_day_of_its_text_and_is_told(tmp_path: Path) -> None:
    note = tmp_path / "2025-02-05.md"
    note.write_text("- a\n")
    found = Found(ref="memory/2025-02-05.md", path=str(note), kind="notes")
    for day in (dt.date(2026, 2, 5), None):
        doubt = dates.Doubt(message="is dated 2025-02-05; rename it", day=day)
        with note.open("rb") as file:
            extent = measure(file, 4)
            items = list(pages.read_page(file, found, extent, None, "agent", Door(), doubt))
        assert [item.at for item in items if isinstance(item, Event)] == [dates.midnight(day) if day else None]
        assert [p.message for item in items if isinstance(item, FileReport) for p in item.problems] == [doubt.message]
