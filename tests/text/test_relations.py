"""How two words stand to each other: places within places, peoples, colours before people."""

from __future__ import annotations

import pytest

from noctuary.text.relations import is_being, is_below, is_demonym, is_doing, is_past, is_thing, relation


@pytest.mark.parametrize(("a", "b"), [("paris", "france"), ("spaniel", "dog"), ("surgeon", "doctor")])
def test_a_part_of_a_place_and_a_kind_of_a_thing_lie_below_it(a: str, b: str) -> None:
    assert relation(a, b).name == "kind"
    assert is_below(a, b)
    assert not is_below(b, a)


def test_two_peoples_are_siblings_whatever_else_their_names_mean() -> None:
    assert relation("Spanish", "Italian") == relation("thai", "chinese") == ("siblings", 1.0, "demonym")
    assert not any(map(is_demonym, ("national", "turkey", "human", "dental")))


def test_words_that_describe_are_siblings_in_what_they_describe_first() -> None:
    assert relation("white", "brown").file == "attribute"
    assert not is_being("white")
    assert is_being("women")


def test_a_doing_is_a_verb_in_a_form_of_its_own() -> None:
    assert all(map(is_doing, ("running", "sold", "dropped")))
    assert not any(map(is_doing, ("morning", "king", "table")))


def test_a_present_form_is_no_past_however_irregular() -> None:
    assert all(map(is_past, ("was", "ran", "sold", "dropped", "been")))
    assert not any(map(is_past, ("is", "are", "has", "goes", "sitting", "running")))


def test_what_commonly_is_a_thing_is_one_though_a_verb_has_that_form() -> None:
    assert all(map(is_thing, ("building", "wall", "ceiling")))
    assert not any(map(is_thing, ("running", "waiting", "green")))
