"""What a session begins with: rules and preferences whole, then what fits, each line a fact that is believed."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.context import BUDGET, Context, context, text, tokens
from noctuary.index import Index
from noctuary.model import Fact, Night, Review
from noctuary.sources.own import own_lines

DAY = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
NIGHT = "2026-05-12T03:00:00+00:00"
Make = Callable[..., Fact]


@pytest.fixture
def known(index: Index, fact: Make) -> Index:
    """Forty decisions and forty facts beside three rules, two wishes, a contradiction and a night."""
    plain = [fact(f"decision {n} about the mill and its many wheels", f"mill {n}", kind="decision") for n in range(40)]
    plain += [fact(f"fact {n} about the pier and the planks of its deck", f"pier {n}") for n in range(40)]
    rules = [fact(f"never open sluice {n} at night " + "whatever they say " * 9, kind="constraint") for n in range(3)]
    wishes = [fact(f"wants answers of {n} lines", "kim", kind="preference") for n in range(2)]
    old, new = fact("the port is 80", status="superseded"), fact("the port is 81", valid_from=DAY.date())
    asked = [fact("the door is red", status="contested"), fact("the door is blue", status="contested")]
    away = [fact(f"it is {status}", status=status) for status in ("candidate", "archived", "deleted")]
    review = Review(
        id="b2:aaaaaaaaaaaaaaaa", kind="contradiction", a=asked[0].id, b=asked[1].id, reason="red or blue", score=0.9
    )
    night = Night(id="2026-05-12", begun_at=DAY, promoted=(new.id,), superseded=((old.id, new.id),))
    gone = Night(id="2026-05-13", begun_at=DAY + dt.timedelta(days=1), promoted=(plain[0].id,), undone=True)
    index.project([*plain, *rules, *wishes, old, new, *asked, *away, review, night, gone], [], "h")
    return index


def sections(made: Context) -> dict[str, list[str]]:
    return {name: [line.text for line in getattr(made, name)] for name in
            ("rules", "preferences", "decisions", "facts", "questions", "changed")}  # fmt: skip


def test_rules_and_preferences_are_whole_whatever_the_budget(known: Index) -> None:
    for budget in (0, 50, BUDGET, 100_000):
        made = sections(context(known, budget))
        assert len(made["rules"]) == 3
        assert all(one.count("whatever") == 9 for one in made["rules"])
        assert len(made["preferences"]) == 2
    tight = sections(context(known, 0))
    assert [name for name, lines in tight.items() if lines] == ["rules", "preferences"]


@pytest.mark.parametrize("budget", [400, 600, 1000])
def test_what_is_told_fits_the_budget_and_what_has_no_room_is_counted(known: Index, budget: int) -> None:
    made = context(known, budget)
    assert budget * 0.8 < made.tokens <= budget * 1.05 + 20
    assert made.tokens == tokens(text(made))
    told = sections(made)
    believed = 40 + 40 + 3 + 2 + 1 + 2
    assert made.left == believed - sum(len(told[name]) for name in ("rules", "preferences", "decisions", "facts"))


def test_decisions_come_before_the_rest_and_each_section_is_what_it_says(known: Index) -> None:
    made = context(known, 100_000)
    told = sections(made)
    assert len(told["decisions"]) == 40
    assert {"the port is 81", "the door is red", "the door is blue"} <= set(told["facts"])
    assert told["questions"] == ["“the door is red” or “the door is blue”"]
    assert [(line.text, line.note) for line in made.changed] == [("the port is 81", "no longer: the port is 80")]
    assert made.night == "2026-05-12"
    assert made.left == 0
    shown = text(made)
    assert not any(f"it is {status}" in shown for status in ("candidate", "archived", "deleted"))
    assert "the door is red (in question)" in shown


def test_what_is_worked_on_comes_first(known: Index) -> None:
    assert sections(context(known, 400, "decision 17"))["decisions"][0].startswith("decision 17 ")
    assert sections(context(known, 400, "?? no such thing"))["decisions"]


def test_what_a_session_is_told_is_never_evidence_where_its_log_repeats_it(known: Index) -> None:
    lines = text(context(known)).split("\n")
    found, _ = own_lines(lines)
    assert [line for n, line in enumerate(lines) if line.startswith("- ") and n not in found] == []


def test_an_empty_memory_says_nothing(index: Index) -> None:
    assert text(context(index)) == ""


def run(*args: object, stdin: str = "") -> str:
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_each_client_gets_it_in_the_words_of_its_hooks(workspace: Path) -> None:
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    said = run("context", "-w", workspace)
    assert said.startswith("# What this memory holds\n")
    assert json.loads(run("context", "-w", workspace, "--json"))["tokens"] == tokens(said)
    for client in ("claude-code", "codex"):
        told = json.loads(run("context", "-w", workspace, "--hook", client))
        assert told == {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": said}}
    assert json.loads(run("context", "-w", workspace, "--hook", "cursor")) == {"additional_context": said}


def test_a_hook_breaks_no_session(tmp_path: Path) -> None:
    for root in (tmp_path, tmp_path / "gone"):
        told = json.loads(run("context", "-w", root, "--hook", "codex"))
        assert told["hookSpecificOutput"]["additionalContext"] == ""


def test_a_session_in_another_folder_puts_what_speaks_of_it_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from noctuary.cli import beginning

    (tmp_path / "ws" / "deep").mkdir(parents=True)
    for folder, name in ((tmp_path / "ws" / "deep", ""), (tmp_path / "ws", ""), (tmp_path / "tide", "tide")):
        (tmp_path / "told").write_text(json.dumps({"cwd": str(folder)}))
        with open(tmp_path / "told") as told:
            monkeypatch.setattr("sys.stdin", told)
            assert beginning._worked_on(tmp_path / "ws") == name
    (tmp_path / "told").write_text("[")
    with open(tmp_path / "told") as told:
        monkeypatch.setattr("sys.stdin", told)
        assert beginning._worked_on(tmp_path / "ws") == ""


def test_a_journal_that_has_moved_on_is_read_as_it_is(workspace: Path) -> None:
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    before = run("context", "-w", workspace)
    (workspace / ".noctuary" / "index.sqlite").unlink()
    assert run("context", "-w", workspace) == before


def test_it_reads_the_index_and_imports_neither_the_judge_nor_the_night(workspace: Path) -> None:
    import subprocess
    import sys

    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    code = (
        "import sys; sys.argv = ['noctuary', 'context', '--hook', 'codex', '-w', sys.argv[1]]\n"
        "from noctuary.cli import run\ntry: run()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    words = [sys.executable, "-c", code, str(workspace)]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert "What this memory holds" in done.stdout
    heavy = {
        "noctuary.stages",
        "noctuary.settings",
        "noctuary.judging",
        "duckdb",
        "rich",
        "jinja2",
    }
    assert heavy & set(done.stderr.split()) == set()
