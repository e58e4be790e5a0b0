"""What a newcomer meets when something is missing or wrong: plain words, and what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main

NIGHT = "2026-11-04T03:00:00+00:00"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("promote = 3", "promote: 3 is not a table"),
        ('[promote]\nmin_score = "high"', 'promote.min_score: "high" is not a number'),
        ("[promote]\nmin_score = 7", "promote.min_score: 7 is not a number of at most 1"),
        ("[promote]\nmin_sources = 1.5", "promote.min_sources: 1.5 is not a whole number"),
        ('[promote]\nmode = "ask"', 'promote.mode: "ask" is none of auto, propose'),
        ("[decay]\nhalf_life_days = 0", "decay.half_life_days: 0 is not a number above 0"),
        ('[memory_md]\nmax_lines = "x"', 'memory_md.max_lines: "x" is not a whole number;'),
        ('[sources]\nsessions = "a.jsonl"', 'sources.sessions: "a.jsonl" is not a list'),
        ("[sources]\nsessions = [1]", "sources.sessions: holds what is not text in quotes"),
    ],
)
def test_a_wrong_setting_is_told_by_its_name_in_plain_words(tmp_path: Path, toml: str, said: str) -> None:
    (tmp_path / "noctuary.toml").write_text(toml)
    result = run("status", "-w", tmp_path)
    assert result.exit_code == 2
    assert said in result.output
    assert "noctuary.toml" in result.output


def test_a_misspelt_setting_is_told_with_the_one_that_was_meant(workspace: Path) -> None:
    (workspace / "noctuary.toml").write_text("[promote]\nmin_scor = 0.2\n")
    said = run("dream", "-w", workspace, "--now", NIGHT).output
    assert "unknown setting 'promote.min_scor' is ignored; did you mean 'promote.min_score'?" in said


def test_a_glob_that_names_no_file_is_told_and_one_that_does_is_not(workspace: Path) -> None:
    (workspace / "noctuary.toml").write_text('[sources]\nnotes = ["memory/*.md", "diary/*.md"]\n')
    said = run("dream", "-w", workspace, "--now", NIGHT).output
    assert "[sources] notes: diary/*.md matches no file" in said
    assert "memory/*.md" not in said


def test_an_empty_folder_is_told_what_to_put_there(tmp_path: Path) -> None:
    assert "Nothing to read yet: add MEMORY.md" in run("init", tmp_path / "new").output
    assert "name your logs in [sources]" in run("dream", "-w", tmp_path / "new", "--now", NIGHT).output
    (tmp_path / "new" / "MEMORY.md").write_text("- API port: 8080\n")
    assert "Nothing to read" not in run("init", tmp_path / "new").output


def test_before_the_first_night_the_journal_is_not_called_sound(tmp_path: Path) -> None:
    assert run("verify", "-w", tmp_path).output == "There is no journal yet: no night has passed here.\n"


def test_an_editor_that_is_not_there_is_told_with_the_way_around_it(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace / "memory" / "2026-11-01.md").write_text("- The retry limit of the payment webhook is 3\n")
    (workspace / "memory" / "2026-11-02.md").write_text("- The retry limit of the payment webhook is 5\n")
    run("dream", "-w", workspace, "--now", NIGHT)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "no-such-editor")
    result = run("review", "--edit", "-w", workspace)
    assert (result.exit_code, "answer with `noctuary review`" in result.output) == (2, True)


def test_a_summary_names_what_happened_and_no_zeros(workspace: Path) -> None:
    first = run("dream", "-w", workspace, "--now", NIGHT).output
    assert "taken from MEMORY.md" in first
    assert " 0 " not in first.split("believed")[0]
