"""Which pairs are worth judging."""

from __future__ import annotations

import time

from noctuary.consolidate.judging.pairs import pairs
from noctuary.model import Statement


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


def test_ten_thousand_statements_are_no_square() -> None:
    texts = said(*(f"sensor{n} in hall {n % 97} reports lux level {n % 13} to gateway g{n % 211}" for n in range(3000)))
    start = time.process_time()
    pairs(texts, set(range(len(texts))))
    assert time.process_time() - start < 30
