"""Which pairs are worth judging."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scale import brute_force
from benchmarks.templated import sayings
from noctuary.judging.blocking import Layered, Pile, traits
from noctuary.judging.find import RARE, pairs, worth_judging
from noctuary.model import Statement

WORDS = """kiln pump room key gate tide clock port runs holds never Otis Postgres MySQL invoices bills
    a-b-c 4 7 80 GB""".split()


def said(*texts: str) -> list[Statement]:
    return [Statement(text=t) for t in texts]


def test_a_changed_value_hides_nothing() -> None:
    found = pairs(said("the kiln fires at 1180", "the kiln fires at 1220", "Otis likes jazz"), {0, 1, 2})
    assert found == [(0, 1)]


def test_a_pair_without_a_fresh_member_is_left_out() -> None:
    assert pairs(said("the kiln fires at 1180", "the kiln fires at 1220"), set()) == []


def test_pairs_are_ascending_and_do_not_depend_on_the_order_of_the_fresh() -> None:
    texts = said("pump room key: 4", "the pump room key is 7", "pump room has two keys", "pump is loud")
    found = pairs(texts, {3, 1, 0})
    assert found == sorted(found) == pairs(texts, frozenset({0, 1, 3}))
    assert all(i < j for i, j in found)


def test_synonyms_and_two_members_of_one_kind_propose_a_pair() -> None:
    assert pairs(said("invoices are stored in Postgres", "bills are kept in MySQL", "it rains"), {1}) == [(0, 1)]


def test_entries_of_a_log_are_not_held_against_each_other() -> None:
    texts = said(*(f"nightly build took {n} min" for n in range(20, 30)), "nightly build takes 25 min on the old box")
    assert all(10 in pair for pair in pairs(texts, set(range(len(texts)))))


def stored(count: int, seed: int = 7) -> list[Statement]:
    return [Statement(text=words, subject=name) for name, words in sayings(count, seed)]


@pytest.mark.parametrize("seed", range(4))
def test_the_finder_finds_what_looking_at_all_pairs_finds(seed: int) -> None:
    statements = stored(250, seed) + said(*(f"nightly build {n} took {n} min" for n in range(9)))
    random.Random(seed).shuffle(statements)
    found_by = [traits(one) for one in statements]
    for fresh in (set(range(len(statements))), {3, 40, 41, 200}):
        assert pairs(statements, fresh) == brute_force(found_by, fresh) != []


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), min_size=2, max_size=12))
def test_any_few_statements_give_the_pairs_the_definition_names(texts: list[str]) -> None:
    statements = said(*texts)
    everyone = set(range(len(statements)))
    assert pairs(statements, everyone) == brute_force([traits(one) for one in statements], everyone)


def test_the_order_statements_stand_in_changes_no_pair() -> None:
    statements = stored(200)
    turned = statements[::-1]
    found = {frozenset((statements[i].text, statements[j].text)) for i, j in pairs(statements, set(range(200)))}
    assert found == {frozenset((turned[i].text, turned[j].text)) for i, j in pairs(turned, set(range(200)))}


def test_a_few_new_ones_on_top_of_a_shelf_find_what_one_shelf_of_all_finds() -> None:
    statements = stored(300)
    found_by = [traits(one) for one in statements]
    layered = Layered(Pile(found_by[:280]), Pile(found_by[280:]))
    found = worth_judging(layered, {-1 - n for n in range(20)})
    renamed = {n: n if n >= 0 else 279 - n for n in range(-20, 280)}
    assert sorted(tuple(sorted((renamed[i], renamed[j]))) for i, j in found) == pairs(statements, set(range(280, 300)))


def test_what_the_caller_proposes_is_found_unless_both_are_entries_of_one_log() -> None:
    texts = said("the kiln is hot", "ovens burn well", *(f"nightly build took {n} min" for n in range(20, 30)))
    assert pairs(texts, {0}) == []
    assert pairs(texts, {0, 2}, [(1, 0), (2, 3), (5, 6), (0, 0)]) == [(0, 1)]


def test_what_everybody_says_proposes_nothing() -> None:
    """A template filled by many names: only what also shares the name is held against each other."""
    texts = said(*(f"backup of vault{n} finished without any error on the tape" for n in range(RARE + 10)))
    assert pairs(texts, set(range(len(texts)))) == []
    twice = [*texts, *said("backup of vault7 failed on the tape")]
    assert pairs(twice, {RARE + 10}) == [(7, RARE + 10)]


def test_the_pairs_of_a_statement_are_bounded_however_large_the_store() -> None:
    for count in (500, 2000):
        assert len(pairs(stored(count), set(range(count)))) / count < RARE / 2
