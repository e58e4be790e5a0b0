"""A line that was taken out of a note speaks for nothing; a fact that no line says any more is asked about."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import replay
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.sharing import MOST_NEW

DAY = dt.timedelta(days=1)


def fact(root: Path, words: str) -> Fact:
    return next(one for one in replay(root / "memory" / "graph.jsonl").facts.values() if words in one.text)


def test_a_deleted_line_takes_its_voice_along(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    before = fact(workspace, "API port is now 9090")
    (workspace / "memory" / "2026-05-09.md").write_text("- Battery life: 14 days\n")
    dream(workspace, now + DAY)
    after = fact(workspace, "API port is now 9090")
    assert {one.ref for one in before.sources} - {one.ref for one in after.sources} == {"memory/2026-05-09.md"}
    assert after.confidence <= before.confidence
    assert after.status == "active"


def test_a_fact_that_its_changed_note_no_longer_says_is_asked_about_the_next_morning(
    workspace: Path, now: dt.datetime
) -> None:
    """KG-051: and the reason is kept with the question."""
    dream(workspace, now)
    display = fact(workspace, "display is e-ink")
    (workspace / "memory" / "2026-05-08.md").write_text("- rain all day\n")
    dream(workspace, now + DAY)
    asked = [one for one in replay(workspace / "memory" / "graph.jsonl").reviews.values() if one.a == display.id]
    assert [one.kind for one in asked] == ["changed_source"]
    assert "memory/2026-05-08.md no longer says so: line 1 is gone" in asked[0].reason
    assert fact(workspace, "display is e-ink").status == "contested"


EDITS = [
    ("remember: the crane costs 510 EUR a day", "remember: the crane costs 560 EUR a day"),
    ("New rule: always rinse the sails twice", "New rule: always rinse the sails once"),
    ("Decision: the slipway stays closed in January", "Decision: the slipway stays closed in February"),
    ("remember: the harbour master is Mara Quist", ""),
]


@pytest.mark.parametrize(("old", "new"), EDITS)
@pytest.mark.parametrize(("answer", "after"), [("confirm", "active"), ("reject", "archived")])
def test_what_an_edited_note_says_no_more_stands_in_question_and_not_among_what_holds(
    tmp_path: Path, now: dt.datetime, old: str, new: str, answer: str, after: str
) -> None:
    (tmp_path / "memory").mkdir()
    note = tmp_path / "memory" / "2026-05-08.md"
    note.write_text(f"# 2026-05-08\n\n- {old}\n- decided: the display is e-ink\n")
    dream(tmp_path, now)
    said = old.partition(": ")[2]
    note.write_text(note.read_text().replace(f"- {old}\n", f"- {new}\n" if new else ""))
    dream(tmp_path, now + DAY)
    block = (tmp_path / "MEMORY.md").read_text().splitlines()
    assert [line[:1] for line in block if said in line] == [">"]
    if new:
        assert [line[:1] for line in block if new.partition(": ")[2] in line] == ["-"]
    assert fact(tmp_path, said).status == "contested"
    assert dream(tmp_path, now + 2 * DAY).state == "nothing"
    workspace = open_workspace(tmp_path)
    [question] = [one for one in waiting(workspace) if one.a.text == said]
    decide(workspace, question.review.id, answer, now + 2 * DAY)
    assert fact(tmp_path, said).status == after
    block = (tmp_path / "MEMORY.md").read_text().splitlines()
    assert [line[:1] for line in block if said in line] == (["-"] if after == "active" else [])


def test_a_candidate_is_let_in_on_what_stands_in_its_files_today(workspace: Path, now: dt.datetime) -> None:
    """KG-051: of two said twice, the line of one is gone by the second time, that of the other has moved."""
    (workspace / "noctuary.toml").write_text("[promote]\nmin_unattended = 0.7\n")
    first, second = workspace / "memory" / "2026-05-11.md", workspace / "memory" / "2026-05-12.md"
    goes, moves = "- Ines prefers metric units\n", "- the API always returns JSON with a data field\n"
    first.write_text(goes + moves)
    dream(workspace, now)
    assert {fact(workspace, words).status for words in ("metric", "JSON")} == {"candidate"}
    first.write_text("# A day\n\n" + moves)
    second.write_text(goes + moves)
    dream(workspace, now + DAY)
    assert (fact(workspace, "JSON").status, fact(workspace, "JSON").gate) == ("active", "corroborated")
    assert fact(workspace, "metric").status == "candidate"
    asked = ["why-not", "Ines prefers metric units", "-w", str(workspace)]
    assert "1 independent source < 2" in CliRunner().invoke(main, asked).output


def test_a_line_that_only_moved_is_no_question(workspace: Path, now: dt.datetime) -> None:
    """KG-051"""
    dream(workspace, now)
    (workspace / "memory" / "2026-05-08.md").write_text(
        "# A day\n\n- rain all day\n- decided: the display is e-ink, no LCD\n"
    )
    dream(workspace, now + DAY)
    asked = replay(workspace / "memory" / "graph.jsonl").reviews.values()
    assert [one for one in asked if one.kind == "changed_source"] == []


LONG = "- decided: the display is e-ink, no LCD\n" + "".join(
    f"- decided: pier {number} has its lamp painted in shade {number * 7}\n" for number in range(MOST_NEW + 20)
)


def test_a_note_read_in_shares_says_what_an_earlier_night_read_of_it(workspace: Path, now: dt.datetime) -> None:
    (workspace / "memory" / "2026-05-08.md").write_text(LONG)
    for number in range(4):
        dream(workspace, now + number * DAY)
    asked = replay(workspace / "memory" / "graph.jsonl").reviews.values()
    assert [one.reason for one in asked if one.kind == "changed_source"] == []
    assert "memory/2026-05-08.md" in {one.ref for one in fact(workspace, "display is e-ink").sources}


def test_a_line_taken_out_of_what_was_read_of_a_long_note_is_missed_while_others_wait(
    workspace: Path, now: dt.datetime
) -> None:
    note = workspace / "memory" / "2026-05-08.md"
    note.write_text(LONG)
    dream(workspace, now)
    note.write_text("- rain all day\n" + LONG.partition("\n")[2])
    dream(workspace, now + DAY)
    asked = replay(workspace / "memory" / "graph.jsonl").reviews.values()
    assert ["line 1 is gone" in one.reason for one in asked if one.kind == "changed_source"] == [True]
