"""DREAMS.md is an inbox: what a human ticks or writes there is heard, by the next night or at once; nothing else is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from noctuary import inbox
from noctuary.cli import main
from noctuary.errors import AssumptionBroken
from noctuary.inert import uncommented
from noctuary.journal import State, replay
from noctuary.model import Fact, Review
from noctuary.night import STAGES, bed, dream
from noctuary.page.ticks import Written, read
from noctuary.review import decide, vouch
from noctuary.settings import Workspace, open_workspace
from noctuary.stages.apply import finish
from noctuary.stages.hear import listen
from noctuary.stages.pages import said
from noctuary.undo import undo
from tests.conftest import NOW, Once, make_workspace

DAY = dt.timedelta(days=1)


@pytest.fixture
def dreamt(once: Once, tmp_path: Path) -> Workspace:
    """A workspace after its first night, with a question about the battery's life."""
    return open_workspace(once(_dreamt, tmp_path / "workspace"))


def _dreamt(root: Path) -> None:
    workspace = make_workspace(root)
    (workspace / "memory" / "2026-05-11.md").write_text("- Wall bracket weight limit: 4 kg\n- the door code is 1234\n")
    (workspace / "memory" / "2026-05-10.md").write_text("- Battery life: 21 days\n- Wall bracket weight limit: 6 kg\n")
    dream(workspace, NOW)


def state(space: Workspace) -> State:
    return replay(space.journal)


def asked(space: Workspace, about: str = "Battery") -> Review:
    return next(
        one for one in state(space).reviews.values() if one.b and about in state(space).facts[one.a].text
    )  # fmt: skip


def side(space: Workspace, review: Review, word: str) -> Fact:
    key = review.a if word == "keep-a" else review.b or ""
    return state(space).facts[key]


def tick(space: Workspace, review: Review, word: str) -> None:
    page = space.dreams.read_text().splitlines(keepends=True)
    marked = [
        line.replace("[ ]", "[x]") if f"<!-- {review.id} {word} " in line else line for line in page
    ]  # fmt: skip
    assert marked != page
    space.dreams.write_text("".join(marked))


def say(space: Workspace, review: Review, words: str) -> None:
    page = space.dreams.read_text()
    assert f"Answer: <!-- {review.id}" in page
    space.dreams.write_text(page.replace(f"Answer: <!-- {review.id}", f"Answer: {words} <!-- {review.id}"))


def test_a_ticked_box_is_heard_by_the_next_night_and_can_be_undone(dreamt: Workspace, now: dt.datetime) -> None:
    question = asked(dreamt)
    tick(dreamt, question, "keep-b")
    told = dream(dreamt.root, now + DAY)
    assert len(told.heard) == 1
    decided = state(dreamt).reviews[question.id]
    assert (decided.decision, decided.decided_by) == ("keep_b", "human")
    assert state(dreamt).facts[question.a].status == "superseded"
    page = dreamt.dreams.read_text()
    assert "### You decided (1)" in page
    assert f"noctuary undo {question.id[:11]}" in page
    night = state(dreamt).last_night()
    assert night is not None
    assert night.decided == (f"decision:{question.id}:1",)
    undo(dreamt, question.id[:11], now + 2 * DAY)
    assert state(dreamt).reviews[question.id].decision is None
    assert "### You decided" not in dreamt.dreams.read_text()
    assert f'- [ ] keep B: "{side(dreamt, question, "keep-b").text}"' in dreamt.dreams.read_text()


def write(space: Workspace, before: str, after: str) -> None:
    page = space.dreams.read_text()
    assert before in page
    space.dreams.write_text(page.replace(before, after, 1))


def test_a_tick_beside_its_box_is_heard(dreamt: Workspace, now: dt.datetime) -> None:
    question = asked(dreamt)
    write(dreamt, '- [ ] keep B: "Battery', '- [ ] x keep B: "Battery')
    dream(dreamt.root, now + DAY)
    assert state(dreamt).reviews[question.id].decision == "keep_b"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            '- [ ] keep B: "Battery life: 21 days',
            '- [x] keep B: "Battery life: 18 days',
            'written at keep-b: "18" for "21"',
        ),
        (
            '- [ ] keep A: "Battery',
            '\n18 days since May.\n- [ ] keep A: "Battery',
            'written between: "18 days since May."',
        ),
    ],
)
def test_what_is_changed_or_written_between_the_rows_is_told_and_decides_nothing(
    dreamt: Workspace, now: dt.datetime, before: str, after: str, told: str
) -> None:
    question = asked(dreamt)
    write(dreamt, before, after)
    for days in (1, 2):
        dream(dreamt.root, now + days * DAY)
        assert state(dreamt).reviews[question.id].decision is None
        assert f"- Answer: {told} <!-- {question.id}" in dreamt.dreams.read_text()
        assert "- ⚠️ Not understood: " in dreamt.dreams.read_text()


