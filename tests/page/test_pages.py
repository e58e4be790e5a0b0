"""The page a human reads: the user's own template, provenance modes, the loader's budget, hostile text."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.consolidate.replies import fitting
from noctuary.journal import State, replay
from noctuary.model import Entity, Fact, Night, Review
from noctuary.night import dream
from noctuary.page import render, view
from noctuary.page.lines import listed, one_line, still
from noctuary.page.view import MOST_WAITING, dreams
from noctuary.settings import open_workspace
from noctuary.stages.pages import block

HEADINGS = [
    "## Waiting for you",
    "## Deep Sleep — 2026-05-12 03:00",
    "### Knowledge Graph Updates",
    "### Confidence Report",
]


def test_the_page_has_the_seeds_headings_in_order(workspace: Path, now: dt.datetime) -> None:
    """KG-057, KG-058, KG-059."""
    dream(workspace, now)
    page = (workspace / "DREAMS.md").read_text()
    places = [page.index(heading) for heading in HEADINGS]
    assert places == sorted(places)
    assert "above 0.7 confidence ✅" in page
    assert "⚠️" in page


def test_a_template_in_the_workspace_overrides_ours(workspace: Path, now: dt.datetime) -> None:
    """KG-060."""
    (workspace / "templates").mkdir()
    (workspace / "templates" / "DREAMS.md.j2").write_text("{{ believed }} believed, {{ waiting | length }} waiting\n")
    told = dream(workspace, now)
    assert f"{told.believed} believed, {told.waiting} waiting\n" in (workspace / "DREAMS.md").read_text()


def test_our_templates_are_compiled_once_and_anew_when_they_change(
    fact: Callable[..., Fact], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night renders its pages eight times; a template that was edited counts from the next page on."""
    ours = tmp_path / "ours"
    ours.mkdir()
    monkeypatch.setattr(render, "OWN_TEMPLATES", (ours,))
    compiled: list[str] = []
    real = jinja2.Environment.compile

    def counted(self: jinja2.Environment, source: str, *rest: Any, **more: Any) -> Any:
        compiled.append(source)
        return real(self, source, *rest, **more)

    monkeypatch.setattr(jinja2.Environment, "compile", counted)
    for text in ("{{ believed }} believed", "{{ believed }} known"):
        (ours / "DREAMS.md.j2").write_text(text)
        for facts in (0, 1, 2):
            state = State(facts={f"b2:{number}": fact(f"gate {number} is shut") for number in range(facts)})
            page = render.render_dreams(state, tmp_path, DecayPolicy(), ConflictPolicy(), fitting)
            assert page == text.replace("{{ believed }}", str(facts))
    assert len(compiled) == 2
    (tmp_path / "templates").mkdir()
    for text in ("mine", "mine, edited"):
        (tmp_path / "templates" / "DREAMS.md.j2").write_text(text)
        assert render.render_dreams(State(), tmp_path, DecayPolicy(), ConflictPolicy(), fitting) == text


@pytest.mark.parametrize(("mode", "mark"), [("comment", "<!-- b2:"), ("inline", "*(verified: 2026-05-10, confidence:")])
def test_a_line_shows_its_papers(workspace: Path, now: dt.datetime, mode: str, mark: str) -> None:
    """KG-036: the seed's inline form, or a comment."""
    (workspace / "noctuary.toml").write_text(f'[memory_md]\nprovenance = "{mode}"\n')
    dream(workspace, now)
    block = (workspace / "MEMORY.md").read_text().split("noctuary:begin", 1)[1]
    line = block[block.index("- always solder") :].split("\n- ", 1)[0]
    assert mark in line


