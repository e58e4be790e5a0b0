"""Who waits for whom: decisions for each other, nobody for a night. Real processes, no clock."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from noctuary.errors import NightBusy
from noctuary.holding import DECISION_WAITS, held
from noctuary.journal import replay, verify
from noctuary.night import dream
from noctuary.settings import open_workspace

NOW = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)

# Holds the workspace as a night or a decision does, says so, and lets go when told.
HOLDER = """
import sys
from pathlib import Path
from noctuary.holding import held
from noctuary.night import bed
from noctuary.settings import open_workspace

space = open_workspace(Path(sys.argv[1]))
how = held(space) if sys.argv[2] == "decision" else bed(space, None)
with how:
    print("held", flush=True)
    sys.stdin.readline()
"""

DECIDER = """
import sys
import datetime as dt
from pathlib import Path
from noctuary import holding
from noctuary.review import vouch
from noctuary.settings import open_workspace

holding.DECISION_WAITS = 60.0  # however slow the machine: what is tried is that they wait
print("ready", flush=True)
sys.stdin.readline()
vouch(open_workspace(Path(sys.argv[1])), sys.argv[2], dt.datetime(2026, 5, 12, 9, tzinfo=dt.UTC))
"""


def started(code: str, *args: object) -> subprocess.Popen[str]:
    """A process that has got as far as its first line."""
    child = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline()
    return child


@contextmanager
def holding(root: Path, what: str) -> Iterator[subprocess.Popen[str]]:
    child = started(HOLDER, root, what)
    try:
        yield child
    finally:
        child.communicate("\n")


def test_a_decision_beside_a_night_says_that_a_night_is_running(dreamt: Path) -> None:
    with holding(dreamt, "night"), pytest.raises(NightBusy, match="a night is running"), held(open_workspace(dreamt)):
        pass


def test_a_night_beside_a_night_is_refused(dreamt: Path) -> None:
    with holding(dreamt, "night"), pytest.raises(NightBusy, match="another night is running"):
        dream(dreamt, NOW)


def test_a_night_by_another_path_to_the_same_folder_is_refused(dreamt: Path, tmp_path: Path) -> None:
    """A workspace on a shared disk may be met under several paths: it is one workspace."""
    (tmp_path / "mounted").symlink_to(dreamt)
    before = (dreamt / "memory" / "graph.jsonl").read_bytes()
    with holding(tmp_path / "mounted", "night"), pytest.raises(NightBusy, match="another night is running"):
        dream(dreamt, NOW)
    with holding(dreamt, "night"), pytest.raises(NightBusy, match="another night is running"):
        dream(tmp_path / "mounted", NOW)
    assert (dreamt / "memory" / "graph.jsonl").read_bytes() == before


def test_a_decision_that_takes_too_long_is_named_for_what_it_is(dreamt: Path) -> None:
    with holding(dreamt, "decision"), pytest.raises(NightBusy, match="another decision"), held(open_workspace(dreamt)):
        pass


def test_a_holder_that_was_killed_holds_nothing(dreamt: Path) -> None:
    for what in ("night", "decision"):
        child = started(HOLDER, dreamt, what)
        child.kill()
        child.communicate()
        with held(open_workspace(dreamt)):
            pass


def test_decisions_at_one_moment_are_all_written(dreamt: Path) -> None:
    """Each waits its turn, and none is lost."""
    workspace = open_workspace(dreamt)
    keys = sorted(key for key, one in replay(workspace.journal).facts.items() if one.status == "active")[:2]
    children = [started(DECIDER, dreamt, key) for key in keys]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    ends = [child.communicate() and child.returncode for child in children]
    assert ends == [0, 0]
    assert sum(batch.startswith("vouched:") for batch in replay(workspace.journal).touched) == 2
    assert verify(workspace.journal) == []
    assert DECISION_WAITS > 0
