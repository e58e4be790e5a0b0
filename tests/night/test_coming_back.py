"""What replaced something is turned down: what it had replaced is believed again, or asked about, never lost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from noctuary.errors import UndoRefused
from noctuary.model import Fact, Review
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.write import write
from noctuary.undo import undo
from tests.night.days import found, note, state_of

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
OLD, NEW = "API port: 8080", "the API port is now 9090, no longer 8080"


def by_id(root: Path, fact: Fact, now: dt.datetime) -> None:
    undo(open_workspace(root), fact.id, now)


def by_its_line(root: Path, fact: Fact, now: dt.datetime) -> None:
    """The line goes from the block, and a night hears of it."""
    memory = open_workspace(root).memory
    memory.write_text("".join(line for line in memory.read_text().splitlines(True) if f"{fact.id} " not in line))
    dream(root, now)


Way = Callable[[Path, Fact, dt.datetime], None]
WAYS = pytest.mark.parametrize("turn_down", [by_id, by_its_line])


def replaced(root: Path, now: dt.datetime, *, is_own: bool) -> tuple[Fact, Fact]:
    """What was believed, and what a night replaced it with; a second statement keeps the block from being emptied."""
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(f"# Tidebook\n\n- {OLD}\n" if is_own else "# Tidebook\n")
    note(root, "2026-05-08", "- decided: the dial is brass\n" + ("" if is_own else f"- remember: {OLD}\n"))
    dream(root, now)
    note(root, "2026-05-12", f"- decided: {NEW}\n")
    dream(root, now + DAY)
    old, new = found(root, OLD), found(root, "9090")
    assert (old.status, old.superseded_by, new.status) == ("superseded", new.id, "active")
    return old, new


@WAYS
@pytest.mark.parametrize("is_own", [True, False])
def test_what_it_replaced_unasked_is_believed_again(
    tmp_path: Path, now: dt.datetime, turn_down: Way, is_own: bool
) -> None:
    old, new = replaced(tmp_path, now, is_own=is_own)
    turn_down(tmp_path, new, now + 2 * DAY)
    for later in range(2):
        state = state_of(tmp_path)
        back = state.facts[old.id]
        assert (back.status, back.superseded_by, back.valid_to) == ("active", None, None)
        assert state.facts[new.id].status == "archived"
        assert not any(edge.rel == "supersedes" for edge in state.edges.values())
        assert waiting(open_workspace(tmp_path)) == []
        dream(tmp_path, now + (3 + later) * DAY)


def test_the_undo_says_so_and_its_own_undo_takes_it_along(tmp_path: Path, now: dt.datetime) -> None:
    old, new = replaced(tmp_path, now, is_own=True)
    space = open_workspace(tmp_path)
    told = undo(space, new.id, now + 2 * DAY)
    assert any(old.id in line and "believed again" in line for line in told)
    undo(space, new.id, now + 2 * DAY + HOUR)
    state = state_of(tmp_path)
    assert (state.facts[old.id].superseded_by, state.facts[new.id].status) == (new.id, "active")


@WAYS
def test_what_came_before_the_one_that_comes_back_stays_replaced(
    tmp_path: Path, now: dt.datetime, turn_down: Way
) -> None:
    first, second = replaced(tmp_path, now, is_own=True)
    note(tmp_path, "2026-05-13", "- decided: the API port is now 7070, no longer 9090\n")
    dream(tmp_path, now + 2 * DAY)
    turn_down(tmp_path, found(tmp_path, "7070"), now + 3 * DAY)
    facts = state_of(tmp_path).facts
    assert (facts[first.id].superseded_by, facts[second.id].status) == (second.id, "active")


def decided(root: Path, now: dt.datetime, *, is_own: bool) -> tuple[Fact, Fact]:
    """Two battery lives of which the human kept the second."""
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Boathouse\n\n- Battery life: 14 days\n" if is_own else "# Boathouse\n")
    first = "" if is_own else "- remember: Battery life: 14 days\n"
    note(root, "2026-05-08", f"- decided: the dial is brass\n{first}")
    note(root, "2026-05-10", "- remember: Battery life: 21 days\n")
    dream(root, now)
    (question,) = waiting(open_workspace(root))
    sides = [question.a, question.b]
    kept = next(one for one in sides if one and "21" in one.text)
    left = next(one for one in sides if one and "14" in one.text)
    decide(open_workspace(root), question.review.id, "keep-a" if question.a.id == kept.id else "keep-b", now + HOUR)
    return left, kept


@WAYS
def test_a_line_of_the_humans_own_holds_once_what_they_chose_over_it_is_turned_down(
    tmp_path: Path, now: dt.datetime, turn_down: Way
) -> None:
    left, kept = decided(tmp_path, now, is_own=True)
    turn_down(tmp_path, kept, now + DAY)
    assert state_of(tmp_path).facts[left.id].status == "active"


@WAYS
@pytest.mark.parametrize(("answer", "then"), [("accept", "active"), ("reject", "archived")])
def test_what_a_human_did_not_choose_is_asked_about_instead(
    tmp_path: Path, now: dt.datetime, turn_down: Way, answer: str, then: str
) -> None:
    left, kept = decided(tmp_path, now, is_own=False)
    turn_down(tmp_path, kept, now + DAY)
    (question,) = waiting(open_workspace(tmp_path))
    assert (question.a.id, question.b) == (left.id, None)
    dream(tmp_path, now + 2 * DAY)
    assert [one.review.id for one in waiting(open_workspace(tmp_path))] == [question.review.id]
    decide(open_workspace(tmp_path), question.review.id, answer, now + 2 * DAY + HOUR)
    assert state_of(tmp_path).facts[left.id].status == then


def test_a_line_that_was_taken_out_of_the_memory_file_does_not_come_back(tmp_path: Path, now: dt.datetime) -> None:
    old, new = replaced(tmp_path, now, is_own=True)
    memory = tmp_path / "MEMORY.md"
    memory.write_text(memory.read_text().replace(f"- {OLD}\n", "- Language: Python\n"))
    dream(tmp_path, now + 2 * DAY)
    undo(open_workspace(tmp_path), new.id, now + 3 * DAY)
    assert state_of(tmp_path).facts[old.id].status == "superseded"


@pytest.mark.parametrize(("is_own", "then"), [(True, "active"), (False, "superseded")])
def test_what_no_longer_holds_had_ended_what_came_before_it(
    tmp_path: Path, now: dt.datetime, is_own: bool, then: str
) -> None:
    """A no to "is it still 9090?" does not bring 8080 back, unless the human's own file says it to this day."""
    old, new = replaced(tmp_path, now, is_own=is_own)
    space, state = open_workspace(tmp_path), state_of(tmp_path)
    question = Review(id="b2:00000000000000aa", kind="reverify", a=new.id, reason="Is “API port” still 9090?")
    write(space, state, [question], now + 2 * DAY, "write:by hand")
    decide(space, question.id, "reject", now + 2 * DAY + HOUR)
    assert state_of(tmp_path).facts[old.id].status == then


