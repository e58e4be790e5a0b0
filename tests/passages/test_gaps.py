"""Questions that found nothing: counted once each, guarded, told by the next night."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary import gaps
from noctuary.cli import main
from noctuary.night import dream

AT = dt.datetime(2026, 5, 12, 9, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("hits", "strength", "why"),
    [(0, 0.0, "no_results"), (8, 0.2, "low_confidence"), (2, 0.4, "partial_match"), (3, 0.4, None), (1, 0.9, None)],
)
def test_an_answer_is_a_gap_where_little_or_nothing_holds_the_question(hits: int, strength: float, why: str) -> None:
    """KG-073"""
    assert gaps.why_gap(hits, strength) == why


def test_the_same_question_is_one_gap_however_it_is_spelt(tmp_path: Path) -> None:
    (tmp_path / ".noctuary").mkdir()
    for words in ("Who feeds the cat?", "who  feeds the CAT", "what else"):
        gaps.log(tmp_path / ".noctuary", words, "no_results", AT)
    found = gaps.read(tmp_path / ".noctuary", AT)
    assert [(one.times, one.words) for one in found] == [(2, "who feeds the CAT"), (1, "what else")]
    assert gaps.read(tmp_path / ".noctuary", AT, since=AT) == []


def test_a_torn_line_of_the_log_is_read_over(tmp_path: Path) -> None:
    (tmp_path / ".noctuary").mkdir()
    (tmp_path / ".noctuary" / gaps.NAME).write_bytes(b'{"at":"2026\nnonsense\n')
    assert gaps.read(tmp_path / ".noctuary", AT) == []


def test_a_question_asked_in_vain_is_told_on_the_page_without_its_secret(workspace: Path, now: dt.datetime) -> None:
    """KG-073"""
    dream(workspace, now - dt.timedelta(days=1))
    run = CliRunner().invoke(main, ["search", "zeppelin moorings password: hunter2xyzzy99", "-w", str(workspace)])
    assert run.exit_code == 0
    (workspace / "memory" / "2026-05-11.md").write_text("- The mast is 12 m high\n")
    dream(workspace, dt.datetime.now(dt.UTC) + dt.timedelta(days=1))
    page = (workspace / "DREAMS.md").read_text()
    assert "### Asked, and not answered (1)" in page
    assert "zeppelin moorings" in page
    assert "hunter2" not in page + (workspace / "memory" / "graph.jsonl").read_text()


@pytest.mark.parametrize("narrow", [["--kind", "facts", "--since", "2020-01-01"], ["--agent", "pilot"]])
def test_of_a_narrowed_question_nothing_is_kept_and_of_a_named_asker_no_word(
    workspace: Path, now: dt.datetime, narrow: list[str]
) -> None:
    dream(workspace, now)
    CliRunner().invoke(main, ["search", "zeppelin moorings", "-w", str(workspace), *narrow])
    log = workspace / ".noctuary" / gaps.NAME
    assert "zeppelin" not in (log.read_text() if log.exists() else "")
