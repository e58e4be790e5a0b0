"""Whether two claims of one thing say the same of it: the measures of predicates."""

from __future__ import annotations

from noctuary.judging.align import align
from noctuary.judging.predicates import predicates
from noctuary.model import Statement
from noctuary.text.claims import claim


def measured(a: str, b: str) -> dict[str, float]:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    return predicates(one, two, align(one, two))


def test_two_deeds_done_to_one_thing_are_far_apart() -> None:
    assert measured("orders-db is backed up at 23:30", "orders-db is vacuumed at 04:30")["pred_far"] == 1.0
    assert measured("the choir sings Byrd", "the choir sings Abba")["pred_shared"] > 0.0


def test_without_a_value_on_both_sides_there_is_no_predicate_to_compare() -> None:
    assert "pred_far" not in measured("the shop is open", "the shop is closed")
