"""What changed between two nights, and what was true: asked of workspaces that lived through several nights."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.errors import UnknownId
from noctuary.history import compare, difference, was
from noctuary.journal import State, replay
from noctuary.model import Fact, Support
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.conftest import NOW, Once, make_workspace
from tests.rows import every

DAY = dt.timedelta(days=1)
NOON = dt.datetime(2026, 5, 12, 12, tzinfo=dt.UTC)


@pytest.fixture
def lived(once: Once, tmp_path: Path) -> Path:
    """Two nights and a decision between them."""
    return once(_lived, tmp_path / "workspace")


def _lived(root: Path) -> None:
    workspace = make_workspace(root)
    dream(workspace, NOW)
    question = next(one for one in waiting(open_workspace(workspace)) if "Battery" in one.a.text)
    decide(open_workspace(workspace), question.review.id, "keep-b", NOW + dt.timedelta(hours=1))
    (workspace / "memory" / "2026-05-12.md").write_text(
        "- decided: the display is OLED now, no longer e-ink\n- decided: the dial is brass\n"
    )
    dream(workspace, NOW + DAY)


def test_a_night_is_compared_with_the_one_before_and_decisions_between_are_told(lived: Path) -> None:
    found = compare(open_workspace(lived), "last")
    changes = found.changes
    assert (found.before.name, found.after.name) == ("2026-05-12", "2026-05-13")
    assert any("brass" in one.text for one in changes.believed)
    assert [one.what for one in changes.decided] == ["keep_b"]
    assert any("14 days" in one.text and "21 days" in one.after for one in changes.superseded) or any(
        "21 days" in one.text for one in changes.believed
    )
    assert any(tie.rel == "supersedes" for tie in changes.edges_added)


def test_the_first_night_is_compared_with_the_beginning(lived: Path) -> None:
    found = compare(open_workspace(lived), "2026-05-12")
    assert found.before.name == "the beginning"
    assert not found.changes.superseded
    assert found.changes.asked


def test_a_line_of_a_note_is_told_under_the_heading_that_it_needs(
    workspace: Path, fact: Callable[..., Fact], support: Callable[..., Support]
) -> None:
    held = fact("Port: 8080", gate="corroborated", sources=(support(under=("Billing",)),))
    after = State(facts={held.id: held})
    found = difference(State(), after, NOON, NOON, open_workspace(workspace))
    assert [one.text for one in found.believed] == ["Billing: Port: 8080"]


def test_the_order_of_the_arguments_does_not_matter_and_days_mean_their_end(lived: Path) -> None:
    space = open_workspace(lived)
    assert compare(space, "2026-05-12", "last").changes == compare(space, "last", "2026-05-12").changes
    by_day = compare(space, "2026-05-11", "2026-06-01").changes
    assert len(by_day.believed) == sum(
        one.status in ("active", "contested") for one in replay(space.journal).facts.values()
    )
    with pytest.raises(UnknownId, match="is no night, day or instant"):
        compare(space, "yesterday")


def test_what_an_undo_took_back_is_told_as_withdrawn(lived: Path, now: dt.datetime) -> None:
    undo(open_workspace(lived), "2026-05-13", now + 3 * DAY)
    changes = compare(open_workspace(lived), "2026-05-13", "2026-05-20").changes
    assert any("brass" in one.text and one.after == "taken back" for one in changes.withdrawn)
    assert not changes.believed or all("brass" not in one.text for one in changes.believed)


def ask(root: Path, words: str, day: str) -> tuple[str, str]:
    state = replay(open_workspace(root).journal)
    found = was(state, words, list(state.facts.values()), dt.date.fromisoformat(day), dt.date(2026, 6, 1))
    return found.answer, found.because


def test_a_question_is_answered_by_what_says_the_same_on_that_day(lived: Path) -> None:
    """TB-003, TB-099, TB-100: before and after a change; the new one's mention of the old value is no yes."""
    assert ask(lived, "the API port is 9090", "2026-05-20")[0] == "yes"
    assert ask(lived, "the API port is 9090", "2026-05-01")[0] == "no"
    assert ask(lived, "API port: 8080", "2026-05-20")[0] == "no"
    assert ask(lived, "API port: 8080", "2026-05-01")[0] == "unknown"
    assert ask(lived, "the API port is 7070", "2026-05-20") == (
        "no", "then it was “the API port is now 9090, no longer 8080”")  # fmt: skip
    assert ask(lived, "the moon is made of cheese", "2026-05-20") == ("unknown", "no fact says so or otherwise")


def test_what_a_heading_names_answers_however_the_question_is_put(workspace: Path, now: dt.datetime) -> None:
    (workspace / "MEMORY.md").write_text("# Repos\n\n## ledgerd\n- gRPC port: 7443\n\n## gateway\n- REST port: 80\n")
    dream(workspace, now)
    note = workspace / "memory" / f"{now.date() + DAY}.md"
    note.write_text("- ledgerd gRPC port is 8443 (was 7443)\n")
    dream(workspace, now + 2 * DAY)
    before, after = now.date().isoformat(), (now + 2 * DAY).date().isoformat()
    forms = (
        "gRPC port of ledgerd is {}", "the gRPC port of ledgerd is {}", "ledgerd gRPC port is {}", "gRPC port: {}",
        "is the gRPC port {}?",
    )  # fmt: skip
    for form in forms:
        told = [ask(workspace, form.format(port), day)[0] for port in (7443, 8443) for day in (before, after)]
        assert told == ["yes", "no", "no", "yes"], form
    for form in ("gRPC port of gateway is {}", "gateway gRPC port is {}", "REST port of ledgerd is {}"):
        told = [ask(workspace, form.format(port), day)[0] for port in (80, 7443, 8443) for day in (before, after)]
        assert "yes" not in told, form


def test_what_says_the_opposite_or_another_value_is_no_yes(workspace: Path, now: dt.datetime) -> None:
    (workspace / "MEMORY.md").write_text(
        "# Pier\n- Olsen runs the crane, ONLY the crane, never the winch\n- The crane lifts at most 10 bags at a time\n"
        "- If it rains, the ferry stays in the harbour\n- The mail boat runs at nine; if it is late, call Tom\n"
    )
    dream(workspace, now)
    day = now.date().isoformat()
    for words in ("the crane lifts at most 10 bags", "Olsen runs the crane", "the mail boat runs at nine"):
        assert ask(workspace, words, day)[0] == "yes"
    for words in (
        "Olsen runs the winch", "the crane lifts at most 20 bags", "the winch lifts at most 10 bags",
        "the ferry stays in the harbour",
    ):  # fmt: skip
        assert ask(workspace, words, day)[0] != "yes"


@every(
    "word", ["no, ", "No. ", "nope, ", "nein, ", "yes, ", "ok, ", "wait, ", "no - ", "actually, ", ""]
)
@every(
    ("asked", "answer"),
    [
        ("we use pnpm", "yes"), ("we use pnpm here", "yes"), ("We use pnpm.", "yes"), ("no, we use pnpm", "yes"),
        ("we don't use pnpm", "no"), ("we never use pnpm", "no"), ("we only use pnpm", ""),
    ],
)  # fmt: skip
def test_a_word_that_answers_somebody_denies_nothing_of_what_stands_behind_it(
    word: str, asked: str, answer: str, fact: Callable[..., Fact], now: dt.datetime
) -> None:
    said = fact(f"{word}we use pnpm here", "notes", valid_from=dt.date(2026, 5, 1))
    found = was(State(facts={said.id: said}), asked, [said], now.date(), now.date())
    assert found.answer == answer if answer else found.answer != "yes"
