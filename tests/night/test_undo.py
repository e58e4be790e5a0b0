"""Undo over several nights: everything since a day, an undo of an undo, bytes back or a refusal that names why."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from noctuary.access import Asker
from noctuary.errors import UndoRefused
from noctuary.journal import replay
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.write import write
from noctuary.undo import undo, undo_since
from noctuary.writing import NewEntity, Writer
from tests.conftest import NOW, Once, make_workspace

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
MIDNIGHT = dt.datetime(2026, 5, 13, tzinfo=dt.UTC)


@pytest.fixture
def lived(once: Once, tmp_path: Path) -> Path:
    """Two nights and a decision after a first night; what the first left stands in `after-first`."""
    return once(_lived, tmp_path / "workspace")


def _lived(root: Path) -> None:
    workspace = make_workspace(root)
    dream(workspace, NOW)
    (workspace / "after-first").write_bytes((workspace / "MEMORY.md").read_bytes())
    (workspace / "memory" / "2026-05-12.md").write_text("- decided: the dial is brass\n")
    dream(workspace, NOW + DAY)
    question = next(one for one in waiting(open_workspace(workspace)) if one.b)
    decide(open_workspace(workspace), question.review.id, "keep-b", NOW + DAY + HOUR)
    (workspace / "memory" / "2026-05-13.md").write_text("- decided: the hands are copper\n")
    dream(workspace, NOW + 2 * DAY)


def beliefs(root: Path) -> dict[str, str]:
    return {key: fact.status for key, fact in replay(open_workspace(root).journal).facts.items()}


def test_everything_since_a_day_goes_and_the_bytes_are_what_they_were(lived: Path, now: dt.datetime) -> None:
    """Nights and decisions alike, as one; the nights before stay."""
    told = undo_since(open_workspace(lived), MIDNIGHT, now + 3 * DAY)
    assert (lived / "MEMORY.md").read_bytes() == (lived / "after-first").read_bytes()
    state = replay(open_workspace(lived).journal)
    assert [night.id for night in state.nights.values() if not night.undone] == ["2026-05-12"]
    assert all(review.decision is None for review in state.reviews.values())
    assert "To take that back: noctuary undo since:2026-05-13" in told[-1]


def test_an_instant_without_an_offset_is_of_the_workspaces_zone(lived: Path, now: dt.datetime) -> None:
    (lived / "noctuary.toml").write_text('timezone = "UTC"\n')
    space = open_workspace(lived)
    naive = undo_since(space, MIDNIGHT.replace(tzinfo=None), now + 3 * DAY, dry_run=True)
    assert naive == undo_since(space, MIDNIGHT, now + 3 * DAY, dry_run=True) != []


def test_what_was_undone_since_a_day_is_dreamt_again_by_the_next_night(lived: Path, now: dt.datetime) -> None:
    undo_since(open_workspace(lived), MIDNIGHT, now + 3 * DAY)
    dream(lived, now + 4 * DAY)
    page = (lived / "MEMORY.md").read_text()
    assert "brass" in page
    assert "copper" in page


def test_the_undo_of_an_undo_brings_everything_back(lived: Path, now: dt.datetime) -> None:
    """And the night before can then be undone in its turn, as if neither had been."""
    before, memory = beliefs(lived), (lived / "MEMORY.md").read_bytes()
    space = open_workspace(lived)
    undo_since(space, MIDNIGHT, now + 3 * DAY)
    undo(space, "since:", now + 4 * DAY)
    assert beliefs(lived) == before
    assert (lived / "MEMORY.md").read_bytes() == memory
    undo(space, "2026-05-14", now + 5 * DAY)
    undo(space, "undo:2026-05-14", now + 6 * DAY)
    undo(space, "2026-05-14", now + 7 * DAY)
    undo(space, "undo:2026-05-14", now + 8 * DAY)
    assert (lived / "MEMORY.md").read_bytes() == memory
    undo_since(space, now - DAY, now + 9 * DAY)
    assert set(beliefs(lived)) == set()


def test_an_older_night_can_be_undone_after_all_since_was(lived: Path, now: dt.datetime) -> None:
    space = open_workspace(lived)
    undo_since(space, MIDNIGHT, now + 3 * DAY)
    undo(space, "2026-05-12", now + 4 * DAY)
    assert b"noctuary:begin" not in (lived / "MEMORY.md").read_bytes()


def test_a_dry_look_tells_it_newest_first_and_changes_no_byte(
    lived: Path, now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    before = bytes_of(lived)
    told = undo_since(open_workspace(lived), MIDNIGHT, now + 3 * DAY, dry_run=True)
    assert bytes_of(lived) == before
    order = [line.split()[0] for line in told[1:4]]
    assert order[0::2] == ["night", "night"]
    assert order[1].startswith("decision:")
    assert "2026-05-14" in told[1]
    assert any(line.startswith("-- ") or line.startswith("-- decided") or "copper" in line for line in told[4:])


def test_a_record_of_no_batch_that_came_later_is_named_and_nothing_is_undone(
    lived: Path, now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    """Another tool, or an older noctuary, wrote a line of its own about a fact of these nights."""
    space = open_workspace(lived)
    state = replay(space.journal)
    fact = next(one for one in state.facts.values() if "brass" in one.text)
    line = next(one for one in space.journal.read_text().splitlines() if fact.id in one and '"observation"' in one)
    late = line.replace('"night":"2026-05-13"', '"night":null').replace("2026-05-13T03:00", "2026-05-14T09:00")
    with space.journal.open("a") as journal:
        journal.write(late + "\n")
    before = bytes_of(lived)
    with pytest.raises(UndoRefused, match=f"a record of no batch.*{fact.id}"):
        undo_since(space, MIDNIGHT, now + 3 * DAY, dry_run=True)
    with pytest.raises(UndoRefused, match=fact.id):
        undo_since(space, MIDNIGHT, now + 3 * DAY)
    assert {k: v for k, v in bytes_of(lived).items() if "lock" not in k} == {
        k: v for k, v in before.items() if "lock" not in k
    }


def test_a_block_edited_by_hand_is_never_overwritten_by_an_undo(lived: Path, now: dt.datetime) -> None:
    memory = lived / "MEMORY.md"
    edited = memory.read_text().replace("the hands are copper", "the hands are bronze")
    memory.write_text(edited)
    for what in (lambda: undo(open_workspace(lived), "2026-05-14", now), lambda: undo_since(
        open_workspace(lived), MIDNIGHT, now)):  # fmt: skip
        with pytest.raises(UndoRefused, match=r"MEMORY\.md: Noctuary's block was edited by hand"):
            what()
    assert memory.read_text() == edited


def test_words_of_the_human_beside_the_block_stay(lived: Path, now: dt.datetime) -> None:
    memory = lived / "MEMORY.md"
    memory.write_text(memory.read_text().replace("- Language: Python 3.12\n", "- Language: Python 3.13, at last\n"))
    undo_since(open_workspace(lived), MIDNIGHT, now + 3 * DAY)
    was = (lived / "after-first").read_text()
    assert memory.read_text() == was.replace("- Language: Python 3.12\n", "- Language: Python 3.13, at last\n")


def test_nothing_since_is_said(lived: Path, now: dt.datetime) -> None:
    with pytest.raises(UndoRefused, match="nothing that still counts was written"):
        undo_since(open_workspace(lived), now + 9 * DAY, now + 9 * DAY)


def replaced(root: Path) -> Fact:
    (one,) = (fact for fact in replay(open_workspace(root).journal).facts.values() if fact.status == "superseded")
    return one


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A workspace where a later note replaced the port of the API."""
    (tmp_path / "memory").mkdir()
    for day, words in (
        ("10", "decided: the API port is 8080"),
        ("12", "decided: the API port is now 9090, no longer 8080"),
    ):
        (tmp_path / "memory" / f"2026-05-{day}.md").write_text(f"- {words}\n")
        dream(tmp_path, dt.datetime.combine(dt.date(2026, 5, int(day)) + DAY, dt.time(3), dt.UTC))
    return tmp_path


