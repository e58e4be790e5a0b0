"""Values of two kinds that may be of one slot: what a bare figure beside a measure tells."""

from __future__ import annotations

import pytest

from noctuary.judging.align import align
from noctuary.judging.loose import loose
from noctuary.model import Statement
from noctuary.text.claims import claim


def measured(a: str, b: str) -> dict[str, float]:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    return loose(one, two, align(one, two))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("goal weight 78 kg", "raised my goal weight to 81"),
        ("we eat dinner around 7", "dinner is at 5:30"),
        ("the buffer is flushed every 30 seconds", "buffer flush interval = 5 min"),
        ("the oven goes to 220 °C", "the oven goes to 240"),
    ],
)
def test_a_bare_figure_that_is_not_the_measures_own_differs_from_it(a: str, b: str) -> None:
    found = measured(a, b)
    assert (found["loose_differ"], found["loose_one"], found["loose_same"]) == (1.0, 1.0, 0.0)
    assert measured(b, a) == found


@pytest.mark.parametrize(
    ("a", "b"),
    [("the TTL is 300 s", "TTL is 300"), ("choir starts at 19:00", "choir at 7"), ("we open at 8:00", "open at 8")],
)
def test_the_figure_a_measure_is_written_in_is_its_own(a: str, b: str) -> None:
    assert measured(a, b)["loose_same"] == 1.0


def test_a_number_that_counts_something_else_meets_no_measure() -> None:
    assert measured("the retry waits 30 s", "the retry logs 3 warnings")["loose_differ"] == 0.0


def test_codes_behind_the_subject_stand_against_each_other() -> None:
    assert measured("guest wifi password is redheron4", "guest wifi password is `otter-22`")["coded_both"] == 1.0
    assert measured("guest wifi password is redheron4", "guest wifi password is on the fridge")["coded_both"] == 0.0


def test_things_of_two_kinds_stand_apart_only_beside_other_words() -> None:
    assert measured("Rosa prefers vim as editor", "Rosa prefers Kafka for streams")["kinds_apart"] == 1.0
    assert measured("atlas stores its data in RabbitMQ", "atlas stores its data in PostgreSQL")["kinds_apart"] == 0.0
