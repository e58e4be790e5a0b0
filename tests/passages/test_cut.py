"""Leaves become passages: whole, joined or split by their size; what people say to each other turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from noctuary.passages import HUGE, LEAD, TINY, WHOLE, Leaf, cut, kind_of

NOTE: dict[str, Any] = {"role": "note", "trust": "agent", "session": "n.md"}


def leaf(text: str, line: int, section: int = 0, *context: str, **changed: Any) -> Leaf:
    given = NOTE | {"text": text, "line": line, "line_end": line, "section": section, "context": context}
    return Leaf(**given | {"titles": len(context)} | changed)


def texts(leaves: list[Leaf]) -> list[str]:
    return [one.text for one in cut("n.md", "notes", leaves)]


def test_a_short_file_is_one_passage_with_its_headings_as_rows() -> None:
    """TK-044 TK-045 TK-046"""
    made = list(cut("n.md", "notes", [leaf("one", 1), leaf("two", 4, 1, "Tools"), leaf("three", 5, 1, "Tools")]))
    assert [one.text for one in made] == ["one\nTools\ntwo\nthree"]
    assert (made[0].line, made[0].line_end, made[0].rows) == (1, 5, (1, 4, 4, 5))


def test_sections_of_a_longer_file_are_passages_under_their_headings() -> None:
    """TK-077, TK-044"""
    words = "w" * (WHOLE // 2)
    made = list(cut("n.md", "notes", [leaf(words, 2, 1, "Top", "A"), leaf(words, 4, 2, "Top", "B")]))
    assert [one.heading for one in made] == ["Top > A", "Top > B"]


def test_a_tiny_section_is_joined_to_the_next_and_a_huge_one_is_split_between_its_leaves() -> None:
    """TK-045"""
    tiny, long = "t" * (TINY // 2), "l" * (HUGE // 2)
    made = texts([leaf(tiny, 1, 1, "A"), leaf(long, 2, 2, "B"), leaf(long, 3, 2, "B"), leaf(long, 4, 2, "B")])
    assert made[0].startswith("A\n" + tiny)
    assert all(len(one) <= HUGE + TINY for one in made)
    assert len(made) == 3


def test_one_leaf_that_is_too_long_stays_whole_as_a_fence_must() -> None:
    fence = "```\n" + "x\n" * HUGE + "```"
    assert fence in texts([leaf("before", 1), leaf(fence, 2), leaf("after", 3)])


@pytest.mark.parametrize("shape", ["{}: {}", "[10:03] {}: {}", "{}： {}"])
def test_what_people_say_to_each_other_is_kept_turn_by_turn_with_what_it_answers(shape: str) -> None:
    said = [("Ana", "I bought a kayak"), ("Ben", "What colour?"), ("Ana", "Red"), ("Ben", "Nice")]
    made = list(cut("n.md", "diary", [leaf(shape.format(*one), n, 1, "Talk") for n, one in enumerate(said, 1)]))
    assert [one.line for one in made] == [1, 2, 3, 4]
    assert made[2].lead == shape.format(*said[1])
    assert made[0].lead == ""


def test_fields_each_with_a_name_of_its_own_are_no_conversation() -> None:
    assert (
        len(texts([leaf(f"{name}: 1", n, 1, "Ports") for n, name in enumerate(("API", "Web", "DB", "Mail"), 1)])) == 1
    )


def test_the_end_of_a_long_turn_stands_before_its_answer() -> None:
    question = "and what colour is it?"
    turns = [leaf("word " * 200 + question, 1, is_turn=True), leaf("Red", 2, is_turn=True)]
    lead = list(cut("s.jsonl", "sessions", turns))[1].lead
    assert lead.endswith(question)
    assert len(lead) <= LEAD + 1


def test_the_first_turn_of_another_session_answers_nothing() -> None:
    turns = [leaf("one", 1, is_turn=True), leaf("two", 2, is_turn=True, session="other")]
    assert [one.lead for one in cut("s.jsonl", "sessions", turns)] == ["", ""]


def test_a_passage_is_as_trusted_as_its_least_leaf_and_as_young_as_its_youngest() -> None:
    made = list(cut("n.md", "notes", [leaf("one", 1), leaf("two", 2, trust="untrusted")]))
    assert [one.trust for one in made] == ["untrusted"]


def test_the_same_words_twice_in_a_file_are_two_passages() -> None:
    turns = [leaf("yes", n, is_turn=True, session=str(n)) for n in (1, 2)]
    assert len({one.id for one in cut("s.jsonl", "sessions", turns)}) == 2


def test_moved_words_keep_their_id() -> None:
    """KG-003: an id is of the words and the file, never of the line."""
    here, there = (next(iter(cut("n.md", "notes", [leaf("one", line)]))) for line in (1, 9))
    assert here.id == there.id
    assert here.hash == there.hash


@pytest.mark.parametrize(
    ("ref", "is_log", "is_dated", "kind"),
    [
        ("sessions/a.jsonl", True, False, "sessions"),
        ("memory/2026-05-08.md", False, True, "diary"),
        ("memory/people.md", False, False, "notes"),
        ("memory/references/api.md", False, False, "references"),
    ],
)
def test_a_file_is_of_a_kind_by_where_it_stands(ref: str, is_log: bool, is_dated: bool, kind: str) -> None:
    """TK-083"""
    assert kind_of(ref, is_log, is_dated) == kind
