"""A journal that is gone or empty where nights have passed: no verb takes that for a first night, or changes a byte."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main

NIGHT, NEXT = (f"2026-05-{day}T03:00:00+00:00" for day in ("12", "13"))
GONE: dict[str, Callable[[Path], object]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "a mere mark of its encoding": lambda path: path.write_bytes(b"\xef\xbb\xbf\n"),
    "blank": lambda path: path.write_bytes(b"\n\n"),
    "zeros": lambda path: path.write_bytes(b"\0" * 70_000),
}
VERBS: tuple[tuple[str, ...], ...] = (
    ("dream", "-q", "--now", NEXT),
    ("dream", "--dry-run", "--now", NEXT),
    ("backfill", "--dry-run"),
    ("rebuild",),
    ("reconcile",),
    ("verify",),
    ("review", "--apply"),
    ("import", "graph.json"),
    ("kg", "create_entity", "name=lamp", "type=Concept", "label=Lamp"),
)


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def bytes_of(root: Path) -> dict[str, bytes]:
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.conftest import make_workspace

    root = make_workspace(tmp_path_factory.mktemp("dreamt") / "w")
    told = {"type": "entity", "name": "clock", "entityType": "thing", "observations": ["the key is brass"]}
    (root / "graph.json").write_text(json.dumps(told))
    assert run("dream", "-q", "-w", root, "--now", NIGHT).exit_code == 0
    return root


@pytest.fixture
def root(dreamt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = Path(shutil.copytree(dreamt, tmp_path / "w"))
    monkeypatch.chdir(root)
    return root


def is_refused(root: Path, *verb: str) -> str:
    before = bytes_of(root)
    result = run(*verb, "-w", root)
    assert (result.exit_code, result.stdout) == (2 if verb[0] == "kg" else 6, ""), (verb, result.output)
    assert "git checkout -- memory/graph.jsonl" in result.stderr
    assert "to begin anew" in result.stderr
    assert bytes_of(root) == before, verb
    return result.stderr


@pytest.mark.parametrize("gone", GONE.values(), ids=GONE)
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_every_verb_refuses_and_changes_nothing(
    root: Path, gone: Callable[[Path], object], verb: tuple[str, ...]
) -> None:
    gone(root / "memory" / "graph.jsonl")
    is_refused(root, *verb)


@pytest.mark.parametrize("trace", ["head", "index.sqlite", "MEMORY.md"])
def test_one_trace_is_enough_and_the_message_names_it(root: Path, trace: str) -> None:
    (root / "memory" / "graph.jsonl").unlink()
    if trace != "head":
        (root / ".noctuary" / "head").unlink()
    if trace != "index.sqlite":
        (root / ".noctuary" / "index.sqlite").unlink()
    if trace != "MEMORY.md":
        (root / "MEMORY.md").write_text("- Language: Python 3.12\n")
    assert trace in is_refused(root, "dream", "-q", "--now", NEXT)


def test_a_clone_that_has_a_block_and_no_journal_is_told_where_it_may_be(root: Path) -> None:
    (root / "memory" / "graph.jsonl").unlink()
    shutil.rmtree(root / ".noctuary")
    assert "the machine whose nights wrote it" in is_refused(root, "dream", "-q", "--now", NEXT)
    assert not (root / ".noctuary").exists()


def test_status_says_that_it_is_gone(root: Path) -> None:
    (root / "memory" / "graph.jsonl").unlink()
    result = run("status", "-w", root)
    assert result.exit_code == 0
    assert "memory/graph.jsonl: is gone" in result.stdout


def test_what_the_message_says_begins_anew(root: Path) -> None:
    (root / "memory" / "graph.jsonl").unlink()
    for name in ("head", "index.sqlite"):
        (root / ".noctuary" / name).unlink()
    (root / "MEMORY.md").write_text("- Language: Python 3.12\n")
    assert run("dream", "-q", "-w", root, "--now", NEXT).exit_code == 0
    assert run("verify", "-w", root).output == "The journal is sound.\n"


def test_where_no_night_has_written_anything_nothing_is_lost(tmp_path: Path) -> None:
    root = tmp_path / "w"
    root.mkdir()
    for verb in (("status",), ("verify",), ("rebuild",), ("dream", "--now", NIGHT), ("verify",)):
        assert run(*verb, "-w", root).exit_code == 0, verb
    (root / "memory").mkdir()
    (root / "memory" / "graph.jsonl").write_bytes(b"")
    for verb in (("rebuild",), ("dream", "--now", NEXT), ("verify",)):
        assert run(*verb, "-w", root).exit_code == 0, verb


def test_a_journal_of_one_newline_that_was_asked_is_no_lost_one(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Mine\n\n- the shed is green\n")
    (tmp_path / "memory" / "graph.jsonl").write_text("\n")
    run("search", "shed", "-w", tmp_path)
    assert run("dream", "-q", "-w", tmp_path).exit_code == 0
