"""What the human took out of the block does not come back in nearly the same words: it waits, and says when they said
no. What is new enters."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.night.days import found, note, say, state_of

DAY = dt.timedelta(days=1)
RULE = "never leave the proofing room door open after 11:00"
AGAIN = "the proofing room door must never be left open after 11:00"
OTHERS = "- Decision: we never deliver further than Getafe\n- Decision: no more panettone before 15 November\n"


@pytest.fixture
def home(tmp_path: Path, now: dt.datetime) -> Path:
    """A workspace in whose block a rule stands that the human does not want."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "noctuary.toml").write_text('timezone = "Europe/Madrid"\n')
    note(tmp_path, "2026-05-11", f"# 2026-05-11\n- New rule: {RULE}\n{OTHERS}")
    dream(tmp_path, now)
    assert "proofing" in (tmp_path / "MEMORY.md").read_text()
    return tmp_path


def by_its_line(root: Path, now: dt.datetime) -> None:
    memory = root / "MEMORY.md"
    memory.write_text("".join(line for line in memory.read_text().splitlines(True) if "proofing" not in line))
    dream(root, now)


def by_id(root: Path, now: dt.datetime) -> None:
    undo(open_workspace(root), found(root, "proofing").id, now)


def believed(root: Path) -> list[str]:
    return [fact.text for fact in state_of(root).facts.values() if fact.is_believed and "door" in fact.text]


@pytest.mark.parametrize("turn_down", [by_its_line, by_id])
@pytest.mark.parametrize(
    "again",
    [f"Rule: {AGAIN}", "From now on: after 11:00 the proofing room door must not be left open", f"**Rule: {AGAIN}**"],
)
def test_in_nearly_the_same_words_it_waits_with_the_day_of_the_no(
    home: Path, now: dt.datetime, turn_down, again: str  # type: ignore[no-untyped-def]
) -> None:
    turn_down(home, now + DAY)
    note(home, "2026-05-13", f"# 2026-05-13\n- {again}\n- Decision: rye is baked on Tuesdays only, from now on\n")
    dream(home, now + 2 * DAY)
    assert believed(home) == []
    assert found(home, "rye").is_believed, "what is new enters"
    [question] = waiting(open_workspace(home))
    assert question.review.reason.startswith(f'you said no to this on 2026-05-13, as "{RULE}"; ')
    assert "you said no to this on 2026-05-13" in (home / "DREAMS.md").read_text()
    listed = CliRunner().invoke(main, ["review", "list", "-w", str(home)]).output
    assert "you said no to this on 2026-05-13" in listed
    decide(open_workspace(home), question.review.id, "accept", now + 3 * DAY)
    assert len(believed(home)) == 1


def test_a_second_no_stands_for_the_next_wording(home: Path, now: dt.datetime) -> None:
    by_its_line(home, now + DAY)
    note(home, "2026-05-13", f"# 2026-05-13\n- Rule: {AGAIN}\n")
    dream(home, now + 2 * DAY)
    [question] = waiting(open_workspace(home))
    decide(open_workspace(home), question.review.id, "reject", now + 3 * DAY)
    for later in (4, 5):
        note(home, f"2026-05-{11 + later}", f"# 2026-05-{11 + later}\n- Rule: {AGAIN}\n")
        dream(home, now + later * DAY)
        assert believed(home) == []
    assert len(waiting(open_workspace(home))) <= 1


@pytest.mark.parametrize(
    "other",
    [
        "the cold room door must never be left open after 11:00",
        "the proofing room door must never be left open after 15:00",
        "the proofing room door must always be left open after 11:00",
        "the proofing room door must never be painted",
    ],
)
def test_what_says_something_else_enters_as_it_ever_did(home: Path, now: dt.datetime, other: str) -> None:
    by_its_line(home, now + DAY)
    note(home, "2026-05-13", f"# 2026-05-13\n- Rule: {other}\n")
    dream(home, now + 2 * DAY)
    assert believed(home) == [other]


def test_the_humans_own_word_in_a_chat_is_asked_and_a_line_of_their_own_is_believed(
    home: Path, now: dt.datetime
) -> None:
    by_its_line(home, now + DAY)
    say(home, "2026-05-13T10:00:00Z", f"Remember: {AGAIN}")
    dream(home, now + 2 * DAY)
    assert (believed(home), len(waiting(open_workspace(home)))) == ([], 1)
    memory = home / "MEMORY.md"
    memory.write_text(f"# Bakery\n\n- {AGAIN}\n\n{memory.read_text()}")
    dream(home, now + 3 * DAY)
    assert believed(home) == [AGAIN]