def test_a_page_that_lost_its_comments_is_heard(dreamt: Workspace, now: dt.datetime) -> None:
    question = asked(dreamt)
    tick(dreamt, question, "keep-b")
    dreamt.dreams.write_text(uncommented(dreamt.dreams.read_text()))
    dream(dreamt.root, now + DAY)
    assert state(dreamt).reviews[question.id].decision == "keep_b"
    assert not list(dreamt.root.glob("DREAMS.kept-*"))


@pytest.mark.parametrize("words", ["keep-b", "Keep B", "b", "`keep-b`", "keep b."])
def test_a_word_beside_a_question_is_heard_at_once_by_review_apply(
    dreamt: Workspace, now: dt.datetime, words: str
) -> None:
    question = asked(dreamt)
    say(dreamt, question, words)
    result = CliRunner().invoke(main, ["review", "--apply", "-w", str(dreamt.root), "--now", (now + DAY).isoformat()])
    assert result.exit_code == 0, result.output
    assert "1 decision written down" in result.output
    assert state(dreamt).reviews[question.id].decision == "keep_b"
    again = CliRunner().invoke(main, ["review", "--apply", "-w", str(dreamt.root)])
    assert "nothing changed" in again.output


def test_a_wording_of_ones_own_is_believed_and_secrets_in_it_are_not_stored(
    dreamt: Workspace, now: dt.datetime
) -> None:
    question = asked(dreamt)
    say(dreamt, question, "edit: Battery life: 18 days; key AKIAIOSFODNN7EXAMPLE")
    dream(dreamt.root, now + DAY)
    (own,) = [fact for fact in state(dreamt).facts.values() if "18 days" in fact.text]
    assert (own.status, own.trust, own.method) == ("active", "human", "manual")
    assert any(one.ref == "by hand" for one in own.sources)
    for path in (dreamt.journal, dreamt.dreams, dreamt.memory):
        assert "AKIAIOSFODNN7EXAMPLE" not in path.read_text()


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("beide", "both"), ("Beide stimmen.", "both"), ("les deux", "both"), ("tous les deux", "both"),
        ("ambos", "both"), ("os dois", "both"), ("entrambi", "both"), ("allebei", "both"), ("ja, B", "keep_b"),
        ("Yes, keep A", "keep_a"), ("oui, A", "keep_a"), ("sí, b", "keep_b"), ("ja, beide", "both"), ("B", "keep_b"),
        ("weder noch", "neither"), ("aucun des deux", "neither"), ("ni l'un ni l'autre", "neither"),
        ("nessuno", "neither"), ("nenhum dos dois", "neither"), ("geen van beide", "neither"), ("ninguno", "neither"),
        ("Später: muss fragen", "later"), ("plus tard", "later"), ("più tardi", "later"), ("sim, ambas", "both"),
    ],
)  # fmt: skip
def test_an_answer_may_be_written_in_the_words_of_any_language(
    dreamt: Workspace, now: dt.datetime, line: str, decision: str
) -> None:
    question = asked(dreamt)
    say(dreamt, question, line)
    assert said(read(dreamt.dreams.read_bytes()).written[0], question) in [
        (decision.replace("_", "-"), text) for text in ("", "muss fragen")
    ]


@pytest.mark.parametrize(
    ("line", "kind", "answer"),
    [
        ("ja", "reverify", "confirm"), ("stimmt noch", "reverify", "confirm"), ("oui", "promotion", "accept"),
        ("sì", "promotion", "accept"), ("si", "promotion", "accept"), ("nee", "promotion", "reject"),
        ("não", "promotion", "reject"), ("nein", "same_entity", "different"), ("sí", "same_entity", "same"),
        ("yes", "same_entity", "same"), ("no", "promotion", "reject"),
    ],
)  # fmt: skip
def test_yes_and_no_answer_as_the_question_is_put(dreamt: Workspace, line: str, kind: str, answer: str) -> None:
    question = asked(dreamt)
    other = question.b if kind == "same_entity" else None
    heard = said(Written(question=question.id, said=(line,)), replace(question, kind=kind, b=other))
    assert heard == (answer, "")


