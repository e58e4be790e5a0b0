"""What a verb says of an answer that holds nothing is what is so: nothing known, nothing that fits, nothing let in."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.knowledge import KnowledgeAPI
from noctuary.settings import open_workspace

NIGHT = "2026-11-05T03:00:00+00:00"
WORDS = "The staging server runs in Gdansk."


@pytest.fixture
def known(tmp_path: Path) -> Path:
    kg = KnowledgeAPI.open(open_workspace(tmp_path), clock=lambda: dt.datetime(2026, 11, 4, tzinfo=dt.UTC))
    kg.dispatch("create_entity", type="tool", label="Stripe", observations=["Stripe takes the cards of the shop"])
    kg.close()
    return tmp_path


@pytest.fixture
def said(tmp_path: Path) -> Path:
    """A workspace after a night in which the human had said one thing in passing, and nothing is believed."""
    turn = {"type": "user", "sessionId": "s1", "uuid": "u1", "timestamp": "2026-11-04T10:00:00Z", "cwd": "/x",
            "message": {"role": "user", "content": WORDS}}  # fmt: skip
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "a.jsonl").write_text(json.dumps(turn) + "\n", "utf-8")
    told(tmp_path, "dream", "--now", NIGHT)
    return tmp_path


def told(root: Path, *words: str) -> str:
    done = CliRunner().invoke(main, [*words, "-w", str(root)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("budget", ["0", "5"])
def test_a_context_for_which_there_is_no_room_does_not_say_that_nothing_is_believed(budget: str, known: Path) -> None:
    said = told(known, "context", "--budget", budget)
    assert said == "1 fact is believed, but nothing of it fits so few tokens; give --budget more.\n"


def test_where_nothing_is_believed_a_context_says_so_whatever_the_budget(said: Path) -> None:
    assert "Nothing is believed at present" in told(said, "context", "--budget", "0")


def test_what_was_found_but_did_not_fit_is_no_gap(known: Path) -> None:
    assert "Something was found" in told(known, "search", "stripe", "--budget", "5")
    gaps = known / ".noctuary" / "gaps.jsonl"
    assert not gaps.exists()
    told(known, "search", "zebra", "--budget", "5")
    assert json.loads(gaps.read_text())["why"] == "no_results"


def test_who_said_it_plainly_already_is_not_told_that_their_plain_word_lets_it_in(said: Path) -> None:
    why = told(said, "why-not", WORDS)
    assert "your own plain word" not in why
    assert "one more independent session in which you or another say so" in why
    assert "`noctuary vouch b2:" in why


def test_who_did_not_is_told_what_their_word_would_do(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-11-04.md").write_text(f"# Staging\n\n- {WORDS}\n", "utf-8")
    told(tmp_path, "dream", "--now", NIGHT)
    why = told(tmp_path, "why-not", WORDS)
    assert "your own plain word" in why
    assert "noctuary vouch" not in why
