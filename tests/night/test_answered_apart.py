"""Two branches answered one question before they were merged: the last answer counts, both are told, each is undone."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from noctuary.errors import UndoRefused
from noctuary.journal import verify
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.night.days import note, state_of
from tests.night.test_branches import union

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def base(tmp_path: Path, now: dt.datetime) -> Path:
    """A workspace with one open question: 14 days or 21?"""
    root = tmp_path / "base"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Boathouse\n\n- Battery life: 14 days\n")
    note(root, "2026-05-10", "- remember: Battery life: 21 days\n")
    dream(root, now)
    return root


def merged(base: Path, now: dt.datetime, first: list[str], second: list[str]) -> tuple[Path, str]:
    """Two clones that answer one after the other, each in its words; the first with the second's journal beside its
    own."""
    (question,) = waiting(open_workspace(base))
    key = question.review.id
    clones = [base.with_name("first"), base.with_name("second")]
    for number, (root, answers) in enumerate(zip(clones, (first, second), strict=True)):
        shutil.copytree(base, root)
        for times, answer in enumerate(answers):
            at = now + HOUR + number * HOUR + times * dt.timedelta(minutes=10)
            if times:
                undo(open_workspace(root), key, at - dt.timedelta(minutes=5))
            word, _, text = answer.partition(": ")
            decide(open_workspace(root), key, word, at, text)
    union(base, clones[0], clones[1])
    return clones[0], key


def answer(root: Path, key: str) -> str | None:
    return state_of(root).reviews[key].decision


PAIRS = pytest.mark.parametrize(
    ("one", "two"),
    [("keep-a", "keep-b"), ("keep-b", "keep-a"), ("both", "neither"), ("neither", "edit: Battery life: 18 days")],
)


@PAIRS
def test_an_undo_takes_back_the_last_answer_alone(base: Path, now: dt.datetime, one: str, two: str) -> None:
    root, key = merged(base, now, [one], [two])
    words = [word.partition(":")[0].replace("-", "_") for word in (one, two)]
    shutil.copytree(base.with_name("first"), alone := base.with_name("alone"))
    assert answer(root, key) == words[1]
    space = open_workspace(root)
    told = undo(space, key, now + DAY)
    assert answer(root, key) == words[0]
    assert any(one.partition(":")[0] in line and "another branch" in line for line in told), told
    undo(space, f"undo:{key}", now + DAY + HOUR)
    assert state_of(root).facts == state_of(alone).facts
    for _ in range(2):
        undo(space, key, now + 2 * DAY)
    assert answer(root, key) is None
    assert [question.review.id for question in waiting(space)] == [key]
    assert verify(space.journal) == []


@PAIRS
def test_the_next_night_tells_once_that_the_answers_disagree(base: Path, now: dt.datetime, one: str, two: str) -> None:
    root, key = merged(base, now, [one], [two])
    dream(root, now + DAY)
    page = (root / "DREAMS.md").read_text()
    (line,) = (line for line in page.splitlines() if "several branches" in line)
    assert f"undo {key[:11]}" in line
    assert line.index(one.partition(":")[0]) < line.index(two.partition(":")[0])
    assert dream(root, now + 2 * DAY).state == "nothing"
    note(root, "2026-05-13", "- remember: the dial is brass\n")
    dream(root, now + 3 * DAY)
    assert "several branches" not in (root / "DREAMS.md").read_text().split("## Earlier")[0]


@pytest.mark.parametrize(("first", "second"), [(["keep-a"], ["keep-a"]), (["keep-b", "keep-a"], ["keep-a"])])
def test_of_answers_that_agree_nothing_is_told(
    base: Path, now: dt.datetime, first: list[str], second: list[str]
) -> None:
    root, _ = merged(base, now, first, second)
    dream(root, now + DAY)
    assert "several branches" not in (root / "DREAMS.md").read_text()


def test_one_branch_that_changed_its_answer_disagrees_with_nobody(base: Path, now: dt.datetime) -> None:
    (question,) = waiting(open_workspace(base))
    space = open_workspace(base)
    decide(space, question.review.id, "keep-a", now + HOUR)
    undo(space, question.review.id, now + 2 * HOUR)
    decide(space, question.review.id, "keep-b", now + 3 * HOUR)
    dream(base, now + DAY)
    assert "several branches" not in (base / "DREAMS.md").read_text()
    undo(space, question.review.id, now + DAY + HOUR)
    with pytest.raises(UndoRefused, match="no decision"):
        undo(space, question.review.id, now + DAY + 2 * HOUR)
