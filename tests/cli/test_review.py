"""Deciding at the terminal: the queue walked in a real pseudo-terminal, edited as one file, applied from one."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.journal import replay
from noctuary.model import Review
from noctuary.review_queue import queue
from noctuary.settings import open_workspace
from tests.conftest import Once, make_workspace

NIGHT = "2026-05-12T03:00:00+00:00"
_LONGEST_SILENCE = 60
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run(*args: object, text: str = "") -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], input=text, catch_exceptions=False)


@pytest.fixture
def asked(once: Once, tmp_path: Path) -> Path:
    """The small workspace after a night that asks first: one contradiction and three proposals wait."""
    return once(_asked, tmp_path / "workspace")


def _asked(root: Path) -> None:
    workspace = make_workspace(root)
    (workspace / "noctuary.toml").write_text('[promote]\nmode = "propose"\n')
    assert run("dream", "-w", workspace, "--now", NIGHT).exit_code == 0


def reviews(root: Path) -> list[Review]:
    return [one.review for one in queue(open_workspace(root))]


def answers(root: Path) -> dict[str, str | None]:
    return {key: one.decision for key, one in replay(open_workspace(root).journal).reviews.items() if one.decision}


class Terminal:
    """`noctuary review` in a pseudo-terminal: what is typed goes in, what is shown comes out without its colours."""

    def __init__(self, root: Path) -> None:
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm", COLUMNS="200", LINES="50")
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background test run ignores it, and so would the child
            os.execv(sys.executable, [sys.executable, "-c", _MAIN, "review", "-w", str(root)])

    def until(self, words: str) -> str:
        """What is shown up to `words`, which must come."""
        shown = ""
        while words not in shown and select.select([self.end], [], [], _LONGEST_SILENCE)[0]:
            try:
                shown += COLOURS.sub("", os.read(self.end, 65536).decode())
            except OSError:
                break
        assert words in shown, shown
        return shown

    def type(self, line: str) -> None:
        os.write(self.end, line.encode() + b"\n")

    def interrupt(self) -> None:
        """Ctrl-C, and an empty line: a signal that comes just before `input` waits is heard when the next key is."""
        os.write(self.end, b"\x03")
        os.write(self.end, b"\n")


_MAIN = "from noctuary.cli import run; run()"


@pytest.fixture
def terminal(asked: Path) -> Iterator[Terminal]:
    """A walk through the four questions."""
    one = Terminal(asked)
    yield one
    with contextlib.suppress(ProcessLookupError):
        os.kill(one.pid, signal.SIGKILL)
    os.waitpid(one.pid, 0)
    os.close(one.end)


def test_the_walk_shows_one_question_a_screen_with_sources_and_keeps_every_answer(
    terminal: Terminal, asked: Path
) -> None:
    first, second = (one.id for one in reviews(asked)[:2])
    shown = terminal.until("> ")
    assert "1 of 4" in shown
    assert "memory/2026-05-09.md:2, 2026-05-09, note “Battery life: 14 days”" in shown
    assert "neither says that it replaces the other" in shown
    terminal.type("accept")
    assert "'accept' is no answer here: keep-a, keep-b, both" in terminal.until("> ")
    terminal.type("b")
    assert "2 of 4" in terminal.until("> ")
    assert answers(asked) == {first: "keep_b"}
    terminal.type("acc")
    assert "3 of 4" in terminal.until("> ")
    assert answers(asked) == {first: "keep_b", second: "accept"}
    terminal.interrupt()
    assert "2 answered, 2 questions wait for you." in terminal.until("for you.")
    assert answers(asked) == {first: "keep_b", second: "accept"}


def test_undo_takes_the_last_step_back_and_later_passes_over(terminal: Terminal, asked: Path) -> None:
    first = reviews(asked)[0].id
    terminal.until("1 of 4")
    terminal.type("undo")
    assert "nothing was answered in this walk yet" in terminal.until("1 of 4")
    terminal.type("scoped in winter | in summer")
    assert "scoped: in winter | in summer" in terminal.until("2 of 4")
    terminal.type("later")
    terminal.until("3 of 4")
    terminal.type("undo")
    terminal.until("2 of 4")
    terminal.type("undo")
    assert "taken back: scoped: in winter | in summer" in terminal.until("1 of 4")
    assert answers(asked) == {}
    assert reviews(asked)[0].id == first
    terminal.type("q")
    terminal.until("0 answered, 4 questions wait for you.")


def test_edit_asks_for_the_wording_where_none_was_typed(terminal: Terminal, asked: Path) -> None:
    terminal.until("1 of 4")
    terminal.type("edit")
    terminal.until("Your wording")
    terminal.type("Battery life: 18 days")
    assert "edit: Battery life: 18 days" in terminal.until("2 of 4")
    terminal.type("?")
    assert "True and worth keeping" in terminal.until("stand for keep-a")


def test_without_a_terminal_the_queue_is_printed(asked: Path) -> None:
    told = run("review", "-w", asked)
    assert told.output == run("review", "list", "-w", asked).output
    assert "4 waiting." in told.output
    assert "accept | reject | edit | later" in told.output
    kinds = [one["kind"] for one in json.loads(run("review", "-w", asked, "--json").output)]
    assert kinds == ["contradiction", "promotion", "promotion", "promotion"]


def editor(tmp_path: Path, command: str) -> dict[str, str]:
    """An $EDITOR that does one thing to the sheet it is given."""
    script = tmp_path / "editor.sh"
    script.write_text(f"#!/bin/sh\n{command}\n")
    script.chmod(0o755)
    return {"EDITOR": str(script), "VISUAL": str(script)}


def test_the_whole_batch_is_answered_in_an_editor(asked: Path, tmp_path: Path) -> None:
    first, second = (one.id for one in reviews(asked)[:2])
    change = (
        f'cp "$1" {tmp_path}/sheet; sed -i \'s/^later {first}/keep-b {first}/; s/^later {second}/r {second} no/\' "$1"'
    )
    told = CliRunner(env=editor(tmp_path, change)).invoke(main, ["review", "--edit", "-w", str(asked)])
    assert told.output.endswith("2 answers applied.\n")
    assert answers(asked) == {first: "keep_b", second: "reject"}
    sheet = (tmp_path / "sheet").read_text()
    assert "# 1 of 4. battery life: 14 days or 21 days?" in sheet
    assert "# Answers: keep-a, keep-b, both, scoped, edit, neither, later" in sheet
    assert not (asked / ".noctuary" / "review.txt").exists()


def test_a_sheet_left_as_it_is_changes_nothing(asked: Path, tmp_path: Path) -> None:
    before = (asked / "memory" / "graph.jsonl").read_bytes()
    told = CliRunner(env=editor(tmp_path, "true")).invoke(main, ["review", "--edit", "-w", str(asked)])
    assert told.output == "Nothing was answered; nothing changed.\n"
    assert (asked / "memory" / "graph.jsonl").read_bytes() == before


def test_a_wrong_word_names_its_line_applies_nothing_and_keeps_the_sheet(asked: Path, tmp_path: Path) -> None:
    first = reviews(asked)[0].id
    change = f"sed -i 's/^later {first}/keep-b {first}/; $ a frobnicate {reviews(asked)[1].id}' \"$1\""
    told = CliRunner(env=editor(tmp_path, change)).invoke(main, ["review", "--edit", "-w", str(asked)])
    kept = asked / ".noctuary" / "review.txt"
    line = len(kept.read_text().splitlines())
    assert told.exit_code == 2
    assert f"review.txt:{line}: frobnicate does not fit this question; use one of accept, reject" in told.output
    assert "opens them again" in told.output
    assert answers(asked) == {}
    mend = CliRunner(env=editor(tmp_path, "sed -i '/^frob/d' \"$1\"")).invoke(
        main, ["review", "--edit", "-w", str(asked)]
    )
    assert mend.exit_code == 0
    assert answers(asked) == {first: "keep_b"}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("accept", "is no answer; write WORD ID"),
        ("accept b2:ffffffff", "no question has the id"),
        ("both {1}", "both does not fit this question; use one of accept"),
        ("edit {1}", "edit needs your own wording"),
        ("accept {1}\nreject {1}", "was answered above"),
    ],
)
def test_a_file_with_a_wrong_line_is_refused_as_a_whole(asked: Path, tmp_path: Path, line: str, what: str) -> None:
    ids = [one.id for one in reviews(asked)]
    sheet = tmp_path / "answers"
    sheet.write_text(f"keep-a {ids[0]}\n{line.format(*ids)}\n")
    told = run("review", "--from", sheet, "-w", asked)
    assert told.exit_code == 2
    assert what in told.output
    assert f"{sheet}:" in told.output
    assert answers(asked) == {}


def test_answers_come_from_a_file_or_a_pipe(asked: Path) -> None:
    ids = [one.id for one in reviews(asked)]
    told = run(
        "review", "--from", "-", "--json", "-w", asked, text=f"a {ids[0][:11]}\nedit {ids[1]} the port is 9091\n"
    )
    assert json.loads(told.output) == [
        {"id": ids[0], "decision": "keep_a", "words": ""},
        {"id": ids[1], "decision": "edit", "words": "the port is 9091"},
    ]


def test_review_undo_opens_the_question_again(asked: Path) -> None:
    first = reviews(asked)[0].id
    run("review", "edit", first, "Battery life: 18 days", "-w", asked)
    assert "are what they were before" in run("review", "undo", first, "-w", asked).output
    assert reviews(asked)[0].id == first


def test_the_workspace_may_be_named_before_the_verb(asked: Path) -> None:
    assert run("review", "-w", asked, "list").output == run("review", "list", "-w", asked).output


def test_what_if_names_the_number_and_writes_nothing(asked: Path) -> None:
    told = run("what-if", "promote.min_score=0.65", "-w", asked)
    assert "promote.min_score: 0.3 → 0.65" in told.output
    assert re.search(r"the display is e-ink, no LCD\n +b2:\w+  score 0\.\d\d < 0\.65", told.output)
    assert "nothing was written" in told.output
    assert run("what-if", "min_score=0.3", "-w", asked).output.endswith("Nothing would change.\n")
    wrong = run("what-if", "promote.nonsense=1", "-w", asked)
    assert (wrong.exit_code, "no setting 'promote.nonsense'" in wrong.output) == (2, True)


def test_why_not_tells_every_gates_number_and_what_would_flip_it(workspace: Path) -> None:
    run("dream", "-w", workspace, "--now", NIGHT)
    (row,) = json.loads(run("why-not", "Battery life: 14 days", "-w", workspace, "--json").output)[:1]
    assert row["gates"].keys() == {"corroborated", "stressed", "stated", "noted"}
    assert "1 independent source < 2" in row["gates"]["corroborated"]
    assert any("one more independent session" in flip for flip in row["would_flip"])
    assert "it waits for your word" in row["reason"]
