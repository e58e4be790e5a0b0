"""Whether one claim is of a thing and the other of what belongs to it: the measures of owners."""

from __future__ import annotations

import pytest

from noctuary.judging.align import align
from noctuary.judging.owners import owners
from noctuary.model import Statement
from noctuary.text.claims import claim


def measured(a: str, b: str) -> dict[str, float]:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    return owners(one, two, align(one, two))


def test_siblings_of_one_kind_are_two_parts_however_near() -> None:
    assert measured("Ann's dog weighs 31 kg", "Ann's cat weighs 4 kg")["part_far"] == 1.0
    assert measured("Ann's dog weighs 31 kg", "Ann's dog weighs 30 kg")["part_far"] == 0.0


def test_what_belongs_to_a_thing_is_told_from_the_thing() -> None:
    assert measured("Bruno weighs 31 kg", "Bruno's pill weighs 400 mg")["part_one"] == 1.0
    assert measured("Bruno's bowl is red", "Bruno's collar is blue")["part_both"] == 1.0
    assert measured("Bruno weighs 31 kg", "Bruno weighs 29 kg")["part_one"] == 0.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Edda is a plumber", "Edda's brother is a nurse"),
        ("Edda's older brother is a nurse", "Edda is a plumber"),
        ("The brother of Edda is a nurse", "Edda is a plumber"),
        ("Edda ist klein", "Eddas Bruder ist groß"),
        ("La hermana de Edda es alta", "Edda es baja"),
        ("I drink coffee", "My aunt drinks tea"),
        ("Ich trinke Kaffee", "Meine Tante trinkt Tee"),
        ("Remember: I drink coffee", "Remember: My Aunt drinks tea"),
        ("Je bois du café", "Ma tante boit du thé"),
    ],
)
def test_a_being_who_belongs_to_another_is_another_subject(a: str, b: str) -> None:
    assert measured(a, b)["own_being"] == measured(b, a)["own_being"] == 1.0


@pytest.mark.parametrize(
    ("a", "b", "name"),
    [
        ("Edda has one brother", "Edda's brother is a nurse", "own_being_told"),
        ("Edda's address is Elm Street 4", "Edda lives at Oak Street 9", "own_thing"),
        ("The bakery's closing time is 18:00", "The bakery closes at 17:00", "own_thing_told"),
    ],
)
def test_what_both_speak_of_or_is_no_being_is_measured_apart(a: str, b: str, name: str) -> None:
    assert [key for key in measured(a, b) if key.startswith("own_")] == [name]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Edda's brother is a nurse", "Edda's brother is a cook"),
        ("Edda is a nurse", "Edda is a cook"),
        ("Edda's a nurse", "Edda is a cook"),
        ("Edda's vegan", "Edda eats meat"),
        ("My dog weighs 31 kg", "He weighs 29 kg"),
        ("The interns do reviews on Monday", "Reviews are on Friday"),
        ("The coach of the bus is old", "The bus of the coach is new"),
        ("", "Edda's"),
    ],
)
def test_of_one_subject_nothing_is_owned(a: str, b: str) -> None:
    assert not [key for key in measured(a, b) if key.startswith("own_")]
