"""The day that words such as "next Friday" name stands beside them wherever a fact is shown."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import replay
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
BESIDE = "(next Friday: 2026-05-15)"


def run(*words: str, typed: str = "") -> str:
    done = CliRunner().invoke(main, words, input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """A workspace in which every new statement waits for the human, and one of them names next Friday."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-05-11.md").write_text("- remember: the rent contract ends next Friday\n")
    (tmp_path / "noctuary.toml").write_text('[promote]\nmode = "propose"\n')
    dream(tmp_path, NIGHT)
    return tmp_path


def of_rent(root: Path) -> Fact:
    return next(one for one in replay(open_workspace(root).journal).facts.values() if "rent" in one.text)


def test_questions_show_it(asked: Path) -> None:
    assert BESIDE in run("review", "list", "-w", str(asked))
    assert BESIDE in run("review", "-w", str(asked))
    assert "2026-05-15" in run("review", "list", "-w", str(asked), "--json")
    assert BESIDE in (asked / "DREAMS.md").read_text()


def test_the_sheet_and_the_walk_show_it(asked: Path) -> None:
    from rich.console import Console

    from noctuary.cli.sheet import sheet
    from noctuary.cli.walking import Walk

    workspace = open_workspace(asked)
    assert BESIDE in sheet(waiting(workspace), {})
    console = Console(record=True, width=200, file=(asked / "screen").open("w"))
    Walk(workspace, NIGHT, console)._show(waiting(workspace)[0], 1, {})
    assert BESIDE in console.export_text()


def test_decisions_and_their_undo_show_it(asked: Path) -> None:
    key = waiting(open_workspace(asked))[0].review.id
    page = asked / "DREAMS.md"
    page.write_text(page.read_text().replace(f"[ ] yes, remember it <!-- {key}", f"[x] yes, remember it <!-- {key}"))
    assert BESIDE in run("review", "--apply", "-w", str(asked), "--now", NIGHT.isoformat())
    fact = of_rent(asked)
    assert BESIDE in run("undo", "--since", "2026-05-11", "--dry-run", "-w", str(asked))
    assert BESIDE in run("facts", "-w", str(asked))
    assert BESIDE in run("vouch", fact.id, "-w", str(asked))
    run("undo", fact.id, "-w", str(asked))
    run("undo", key, "-w", str(asked))
    assert BESIDE in run("undo", fact.id, "-w", str(asked))


@pytest.mark.parametrize("when", [("--date", "2026-05-11"), ()])
def test_extract_shows_it_where_the_day_it_was_said_is_known(when: tuple[str, ...]) -> None:
    told = run("extract", "remember: the rent contract ends next Friday", *when)
    assert (BESIDE in told) == bool(when)