def test_what_does_not_fit_the_loader_is_listed_and_human_text_is_kept(workspace: Path, now: dt.datetime) -> None:
    """KG-056, F12: the budget is of the whole file; how much fell out stands on the page, each behind a command."""
    human = (workspace / "MEMORY.md").read_text()
    (workspace / "noctuary.toml").write_text(f"[memory_md]\nmax_lines = {human.count(chr(10)) + 14}\n")
    dream(workspace, now)
    space = open_workspace(workspace)
    memory, page = (workspace / "MEMORY.md").read_text(), (workspace / "DREAMS.md").read_text()
    out = block(space, replay(space.journal), memory.encode()).overflow
    assert out
    assert memory.startswith(human)
    assert f"### Out of MEMORY.md's budget ({len(out)})" in page
    assert not any(f"<!-- {key}" in memory for key in out)
    listed_ = CliRunner().invoke(main, ["facts", "--no-room", "-w", str(workspace)], catch_exceptions=False).output
    assert [line[:19] for line in listed_.splitlines()] == list(out)
    assert "`noctuary facts --no-room`" in page.split("### Out of")[1]
    assert all(key[:11] in page for key in out)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The office is in Gdansk", "Is the office still in Gdansk?"),
        ("our servers are now in Frankfurt", "Are your servers still in Frankfurt?"),
        ("API port: 8080", "API port: still 8080?"),
        ("never push to main", 'Does this still hold: "never push to main"?'),
        (
            "the tide gauge that Ines built is broken",
            'Does this still hold: "the tide gauge that Ines built is broken"?',
        ),
    ],
)
def test_an_aged_fact_is_asked_as_one_question(fact: Callable[..., Fact], text: str, asked: str) -> None:
    """KG-014: concrete where the words can be turned around, quoted where they cannot."""
    assert still(fact(text)) == asked
    assert still(fact(text, said_on=dt.date(2026, 3, 1))) == f"{asked} Last said 2026-03-01."


@pytest.mark.parametrize("text", ["[x] done", "[ ] open", "Answer: 42", "**Answer:** both"])
def test_what_looks_like_a_humans_answer_is_quoted(text: str) -> None:
    assert listed(text) == f'"{text}"'
    assert listed(f"the word {text}") == f"the word {text}"


def test_empty_sections_and_counts_of_nothing_are_not_shown(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    page = (workspace / "DREAMS.md").read_text()
    assert not re.search(r"^- 0 |Re-verified 0|\(0\)|, 0 ", page, re.MULTILINE)
    assert not re.search(r"^###? [^\n]*\n+(?=##|\Z)", page, re.MULTILINE)


def test_a_long_line_is_cut_with_an_ellipsis() -> None:
    assert one_line("word " * 100, 20) == "word word word word…"


def test_names_that_may_be_one_are_capped_on_the_page_as_conflicts_are() -> None:
    names = [Entity(id=f"b2:{n}", name=f"pump {n}") for n in range(25)]
    asked = [
        Review(id=f"b2:r{n}", kind="same_entity", a=names[n].id, b=names[n + 1].id, reason="alike") for n in range(12)
    ]
    state = State(entities={one.id: one for one in names}, reviews={one.id: one for one in asked})
    for most, shown in ((10, MOST_WAITING), (3, 3)):
        view = dreams(state, DecayPolicy(), ConflictPolicy(max_asked=most), fitting)
        assert (len(view["waiting"]), view["more_waiting"], view["waiting_count"]) == (shown, 12 - shown, 12)


def test_what_was_decided_twice_is_told_once(fact: Callable[..., Fact], now: dt.datetime) -> None:
    """`later`, then `both`: two batches of one question."""
    one, two = fact("VAT rate: 7%"), fact("VAT rate: 12%")
    review = Review(id="b2:r1", kind="contradiction", a=one.id, b=two.id, reason="differ", decision="both")
    night = Night(id="2026-05-12", begun_at=now, decided=("decision:b2:r1:1", "decision:b2:r1:2"))
    state = State(facts={side.id: side for side in (one, two)}, reviews={review.id: review})
    assert [told.key for told in view.decided(state, night)] == ["b2:r1"]
