"""Whether what two claims share takes many things or one: the measures of many."""

from __future__ import annotations

import pytest

from noctuary.judging.align import align
from noctuary.judging.many import MANY, ONE, many, manyness
from noctuary.model import Statement
from noctuary.text.claims import claim


def measured(a: str, b: str) -> dict[str, float]:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    return many(one, two, align(one, two))


def test_no_word_takes_both_many_things_and_one() -> None:
    assert not MANY & ONE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The tool exports PDF", "The tool exports SVG"),
        ("Nora visited Rome", "Nora visited Lisbon"),
        ("Er spricht Deutsch", "Er spricht Polnisch"),
        ("应用支持中文", "应用支持英文"),
    ],
)
def test_a_shared_verb_that_takes_many_things_is_told(a: str, b: str) -> None:
    assert measured(a, b)["many_listed"] == measured(a, b)["many"] == 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [("The site is hosted at Hetzner", "The site is hosted at OVH"), ("Nora lives in Rome", "Nora lives in Bari")],
)
def test_a_shared_verb_that_takes_one_thing_is_told(a: str, b: str) -> None:
    assert measured(a, b)["one_listed"] == measured(a, b)["one"] == 1.0


@pytest.mark.parametrize(
    ("word", "is_many"), [("watered", True), ("purchased", True), ("inhabits", False), ("resides", False)]
)
def test_a_word_in_no_list_is_told_by_its_neighbours(word: str, is_many: bool) -> None:
    assert (manyness(word) > 0.1) is is_many


def test_what_only_one_of_them_says_or_both_open_with_tells_nothing() -> None:
    assert measured("the visits are on Monday", "the visits are free") == {"slot_is": 1.0}
    assert not any(measured("Nora visited Rome", "Nora left for Rome").values())


@pytest.mark.parametrize(
    ("a", "b", "name"),
    [
        ("the default model is opus", "default model: sonnet", "slot_is"),
        ("Der Port ist 80", "Port: 81", "slot_is"),
        ("Edda is a nurse", "Edda is a mother", "name_is"),
    ],
)
def test_what_an_attribute_is_is_told_from_what_somebody_is(a: str, b: str, name: str) -> None:
    assert [key for key in measured(a, b) if key.endswith("_is")] == [name]


def test_one_of_many_and_what_is_done_for_somebody_are_told_apart() -> None:
    assert "slot_is" not in measured("A member of the crew is Edda", "A member of the crew is Ivo")
    assert not measured("Edda plays for Leeds", "Edda plays for York")
    assert measured("Edda plays chess", "Edda plays go")["many"] == 1.0


def test_the_predicate_is_told_and_no_noun_of_the_subject() -> None:
    assert measured("The smoke test runs on Jenkins", "The smoke test runs on CircleCI")["one_listed"] == 1.0
    assert measured("The release train is led by Ann", "The release train is led by Bob")["one_listed"] == 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Nora visited the port and lives in Rome", "Nora lives in Bari and visited the harbour"),
        ("The tool exports PDF", "The tool exported SVG"),
    ],
)
def test_in_either_order_the_same_is_told(a: str, b: str) -> None:
    assert measured(a, b) == measured(b, a)


def test_a_lead_hides_nothing() -> None:
    """Where words stand is counted in the plain text."""
    assert measured("Note: the log level is debug", "Ida said that the log level is info")["slot_is"] == 1.0
    assert measured("- We support JSON", "- We support XML")["many_listed"] == 1.0


def test_of_two_attributes_neither_is_what_the_other_is() -> None:
    assert not [key for key in measured("the log level is high", "the default model is high") if key.endswith("_is")]
