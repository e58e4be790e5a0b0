"""What a few records touch is settled as the whole would be: the index follows from what stands."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from noctuary.index import Index, read
from noctuary.model import Edge, Entity, Fact, Merge, Support, Value, edge_id, entity_id, fact_id, merge_id

AT = dt.datetime(2026, 5, 4, 3, 0, tzinfo=dt.UTC)
KINDS = {Fact: "observation", Entity: "entity", Edge: "relation", Merge: "merge"}
NAMES = st.sampled_from(["Alice", "Bob", "Carol"])
TYPES = st.sampled_from(["person", "tool", "unknown"])
IDS = [entity_id(name, kind) for name in ("Alice", "Bob", "Carol") for kind in ("person", "tool", "unknown")] + [
    "x-a",
    "x-b",
]
SAID = [fact_id(f"says {number}", name) for number in range(4) for name in ("Alice", "Bob", "Carol")]


def said(number: int, name: str, about: str, aspect: str | None) -> Fact:
    text = f"says {number}"
    source = Support(ref="n.md", line=1, line_end=1, session="s", role="note", trust="agent", at=AT, quote=text)
    return Fact(
        id=fact_id(text, name),
        text=text,
        entity=name,
        kind="fact",
        status="active",
        confidence=0.6,
        aspect=aspect,
        method="single-source",
        verified_at=AT,
        trust="agent",
        sources=(source,),
        about=about,
    )


def described(name: str, kind: str, aliases: tuple[str, ...], other_id: str | None) -> Entity:
    return Entity(id=other_id or entity_id(name, kind), name=name, type=kind, aliases=aliases)


def tied(src: str, dst: str) -> Edge:
    return Edge(id=edge_id(src, dst, "uses"), src=src, dst=dst, rel="uses", reason="r")


def joined(kept: str, merged: str, is_undone: bool) -> Merge:
    return Merge(id=merge_id(kept, merged), kept=kept, merged=merged, reason="m", is_undone=is_undone)


FACTS = st.builds(said, st.integers(0, 3), NAMES, st.sampled_from(["", *IDS]), st.sampled_from([None, "a", "b"]))
ENTITIES = st.builds(
    described,
    NAMES,
    TYPES,
    st.lists(st.sampled_from(["Al", "Bob", "Carol"]), max_size=2).map(tuple),
    st.sampled_from([None, None, "x-a", "x-b"]),
)
ENDS = st.sampled_from([*IDS, *SAID])
EDGES = st.builds(tied, ENDS, ENDS).filter(lambda one: one.src != one.dst)
MERGES = st.builds(joined, st.sampled_from(IDS), st.sampled_from(IDS), st.booleans()).filter(
    lambda one: one.kept != one.merged
)
CALLS = st.lists(
    st.tuples(st.lists(st.one_of(FACTS, ENTITIES, EDGES, MERGES), min_size=1, max_size=3), st.integers(0, 9)),
    min_size=2,
    max_size=12,
)


def key_of(value: Any) -> tuple[str, str]:
    return KINDS[type(value)], value.id


@settings(max_examples=40)
@given(CALLS)
def test_however_records_come_the_index_is_what_a_rebuild_makes(calls: list[tuple[list[Any], int]]) -> None:
    """TB-008: byte for byte in every table, after each call."""
    state: dict[tuple[str, str], Value] = {}
    with Index.open(":memory:") as grown:
        grown.project([], [], "h")
        for number, (values, drop) in enumerate(calls):
            state |= {key_of(one): one for one in values}
            gone = [key for key in sorted(state)[drop : drop + 1] if drop < 4 and key not in map(key_of, values)]
            for key in gone:
                del state[key]
            grown.project(values, gone, f"h{number}")
        with Index.open(":memory:") as fresh:
            fresh.project([state[key] for key in sorted(state)], [], f"h{number}")
            assert read.contents(grown.db) == read.contents(fresh.db)


@pytest.mark.parametrize("size", [50, 400])
def test_one_more_record_looks_at_few_rows_however_many_there_are(size: int) -> None:
    """The work of one write does not grow with the memory: statements are counted, and the rows they step over."""
    with Index.open(":memory:") as index:
        names = [f"thing {number}" for number in range(size)]
        entities = [described(name, "tool", (), None) for name in names]
        index.project(
            [*entities, *(replace(said(1, name, "", None), text=f"{name} is one") for name in names)], [], "h"
        )
        before = index.db.total_changes()
        index.project([said(2, "thing 7", entity_id("thing 7", "tool"), None)], [], "h2")
        assert index.db.total_changes() - before < 40
