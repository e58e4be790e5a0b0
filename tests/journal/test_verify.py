"""`verify` misses no line and no batch that is taken away, and calls no merge damage."""

from __future__ import annotations

import datetime as dt
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.importing import bring
from noctuary.journal import replay, verify
from noctuary.night import dream
from noctuary.review import decide, vouch
from noctuary.review_queue import queue
from noctuary.settings import open_workspace
from noctuary.undo import undo

NOW = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a real journal: nights, decisions, an import, a vouched fact, an undo and the undo of it."""
    from tests.conftest import make_workspace

    root = make_workspace(tmp_path_factory.mktemp("lived") / "w")
    workspace = open_workspace(root)
    dream(root, NOW)
    for number, question in enumerate(queue(workspace)):
        decide(workspace, question.review.id, "later", NOW + (number + 1) * dt.timedelta(hours=1))
    (root / "memory" / "2026-05-12.md").write_text("- decided: the alarm rings at 6:30\n- Max crew weight: 160 kg\n")
    dream(root, NOW + DAY)
    told = {"type": "entity", "name": "clock", "entityType": "thing", "observations": ["the key is brass"]}
    (root / "graph.json").write_text(json.dumps(told))
    batch = bring(workspace, [root / "graph.json"], NOW + 2 * DAY).batch
    undo(workspace, batch, NOW + 2 * DAY)
    undo(workspace, f"undo:{batch}", NOW + 2 * DAY)
    [fact, *_] = [one for one in replay(workspace.journal).facts.values() if "alarm" in one.text]
    vouch(workspace, fact.id, NOW + 2 * DAY)
    (root / "memory" / "2026-05-14.md").write_text("- Max crew weight: 170 kg\n")
    dream(root, NOW + 3 * DAY)
    return workspace.journal.read_bytes().splitlines(keepends=True)


def found(tmp_path: Path, lines: list[bytes]) -> list[str]:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(b"".join(lines))
    return [problem.message for problem in verify(path)]


def batch_of(line: bytes) -> str:
    name: str = json.loads(line)["night"]
    return name


def test_every_single_line_that_is_gone_is_told(tmp_path: Path, lived: list[bytes]) -> None:
    assert found(tmp_path, lived) == []
    missed = [n for n in range(len(lived)) if not found(tmp_path, lived[:n] + lived[n + 1 :])]
    assert missed == []


def test_every_batch_that_is_gone_is_told_but_the_last_which_nothing_follows(
    tmp_path: Path, lived: list[bytes]
) -> None:
    names = list(dict.fromkeys(map(batch_of, lived)))
    assert len(names) > 6
    unseen = [name for name in names if not found(tmp_path, [line for line in lived if batch_of(line) != name])]
    assert unseen == names[-1:]


def test_every_line_that_is_changed_is_told(tmp_path: Path, lived: list[bytes]) -> None:
    """Whatever field is changed by hand: a figure, a decision, a date."""
    for number, line in enumerate(lived):
        value = json.loads(line)
        value["at" if value["type"] == "night_closed" else "reason"] = "2026-01-01T00:00:00Z"
        changed = json.dumps(value).encode() + b"\n"
        assert found(tmp_path, [*lived[:number], changed, *lived[number + 1 :]]), line


@pytest.mark.parametrize("seed", range(4))
def test_lines_in_any_order_and_twice_are_no_damage(tmp_path: Path, lived: list[bytes], seed: int) -> None:
    mixed = lived * 2
    random.Random(seed).shuffle(mixed)
    assert found(tmp_path, mixed) == []


@pytest.mark.parametrize("apart", [dt.timedelta(0), DAY], ids=["one instant", "days"])
def test_two_branches_are_merged_not_damaged_and_each_line_of_them_still_counts(
    tmp_path: Path, make: Callable[[Path], Path], apart: dt.timedelta
) -> None:
    base = make(tmp_path / "base")
    dream(base, NOW)
    old = (base / "memory" / "graph.jsonl").read_bytes().splitlines(keepends=True)
    grown = []
    for number, line in enumerate(("- Max crew weight: 160 kg", "- the alarm rings at 6:30, decided")):
        root = base.with_name(str(number))
        shutil.copytree(base, root)
        (root / "memory" / f"2026-05-1{number}.md").write_text(f"{line}\n")
        dream(root, NOW + DAY + number * apart)
        grown.append((root / "memory" / "graph.jsonl").read_bytes().splitlines(keepends=True)[len(old) :])
    merged = [*old, *grown[0], *grown[1]]
    assert found(tmp_path, merged) == []
    if apart:
        missed = [n for n in range(len(merged)) if not found(tmp_path, merged[:n] + merged[n + 1 :])]
        assert missed == []


def test_what_verify_says_to_do_by_hand_makes_the_journal_sound(tmp_path: Path, lived: list[bytes]) -> None:
    """No mend leads into the next complaint: a lost line, then a lost batch."""
    number = next(n for n, line in enumerate(lived) if b'"type":"source"' in line)
    left = lived[:number] + lived[number + 1 :]
    [told] = found(tmp_path, left)
    assert "1 of its" in told
    name = batch_of(lived[number])
    place = next(n for n, line in enumerate(left) if b"night_closed" in line and batch_of(line) == name)
    value = json.loads(left[place])
    del value["sum"]
    value["count"] -= 1
    left[place] = json.dumps(value).encode() + b"\n"
    assert found(tmp_path, left) == []


def test_a_journal_of_closing_lines_that_name_nothing_is_sound(tmp_path: Path, lived: list[bytes]) -> None:
    """Lines written before batches named each other."""
    older = []
    for line in lived:
        value = json.loads(line)
        value.pop("after", None)
        value.pop("sum", None)
        older.append(json.dumps(value).encode() + b"\n" if value["type"] == "night_closed" else line)
    assert found(tmp_path, older) == []


def test_a_decision_that_changes_nothing_leaves_no_empty_batch(workspace: Path) -> None:
    dream(workspace, NOW)
    space = open_workspace(workspace)
    [question, *_] = queue(space)
    decide(space, question.review.id, "later", NOW + DAY)
    before = space.journal.read_bytes()
    decide(space, question.review.id, "later", NOW + DAY)
    assert space.journal.read_bytes() == before
