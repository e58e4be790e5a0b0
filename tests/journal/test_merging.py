"""Two branches' journals as one: what was added stays, what was taken away is gone, and git needs nobody."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from noctuary.cli import main
from noctuary.journal import verify
from noctuary.journal.merging import merged

LINES = st.lists(st.sampled_from([b"a", b"b", b"c", b"d", b"e"]), max_size=5)
NIGHT = "2026-05-12T03:00:00+00:00"


def text(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


@given(LINES, LINES, LINES)
def test_what_either_side_added_stands_behind_the_base_in_one_piece_a_side(
    base: list[bytes], ours: list[bytes], theirs: list[bytes]
) -> None:
    """TB-107"""
    mine, other = [b"mine " + line for line in ours], [b"theirs " + line for line in theirs]
    assert merged(text(base), text(base + mine), text(base + other)) == text(base + mine + other)


@given(LINES, LINES)
def test_what_both_sides_hold_stands_once_and_one_side_alone_is_taken_as_it_is(
    base: list[bytes], changed: list[bytes]
) -> None:
    assert merged(text(base), text(changed), text(changed)) == text(changed)
    assert merged(text(base), text(changed), text(base)) == text(changed)
    assert sorted(merged(text(base), text(base), text(changed)).split()) == sorted(changed)


def test_what_one_side_reverted_does_not_come_back() -> None:
    """TB-108"""
    assert merged(b"a\nb\n", b"a\n", b"a\nb\nc\n") == b"a\nc\n"
    assert merged(b"a\nb\n", b"a\nb\nc\n", b"a\n") == b"a\nc\n"


def test_a_last_line_without_its_end_gets_one() -> None:
    assert merged(b"a\n", b"a\nb", b"a\nc") == b"a\nb\nc\n"
    assert merged(b"", b"", b"") == b""


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_two_branches_that_both_dreamt_merge_by_the_driver_that_install_wrote(workspace: Path) -> None:
    """TB-107: without a conflict, and without git's own union of lines."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=workspace, env=os.environ | nobody | who, capture_output=True,
                              text=True, timeout=60)  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "-w", str(workspace)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    git("init", "--quiet", "--initial-branch=one")
    run("dream", "-q", "--now", NIGHT)
    run("install", "git", "--yes")
    git("add", "--all")
    git("commit", "--quiet", "-m", "first night")
    git("branch", "two")
    for branch, day, said in (("one", 13, "the dial is brass"), ("two", 14, "the hands are copper")):
        git("checkout", "--quiet", branch)
        (workspace / "memory" / f"2026-05-{day}.md").write_text(f"- decided: {said}\n")
        run("dream", "-q", "--now", f"2026-05-{day + 1}T03:00:00+00:00")
        git("add", "memory")
        git("commit", "--quiet", "-m", said)
        git("checkout", "--quiet", "--", ".")
    git("merge", "--quiet", "--no-edit", "one")
    told = run("facts", "--status", "active")
    assert "the dial is brass" in told
    assert "the hands are copper" in told
    assert verify(workspace / "memory" / "graph.jsonl") == []
