"""What is left of two statements is measured word against word, and what surrounds it told apart."""

from __future__ import annotations

import pytest

from noctuary.judging.align import align
from noctuary.judging.denials import denials, outright
from noctuary.judging.residual import leftover
from noctuary.model import Statement
from noctuary.text.claims import claim


def measures(a: str, b: str) -> dict[str, float]:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    return leftover(one, two, align(one, two))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("SQLite is where the importer keeps its data", "the importer keeps its data in SQLite"),
        ("it's `read_plan` that the function is called", "the function is called `read_plan`"),
    ],
)
def test_a_cleft_sentence_is_read_in_its_plain_order(a: str, b: str) -> None:
    cleft, plain = claim(Statement(text=a)), claim(Statement(text=b))
    assert [t.key for t in cleft.tokens if t.head] == [t.key for t in plain.tokens if t.head]


def test_words_of_one_kind_that_meet_nothing_are_siblings() -> None:
    assert measures("the gate is painted crimson", "the gate is painted turquoise")["left_siblings"] > 0


def test_two_words_told_apart_by_the_word_before_are_described_apart() -> None:
    assert measures("pear juice costs 4 euros", "apple juice costs 5 euros")["described_apart"]
    assert not measures("pear juice costs 4 euros", "pear juice costs 5 euros")["described_apart"]


def test_numbers_of_two_things_are_told_from_two_numbers_of_one() -> None:
    assert measures("Statistics has 6 credits", "Statistics has 80 students")["count_other"]
    assert measures("Statistics has 60 students", "Statistics has 80 students")["count_same"]


def test_a_name_alone_is_no_attribute() -> None:
    assert measures("`ferry` is written in Rust", "`ferry` answers within a second")["named_only"]
    assert not measures("`ferry` is written in Rust", "`ferry` is written in Go")["named_only"]


def test_a_verb_that_denies_counts_as_a_denial() -> None:
    assert denials("the importer keeps short rows", "the importer drops short rows")["denial_odd"]
    assert not denials("the importer keeps short rows", "the importer keeps long rows")["denial_odd"]


def test_rare_words_are_more_news_than_common_ones() -> None:
    plain = measures("the desk is by the window", "the desk is placed by the window")
    rare = measures("the desk is by the window", "the lacquered desk is by the window")
    assert rare["news_b"] > plain["news_b"]


def test_an_aside_is_told_from_the_clause_that_speaks_of_what_both_share() -> None:
    found = measures("godfather of Emre: Daniel", "Tobias is Emre's godfather, and the cake was from Lidl")
    assert found["main_res_b"] < found["news_b"] * 4
    assert "main_all" not in found


def test_measures_lie_between_nothing_and_one() -> None:
    found = measures("we never deploy on Fridays, the API is frozen", "Friday is when deploys of the API happen")
    assert all(0.0 <= value <= 1.0 for value in found.values())


@pytest.mark.parametrize(
    ("a", "b", "is_quiet"),
    [
        ("the gate is never open", "the gate stays closed", True),
        ("nobody but the owner has a key", "only the owner has a key", True),
        ("no wheat in the bread", "the bread is gluten-free", True),
        ("builds do not run on Jenkins", "builds run on Jenkins", False),
        ("Kenji doesn't know a word of Korean", "Kenji is fluent in Korean", False),
    ],
)
def test_what_denies_quietly_is_told_from_what_does_not_deny(a: str, b: str, is_quiet: bool) -> None:
    assert denials(a, b) == denials(b, a)
    assert bool(denials(a, b)["denial_quiet"]) == is_quiet


@pytest.mark.parametrize(
    ("a", "b", "name"),
    [
        ("the gate is never open", "the gate stays closed", "outright_quiet"),
        ("no wheat in the bread", "the bread is gluten-free", "outright_quiet"),
        ("the parcel never arrived", "the parcel was delivered", "outright_plain"),
        ("Edda isst keine Pilze", "Edda isst Pilze", "outright_plain"),
    ],
)
def test_an_outright_denial_is_met_by_a_quiet_one_or_by_none(a: str, b: str, name: str) -> None:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    assert outright(one, two) == outright(two, one) == {name: 1.0}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("nobody is never late", "they are late"),
        ("The job starts no later than 5:00", "The job starts by 5:00"),
        ("No. 5 is the boiler", "The boiler is number 5"),
        ("nobody but the owner has a key", "only the owner has a key"),
    ],
)
def test_what_is_no_denial_or_is_undone_is_none(a: str, b: str) -> None:
    assert not outright(claim(Statement(text=a)), claim(Statement(text=b)))
