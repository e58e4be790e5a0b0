"""What of a human's line stays believed when an answer keeps what changes its other half."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec.structs import replace

from noctuary.consolidate.rests import rests
from noctuary.model import Fact, fact_id


def fact(text: str, trust: str = "human") -> Fact:
    return Fact(
        id=fact_id(text, ""), text=text, entity="", kind="fact", status="active", confidence=0.9, method="manual",
        verified_at=dt.datetime(2026, 5, 4, tzinfo=dt.UTC), trust=trust, sources=(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "newer", "left"),
    [
        ("We ship by rail, and bills are sent on Thursdays.", "Bills are sent on Mondays now", ("We ship by rail",)),
        ("The pump runs at 04:10; tanks are full in May.", "The pump runs at 06:30 now", ("tanks are full in May.",)),
        ("The pump runs at 04:10, and its logs are kept in drawer nine.", "The pump runs at 06:30 now", ()),
        ("When the alarm is on, and the gate is shut, ring the guard Paulo.", "The alarm is not on any more.", ()),
        ("Ben is allergic to mussels, and to oysters from Brittany.", "Ben is not allergic to mussels.", ()),
        ("Ferries leave on Fridays, but only after Mara signs.", "Ferries leave on Mondays now, not Fridays.", ()),
        ("Ring the rigger (Rui, day shift; mostly he is at berth nine) when ropes tear", "Ropes never tear", ()),
    ],
)  # fmt: skip
def test_only_what_surely_stands_for_itself(line: str, newer: str, left: tuple[str, ...]) -> None:
    assert rests(fact(line), fact(newer)) == left
    assert rests(fact(line, "agent"), fact(newer)) == ()


def test_a_line_that_tells_one_thing_leaves_nothing() -> None:
    one = fact("The pump runs at 04:10")
    assert rests(one, replace(one, text="The pump runs at 06:30 now")) == ()
