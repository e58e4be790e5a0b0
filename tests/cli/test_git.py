"""A workspace in git: what is tracked, what is not, and what one clone learns from another."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import verify

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

NIGHT = "2026-05-12T03:00:00+00:00"
LATER = "2026-05-13T03:00:00+00:00"


def git(root: Path, *args: str) -> str:
    """What a git of nobody's settings says."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(root)}
    who = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", *args], cwd=root, env=os.environ | nobody | who, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(*args: object) -> str:
    result = CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def committed(root: Path, message: str) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)


def believed(root: Path) -> str:
    return " | ".join(hit["text"] for hit in json.loads(run("search", "brass dial", "-w", root, "--json"))["results"])


@pytest.fixture
def repository(workspace: Path) -> Path:
    """The small workspace in git, after one night."""
    git(workspace, "init", "--quiet")
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    (workspace / ".gitattributes").write_text("memory/graph.jsonl merge=union\n")
    committed(workspace, "first night")
    return workspace


def cloned(root: Path, into: Path) -> Path:
    git(root.parent, "clone", "--quiet", str(root), str(into))
    return into


def test_the_journal_is_tracked_and_what_is_made_from_it_is_not(repository: Path) -> None:
    """TB-010, TB-011, TB-012, TB-109: `<workspace>/memory/graph.jsonl` for git; index, vectors, bench are not."""
    run("search", "antenna", "-w", repository)
    tracked = git(repository, "ls-files").splitlines()
    assert "memory/graph.jsonl" in tracked
    assert (repository / ".noctuary" / "index.sqlite").is_file()
    assert not [name for name in tracked if name.startswith(".noctuary")]
    assert git(repository, "status", "--porcelain") == ""


def test_a_folder_made_a_workspace_shows_git_nothing_derived(tmp_path: Path) -> None:
    """TB-011: from `noctuary init` on, before any night."""
    git(tmp_path, "init", "--quiet")
    run("init", tmp_path / "new")
    assert git(tmp_path, "check-ignore", "new/.noctuary/index.sqlite").strip() == "new/.noctuary/index.sqlite"
    assert git(tmp_path, "status", "--porcelain", "--untracked-files=all") == "?? new/noctuary.toml\n"


def test_what_one_clone_learned_the_other_knows_after_a_pull(repository: Path, tmp_path: Path) -> None:
    """TB-106: the pulled journal is told from the one the index stands at; nobody rebuilds by hand."""
    other = cloned(repository, tmp_path / "other")
    assert "antenna" in run("search", "solder the antenna", "-w", other)
    assert "brass" not in believed(other)
    (repository / "memory" / "2026-05-12.md").write_text("- decided: the dial is brass\n")
    run("dream", "-q", "-w", repository, "--now", LATER)
    committed(repository, "second night")
    git(other, "pull", "--quiet")
    assert "brass" in believed(other)


def test_two_branches_that_both_dreamt_merge_without_loss(repository: Path, tmp_path: Path) -> None:
    """TB-107: by git's own union of lines, as docs/journal.md says."""
    other = cloned(repository, tmp_path / "other")
    for root, day, text in (
        (repository, "2026-05-12", "the dial is brass"),
        (other, "2026-05-13", "the hands are copper"),
    ):
        (root / "memory" / f"{day}.md").write_text(f"- decided: {text}\n")
        run("dream", "-q", "-w", root, "--now", f"{day[:-2]}{int(day[-2:]) + 1}T03:00:00+00:00")
        git(root, "add", "memory/graph.jsonl", f"memory/{day}.md")
        git(root, "commit", "--quiet", "--message", text)
        git(root, "checkout", "--quiet", "--", ".")
    git(other, "pull", "--quiet", "--no-rebase", "--no-edit")
    told = run("facts", "--status", "active", "-w", other)
    assert "the dial is brass" in told
    assert "the hands are copper" in told
    assert verify(other / "memory" / "graph.jsonl") == []


def test_a_reverted_commit_takes_its_knowledge_along(repository: Path) -> None:
    """TB-108"""
    (repository / "memory" / "2026-05-12.md").write_text("- decided: the dial is brass\n")
    run("dream", "-q", "-w", repository, "--now", LATER)
    committed(repository, "second night")
    assert "brass" in believed(repository)
    git(repository, "revert", "--no-edit", "HEAD")
    assert "brass" not in believed(repository)
    assert "antenna" in run("search", "solder the antenna", "-w", repository)
    assert verify(repository / "memory" / "graph.jsonl") == []


def test_two_workspaces_know_nothing_of_each_other(repository: Path, tmp_path: Path) -> None:
    """TB-014: a memory is a folder's own."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "MEMORY.md").write_text("- the dial is brass\n")
    run("dream", "-q", "-w", tmp_path / "other", "--now", NIGHT)
    assert "brass" in believed(tmp_path / "other")
    assert "brass" not in run("facts", "-w", repository)
    assert "antenna" not in run("facts", "-w", tmp_path / "other")
