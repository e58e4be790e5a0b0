"""MEMORY.md's block tells its reader what is in question, and stops when the human has answered."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace

NIGHT = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)


def disputed(root: Path) -> Path:
    """A workspace after a night that asks whether one number or another holds."""
    (root / "memory").mkdir()
    (root / "MEMORY.md").write_text("- Booking slots: 90 minutes\n")
    (root / "memory" / "2026-11-02.md").write_text("- remember: booking slots are 60 minutes\n")
    (root / "memory" / "2026-11-03.md").write_text("- remember: never deploy on a Saturday\n")
    assert dream(root, NIGHT).waiting == 1
    return root


def test_what_is_in_question_stands_on_top_of_the_block_with_both_sides(tmp_path: Path) -> None:
    text = (disputed(tmp_path) / "MEMORY.md").read_text()
    assert '> - "Booking slots: 90 minutes" or "booking slots are 60 minutes"' in text
    assert text.index("### In question") < text.index("never deploy on a Saturday")


def test_an_answer_takes_it_away(tmp_path: Path) -> None:
    workspace = open_workspace(disputed(tmp_path))
    decide(workspace, waiting(workspace)[0].review.id, "keep-a", NIGHT)
    assert "### In question" not in workspace.memory.read_text()


def test_deleting_its_lines_says_nothing(tmp_path: Path) -> None:
    workspace = open_workspace(disputed(tmp_path))
    kept = [line for line in workspace.memory.read_text().splitlines(keepends=True) if not line.startswith(">")]
    workspace.memory.write_text("".join(kept))
    told = dream(tmp_path, NIGHT + dt.timedelta(days=1))
    assert (told.heard, told.unheard) == ((), ())
    assert len(waiting(workspace)) == 1
    assert "### In question" in workspace.memory.read_text()
