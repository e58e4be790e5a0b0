"""Two branches of one memory, each with nights of its own, merged by git's union: the next night compares them."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from noctuary.importing import bring
from noctuary.journal import State, append, record, replay, verify
from noctuary.journal.records import closing
from noctuary.model import Night
from noctuary.night import dream
from noctuary.review import decide
from noctuary.settings import open_workspace
from tests.conftest import Once, make_workspace

NOW = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
PAIRS = [
    ("- Battery life: 14 days", "- Battery life: 21 days"),
    ("- Max crew weight: 160 kg", "- Max crew weight: 170 kg"),
    ("- rule: the alarm rings at 6:30", "- rule: the alarm rings at 7:15"),
]


def journal(root: Path) -> Path:
    return root / "memory" / "graph.jsonl"


def state(root: Path) -> State:
    return replay(journal(root))


def union(base: Path, ours: Path, theirs: Path) -> None:
    """Take over what `theirs` has, as git does with `merge=union`."""
    merged = subprocess.run(
        ["git", "merge-file", "--union", "-p", journal(ours), journal(base), journal(theirs)],
        capture_output=True,
        check=True,
    ).stdout
    journal(ours).write_bytes(merged)
    for note in sorted((theirs / "memory").glob("*.md")):
        if not (ours / "memory" / note.name).exists():
            shutil.copy(note, ours / "memory" / note.name)


@pytest.fixture
def base(once: Once, tmp_path: Path) -> Path:
    return once(_base, tmp_path / "base")


def _base(root: Path) -> None:
    make_workspace(root)
    (root / "memory" / "2026-05-10.md").write_text("- lunch with Ines\n")
    (root / "memory" / "2026-05-09.md").write_text("- the API port is now 9090, no longer 8080\n")
    dream(root, NOW)


def branch(base: Path, name: str, line: str, night: dt.datetime, note: str) -> Path:
    root = base.with_name(name)
    shutil.copytree(base, root)
    (root / "memory" / note).write_text(f"{line}\n")
    dream(root, night)
    return root


def both(base: Path, pair: tuple[str, str], apart: dt.timedelta = DAY) -> tuple[Path, Path]:
    """Two branches of `base`, the second with its night `apart` later."""
    first = branch(base, "first", pair[0], NOW + DAY, "2026-05-11.md")
    return first, branch(base, "second", pair[1], NOW + DAY + apart, "2026-05-13.md")


def disputes(root: Path) -> set[frozenset[str]]:
    """The pairs of texts that are asked about, or of which one replaced the other."""
    found = state(root)
    asked = {(one.a, one.b) for one in found.reviews.values() if one.b}
    replaced = {(key, fact.superseded_by) for key, fact in found.facts.items() if fact.superseded_by}
    return {frozenset(found.facts[end].text for end in ends if end) for ends in asked | replaced}


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("apart", [DAY, dt.timedelta(0), dt.timedelta(seconds=1)], ids=["days", "one name", "seconds"])
@pytest.mark.parametrize("is_turned", [False, True])
def test_facts_of_two_branches_are_judged_by_the_next_night(
    base: Path, pair: tuple[str, str], apart: dt.timedelta, is_turned: bool
) -> None:
    """TB-107: in whichever order the branches stand, and whatever their nights are called."""
    ours, theirs = both(base, pair, apart)[:: -1 if is_turned else 1]
    before = disputes(ours) | disputes(theirs)
    union(base, ours, theirs)
    dream(ours, NOW + 5 * DAY)
    assert len(disputes(ours) - before) == 1
    assert verify(journal(ours)) == []


def test_what_was_judged_is_not_judged_again_and_the_second_night_writes_nothing(base: Path) -> None:
    ours, theirs = both(base, PAIRS[0])
    union(base, ours, theirs)
    dream(ours, NOW + 5 * DAY)
    after = journal(ours).read_bytes()
    told = dream(ours, NOW + 6 * DAY)
    assert (told.state, journal(ours).read_bytes()) == ("nothing", after)
    (ours / "memory" / "2026-05-18.md").write_text("- decided: the dial is white\n")
    asked = set(state(ours).reviews)
    dream(ours, NOW + 7 * DAY)
    assert set(state(ours).reviews) == asked


def test_what_the_human_decided_after_the_merge_stands(base: Path) -> None:
    ours, theirs = both(base, PAIRS[0])
    union(base, ours, theirs)
    dream(ours, NOW + 5 * DAY)
    [asked] = [one for one in state(ours).reviews.values() if one.decision is None and one.b]
    decide(open_workspace(ours), asked.id, "both", NOW + 5 * DAY)
    again = branch(ours, "third", "- decided: the dial is white", NOW + 8 * DAY, "2026-05-19.md")
    union(ours, again, ours)
    dream(again, NOW + 9 * DAY)
    assert state(again).reviews[asked.id].decision == "both"
    assert [one for one in state(again).reviews.values() if one.decision is None and one.b] == []


def test_a_decision_between_the_merge_and_the_night_hides_nothing(base: Path) -> None:
    ours, theirs = both(base, PAIRS[0])
    union(base, ours, theirs)
    [open_, *_] = [one for one in state(ours).reviews.values() if one.decision is None] or [None]
    if open_ is not None:
        decide(open_workspace(ours), open_.id, "later", NOW + 4 * DAY)
    found = state(ours)
    at = found.next_instant(NOW + 4 * DAY)
    made = [record(one, at, "archive:2026-05") for one in list(found.entities.values())[:1]]
    append(journal(ours), [*made, closing("archive:2026-05", at, len(made))])
    before = disputes(ours)
    dream(ours, NOW + 5 * DAY)
    assert len(disputes(ours) - before) == 1


def test_three_branches_and_a_branch_of_a_branch_meet(base: Path) -> None:
    first = branch(base, "first", "- Battery life: 14 days", NOW + DAY, "2026-05-11.md")
    second = branch(first, "second", "- rule: the alarm rings at 6:30", NOW + 2 * DAY, "2026-05-12.md")
    third = branch(base, "third", "- rule: the alarm rings at 7:15", NOW + 3 * DAY, "2026-05-13.md")
    (first / "memory" / "2026-05-14.md").write_text("- Battery life: 21 days\n")
    dream(first, NOW + 4 * DAY)
    union(base, third, first)
    union(base, third, second)
    before = disputes(first) | disputes(second) | disputes(third)
    dream(third, NOW + 9 * DAY)
    [new] = disputes(third) - before
    assert all("alarm" in text for text in new)


def test_a_branch_that_only_imported_is_judged(base: Path) -> None:
    ours = branch(base, "ours", "- Battery life: 14 days", NOW + 3 * DAY, "2026-05-11.md")
    theirs = base.with_name("theirs")
    shutil.copytree(base, theirs)
    told = {"type": "entity", "name": "notes", "entityType": "thing", "observations": ["Battery life: 21 days"]}
    (theirs / "graph.json").write_text(json.dumps(told))
    bring(open_workspace(theirs), [theirs / "graph.json"], NOW + DAY)
    union(base, ours, theirs)
    before = disputes(ours)
    dream(ours, NOW + 5 * DAY)
    assert len(disputes(ours) - before) == 1


def test_a_night_that_was_taken_back_compared_nothing(base: Path) -> None:
    """An undone night's record says so, wherever the graph of batches puts it."""
    from noctuary.journal.branches import compared

    found = state(base)
    night = found.nights["2026-05-12"]
    assert compared(found).unjudged == frozenset()
    at = found.next_instant(NOW)
    undone = Night(id=night.id, begun_at=night.begun_at, undone=True)
    append(journal(base), [record(undone, at, "undo:2026-05-12"), closing("undo:2026-05-12", at, 1, ("x",))])
    assert compared(state(base)).unjudged == frozenset(found.facts)
