"""Folding only what was appended: the same state as a replay from the beginning, or that replay itself."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from noctuary.journal import Deleted, State, append, record, replay, replay_on
from noctuary.journal.heads import PIECE, head_from, head_of, heads_of, pieces_in
from noctuary.journal.records import closing
from noctuary.model import Entity, Fact, Night, Support, Value, Watermark, entity_id, fact_id

AT = dt.datetime(2026, 5, 1, 3, tzinfo=dt.UTC)
SOURCE = Support(ref="memory/2026-05-01.md", line=2, line_end=2, session="s", role="note", trust="agent", at=AT)


def fact(text: str, confidence: float = 0.6) -> Fact:
    return Fact(
        id=fact_id(text, "clock"), text=text, entity="clock", kind="fact", status="active", confidence=confidence,
        method="single-source", verified_at=AT, trust="agent", sources=(SOURCE,),
    )  # fmt: skip


def lines_of(name: str, at: dt.datetime, *values: Value) -> list[bytes]:
    lines = [record(one, at, name) for one in (*values, Night(id=name, begun_at=at))]
    return [*lines, closing(name, at, len(lines))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "graph.jsonl"
    mark = Watermark(ref="a.md", sha256="0", size=1, lines=1, dialect="notes")
    append(path, lines_of("2026-05-01", AT, fact("the case is oak"), fact("the hands are steel"), mark))
    return path


NEXT = lines_of(
    "2026-05-02",
    AT + dt.timedelta(days=1),
    fact("the case is oak", 0.9),
    Entity(id=entity_id("clock"), name="clock"),
    Deleted(type="observation", id=fact_id("the hands are steel", "clock")),
    Watermark(ref="a.md", sha256="1", size=2, lines=2, dialect="notes"),
)


def test_what_was_appended_folds_to_the_same_state(path: Path) -> None:
    before = replay(path)
    kept = dict(before.facts)
    append(path, NEXT)
    assert replay_on(before, path, NEXT) == replay(path)
    assert before.facts == kept


def test_another_writers_line_in_between_is_not_missed(path: Path) -> None:
    before = replay(path)
    append(path, [record(fact("the dial is white"), AT, None)])
    append(path, NEXT)
    found = replay_on(before, path, NEXT)
    assert found == replay(path)
    assert fact_id("the dial is white", "clock") in found.facts


def test_a_line_that_did_not_reach_the_disk_does_not_count(path: Path) -> None:
    before = replay(path)
    append(path, NEXT[:-1])
    found = replay_on(before, path, NEXT)
    assert found == replay(path)
    assert not found.entities


def test_lines_left_open_before_are_counted_once_their_night_is_closed(path: Path) -> None:
    append(path, [record(fact("the dial is white"), AT, "2026-05-02"), record(fact("the key is brass"), AT, None)])
    before = replay(path)
    append(path, NEXT)
    found = replay_on(before, path, NEXT)
    assert found == replay(path)
    assert fact_id("the dial is white", "clock") in found.facts


def test_a_journal_without_a_last_newline_is_read_whole(path: Path) -> None:
    path.write_bytes(path.read_bytes() + record(fact("the dial is white"), AT, None).rstrip())
    before = replay(path)
    append(path, NEXT)
    assert replay_on(before, path, NEXT) == replay(path)


def test_a_state_tells_what_it_holds_that_another_does_not(path: Path) -> None:
    before = replay(path)
    append(path, NEXT)
    after = replay(path)
    assert {type(one).__name__ for one in after.since(before)} == {"Fact", "Entity", "Watermark", "Night"}
    assert [one.text for one in after.since(before) if isinstance(one, Fact)] == ["the case is oak"]
    assert after.gone_since(before) == {("observation", fact_id("the hands are steel", "clock"))}
    assert list(after.since(State())) == list(after.values())
    assert not list(after.since(after))


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 7])
@pytest.mark.parametrize("old", [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE])
def test_the_heads_of_a_journal_and_of_its_beginning_are_those_of_each(size: int, old: int) -> None:
    data = bytes(number % 251 for number in range(size))
    assert heads_of(data, old) == (head_of(data[:old]), head_of(data))


@pytest.mark.parametrize("size", [0, 1, PIECE, 2 * PIECE + 7])
def test_a_journal_read_in_pieces_has_the_head_of_its_bytes(size: int, tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    assert pieces_in(path) == b""
    path.write_bytes(data := bytes(number % 251 for number in range(size)))
    assert head_from(pieces_in(path)) == head_of(data)
