"""A line that was taken out of a note speaks for nothing; a fact that no line says any more is asked about."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from noctuary.journal import replay
from noctuary.model import Fact
from noctuary.night import dream

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
    dream(workspace, now)
    display = fact(workspace, "display is e-ink")
    (workspace / "memory" / "2026-05-08.md").write_text("- rain all day\n")
    dream(workspace, now + DAY)
    asked = [one for one in replay(workspace / "memory" / "graph.jsonl").reviews.values() if one.a == display.id]
    assert [one.kind for one in asked] == ["changed_source"]
    assert "memory/2026-05-08.md no longer says so: line 1 is gone" in asked[0].reason
    assert fact(workspace, "display is e-ink").status == "active"


def test_a_line_that_only_moved_is_no_question(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    (workspace / "memory" / "2026-05-08.md").write_text(
        "# A day\n\n- rain all day\n- decided: the display is e-ink, no LCD\n"
    )
    dream(workspace, now + DAY)
    asked = replay(workspace / "memory" / "graph.jsonl").reviews.values()
    assert [one for one in asked if one.kind == "changed_source"] == []
