"""Where the human's ways of deciding meet each other, the nights and the archive: nothing is lost, or decided twice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from noctuary import inbox
from noctuary.journal import State, replay, verify
from noctuary.model import Fact, Review
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import Workspace, open_workspace
from noctuary.stages.write import write
from noctuary.undo import undo
from tests.night.days import note, say

DAY = dt.timedelta(days=1)
RULE = "remember: never sand the hull while it is wet"
END = "\n<!-- noctuary:end"


@pytest.fixture
def home(tmp_path: Path, now: dt.datetime) -> Workspace:
    """A workspace after its first night, with lines of its own and a block of six."""
    root = tmp_path / "home"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Boathouse\n\n- API port: 8080\n- Boat supplier: Harkin Marine\n")
    note(
        root,
        "2026-05-09",
        f"- {RULE}\n"
        "- remember: the spare keys hang behind the workshop door\n"
        "- decided: releases are cut on the first Tuesday of a month\n"
        "- remember: Ines is allergic to latex gloves\n"
        "- decided: the dashboard is Grafana\n"
        "- decided: the enclosure is printed in black PETG\n",
    )
    dream(root, now)
    return open_workspace(root)


def state_of(space: Workspace) -> State:
    return replay(space.journal)


def found(space: Workspace, words: str) -> Fact:
    return next(fact for _, fact in sorted(state_of(space).facts.items()) if words in fact.text)


def open_about(space: Workspace, words: str) -> list[Review]:
    return [
        one.review for one in waiting(space) if words in one.a.text or (one.b and words in one.b.text)
    ]  # fmt: skip


def edit(space: Workspace, change: Callable[[str], str]) -> None:
    text = space.memory.read_text()
    assert change(text) != text
    space.memory.write_text(change(text))


def without(text: str, words: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if words not in line)


def reject_by_hand(space: Workspace, words: str, now: dt.datetime) -> None:
    edit(space, lambda text: without(text, words))
    inbox.apply(space, now)
    assert found(space, words).status == "archived"


def test_a_rejected_statement_in_each_days_note_is_asked_only_when_twice_as_many_say_it(
    home: Workspace, now: dt.datetime
) -> None:
    reject_by_hand(home, "sand the hull", now)
    asked_on = []
    for day in range(13, 31):
        night = dt.datetime(2026, 5, day + 1, 3, tzinfo=dt.UTC)
        note(home.root, f"2026-05-{day}", f"- {RULE}\n")
        dream(home.root, night)
        if questions := open_about(home, "sand the hull"):
            asked_on.append(day - 12)
            decide(home, questions[0].id, "reject", night)
    assert asked_on == [1, 5, 13]


def test_a_human_who_says_what_they_rejected_is_asked_even_in_the_same_session(
    home: Workspace, now: dt.datetime
) -> None:
    say(home.root, "2026-05-11T09:00:00.000Z", RULE, "one")
    dream(home.root, now + DAY)
    reject_by_hand(home, "sand the hull", now + DAY)
    say(home.root, "2026-05-14T09:00:00.000Z", RULE, "one")
    dream(home.root, now + 3 * DAY)
    assert len(open_about(home, "sand the hull")) == 1
    decide(home, open_about(home, "sand the hull")[0].id, "reject", now + 3 * DAY)
    say(home.root, "2026-05-16T09:00:00.000Z", RULE, "one")
    dream(home.root, now + 5 * DAY)
    assert len(open_about(home, "sand the hull")) == 1


def test_what_was_taken_back_by_its_id_stays_away_however_many_nights_hear_it_again(
    home: Workspace, now: dt.datetime
) -> None:
    undo(home, found(home, "sand the hull").id, now)
    for day, words in ((13, "it's wet"), (14, "the hull is wet"), (15, "it is still wet")):
        note(home.root, f"2026-05-{day}", f"- remember: never sand the hull while {words}\n")
        dream(home.root, dt.datetime(2026, 5, day + 1, 3, tzinfo=dt.UTC))
    assert not [f for f in state_of(home).facts.values() if "sand the hull" in f.text and f.status == "active"]


def test_a_human_who_says_what_they_took_back_by_its_id_is_asked(home: Workspace, now: dt.datetime) -> None:
    undo(home, found(home, "sand the hull").id, now)
    say(home.root, "2026-05-14T09:00:00.000Z", RULE)
    dream(home.root, now + 3 * DAY)
    assert found(home, "sand the hull").status == "candidate"
    assert len(open_about(home, "sand the hull")) == 1


def test_a_line_of_ones_own_moved_into_the_block_stays_in_the_file(home: Workspace, now: dt.datetime) -> None:
    edit(home, lambda text: without(text, "Harkin").replace(END, "\n- Boat supplier: Harkin Marine" + END))
    dream(home.root, now + DAY)
    assert found(home, "Harkin").status == "active"
    assert home.memory.read_text().count("Harkin") == 1
    assert dream(home.root, now + 2 * DAY).state == "nothing"
    assert home.memory.read_text().count("Harkin") == 1


def test_a_withdrawn_line_written_into_the_block_is_believed_and_shown(home: Workspace, now: dt.datetime) -> None:
    edit(home, lambda text: without(text, "Harkin"))
    dream(home.root, now + DAY)
    assert found(home, "Harkin").status == "archived"
    edit(home, lambda text: text.replace(END, "\n- Boat supplier: Harkin Marine" + END))
    dream(home.root, now + 2 * DAY)
    assert found(home, "Harkin").status == "active"
    assert home.memory.read_text().count("Harkin") == 1


def test_a_line_moved_out_of_the_block_into_ones_own_part_is_believed(home: Workspace, now: dt.datetime) -> None:
    key = found(home, "latex").id
    edit(
        home,
        lambda text: without(text, "latex").replace("- API port", "- Ines is allergic to latex gloves\n- API port"),
    )
    dream(home.root, now + DAY)
    held = [fact for fact in state_of(home).facts.values() if "latex" in fact.text and fact.status == "active"]
    assert len(held) == 1
    assert home.memory.read_text().count("latex") == 1
    assert state_of(home).facts[key].status in ("active", "archived")


def test_what_the_human_states_is_connected_at_once_and_judged_by_the_next_night(
    home: Workspace, now: dt.datetime
) -> None:
    edit(home, lambda text: text.replace(END, "\n- the Grafana server is kept by Ines" + END))
    inbox.apply(home, now + DAY)
    own = found(home, "kept by Ines")
    assert [edge for edge in state_of(home).edges.values() if own.id in (edge.src, edge.dst)]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_statement_by_hand_that_contradicts_a_belief_is_asked_or_replaces_it(
    home: Workspace, now: dt.datetime, at_once: bool
) -> None:
    edit(home, lambda text: text.replace(END, "\n- API port: 9090" + END))
    if at_once:
        inbox.apply(home, now + DAY)
    dream(home.root, now + DAY)
    older = found(home, "8080")
    assert open_about(home, "9090") or older.status == "superseded"
    assert verify(home.journal) == []


def test_a_correction_that_contradicts_another_belief_is_asked(home: Workspace, now: dt.datetime) -> None:
    edit(home, lambda text: text.replace("the dashboard is Grafana", "the API port: 7070"))
    dream(home.root, now + DAY)
    assert open_about(home, "7070") or found(home, "8080").status == "superseded"


@pytest.mark.parametrize(
    "typed", ["- the bucket's key is AKIAIOSFODNN7EXAMPLE", "- the spare keys hang behind AKIAIOSFODNN7EXAMPLE"]
)
def test_a_line_whose_secret_was_taken_out_is_heard_once(home: Workspace, now: dt.datetime, typed: str) -> None:
    edit(home, lambda text: without(text, "spare keys").replace(END, f"\n{typed}{END}"))
    assert inbox.apply(home, now + DAY).told
    assert "AKIAIOSFODNN7EXAMPLE" not in home.memory.read_text()
    journal = home.journal.read_bytes()
    assert inbox.apply(home, now + DAY).told == ()
    assert home.journal.read_bytes() == journal


def put_away(space: Workspace, words: str, now: dt.datetime) -> str:
    gone = replace(found(space, words), status="archived", archived_because="not confirmed for 99 days")
    write(space, state_of(space), [gone], now, "archive:2026-05")
    return gone.id


def test_what_a_human_writes_again_is_no_longer_in_the_archive(home: Workspace, now: dt.datetime) -> None:
    key = put_away(home, "latex", now)
    text = found(home, "latex").text
    edit(home, lambda memory: memory.replace(END, f"\n- {text}{END}"))
    inbox.apply(home, now + DAY)
    again = [fact for fact in state_of(home).facts.values() if fact.text == text and fact.status == "active"]
    assert [(one.id, one.archived_because) for one in again] == [(key, "")]


def test_what_was_archived_and_then_replaced_by_the_human_is_not_brought_back_by_an_agent(
    home: Workspace, now: dt.datetime
) -> None:
    edit(home, lambda text: text.replace("allergic to latex", "allergic to nitrile"))
    key = put_away(home, "latex", now)
    dream(home.root, now + DAY)
    assert found(home, "nitrile").status == "active"
    note(home.root, "2026-05-14", "- remember: Ines is allergic to latex gloves\n")
    dream(home.root, now + 3 * DAY)
    assert state_of(home).facts[key].status != "active"


def test_an_edit_that_is_only_a_formatters_does_not_refuse_an_undo(home: Workspace, now: dt.datetime) -> None:
    key = found(home, "latex").id
    edit(home, lambda text: text.replace("\n- ", "\n* "))
    undo(home, key, now + DAY)
    assert "latex" not in home.memory.read_text()
    assert "API port: 8080" in home.memory.read_text()


def test_a_conflict_is_asked_again_when_the_line_that_was_taken_out_is_back(home: Workspace, now: dt.datetime) -> None:
    edit(home, lambda text: text.replace("- API port", "- Boat length limit: 9 m\n- API port"))
    note(home.root, "2026-05-12", "- decided: boat length limit: 14 m\n")
    dream(home.root, now + DAY)
    assert len(open_about(home, "14 m")) == 1
    whole = home.memory.read_text()
    home.memory.write_text(without(whole, "9 m"))
    dream(home.root, now + 2 * DAY)
    assert open_about(home, "14 m") == []
    edit(home, lambda text: text.replace("- API port", "- Boat length limit: 9 m\n- API port"))
    dream(home.root, now + 3 * DAY)
    assert len(open_about(home, "14 m")) == 1
    assert found(home, "9 m").status == "contested"
