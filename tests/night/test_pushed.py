"""A night pushes only so many lines out of MEMORY.md's block, says so, and comes to rest."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from noctuary.journal import replay
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish

DAY = dt.timedelta(days=1)
RULES = (
    "never moor at the east pier without a spring line",
    "every commit is signed by its author",
    "never run the tide pump dry",
    "invoices over 500 euro need two signatures",
    "always wear a buoyancy aid on the water",
    "never leave the solder station switched on",
    "passwords live in the safe, not in a note",
    "always rinse the salt off the antenna mast",
    "never ship firmware on a Friday",
    "the west gate must stay open during regattas",
)


@pytest.fixture
def full(tmp_path: Path, now: dt.datetime) -> Path:
    """A block of plain facts that fills the loader's lines."""
    root = tmp_path / "full"
    (root / "memory").mkdir(parents=True)
    (root / "noctuary.toml").write_text('[memory_md]\nmax_lines = 20\n[sources]\nnote_trust = "human"\n')
    hours = enumerate("abcdefghijkl", 1)
    plain = "".join(f"- remember: gate {name} opens at {hour} o'clock\n" for hour, name in hours)
    (root / "memory" / "2026-05-09.md").write_text(plain)
    dream(root, now)
    return root


def lines(root: Path) -> set[str]:
    return {line for line in (root / "MEMORY.md").read_text().splitlines() if line.startswith("- ")}


def test_a_night_of_better_lines_pushes_out_only_so_many(full: Path, now: dt.datetime) -> None:
    """F12: the share of the block lost in a night is capped, and the stop says so."""
    before = lines(full)
    rules = "".join(f"- rule: {one}\n" for one in RULES)
    (full / "memory" / "2026-05-10.md").write_text(rules)
    (full / "memory" / "2026-05-11.md").write_text(rules)
    told = dream(full, now + DAY)
    gone = before - lines(full)
    assert 0 < len(gone) <= 5
    assert told.state == "partly"
    assert "pushes at most 5 lines" in told.because
    assert "pushes at most 5 lines" in (full / "DREAMS.md").read_text()
    pages = {name: (full / name).read_bytes() for name in ("MEMORY.md", "DREAMS.md")}
    space = open_workspace(full)
    finish(space, replay(space.journal))
    assert {name: (full / name).read_bytes() for name in pages} == pages
    assert dream(full, now + 2 * DAY).state == "nothing"
    assert {name: (full / name).read_bytes() for name in pages} == pages
