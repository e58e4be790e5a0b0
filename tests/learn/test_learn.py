"""Learning from the human's own decisions: what counts, when it is refused, what it may not do, how it is undone."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from noctuary.cli import main
from noctuary.consolidate.learning import LEAST, applied, fitted, held_out, lacking, measured
from noctuary.consolidate.policy import OPENCLAW, SIGNALS, WEIGHTS, PromotePolicy
from noctuary.consolidate.promote import passes
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.errors import LearningRefused
from noctuary.journal import append, record, replay
from noctuary.learn import decided, forget, keep, lesson
from noctuary.model import Fact, Learned, Review, Support
from noctuary.night import dream
from noctuary.review import vouch
from noctuary.settings import Workspace, open_workspace
from noctuary.stages.run import begin
from noctuary.undo import undo

OWN = PromotePolicy()
AT = dt.datetime(2026, 5, 12, 9, 0, tzinfo=dt.UTC)
Make = Callable[..., Fact]


def taste(number: int, seed: int = 3) -> list[tuple[Signals, bool]]:
    """Somebody who keeps what they said themselves and rejects what agents wrote twice."""
    draw = random.Random(seed)
    return [
        (
            Signals(
                durability=draw.uniform(0.7, 0.99), authority=1.0 if own else 0.6, recurrence=0.0 if own else 0.5,
                recency=draw.uniform(0.5, 1), specificity=draw.uniform(0.2, 0.8), sessions=1 if own else 2, days=1,
            ),
            own,
        )
        for own in (position % 2 == 0 for position in range(number))
    ]  # fmt: skip


def test_a_taste_is_learned_and_holds_on_decisions_it_was_not_learned_from() -> None:
    known = taste(24)
    before, after = measured(known, lambda _: OWN), held_out(known, OWN)
    assert (before.precision, before.recall) == (0.5, 1.0)
    assert after.precision > 0.9
    assert after.recall > 0.9
    learned = fitted(known, OWN)
    assert learned.weights["authority"] > WEIGHTS["authority"]
    assert learned.weights["recurrence"] < 0 < WEIGHTS["recurrence"]
    other = taste(200, seed=11)
    assert measured(other, lambda _: learned).f1 > 0.95 > measured(other, lambda _: OWN).f1


def test_few_decisions_stay_near_the_shipped_weights_and_none_change_nothing() -> None:
    def away(known: list[tuple[Signals, bool]]) -> float:
        learned = fitted(known, OWN).weights
        return sum(abs(learned.get(name, 0) - WEIGHTS.get(name, 0)) for name in learned.keys() | WEIGHTS.keys())

    assert fitted([], OWN).weights == WEIGHTS
    assert fitted([], OWN).min_score == OWN.min_score
    assert 0 < away(taste(2)) < away(taste(12)) < away(taste(100))


def test_a_signal_that_no_decision_shows_keeps_its_share() -> None:
    learned = fitted(taste(24), OWN).weights
    assert learned["explicitness"] / learned["consolidation"] == pytest.approx(2.0, abs=0.05)
    assert "conflict" not in learned


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.lists(st.floats(0, 1), min_size=12, max_size=12), st.booleans()), max_size=20))
def test_whatever_was_decided_a_score_stays_a_share(rows: list[tuple[list[float], bool]]) -> None:
    known = [(Signals(**dict(zip(SIGNALS, values, strict=True))), kept) for values, kept in rows]  # type: ignore[arg-type]
    learned = fitted(known, OWN)
    assert learned == fitted(known, OWN)
    assert 0 <= learned.min_score <= 1
    assert all(0 <= score(signals, learned) <= 1 for signals, _ in known)


@pytest.mark.parametrize(
    ("number", "kept", "is_enough"), [(LEAST - 1, 5, False), (LEAST, 2, False), (40, 38, False), (LEAST, 3, True)]
)
def test_too_few_decisions_or_of_one_kind_are_refused(number: int, kept: int, is_enough: bool) -> None:
    assert (lacking([(Signals(), at < kept) for at in range(number)]) == "") is is_enough


@pytest.mark.parametrize("trust", ["tool", "untrusted"])
def test_no_decision_opens_the_gate_of_trust(fact: Make, trust: str) -> None:
    """Fifty fetched texts vouched for, one by one: the fifty-first is kept out as the first was."""
    sure = Signals(durability=0.99, authority=0.2, explicitness=1, recency=1, sessions=3, recurrence=0.75)
    learned = fitted([(sure, True)] * 50 + [(Signals(authority=1.0), False)] * 50, OWN)
    assert score(sure, learned) >= learned.min_score
    assert passes(fact("the tank holds 40 litres", trust=trust), sure, learned, is_update=False) is None
    assert passes(fact("agreed, yes"), sure, learned, is_update=False) is None
    one_voice = replace(sure, sessions=1, explicitness=0.0)
    assert passes(fact("the tank holds 40 litres", trust="agent"), one_voice, learned, is_update=False) is None


def test_a_table_or_policy_of_the_users_own_wins() -> None:
    learned = Learned(id="learned", weights={"authority": 1.0}, min_score=0.6, decisions=20)
    assert applied(OWN, learned).weights == {"authority": 1.0}
    assert applied(OWN, learned).min_score == 0.6
    assert applied(replace(OWN, min_score=0.4), learned).min_score == 0.4
    assert applied(replace(OWN, weights={"durability": 1.0}), learned).weights == {"durability": 1.0}
    assert applied(replace(OWN, policy="openclaw", weights=OPENCLAW), learned).weights == OPENCLAW
    assert applied(OWN, None) is OWN


@pytest.fixture
def judged(workspace: Path, fact: Make, support: Callable[..., Support]) -> Workspace:
    """A workspace whose human accepted ten of their own statements and rejected ten of an agent's."""
    dream(workspace, AT - dt.timedelta(hours=6))
    lines = []
    for number in range(20):
        own = number % 2 == 0
        who = "human" if own else "agent"
        note = support(ref=f"memory/n{number}.md", session=f"n{number}", trust=who, durability=0.9)
        again = replace(note, ref=f"memory/m{number}.md", session=f"m{number}", quote=f"{number}")
        made = fact(f"shelf {number} holds {number} jars", status="candidate", trust=note.trust,
                    sources=(note,) if own else (note, again))  # fmt: skip
        question = Review(
            id=f"b2:{number:016}", kind="promotion", a=made.id, reason="asked", decision="accept" if own else "reject",
            decided_by="human", decided_at=AT,
        )  # fmt: skip
        lines += [record(made, AT, None), record(question, AT, None)]
    append(workspace / "memory" / "graph.jsonl", lines)
    return open_workspace(workspace)


