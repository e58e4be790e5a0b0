"""A full disk, a closed folder, a damaged index: one clear line, the old bytes stay, and the next run recovers."""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.night import dream
from noctuary.settings import open_workspace
from tests.warm import Warm

# A child without root's power to pass by permissions, and with a limit on the size of the files it may write.
CHILD = """
import ctypes, resource, sys
most = int(sys.argv.pop(1))
if sys.platform == "linux":
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    assert ctypes.CDLL(None).capset(head, (ctypes.c_uint32 * 6)()) == 0
if most >= 0:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
from noctuary.cli import main, run
if sys.argv[1] == "each":
    import json
    from click.testing import CliRunner
    found = [CliRunner().invoke(main, words) for words in json.loads(sys.argv[2])]
    print(json.dumps([[one.exit_code, one.output, str(one.exception or "")] for one in found]))
else:
    sys.argv[0] = "noctuary"
    run()
"""
AT = ["--now", "2026-05-12T03:00:00+00:00"]
Tree = Callable[[Path], dict[str, bytes]]
Noctuary = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def noctuary(warm: Warm) -> Noctuary:
    def run(*words: str, most: int = -1) -> subprocess.CompletedProcess[str]:
        done = warm.run(CHILD, str(most), *words)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


def lasting(root: Path, bytes_of: Tree) -> dict[str, bytes]:
    return {name: data for name, data in bytes_of(root).items() if not name.startswith(".noctuary/")}