def test_taking_a_replacement_back_asks_which_of_the_two_holds(moved: Path, now: dt.datetime) -> None:
    old, space = replaced(moved), open_workspace(moved)
    told = undo(space, old.id, now + DAY + HOUR)
    assert any("review" in line for line in told), told
    (question,) = waiting(space)
    assert {question.a.id, question.b.id if question.b else ""} == {old.id, old.superseded_by}
    assert beliefs(moved) == {old.id: "contested", old.superseded_by: "contested"}
    dream(moved, now + 2 * DAY)
    assert [one.review.id for one in waiting(space)] == [question.review.id]
    decide(space, question.review.id, "keep-a", now + 2 * DAY + HOUR)
    assert {old.id: "active"}.items() <= beliefs(moved).items()
    assert waiting(space) == []


def test_the_undo_of_taking_back_takes_its_question_along(moved: Path, now: dt.datetime) -> None:
    old, space, before = replaced(moved), open_workspace(moved), beliefs(moved)
    undo(space, old.id, now + DAY + HOUR)
    undo(space, old.id[:11], now + DAY + 2 * HOUR)
    assert beliefs(moved) == before
    assert waiting(space) == []


def test_what_replaced_it_last_is_asked_about(moved: Path, now: dt.datetime) -> None:
    first, space = replaced(moved), open_workspace(moved)
    (moved / "memory" / "2026-05-14.md").write_text("- decided: the API port is now 7070, no longer 9090\n")
    dream(moved, now + 3 * DAY)
    last = next(fact for fact in replay(space.journal).facts.values() if "7070" in fact.text)
    assert last.is_believed
    undo(space, first.id, now + 3 * DAY + HOUR)
    (question,) = waiting(space)
    assert {question.a.id, question.b.id if question.b else ""} == {first.id, last.id}


