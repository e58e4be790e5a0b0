"""Facts filed by what pairs are found by: equal to a pile in memory, whatever came in which order."""

from __future__ import annotations

import msgspec
import pytest

from benchmarks.templated import sayings
from noctuary.index import Index
from noctuary.index.filing import traits_of
from noctuary.judging.blocking import Pile
from noctuary.judging.find import RARE, worth_judging


@pytest.fixture
def stock(fact):
    return [fact(words, entity=name) for name, words in sayings(120)]


def found_in(opened, facts):
    """Pairs of ids that the index's shelf gives for all its facts."""
    shelf = opened.shelf()
    number = shelf.numbers([one.id for one in facts])
    known = shelf.ids(number.values())
    return sorted(tuple(sorted((known[a], known[b]))) for a, b in worth_judging(shelf, set(number.values())))


def piled(facts):
    """Pairs of ids that a pile in memory gives for the same facts."""
    pairs = worth_judging(Pile(map(traits_of, facts)), set(range(len(facts))))
    return sorted(tuple(sorted((facts[a].id, facts[b].id))) for a, b in pairs)


def test_the_index_finds_the_pairs_a_pile_in_memory_finds(stock):
    with Index.open(":memory:") as opened:
        opened.project(stock, [], "h")
        assert opened.is_filed()
        assert opened.shelf().size == len(stock)
        assert found_in(opened, stock) == piled(stock) != []


def test_a_fact_that_is_archived_deleted_or_back_is_filed_accordingly(stock):
    with Index.open(":memory:") as opened:
        opened.project(stock[:60], [], "h")
        gone = msgspec.structs.replace(stock[0], status="archived")
        opened.project([gone, *stock[60:]], [("observation", stock[1].id)], "h2")
        assert found_in(opened, stock[2:]) == piled(stock[2:])
        opened.project([stock[1], stock[0]], [], "h3")
        assert found_in(opened, stock) == piled(stock)


def test_a_term_many_hold_is_counted_in_full_and_listed_in_part(stock):
    with Index.open(":memory:") as opened:
        opened.project(stock, [], "h")
        pile, shelf = Pile(map(traits_of, stock)), opened.shelf()
        commonest = max((term for one in stock for term in traits_of(one).terms()), key=pile.count)
        assert shelf.count(commonest) == pile.count(commonest) > 20
        assert len(shelf.holders(commonest, 5)) == 5
        assert len(shelf.holders(commonest, RARE * 9)) == pile.count(commonest)


def test_what_stands_already_is_not_written_again(stock, edge):
    with Index.open(":memory:") as opened:
        values = [*stock, edge(stock[0].id, stock[1].id)]
        opened.project(values, [], "h")
        before = opened.db.total_changes()
        opened.project(values, [], "h2")
        assert opened.db.total_changes() - before < len(stock) / 2
        opened.project([], [("observation", stock[0].id)], "h3")
        opened.project(values, [], "h4")
        assert {one.id for one in opened.facts()} == {one.id for one in stock}


def test_facts_filed_by_another_parser_are_filed_anew(stock):
    with Index.open(":memory:") as opened:
        opened.project(stock, [], "h")
        opened.db.execute("UPDATE meta SET value = 'older' WHERE key = 'parser'")
        opened.db.execute("DELETE FROM posting")
        opened.db.execute("UPDATE trait SET traits = x'8ba5776f726473c0'")
        assert not opened.is_filed()
        opened.project(stock, [], "h2")
        assert opened.is_filed()
        assert found_in(opened, stock) == piled(stock)


@pytest.mark.parametrize("parser", ["ours", "older"])
def test_facts_written_by_day_wait_and_are_filed_like_those_of_a_night(stock, parser):
    with Index.open(":memory:") as opened:
        opened.project(stock[:40], [], "h")
        if parser == "older":
            opened.db.execute("UPDATE meta SET value = 'older' WHERE key = 'parser'")
            opened.db.execute("UPDATE trait SET traits = x'8ba5776f726473c0'")
        ended = [msgspec.structs.replace(stock[n], status="archived") for n in (0, 41)]
        opened.project(stock[40:], [], "h2", files_later=True)
        opened.project(ended, [("observation", stock[1].id), ("observation", stock[42].id)], "h3", files_later=True)
        assert opened.is_waiting()
        assert opened.shelf().size < 40
        opened.file_waiting()
        left = [one for n, one in enumerate(stock) if n not in (0, 1, 41, 42)]
        assert not opened.is_waiting()
        assert opened.shelf().size == len(left)
        assert found_in(opened, left) == piled(left) != []
        once = opened.db.execute("SELECT * FROM posting").fetchall()
        opened.file_waiting()
        assert opened.db.execute("SELECT * FROM posting").fetchall() == once


def test_a_night_files_what_the_day_left(stock):
    with Index.open(":memory:") as opened:
        opened.project(stock[:40], [], "h", files_later=True)
        opened.project(stock[40:], [], "h2")
        assert not opened.is_waiting()
        assert found_in(opened, stock) == piled(stock)