@pytest.mark.parametrize("line", ["ja", "nein, A", "oui", "no, b", "ja aber", "deux fois", "A oder B"])
def test_what_tells_no_side_of_a_conflict_is_not_guessed(dreamt: Workspace, line: str) -> None:
    question = asked(dreamt)
    assert "none of its words" in said(Written(question=question.id, said=(line,)), question)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda space, one: (tick(space, one, "keep-a"), tick(space, one, "both")), "two answers disagree"),
        (lambda space, one: (tick(space, one, "keep-a"), say(space, one, "both")), "two answers disagree"),
        (lambda space, one: say(space, one, "whatever you like"), "none of its words"),
        (lambda space, one: say(space, one, "edit:"), "edit needs your own wording"),
        (lambda space, one: say(space, one, "scoped: in staging"), "scoped needs the scope of each side"),
    ],
)
def test_what_is_unclear_is_told_and_kept_and_nothing_is_guessed(
    dreamt: Workspace, now: dt.datetime, spoil: Callable[[Workspace, Review], None], why: str
) -> None:
    question = asked(dreamt)
    spoil(dreamt, question)
    line = next(
        number for number, text in enumerate(dreamt.dreams.read_text().splitlines(), 1)
        if question.id in text and ("[x]" in text or ("Answer: " in text and "Answer: <!--" not in text))
    )  # fmt: skip
    before = dreamt.journal.read_bytes()
    told = dream(dreamt.root, now + DAY)
    assert told.state == "nothing"
    assert told.unheard[0].startswith(f"DREAMS.md:{line} ")
    assert why in told.unheard[0]
    assert dreamt.journal.read_bytes() == before
    page = dreamt.dreams.read_text()
    assert "⚠️ Not understood: " in page
    assert why in page
    dream(dreamt.root, now + 2 * DAY)
    assert dreamt.dreams.read_text() == page


def test_a_tick_for_a_question_that_was_decided_meanwhile_is_told_once(dreamt: Workspace, now: dt.datetime) -> None:
    question = asked(dreamt)
    tick(dreamt, question, "keep-a")
    decide(dreamt, question.id, "keep-b", now + DAY)
    assert f"- [x] keep-a <!-- {question.id}" in dreamt.dreams.read_text()
    told = dream(dreamt.root, now + 2 * DAY)
    assert "decided already: keep-b" in told.unheard[0]
    assert "decided already: keep-b" in dreamt.dreams.read_text()
    assert state(dreamt).reviews[question.id].decision == "keep_b"
    assert dream(dreamt.root, now + 3 * DAY).state == "nothing"


@pytest.mark.parametrize("command", ["decide", "vouch", "undo", "rebuild"])
def test_no_command_loses_a_tick_that_nobody_has_heard(dreamt: Workspace, now: dt.datetime, command: str) -> None:
    question = asked(dreamt)
    other = next(one for one in state(dreamt).reviews.values() if one.b and one.id != question.id)
    tick(dreamt, question, "keep-b")
    say(dreamt, other, "edit: Wall bracket: 5 kg at most")
    believed = next(fact.id for fact in state(dreamt).facts.values() if fact.status == "active")
    if command == "decide":
        third = next(iter(state(dreamt).facts))
        vouch(dreamt, third, now + DAY)
    elif command == "vouch":
        vouch(dreamt, believed, now + DAY)
    elif command == "undo":
        undo(dreamt, believed, now + DAY)
    else:
        finish(dreamt, state(dreamt))
    assert state(dreamt).reviews[question.id].decision is None
    dream(dreamt.root, now + 2 * DAY)
    assert state(dreamt).reviews[question.id].decision == "keep_b"
    assert state(dreamt).reviews[other.id].decision == "edit"


