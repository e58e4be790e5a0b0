"""A night with the reader in it: named in its record, the same bytes again, and left out where the settings say so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.journal import replay
from noctuary.model import Night
from noctuary.night import dream
from noctuary.reader import choose
from noctuary.settings import open_workspace
from tests.conftest import as_shipped


def dreamt(root: Path, now: dt.datetime) -> Night:
    """The record of one night."""
    dream(root, now)
    last = replay(open_workspace(root).journal).last_night()
    assert last
    return last


def test_a_night_names_what_read_and_writes_the_same_bytes_again(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime
) -> None:
    """KG-025: what judged its pairs, in which version."""
    with as_shipped():
        one, two = make(tmp_path / "one"), make(tmp_path / "two")
        night = dreamt(one, now)
        dream(two, now)
        reader = choose().reader
    assert reader
    assert night.reader == reader.name
    for name in ("MEMORY.md", "DREAMS.md", "memory/graph.jsonl"):
        assert (one / name).read_bytes() == (two / name).read_bytes()


@pytest.mark.parametrize(
    ("older", "newer", "is_heard"),
    [
        ("Release version: `?v=2026050301`", "Release version: `?v=2026050802`", False),
        ("Payment webhook: the retry limit is 3", "Payment webhook: the retry limit is 5", True),
    ],
    ids=["stamp", "limit"],
)
def test_what_the_reader_hears_no_conflict_in_is_not_asked(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime, older: str, newer: str, is_heard: bool
) -> None:
    """A stamp of the day differs each day: the measures see two values of one thing, the reader knows better."""
    by_words, read = make(tmp_path / "by words"), make(tmp_path / "read")
    for root in (by_words, read):
        (root / "memory" / "2026-05-03.md").write_text(f"- decided: {older}\n")
        (root / "memory" / "2026-05-09.md").write_text(f"- decided: {newer}\n")
    assert is_asked(by_words, now, older)
    with as_shipped():
        assert is_asked(read, now, older) == is_heard


def test_what_is_led_in_is_one_fact_and_a_new_days_report_is_none(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime
) -> None:
    """The measures take both for the same; the reader does not, and knows no lead by its words."""
    root = make(tmp_path / "led in")
    (root / "memory" / "2026-05-03.md").write_text(
        "- rule: never deploy the tide gauge on a Saturday\n- Quiet day: no commits, no builds, no pulls of the gauge\n"
    )
    (root / "memory" / "2026-05-09.md").write_text(
        "- from now on never deploy the tide gauge on a Saturday\n"
        "- Quiet day again: no commits, no builds, no pulls of the gauge\n"
    )
    with as_shipped():
        dream(root, now)
    facts = replay(open_workspace(root).journal).facts.values()
    said = {name: [len(one.sources) for one in facts if name in one.text] for name in ("Saturday", "no builds")}
    assert said == {"Saturday": [2], "no builds": [1, 1]}


def is_asked(root: Path, now: dt.datetime, text: str) -> bool:
    """Whether a first night asks about a statement beside another."""
    dream(root, now)
    state = replay(open_workspace(root).journal)
    return any(text in state.facts[one.a].text for one in state.reviews.values() if one.b)


def test_by_words_and_values_alone_nobody_reads(workspace: Path, now: dt.datetime) -> None:
    assert dreamt(workspace, now).reader == ""


def test_a_reader_that_cannot_be_had_is_told_and_the_night_goes_on(
    workspace: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOCTUARY_JUDGE_MODEL", "nobody.here:Reader")
    night = dreamt(workspace, now)
    assert night.reader == ""
    assert any("judge.model" in problem.message for problem in night.problems)
