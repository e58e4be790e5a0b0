"""The archive over a workspace: put away, found when asked for, had back, said again; bytes what they were."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.archive import accesses, archive, restore
from noctuary.errors import UnknownId
from noctuary.journal import replay
from noctuary.memory import Memory
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.settings import Workspace, open_workspace
from noctuary.undo import undo
from tests.conftest import NOW, Once, make_workspace

LATER = dt.timedelta(days=200)
DAY = dt.timedelta(days=1)


@pytest.fixture
def old(once: Once, tmp_path: Path) -> Workspace:
    """Two agents' notes agree on something; then 200 days pass by the calendar."""
    return open_workspace(once(_old, tmp_path / "workspace"))


def _old(root: Path) -> None:
    workspace = make_workspace(root)
    (workspace / "noctuary.toml").write_text("[decay]\nidle_clock = false\n[promote]\nmin_unattended = 0.3\n")
    for day in ("2026-05-06", "2026-05-07"):
        (workspace / "memory" / f"{day}.md").write_text("- lesson: the glue needs two days to cure\n")
    dream(workspace, NOW)


def away(space: Workspace) -> list[Fact]:
    return [fact for fact in replay(space.journal).facts.values() if fact.archived_because]


def test_a_dry_run_tells_and_changes_no_byte(
    old: Workspace, now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    before = bytes_of(old.root)
    told = archive(old, now + LATER, dry_run=True)
    assert any("glue" in one.fact.text for one in told.put_away)
    assert bytes_of(old.root) == before


def test_what_is_put_away_leaves_the_page_and_can_be_found_and_had_back(old: Workspace, now: dt.datetime) -> None:
    """TB-131, TB-115: archive, then restore, equals the original; TB-100: only who asks for it finds it."""
    facts, memory = replay(old.journal).facts, old.memory.read_bytes()
    told = archive(old, now + LATER)
    assert b"glue" not in old.memory.read_bytes()
    assert "in the archive, unused and unconfirmed for long" in old.dreams.read_text()
    (fact,) = [one for one in away(old) if "glue" in one.text]
    assert "not confirmed for" in fact.archived_because
    with Memory.open(old.index) as asked:
        assert not [hit for hit in asked.search("glue cure") if hit.believed]
        assert "archived" in [hit.status for hit in asked.search("glue cure", include_superseded=True)]
    undo(old, told.batch, now + LATER + DAY)
    assert replay(old.journal).facts == facts
    assert old.memory.read_bytes() == memory


def test_one_that_is_restored_is_not_put_away_again(old: Workspace, now: dt.datetime) -> None:
    archive(old, now + LATER)
    (fact,) = [one for one in away(old) if "glue" in one.text]
    restore(old, fact.id[:11], now + LATER + DAY)
    assert replay(old.journal).facts[fact.id].status == "active"
    assert archive(old, now + LATER + 2 * DAY).batch == ""
    with pytest.raises(UnknownId, match="no fact in the archive"):
        restore(old, fact.id, now + LATER + 3 * DAY)


def test_saying_it_again_brings_it_back(old: Workspace, now: dt.datetime) -> None:
    archive(old, now + LATER)
    (fact,) = [one for one in away(old) if "glue" in one.text]
    day = (now + LATER).date()
    (old.root / "memory" / f"{day}.md").write_text("- lesson: the glue needs two days to cure\n")
    dream(old.root, now + LATER + DAY)
    assert replay(old.journal).facts[fact.id].status == "active"
    assert "glue" in old.memory.read_text()


def test_human_bytes_stay(old: Workspace, now: dt.datetime) -> None:
    human = old.memory.read_bytes().partition(b"<!-- noctuary:begin")[0]
    archive(old, now + LATER)
    assert old.memory.read_bytes().startswith(human)
    assert not [fact for fact in away(old) if fact.trust == "human"]


def test_a_month_has_a_name_and_a_second_time_nothing_to_do(old: Workspace, now: dt.datetime) -> None:
    assert archive(old, now + LATER).batch == f"archive:{now + LATER:%Y-%m}"
    assert archive(old, now + LATER).batch == ""


def test_what_was_asked_for_stays(old: Workspace, now: dt.datetime) -> None:
    fact = next(one for one in replay(old.journal).facts.values() if "glue" in one.text)
    line = f'{{"at":"2026-05-13T00:00:00Z","query":"1","facts":[["{fact.id}",0.9]]}}\n'
    (old.derived / "recalls.jsonl").write_text(line * 3 + '{"torn": \n[1]\n')
    assert accesses(old.derived, now + LATER) == {fact.id: 3}
    assert fact.id not in [one.fact.id for one in archive(old, now + LATER).put_away]
