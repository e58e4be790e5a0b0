"""What a night leaves unjudged could not have been asked about or replaced, whatever a reader had said of it."""

from __future__ import annotations

import datetime as dt
import itertools
from collections import Counter

import pytest
from msgspec.structs import replace

from noctuary.decisions import Verdict
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.consequence import may_be_acted_on
from noctuary.judging.judge import judge
from noctuary.judging.replacing import held_from_replacing, is_worth_asking
from noctuary.model import Fact, Statement, Status, Trust
from tests.judging.test_at_most import DAY, READERS, pairs
from tests.judging.test_replacing import fact

STANDS: tuple[tuple[Status, Trust], ...] = (("candidate", "agent"), ("active", "agent"), ("active", "human"))


def told(said: Statement, status: Status, trust: Trust) -> Fact:
    return replace(fact(said.text, said.said_on, trust=trust), status=status)


def is_asked(older: Fact, newer: Fact, verdict: Verdict) -> bool:
    return is_plain(verdict, older, newer) and is_worth_asking(older, newer, verdict.heard)


def is_replaced(older: Fact, newer: Fact, verdict: Verdict) -> bool:
    return not held_from_replacing(older, newer, verdict) and is_plain_change(older, newer)


@pytest.mark.parametrize("dates", [(DAY, DAY + dt.timedelta(9)), (DAY, DAY), (None, DAY)])
def test_what_could_be_asked_or_replaced_is_never_left_unjudged(dates: tuple[dt.date | None, dt.date | None]) -> None:
    count: Counter[str] = Counter()
    for one, two in pairs(dates):
        conflicts = {said for reader in READERS if (said := judge(one, two, reader)).is_conflict}
        for mine, other in itertools.product(STANDS, repeat=2):
            older, newer = told(one, *mine), told(two, *other)
            acted = [said for said in conflicts if is_asked(older, newer, said) or is_replaced(older, newer, said)]
            is_left = not may_be_acted_on(older, newer)
            assert not (is_left and acted), (older.text, newer.text, acted)
            count.update({"left": is_left, "acted on": bool(acted)})
    assert min(count["left"], count["acted on"]) > 0


def test_two_that_share_words_alone_are_left_and_two_values_of_one_slot_are_not() -> None:
    one, other = (fact(text, DAY) for text in ("the billing API runs on port 8080", "we tried the API today"))
    newer = fact("the billing API runs on port 9090", DAY + dt.timedelta(3))
    assert may_be_acted_on(one, newer)
    assert not may_be_acted_on(one, other)
