"""The projection: a function of the values that stand, whatever the order and number of calls."""

from __future__ import annotations

import datetime as dt
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.index import Index
from noctuary.model import Entity, Night, Review, Watermark, entity_id


def _tool(name: str, **changed: Any) -> Entity:
    return Entity(**{"id": entity_id(name, "tool"), "name": name, "type": "tool"} | changed)


def _same(one: Index, other: Index) -> bool:
    return one.digest() == other.digest()


def test_every_value_comes_back_as_it_went_in(index, fact, edge, support):
    """TK-077, TK-041: facts with their papers, entities, edges, questions and nights in one SQLite file."""
    known = fact(
        "The lock opens at 06:30", aspect="Opening hours", domain="api", half_life_days=None,
        last_revalidated=dt.datetime(2026, 5, 1, tzinfo=dt.UTC), valid_from=dt.date(2026, 4, 1),
        valid_to=dt.date(2026, 9, 30), said_on=dt.date(2026, 3, 30), superseded_by="b2:x", contradicting=2,
        score=0.4, agent_id="pilot", visibility="agent-private", kind="constraint", status="contested",
        sources=(support(3, cues=("rule",), durability=0.5, event="b2:e"), support(9, at=None, origin="scheduled")),
    )  # fmt: skip
    other = fact("The crane lifts 12 t")
    harbour = Entity(id=entity_id("harbour", "place"), name="harbour", type="place", aliases=("the port", "dock"))
    values = [
        known, other, harbour, edge(known.id, other.id, weight=0.3, rel_raw="RELATES_TO"),
        Review(id="r1", kind="contradiction", a=known.id, b=other.id, reason="two hours", decision="both",
               decided_by="human", decided_at=dt.datetime(2026, 5, 2, tzinfo=dt.UTC)),
        Night(id="n1", begun_at=dt.datetime(2026, 5, 3, tzinfo=dt.UTC), days=("2026-05-02",), counts={"events": 3}),
        Watermark(ref="memory/2026-05-03.md", sha256="0" * 64, size=10, lines=2, dialect="note"),
    ]  # fmt: skip
    index.project(values, [], "h")
    assert [index.fact(known.id), index.fact(other.id)] == [known, other]
    assert index.entities() == [harbour]
    assert index.edges() == [values[3]]
    assert index.reviews() == [values[4]]
    assert index.nights() == [values[5]]
    assert index.watermarks() == [values[6]]
    assert index.used_days() == [dt.date(2026, 5, 2)]
    assert set(index.ids()) == {
        ("observation", known.id), ("observation", other.id), ("entity", harbour.id), ("relation", values[3].id),
        ("review", "r1"), ("night", "n1"), ("source", "memory/2026-05-03.md"),
    }  # fmt: skip


def test_projecting_the_same_values_again_changes_nothing(index, fact, edge):
    one, two = fact("The crane lifts 12 t"), fact("The crane is blue", aspect="Look")
    values = [one, two, edge(one.id, two.id), _tool("harbour")]
    index.project(values, [], "h")
    before = index.digest()
    index.project(values, [], "h")
    assert index.digest() == before
    assert index.head() == "h"


def test_a_projection_that_fails_leaves_everything_as_it_was(index, fact):
    index.project([fact("The crane lifts 12 t")], [], "h1")
    before = index.digest()
    with pytest.raises(apsw.ConstraintError):
        index.project([fact("The crane is blue"), fact("x", status="nonsense")], [], "h2")
    assert index.digest() == before


def test_a_name_without_a_record_gets_a_stub_until_the_record_comes(index, fact):
    """MT-052"""
    index.project([fact("Argo is pinned", entity="Argo")], [], "h1")
    assert [(e.name, e.type) for e in index.entities()] == [("Argo", "unknown")]
    assert index.entities(with_stubs=False) == []
    index.project([_tool("Argo")], [], "h2")
    assert [(e.name, e.type) for e in index.entities()] == [("Argo", "tool")]
    index.project([], [("entity", entity_id("Argo", "tool"))], "h3")
    assert [(e.name, e.type) for e in index.entities()] == [("Argo", "unknown")]


def test_a_fact_belongs_to_the_entity_that_has_its_name_as_an_alias(index, fact):
    index.project([fact("k8s is at 1.31", entity="k8s"), _tool("Kubernetes", aliases=("k8s",))], [], "h")
    owner = index.db.execute("SELECT entity_id FROM observations").fetchone()[0]
    assert owner == entity_id("Kubernetes", "tool")


def test_an_edge_waits_for_its_end_and_shows_when_it_appears(index, fact, edge):
    one, two = fact("The crane lifts 12 t"), fact("The crane is blue")
    index.project([one, edge(one.id, two.id)], [], "h1")
    assert index.edges() == []
    assert index.counts()["edges_waiting"] == 1
    index.project([two], [], "h2")
    assert [(e.src, e.dst) for e in index.edges()] == [(one.id, two.id)]


def test_an_edge_to_a_name_leads_to_the_entity_that_is_described_later(index, fact, edge):
    one = fact("Argo is pinned", entity="Argo")
    index.project([one, edge(one.id, entity_id("Argo"), "mentions")], [], "h1")
    assert index.edges()[0].dst == entity_id("Argo")
    index.project([_tool("Argo")], [], "h2")
    assert index.edges()[0].dst == entity_id("Argo", "tool")


