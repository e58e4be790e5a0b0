"""What the tests of the house and its benchmarks share: a repository with a history."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Commit = Callable[[str, dict[str, str]], str]


@pytest.fixture
def commit(tmp_path: Path) -> Commit:
    """Write files and commit them on a day; returns the commit."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)

    def made(day: str, files: dict[str, str]) -> str:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        dated = {"GIT_AUTHOR_DATE": f"{day}T09:00:00Z", "GIT_COMMITTER_DATE": f"{day}T09:00:00Z"}
        git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", day], check=True, env=os.environ | dated)
        return subprocess.check_output(["git", "-C", str(tmp_path), "rev-parse", "HEAD"], text=True).strip()

    return made
