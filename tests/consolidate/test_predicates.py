"""Whether two claims of one thing say the same of it: the measures of predicates."""

from __future__ import annotations

from noctuary.consolidate.judging.align import align
from noctuary.consolidate.judging.claims import claim
from noctuary.consolidate.judging.predicates import predicates
from noctuary.model import Statement


def measured(a: str, b: str) -> dict[str, float]:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    return predicates(one, two, align(one, two))


def test_two_deeds_done_to_one_thing_are_far_apart() -> None:
    assert measured("orders-db is backed up at 23:30", "orders-db is vacuumed at 04:30")["pred_far"] == 1.0
    assert measured("the choir sings Byrd", "the choir sings Abba")["pred_shared"] > 0.0


def test_siblings_of_one_kind_are_two_predicates_however_near() -> None:
    assert measured("Ann's dog weighs 31 kg", "Ann's cat weighs 4 kg")["part_far"] == 1.0
    assert measured("Ann's dog weighs 31 kg", "Ann's dog weighs 30 kg")["part_far"] == 0.0


def test_what_belongs_to_a_thing_is_told_from_the_thing() -> None:
    assert measured("Bruno weighs 31 kg", "Bruno's pill weighs 400 mg")["part_one"] == 1.0
    assert measured("Bruno's bowl is red", "Bruno's collar is blue")["part_both"] == 1.0
    assert measured("Bruno weighs 31 kg", "Bruno weighs 29 kg")["part_one"] == 0.0


def test_without_a_value_on_both_sides_there_is_no_predicate_to_compare() -> None:
    assert "pred_far" not in measured("the shop is open", "the shop is closed")
