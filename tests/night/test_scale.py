"""A night with a few new facts beside many old ones: it touches only what they could conflict with."""

from __future__ import annotations

import datetime as dt
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.templated import NOW, build
from noctuary.access import Asker
from noctuary.consolidate import sayings
from noctuary.index import Index
from noctuary.journal import heads, replay
from noctuary.judging import blocking as shelf
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish
from noctuary.text import claims
from noctuary.writing import NewEntity, Writer

Tree = Callable[[Path], dict[str, bytes]]
BY_DAY = NOW - dt.timedelta(hours=12)
PUMPS = ("northern", "southern", "eastern", "western", "upper", "lower")


def forget() -> None:
    """What this process has parsed so far."""
    claims._parse.cache_clear()
    shelf._known.clear()


def test_old_facts_are_not_parsed_again(tmp_path: Path) -> None:
    build(tmp_path, 800)
    forget()
    told = dream(tmp_path, NOW)
    assert told.superseded + told.asked > 0
    assert claims._parse.cache_info().misses < 500


def test_old_facts_are_read_once_and_looked_at_closely_where_they_may_tell_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, 800)
    work: Counter[str] = Counter()

    def counted(where: object, name: str, much: Callable[..., int] = lambda *_: 1) -> None:
        plain = getattr(where, name)

        def noted(*given: object) -> object:
            work[name] += much(*given)
            return plain(*given)

        monkeypatch.setattr(where, name, noted)

    counted(Index, "stored_vectors")
    counted(Index, "copy")
    counted(sayings, "_by_cue")
    counted(heads, "pieces", len)
    dream(tmp_path, NOW)
    assert work["stored_vectors"] == 1
    assert work["copy"] == 0
    assert 0 < work["_by_cue"] < 200
    assert work["pieces"] <= 5 * (tmp_path / "memory" / "graph.jsonl").stat().st_size


def test_a_night_without_its_index_writes_the_same_journal_and_page(tmp_path: Path) -> None:
    build(tmp_path / "kept", 300)
    shutil.copytree(tmp_path / "kept", tmp_path / "bare")
    (tmp_path / "bare" / ".noctuary" / "index.sqlite").unlink()
    for root in (tmp_path / "kept", tmp_path / "bare"):
        dream(root, NOW)
    for name in ("memory/graph.jsonl", "DREAMS.md", "MEMORY.md"):
        assert (tmp_path / "kept" / name).read_bytes() == (tmp_path / "bare" / name).read_bytes()


def test_an_index_filed_by_an_older_parser_changes_nothing(tmp_path: Path) -> None:
    build(tmp_path / "kept", 300)
    shutil.copytree(tmp_path / "kept", tmp_path / "older")
    from noctuary.index import Index

    with Index.open(open_workspace(tmp_path / "older").index) as index:
        index.db.execute("UPDATE meta SET value = 'older' WHERE key = 'parser'")
        index.db.execute("DELETE FROM posting")
    for root in (tmp_path / "kept", tmp_path / "older"):
        dream(root, NOW)
    same = [(tmp_path / name / "memory" / "graph.jsonl").read_bytes() for name in ("kept", "older")]
    assert same[0] == same[1]


def test_the_index_a_night_leaves_is_the_one_a_rebuild_makes(tmp_path: Path) -> None:
    build(tmp_path, 300)
    dream(tmp_path, NOW)
    from noctuary.index import Index

    workspace = open_workspace(tmp_path)
    with Index.open(workspace.index) as index:
        left, filed = index.digest(), index.shelf().everything()
    workspace.index.unlink()
    finish(workspace, replay(workspace.journal))
    with Index.open(workspace.index) as index:
        assert (index.digest(), index.shelf().everything()) == (left, filed)


def test_a_night_over_an_index_of_an_older_version_goes_on(workspace: Path, now: dt.datetime) -> None:
    """SG-001: after an upgrade the next night makes the index anew, questions tried on the copy included."""
    dream(workspace, now)
    with Index.open(open_workspace(workspace).index) as index:
        index.db.execute("UPDATE meta SET value = '1' WHERE key = 'schema_version'")
    (workspace / "memory" / "2026-05-12.md").write_text("- the API port is now 7070, no longer 9090\n")
    assert dream(workspace, now + dt.timedelta(days=1)).superseded == 1


def day_and_note(root: Path) -> None:
    """An agent writes by day, and a note says otherwise of half of it."""
    build(root, 300)
    writer = Writer(open_workspace(root, environ={}))
    said = tuple(f"the {name} pump of the greenhouse runs on port {8000 + n}" for n, name in enumerate(PUMPS))
    writer.create([NewEntity(name="greenhouse", type="Place", observations=said)], Asker(agent="a"), BY_DAY)
    lines = [f"- the {name} pump of the greenhouse runs on port {9000 + n}" for n, name in enumerate(PUMPS[:3])]
    (root / "memory" / f"{NOW.date()}.md").write_text("\n".join(lines) + "\n")


def test_what_was_written_by_day_is_held_against_the_night_with_the_index_as_without(tmp_path: Path) -> None:
    day_and_note(tmp_path / "kept")
    shutil.copytree(tmp_path / "kept", tmp_path / "bare")
    (tmp_path / "bare" / ".noctuary" / "index.sqlite").unlink()
    with Index.open(open_workspace(tmp_path / "kept").index, read_only=True) as index:
        assert index.is_waiting()
    for root in (tmp_path / "kept", tmp_path / "bare"):
        dream(root, NOW)
    journals = [(tmp_path / name / "memory" / "graph.jsonl").read_bytes() for name in ("kept", "bare")]
    assert journals[0] == journals[1]
    told = replay(tmp_path / "kept" / "memory" / "graph.jsonl")
    pumps = [fact.id for fact in told.facts.values() if "pump" in fact.text]
    assert [edge for edge in told.edges.values() if edge.src in pumps and edge.dst in pumps]


def test_a_dry_run_after_a_day_of_writing_leaves_the_index_as_it_is(tmp_path: Path, bytes_of: Tree) -> None:
    day_and_note(tmp_path / "kept")
    before = bytes_of(tmp_path / "kept")
    dream(tmp_path / "kept", NOW, dry_run=True)
    assert bytes_of(tmp_path / "kept") == before
