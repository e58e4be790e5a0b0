"""One answer of facts and passages: what stands above what, what is marked, what is left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from noctuary.hits import Hit, Wanted
from noctuary.index import Index
from noctuary.index.passages import FileMark
from noctuary.memory import Memory
from noctuary.model import Watermark
from noctuary.passages import Leaf, cut

DAY = dt.datetime(2026, 5, 3, tzinfo=dt.UTC)
Put = Callable[..., None]


@pytest.fixture
def put(index: Index) -> Put:
    """Let a note of a day hold these lines, each a passage of its own."""

    def write(ref: str, *lines: str, at: dt.datetime = DAY, trust: str = "agent", kind: str = "diary") -> None:
        leaves = [
            Leaf(text=text, line=n, line_end=n, role="note", trust=trust, session=str(n), at=at, is_turn=True)  # type: ignore[arg-type]
            for n, text in enumerate(lines, 1)
        ]
        mark = Watermark(ref=ref, sha256="", size=1, lines=1, dialect="note")
        with index.keep_passages() as keeper:
            keeper.put_file(FileMark(mark=mark, stamp=""), list(cut(ref, kind, leaves)))  # type: ignore[arg-type]

    return write


def ask(index: Index, query: str, k: int = 8, **wanted: object) -> list[Hit]:
    return Memory(index).search(query, k, wanted=Wanted(**wanted))  # type: ignore[arg-type]


def test_a_fact_stands_above_the_passage_it_was_cut_from_and_carries_it(index, put, fact):
    index.project([fact("The gate opens at 06:30", line=1)], [], "h")
    put("memory/2026-05-03.md", "remember: the gate opens at 06:30, and the bell rings")
    found = ask(index, "gate opens")
    assert [(hit.is_passage, hit.passage and hit.passage.line) for hit in found] == [(False, 1)]
    assert "bell" in found[0].passage.text


def test_words_and_vectors_are_both_asked_whatever_the_other_finds(index, put, fact):
    """TK-078, TK-053: no list is skipped because another found something."""
    index.project([fact(f"The gate number {n} is closed") for n in range(12)], [], "h")
    put("memory/2026-05-02.md", "The portal was shut for repairs")
    parts = {part.name for hit in ask(index, "gate closed") for part in hit.parts}
    assert {"words", "vectors"} <= parts


def test_what_is_only_read_is_marked_and_comes_after_what_is_believed_where_both_say_it(index, put, fact):
    index.project([fact("The gate opens at 06:30", line=40)], [], "h")
    put("memory/2026-05-02.md", "The gate opens at 06:30 in summer")
    found = ask(index, "gate opens at 06:30")
    assert [(hit.believed, hit.status) for hit in found] == [(True, "active"), (False, "passage")]


def test_words_from_outside_are_marked_by_their_trust_and_come_after_a_humans(index, put):
    put("memory/a.md", "The gate code rule is posted at the mill", trust="untrusted", kind="notes")
    put("memory/b.md", "The gate code rule is posted at the barn", trust="human", kind="notes")
    assert [hit.trust for hit in ask(index, "gate code rule posted")] == ["human", "untrusted"]


def test_the_same_words_in_two_files_are_one_hit_that_names_both(index, put):
    for name in ("a", "b"):
        put(f"memory/{name}.md", "The heron nests in the boathouse behind the mill", kind="notes")
    found = ask(index, "heron boathouse")
    assert [(hit.sources, hit.also) for hit in found] == [(("memory/a.md:1",), ("memory/b.md:1",))] or [
        (hit.sources, hit.also) for hit in found
    ] == [(("memory/b.md:1",), ("memory/a.md:1",))]


def test_the_later_of_two_tellings_comes_first(index, put):
    put("memory/2026-04-01.md", "The harbour office opens at eight", at=DAY - dt.timedelta(days=32))
    put("memory/2026-05-03.md", "From now on the harbour office opens at ten and closes at four")
    found = ask(index, "when does the harbour office open")
    assert [hit.at for hit in found] == sorted((hit.at for hit in found), reverse=True)


def test_what_was_replaced_comes_right_below_its_successor_and_says_so(index, put, fact):
    """SG-043"""
    new = fact("The gate opens at 06:30", line=9)
    old = fact("The gate opens at 06:00", line=1, status="superseded", superseded_by=new.id)
    index.project([old, new], [], "h")
    put("memory/2026-05-03.md", "The gate opens at 06:00")
    found = ask(index, "gate opens at 06:00")
    assert [(hit.id == new.id, hit.superseded_by) for hit in found] == [(True, None), (False, new.id)]
    again = ask(index, "gate opens at 06:00", superseded=True)
    assert [hit.id for hit in again[:2]] == [new.id, old.id]


def test_a_contested_fact_shows_the_other_side(index, fact, edge):
    """KG-042"""
    one, two = fact("The gate opens at 06:30", status="contested"), fact("Six sharp is when it lifts")
    index.project([one, two, edge(one.id, two.id, "contradicts")], [], "h")
    assert ask(index, "gate opens at 06:30")[0].other_side == ("Six sharp is when it lifts",)


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        ({"kinds": ("facts",)}, {"fact"}),
        ({"kinds": ("diary",)}, {"diary"}),
        ({"kinds": ("sessions", "notes")}, {"sessions", "notes"}),
        ({"since": dt.date(2026, 5, 3)}, {"fact", "sessions"}),
        ({"until": dt.date(2026, 5, 1)}, {"diary"}),
        ({"min_confidence": 0.5}, {"fact"}),
        ({"min_confidence": 0.9}, set()),
        ({"types": ("project",)}, set()),
    ],
)
def test_a_filter_lets_through_what_it_names(index, put, fact, wanted, kinds):
    """TB-063 TB-067 TK-083"""
    late = fact("The gate is green", line=30, sources=(fact("x").sources[0].__class__(
        ref="memory/x.md", line=3, line_end=3, session="x", role="note", trust="human", at=DAY),))  # fmt: skip
    index.project([late], [], "h")
    put("memory/2026-05-01.md", "The gate is tall and grey", at=DAY - dt.timedelta(days=2))
    put("s.jsonl", "The gate is heavy iron", kind="sessions", at=DAY + dt.timedelta(days=1))
    put("memory/n.md", "The gate is a wooden thing", kind="notes", at=DAY - dt.timedelta(days=1))
    assert {hit.kind for hit in ask(index, "gate", **wanted)} == kinds


def test_passages_about_an_entity_are_those_that_name_it(index, put, fact):
    index.project([fact("The lamp is red", entity="Mole light"), fact("The lamp is blue", entity="Pier")], [], "h")
    put("memory/2026-05-02.md", "The Mole light lamp was changed", "The lamp in the hall was changed")
    memory = Memory(index)
    about = memory.about("Mole light")
    found = memory.search("lamp", wanted=Wanted(entities=(about.id,), names=(about.name,)))
    assert {hit.text for hit in found} == {"The lamp is red", "The Mole light lamp was changed"}


def test_passages_of_another_agents_files_are_not_shown(index, put):
    put("memory/a.md", "The gate is blue", kind="notes")
    index.db.execute("UPDATE passage_file SET agent_id = 'pilot', visibility = 'agent-private'")
    assert ask(index, "gate blue") == []


@pytest.mark.parametrize("query", ["gate", "what gate", "gate gate gate gate"])
def test_asked_twice_it_answers_the_same(index, put, fact, query):
    """TK-004"""
    index.project([fact(f"The gate {n}") for n in range(30)], [], "h")
    put("memory/a.md", *(f"The gate and the door {n}" for n in range(30)), kind="notes")
    assert ask(index, query) == ask(index, query)
