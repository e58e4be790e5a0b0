"""Walking: both directions, depths, relations, cycles."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.access import Asker
from noctuary.index import Index


@pytest.fixture
def chain(index, fact, edge):
    facts = [fact(f"Fact number {n}", entity="chain") for n in range(5)]
    edges = [edge(a.id, b.id, "caused_by") for a, b in pairwise(facts)]
    index.project([*facts, *edges], [], "h")
    return [f.id for f in facts]


def test_a_walk_of_depth_n_holds_the_nodes_at_depth_n(index, chain):
    """TB-068: the last level is not cut off."""
    found = index.walk(chain[0], 2)
    assert {(s.id, s.depth) for s in found.nodes} == {(chain[0], 0), (chain[1], 1), (chain[2], 2)}
    assert len(found.edges) == 2


def test_edges_are_walked_from_either_end(index, chain):
    """KG-046"""
    assert {s.id for s in index.walk(chain[4], 1).nodes} == {chain[3], chain[4]}
    assert {s.id for s in index.walk(chain[2], 1).nodes} == {chain[1], chain[2], chain[3]}


def test_a_walk_may_keep_to_one_direction(index, chain, edge):
    """TB-069: out and in by request, both by default; edges that lead the other way are not among those followed."""
    index.project([edge(chain[3], chain[1], "uses")], [], "h2")
    ways = {way: index.walk(chain[2], 1, direction=way) for way in ("out", "in", "both")}
    assert {way: {step.id for step in walk.nodes} for way, walk in ways.items()} == {
        "out": {chain[2], chain[3]}, "in": {chain[1], chain[2]}, "both": {chain[1], chain[2], chain[3]},
    }  # fmt: skip
    assert index.walk(chain[2], 1) == ways["both"]
    assert [(one.src, one.dst) for one in ways["out"].edges] == [(chain[2], chain[3])]
    assert {step.id for step in index.walk(chain[0], 9, direction="in").nodes} == {chain[0]}


def test_a_cycle_ends_and_each_edge_comes_once(index, chain, edge):
    """TB-068"""
    index.project([edge(chain[4], chain[0], "caused_by")], [], "h2")
    found = index.walk(chain[0], 50)
    assert len(found.nodes) == 5
    assert len(found.edges) == len({e.id for e in found.edges}) == 5


def test_a_filter_follows_only_its_relations(index, chain, edge):
    index.project([edge(chain[0], chain[4], "uses")], [], "h2")
    found = index.walk(chain[0], 9, ("uses",))
    assert {s.id for s in found.nodes} == {chain[0], chain[4]}
    assert [e.rel for e in found.edges] == ["uses"]


def test_an_unknown_start_gives_an_empty_walk(index):
    assert index.walk("b2:nothing", 3).nodes == ()


def test_facts_of_another_agent_are_not_entered(index, fact, edge):
    """SG-009"""
    mine, theirs = fact("Mine", agent_id="a"), fact("Theirs", agent_id="b")
    index.project([mine, theirs, edge(mine.id, theirs.id)], [], "h")
    index.show_to(Asker(agent="a"), None)
    found = index.walk(mine.id, 3)
    assert [s.id for s in found.nodes] == [mine.id]
    assert found.edges == ()


@settings(max_examples=60, deadline=None)
@given(pairs=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14), depth=st.integers(0, 4))
def test_a_walk_is_breadth_first_search(pairs, depth, fact, edge):
    facts = [fact(f"Fact number {n}", entity="n") for n in range(8)]
    near: dict[int, set[int]] = {n: set() for n in range(8)}
    for a, b in pairs:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    expected, frontier = {0: 0}, {0}
    for level in range(1, depth + 1):
        frontier = {m for n in frontier for m in near[n]} - set(expected)
        expected |= dict.fromkeys(frontier, level)
    with Index.open(":memory:") as index:
        index.project([*facts, *(edge(facts[a].id, facts[b].id, "uses") for a, b in pairs)], [], "h")
        found = index.walk(facts[0].id, depth)
    assert {s.id: s.depth for s in found.nodes} == {facts[n].id: level for n, level in expected.items()}
