"""Which labels are fields of a log, told from the corpus: what every document fills with a value of its own."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

import pytest

from noctuary.judging.fields import are_entries, is_entry, keys, learn
from noctuary.model import Fact, Support

Make = Callable[..., Fact]
FIRST = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


@pytest.fixture
def said(make_fact: Make, make_support: Callable[..., Support]) -> Make:
    """`said(text, *days, role=…)`: a candidate an agent wrote into the notes of those days."""

    def made(text: str, *days: int, role: str = "note", status: str = "candidate", trust: str = "agent") -> Fact:
        sources = tuple(
            make_support(
                role=role, ref=f"memory/{day}.md" if role != "memory" else "MEMORY.md", session=str(day), trust=trust,
                at=None if role == "memory" else FIRST + dt.timedelta(days=day), quote=text, line=day,
            )
            for day in days
        )  # fmt: skip
        return make_fact(text, sources=sources, status=status, trust=trust)

    return made


def test_a_label_that_every_note_fills_anew_is_a_field(said: Make) -> None:
    notes = [said(f"next_step: review commit {one} before the push", day) for day, one in enumerate("abcd")]
    assert are_entries(notes[0], notes[3], learn(notes))


def test_a_frame_without_a_label_that_every_note_fills_anew_is_a_field(said: Make) -> None:
    notes = [said(f"the nightly import took {30 + day} seconds in all", day) for day in range(5)]
    assert are_entries(notes[1], notes[4], learn(notes))


def test_a_label_that_an_undated_note_fills_over_and_over_is_a_field(make_fact: Make, make_support: Make) -> None:
    texts = ("Location: lines 12 to 40", "Location: lines 44 to 60", "Location: lines 70 to 75")
    page = [
        make_fact(text, status="candidate", trust="agent", sources=(make_support(role="note", ref="bugs.md", at=None),))
        for text in texts
    ]
    believed = make_fact("Location: lines 80 to 90")
    assert are_entries(believed, page[0], learn(page))
    assert not are_entries(believed, page[0], learn(page[:2]))


def test_a_slot_that_changes_now_and_then_is_none(said: Make) -> None:
    old, new = said("port: 8080", 1, 2, 3, 4, 5), said("port: 9090", 6, 7, 8)
    assert not are_entries(old, new, learn([old, new]))


def test_a_slot_whose_changes_are_told_is_none(said: Make) -> None:
    notes = [said(f"Port: now {8080 + day}, no longer {8079 + day}", day) for day in range(5)]
    assert not learn(notes)


def test_a_slot_of_the_memory_file_is_none_however_often_notes_change_it(said: Make) -> None:
    standing = said("port: 8080", 0, role="memory", status="active", trust="human")
    notes = [said(f"port: {9000 + day}", day) for day in range(1, 6)]
    fields = learn([standing, *notes])
    assert not are_entries(standing, notes[-1], fields)
    assert are_entries(notes[0], notes[-1], learn(notes))


def test_two_documents_with_the_same_labels_are_forms(said: Make) -> None:
    """From the second document on: nobody has to be asked three times first."""
    forms = [
        said(f"{label}: {value}", day)
        for day, values in ((1, ("Kim", "41 lines", "red")), (2, ("Ines", "57 lines", "blue")))
        for label, value in zip(("Reviewer", "Size", "Mood"), values, strict=True)
    ]
    assert {"reviewer", "size", "mood"} <= learn(forms)


def test_one_shared_label_makes_no_form(said: Make) -> None:
    assert not learn([said("Battery life: 14 days", 1), said("Battery life: 21 days", 2)])


def test_a_heading_that_whole_sentences_stand_under_is_no_field(said: Make) -> None:
    things = enumerate(("door", "sail", "hat", "cap"))
    notes = [said(f"Mara: she wants the {thing} to be red", day) for day, thing in things]
    assert "mara" not in learn(notes)


def test_an_opening_word_is_no_label() -> None:
    assert keys("Decision: the port is closed") == keys("the port is closed")


@pytest.mark.parametrize(
    "text",
    ["Received: 2026-03-02 15:50 WITA", "SESSION_START: 2026-03-02 21:51:00 UTC", "day: 2026-03-02",
     "then commit only memory/2026-03-02.md"],
)  # fmt: skip
def test_the_instant_a_note_was_written_at_is_an_entry_from_the_first_time(said: Make, text: str) -> None:
    assert is_entry(said(text, 1), frozenset())


def test_a_date_that_is_not_the_notes_own_is_no_entry(said: Make) -> None:
    assert not is_entry(said("deadline: 2026-03-30", 1), frozenset())


def test_a_belief_still_meets_what_is_no_entry(said: Make) -> None:
    notes = [said(f"Status: {word}", day) for day, word in enumerate(("blocked", "open", "waiting", "review", "done"))]
    fields = learn(notes)
    believed = said("Status: frozen", 9, status="active")
    assert not are_entries(believed, said("the project is no longer frozen", 10), fields)
    assert are_entries(believed, notes[0], fields)


def test_two_records_of_one_document_do_not_clash_while_nobody_believes_either(said: Make) -> None:
    one, two = said("Year: 2024, updated 2025", 1), said("Year: 2025, updated 2026", 1)
    assert are_entries(one, two, frozenset())
    assert not are_entries(one, said("Year: 2025, updated 2026", 1, trust="human"), frozenset())


def test_what_is_learnt_does_not_depend_on_the_order_of_facts(said: Make) -> None:
    notes = [
        said(f"{label}: {day * n}", day) for day in range(4) for n, label in enumerate(("Lines", "Tests", "Files"), 7)
    ]
    expected = learn(notes)
    for seed in range(10):
        random.Random(seed).shuffle(notes)
        assert learn(notes) == expected
