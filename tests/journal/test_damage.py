"""A journal that has lost something: nothing that was believed leaves MEMORY.md for it, and everybody is told."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.journal import replay

NIGHT, NEXT, THEN = (f"2026-05-{day}T03:00:00+00:00" for day in ("12", "13", "14"))
RULE = "never send invoices on Sunday"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace after two nights, the first of which believed a rule of a note."""
    root = tmp_path_factory.mktemp("dreamt") / "w"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Mine\n\n- the shed is green\n")
    (root / "memory" / "2026-05-04.md").write_text(f"- Rule: {RULE}\n")
    assert run("dream", "-q", "-w", root, "--now", NIGHT).output == ""
    (root / "memory" / "2026-05-12.md").write_text("- Rule: lock the shed at night\n")
    assert run("dream", "-q", "-w", root, "--now", NEXT).output == ""
    return root


def at(lines: list[bytes], kind: str) -> int:
    """The first line of a kind; of facts the rule."""
    return next(n for n, line in enumerate(lines) if json.loads(line)["type"] == kind and (
        kind != "observation" or RULE.encode() in line))  # fmt: skip


def _first_batch(lines: list[bytes]) -> list[bytes]:
    return [line for line in lines if json.loads(line)["night"] != "2026-05-12"]


DAMAGE: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "a fact cut short": lambda found: [
        line[:-9] if n == at(found, "observation") else line for n, line in enumerate(found)
    ],
    "a fact overwritten": lambda found: [
        b"\0" * len(line) if n == at(found, "observation") else line for n, line in enumerate(found)
    ],
    "a fact of another encoding": lambda found: [
        line.replace(b"invoices", b"invoic\xe9s") if n == at(found, "observation") else line
        for n, line in enumerate(found)
    ],
    "a fact taken out": lambda found: [line for n, line in enumerate(found) if n != at(found, "observation")],
    "a fact emptied": lambda found: [b"" if n == at(found, "observation") else line for n, line in enumerate(found)],
    "a closing line cut short": lambda found: [
        line[:-9] if n == at(found, "night_closed") else line for n, line in enumerate(found)
    ],
    "a closing line taken out": lambda found: [line for n, line in enumerate(found) if n != at(found, "night_closed")],
    "a night taken out": _first_batch,
}  # fmt: skip


@pytest.fixture(params=DAMAGE.values(), ids=DAMAGE)
def broken(dreamt: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    root = Path(shutil.copytree(dreamt, tmp_path / "w"))
    journal = root / "memory" / "graph.jsonl"
    journal.write_bytes(b"\n".join(request.param(journal.read_bytes().splitlines())) + b"\n")
    return root


def test_a_night_leaves_the_block_alone_and_says_so_to_whoever_wants_silence(broken: Path) -> None:
    before = (broken / "MEMORY.md").read_bytes()
    [first, *_] = replay(broken / "memory" / "graph.jsonl").damage
    result = run("dream", "-q", "-w", broken, "--now", THEN)
    assert (result.exit_code, result.stdout) == (0, "")
    assert f"graph.jsonl:{first.line}" in result.stderr
    assert "`noctuary verify`" in result.stderr
    assert (broken / "MEMORY.md").read_bytes() == before
    assert f"graph.jsonl:{first.line}" in (broken / "DREAMS.md").read_text()


def test_a_night_with_news_writes_its_page_and_is_partly_done(broken: Path) -> None:
    before = (broken / "MEMORY.md").read_bytes()
    (broken / "memory" / "2026-05-13.md").write_text("- Rule: the keys stay with Ines\n")
    told = json.loads(run("dream", "-w", broken, "--now", THEN, "--json").stdout)
    assert (told["state"], len(told["unread"])) == ("partly", 1)
    assert (broken / "MEMORY.md").read_bytes() == before
    page = (broken / "DREAMS.md").read_text()
    assert "keys stay with Ines" in page
    assert "`noctuary verify`" in page
    assert run("dream", "-w", broken, "--now", THEN).stdout.startswith("Nothing done")


@pytest.mark.parametrize("verb", [("rebuild",), ("vouch", "FACT"), ("undo", "FACT")], ids=lambda verb: verb[0])
def test_whoever_writes_the_pages_leaves_the_block_alone_and_says_so(broken: Path, verb: tuple[str, ...]) -> None:
    before = (broken / "MEMORY.md").read_bytes()
    facts = replay(broken / "memory" / "graph.jsonl").facts
    words = [min(facts) if word == "FACT" else word for word in verb]
    result = run(*words, "-w", broken)
    assert result.exit_code == 0, result.output
    assert "`noctuary verify`" in result.stderr
    assert (broken / "MEMORY.md").read_bytes() == before


def test_status_tells_it_and_names_verify(broken: Path) -> None:
    told = run("status", "-w", broken).output
    assert "The journal is damaged at graph.jsonl:" in told
    assert "`noctuary verify`" in told


def test_a_dry_run_shows_no_line_of_the_block_going(broken: Path) -> None:
    (broken / "memory" / "2026-05-13.md").write_text("- Rule: the keys stay with Ines\n")
    result = run("dream", "--dry-run", "-w", broken, "--now", THEN)
    assert RULE not in result.stdout
    assert "The journal is damaged" in result.stderr


def test_once_the_journal_is_whole_again_the_pages_follow_it(dreamt: Path, broken: Path) -> None:
    (broken / "memory" / "2026-05-13.md").write_text("- Rule: the keys stay with Ines\n")
    run("dream", "-q", "-w", broken, "--now", THEN)
    was, now = ((root / "memory" / "graph.jsonl").read_bytes() for root in (dreamt, broken))
    added = now[now.rindex(b'"night_closed","id":"2026-05-13"') :].partition(b"\n")[2]
    (broken / "memory" / "graph.jsonl").write_bytes(was + added)
    run("rebuild", "-w", broken)
    assert RULE in (broken / "MEMORY.md").read_text()
