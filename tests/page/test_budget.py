"""The loader's budget over a long store: only lines that fit are made, and what fell out is counted."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pytest

from noctuary.journal import State
from noctuary.model import Fact, Night, Support, fact_id
from noctuary.page import Budget, render_block
from noctuary.page import render as render_module
from noctuary.page.render import memory_line
from noctuary.page.view import shelves
from noctuary.stages.apply import MOST_OVERFLOW, _with_overflow

AT = dt.datetime(2026, 5, 1, 3, tzinfo=dt.UTC)


def state_of(count: int) -> State:
    dice = random.Random(count)
    state = State()
    for number in range(count):
        text = f"gate {number}  {'is ärmlich ' * dice.randrange(40)}shut"
        source = Support(ref="n.md", line=number, line_end=number, session="s", role="note", trust="agent", at=AT)
        one = Fact(
            id=fact_id(text, "gate"), text=text, entity="gate", kind="fact", status="active", confidence=0.6,
            method="single-source", verified_at=AT, trust="agent", sources=(source,), gate="corroborated",
        )  # fmt: skip
        state.facts[one.id] = one
    return state


@pytest.mark.parametrize("form", ["comment", "inline", "none"])
@pytest.mark.parametrize("limits", [(30, 0, 0), (0, 3000, 0), (0, 0, 2500), (40, 4000, 3500), (5, 10, 10)])
def test_the_lines_that_fit_are_those_of_all_lines(form: str, limits: tuple[int, int, int]) -> None:
    state = state_of(120)
    budget = Budget(provenance=form, max_lines=limits[0], max_bytes=limits[1], max_chars=limits[2])  # type: ignore[arg-type]
    body, overflow = render_block(state, Path(), budget, b"# Human\n")
    fixed = 6 + 2 * len(shelves(state))
    left = [
        most and most - used for most, used in zip(limits, (1 + fixed, 8 + 60 * fixed, 8 + 60 * fixed), strict=True)
    ]
    fits = []
    for fact in (fact for _, facts in shelves(state) for fact in facts):
        line = memory_line(fact, form)
        cost = (line.count("\n") + 1, len(line.encode()) + 1, len(line) + 1)
        if all(most == 0 or spent <= room for most, spent, room in zip(limits, cost, left, strict=True)):
            left = [room - spent for spent, room in zip(cost, left, strict=True)]
            fits.append(fact.id)
            assert line in body
    assert {*fits, *overflow} == state.facts.keys()
    assert len(fits) + len(overflow) == len(state.facts)


def test_no_line_is_made_beyond_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(fact: Fact, form: str) -> str:
        made.append(fact.id)
        return memory_line(fact, form)

    monkeypatch.setattr(render_module, "memory_line", counted)
    render_block(state_of(500), Path(), Budget(max_lines=40), b"")
    assert len(made) < 40


def test_of_much_that_fell_out_the_night_keeps_the_first_and_their_number() -> None:
    night = Night(id="2026-05-01", begun_at=AT)
    ids = tuple(str(number) for number in range(MOST_OVERFLOW + 7))
    long, short = _with_overflow(night, ids), _with_overflow(night, ids[:3])
    assert (long.overflow, long.counts) == (ids[:MOST_OVERFLOW], {"overflow": MOST_OVERFLOW + 7})
    assert (short.overflow, short.counts) == (ids[:3], {})
