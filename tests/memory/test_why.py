"""The papers of a fact, its neighbours, and how ids are given."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest

from noctuary.access import EVERY, Asker
from noctuary.consolidate.policy import DecayPolicy
from noctuary.errors import UnknownId
from noctuary.memory import Memory
from noctuary.model import Entity, Night, Review, entity_id
from noctuary.papers import tell


@pytest.fixture
def story(index, fact, edge):
    old, new = fact("The gate opens at 06:00", status="superseded"), fact("The gate opens at 06:30", line=4)
    gate = Entity(id=entity_id("gate", "place"), name="gate", type="place")
    night = Night(id="n1", begun_at=dt.datetime(2026, 5, 3, tzinfo=dt.UTC), superseded=((old.id, new.id),))
    review = Review(id="r1", kind="contradiction", a=old.id, b=new.id, reason="two hours")
    index.project([old, new, gate, night, review, edge(new.id, old.id, "supersedes")], [], "h")
    return old, new, gate


def test_why_shows_sources_edges_neighbours_reviews_and_nights(index, story):
    old, new, _ = story
    papers = Memory(index).why(new.id)
    assert papers.fact == new
    assert papers.fact.sources[0].line == 4
    assert [(e.src, e.rel, e.dst) for e in papers.edges] == [(new.id, "supersedes", old.id)]
    assert papers.neighbours == (old,)
    assert [r.id for r in papers.reviews] == ["r1"]
    assert papers.nights == ("n1",)


def test_why_tells_all_that_a_verified_statement_has(index, fact):
    """KG-008: snippet, when and how it was verified and looked at again, by which sources, worth then and now."""
    seen = dt.datetime(2026, 2, 1, tzinfo=dt.UTC)
    looked = seen + dt.timedelta(days=10)
    told = fact("The gate API is v2", confidence=0.92, method="code-crossref", verified_at=seen,
                last_revalidated=looked, domain="api", half_life_days=60.0)  # fmt: skip
    index.project([told], [], "h")
    memory = Memory(index, now=looked + dt.timedelta(days=60), decay=DecayPolicy(idle_clock=False))
    papers = msgspec.json.decode(msgspec.json.encode(memory.why(told.id)))
    held = papers["fact"]
    assert (held["text"], held["confidence"], held["method"], held["domain"]) == (
        "The gate API is v2", 0.92, "code-crossref", "api",
    )  # fmt: skip
    assert (held["verified_at"], held["last_revalidated"]) == ("2026-02-01T00:00:00Z", "2026-02-11T00:00:00Z")
    assert [(one["ref"], one["line"]) for one in held["sources"]] == [("memory/2026-05-03.md", 1)]
    assert papers["current"] == pytest.approx(0.46)
    plain = fact("The gate is blue")
    index.project([plain], [], "h")
    assert not {"last_revalidated", "domain"} & msgspec.json.decode(msgspec.json.encode(plain)).keys()


def test_why_of_an_entity_names_it(index, story):
    papers = Memory(index).why(story[2].id)
    assert (papers.fact, papers.entity) == (None, story[2])


def test_an_id_may_be_shortened_as_long_as_it_is_one(index, story):
    new = story[1]
    assert Memory(index).resolve(new.id[3:11]) == new.id
    with pytest.raises(UnknownId, match="several"):
        Memory(index).resolve("b2:")
    for nothing in ("", "b2:ffffffff-none"):
        with pytest.raises(UnknownId, match="no record"):
            Memory(index).resolve(nothing)


def test_a_type_tells_apart_what_one_name_means(index):
    """TB-066: `type:name`, as the seed writes it, in any case; a name that holds a colon is still a name."""
    kinds = ("place", "tool")
    gates = {kind: Entity(id=entity_id("gate", kind), name="gate", type=kind) for kind in kinds}
    odd = Entity(id=entity_id("tool:gate 2"), name="tool:gate 2")
    index.project([*gates.values(), odd], [], "h")
    memory = Memory(index)
    assert {kind: memory.resolve(f"{kind}:gate") for kind in kinds} == {kind: gates[kind].id for kind in kinds}
    assert memory.resolve("Tool:Gate") == gates["tool"].id
    assert memory.resolve("tool:gate 2") == odd.id
    for nothing in ("person:gate", "tool:", "tool:door"):
        with pytest.raises(UnknownId, match="no record"):
            memory.resolve(nothing)


def test_related_gives_what_is_connected_and_believed(index, story, fact, edge):
    _, new, gate = story
    through = fact("The gate was painted", entity="gate")
    index.project([through, edge(new.id, gate.id, "mentions"), edge(through.id, gate.id, "mentions")], [], "h2")
    found = Memory(index).related(new.id)
    assert [(h.id, h.score) for h in found] == [(through.id, 0.25)]


def test_walk_takes_the_whole_neighbourhood_superseded_facts_too(index, story):
    old, new, _ = story
    assert {s.id for s in Memory(index).walk(new.id[:12], 1).nodes} == {old.id, new.id}


def test_a_walk_goes_one_edge_far_unless_it_is_told_to_go_further(index, fact, edge):
    """SG-003"""
    one, two, three = (fact(f"Gate {n}") for n in range(3))
    index.project([one, two, three, edge(one.id, two.id, "uses"), edge(two.id, three.id, "uses")], [], "h")
    assert {step.id for step in Memory(index).walk(one.id).nodes} == {one.id, two.id}
    assert {step.id for step in Memory(index).walk(one.id, 2).nodes} == {one.id, two.id, three.id}


def test_another_agents_fact_has_no_papers_here(index, fact):
    """SG-009, TK-073"""
    theirs = fact("The gate is red", agent_id="pilot")
    index.project([theirs], [], "h")
    with pytest.raises(UnknownId):
        Memory(index).why(theirs.id)
    assert Memory(index, asker=Asker(agent=EVERY)).why(theirs.id).fact == theirs


@pytest.mark.parametrize("decision", [None, "later", "keep_b"])
def test_why_of_a_question_shows_both_sides_and_the_nights_that_asked(index, fact, decision):
    old, new = fact("The gate opens at 06:00"), fact("The gate opens at 06:30", line=4)
    night = Night(id="n1", begun_at=dt.datetime(2026, 5, 3, tzinfo=dt.UTC), asked=("b2:abcdef0123456789",))
    review = Review(id="b2:abcdef0123456789", kind="contradiction", a=old.id, b=new.id, reason="two hours",
                    slot="the gate", a_value="06:00", b_value="06:30", decision=decision)  # fmt: skip
    index.project([old, new, night, review], [], "h")
    for prefix in (review.id, "b2:abcdef", "abcdef01"):
        papers = Memory(index).why(prefix)
        assert (papers.fact, papers.entity, papers.question) == (None, None, review)
        assert (papers.neighbours, papers.nights) == ((old, new), ("n1",))
    told = "\n".join(tell(papers, dt.UTC))
    for words in ("06:00 or 06:30?", "two hours", old.id, new.id, "memory/2026-05-03.md:4", "asked it: n1",
                  (decision or "open").replace("_", "-")):  # fmt: skip
        assert words in told
    with pytest.raises(UnknownId, match=f"is a question.*{old.id} and {new.id}"):
        Memory(index).walk(review.id)


def test_why_of_a_question_about_one_fact_or_two_names(index, fact):
    one = fact("The gate opens at 06:00")
    names = [Entity(id=entity_id(name, "place"), name=name, type="place") for name in ("gate", "north gate")]
    stale = Review(id="b2:aa00000000000000", kind="reverify", a=one.id, reason="Is this still so: “06:00”?")
    alike = Review(id="b2:bb00000000000000", kind="same_entity", a=names[0].id, b=names[1].id, reason="alike")
    index.project([one, *names, stale, alike], [], "h")
    told = "\n".join(tell(Memory(index).why("b2:aa"), dt.UTC))
    assert "Is this still so" in told
    assert one.text in told
    told = "\n".join(tell(Memory(index).why("b2:bb"), dt.UTC))
    assert all(entity.name in told for entity in names)


def test_a_question_about_what_is_private_is_no_question_to_others(index, fact):
    mine, open_ = fact("The safe is open", visibility="agent-private", agent_id="a"), fact("The safe is shut", line=2)
    review = Review(id="b2:cc00000000000000", kind="contradiction", a=mine.id, b=open_.id, reason="open or shut")
    index.project([mine, open_, review], [], "h")
    with pytest.raises(UnknownId, match="no record"):
        Memory(index).why("b2:cc")


def test_what_is_known_of_an_entity_is_asked_by_its_name_as_by_its_id(index, fact):
    gate = Entity(id=entity_id("gate", "place"), name="gate", type="place")
    opens = fact("The gate opens at 06:30", "gate")
    index.project([opens, gate], [], "h")
    memory = Memory(index)
    assert memory.known_of("gate") == memory.known_of(gate.id) == [opens]
    with pytest.raises(UnknownId, match="nobody"):
        memory.known_of("nobody")


def test_a_direction_that_is_none_is_refused(index, story):
    _, new, _ = story
    with pytest.raises(UnknownId, match="say out, in or both"):
        Memory(index).walk(new.id, direction="sideways")
