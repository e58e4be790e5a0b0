"""Settings of MEMORY.md's block that change between two nights: a night that finds nothing new and a rebuild agree."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main

NIGHT = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
CHANGES = {
    "no room": "max_lines = 1",
    "little room": "max_lines = 13",
    "few letters": "max_chars = 420",
    "papers below": 'provenance = "inline"',
    "no papers": 'provenance = "none"',
}


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def night(root: Path, day: int, *options: str) -> str:
    result = run("dream", "-w", root, "--now", (NIGHT + dt.timedelta(days=day)).isoformat(), *options)
    assert result.exit_code == 0
    return result.output


@pytest.fixture(params=CHANGES.values(), ids=CHANGES)
def changed(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("- the shed is green\n- the roof is red\n")
    rules = ("never send invoices on Sunday", "lock the shed at night", "the keys stay with Ines")
    (root / "memory" / "2026-05-04.md").write_text("".join(f"- Rule: {rule}\n" for rule in rules))
    night(root, 0)
    (root / "noctuary.toml").write_text(f"[memory_md]\n{request.param}\n")
    return root


def test_a_night_without_news_makes_the_block_that_a_rebuild_makes(changed: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(changed, tmp_path / "other"))
    before = (changed / "MEMORY.md").read_bytes()
    assert "block would be made anew, as the settings now have it" in night(changed, 1, "--dry-run")
    assert (changed / "MEMORY.md").read_bytes() == before
    said = night(changed, 1)
    assert "Nothing done: none of 2 sources has changed" in said
    assert "MEMORY.md's block was made anew, as the settings now have it" in said
    run("rebuild", "-w", other)
    for name in ("MEMORY.md", "DREAMS.md", "memory/graph.jsonl"):
        assert (changed / name).read_bytes() == (other / name).read_bytes(), name
    assert (changed / "MEMORY.md").read_bytes() != before
    assert "made anew" not in night(changed, 2)


def test_what_is_said_of_a_full_file_is_true(changed: Path) -> None:
    is_bare = "nothing of Noctuary's stands in it" in night(changed, 1)
    assert is_bare == ("noctuary:begin" not in (changed / "MEMORY.md").read_text())


def test_a_block_that_somebody_edits_is_heard_before_the_settings_are(changed: Path) -> None:
    memory = changed / "MEMORY.md"
    memory.write_text("".join(line for line in memory.read_text().splitlines(keepends=True) if "invoices" not in line))
    assert "You decided: reject: never send invoices on Sunday" in night(changed, 1)
