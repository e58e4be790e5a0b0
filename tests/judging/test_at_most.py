"""What two statements cannot be: no reader, whatever it says, makes them that. So it need not be asked."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.templated import sayings
from noctuary.decisions import Chances, Line, Reading
from noctuary.model import Statement
from noctuary.stages.without_asides import are_surely_apart, judge_pair, sureness_at_most

PAIRS = Path(__file__).parent.parent.parent / "benchmarks" / "pairs" / "change.tsv"
DAY = dt.date(2026, 5, 4)
ASK = 0.65


class Says:
    """A reader that always says the same."""

    name = "says"

    def __init__(self, *chances: float) -> None:
        self.said = Chances(*chances)

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """What it was made to say."""
        return [self.said for _ in pairs]

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """Nobody asks."""
        raise AssertionError(lines)


READERS = (
    None, Says(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), Says(0.0, 1.0, 0.0, 0.0, 0.0, 0.0), Says(0.51, 0.5, 0.0, 0.0, 0.0, 0.0),
    Says(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), Says(0.0, 0.0, 0.0, 1.0, 0.0, 0.0), Says(0.3, 0.3, 0.1, 0.1, 0.1, 0.1),
)  # fmt: skip


def pairs(dates: tuple[dt.date | None, dt.date | None]) -> list[tuple[Statement, Statement]]:
    """Every twelfth written pair, its sides beside its neighbour's, and templated ones; dated so."""
    with PAIRS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))[::12]
    texts = [(row["a"], row["b"]) for row in rows] + [(a["a"], b["b"]) for a, b in pairwise(rows)]
    texts += [(f"{a}, Ben wrote in the channel", b) for a, b in texts[:20]]
    texts += pairwise(words for _, words in sayings(40))
    return [(Statement(text=a, said_on=dates[0]), Statement(text=b, said_on=dates[1])) for a, b in texts]


@pytest.mark.parametrize("dates", [(DAY, DAY + dt.timedelta(9)), (DAY, DAY), (None, None), (None, DAY)])
def test_no_reader_makes_a_conflict_surer_than_it_can_be_at_most(dates: tuple[dt.date | None, dt.date | None]) -> None:
    found = 0
    for one, two in pairs(dates):
        most = sureness_at_most(one, two)
        for reader in READERS:
            verdict = judge_pair(one, two, ASK, reader)
            if verdict.is_conflict:
                found += 1
                assert verdict.sureness <= most, (one.text, two.text)
    assert found > 20


@pytest.mark.parametrize("dates", [(DAY, DAY + dt.timedelta(9)), (DAY, DAY), (None, None)])
def test_what_is_surely_apart_no_reader_brings_together(dates: tuple[dt.date | None, dt.date | None]) -> None:
    apart = [both for both in pairs(dates) if are_surely_apart(*both)]
    verdicts = [judge_pair(*both, ASK, reader).kind for both in apart for reader in READERS]
    assert set(verdicts) <= {"compatible", "unrelated"}
    assert len(apart) > 10


def test_two_things_of_different_names_are_surely_apart_and_one_thing_is_not() -> None:
    one, other = Statement(text="amber-atlas-api listens on port 8080"), "keen-iris-proxy listens on port 9090"
    assert are_surely_apart(one, Statement(text=other))
    assert not are_surely_apart(one, Statement(text="amber-atlas-api listens on port 9090"))
    assert not are_surely_apart(one, one)


def test_the_bound_is_worth_its_while() -> None:
    bounds = [sureness_at_most(one, two) for one, two in pairs((DAY, DAY + dt.timedelta(9)))]
    assert sum(one < ASK for one in bounds) > len(bounds) // 4
    assert any(one > 0.9 for one in bounds)


def test_what_is_too_long_to_be_a_statement_is_in_no_conflict() -> None:
    assert sureness_at_most(Statement(text="the port is 8080 " * 9_000), Statement(text="the port is 9090")) == 0.0