def test_of_a_private_successor_nothing_is_asked_or_told(tmp_path: Path, now: dt.datetime) -> None:
    agent = Asker(agent="a")
    with Writer(open_workspace(tmp_path), trust="agent") as writer:
        writer.create([NewEntity(name="Pier", observations=("the pier is green",))], agent, now)
        private = NewEntity(name="Jetty", observations=("the jetty is red",), visibility="agent-private")
        writer.create([private], agent, now)
    space = open_workspace(tmp_path)
    state = replay(space.journal)
    old, new = (next(one for one in state.facts.values() if word in one.text) for word in ("green", "red"))
    values = [replace(old, status="superseded", superseded_by=new.id)]
    write(space, state, values, now, "write:by hand")
    told = undo(space, old.id, now + HOUR)
    assert not any("red" in line for line in told)
    after = replay(space.journal)
    assert (after.facts[old.id].status, after.facts[new.id].status) == ("active", "active")
    assert after.reviews == {}


BEFORE = "- API port: 8080\n"
CHANGED = "- decided: the API port is now 9090, no longer 8080\n"
OTHER = "- rule: never send invoices on Sunday\n"


def one_day(root: Path, day: str, files: dict[str, str]) -> None:
    """Lines written into files, and the night after that day."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text((path.read_text() if path.exists() else "") + text)
    dream(root, dt.datetime.combine(dt.date.fromisoformat(day) + DAY, dt.time(3), dt.UTC))


FIRST = {"MEMORY.md": BEFORE, "memory/2026-05-02.md": CHANGED}
NOTED = {"memory/2026-05-01.md": f"{BEFORE}- decided: the dial is brass\n", "memory/2026-05-02.md": CHANGED}


@pytest.mark.parametrize(
    ("days", "undone"),
    [
        ([FIRST, {"memory/2026-05-03.md": OTHER}], "2026-05-03"),
        ([FIRST, {"memory/2026-05-02.md": OTHER}], "2026-05-03"),
        ([NOTED, {"memory/2026-05-02.md": OTHER}], "2026-05-03"),
        ([{"MEMORY.md": BEFORE}, {"memory/2026-05-03.md": CHANGED}, {"memory/2026-05-04.md": OTHER}], "2026-05-04"),
        ([{"MEMORY.md": BEFORE}, {"memory/2026-05-03.md": CHANGED}, {"memory/2026-05-03.md": OTHER}], "2026-05-04"),
        ([FIRST, {"memory/2026-05-03.md": OTHER}, {"memory/2026-05-02.md": "- decided: the dial is brass\n"}],
         "2026-05-03"),
    ],
    ids=["another note", "a note that grew", "notes", "the second of three", "the second, its note grew", "two later"],
)  # fmt: skip
def test_any_night_that_was_undone_is_dreamt_again_by_the_next(
    tmp_path: Path, days: list[dict[str, str]], undone: str
) -> None:
    """Whatever later nights have read and had before them since."""
    for number, files in enumerate(days):
        one_day(tmp_path, f"2026-05-0{2 + number}", files)
    space, before = open_workspace(tmp_path), beliefs(tmp_path)
    undo(space, undone, dt.datetime(2026, 5, 8, 9, tzinfo=dt.UTC))
    assert beliefs(tmp_path) != before
    dream(tmp_path, dt.datetime(2026, 5, 9, 3, tzinfo=dt.UTC))
    assert beliefs(tmp_path) == before
    assert waiting(space) == []


@pytest.mark.parametrize("length", [11, 19])
@pytest.mark.parametrize("was", ["never answered", "put off", "answered and undone"])
def test_of_an_open_question_there_is_no_decision_to_take_back(
    moved: Path, now: dt.datetime, was: str, length: int
) -> None:
    old, space = replaced(moved), open_workspace(moved)
    undo(space, old.id, now + DAY + HOUR)
    (question,) = waiting(space)
    key = question.review.id
    if was != "never answered":
        decide(space, key, "later" if was == "put off" else "keep-b", now + DAY + 2 * HOUR)
        undo(space, key, now + DAY + 3 * HOUR)
    with pytest.raises(UndoRefused, match=r"is an open question: .*noctuary review"):
        undo(space, key[:length], now + DAY + 4 * HOUR)


def test_a_question_that_is_closed_says_why(moved: Path, now: dt.datetime) -> None:
    old, space = replaced(moved), open_workspace(moved)
    undo(space, old.id, now + DAY + HOUR)
    (question,) = waiting(space)
    undo(space, str(old.superseded_by), now + DAY + 2 * HOUR)
    with pytest.raises(UndoRefused, match="is no longer believed"):
        undo(space, question.review.id, now + DAY + 3 * HOUR)
