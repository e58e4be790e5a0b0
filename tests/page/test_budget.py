"""The loader's budget over a long store: only lines that fit are made, and what fell out is counted."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from noctuary.journal import State
from noctuary.model import Entity, Fact, Night, Review, Support, fact_id
from noctuary.page import Budget, render_block, splice
from noctuary.page import render as render_module
from noctuary.page.lines import memory_line
from noctuary.page.room import told_full

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
def test_the_whole_file_stays_within_the_loaders_limits(form: str, limits: tuple[int, int, int]) -> None:
    """KG-056: in lines, bytes and characters, whatever the form; nothing is lost, only listed."""
    state = state_of(120)
    budget = Budget(provenance=form, max_lines=limits[0], max_bytes=limits[1], max_chars=limits[2])  # type: ignore[arg-type]
    body, overflow = render_block(state, Path(), budget, b"# Human\n")
    whole = splice(b"# Human\n", body)
    in_it = [fact.id for fact in state.facts.values() if memory_line(fact, form) in body]
    assert {*in_it, *overflow} == state.facts.keys()
    assert len(in_it) + len(overflow) == len(state.facts)
    spent = whole.count(b"\n"), len(whole), len(whole.decode())
    assert not in_it or all(most == 0 or used <= most for most, used in zip(limits, spent, strict=True))


def test_what_is_most_useful_stays_when_room_is_short() -> None:
    state = state_of(60)
    state.nights["2026-05-02"] = Night(id="2026-05-02", begun_at=AT)
    best = sorted(state.facts)[7]
    state.facts[best] = replace(state.facts[best], score=0.9, kind="constraint", text="always shut gate 7")
    body, overflow = render_block(state, Path(), Budget(max_lines=14), b"")
    assert "always shut gate 7" in body
    assert len(overflow) > 40


def test_what_a_cap_holds_stays_before_what_is_more_useful() -> None:
    state = state_of(60)
    held = sorted(state.facts)[:2]
    for key in held:
        state.facts[key] = replace(state.facts[key], confidence=0.1, text=f"gate {key} is shut")
    state.nights["2026-05-02"] = Night(id="2026-05-02", begun_at=AT, held=tuple(held))
    _, overflow = render_block(state, Path(), Budget(max_lines=14), b"")
    assert not set(held) & set(overflow)


def test_a_loader_is_named_and_ones_own_numbers_override_it() -> None:
    assert Budget().limits == {"lines": 200, "bytes": 25_000, "chars": 0}
    assert Budget(budget="openclaw").limits == {"lines": 0, "bytes": 0, "chars": 10_000}
    assert Budget(budget="openclaw", max_lines=80, max_chars=0).limits == {"lines": 80, "bytes": 0, "chars": 0}


def test_lines_about_one_thing_stand_together_under_its_name() -> None:
    """SG-068"""
    state = state_of(9)
    for number, key in enumerate(sorted(state.facts)):
        text = f"tidebook rule {number} holds" if number % 2 else f"other rule {number} holds"
        state.facts[key] = replace(state.facts[key], text=text, entity="tidebook" if number % 2 else "")
    state.entities["b2:1"] = Entity(id="b2:1", name="tidebook")
    body, _ = render_block(state, Path(), Budget(), b"")
    rest, _, theirs = body.partition("\n\n**tidebook**\n\n")
    assert rest.count("other rule") == 5
    assert "tidebook rule" not in rest
    assert theirs.count("- tidebook rule") == 4


def test_a_word_with_a_capital_only_because_it_opens_lines_is_no_subject() -> None:
    state = state_of(9)
    for number, key in enumerate(sorted(state.facts)):
        text = f"Não publicar o rascunho {number}" if number % 2 else f"O rascunho {number} não sai"
        state.facts[key] = replace(state.facts[key], text=text, entity="Não")
    state.entities["b2:1"] = Entity(id="b2:1", name="Não")
    assert "**" not in render_block(state, Path(), Budget(), b"")[0]


def test_no_line_is_made_beyond_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(fact: Fact, form: str) -> str:
        made.append(fact.id)
        return memory_line(fact, form)

    monkeypatch.setattr(render_module, "memory_line", counted)
    render_block(state_of(500), Path(), Budget(max_lines=40), b"")
    assert len(made) < 40


def with_notes(state: State) -> State:
    """The state with a line of the human's own that is out of date, and two facts in question."""
    one, two = sorted(state.facts)[:2]
    own = Support(ref="MEMORY.md", line=2, line_end=2, session="m", role="memory", trust="human", at=None)
    state.facts["b2:own"] = replace(
        state.facts[one], id="b2:own", text="gate 0 is open", status="superseded", superseded_by=one, gate="memory",
        sources=(own,),
    )  # fmt: skip
    for key in (one, two):
        state.facts[key] = replace(state.facts[key], status="contested")
    state.reviews["b2:asked"] = Review(id="b2:asked", kind="contradiction", a=one, b=two, reason="one gate, two words")
    return state


@pytest.mark.parametrize("steps", [40, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("form", ["comment", "inline", "none"])
@pytest.mark.parametrize("unit", ["max_lines", "max_bytes", "max_chars"])
def test_notes_never_take_the_room_of_a_fact(form: str, unit: str, steps: int) -> None:
    """Whatever the limit: while a fact finds no room, nothing stands in question or out of date; and all fits."""
    state = with_notes(state_of(12))
    whole, nothing_out = render_block(state, Path(), Budget(provenance=form, budget="none"), b"# Human\n")  # type: ignore[arg-type]
    assert "### In question" in whole
    assert "### No longer true" in whole
    assert not nothing_out
    size = {"max_lines": whole.count("\n"), "max_bytes": len(whole.encode()), "max_chars": len(whole)}[unit]
    seen = set()
    for most in range(1, size + size // 4, max(1, size // steps)):
        limits = {"max_lines": 0, "max_bytes": 0, "max_chars": 0} | {unit: most}
        body, out = render_block(state, Path(), Budget(provenance=form, **limits), b"# Human\n")  # type: ignore[arg-type]
        has_notes = "### In question" in body or "### No longer true" in body
        assert not (out and has_notes)
        text = splice(b"# Human\n", body)
        used = {"max_lines": text.count(b"\n"), "max_bytes": len(text), "max_chars": len(text.decode())}[unit]
        assert not body or used <= most
        seen.add((bool(body), bool(out), has_notes))
    assert {(False, True, False), (True, True, False), (True, False, True)} <= seen


@pytest.mark.parametrize("limits", [{"max_lines": 3}, {"max_bytes": 40}, {"max_chars": 40}])
def test_where_no_fact_finds_room_nothing_is_written(limits: dict[str, int]) -> None:
    body, out = render_block(with_notes(state_of(5)), Path(), Budget(**limits), b"# Human\n- a line of mine\n")  # type: ignore[arg-type]
    assert (body, len(out)) == ("", 5)


def test_a_full_file_with_a_block_that_lost_its_end_is_told_how_to_mend_that() -> None:
    own = b"# Mine\n\n- Ada prefers tea\n"
    torn = splice(own, "- the gate is shut").replace(b"<!-- noctuary:end -->\n", b"")
    example = b"```\n" + torn + b"```\n"
    told = [told_full(one, Budget(max_lines=3), "MEMORY.md", 2) for one in (own, torn, example)]
    assert ["<!-- noctuary:end -->" in one for one in told] == [False, True, False]
    assert all("horten your text, or set other limits" in one for one in told)
