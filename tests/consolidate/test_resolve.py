"""The resolution table of seed 004, row by row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.resolve import act
from noctuary.decisions import Verdict, VerdictKind
from noctuary.judging.siblings import are_siblings
from noctuary.model import Fact, Support
from tests.rows import every

ASKING = ConflictPolicy()
AUTO = ConflictPolicy(auto_resolve=True)
LATER = dt.date(2026, 2, 1)
Make = Callable[..., Fact]


def verdict(kind: VerdictKind, score: float = 0.9, **more: str) -> Verdict:
    return Verdict(kind=kind, reason="both speak of the tank", score=score, **more)


def decide(make: Make, kind: VerdictKind, policy: ConflictPolicy, old: dict[str, Any], new: dict[str, Any]) -> str:
    older, newer = make("the tank holds 40 litres", **old), make("the tank holds 50 litres", **new)
    return act(verdict(kind), older, newer, policy, is_regression=False)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"confidence": 0.6}, {"confidence": 0.9, "said_on": LATER}, "supersede"),
        ({"confidence": 0.80}, {"confidence": 0.84, "said_on": LATER}, "ask"),
        ({"confidence": 0.9}, {"confidence": 0.6, "said_on": LATER}, "reject_new"),
        ({"confidence": 0.6}, {"confidence": 0.9}, "ask"),
        (
            {"text": "`a.toml` says 40", "method": "code-crossref"},
            {"text": "`b.toml` says 50", "method": "code-crossref"},
            "keep_both",
        ),
    ],
    ids=["newer and surer", "a tie", "less sure", "surer but not newer", "both from code, different files"],
)
def test_the_table_when_the_machine_may_decide(
    make_fact: Make, old: dict[str, Any], new: dict[str, Any], expected: str
) -> None:
    """KG-028, KG-029, KG-030, KG-031, KG-032."""
    older = make_fact(old.pop("text", "the tank holds 40 litres"), **old)
    newer = make_fact(new.pop("text", "the tank holds 50 litres"), **new)
    assert act(verdict("contradiction"), older, newer, AUTO, is_regression=False) == expected


def test_by_default_every_contradiction_is_asked(make_fact: Make) -> None:
    """KG-033."""
    assert decide(make_fact, "contradiction", ASKING, {"confidence": 0.1}, {"said_on": LATER}) == "ask"


def test_a_stated_supersession_is_applied_when_sure_and_asked_when_not(make_fact: Make) -> None:
    older, newer = make_fact("the tank holds 40 litres"), make_fact("the tank now holds 50 litres")
    scores = (ASKING.retire_score, ASKING.retire_score - 0.01, ASKING.ask_score - 0.1)
    acts = [act(verdict("supersession", score), older, newer, ASKING, is_regression=False) for score in scores]
    assert acts == ["supersede", "ask", "none"]


@pytest.mark.parametrize("kind", ["constraint", "identity", "preference"])
def test_rules_identity_and_wishes_fall_only_to_a_humans_own_words(make_fact: Make, kind: str) -> None:
    """KG-027: an agent's update is asked, the human's own is applied."""
    assert decide(make_fact, "supersession", ASKING, {"kind": kind}, {"trust": "agent"}) == "ask"
    assert decide(make_fact, "supersession", ASKING, {"kind": kind}, {}) == "supersede"


def test_a_value_once_left_is_always_asked_about(make_fact: Make) -> None:
    older, newer = make_fact("the tank holds 50 litres"), make_fact("the tank holds 40 litres")
    assert act(verdict("supersession"), older, newer, AUTO, is_regression=True) == "ask"


def test_equal_values_are_no_conflict(make_fact: Make) -> None:
    same = verdict("contradiction", a_value="15", b_value="15")
    assert act(same, make_fact("a 15"), make_fact("b 15"), ASKING, is_regression=False) == "none"


def test_items_of_one_list_are_not_held_against_each_other(
    make_fact: Make, make_support: Callable[..., Support]
) -> None:
    page = (make_support(role="memory", ref="MEMORY.md"),)
    bread = make_fact("bread: from the mill", sources=page)
    milk = make_fact("milk: from the dairy", sources=page)
    rye = make_fact("bread: from the shop", sources=page)
    assert are_siblings(bread, milk)
    assert not are_siblings(bread, rye)
    assert not are_siblings(bread, make_fact("milk: from the dairy"))


def test_rows_are_held_against_each_other_only_where_one_cell_of_both_differs(make_fact: Make) -> None:
    row = make_fact("Part: pump; Purpose: bilge; Trigger: by float switch")
    assert not are_siblings(row, make_fact("Part: pump; Purpose: bilge; Trigger: by hand"))
    assert are_siblings(row, make_fact("Part: pump; Purpose: bilge; Path: by float switch"))
    assert are_siblings(row, make_fact("Part: winch; Purpose: bilge; Trigger: by float switch"))


CELLS = [
    (gain, order, {"+later": "supersede", "-later": "reject_new", "-same": "reject_new", "-earlier": "reject_new"})
    for gain in "+=-"
    for order in ("later", "same", "earlier")
]


@every(("gain", "order", "acts"), CELLS)
@every("is_auto", [True, False])
@every("is_regression", [True, False])
@every("is_kept", [True, False])
def test_every_cell_of_the_table_has_one_answer(
    make_fact: Make, gain: str, order: str, acts: dict[str, str], is_auto: bool, is_regression: bool, is_kept: bool
) -> None:
    """KG-028..033: no cell is left over; what the seed does not name is asked, and so is a rule's or a past value's."""
    days = {"later": LATER, "same": dt.date(2026, 1, 1), "earlier": dt.date(2025, 12, 1)}
    sure = {"+": 0.9, "=": 0.63, "-": 0.3}[gain]
    older = make_fact("the tank holds 40 litres", confidence=0.6, kind="constraint" if is_kept else "fact")
    newer = make_fact("the tank holds 50 litres", confidence=sure, said_on=days[order], trust="agent")
    found = act(verdict("contradiction"), older, newer, AUTO if is_auto else ASKING, is_regression=is_regression)
    may_decide = is_auto and not is_regression and not is_kept
    assert found == (acts.get(gain + order, "ask") if may_decide else "ask")


@pytest.mark.parametrize("kind", ["contradiction", "supersession"])
def test_code_against_code_comes_before_every_other_row(make_fact: Make, kind: VerdictKind) -> None:
    """KG-031: both stay, whoever is surer or newer; one file that says two things is an ordinary conflict."""
    given: dict[str, Any] = {"method": "code-crossref", "said_on": LATER}
    one, two = make_fact("`a.toml` says 40", confidence=0.9, **given), make_fact("`b.toml` says 50", **given)
    same = make_fact("`a.toml` says 50", **given)
    for policy in (ASKING, AUTO):
        assert act(verdict(kind), one, two, policy, is_regression=False) == "keep_both"
        assert act(verdict(kind), one, same, policy, is_regression=False) != "keep_both"


def test_the_width_of_a_tie_is_a_setting(make_fact: Make) -> None:
    """KG-029: within `tie` the human is asked; its default is 0.05."""
    older, newer = make_fact("holds 40", confidence=0.6), make_fact("holds 50", confidence=0.7, said_on=LATER)
    acts = [
        act(verdict("contradiction"), older, newer, ConflictPolicy(auto_resolve=True, tie=tie), is_regression=False)
        for tie in (0.05, 0.2)
    ]
    assert acts == ["supersede", "ask"]
    assert ConflictPolicy().tie == 0.05
