"""A full disk, a closed folder, a damaged index: one clear line, the old bytes stay, and the next run recovers."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


@pytest.fixture
def drilled(tmp_path: Path) -> Callable[..., list[dict[str, Any]]]:
    """The drill on a disk of its own, in a mount namespace: root's, or where the system lets users have one."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)]
    way = next((one for one in (["unshare", "-m"], ["unshare", "-rm"]) if _runs([*one, *mount])), None)
    if way is None:
        pytest.skip("this system lets nobody mount a disk of their own (unshare -m, unshare -rm)")
    (tmp_path / "disk").mkdir()
    words = [*way, sys.executable, "-m", "tests.night.full_disk", str(tmp_path / "disk")]

    def drill(*verbs: tuple[Path, list[str]], rooms: int) -> list[dict[str, Any]]:
        asked = json.dumps([(str(source), verb, rooms) for source, verb in verbs])
        done = subprocess.run(words, input=asked, capture_output=True, text=True, cwd=Path(__file__).parents[2])
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return drill


def _runs(words: list[str]) -> bool:
    try:
        return subprocess.run(words, capture_output=True).returncode == 0
    except OSError:
        return False


def _lasting(files: dict[str, str]) -> dict[str, str]:
    return {name: data for name, data in files.items() if not name.startswith(".noctuary/")}


def _masked(text: str) -> str:
    """Without what differs by the moment at which a verb ran."""
    return re.sub(r"[0-9a-f]{8,16}|\d+", "0", text)


def _check(drill: dict[str, Any], writes: set[str]) -> None:
    """A verb on a full disk: done, or one line with the mend; what was there is there, or is what it should become."""
    before, calm = _lasting(drill["before"]), drill["calm"]
    assert calm["code"] == 0, calm
    for one in drill["found"]:
        said = [line for line in one["said"].splitlines() if line.startswith("noctuary: ")]
        assert "Traceback" not in one["said"], one["said"]
        assert one["code"] in (0, 1), one["said"]
        if one["code"]:
            assert len(said) == 1
            assert "make room on the disk and run the same again" in said[0]
        left = _lasting(one["left"])
        assert [name for name, data in before.items() if name not in writes and left.get(name) != data] == []
        for name in writes:
            whole = [_masked(_lasting(tree).get(name, "")) for tree in (drill["before"], calm["after"])]
            assert _masked(left.get(name, "")) in whole, (name, one["room"])
        assert not [name for name in one["left"] if name.endswith(".part")]
        assert one["left"].get(".noctuary/.gitignore", "*\n") == "*\n"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("rooms", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_on_a_really_full_disk_a_night_ends_in_one_line_and_the_next_is_as_any(
    drilled: Callable[..., list[dict[str, Any]]], make: Callable[[Path], Path], tmp_path: Path, rooms: int
) -> None:
    """ENOSPC at so many places, from the first byte to the last page."""
    [night] = drilled((make(tmp_path / "calm"), ["dream", "-q", "-w", "ROOT", *AT]), rooms=rooms)
    _check(night, {"memory/graph.jsonl", "MEMORY.md", "DREAMS.md"})
    assert any(one["code"] for one in night["found"])
    for one in night["found"]:
        assert one["again"] == 0, one["more"]
        assert _lasting(one["after"]) == _lasting(night["calm"]["after"]), one["room"]


AFTER = [
    ["undo", "2026-05-11"], ["import", "ROOT/other.jsonl"], ["rebuild"], ["archive"], ["search", "API port"],
    ["facts"], ["status"], ["verify"],
]  # fmt: skip


@pytest.mark.timeout(600)
@pytest.mark.parametrize("rooms", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_on_a_really_full_disk_every_verb_ends_in_one_line_and_loses_nothing(
    drilled: Callable[..., list[dict[str, Any]]], workspace: Path, now: dt.datetime, rooms: int
) -> None:
    dream(workspace, now - dt.timedelta(days=1))
    told = {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["prefers tea"]}
    (workspace / "other.jsonl").write_text(json.dumps(told) + "\n")
    asked = [(workspace, [*words, "-w", "ROOT"]) for words in AFTER]
    for words, drill in zip(AFTER, drilled(*asked, rooms=rooms), strict=True):
        _check(drill, {"memory/graph.jsonl", "MEMORY.md", "DREAMS.md", "memory/graph-archive.jsonl"})
        assert words


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


@pytest.mark.parametrize("most", [4096, 16_384, 100_000])
def test_an_index_that_may_not_grow_is_told_as_a_limit_on_the_size_of_files(
    noctuary: Noctuary, make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime, most: int
) -> None:
    root = make(tmp_path / "workspace")
    dream(root, now)
    for name in ("index.sqlite", "index.sqlite-wal", "index.sqlite-shm"):
        (root / ".noctuary" / name).unlink(missing_ok=True)
    done = noctuary("rebuild", "-w", str(root), most=most)
    assert is_told(done), done
    assert "File too large; raise the limit on the size of files" in done.stderr.replace(")", "")
