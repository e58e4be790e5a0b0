"""What an exchanged word means depends on how it stands: of whom, of what doing, under which negation."""

from __future__ import annotations

import pytest

from noctuary.judging.edits import edits, opened_alike
from noctuary.judging.exchanges import measured
from noctuary.judging.judge import judge
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
        ("Two nurses are feeding the dog.", "Two nurses are drawing the dog."),
        ("Three young clerks are waiting.", "Three young clerks are singing."),
        ("A boy is running across the beach.", "A boy is running across the desert."),
        ("A nurse is waving to a clerk.", "A nurse is waving to a soldier."),
        ("A cyclist is riding up the hill.", "A cyclist is riding down the hill."),
        ("A cook is slicing leeks.", "A cook is not slicing tofu."),
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
        ("Two nurses are reading a letter.", "Three nurses are reading a letter."),
        ("The cyclist is riding up the hill.", "The cyclist is riding down the hill."),
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


def test_somebody_called_only_by_the_may_do_another_thing_at_another_moment() -> None:
    one, two = "The nurse is feeding the old dog in the yard.", "The nurse is drawing the old dog in the yard."
    assert measured(one, two).is_moment
    assert not measured(one.replace("nurse", "machine"), two.replace("nurse", "machine")).is_moment
    assert not conflicts(one, two)
    assert not conflicts(two, one)
    assert conflicts(one, one.replace("is feeding", "is not feeding"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The gate is open and the lamp is lit.", "The gate is not open and the lamp is not lit."),
        ("The cook is stirring the soup and is singing.", "The cook isn't stirring the soup and is not singing."),
    ],
)
def test_a_denial_of_each_clause_is_a_denial(a: str, b: str) -> None:
    assert conflicts(a, b)
    assert conflicts(b, a)


def test_two_denials_in_one_clause_are_none() -> None:
    assert not measured("The gate is open.", "It is not the case that the gate is not open.").is_each_denied


@pytest.mark.parametrize("stated", ["A woman is slicing a carrot.", "Two women are slicing a carrot."])
def test_nobody_denies_it_of_anybody(stated: str) -> None:
    assert conflicts(stated, "Nobody is slicing a carrot.")


def test_what_is_denied_of_all_of_a_kind_is_denied_of_each() -> None:
    denied = "There is no woman cutting a carrot."
    assert measured("The old lady is slicing a carrot.", denied).is_close
    assert not measured("The old lady is peeling a potato.", denied).is_close


def test_a_people_that_describes_counted_people_is_no_name() -> None:
    assert conflicts("Two Greek bakers are opening the shop.", "Two Danish bakers are opening the shop.")


def test_things_nearly_the_same_are_less_apart_than_things_of_one_kind() -> None:
    assert "siblings_near" in measured("A man is on a ship at sea.", "A man is on a boat at sea.").numbers
    assert "siblings_thing" in measured("A man is in the kitchen.", "A man is in the bathroom.").numbers


def test_a_thing_that_ends_like_a_doing_is_a_thing() -> None:
    met = measured("A guard stands beside a brick building.", "A guard stands beside a marble building.")
    assert "attribute" in met.numbers
    assert not met.is_apart


@pytest.mark.parametrize("a", ["A man is running.", "The man runs.", "He runs.", "Nina runs the API.", "", "api: 2"])
@pytest.mark.parametrize("b", ["A woman is resting.", "The dog is resting.", "She rests.", "Ben owns the API.", ""])
def test_how_two_open_is_told_without_measuring_how_they_differ(a: str, b: str) -> None:
    assert opened_alike(a, b) == edits(a, b).opening