def test_what_was_never_believed_is_a_candidate_again(tmp_path: Path, now: dt.datetime) -> None:
    old, new = replaced(tmp_path, now, is_own=False)
    space, state = open_workspace(tmp_path), state_of(tmp_path)
    write(space, state, [replace(state.facts[old.id], gate="")], now + 2 * DAY, "write:by hand")
    undo(space, new.id, now + 3 * DAY)
    assert state_of(tmp_path).facts[old.id].status == "candidate"


PORTS = [
    ("Grafana läuft auf Port 3000", "Grafana läuft ab jetzt auf Port 3030, nicht mehr auf 3000", "3000", "3030"),
    ("API port: 8080", "the API port is now 9090, no longer 8080", "8080", "9090"),
]


@pytest.mark.parametrize(("old", "new", "was", "is_now"), PORTS)
@pytest.mark.parametrize("is_dreamt", [True, False])
@pytest.mark.parametrize("change", ["reworded", "taken out", "moved"])
def test_of_words_that_stand_nowhere_any_more_nothing_comes_back_and_nothing_is_asked(
    tmp_path: Path, now: dt.datetime, old: str, new: str, was: str, is_now: str, is_dreamt: bool, change: str
) -> None:
    (tmp_path / "memory").mkdir()
    memory = tmp_path / "MEMORY.md"
    memory.write_text(f"# Ports\n\n- {old}\n- The dial is brass\n")
    dream(tmp_path, now)
    note(tmp_path, "2026-05-12", f"- decided: {new}\n")
    dream(tmp_path, now + DAY)
    left, kept = found(tmp_path, old), found(tmp_path, new)
    assert left.superseded_by == kept.id
    lines = {"reworded": f"- {old.replace(was, is_now)}\n", "taken out": "", "moved": f"- Language: Python\n- {old}\n"}
    memory.write_text(memory.read_text().replace(f"- {old}\n", lines[change]))
    if is_dreamt:
        dream(tmp_path, now + 2 * DAY)
    space = open_workspace(tmp_path)
    if change != "moved":
        with pytest.raises(UndoRefused, match="says it no more"):
            undo(space, left.id, now + 3 * DAY)
    undo(space, kept.id, now + 3 * DAY)
    assert state_of(tmp_path).facts[left.id].status == ("active" if change == "moved" else "superseded")
    dream(tmp_path, now + 4 * DAY)
    assert state_of(tmp_path).facts[left.id].is_believed == (change == "moved")
    assert waiting(space) == []
