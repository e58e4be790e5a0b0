"""Questions to the memory: ranking, standing, edges, modes."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.access import EVERY, Asker
from noctuary.consolidate.policy import DecayPolicy
from noctuary.index import Index
from noctuary.memory import Memory, fused


@pytest.fixture
def ask(index):
    return Memory(index)


def test_a_question_finds_a_version_among_hundreds_of_facts(index, ask, fact):
    noise = [fact(f"Service {n} runs version 1.{n} in zone {n % 7}", entity=f"service {n}") for n in range(300)]
    wanted = fact("Crane firmware is held at 4.18.2 until the retrofit", entity="Crane firmware")
    index.project([*noise, wanted], [], "h")
    found = ask.search("Which crane firmware version are we held at?", 5)
    assert found[0].id == wanted.id
    assert found[0].mode == "hybrid"
    assert found[0].sources == ("memory/2026-05-03.md:1",)


def test_a_superseded_fact_is_found_only_when_asked_for(index, ask, fact):
    """SG-043, SG-054: only what is believed answers, and what was replaced is still there to ask for."""
    old = fact("The gate opens at 06:00", status="superseded")
    new = fact("The gate opens at 06:30")
    index.project([old, new], [], "h")
    assert [h.id for h in ask.search("gate opens")] == [new.id]
    assert {h.id for h in ask.search("gate opens", include_superseded=True)} == {old.id, new.id}


def test_deleted_facts_are_never_found(index, ask, fact):
    index.project([fact("The gate opens at 06:00", status="deleted")], [], "h")
    assert ask.search("gate opens", include_superseded=True) == []


def test_candidates_come_after_what_is_believed_and_are_marked(index, ask, fact):
    sure = fact("The gate has a lamp")
    maybe = fact("The gate lamp may be broken", status="candidate")
    index.project([maybe, sure], [], "h")
    found = ask.search("gate lamp")
    assert [(h.id, h.status) for h in found] == [(sure.id, "active"), (maybe.id, "candidate")]
    assert found[1].score < found[0].score
    assert [h.believed for h in found] == [True, False]


def test_another_agents_facts_stay_unseen_unless_all_are_asked(index, fact):
    """SG-009, TB-004, TK-073: hidden from another agent, and found by it where it asks across agents."""
    mine, theirs = fact("The gate is blue"), fact("The gate is red", agent_id="pilot")
    index.project([mine, theirs], [], "h")
    assert [h.id for h in Memory(index).search("gate")] == [mine.id]
    assert len(Memory(index, asker=Asker(agent=EVERY)).search("gate")) == 2


def test_without_edges_a_search_is_the_plain_one(index, ask, fact, edge):
    """KG-040"""
    one, two = fact("The gate opens at 06:30"), fact("Divers work in the morning")
    index.project([one, two, edge(one.id, two.id)], [], "h")
    assert [h.id for h in ask.search("gate opens", follow_edges=False)] == [one.id]


def test_a_followed_edge_gives_half_the_score_times_its_weight_per_hop(index, ask, fact, edge):
    """KG-007 KG-043 KG-044 KG-046"""
    one, two, three, four = (fact(t, line=n) for n, t in enumerate(("The gate opens", "Divers", "Boats", "Nets"), 1))
    index.project([one, two, three, four, edge(two.id, one.id, "caused_by", weight=0.8), edge(two.id, three.id),
                   edge(three.id, four.id)], [], "h")  # fmt: skip
    found = {h.id: h for h in ask.search("gate opens", follow_edges=True, max_depth=2)}
    assert set(found) == {one.id, two.id, three.id}
    assert found[two.id].score == pytest.approx(found[one.id].score * 0.8 * 0.5)
    assert found[three.id].score == pytest.approx(found[two.id].score * 0.5)
    assert found[two.id].via == "caused_by memory/2026-05-03.md:1"
    assert found[three.id].via == "caused_by memory/2026-05-03.md:1 > related_to memory/2026-05-03.md:2"
    assert found[one.id].via is None


def test_what_words_vectors_and_edges_find_is_one_answer_without_doubles_and_no_longer_than_asked(
    index, ask, fact, edge
):
    """SG-055: one is found by words alone, one by vectors alone, one by an edge alone; the best ones stay."""
    words, near = fact("The Schleusentorantrieb is greased"), fact("Schleusentorantriebe rust", line=2)
    far, noise = fact("Divers"), [fact(f"Invoice {n} was paid", line=n + 9) for n in range(70)]
    index.project([words, near, far, *noise, edge(words.id, far.id, "caused_by")], [], "h")
    found = ask.search("greased Shleusentorantreib", 50, follow_edges=True)
    parts = {hit.id: {part.name for part in hit.parts} & {"words", "vectors", "edges"} for hit in found}
    assert len(found) == len(parts) <= 50
    assert parts[words.id] == {"words", "vectors"}
    assert (parts[near.id], parts[far.id]) == ({"vectors"}, {"edges"})
    assert ask.search("greased Shleusentorantreib", 1, follow_edges=True)[0].id == words.id
    assert len(ask.search("invoice paid", 50, follow_edges=True)) == 50


def test_edges_are_followed_from_the_best_three_only(index, ask, fact, edge):
    """KG-041"""
    direct = [fact(f"gate {'gate ' * n}opens", line=n) for n in range(1, 5)]
    ends = [fact(f"Elsewhere {n}") for n in range(4)]
    index.project([*direct, *ends, *(edge(a.id, b.id) for a, b in zip(direct, ends, strict=True))], [], "h")
    best = [h.id for h in ask.search("gate opens", 4)]
    reached = [h.id for h in ask.search("gate opens", 20, follow_edges=True) if h.via]
    expected = {b.id for a, b in zip(direct, ends, strict=True) if a.id in best[:3]}
    assert set(reached) == expected


def test_a_direct_hit_is_not_repeated_as_a_related_one(index, ask, fact, edge):
    """KG-045"""
    one, two = fact("The gate opens"), fact("The gate closes")
    index.project([one, two, edge(one.id, two.id)], [], "h")
    found = ask.search("gate", follow_edges=True)
    assert sorted(h.id for h in found) == sorted([one.id, two.id])
    assert [h.via for h in found] == [None, None]


def test_a_contradiction_is_not_followed_but_shown(index, ask, fact, edge):
    """KG-042"""
    one, two = fact("The gate opens at 06:30", status="contested"), fact("Six sharp is when it lifts")
    index.project([one, two, edge(one.id, two.id, "contradicts")], [], "h")
    found = ask.search("gate opens", follow_edges=True)
    assert [(h.id, h.contested_by) for h in found] == [(one.id, (two.id,))]


def test_a_clock_gives_todays_confidence(index, fact, now):
    index.project([fact("The gate opens", confidence=0.92)], [], "h")
    later = now + dt.timedelta(days=90)
    found = Memory(index, now=later, decay=DecayPolicy(idle_clock=False)).search("gate")[0]
    assert (found.confidence, round(found.current, 3)) == (0.92, 0.46)
    assert Memory(index).search("gate")[0].current is None


def test_vectors_help_where_words_find_too_little(index, ask, fact):
    """TK-053, TB-078"""
    wanted = fact("The Schleusentorantrieb needs grease")
    index.project([wanted, fact("Invoices go out on Friday")], [], "h")
    found = ask.search("Schleusentorantriebe")
    assert found[0].id == wanted.id
    assert ask.search("schleusentorantriebsmotor")[0].mode in ("fts", "hybrid")
    typo = ask.search("Shleusentorantreib")
    assert [(h.id, h.mode) for h in typo] == [(wanted.id, "hybrid")]


def test_words_alone_answer_when_there_are_no_vectors(tmp_path, fact):
    """TK-053, TB-002, TB-078: each answer tells by `mode` how it was found."""
    with Index.open(tmp_path / "index.sqlite") as index:
        index.project([fact("The gate opens"), fact("备用钥匙在厨房")], [], "h")
    with Memory.open(tmp_path / "index.sqlite") as memory:
        assert memory.search("gate")[0].mode == "fts"
        assert memory.search("厨")[0].mode == "like"
        assert memory.search("Shleusentor") == []


def test_reciprocal_ranks_start_at_one():
    """TK-054"""
    found = dict(fused([("a", 0.0), ("b", 0.0)], [("b", 0.0)], k=60))
    assert found["a"] == pytest.approx((1 / 61) / (2 / 61) / 2, abs=1e-4)
    assert found["b"] == pytest.approx((1 / 62 + 1 / 61) / (2 / 61) / 2, abs=1e-4)


def test_equals_of_two_rankings_go_by_id():
    """TK-008: words and vectors are put together in one order, whichever list comes first."""
    words, near = [("b", 0.5), ("a", 0.5)], [("a", 0.5), ("b", 0.5)]
    assert [found for found, _ in fused(words, near)] == [found for found, _ in fused(near, words)] == ["a", "b"]


def test_few_results_are_given_unless_more_are_asked_for(index, ask, fact):
    """TK-003: eight at most, the best ones."""
    index.project([fact(f"Gate number {n}", entity=f"gate {n}") for n in range(20)], [], "h")
    assert len(ask.search("gate")) == 8
    assert len(ask.search("gate", 20)) == 20


@settings(max_examples=60, deadline=None)
@given(query=st.text(max_size=30), k=st.integers(-1, 4), follow=st.booleans())
def test_every_query_gives_at_most_k_hits_in_order_and_no_error(query, k, follow, fact, edge):
    """TK-058, TK-004, SG-056, SG-071: bounded, and the same again, along edges too."""
    one, two = fact("The gate opens"), fact("Divers work")
    with Index.open(":memory:") as index:
        index.project([one, two, edge(one.id, two.id)], [], "h")
        found = Memory(index).search(query, k, follow_edges=follow)
        assert len(found) <= max(0, k)
        assert found == Memory(index).search(query, k, follow_edges=follow)