def is_told(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether it failed in one line that ends with what mends it."""
    lines = [line for line in done.stderr.splitlines() if line.startswith("noctuary: ")]
    return done.returncode not in (0, 3) and len(lines) == 1 and "; " in lines[0]


@pytest.mark.timeout(600)
def test_a_disk_that_is_full_leaves_the_old_bytes_and_the_next_night_is_as_any(
    noctuary: Noctuary, make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime, bytes_of: Tree
) -> None:
    calm = make(tmp_path / "calm")
    dream(calm, now)
    want = lasting(calm, bytes_of)
    journal = len(want["memory/graph.jsonl"])
    for most in (0, 1, 300, 6000, journal - 1, journal, journal + 6000):
        root = make(tmp_path / str(most))
        before = lasting(root, bytes_of)
        done = noctuary("dream", "-w", str(root), *AT, most=most)
        assert is_told(done), (most, done)
        left = lasting(root, bytes_of)
        assert {name: data for name, data in left.items() if name != "memory/graph.jsonl"} == before
        assert left.get("memory/graph.jsonl", b"") in (b"", want["memory/graph.jsonl"])
        assert not list(root.rglob("*.part"))
        dream(root, now)
        assert lasting(root, bytes_of) == want, most


CLOSED = ["", "memory", ".noctuary", ".noctuary/nights", "memory/graph.jsonl", ".noctuary/index.sqlite", "MEMORY.md"]


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.timeout(240)
def test_what_may_not_be_written_stops_a_night_in_one_line_and_is_as_it_was(
    noctuary: Noctuary, name: str, workspace: Path, now: dt.datetime, bytes_of: Tree
) -> None:
    dream(workspace, now - dt.timedelta(days=1))
    (workspace / "memory" / "2026-05-11.md").write_text("- decided: the housing is made of oak, no plastic\n")
    place = workspace / name
    mode = place.stat().st_mode & 0o7777
    place.chmod(0o555 if place.is_dir() else 0o444)
    done = noctuary("dream", "-w", str(workspace), *AT)
    place.chmod(mode)
    if name in ("MEMORY.md", "memory"):
        assert done.returncode == 0, "a file is replaced in its folder, and the journal is there to be added to"
    else:
        assert is_told(done), done
        assert dream(workspace, now).state in ("done", "nothing")
    assert "oak" in (workspace / "DREAMS.md").read_text()


@pytest.mark.parametrize("name", ["memory/graph.jsonl", "DREAMS.md", "noctuary.toml", "memory", ".noctuary"])
def test_what_may_not_be_read_is_told_in_one_line(
    noctuary: Noctuary, name: str, workspace: Path, now: dt.datetime
) -> None:
    (workspace / "noctuary.toml").write_text("")
    dream(workspace, now - dt.timedelta(days=1))
    place = workspace / name
    mode = place.stat().st_mode & 0o7777
    place.chmod(0)
    done = noctuary("dream", "-w", str(workspace), *AT)
    place.chmod(mode)
    assert is_told(done), done


def test_a_memory_file_that_may_not_be_read_is_told_and_the_night_goes_on(
    noctuary: Noctuary, workspace: Path, now: dt.datetime
) -> None:
    dream(workspace, now - dt.timedelta(days=1))
    before = (workspace / "MEMORY.md").read_bytes()
    (workspace / "memory" / "2026-05-11.md").write_text("- decided: the housing is made of oak, no plastic\n")
    (workspace / "MEMORY.md").chmod(0)
    done = noctuary("dream", "-w", str(workspace), *AT)
    (workspace / "MEMORY.md").chmod(0o644)
    assert done.returncode == 0
    assert done.stderr.startswith("noctuary: MEMORY.md: cannot be read (Permission denied); ")
    assert "Partly done: MEMORY.md could not be read" in done.stdout
    assert (workspace / "MEMORY.md").read_bytes() == before


READING = [
    ("status",), ("facts",), ("search", "API port"), ("verify",), ("review", "list"), ("diff",),
    ("why-not", "rain all day"), ("was", "API port", "--valid-at", "2026-05-10"), ("dream", "--dry-run"),
]  # fmt: skip


@pytest.mark.parametrize("is_projected", [True, False])
@pytest.mark.timeout(240)
def test_the_verbs_that_read_work_where_nothing_may_be_written(
    noctuary: Noctuary, is_projected: bool, workspace: Path, now: dt.datetime, bytes_of: Tree
) -> None:
    dream(workspace, now)
    if not is_projected:
        (workspace / ".noctuary" / "index.sqlite").unlink()
    before = bytes_of(workspace)
    folders = [workspace, *(path for path in workspace.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    said = noctuary("each", json.dumps([[*words, "-w", str(workspace)] for words in READING])).stdout
    for folder in folders:
        folder.chmod(0o755)
    done = dict(zip(READING, json.loads(said), strict=True))
    assert {words: one for words, one in done.items() if one[0]} == {}
    assert "API port" in done["search", "API port"][1]
    assert bytes_of(workspace) == before


def damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 2048] = b"\xa5" * 2048
    path.write_bytes(data)


INDEXES: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"these are the words of somebody else\n" * 200),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "pages overwritten": damaged,
    "one byte": lambda path: path.write_bytes(b"S"),
}


@pytest.mark.parametrize("how", INDEXES)
@pytest.mark.timeout(240)
def test_a_damaged_index_is_made_anew(how: str, workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now - dt.timedelta(days=1))

    def said(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "-w", str(workspace)])
        assert done.exit_code == 0, done
        return done.output

    before = said("search", "API port")
    for words in (("search", "API port"), ("dream", *AT), ("rebuild",)):
        INDEXES[how](open_workspace(workspace).index)
        (workspace / "memory" / "2026-05-11.md").write_text(f"- decided: the {words[0]} housing is made of oak\n")
        said(*words)
        assert said("search", "API port") == before


def test_an_index_of_a_newer_noctuary_is_told_and_kept(noctuary: Noctuary, workspace: Path, now: dt.datetime) -> None:
    import apsw

    dream(workspace, now)
    index = open_workspace(workspace).index
    with apsw.Connection(str(index)) as db:
        db.execute("UPDATE meta SET value = '999' WHERE key = 'schema_version'")
    before = index.read_bytes()
    for words in (("search", "API port"), ("dream",)):
        done = noctuary(*words, "-w", str(workspace))
        assert done.returncode == 0 or (is_told(done) and "upgrade noctuary" in done.stderr)
    assert index.read_bytes() == before
