"""What a night lets in of agents' notes must be worth keeping, too, not only last: a bound on durability alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.decisions import Chances, Line, Reading
from noctuary.extraction import worth_weights
from noctuary.extraction.extract import THRESHOLD, extract
from noctuary.extraction.rereading import reread, together
from noctuary.extraction.worth import AT_EVEN, EVEN, at_most, measures, worth
from noctuary.model import Candidate, Event, Kind, Statement, Trust

RULE = "Never moor the ferry at the south pier in winter"
SURE = Reading(level=(0.9, 0.08, 0.02), stance=(0.94, *[0.01] * 6), kind=(1.0,))
HARDLY = Reading(level=(0.02, 0.56, 0.42), stance=(0.6, 0.2, *[0.04] * 5), kind=(1.0,))
"""It stands, but nobody needs it."""
SHARES = st.floats(min_value=0.0, max_value=1.0)


def line(text: str = RULE, *above: str, trust: Trust = "agent") -> Candidate:
    event = Event(
        id="e", ref="memory/2026-05-04.md", line=3, line_end=3, at=None, role="note", trust=trust, text=text,
        session="s", context=above,
    )  # fmt: skip
    (one,) = extract(event)
    assert isinstance(one, Candidate)
    return one


class Deaf:
    """A reader to whom every line is the same."""

    name = "deaf"

    def __init__(self, reading: Reading = SURE) -> None:
        self.reading = reading

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """Nobody asks."""
        raise AssertionError(pairs)

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """The same of each."""
        return [self.reading for _ in lines]


def durability(one: Candidate, reading: Reading = SURE) -> float:
    (again,) = reread([one], Deaf(reading))
    assert isinstance(again, Candidate)
    return again.confidence


@given(SHARES, SHARES, st.floats(min_value=0.0, max_value=0.5))
def test_worth_bounds_a_durability_in_proportion_and_raises_none(durability: float, worth: float, least: float) -> None:
    bounded = at_most(durability, worth, least)
    assert min(durability, least) <= bounded <= durability
    assert bounded <= at_most(durability, 1.0, least) == durability


def test_what_is_kept_as_likely_as_not_is_as_durable_as_a_note_must_be() -> None:
    assert [at_most(1.0, worth, 0.0) for worth in (0.0, EVEN, 1.0)] == [0.0, AT_EVEN, 1.0]


def test_what_lies_deep_below_many_headings_is_worth_less() -> None:
    above = ("Log", "Harbour", "Ferries", "South pier", "Winter")
    values = [worth(line(RULE, *above[:depth]), SURE) for depth in range(6)]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


@pytest.mark.parametrize("trust", ["human", "agent"])
def test_a_humans_own_note_is_bounded_by_nothing(trust: Trust) -> None:
    one = line(RULE, "Log", "Harbour", "Ferries", "South pier", "In the winter of the year", trust=trust)
    whole = together(one.confidence, SURE)
    assert durability(one) == (whole if trust == "human" else at_most(whole, worth(one, SURE), THRESHOLD))


def test_a_line_that_lasts_stays_a_candidate_however_little_it_is_worth() -> None:
    one = line(RULE, *["a heading of many words that says no more than others"] * 5)
    assert THRESHOLD <= durability(one, HARDLY) < together(one.confidence, HARDLY)


def test_every_weight_is_of_something_measured() -> None:
    known = {name for kind in get_args(Kind) for name in measures(line(), SURE) | {f"kind_{kind}": 1.0}}
    assert worth_weights.WEIGHTS.keys() <= known