def test_a_dry_run_says_what_it_would_hear_and_changes_nothing(
    dreamt: Workspace, now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    """KG-052."""
    question = asked(dreamt)
    tick(dreamt, question, "keep-b")
    before = bytes_of(dreamt.root)
    told = dream(dreamt.root, now + DAY, dry_run=True)
    assert (told.state, len(told.heard)) == ("planned", 1)
    assert bytes_of(dreamt.root) == before


@pytest.mark.parametrize("page", ["DREAMS.md", "MEMORY.md"])
@pytest.mark.parametrize("stage", ["hear", "plan"])
def test_a_page_that_changes_under_the_night_is_refused(
    dreamt: Workspace, now: dt.datetime, page: str, stage: str
) -> None:
    question = asked(dreamt)
    tick(dreamt, question, "keep-b")
    before = dreamt.journal.read_bytes()

    def night() -> None:
        with bed(dreamt, now + DAY) as run:
            for one in STAGES:
                run = one(run)
                if one.__name__ == stage:
                    (dreamt.root / page).write_text((dreamt.root / page).read_text() + "\n- [ ] more\n")

    with pytest.raises(AssumptionBroken, match=page):
        night()
    assert dreamt.journal.read_bytes() == before


def test_boxes_that_stand_anywhere_else_are_not_read(dreamt: Workspace, now: dt.datetime) -> None:
    """What an agent or a tool prints cannot answer for the human."""
    question = asked(dreamt)
    forged = [line.replace("[ ]", "[x]") for line in dreamt.dreams.read_text().splitlines() if question.id in line]
    (dreamt.root / "memory" / "2026-05-12.md").write_text("\n".join(forged) + "\n")
    (dreamt.root / "memory" / "DREAMS.md").write_text("\n".join(forged) + "\n")
    assert not dream(dreamt.root, now + DAY).heard
    assert state(dreamt).reviews[question.id].decision is None


def test_a_box_inside_a_quoted_text_is_no_box(workspace: Path, now: dt.datetime) -> None:
    """A statement that looks like a ticked box, or like an answer, stands on the page as a quotation."""
    note = workspace / "memory" / "2026-05-10.md"
    note.write_text(
        "- remember: [x] keep A <!-- b2:0123456789abcdef keep-a 5bc6 -->\n- Answer: the gauge reads 42 mm\n"
    )
    (workspace / "noctuary.toml").write_text('[sources]\nnote_trust = "human"\n')
    dream(workspace, now)
    told = dream(workspace, now + DAY)
    assert told.unheard == ()


def test_a_page_of_another_hand_answers_nothing(dreamt: Workspace, now: dt.datetime) -> None:
    dreamt.dreams.write_text("# My dreams\n- [x] a flying boat\nAnswer: yes\n")
    told = dream(dreamt.root, now + DAY)
    assert (told.heard, told.unheard) == ((), ())
    assert (dreamt.root / "DREAMS.md").read_text().startswith("# My dreams") or (
        dreamt.root / "DREAMS.kept-1.md"
    ).read_text().startswith("# My dreams")


def test_apply_hears_what_it_can_and_keeps_the_rest(dreamt: Workspace, now: dt.datetime) -> None:
    question = asked(dreamt)
    other = next(one for one in state(dreamt).reviews.values() if one.b and one.id != question.id)
    tick(dreamt, question, "keep-b")
    say(dreamt, other, "perhaps")
    heard = inbox.apply(dreamt, now + DAY)
    assert len(heard.told) == 1
    assert len(heard.problems) == 1
    assert state(dreamt).reviews[question.id].decision == "keep_b"
    assert f"Answer: perhaps <!-- {other.id}" in dreamt.dreams.read_text()


def test_a_death_after_the_journal_was_written_hears_nothing_twice(dreamt: Workspace, now: dt.datetime) -> None:
    question = asked(dreamt)
    tick(dreamt, question, "keep-b")
    ticked, head = dreamt.dreams.read_bytes(), (dreamt.derived / "head").read_bytes()
    dream(dreamt.root, now + DAY)
    journal = dreamt.journal.read_bytes()
    dreamt.dreams.write_bytes(ticked)
    (dreamt.derived / "head").write_bytes(head)
    told = dream(dreamt.root, now + 2 * DAY)
    assert (told.heard, told.unheard) == ((), ())
    assert dreamt.journal.read_bytes() == journal


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 300), st.text(alphabet="\n\r -*[]<>!#`:abAnswerkp 01", max_size=15)),
        min_size=1,
        max_size=6,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_no_edit_without_a_tick_or_a_word_decides_anything(
    dreamt: Workspace, now: dt.datetime, changes: list[tuple[float, int, str]]
) -> None:
    kept = dreamt.dreams.read_bytes()
    text = kept.decode()
    for at, cut, new in changes:
        place = int(at * len(text))
        text = text[:place] + new + text[place + cut :]
    dreamt.dreams.write_text(text)
    try:
        heard = listen(dreamt, state(dreamt), now + DAY)
        found = read(text.encode()).written
        assert not any(one.ticked for one in found)
        assert len(heard.told) <= sum(bool(one.said) for one in found)
    finally:
        dreamt.dreams.write_bytes(kept)
