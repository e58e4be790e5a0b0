"""Nothing outside the workspace is written, whatever is planted in it; what is read from outside is named."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.errors import NoctuaryError
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.undo import undo

Tree = Callable[[Path], dict[str, bytes]]
VICTIM = "the words of somebody else\n"

FIRST = "MEMORY.md DREAMS.md memory/graph.jsonl noctuary.toml questions.toml".split()
DERIVED = (
    ".noctuary/lock .noctuary/head .noctuary/last.json .noctuary/block.md .noctuary/dreams.md .noctuary/index.sqlite "
    ".noctuary/index.sqlite-journal .noctuary/index.sqlite-wal .noctuary/index.sqlite-shm .noctuary/recalls.jsonl "
    ".noctuary/recalls.1.jsonl .noctuary/review.txt .noctuary/advice.jsonl .noctuary/.gitignore "
    ".noctuary/nights/2026-05-12/plan.json .noctuary/nights/2026-05-12/events.parquet "
    ".noctuary/nights/2026-05-12/statements.parquet .noctuary/nights/2026-05-12/signals.parquet "
    ".noctuary/nights/2026-05-12/evidence.parquet .noctuary/spool/.lock"
).split()
PARTS = (
    ".MEMORY.md.part .DREAMS.md.part .noctuary/.head.part .noctuary/.last.json.part .noctuary/.block.md.part "
    ".noctuary/.dreams.md.part .noctuary/nights/2026-05-12/.plan.json.part "
    ".noctuary/nights/2026-05-12/.events.parquet.part"
).split()
FOLDERS = "memory .noctuary .noctuary/nights .noctuary/nights/2026-05-12 .noctuary/parts .noctuary/torn".split()


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    for name in ("file", "MEMORY.md", "graph.jsonl", "head"):
        (folder / name).write_text(VICTIM)
    return folder


def night(root: Path, now: dt.datetime) -> str:
    """What stopped the night, "" where nothing did."""
    try:
        dream(root, now)
    except NoctuaryError as error:
        return str(error)
    return ""


def planted(root: Path, name: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        path.rename(root / "moved")
    path.unlink(missing_ok=True)
    return path


@pytest.mark.parametrize("passed", [0, 1], ids=["first night", "later night"])
@pytest.mark.parametrize("name", [*FIRST, *DERIVED, *PARTS])
def test_a_file_that_is_a_link_out_of_the_workspace_is_never_written_through(
    name: str, passed: int, workspace: Path, outside: Path, now: dt.datetime, bytes_of: Tree
) -> None:
    if passed:
        dream(workspace, now - dt.timedelta(days=1))
    before = bytes_of(outside)
    for target in (outside / "file", outside / "not there yet"):
        planted(workspace, name).symlink_to(target)
        told = night(workspace, now)
        assert bytes_of(outside) == before
        assert (
            told == "" if name in PARTS and "/" not in name else (told.startswith(f"{name}: ") and told.count(";") == 1)
        ), told


@pytest.mark.parametrize("passed", [0, 1], ids=["first night", "later night"])
@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_that_is_a_link_out_of_the_workspace_is_never_written_into(
    name: str, passed: int, workspace: Path, outside: Path, now: dt.datetime, bytes_of: Tree
) -> None:
    if passed:
        dream(workspace, now - dt.timedelta(days=1))
    before = bytes_of(outside)
    planted(workspace, name).symlink_to(outside)
    told = night(workspace, now)
    assert bytes_of(outside) == before
    assert sorted(os.listdir(outside)) == sorted(before)
    assert told.startswith(f"{name}: ")
    (workspace / name).unlink()
    if name != "memory":
        assert night(workspace, now) == ""


@pytest.mark.parametrize("name", ["memory/graph.jsonl", "MEMORY.md", "DREAMS.md", *DERIVED])
def test_a_second_name_outside_keeps_its_bytes(name: str, workspace: Path, tmp_path: Path, now: dt.datetime) -> None:
    """A backup by `cp -al`, or a hard link that somebody planted: only the name in the workspace is written."""
    dream(workspace, now - dt.timedelta(days=1))
    path = workspace / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_bytes(b"")
    before, second = path.read_bytes(), tmp_path / "second"
    os.link(path, second)
    (workspace / "memory/2026-05-11.md").write_text("- decided: the case is made of oak, no plastic\n")
    assert night(workspace, now) == ""
    assert second.read_bytes() == before


def test_links_that_stay_in_the_workspace_are_followed_by_pages_and_folders(workspace: Path, now: dt.datetime) -> None:
    (workspace / "docs").mkdir()
    (workspace / "MEMORY.md").rename(workspace / "docs/MEMORY.md")
    (workspace / "MEMORY.md").symlink_to("docs/MEMORY.md")
    (workspace / "memory").rename(workspace / "journal")
    (workspace / "memory").symlink_to("journal")
    (workspace / "DREAMS.md").symlink_to("docs/dreams.md")
    (workspace / "docs/dreams.md").write_text("<!-- noctuary:page -->\n")
    assert night(workspace, now) == ""
    assert all((workspace / name).is_symlink() for name in ("MEMORY.md", "memory", "DREAMS.md"))
    assert "noctuary:begin" in (workspace / "docs/MEMORY.md").read_text()
    assert (workspace / "docs/dreams.md").read_text().startswith("<!-- noctuary:page sum=")
    assert (workspace / "journal/graph.jsonl").is_file()


@pytest.mark.parametrize("name", ["memory/graph.jsonl", ".noctuary/head", ".noctuary/last.json"])
def test_a_link_to_the_humans_own_file_takes_no_word_from_it(name: str, workspace: Path, now: dt.datetime) -> None:
    before = (workspace / "MEMORY.md").read_bytes()
    planted(workspace, name).symlink_to(workspace / "MEMORY.md")
    assert night(workspace, now).startswith(f"{name}: is a link")
    assert (workspace / "MEMORY.md").read_bytes() == before


def test_the_workspace_itself_may_be_a_link(workspace: Path, tmp_path: Path, now: dt.datetime) -> None:
    (tmp_path / "way").symlink_to(workspace)
    assert night(tmp_path / "way", now) == ""
    assert "noctuary:begin" in (workspace / "MEMORY.md").read_text()
    undo(open_workspace(tmp_path / "way"), "2026-05-12", now)


@pytest.mark.parametrize("name", ["DREAMS.md", "memory/graph.jsonl", ".noctuary", ".noctuary/last.json", "memory"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
@pytest.mark.timeout(20)
def test_what_is_no_file_where_one_has_to_stand_is_told_and_never_waited_for(
    name: str, kind: str, workspace: Path, now: dt.datetime
) -> None:
    if kind == "folder" and name in (".noctuary", "memory", ".noctuary/last.json"):
        pytest.skip("a folder may stand there, or is told when the file is written")
    path = planted(workspace, name)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert night(workspace, now).startswith(f"{name}: ")
