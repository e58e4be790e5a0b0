"""MEMORY.md's room: whose limits count, what is said where nothing fits, and where no MEMORY.md is made."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.night import dream
from noctuary.settings import open_workspace

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
FULL = "fills the budget, nothing was written"


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def laid_out(root: Path, *names: str) -> Path:
    """A folder with these files, each with a line in it."""
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("# A file\n")
    return root


@pytest.mark.parametrize(
    ("names", "whose"),
    [
        (("AGENTS.md", "SOUL.md"), "openclaw"),
        (("SOUL.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md", "MEMORY.md"), "openclaw"),
        (("CLAUDE.md",), "claude-code"),
        (("CLAUDE.md", "AGENTS.md", "MEMORY.md"), "claude-code"),
        ((".claude/CLAUDE.md", "memory/2026-05-01.md"), "claude-code"),
        (("CLAUDE.md", "AGENTS.md", "HEARTBEAT.md"), "both"),
        (("AGENTS.md",), "auto"),
        (("memory/2026-05-01.md", "README.md"), "auto"),
    ],
)
def test_the_limits_follow_whose_workspace_it_is_unless_a_setting_says_so(
    tmp_path: Path, names: tuple[str, ...], whose: str
) -> None:
    assert open_workspace(laid_out(tmp_path, *names), {}).settings.memory_md.budget == whose
    set_ = open_workspace(tmp_path, {"NOCTUARY_MEMORY_MD_BUDGET": "none"}).settings.memory_md
    assert (set_.budget, set_.limits) == ("none", {"lines": 0, "bytes": 0, "chars": 0})


@pytest.mark.parametrize(
    ("below", "whose"),
    [(".claude/projects/-home-kim-clock/memory", "claude-code"), (".openclaw/workspace", "openclaw"), ("x", "auto")],
)
def test_a_folder_that_a_program_keeps_is_told_by_its_place(tmp_path: Path, below: str, whose: str) -> None:
    (tmp_path / below).mkdir(parents=True)
    assert open_workspace(tmp_path / below, {}).settings.memory_md.budget == whose


def test_where_both_read_the_file_it_fits_both(tmp_path: Path) -> None:
    both = open_workspace(laid_out(tmp_path, "CLAUDE.md", "AGENTS.md", "SOUL.md"), {}).settings.memory_md.limits
    assert both == {"lines": 200, "bytes": 25_000, "chars": 10_000}


@pytest.mark.parametrize(("unit", "limit"), [("max_lines", 5), ("max_bytes", 90), ("max_chars", 90)])
def test_a_full_memory_file_is_told_on_the_page_in_the_terminal_and_in_status(
    workspace: Path, unit: str, limit: int
) -> None:
    (workspace / "noctuary.toml").write_text(f"[memory_md]\n{unit} = {limit}\n")
    before = (workspace / "MEMORY.md").read_bytes()
    printed = run("dream", "-w", str(workspace), "--now", NIGHT.isoformat())
    assert (workspace / "MEMORY.md").read_bytes() == before
    page = (workspace / "DREAMS.md").read_text()
    assert FULL in page[: page.index("## ")]
    assert FULL in printed
    assert FULL in run("status", "-w", str(workspace))
    assert FULL in json.loads(run("status", "-w", str(workspace), "--json"))["note"]
    assert FULL in run("dream", "-w", str(workspace), "--now", (NIGHT + dt.timedelta(days=1)).isoformat())
    listed = run("facts", "-w", str(workspace), "--no-room").splitlines()
    assert len(listed) == len(dream_overflow(workspace)) > 0


def dream_overflow(root: Path) -> tuple[str, ...]:
    from noctuary.journal import replay
    from noctuary.stages.pages import block

    workspace = open_workspace(root, {})
    return block(workspace, replay(workspace.journal), workspace.memory.read_bytes()).overflow


def test_where_there_is_room_nothing_is_said_of_it(workspace: Path) -> None:
    printed = run("dream", "-w", str(workspace), "--now", NIGHT.isoformat())
    assert FULL not in printed + run("status", "-w", str(workspace)) + (workspace / "DREAMS.md").read_text()


def test_a_memory_file_that_grew_full_loses_the_block_and_not_a_byte_of_its_own(workspace: Path) -> None:
    dream(workspace, NIGHT)
    block = (workspace / "MEMORY.md").read_text().partition("<!-- noctuary:begin")[1:]
    grown = "# Mine\n" + "".join(f"- shelf {number} holds paper number {number}\n" for number in range(220))
    (workspace / "MEMORY.md").write_text(f"{grown}\n{''.join(block)}")
    told = dream(workspace, NIGHT + dt.timedelta(days=1))
    assert FULL in told.note
    assert (workspace / "MEMORY.md").read_text() == grown


LONG_TERM = "# Kept here\n\n- the harbour office closes at noon on Fridays\n"


def elsewhere(root: Path, make: Callable[[Path], Path], kind: str) -> Path:
    """A workspace with notes that teach something, no MEMORY.md, and its memory where `kind` says."""
    make(root)
    (root / "MEMORY.md").unlink()
    (root / "memory" / "2026-05-07.md").write_text("- remember: never push to main without a review\n")
    if kind == "long-term":
        (root / "memory" / "00_long_term.md").write_text(LONG_TERM)
    elif kind == "claude":
        (root / "CLAUDE.md").write_text("# Rules\n\n- run the tests first\n")
    elif kind == "setting":
        (root / "noctuary.toml").write_text('[memory_md]\ncreate = "never"\n')
    return root


@pytest.mark.parametrize("kind", ["long-term", "claude", "setting"])
def test_no_memory_file_is_made_where_memory_is_kept_elsewhere(
    tmp_path: Path, make: Callable[[Path], Path], kind: str
) -> None:
    root = elsewhere(tmp_path / "w", make, kind)
    told = dream(root, NIGHT)
    assert told.believed > 0
    assert not (root / "MEMORY.md").exists()
    page = (root / "DREAMS.md").read_text()
    assert "no MEMORY.md was made" in page[: page.index("## ")]
    assert "`noctuary search`" in told.note
    assert "no MEMORY.md was made" in run("status", "-w", str(root))
    dream(root, NIGHT + dt.timedelta(days=1))
    run("rebuild", "-w", str(root))
    assert not (root / "MEMORY.md").exists()


@pytest.mark.parametrize(("kind", "create"), [("plain", "auto"), ("long-term", "always"), ("claude", "always")])
def test_one_is_made_where_nothing_else_holds_memory_or_a_setting_says_so(
    tmp_path: Path, make: Callable[[Path], Path], kind: str, create: str
) -> None:
    root = elsewhere(tmp_path / "w", make, kind)
    (root / "noctuary.toml").write_text(f'[memory_md]\ncreate = "{create}"\n')
    assert dream(root, NIGHT).note == ""
    assert "## Learned by night" in (root / "MEMORY.md").read_text()


def test_a_memory_file_that_is_there_is_written_whatever_else_is(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    root = make(tmp_path / "w")
    (root / "memory" / "00_long_term.md").write_text(LONG_TERM)
    (root / "noctuary.toml").write_text('[memory_md]\ncreate = "never"\n')
    assert dream(root, NIGHT).note == ""
    assert "## Learned by night" in (root / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    ("option", "create"), [((), "auto"), (("--memory-md",), "always"), (("--no-memory-md",), "never")]
)
def test_init_without_a_terminal_asks_nothing_and_an_option_decides(
    tmp_path: Path, option: tuple[str, ...], create: str
) -> None:
    assert "May a night" not in run("init", str(tmp_path), *option)
    assert open_workspace(tmp_path, {}).settings.memory_md.create == create


@pytest.mark.parametrize(("typed", "name", "create"), [
    ("\n", "", "always"), ("n\n", "", "never"), ("y\n", "", "always"),
    ("\n", "memory/00_long_term.md", "never"), ("y\n", "CLAUDE.md", "always"),
])  # fmt: skip
def test_init_asks_at_a_terminal_and_its_default_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, name: str, create: str
) -> None:
    laid_out(tmp_path, *([name] if name else []))
    monkeypatch.setattr("noctuary.cli.founding.is_terminal", lambda: True)
    done = CliRunner().invoke(main, ["init", str(tmp_path)], input=typed, catch_exceptions=False)
    assert "There is no MEMORY.md" in done.output
    assert name in done.output
    assert open_workspace(tmp_path, {}).settings.memory_md.create == create


def test_init_does_not_ask_where_a_memory_file_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out(tmp_path, "MEMORY.md")
    monkeypatch.setattr("noctuary.cli.founding.is_terminal", lambda: True)
    assert "May a night" not in run("init", str(tmp_path))
