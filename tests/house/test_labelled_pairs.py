"""The labelled pairs and worlds that ship with the benchmarks are whole, and what is held back is learned by nobody."""

from __future__ import annotations

from collections import defaultdict

from benchmarks.asks import rows as read
from benchmarks.material import CONFLICTS, HELD, HERE, KINDS, labelled, load_own, stores
from noctuary.model import fold


def test_every_pair_has_a_known_label_and_two_texts() -> None:
    rows = [*load_own(), *(row for name in HELD for row in labelled(HERE / f"{name}.tsv"))]
    assert {row["label"] for row in rows} == set(KINDS)
    assert all(row["a"].strip() and row["b"].strip() and row["a_date"] <= row["b_date"] for row in rows)


def test_no_held_pair_is_learned_from() -> None:
    known = {frozenset((fold(row["a"]), fold(row["b"]))) for row in load_own()}
    for name in HELD:
        held = {frozenset((fold(row["a"]), fold(row["b"]))) for row in labelled(HERE / f"{name}.tsv")}
        assert len(held) == (359 if name == "held_plain" else 400)
        assert known.isdisjoint(held)


def test_every_scene_has_conflicts_and_more_that_are_none() -> None:
    files = sorted((HERE / "scenes").glob("*.tsv"))
    assert len(files) == 16
    for file in files:
        scenes: defaultdict[str, list[str]] = defaultdict(list)
        for row in read(file):
            assert row["b"].strip(), row
            assert not row["days"] or int(row["days"]) >= 0, row
            scenes[row["a"]].append(row["label"])
        for line, labels in scenes.items():
            clashing = sum(label in CONFLICTS for label in labels)
            assert line.strip(), file
            assert set(labels) <= set(KINDS), line
            assert 2 <= clashing <= len(labels) - clashing, line


def test_no_held_conflict_is_a_scene() -> None:
    shown = {fold(row[side]) for file in (HERE / "scenes").glob("*.tsv") for row in read(file) for side in "ab"}
    held = {fold(row[side]) for row in read(HERE / "held_conflicts.tsv") for side in ("line", "said")}
    assert shown.isdisjoint(held)


def test_what_is_planted_in_a_world_runs_from_the_older_to_the_newer() -> None:
    worlds = stores()
    assert any(world.is_held and world.planted for world in worlds)
    for world in worlds:
        for (i, j), label in world.planted.items():
            older, newer = world.said[i], world.said[j]
            assert label in KINDS
            assert older.said_on is not None
            assert newer.said_on is not None
            assert older.said_on <= newer.said_on


def test_no_planted_pair_of_a_held_world_is_learned_from() -> None:
    learned = {frozenset((row["a"], row["b"])) for row in load_own()}
    for world in stores():
        if world.is_held:
            assert learned.isdisjoint(frozenset((world.said[i].text, world.said[j].text)) for i, j in world.planted)