def test_deleting_a_fact_takes_its_sources_words_and_edges_from_sight(index, fact, edge):
    """TB-046 TB-048"""
    one, two = fact("The crane lifts 12 t"), fact("The crane is blue")
    index.project([one, two, edge(one.id, two.id)], [], "h1")
    index.project([], [("observation", one.id)], "h2")
    assert index.fact(one.id) is None
    assert index.edges() == []
    assert index.match("lifts", 5, ("active",)) == []
    assert index.db.execute("SELECT count(*) FROM source").fetchone()[0] == 1


def test_full_text_follows_every_edit(index, fact):
    """TB-047, TB-048, TK-068"""
    before = fact("The crane lifts 12 t")
    index.project([before], [], "h1")
    assert index.match("crane", 5, ("active",))
    after = fact("The derrick lifts 12 t", id=before.id, sources=())
    index.project([after], [], "h2")
    assert index.match("crane", 5, ("active",)) == []
    assert [m.id for m in index.match("derrick", 5, ("active",))] == [before.id]
    index.project([_tool("harbour", aliases=("quayside",))], [], "h3")
    assert [m.id for m in index.match("quayside", 5, ("active",))] == [before.id]
    index.db.execute("INSERT INTO observations_fts(observations_fts) VALUES ('integrity-check')")


def test_two_records_of_one_name_and_type_show_as_one_and_both_ids_lead_to_it(index, fact, edge):
    """TB-017: one row, whatever was recorded."""
    one = fact("Argo is pinned", entity="Argo")
    values = [one, _tool("Argo", id="uuid-2"), _tool("Argo", id="uuid-1"), edge(one.id, "uuid-2", "mentions")]
    index.project(values, [], "h")
    assert [e.id for e in index.entities()] == ["uuid-1"]
    assert index.edges()[0].dst == "uuid-1"
    index.project([], [("entity", "uuid-1")], "h2")
    assert [e.id for e in index.entities()] == ["uuid-2"]


_IDS = {"Argo": "e-1", "Flux": "e-2", "Helm": "e-3"}
_NAMES = st.sampled_from(sorted(_IDS))
_ENTITY_IDS = ["e-1", "e-2", "e-3", entity_id("Argo"), entity_id("Flux", "tool")]


def _pool(fact: Any, edge: Any) -> st.SearchStrategy[tuple[str, str, Any]]:
    """(journal type, id, value or None for a tombstone), few ids so that they meet often."""
    fact_ids = ["f-1", "f-2", "f-3"]
    ends = st.sampled_from([*fact_ids, *_ENTITY_IDS, "nowhere"])
    facts = st.builds(
        lambda key, word, name, aspect, lines: fact(
            f"{name} {word}", entity=name, id=key, aspect=aspect,
            sources=tuple(fact("x", line=line).sources[0] for line in lines)),
        st.sampled_from(fact_ids), st.sampled_from(["runs", "stops", "在厨房"]),
        st.sampled_from(["Argo", "argo", "Flux", "kubernetes", ""]),
        st.sampled_from([None, "Look", "look"]), st.lists(st.integers(1, 3), max_size=3),
    )  # fmt: skip
    entities = st.builds(
        lambda key, name, kind, aliases: Entity(id=key, name=name, type=kind, aliases=tuple(aliases)),
        st.sampled_from(_ENTITY_IDS), _NAMES, st.sampled_from(["tool", "unknown"]),
        st.lists(st.sampled_from(["kubernetes", "Argo", "argo"]), max_size=2),
    )  # fmt: skip
    edges = st.builds(
        lambda key, src, dst, rel: edge(src, dst, rel, id=key),
        st.sampled_from(["x-1", "x-2", "x-3"]), ends, ends, st.sampled_from(["uses", "contradicts"]),
    )  # fmt: skip
    puts = st.one_of(
        facts.map(lambda v: ("observation", v.id, v)),
        entities.map(lambda v: ("entity", v.id, v)),
        edges.map(lambda v: ("relation", v.id, v)),
    )
    drops = st.one_of(
        st.sampled_from(fact_ids).map(lambda key: ("observation", key, None)),
        st.sampled_from(_ENTITY_IDS).map(lambda key: ("entity", key, None)),
        st.sampled_from(["x-1", "x-2"]).map(lambda key: ("relation", key, None)),
    )
    return st.one_of(puts, puts, drops)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_night_by_night_and_all_at_once_give_the_same_tables(data, fact, edge):
    nights = data.draw(st.lists(st.lists(_pool(fact, edge), max_size=5), max_size=5))
    stands: dict[tuple[str, str], Any] = {}
    with Index.open(":memory:") as slow, Index.open(":memory:") as fast:
        for records in nights:
            last = {(kind, key): value for kind, key, value in records}
            stands |= last
            slow.project([v for v in last.values() if v], [k for k, v in last.items() if v is None], "h")
        everything = data.draw(st.permutations(list(stands.items())))
        fast.project([v for _, v in everything if v], [k for k, v in everything if v is None], "h")
        if not nights:
            slow.project([], [], "h")
        assert _same(slow, fast)
        assert slow.db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert set(slow.ids()) == {key for key, value in stands.items() if value}
