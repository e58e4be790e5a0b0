"""What an exchanged word means depends on how it stands: of whom, of what doing, under which negation."""

from __future__ import annotations

import pytest

from noctuary.consolidate.judging.exchanges import measured
from noctuary.consolidate.judging.judge import judge
from noctuary.model import Statement

CONFLICTS = ("contradiction", "supersession")


def conflicts(a: str, b: str) -> bool:
    return judge(Statement(text=a), Statement(text=b)).kind in CONFLICTS


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("A nurse is reading a letter.", "A nurse is washing a window."),
        ("A boy is feeding the hens.", "A girl is feeding the hens."),
        ("Some clerks are playing the trumpet.", "Some clerks are playing the drum."),
    ],
)
def test_somebody_unnamed_may_do_another_thing_than_somebody_else_unnamed(a: str, b: str) -> None:
    assert not conflicts(a, b)
    assert not conflicts(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("A Greek baker is opening the shop.", "A Danish baker is opening the shop."),
        ("A woman in a red coat is waiting.", "A woman in a green coat is waiting."),
        ("A nurse is reading a letter.", "A nurse is not reading a letter."),
    ],
)
def test_what_describes_somebody_unnamed_still_conflicts_where_all_else_is_the_same(a: str, b: str) -> None:
    assert conflicts(a, b)


def test_a_people_that_describes_is_no_name_of_somebody_else() -> None:
    assert not measured("A Greek baker opens the shop.", "A Danish baker opens the shop.").is_other


def test_denying_a_sibling_denies_nothing() -> None:
    assert not conflicts("The band owns a piano.", "The band does not own a guitar.")
    assert conflicts("The band owns a piano.", "The band does not own a piano.")


def test_one_word_exchanged_for_its_opposite_is_all_there_is() -> None:
    assert conflicts("It is legal.", "It is illegal.")


@pytest.mark.parametrize(
    ("a", "b", "name"),
    [
        ("A dog is barking.", "There is no dog barking in the yard.", "denied_more"),
        ("A dog is barking in the yard.", "There is no dog barking.", "stated_more"),
        ("A child is eating fruit in the kitchen.", "A child is not eating apples in the kitchen.", "denied_more"),
    ],
)
def test_of_one_denied_text_it_tells_which_of_the_two_says_more(a: str, b: str, name: str) -> None:
    assert name in measured(a, b).numbers
    assert measured(a, b).numbers.keys() == measured(b, a).numbers.keys()


def test_a_phrase_that_says_what_is_lacking_flips_nothing() -> None:
    assert "negated" not in measured("The team ships every week.", "The team ships every week without help.").numbers


def test_a_compound_is_one_word_only_beside_another_compound() -> None:
    assert "kind" not in measured("A young man is fishing.", "An elderly man is fishing.").numbers
    assert (
        "siblings_thing" in measured("The cat sleeps in the living room.", "The cat sleeps in the dining room.").numbers
    )