def test_what_is_kept_scores_the_next_night_and_is_replayed_undone_and_forgotten(judged: Workspace) -> None:
    found = lesson(judged)
    assert (found.decisions, found.accepted, found.is_better) == (20, 10, True)
    shown = judged.journal.read_bytes()
    name, _ = keep(judged, AT)
    assert name == "learned:1"
    assert judged.journal.read_bytes().startswith(shown)
    night = begin(judged, AT).workspace.settings.promote
    assert (night.weights, night.min_score) == (found.learned.weights, found.learned.min_score)
    assert replay(judged.journal).learned["learned"].decisions == 20
    undo(judged, "learned:1", AT)
    assert begin(judged, AT).workspace.settings.promote == judged.settings.promote
    assert keep(judged, AT)[0] == "learned:2"
    assert forget(judged, AT) == "learned:3"
    assert begin(judged, AT).workspace.settings.promote == judged.settings.promote
    undo(judged, "learned:3", AT)
    assert begin(judged, AT).workspace.settings.promote == night
    (judged.root / "noctuary.toml").write_text("[promote.weights]\ndurability = 1.0\n")
    own = open_workspace(judged.root)
    with pytest.raises(LearningRefused, match="sets weights or a policy of its own"):
        lesson(own)


def test_learning_twice_from_the_same_decisions_teaches_the_same(judged: Workspace) -> None:
    first = lesson(judged)
    keep(judged, AT)
    second = lesson(judged)
    assert (second.learned, second.before, second.after) == (first.learned, first.before, first.after)
    assert second.now == first.learned


def test_every_kind_of_decision_counts_once_and_the_last_word_holds(workspace: Path) -> None:
    dream(workspace, AT - dt.timedelta(hours=6))
    space = open_workspace(workspace)
    facts = replay(space.journal).facts.values()
    vouched = next(one for one in facts if one.status == "candidate")
    taken_back = next(one for one in facts if one.status == "active" and one.gate in ("stressed", "stated"))
    vouch(space, vouched.id, AT)
    vouch(space, vouched.id, AT + dt.timedelta(hours=1))
    undo(space, taken_back.id, AT)
    found = {one.fact: one.is_kept for one in decided(replay(space.journal))}
    assert found == {vouched.id: True, taken_back.id: False}
    undo(space, taken_back.id, AT + dt.timedelta(hours=2))
    assert {one.fact for one in decided(replay(space.journal))} == {vouched.id}


def test_the_command_shows_before_it_keeps(judged: Workspace, workspace: Path) -> None:
    where = ["-w", str(workspace), "--now", AT.isoformat()]
    before = judged.journal.read_bytes()
    shown = CliRunner().invoke(main, ["learn", *where])
    assert shown.exit_code == 0
    assert "20 decisions of yours: 10 for, 10 against." in shown.output
    assert "Nothing is changed yet" in shown.output
    assert judged.journal.read_bytes() == before
    kept = CliRunner().invoke(main, ["learn", "--keep", *where])
    assert "noctuary undo learned:1" in kept.output
    believed = next(key for key, one in replay(judged.journal).facts.items() if one.gate == "stressed")
    assert "learned from 20 of your decisions" in CliRunner().invoke(main, ["why", believed, *where[:2]]).output
    assert CliRunner().invoke(main, ["learn", "--forget", *where]).exit_code == 0
    again = CliRunner().invoke(main, ["learn", "--forget", *where])
    assert (again.exit_code, "the shipped weights are in force already" in again.output) == (5, True)


def test_nothing_decided_is_a_clear_line(workspace: Path) -> None:
    dream(workspace, AT)
    done = CliRunner().invoke(main, ["learn", "-w", str(workspace)])
    assert done.exit_code == 5
    assert f"0 decisions, 0 for and 0 against; learning takes {LEAST}" in done.output
