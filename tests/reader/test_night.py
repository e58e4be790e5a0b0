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


def test_by_words_and_values_alone_nobody_reads(workspace: Path, now: dt.datetime) -> None:
    assert dreamt(workspace, now).reader == ""


def test_a_reader_that_cannot_be_had_is_told_and_the_night_goes_on(
    workspace: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOCTUARY_JUDGE_MODEL", "nobody.here:Reader")
    night = dreamt(workspace, now)
    assert night.reader == ""
    assert any("judge.model" in problem.message for problem in night.problems)
