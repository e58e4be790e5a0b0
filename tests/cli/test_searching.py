"""The verb that searches, and a command line that loads what it needs alone."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.night import dream

HEAVY = ("noctuary.judging", "noctuary.stages", "sqlite_vec", "duckdb", "sklearn", "jinja2")


def run(*words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_search_loads_no_judge_and_nothing_of_a_night(dreamt: Path) -> None:
    code = (
        "import sys; from noctuary.cli import run; sys.argv = ['noctuary', 'search', 'battery', '-w', sys.argv[1]]\n"
        f"try: run()\nexcept SystemExit: print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(dreamt)], capture_output=True, text=True, check=True)
    assert "Battery life" in done.stdout
    assert done.stderr.strip() == "[]"


def test_passages_are_marked_and_facts_stand_first(dreamt: Path) -> None:
    told = run("search", "display LCD rain", "-w", dreamt)
    assert "the display is e-ink, no LCD" in told.splitlines()[0]
    assert "[diary, not believed]" in run("search", "lunch with Ines", "-w", dreamt)


def test_a_budget_packs_the_answer(dreamt: Path) -> None:
    whole, packed = (
        run("search", "API port display battery", "-w", dreamt, *more) for more in ((), ("--budget", "60"))
    )
    assert 0 < len(packed) <= 4 * 60 + 10 < len(whole)
    assert "nothing of it fits so few tokens" in run("search", "API port", "-w", dreamt, "--budget", "2")


def test_explain_tells_each_list_and_what_bent_the_score(dreamt: Path) -> None:
    told = run("search", "battery life", "-w", dreamt, "--explain")
    assert "words 1 (rank 1)" in told
    assert "vectors" in told
    assert "belief 0.9" in told


def test_the_past_is_asked_by_when_it_was_known(dreamt: Path, now: dt.datetime) -> None:
    """TB-067"""
    (dreamt / "memory" / "2026-05-13.md").write_text("- decided: the API port is now 7070, no longer 9090\n")
    dream(dreamt, now + dt.timedelta(days=2))
    assert "7070" in run("search", "API port", "-w", dreamt)
    then = run("search", "API port", "-w", dreamt, "--as-of", "2026-05-12")
    assert "9090" in then
    assert "7070" not in then


def test_a_day_narrows_facts_to_what_was_true_on_it(dreamt: Path) -> None:
    told = json.loads(run("search", "display", "-w", dreamt, "--valid-at", "2026-05-08", "--json"))
    assert [hit["status"] for hit in told["results"]] == ["active"]
    assert json.loads(run("search", "display", "-w", dreamt, "--valid-at", "2026-01-01", "--json"))["results"] == []


@pytest.mark.parametrize("words", [("--since", "yesterday"), ("--entity", "nobody at all"), ("--as-of", "never")])
def test_what_cannot_be_asked_is_said_in_one_line(dreamt: Path, words: tuple[str, str]) -> None:
    done = CliRunner().invoke(main, ["search", "x", "-w", str(dreamt), *words])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
