"""Of three values of one attribute none of two stands plainly beside the other once the third is out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import pytest

from noctuary.journal import State
from noctuary.model import Edge, Fact, Review, Support, fact_id
from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.answers import answered, follows
from noctuary.stages.asking import review_id
from tests.conftest import as_shipped
from tests.night.days import note, say, state_of

MAY = dt.date(2026, 5, 1)
NOW = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
THREE = [
    ("Price of a mooring: 420 €", "Price of a mooring is 450 €", "Price of a mooring is 435 €"),
    ("Harbour master: Mara Quist", "The harbour master is Tom Quist", "The harbour master is Ines Quist"),
    ("The crane is tested at 9:15", "The crane is tested at 9:30 now", "The crane is tested at 9:45 now"),
]
FORMER = [
    ("Price of a mooring is 4.50 €", "A mooring costs 4.35 now, not 4.50 anymore"),
    ("The crane test is on Tuesdays", "The crane test is on Wednesdays now, no longer on Tuesdays"),
    ("Weather reports are pinned in Slack", "Weather reports are pinned in Discord now, not in Slack anymore"),
    ("The landlord is Pedro Gil", "The landlord is Rosa Vega now, not Pedro Gil anymore"),
]


def fact(text: str, day: int, **told: object) -> Fact:
    said = MAY + dt.timedelta(days=day)
    source = Support(
        ref=f"memory/{said}.md", line=2, line_end=2, session=f"memory/{said}.md", role="note", trust="agent",
        at=dt.datetime.combine(said, dt.time(), dt.UTC), quote=text, event=f"e{day}", durability=0.9,
    )  # fmt: skip
    made = Fact(
        id=fact_id(text, ""), text=text, entity="", kind="fact", status="contested", confidence=0.8,
        method="session-conclusion", verified_at=NOW, trust="agent", sources=(source,), said_on=said, valid_from=said,
        gate="stressed",
    )  # fmt: skip
    return made if not told else type(made)(**{name: getattr(made, name) for name in made.__struct_fields__} | told)


def question(a: Fact, b: Fact) -> Review:
    return Review(id=review_id("contradiction", a.id, b.id), kind="contradiction", a=a.id, b=b.id, reason="they differ")


def holding(facts: Sequence[Fact], *questions: Review) -> State:
    return State(facts={one.id: one for one in facts}, reviews={one.id: one for one in questions})


def after(state: State, review: Review, word: str, text: str = "") -> State:
    records = follows(state, answered(review, word, NOW, text), NOW)
    facts = state.facts | {one.id: one for one in records if isinstance(one, Fact)}
    reviews = state.reviews | {one.id: one for one in records if isinstance(one, Review)}
    edges = state.edges | {one.id: one for one in records if isinstance(one, Edge)}
    return State(facts=facts, reviews=reviews, edges=edges)


def asked(state: State) -> list[set[str]]:
    open_ = [one for one in state.reviews.values() if not one.decision and not one.closed_because]
    return [{state.facts[one.a].text, state.facts[one.b or ""].text} for one in open_]


@pytest.mark.parametrize("texts", THREE)
def test_what_stood_against_the_loser_is_held_against_the_winner_at_once(texts: tuple[str, str, str]) -> None:
    a, b, c = (fact(text, day) for day, text in enumerate(texts))
    first, second = question(a, b), question(a, c)
    told = after(holding([a, b, c], first, second), second, "keep-b")
    assert told.facts[a.id].superseded_by == c.id
    assert told.reviews[first.id].closed_because
    assert asked(told) == [{b.text, c.text}]
    assert {told.facts[one.id].status for one in (b, c)} == {"contested"}
    against = {frozenset((one.src, one.dst)) for one in told.edges.values() if one.rel == "contradicts"}
    assert against == {frozenset((b.id, c.id))}


@pytest.mark.parametrize("texts", THREE)
def test_the_owners_own_words_are_held_against_it_too(texts: tuple[str, str, str]) -> None:
    a, b, c = (fact(text, day) for day, text in enumerate(texts))
    second = question(a, c)
    told = after(holding([a, b, c], question(a, b), second), second, "edit", f"{c.text} from now on")
    assert [b.text in pair for pair in asked(told)] == [True]


def test_the_winner_is_not_asked_about_again_where_it_was_or_where_it_says_the_same() -> None:
    a, b, c = (fact(text, day) for day, text in enumerate(THREE[0]))
    again = fact("Price of a mooring: 435 €", 3)
    first, second = question(a, b), question(a, c)
    answered_before = answered(question(b, c), "both", NOW)
    assert asked(after(holding([a, b, c], first, second, answered_before), second, "keep-b")) == []
    assert asked(after(holding([a, again, c], question(a, again), second), second, "keep-b")) == []


def test_what_stood_against_another_part_of_the_loser_is_let_alone() -> None:
    a = fact("Backups run at 03:40; the winch key hangs in the shed", 0)
    b, c = fact("Backups run at 05:10", 1), fact("The winch key hangs in the galley", 2)
    first, second = question(a, b), question(a, c)
    assert asked(after(holding([a, b, c], first, second), second, "keep-b")) == []


@pytest.mark.parametrize(("other", "chosen"), FORMER)
def test_what_the_chosen_words_call_former_is_asked_about(other: str, chosen: str) -> None:
    """Though nobody had asked about it: the human has just said that it is so no more."""
    a, b, c = fact("The quay has seven lamps", 0), fact(other, 1, status="active"), fact(chosen, 2)
    second = question(a, c)
    told = after(holding([a, b, c], second), second, "keep-b")
    assert asked(told) == [{other, chosen}]
    assert told.facts[b.id].status == "contested"


@pytest.mark.parametrize(
    "other",
    ["The winch costs 4.50 €", "The choir sings on Tuesdays", "The cook is Pedro Gil's aunt", "Slack bills us in June"],
)
@pytest.mark.parametrize("chosen", [chosen for _, chosen in FORMER])
def test_what_only_shares_the_former_value_is_not(other: str, chosen: str) -> None:
    a, b, c = fact("The quay has seven lamps", 0), fact(other, 1, status="active"), fact(chosen, 2)
    second = question(a, c)
    told = after(holding([a, b, c], second), second, "keep-b")
    assert asked(told) == []
    assert told.facts[b.id].status == "active"


@pytest.mark.parametrize(
    ("own", "noted", "said"),
    [
        ("Price of a mooring: 420 €", "a mooring costs 450 €", "A mooring costs 435 now, not 420 anymore"),
        ("Price of a mooring: 420 €", "we charge 450 € for a mooring", "The mooring price went from 420 € to 435 €"),
        ("Price of a mooring: 420 €", "the price of a mooring is 450 €", "A mooring costs 435 € now, no longer 420 €"),
    ],
)
def test_a_night_that_replaces_one_of_three_lets_no_two_stand_unmarked(
    tmp_path: Path, now: dt.datetime, own: str, noted: str, said: str
) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text(f"# Memory\n\n- {own}\n")
    note(tmp_path, "2026-05-10", f"- remember: {noted}\n")
    with as_shipped():
        dream(tmp_path, now - dt.timedelta(days=1))
        assert len(waiting(open_workspace(tmp_path))) == 1
        say(tmp_path, "2026-05-11T10:00:00.000Z", said)
        told = dream(tmp_path, now)
    statuses = {fact.text: fact.status for fact in state_of(tmp_path).facts.values()}
    open_ = [{one.a.text, one.b.text} for one in waiting(open_workspace(tmp_path)) if one.b]
    assert statuses[own] == "superseded"
    assert statuses[noted] == "superseded" or (open_, told.waiting) == ([{noted, said}], 1)
    with as_shipped():
        assert dream(tmp_path, now + dt.timedelta(hours=1)).state == "nothing"
