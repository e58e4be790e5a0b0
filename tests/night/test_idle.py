"""Pairs that no verdict could act on: no reader is asked about them, and they are joined once both are believed."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import replace

from noctuary.decisions import Chances, Line, Reading
from noctuary.model import Statement
from noctuary.night import STAGES, bed, dream
from noctuary.settings import open_workspace
from noctuary.stages.connect import link
from noctuary.stages.nearby import Vectors
from noctuary.stages.run import Run

NOW = dt.datetime(2026, 11, 4, 3, tzinfo=dt.UTC)
COARSE = "The ingest worker retries failed uploads against the object store"
FINE = "The ingest worker retries failed uploads against the object store five times with a growing pause"
TRIED = (
    "Tried the object store uploads with the ingest worker on the new bucket policy",
    "Read the ingest worker logs to understand how failed uploads reach the object store",
    "Wrote a note on object store uploads and why the ingest worker fails on big files",
)


class Counting:
    """A reader that counts the pairs it is asked about and finds each line worth keeping."""

    name = "counting"
    asked: ClassVar[list[tuple[str, str]]] = []

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """A conflict, always."""
        self.asked.extend((one.text, two.text) for one, two in pairs)
        return [Chances(1.0, 0.0, 0.0, 0.0, 0.0, 0.0) for _ in pairs]

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """Worth keeping, asserted."""
        return [Reading(level=(1.0, 0.0, 0.0), stance=(1.0,) + (0.0,) * 6, kind=(1.0,) + (0.0,) * 7) for _ in lines]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    monkeypatch.delenv("NOCTUARY_JUDGE_MODEL", raising=False)
    (tmp_path / "noctuary.toml").write_text('[judge]\nmodel = "tests.night.test_idle:Counting"\n')
    monkeypatch.setattr(Counting, "asked", [])
    return Counting.asked


def note(root: Path, day: str, *lines: str) -> None:
    (root / "memory").mkdir(exist_ok=True)
    (root / "memory" / f"{day}.md").write_text(f"# {day}\n\n" + "".join(f"- {line}\n" for line in lines))


def matched(root: Path) -> Run:
    """The night until its pairs are judged."""
    with bed(open_workspace(root), NOW) as run:
        for stage in STAGES:
            run = stage(run)
            if stage.__name__ == "match":
                return run
    raise AssertionError


def test_of_notes_that_share_words_alone_no_reader_is_asked(tmp_path: Path, asked: list[tuple[str, str]]) -> None:
    for day, line in enumerate(TRIED, 1):
        note(tmp_path, f"2026-11-0{day}", line)
    run = matched(tmp_path)
    assert run.idle
    assert asked == []
    assert not run.conflicts


def test_of_two_values_of_one_slot_it_is(tmp_path: Path, asked: list[tuple[str, str]]) -> None:
    note(tmp_path, "2026-11-01", "The ingest worker listens on port 8080")
    note(tmp_path, "2026-11-02", "The ingest worker listens on port 9090")
    run = matched(tmp_path)
    assert not run.idle
    assert asked
    assert run.conflicts


def test_where_conflicts_are_resolved_unasked_all_are_judged(tmp_path: Path, asked: list[tuple[str, str]]) -> None:
    with (tmp_path / "noctuary.toml").open("a") as file:
        file.write("[contradictions]\nauto_resolve = true\n")
    for day, line in enumerate(TRIED, 1):
        note(tmp_path, f"2026-11-0{day}", line)
    assert not matched(tmp_path).idle


def test_two_of_which_one_tells_more_are_joined_once_both_are_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "MEMORY.md").write_text(f"# Memory\n\n- {COARSE}\n- {FINE}\n")
    dream(tmp_path, NOW)
    monkeypatch.setattr(Vectors, "nearby", lambda *_: {})
    with bed(open_workspace(tmp_path), NOW + dt.timedelta(days=1)) as run:
        both = sorted((one for one in run.facts.values() if one.text in (COARSE, FINE)), key=lambda one: len(one.text))
        assert len(both) == 2
        new = dataclasses.replace(run.state, facts={}, edges={})
        ends = tuple(one.id for one in both)
        run = dataclasses.replace(run, state=new, edges={})
        assert not _refined(link(run))
        run = dataclasses.replace(run, idle=(ends,))
        assert _refined(link(run)) == [(ends[1], ends[0])]
        waiting = run.facts | {ends[0]: replace(both[0], status="candidate")}
        assert not _refined(link(dataclasses.replace(run, facts=waiting)))


def _refined(run: Run) -> list[tuple[str, str]]:
    return [(one.src, one.dst) for one in run.edges.values() if one.reason.startswith("adds detail: ")]
