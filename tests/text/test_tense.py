"""What a statement tells of: what was, what has come about, or what is."""

from __future__ import annotations

import pytest

from noctuary.text.tense import tense, tenses


@pytest.mark.parametrize(
    "text",
    ["Quentin defected to Helix", "Mara left the choir", "the vote was unanimous", "Rui passed the hat to Noor"],
)
def test_a_past_tense_is_one_whatever_else_the_word_may_be(text: str) -> None:
    assert tense(text).was


@pytest.mark.parametrize("text", ["Resized the cluster to 4 nodes", "the owners have sold the house"])
def test_a_perfect_and_an_opening_participle_have_come_about(text: str) -> None:
    found = tense(text)
    assert found.came
    assert not found.was


@pytest.mark.parametrize(
    "text",
    ["we use a closed ticket", "Nginx is used here", "Facturación: Holded", "hours Tue–Fri 10–18, Sat 10–14", ""],
)
def test_names_days_and_describing_participles_tell_of_no_past(text: str) -> None:
    found = tense(text)
    assert not found.was
    assert not found.came


def test_a_lead_in_tells_of_no_past_where_what_follows_is_present() -> None:
    assert not tense("audit question answered: the retention is 30 days").was
    assert tense("Recalculated: 1,304 in total").came


def test_a_number_of_something_is_no_year() -> None:
    assert tense("the budget was 1800 EUR").year is False
    assert tense("the bakery was founded in 1998").year is True


def test_what_was_done_is_told_by_the_sort_of_the_verb() -> None:
    found = tenses("The house is Ann's", "Ann sold the house")
    assert found["turned_past"] == 1.0
    assert found["deed_possession"] == 1.0
    assert found["was_both"] == 0.0
