"""Nights in a row that let nothing in: told from seven on, broken by what is let in, taken over or heard again."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.model import Night
from noctuary.night import dream
from noctuary.page.barren import MANY, barren
from tests.night.days import note, say

DAY = dt.timedelta(days=1)
BEGUN = dt.datetime(2026, 4, 1, 3, tzinfo=dt.UTC)


def nights(*changed: dict[str, Any]) -> list[Night]:
    given = {"counts": {"statements": 3}}
    return [Night(id=f"n{n:02}", begun_at=BEGUN + n * DAY, **(given | more)) for n, more in enumerate(changed)]


def test_a_chain_is_told_from_seven_on_oldest_first() -> None:
    """KG-061"""
    assert barren(nights(*[{}] * (MANY - 1))) == ()
    chain = nights({"promoted": ("b2:1",)}, *[{}] * MANY)
    assert [night.id for night in barren(reversed(chain))] == [f"n{n:02}" for n in range(1, MANY + 1)]
    assert barren([]) == ()


@pytest.mark.parametrize(
    "change",
    [{"promoted": ("b2:1",)}, {"known": ("b2:1",)}, {"reinforced": ("b2:1",)}, {"counts": {}}],
)
def test_what_is_let_in_taken_over_or_heard_again_breaks_it(change: dict[str, Any]) -> None:
    """KG-061: and so does a night that had no statement to weigh."""
    assert barren(nights(*[{}] * MANY, change)) == ()
    assert barren(nights(*[{}] * MANY, change, {})) == ()
    assert len(barren(nights(change, *[{}] * MANY))) == MANY


def test_a_night_that_was_taken_back_neither_counts_nor_breaks() -> None:
    assert len(barren(nights(*[{}] * MANY, {"undone": True, "promoted": ("b2:1",)}))) == MANY
    assert barren(nights(*[{}] * (MANY - 1), {"undone": True})) == ()


def test_the_page_and_the_status_tell_how_long_nothing_was_let_in(tmp_path: Path) -> None:
    """KG-061: why each was kept out, and that it has been so for a week; no more once something is."""
    (tmp_path / "memory").mkdir()
    for day in range(1, MANY + 2):
        note(tmp_path, f"2026-04-{day:02}", f"- lunch number {day} was soup\n")
        dream(tmp_path, BEGUN + day * DAY)
        page = (tmp_path / "DREAMS.md").read_text()
        assert "Nothing was promoted of 1 statement. Kept out: " in page
        assert (f"For {day} nights in a row, since 2026-04-02 03:00, nothing has been let in." in page) == (day >= MANY)
    asked = ["status", "-w", str(tmp_path)]
    assert f"nothing has been let in for {MANY + 1} nights in a row" in CliRunner().invoke(main, asked).output
    assert len(json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)["barren"]) == MANY + 1
    say(tmp_path, "2026-04-20T09:00:00.000Z", "remember: always solder the antenna before the case is closed")
    dream(tmp_path, BEGUN + 20 * DAY)
    assert "nights in a row" not in (tmp_path / "DREAMS.md").read_text()
    assert "nights in a row" not in CliRunner().invoke(main, asked).output
