"""A workspace that lies a folder deeper is found by its names alone, and nothing is followed or read."""

from __future__ import annotations

from pathlib import Path

import pytest

from noctuary.sources.below import MOST_TOLD, workspaces_below


def put(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("- the dial is brass\n")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("workspace/MEMORY.md", ["workspace"]),
        ("workspace/memory/2026-05-04.md", ["workspace"]),
        ("apps/clock/memory/2026-05-04-tuesday.md", ["apps/clock"]),
        ("a/b/c/MEMORY.md", []),
        (".hidden/MEMORY.md", []),
        ("node_modules/agent/MEMORY.md", []),
        ("docs/memory/design.md", []),
        ("memory/MEMORY.md", []),
    ],
)
def test_a_folder_counts_by_its_memory_or_its_dated_notes(tmp_path: Path, name: str, told: list[str]) -> None:
    put(tmp_path, name)
    assert workspaces_below(tmp_path) == told


def test_the_nearest_come_first_and_few_are_told(tmp_path: Path) -> None:
    put(tmp_path, "a/deep/MEMORY.md", *(f"w{number}/MEMORY.md" for number in range(9)))
    assert workspaces_below(tmp_path) == [f"w{number}" for number in range(MOST_TOLD)]


def test_a_link_is_not_followed_and_a_secret_in_a_name_is_not_told(tmp_path: Path) -> None:
    put(tmp_path / "there", "MEMORY.md", "memory/2026-05-04.md")
    root = tmp_path / "root"
    put(root, "password-hunter2-Zebra99/MEMORY.md", "plain/readme.md")
    (root / "link").symlink_to(tmp_path / "there", target_is_directory=True)
    (root / "plain" / "memory").symlink_to(tmp_path / "there" / "memory", target_is_directory=True)
    (told,) = workspaces_below(root)
    assert "Zebra99" not in told
    assert told.startswith("password-")


def test_a_folder_that_may_not_be_looked_into_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "workspace/MEMORY.md")
    assert workspaces_below(tmp_path / "nowhere") == []
    assert workspaces_below(tmp_path / "workspace" / "MEMORY.md") == []
