"""Every day that is shown is one of the workspace's zone, on whichever side of midnight it lies in UTC."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import replay

# In each of these zones the night falls on May 6 and, in UTC, on the day before or after.
NIGHTS = {
    "Europe/Berlin": "2026-05-06T01:00:00+02:00",
    "Pacific/Auckland": "2026-05-06T03:00:00+12:00",
    "America/New_York": "2026-05-06T22:00:00-04:00",
    "Pacific/Honolulu": "2026-05-06T15:00:00-10:00",
}
DAY = "2026-05-06"
RULE = "never send invoices on Sunday"


def run(*args: object) -> str:
    result = CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(params=NIGHTS)
def zone(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(params=["note", "log"])
def root(tmp_path: Path, zone: str, request: pytest.FixtureRequest) -> Path:
    """A workspace before its first night: a rule of a note of that day, or said in a log an hour before the night."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "sessions").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Mine\n\n- the shed is green\n")
    (tmp_path / "noctuary.toml").write_text(f'timezone = "{zone}"\n')
    if request.param == "note":
        (tmp_path / "memory" / f"{DAY}.md").write_text(f"- Rule: {RULE}\n")
        return tmp_path
    at = dt.datetime.fromisoformat(NIGHTS[zone]).astimezone(dt.UTC) - dt.timedelta(minutes=30)
    said = {"type": "message", "id": "1", "timestamp": at.isoformat().replace("+00:00", "Z"),
            "message": {"role": "user", "content": f"Remember: {RULE}"}}  # fmt: skip
    head = {"type": "session", "version": 3, "id": "a", "timestamp": said["timestamp"], "cwd": "/w"}
    (tmp_path / "sessions" / "a.jsonl").write_text(json.dumps(head) + "\n" + json.dumps(said) + "\n")
    return tmp_path


@pytest.mark.parametrize("provenance", ["comment", "inline"])
def test_the_days_of_a_line_are_the_zones(root: Path, zone: str, provenance: str) -> None:
    with (root / "noctuary.toml").open("a") as settings:
        settings.write(f'[memory_md]\nprovenance = "{provenance}"\n')
    run("dream", "-w", root, "--now", NIGHTS[zone])
    memory = (root / "MEMORY.md").read_text()
    assert RULE in memory
    shown = memory[memory.index(RULE) :]
    assert f"verified: {DAY}" in shown if provenance == "inline" else f" {DAY} " in shown
    run("rebuild", "-w", root)
    assert (root / "MEMORY.md").read_text() == memory
    [fact] = [one for one in replay(root / "memory" / "graph.jsonl").facts.values() if RULE in one.text]
    told = run("why", fact.id, "-w", root)
    assert f"  {DAY}  " in told
    assert {fact.said_on, fact.valid_from, fact.verified_at.date()} == {dt.date.fromisoformat(DAY)}


def test_what_is_said_by_hand_is_said_on_the_zones_day(root: Path, zone: str) -> None:
    run("dream", "-w", root, "--now", NIGHTS[zone])
    memory = root / "MEMORY.md"
    memory.write_text(memory.read_text().replace("<!-- noctuary:end", "- the keys stay with Ines\n<!-- noctuary:end"))
    now = dt.datetime.fromisoformat(NIGHTS[zone]).astimezone(dt.UTC) + dt.timedelta(minutes=30)
    run("review", "--apply", "-w", root, "--now", now.isoformat())
    [fact] = [one for one in replay(root / "memory" / "graph.jsonl").facts.values() if "Ines" in one.text]
    assert (fact.said_on, fact.verified_at.date()) == (dt.date.fromisoformat(DAY), dt.date.fromisoformat(DAY))
