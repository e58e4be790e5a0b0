"""A reader beside the measures: half the say where they leave a verdict open, none where they do not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest

from noctuary.decisions import Chances, Line, Reading
from noctuary.judging.judge import judge
from noctuary.judging.odds import LEAST, together
from noctuary.model import Statement

DAY = dt.date(2026, 5, 4)
CLASH, CHANGE, SAME = (Chances(*(0.95 if at == n else 0.01 for at in range(6))) for n in range(3))
OLDER = Statement(text="the booth on Mill Lane serves coffee", said_on=DAY)
NEWER = Statement(text="the booth on Mill Lane serves only soup", said_on=DAY + dt.timedelta(30))


class Saying:
    """A reader that always says the same, and remembers what it was asked."""

    name = "saying"

    def __init__(self, chances: Chances) -> None:
        self.said, self.asked = chances, list[tuple[str, str]]()

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """What it was made to say."""
        self.asked += [(older.text, newer.text) for older, newer in pairs]
        return [self.said for _ in pairs]

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """Nobody asks."""
        raise AssertionError(lines)


@pytest.mark.parametrize(("said", "kind"), [(CLASH, "contradiction"), (CHANGE, "supersession")])
def test_a_reader_that_is_sure_of_a_conflict_is_heard(said: Chances, kind: str) -> None:
    assert judge(OLDER, NEWER, Saying(said)).clash > judge(OLDER, NEWER).clash
    assert judge(OLDER, NEWER, Saying(said)).kind == kind


def test_it_reads_the_older_one_first() -> None:
    reader = Saying(SAME)
    judge(NEWER, OLDER, reader)
    assert reader.asked == [(OLDER.text, NEWER.text)]


def test_it_is_not_asked_where_nothing_is_open() -> None:
    reader = Saying(CLASH)
    bees = Statement(text="Ida keeps bees behind the barn", said_on=DAY)
    invoices = Statement(text="the invoice template lives in the shared drive", said_on=DAY + dt.timedelta(30))
    assert judge(bees, invoices, reader).kind in ("unrelated", "compatible")
    assert not reader.asked


def test_word_for_word_the_same_stays_a_duplicate_whatever_it_says() -> None:
    assert judge(OLDER, OLDER, Saying(CLASH)).kind == "duplicate"


def test_both_have_half_the_say_and_neither_says_never() -> None:
    even = dict.fromkeys(("conflict", "duplicate", "refinement", "compatible", "unrelated"), 0.2)
    said = together(even, Chances(0.0, 0.81, 0.09, 0.0, 0.1, 0.0))
    assert sum(said.values()) == pytest.approx(1.0)
    assert said["conflict"] / said["duplicate"] == pytest.approx(3.0)
    assert said["duplicate"] / said["refinement"] == pytest.approx((0.09 / LEAST) ** 0.5)
