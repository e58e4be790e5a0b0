"""What a night has no room for waits for the next one, the best first, without being said again."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from pathlib import Path

import pytest

from noctuary.journal import State, replay
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages import weigh

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
NOTES = [
    "the pump house key hangs behind the blue door",
    "the north gate opens to the left",
    "invoices over 500 euro need a second signature",
    "the harbour office answers the phone until noon",
    "the spare rudder is stored in shed 4",
    "the club van takes diesel, never petrol",
    "slipway lights are controlled by the panel in shed 2",
]
PASSING = 5
"""How many of these a gate lets in."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace whose nights let in two statements each."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Club\n\n- the boathouse is painted green\n")
    (tmp_path / "memory" / "2026-05-10.md").write_text("".join(f"- remember: {note}\n" for note in NOTES))
    (tmp_path / "noctuary.toml").write_text("[promote]\nmax_unattended = 2\nmin_noted = 0.7\n")
    return tmp_path


def state_of(root: Path) -> State:
    return replay(open_workspace(root).journal)


def let_in(root: Path) -> dict[str, float]:
    """What is believed and was no line of the memory file, with its score."""
    believed = (one for one in state_of(root).facts.values() if one.is_believed and one.gate != "memory")
    return {one.text: one.score for one in believed}


def night(root: Path, number: int) -> int:
    """How many a night lets in, after a note of the day that holds nothing to keep."""
    day = NIGHT + dt.timedelta(days=number)
    (root / "memory" / f"{day:%Y-%m-%d}.md").write_text("- looked at the logs for a while\n")
    return dream(root, day).promoted


def test_every_night_lets_in_the_next_best_until_none_is_left(root: Path) -> None:
    dream(root, NIGHT)
    seen = [let_in(root)]
    for number in range(1, 6):
        night(root, number)
        seen.append(let_in(root))
    grown = [len(after) - len(before) for before, after in pairwise(seen)]
    assert len(seen[0]) == grown[0] == 2
    assert max(grown) == 2
    assert grown[-1] == 0
    assert all(before.keys() <= after.keys() for before, after in pairwise(seen))
    assert min(seen[0].values()) >= max(score for text, score in seen[-1].items() if text not in seen[0])


def backlog(root: Path, days: int) -> None:
    """A note a statement, of as many days."""
    (root / "memory" / "2026-05-10.md").unlink()
    for number, note in enumerate(NOTES):
        day = NIGHT - dt.timedelta(days=2 + number % days)
        with (root / "memory" / f"{day:%Y-%m-%d}.md").open("a") as file:
            file.write(f"- remember: {note}\n")


@pytest.mark.parametrize(("days", "least"), [(1, 2), (2, 4), (7, 5)])
def test_a_backlog_enters_as_it_would_have_night_by_night(root: Path, days: int, least: int) -> None:
    backlog(root, days)
    assert dream(root, NIGHT).promoted == least
    assert dream(root, NIGHT + dt.timedelta(days=1)).promoted == min(2, PASSING - least)


def test_a_note_that_is_read_again_brings_no_more_room(root: Path) -> None:
    backlog(root, 2)
    (root / "noctuary.toml").write_text("[promote]\nmax_unattended = 1\nmin_noted = 0.7\n")
    assert dream(root, NIGHT).promoted == 2
    for note in sorted((root / "memory").glob("*.md")):
        note.write_text(note.read_text() + "- looked at the logs for a while\n")
    assert dream(root, NIGHT + dt.timedelta(days=1)).promoted == 1


def test_openclaws_policy_knows_no_days(root: Path) -> None:
    backlog(root, 7)
    settings = '[promote]\npolicy = "openclaw"\nmax_unattended = 2\nmin_score = 0\nmin_recalls = 0\nmin_queries = 0\n'
    (root / "noctuary.toml").write_text(settings)
    assert dream(root, NIGHT).promoted == 2


def test_a_first_night_lets_in_no_more_than_so_many_nights_would(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weigh, "MOST_DAYS", 3)
    backlog(root, 7)
    (root / "noctuary.toml").write_text("[promote]\nmax_unattended = 1\nmin_noted = 0.7\n")
    assert dream(root, NIGHT).promoted == 3
    last = state_of(root).last_night()
    told = "at most 50 statements of a human and 3 that only agents wrote; 2 more wait"
    assert last
    assert any(told in stop for stop in last.stops)


def test_where_all_is_asked_first_every_night_asks_about_others(root: Path) -> None:
    with (root / "noctuary.toml").open("a") as settings:
        settings.write('mode = "propose"\n')
    backlog(root, 7)
    asked: list[int] = []
    for number in range(5):
        night(root, number)
        asked.append(sum(one.kind == "promotion" for one in state_of(root).reviews.values()))
    assert asked[:2] == [2, 4]
    assert max(after - before for before, after in pairwise(asked)) == 2
    assert not let_in(root)


def test_a_night_that_reads_nothing_new_lets_the_next_in_and_then_rests(root: Path) -> None:
    nights = [dream(root, NIGHT + dt.timedelta(days=number)).promoted for number in range(6)]
    assert nights[:2] == [2, 2]
    assert nights[-1] == 0
