"""A journal with a torn end: whichever verb writes behind it says what was set aside, where, and what that means."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.journal import replay
from noctuary.review_queue import queue
from noctuary.settings import open_workspace

NIGHT = "2026-05-12T03:00:00+00:00"
LATER = "2026-05-12T09:00:00+00:00"
TORN = {
    "half a line": b'{"v":1,"op":"put","type":"entity","id":"b2:0',
    "a batch that nobody closed": b'{"v":1,"op":"put","type":"entity","id":"e","at":"2026-05-12T04:00:00Z",'
    b'"night":"decision:x:1","name":"e"}\n',
    "zeros": b"\0" * 64,
}  # fmt: skip
WRITING = {
    "review ANSWER": ["review", "keep-b", "QUESTION", "--now", LATER],
    "review --from": ["review", "--from", "SHEET", "--now", LATER],
    "review --apply": ["review", "--apply", "--now", LATER],
    "vouch": ["vouch", "FACT", "--now", LATER],
    "undo NIGHT": ["undo", "2026-05-12", "--now", LATER],
    "undo --since": ["undo", "--since", "2026-05-01", "--now", LATER],
    "import": ["import", "GRAPH", "--now", LATER],
    "dream": ["dream", "--now", LATER],
}


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.conftest import make_workspace

    root = make_workspace(tmp_path_factory.mktemp("dreamt") / "w")
    assert run("dream", "-q", "-w", root, "--now", NIGHT).exit_code == 0
    return root


def words_of(verb: str, root: Path) -> list[str]:
    """The verb's words with what they name made: the first question, a fact, a sheet, a graph, a ticked box."""
    workspace = open_workspace(root)
    question = queue(workspace)[0].review.id
    (root / "sheet.txt").write_text(f"keep-b {question}\n")
    told = {"type": "entity", "name": "clock", "entityType": "thing", "observations": ["the key is brass"]}
    (root / "graph.json").write_text(json.dumps(told))
    if verb == "review --apply":
        page = workspace.dreams.read_text()
        workspace.dreams.write_text(page.replace("- [ ] keep B", "- [x] keep B", 1))
    fact = min(replay(workspace.journal).facts)
    named = {"QUESTION": question, "SHEET": str(root / "sheet.txt"), "FACT": fact, "GRAPH": str(root / "graph.json")}
    return [named.get(word, word) for word in WRITING[verb]]


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
@pytest.mark.parametrize("verb", WRITING)
def test_what_is_set_aside_is_told_by_whoever_writes(verb: str, torn: bytes, dreamt: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(dreamt, tmp_path / "w"))
    words = [*words_of(verb, root), "-w", root]
    with (root / "memory" / "graph.jsonl").open("ab") as journal:
        journal.write(torn)
    result = run(*words)
    assert result.exit_code == 0, result.output
    said = result.stdout if verb == "dream" else result.stderr
    pattern = rf"{len(torn)} bytes of an unfinished write were set aside in (\S+); nothing in them had counted yet"
    found = re.findall(pattern, said)
    assert len(found) == 1, result.output
    assert (root / found[0]).read_bytes() == torn
    assert result.output.count("set aside") == 1
    assert "set aside" not in run("review", "list", "-w", root).output


@pytest.mark.parametrize("verb", WRITING)
def test_where_nothing_was_torn_nothing_is_told(verb: str, dreamt: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(dreamt, tmp_path / "w"))
    result = run(*words_of(verb, root), "-w", root)
    assert result.exit_code == 0, result.output
    assert "set aside" not in result.output


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_status_names_verify_and_a_quiet_night_says_what_it_set_aside(
    torn: bytes, dreamt: Path, tmp_path: Path
) -> None:
    root = Path(shutil.copytree(dreamt, tmp_path / "w"))
    with (root / "memory" / "graph.jsonl").open("ab") as journal:
        journal.write(torn)
    said = run("status", "-w", root).stdout
    assert "; `noctuary verify` tells each with its mend" in said
    assert "graph.jsonl" not in run("status", "--problems", "-w", root).stdout.partition("problems in the journal")[2]
    result = run("dream", "-q", "-w", root, "--now", LATER)
    assert (result.stdout, result.stderr.count("set aside in .noctuary/torn/")) == ("", 1)
    assert run("dream", "-q", "-w", root, "--now", LATER).output == ""
    assert "in the journal" not in run("status", "-w", root).stdout


LEFT_OUT = {
    "too large": b"- a\n" * (1 << 20) + b"- b\n",
    "too many lines": b"- a\n" * 10_001,
    "no text": b"\1\2\xff" * 9,
}


@pytest.mark.parametrize("held", LEFT_OUT.values(), ids=LEFT_OUT)
@pytest.mark.parametrize("name", ["memory/2026-05-11.md", "memory/2026-05-08.md"], ids=["new", "known"])
def test_a_quiet_night_says_which_note_it_left_out(name: str, held: bytes, dreamt: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(dreamt, tmp_path / "w"))
    (root / name).write_bytes(held)
    result = run("dream", "-q", "-w", root, "--now", LATER)
    assert (result.exit_code, result.stdout) == (0, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"noctuary: {name}: ")
    assert "left out" in line
