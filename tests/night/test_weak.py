"""What is not asked stands behind `noctuary review weak`, and the page's one line about it tells the truth."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import replay, verify
from noctuary.night import dream
from noctuary.review_queue import queue, weak
from noctuary.settings import open_workspace

ROOT = Path(__file__).parent.parent.parent


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample workspace after one night."""
    from datetime import UTC, datetime

    root = tmp_path_factory.mktemp("weak") / "w"
    shutil.copytree(ROOT / "data" / "workspace", root)
    dream(root, datetime(2026, 11, 4, 3, tzinfo=UTC))
    return root


def test_the_line_on_the_page_says_how_many_there_are_and_where(dreamt: Path) -> None:
    found = weak(open_workspace(dreamt))
    page = (dreamt / "DREAMS.md").read_text()
    line = next(line for line in page.splitlines() if "`noctuary review weak`" in line)
    assert int(re.findall(r"\d+", line)[0]) == len(found) > 0
    assert page.count("review weak") == 1


def test_every_one_is_shown_with_both_sides_and_their_ids(dreamt: Path) -> None:
    found = weak(open_workspace(dreamt))
    told = run("review", "weak", "-w", str(dreamt), "--most", "1000")
    assert all(side.text in told and side.id[:11] in told for one in found for side in (one.a, one.b) if side)
    assert all(one.review.reason in told for one in found)
    assert told.endswith(f"{len(found)} weak conflicts.\n")
    listed = json.loads(run("review", "weak", "-w", str(dreamt), "--json", "--most", "1000"))
    assert [one["id"] for one in listed] == [one.review.id for one in found]


def test_a_limit_says_what_is_left(dreamt: Path) -> None:
    told = run("review", "weak", "-w", str(dreamt), "--most", "1")
    assert told.count("contradiction: ") == 1
    assert "shows all" in told


def test_none_of_them_waits_or_stands_in_the_journal(dreamt: Path) -> None:
    workspace = open_workspace(dreamt)
    keys = {one.review.id for one in weak(workspace)}
    assert not keys & {one.review.id for one in queue(workspace)}
    assert not keys & replay(workspace.journal).reviews.keys()


def test_one_whose_side_is_taken_back_is_gone(dreamt: Path, tmp_path: Path) -> None:
    root = shutil.copytree(dreamt, tmp_path / "w")
    one = weak(open_workspace(root))[0]
    run("undo", one.a.id, "-w", str(root))
    assert one.review.id not in {other.review.id for other in weak(open_workspace(root))}


def test_each_takes_an_answer_and_an_undo_makes_it_weak_again(dreamt: Path, tmp_path: Path) -> None:
    root = shutil.copytree(dreamt, tmp_path / "w")
    workspace = open_workspace(root)
    one = weak(workspace)[0]
    assert one.b
    before = replay(workspace.journal).facts
    assert "B holds" in run("review", "keep-b", one.review.id[:11], "-w", str(root))
    facts = replay(workspace.journal).facts
    assert (facts[one.a.id].status, facts[one.b.id].status) == ("superseded", "active")
    assert one.review.id not in {other.review.id for other in weak(workspace)}
    run("undo", one.review.id, "-w", str(root))
    after = replay(workspace.journal)
    assert {key: fact.status for key, fact in after.facts.items()} == {key: f.status for key, f in before.items()}
    assert weak(workspace)[0].review.id == one.review.id
    assert not verify(workspace.journal)


def test_a_sheet_may_answer_one(dreamt: Path, tmp_path: Path) -> None:
    root = shutil.copytree(dreamt, tmp_path / "w")
    one = weak(open_workspace(root))[0]
    sheet = tmp_path / "answers.txt"
    sheet.write_text(f"both {one.review.id[:11]}\n")
    run("review", "--from", str(sheet), "-w", str(root))
    assert replay(open_workspace(root).journal).reviews[one.review.id].decision == "both"


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b'{"id": 3}\n', None])
def test_a_lost_or_damaged_bench_shows_none(dreamt: Path, tmp_path: Path, damage: bytes | None) -> None:
    root = shutil.copytree(dreamt, tmp_path / "w")
    for path in root.glob(".noctuary/nights/*/weak.jsonl"):
        path.unlink()
        if damage is not None:
            path.write_bytes(damage)
    assert weak(open_workspace(root)) == []
    assert "No weak conflict" in run("review", "weak", "-w", str(root))
