"""Do no harm: what would leave a question unanswered is held back and asked; everything else goes through."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from noctuary.journal import State, replay
from noctuary.model import Edge, Fact, edge_id
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.harm import harm
from noctuary.stages.run import Run, begin

Make = Callable[..., Fact]


def night_over(root: Path, known: list[Fact], tonight: list[Fact], now: dt.datetime, **changed: object) -> Run:
    """A run that knew some facts and has others tonight, before anything is planned."""
    state = State(facts={fact.id: fact for fact in known})
    run = dataclasses.replace(begin(open_workspace(root), now), state=state, facts=dict(state.facts))
    facts = run.facts | {fact.id: fact for fact in tonight}
    return dataclasses.replace(run, facts=facts, **changed)  # type: ignore[arg-type]


def replaced(root: Path, old: Fact, new: Fact, now: dt.datetime) -> Run:
    """A night that replaces `old` by `new` and promotes it."""
    gone = replace(old, status="superseded", superseded_by=new.id, valid_to=now.date())
    key = edge_id(new.id, old.id, "supersedes")
    edge = Edge(id=key, src=new.id, dst=old.id, rel="supersedes", reason="newer")
    return night_over(
        root, [old], [gone, new], now, superseded=((old.id, new.id),), promoted=(new.id,), edges={key: edge}
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path


def test_a_replacement_that_answers_in_the_olds_place_goes_through(root: Path, now: dt.datetime, fact: Make) -> None:
    old, new = fact("berth fee is 240 euro a year"), fact("berth fee is now 265 euro a year, raised from 240")
    run = replaced(root, old, new, now)
    assert harm(run) == run


def test_a_replacement_that_answers_nothing_is_asked_instead(root: Path, now: dt.datetime, fact: Make) -> None:
    """A judge's mistake: the two never spoke of one thing, and the older would be lost."""
    old = fact("juniors book their outings through the coach", kind="constraint")
    new = fact("Harkin Marine delivers riggers on Thursdays", entity="Harkin Marine", gate="stressed")
    run = harm(replaced(root, old, new, now))
    assert run.facts[old.id].status == "contested"
    assert run.facts[old.id].superseded_by is None
    assert run.superseded == ()
    assert run.edges == {}
    (question,) = run.reviews.values()
    assert {question.a, question.b} == {old.id, new.id}
    assert "held back" in question.reason
    assert "juniors book their outings" in run.stops[0]


def test_an_update_that_may_not_replace_is_no_promotion_either(root: Path, now: dt.datetime, fact: Make) -> None:
    old = fact("juniors book their outings through the coach", kind="constraint")
    new = fact("Harkin Marine delivers riggers on Thursdays", entity="Harkin Marine", gate="update")
    run = harm(replaced(root, old, new, now))
    assert run.facts[new.id].status == "candidate"
    assert run.promoted == ()


def test_a_crowd_of_promotions_that_hides_a_rule_is_held(root: Path, now: dt.datetime, fact: Make) -> None:
    (root / "questions.toml").write_text('[[question]]\nask = "winter launch rule"\nexpect = "slipway"\n')
    rule = fact("a launch in winter, by the rule of the old harbourmaster, is from the slipway", kind="constraint")
    crowd = [
        fact(f"winter launch rule {word}", line=n, gate="corroborated")
        for n, word in enumerate("one two three four five six seven eight nine".split(), 2)
    ]
    run = night_over(root, [rule], crowd, now, promoted=tuple(one.id for one in crowd))
    told = harm(run)
    held = [one.id for one in crowd if told.facts[one.id].status == "candidate"]
    assert held
    assert f"noctuary vouch {min(held)[:11]}" in told.stops[0]
    assert told.rejected == {"harm": len(held)}
    assert set(told.promoted) == {one.id for one in crowd} - set(held)
    may = open_workspace(root)
    lenient = replace(may, settings=replace(may.settings, harm=replace(may.settings.harm, tolerance=1.0)))
    assert harm(dataclasses.replace(run, workspace=lenient)).stops == ()
    off = replace(may, settings=replace(may.settings, harm=replace(may.settings.harm, check=False)))
    assert harm(dataclasses.replace(run, workspace=off)).stops == ()


def test_what_was_withdrawn_or_rejected_is_never_held(root: Path, now: dt.datetime, fact: Make) -> None:
    """The human took the line out of MEMORY.md: that it answers no more is what they wanted."""
    line = fact("juniors book their outings through the coach", kind="constraint")
    new = fact("the gauge hangs at the quay", gate="stated")
    gone = replace(line, status="archived", gate="withdrawn")
    run = night_over(root, [line], [gone, new], now, promoted=(new.id,), expired=(line.id,))
    assert harm(run).stops == ()


QUESTIONS = """[[question]]
ask = "who may book outings for juniors"
expect = "coach"
"""


def test_a_question_of_the_users_own_is_kept(root: Path, now: dt.datetime, fact: Make) -> None:
    """Of a fact too weak to make a question by itself."""
    (root / "questions.toml").write_text(QUESTIONS)
    old = fact("juniors book outings through the coach", trust="agent", confidence=0.6)
    new = fact("Harkin Marine delivers riggers on Thursdays", entity="Harkin Marine", gate="update")
    run = harm(replaced(root, old, new, now))
    assert run.facts[old.id].status == "contested"
    assert "who may book outings for juniors" in run.stops[0]


def test_a_question_whose_answer_was_replaced_in_sight_is_out_of_date(root: Path, now: dt.datetime, fact: Make) -> None:
    (root / "questions.toml").write_text(QUESTIONS)
    old = fact("juniors book outings through the coach")
    new = fact("juniors book outings through their parents now", gate="stressed")
    run = harm(replaced(root, old, new, now))
    assert run.facts[old.id].status == "superseded"
    (problem,) = run.problems
    assert "expects “coach”, which was replaced by" in problem.message


@pytest.mark.parametrize("text", ["[[question]]\nask = 1\n", "[[question]\n", '[[question]]\nask = "x"\n'])
def test_questions_that_cannot_be_read_are_a_problem_with_a_place(
    root: Path, now: dt.datetime, fact: Make, text: str
) -> None:
    (root / "questions.toml").write_text(text)
    run = harm(replaced(root, fact("berth fee is 240 euro"), fact("berth fee is 265 euro", gate="stated"), now))
    assert [one.path for one in run.problems] == ["questions.toml"]


def test_a_held_night_is_partly_done_says_so_and_the_answer_lets_it_through(workspace: Path, now: dt.datetime) -> None:
    """Over a whole night: the rule would apply a replacement that loses the user's own question."""
    (workspace / "questions.toml").write_text(
        '[[question]]\nask = "port 8080 opened for the kiosk"\nexpect = "kiosk"\n'
    )
    with (workspace / "MEMORY.md").open("a") as memory:
        memory.write("- Backup run: 04:00 for the kiosk with its port opened\n")
    note = workspace / "memory" / "2026-05-12.md"
    dream(workspace, now)
    note.write_text("- the backup run is now at 05:00, no longer at 04:00\n")
    told = dream(workspace, now + dt.timedelta(days=1))
    assert told.state == "partly"
    assert "port 8080 opened for the kiosk" in told.because
    assert "Held back for your review" in (workspace / "DREAMS.md").read_text()
    space = open_workspace(workspace)
    question = next(one for one in waiting(space) if "held back" in one.review.reason)
    decide(space, question.review.id, "keep-b", now + dt.timedelta(days=1, hours=1))
    assert replay(space.journal).facts[question.a.id].status == "superseded"
    assert dream(workspace, now + dt.timedelta(days=1, hours=2)).state == "nothing"
