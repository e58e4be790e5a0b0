"""What is said of one customer, person or room leaves the lines of another alone, and pages tell whose a line is."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from tests.conftest import as_shipped
from tests.night.days import note, state_of

NIGHT = dt.datetime(2026, 10, 7, 3, tzinfo=dt.UTC)
MEMORY = """# Memory

## Bar Tano
- Discount: 5 %

## Bar Lino
- Discount: 10 %

## Ana Beltrán (teacher)
- Phone hours: Tuesdays 13:00

## Ana Ríos (counter)
- Phone hours: Mondays 17:00

## Leo
- Allergic to hazelnuts
- Pick-up: 14:00

## Leo (cousin)
- Allergic to shellfish
- Pick-up: 16:30
"""


def dreamt(root: Path, *said: str) -> tuple[list[tuple[str, str]], list[str]]:
    """After a night over the memory file and a day's note: what is asked, and what was superseded."""
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(MEMORY)
    note(root, "2026-10-06", "# 2026-10-06\n\n" + "".join(f"- {one}\n" for one in said))
    with as_shipped():
        dream(root, NIGHT)
    asked = [(one.a.text, one.b.text) for one in waiting(open_workspace(root)) if one.b]
    return asked, [one.text for one in state_of(root).facts.values() if one.status == "superseded"]


def test_a_change_for_one_leaves_the_line_of_another_alone(tmp_path: Path) -> None:
    """Who is meant is told by the fuller name; a value called former that a line does not hold is another's."""
    said = (
        "Discount for Bar Tano is 8 % now, no longer 5 %",
        "Phone hours of Ana Beltrán are Thursdays 13:00 now, no longer Tuesdays",
        "Leo (cousin) pick-up is now at 17:00",
    )
    asked, gone = dreamt(tmp_path / "w", *said)
    assert sorted(gone) == ["Discount: 5 %", "Phone hours: Tuesdays 13:00"]
    assert asked == [("Pick-up: 16:30", said[2])]
    for page in ("DREAMS.md", "MEMORY.md"):
        text = (tmp_path / "w" / page).read_text()
        assert '"Bar Tano: Discount: 5 %"' in text, page
        assert '"Ana Beltrán (teacher): Phone hours: Tuesdays 13:00"' in text, page
        assert '"Leo (cousin): Pick-up: 16:30"' in text, page
        assert "Bar Lino: Discount" not in text, page


@pytest.mark.parametrize(
    "said",
    [
        "Cousin Leo is not allergic to hazelnuts",
        "The discount is 8 % now, no longer 7 %",
        "Discount for Casa Pepe is 8 % now, no longer 6 %",
    ],
)
def test_what_is_said_of_none_of_them_asks_and_replaces_nothing(tmp_path: Path, said: str) -> None:
    assert dreamt(tmp_path / "w", said) == ([], [])


@pytest.mark.parametrize("said", ["The discount is 8 % now, no longer 5 %", "Casa Pepe's discount: 8 %, no longer 5 %"])
def test_what_tells_not_of_whom_replaces_nothing_unasked(tmp_path: Path, said: str) -> None:
    _, gone = dreamt(tmp_path / "w", said)
    assert gone == []
