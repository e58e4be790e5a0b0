"""Full text: any words in, ranked facts out, never an SQLite error."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from noctuary.access import Asker
from noctuary.index import Index
from noctuary.index.search import terms

ACTIVE = ("active",)


@pytest.fixture(scope="module")
def stocked(fact):
    with Index.open(":memory:") as opened:
        texts = [
            ("The tide gate opens at 06:30", "tide gate"), ("Crane firmware is held at 4.18.2", "crane"),
            ("The crane is painted every spring", "crane"), ("Invoices are sent by the harbour office", "office"),
            ("La bomba pequeña se revisa mensualmente", "bomba"),
            ("Die Schleuse schließt bei Hochwasser", "Schleuse"),
            ("Backups use restic, not rsync", "backups"), ("备用钥匙在厨房抽屉里", "钥匙"),
            ("倉庫の鍵は事務所にある", "鍵"),
            ("C++ is used for the winch controller", "winch"),
            ("See docs/winch.md for the sql-injection drill", "docs"),
        ]  # fmt: skip
        opened.project([fact(text, entity=entity) for text, entity in texts], [], "h")
        yield opened


def _texts(index: Index, query: str, limit: int = 3) -> list[str]:
    known = {f.id: f.text for f in index.facts()}
    return [known[m.id] for m in index.match(query, limit, ACTIVE)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which firmware version does the crane have?", "Crane firmware is held at 4.18.2"),
        ("When does the tide gate open?", "The tide gate opens at 06:30"),
        ("who sends the invoice", "Invoices are sent by the harbour office"),
        ("4.18.2", "Crane firmware is held at 4.18.2"),
        ("¿Cada cuánto se revisa la bomba pequena?", "La bomba pequeña se revisa mensualmente"),
        ("Wann schließt die Schleuse?", "Die Schleuse schließt bei Hochwasser"),
        ("备用钥匙在哪里？", "备用钥匙在厨房抽屉里"),
        ("倉庫の鍵はどこ", "倉庫の鍵は事務所にある"),
        ("painting", "The crane is painted every spring"),
        ("sql-injection", "See docs/winch.md for the sql-injection drill"),
        ("C++", "C++ is used for the winch controller"),
    ],
)
def test_a_question_in_its_own_language_finds_its_fact_first(stocked, question, expected):
    """TB-047"""
    assert _texts(stocked, question)[0] == expected


def test_words_of_a_question_do_not_count_unless_nothing_else_is_there():
    assert [t.word for t in terms("Which version are we on?")] == ["version"]
    assert [t.word for t in terms("who are we")] == ["who", "are", "we"]


def test_a_fact_that_holds_every_word_scores_one_and_fewer_words_score_less(stocked):
    found = stocked.match("crane painted spring", 5, ACTIVE)
    assert found[0].score == 1.0
    assert all(0 < m.score < 0.6 for m in found[1:])


def test_words_nobody_ever_wrote_lower_the_score(stocked):
    sure = stocked.match("crane firmware", 1, ACTIVE)[0].score
    assert stocked.match("crane firmware xylophone zeppelin", 1, ACTIVE)[0].score < sure


def test_equal_scores_go_to_the_newer_source_then_the_smaller_id(index, fact, support):
    """TB-086"""
    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    sources = [(support(at=at),), (support(),), (support(),)]
    facts = [fact("same words", entity=f"e{n}", sources=some) for n, some in enumerate(sources)]
    index.project(facts, [], "h")
    newer = sorted(f.id for f in facts[1:])
    assert [m.id for m in index.match("same words", 5, ACTIVE)] == [*newer, facts[0].id]


def test_an_agent_sees_only_its_own_facts(index, fact):
    """SG-009, TK-043, TK-073"""
    mine, theirs = fact("The crane is blue", agent_id="a"), fact("The crane is red", agent_id="b")
    index.project([mine, theirs], [], "h")
    index.show_to(Asker(agent="a"), None)
    assert [m.id for m in index.match("crane", 5, ACTIVE)] == [mine.id]
    assert [m.id for m in index.match_like("crane", 5, ACTIVE)] == [mine.id]
    index.show_all()
    assert len(index.match("crane", 5, ACTIVE)) == 2


def test_everything_one_agent_learned_can_be_had(index, fact):
    """TB-105"""
    mine, theirs = fact("The crane is blue", agent_id="a"), fact("The gate is red", agent_id="b")
    older = fact("The gate was green", agent_id="b", status="superseded")
    index.project([mine, theirs, older], [], "h")
    index.show_to(Asker(agent="b"), None)
    assert {one.id for one in index.facts()} == {theirs.id, older.id}
    index.show_to(Asker(agent="nobody"), None)
    assert index.facts() == []


@settings(max_examples=300, deadline=None)
@given(query=st.text(max_size=40) | st.text(alphabet='"*()-+:^{}ANDORTNEARcrane \0\ud800在厨', max_size=40))
@example(query='NEAR("crane" AND')
@example(query="crane* OR (")
@example(query='"')
@example(query="content : crane")
@example(query="C++ - AND NOT ^")
@example(query="\ud800 \0 crane")
@example(query="'; DROP TABLE fact; --")
def test_no_query_is_an_error_and_every_score_is_a_share(stocked, query):
    """TK-058"""
    for found in (stocked.match(query, 5, ACTIVE), stocked.match_like(query, 5, ACTIVE)):
        assert all(0 <= m.score <= 1 for m in found)
        assert [m.score for m in found] == sorted((m.score for m in found), reverse=True)
