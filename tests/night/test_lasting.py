"""What is wrong for many nights is told in full once, then in one line; `status --problems` lists it always."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import replay
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish

DAY = dt.timedelta(days=1)


def spoilt_note(root: Path) -> None:
    (root / "memory" / "2026-05-08.md").write_bytes(bytes(range(256)) * 20)


def lost_link(root: Path) -> None:
    (root / "sessions" / "b.jsonl").symlink_to("nowhere.jsonl")


def half_a_line(root: Path) -> None:
    with (root / "memory" / "graph.jsonl").open("ab") as journal:
        journal.write(b'{"v":1,"op":"put"}\n')


def spoilt_memory(root: Path) -> None:
    with (root / "MEMORY.md").open("ab") as page:
        page.write(b"- caf\xe9\n")


def odd_setting(root: Path) -> None:
    (root / "noctuary.toml").write_text("nokey = 3\n")


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a note that is no text": (spoilt_note, "memory/2026-05-08.md"),
    "a link to nothing": (lost_link, "sessions/b.jsonl"),
    "a line of the journal": (half_a_line, "graph.jsonl:"),
    "bytes in MEMORY.md": (spoilt_memory, "MEMORY.md"),
    "a setting": (odd_setting, "noctuary.toml"),
}
LASTS = "told before"


def night(root: Path, at: dt.datetime) -> str:
    """What the page tells of the sources' problems after a night that has something to read."""
    note = f"- decided: the lamp of day {at.day} is made of oak, no plastic\n"
    (root / "memory" / f"{at.date()}.md").write_text(note)
    assert dream(root, at + DAY).state in ("done", "partly")
    page = (root / "DREAMS.md").read_text()
    return page.partition("### Problems in the sources")[2].partition("\n## ")[0]


def listed(root: Path) -> str:
    return CliRunner().invoke(main, ["status", "--problems", "-w", str(root)]).output


@pytest.mark.parametrize("name", FAULTS)
def test_what_lasts_is_told_in_full_once(name: str, workspace: Path, now: dt.datetime) -> None:
    spoil, place = FAULTS[name]
    dream(workspace, now)
    spoil(workspace)
    first = night(workspace, now)
    assert place in first
    assert LASTS not in first
    for number in (1, 2):
        later = night(workspace, now + number * DAY)
        assert place not in later
        assert "- 1 problem told before lasts: `noctuary status --problems`" in later
        assert listed(workspace).count(f"\n{place}") == 1
    space, page = open_workspace(workspace), (workspace / "DREAMS.md").read_bytes()
    finish(space, replay(space.journal))
    assert (workspace / "DREAMS.md").read_bytes() == page


def test_what_is_new_beside_it_is_told_in_full_and_what_is_mended_no_more(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    for spoil, _ in FAULTS.values():
        spoil(workspace)
    first = night(workspace, now)
    assert all(place in first for _, place in FAULTS.values())
    (workspace / "sessions" / "c.jsonl").symlink_to("nowhere.jsonl")
    second = night(workspace, now + DAY)
    [new] = [line for line in second.splitlines() if line.startswith("- `")]
    assert new.startswith("- `sessions/c.jsonl` is a link to nothing")
    assert f"- {len(FAULTS)} problems told before last" in second
    (workspace / "noctuary.toml").write_text("")
    (workspace / "sessions" / "b.jsonl").unlink()
    (workspace / "memory" / "2026-05-08.md").write_text("- decided: the display is e-ink, no LCD\n")
    third = night(workspace, now + 2 * DAY)
    assert "- 3 problems told before last:" in third
    space, page = open_workspace(workspace), (workspace / "DREAMS.md").read_bytes()
    finish(space, replay(space.journal))
    assert (workspace / "DREAMS.md").read_bytes() == page
    (workspace / "noctuary.toml").write_text("nokey = 3\n")
    assert "noctuary.toml" in night(workspace, now + 3 * DAY)
