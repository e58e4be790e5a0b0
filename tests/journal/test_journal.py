"""The journal: append, replay, tombstones, torn tails, merges, the seeds' dialects."""

from __future__ import annotations

import datetime as dt
import json
import random
from pathlib import Path

import pytest

from noctuary.journal import Deleted, append, mend_tail, record, replay, verify
from noctuary.journal.records import closing
from noctuary.model import Entity, Fact, Night, Support, entity_id, fact_id

AT = dt.datetime(2026, 5, 1, 3, tzinfo=dt.UTC)
SOURCE = Support(ref="memory/2026-05-01.md", line=2, line_end=2, session="s", role="note", trust="agent", at=AT)


def fact(text: str, **more: object) -> Fact:
    given: dict[str, object] = {
        "id": fact_id(text, "clock"), "text": text, "entity": "clock", "kind": "fact", "status": "active",
        "confidence": 0.6, "method": "single-source", "verified_at": AT, "trust": "agent", "sources": (SOURCE,),
    }  # fmt: skip
    return Fact(**(given | more))  # type: ignore[arg-type]


def night(path: Path, name: str, *facts: Fact, at: dt.datetime = AT) -> None:
    lines = [record(one, at, name) for one in (*facts, Night(id=name, begun_at=at))]
    append(path, [*lines, closing(name, at, len(lines))])


def test_what_is_appended_is_what_is_replayed(tmp_path: Path) -> None:
    """TB-001, TB-007, TB-051, MT-002: knowledge outlives the process, a line at a time, old bytes untouched."""
    path = tmp_path / "memory" / "graph.jsonl"
    night(path, "2026-05-01", fact("the display is e-ink"))
    before = path.read_bytes()
    night(path, "2026-05-02", fact("the case is oak"), at=AT + dt.timedelta(days=1))
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().endswith(b"\n")
    assert {f.text for f in replay(path).facts.values()} == {"the display is e-ink", "the case is oak"}


def test_the_later_record_wins_whatever_the_order_of_lines(tmp_path: Path) -> None:
    """TB-107: two branches merge by taking all lines of both, in any order, duplicates included."""
    lines = [record(fact("the case is oak", confidence=0.1 * n), AT + dt.timedelta(hours=n), None) for n in range(1, 9)]
    states = []
    for seed in range(5):
        shuffled = lines * 2
        random.Random(seed).shuffle(shuffled)
        path = tmp_path / f"{seed}.jsonl"
        append(path, shuffled)
        states.append(replay(path).facts)
    assert all(state == states[0] for state in states)
    assert next(iter(states[0].values())).confidence == pytest.approx(0.8)


def test_a_tombstone_deletes_and_the_history_stays(tmp_path: Path) -> None:
    """MT-023, MT-024, TB-054: deletions survive replay, and the deleted line is still there to read."""
    path = tmp_path / "graph.jsonl"
    one = fact("the case is oak")
    append(path, [record(one, AT, None)])
    append(path, [record(Deleted(type="observation", id=one.id), AT + dt.timedelta(hours=1), None)])
    assert replay(path).facts == {}
    assert b"the case is oak" in path.read_bytes()
    assert one.id in replay(path, until=AT).facts


def test_a_night_that_was_never_closed_does_not_count(tmp_path: Path) -> None:
    """TB-008, MT-056: a torn write is invisible, whichever byte it was torn at."""
    path = tmp_path / "graph.jsonl"
    night(path, "2026-05-01", fact("the display is e-ink"))
    sound = path.read_bytes()
    night(path, "2026-05-02", fact("the case is oak"), fact("the glue is bone"), at=AT + dt.timedelta(days=1))
    whole = path.read_bytes()
    for cut in range(len(sound), len(whole)):
        path.write_bytes(whole[:cut])
        texts = {f.text for f in replay(path).facts.values()}
        closed = whole[:cut].endswith(b"}") and cut == len(whole) - 1
        assert texts == ({"the display is e-ink"} if not closed else texts)
        mend_tail(path, tmp_path / "torn")
        assert path.read_bytes() == (sound if not closed else whole[:cut])


def test_what_was_torn_off_is_kept_aside_and_said(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    night(path, "2026-05-01", fact("the display is e-ink"))
    sound = path.read_bytes()
    path.write_bytes(sound + b'{"v":1,"op":"put","ty')
    problem = mend_tail(path, tmp_path / "torn")
    assert problem is not None
    assert "21 bytes" in problem.message
    assert [p.read_bytes() for p in (tmp_path / "torn").iterdir()] == [b'{"v":1,"op":"put","ty']
    assert mend_tail(path, tmp_path / "torn") is None


def test_a_missing_final_newline_is_mended_by_the_next_append(tmp_path: Path) -> None:
    """MT-042: two records never end up on one line."""
    path = tmp_path / "graph.jsonl"
    append(path, [record(fact("the case is oak"), AT, None)])
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    append(path, [record(fact("the display is e-ink"), AT, None)])
    assert len(replay(path).facts) == 2


def test_garbage_and_conflict_markers_are_survived_and_reported(tmp_path: Path) -> None:
    """TB-055: malformed lines do not abort; each is told with its line number."""
    path = tmp_path / "graph.jsonl"
    append(path, [b"<<<<<<< HEAD\n", record(fact("the case is oak"), AT, None), b"not json\n", b">>>>>>> b\n"])
    state = replay(path)
    assert len(state.facts) == 1
    assert [problem.line for problem in state.problems] == [1, 3, 4]


@pytest.mark.parametrize(("given", "problems"), [("7.5", [1]), ("-0.1", [1]), ("0.0", []), ("1.0", [])])
def test_a_confidence_that_is_no_share_is_no_fact(tmp_path: Path, given: str, problems: list[int]) -> None:
    """KG-013: whoever wrote it into the journal, it is told with its line."""
    path = tmp_path / "graph.jsonl"
    line = record(fact("the case is oak"), AT, None)
    assert b'"confidence":0.6' in line
    append(path, [line.replace(b'"confidence":0.6', b'"confidence":' + given.encode())])
    state = replay(path)
    assert [problem.line for problem in state.problems] == problems
    assert len(state.facts) == 1 - len(problems)


def test_a_visibility_is_one_of_four_and_public_where_none_is_named(tmp_path: Path) -> None:
    """TB-023"""
    path = tmp_path / "graph.jsonl"
    named = ("agent-private", "user-private", "team-private")
    lines = [record(fact(f"oak {one}", visibility=one), AT, None) for one in named]
    wrong = record(fact("oak for some", visibility="agent-private"), AT, None).replace(b"agent-private", b"for-some")
    append(path, [*lines, record(fact("oak"), AT, None), wrong])
    state = replay(path)
    assert {one.visibility for one in state.facts.values()} == {"public", *named}
    assert [problem.line for problem in state.problems] == [5]


def test_unknown_types_and_fields_are_left_in_peace(tmp_path: Path) -> None:
    """TB-056: a record from a later version is neither an error nor lost."""
    path = tmp_path / "graph.jsonl"
    strange = b'{"v":9,"op":"put","type":"hologram","id":"h1","at":"2026-05-01T03:00:00Z","night":null,"beam":3}\n'
    append(path, [strange, record(fact("the case is oak"), AT, None)[:-2] + b',"later":1}\n'])
    state = replay(path)
    assert (state.problems, len(state.facts)) == ([], 1)
    assert strange in path.read_bytes()


def test_lines_of_both_seed_dialects_import_verbatim(tmp_path: Path) -> None:
    """TB-052, TB-053, MT-041, MT-051: the seeds' own sample shapes are read as they are."""
    path = tmp_path / "graph.jsonl"
    append(
        path,
        [
            b'{"type":"entity","id":"8c1d","name":"tide-model","entityType":"Concept","label":"Tide model",'
            b'"properties":{},"created_at":"2026-01-15T10:30:00Z","visibility":"public"}\n',
            b'{"type":"relation","id":"77aa","from_id":"8c1d","to_id":"9e2f","relationType":"BUILDS_ON",'
            b'"created_at":"2026-01-15T10:31:00Z"}\n',
            b'{"type":"entity","name":"AuthService","entityType":"component","observations":["uses OAuth2"]}\n',
            b'{"type":"relation","from":"AuthService","to":"OAuth2","relationType":"authenticates"}\n',
        ],
    )
    state = replay(path)
    assert state.problems == []
    assert {(e.name, e.type, e.is_bare) for e in state.entities.values()} == {
        ("tide-model", "concept", False),
        ("AuthService", "component", False),
        ("9e2f", "unknown", True),
        ("OAuth2", "unknown", True),
    }
    assert verify(path) == []
    assert [f.text for f in state.facts.values()] == ["uses OAuth2"]
    assert {(e.rel, e.rel_raw) for e in state.edges.values()} == {
        ("builds_on", "BUILDS_ON"),
        ("related_to", "authenticates"),
    }


def test_verify_names_what_was_changed_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    append(path, [record(fact("the case is oak"), AT, None), record(fact("no papers", sources=()), AT, None)])
    path.write_bytes(path.read_bytes().replace(b"is oak", b"is elm"))
    messages = [problem.message for problem in verify(path)]
    assert len(messages) == 2
    assert any("changed by hand" in m for m in messages)
    assert any("no source of its own" in m for m in messages)


def test_every_type_of_value_comes_back_as_it_was(tmp_path: Path) -> None:
    """A value never overwrites its envelope: what each type holds is what is replayed."""
    from noctuary.model import Edge, Review, Watermark, edge_id

    values = [
        fact("the case is oak", gate="stressed", domain="api"),
        Entity(id=entity_id("app.py", "file"), name="app.py", type="file", aliases=("app",)),
        Edge(id=edge_id("a", "b", "uses"), src="a", dst="b", rel="uses", reason="says so"),
        Review(id="r", kind="contradiction", a="a", b="b", reason="two values", decision="both"),
        Watermark(ref="memory/2026-05-01.md", sha256="0" * 64, size=3, lines=1, dialect="note"),
        Night(id="2026-05-01", begun_at=AT, days=("2026-05-01",), edges={"uses": 1}),
    ]
    path = tmp_path / "graph.jsonl"
    append(path, [record(value, AT, None) for value in values])
    assert list(replay(path).values()) == [values[1], values[0], *values[2:]]


def test_ids_are_of_content_never_of_place() -> None:
    """KG-003: identity survives moved lines, case, quotes and white space."""
    assert fact_id("The port is `8080`", "API") == fact_id("the  port is 8080", "api")
    assert fact_id("the port is 8080", "api") != fact_id("the port is 8081", "api")
    assert entity_id("Tide Clock") == entity_id("tide clock")
    assert Entity(id=entity_id("a"), name="a") == Entity(id=entity_id("a"), name="a")


def test_a_secret_in_a_pasted_seed_line_is_no_fact(tmp_path: Path) -> None:
    said = ["likes tea", "my password is Tr1cky-Canary"]
    line = {
        "type": "entity",
        "name": "Ada ghp_canaryCANARYcanaryCANARY0123456789",
        "entityType": "person",
        "observations": said,
    }
    path = tmp_path / "graph.jsonl"
    path.write_text(json.dumps(line) + "\n")
    state = replay(path)
    assert [fact.text for fact in state.facts.values()] == ["likes tea"]
    assert [entity.name for entity in state.entities.values()] == ["Ada [REDACTED:github]"]


@pytest.mark.parametrize("seed", range(6))
def test_what_was_deleted_is_not_brought_back_by_an_older_line_of_another_branch(tmp_path: Path, seed: int) -> None:
    """In any order of lines; and of two records of one instant the same one counts everywhere."""
    one, other = fact("the case is oak"), fact("the glue is bone")
    lines = [
        record(one, AT, None),
        record(fact("the case is oak", confidence=0.9), AT + dt.timedelta(hours=1), None),
        record(Deleted(type="observation", id=one.id), AT + dt.timedelta(hours=2), None),
        *(record(fact("the glue is bone", confidence=share), AT, None) for share in (0.1, 0.2, 0.3)),
    ]
    states = []
    for number in range(2):
        random.Random(seed + 100 * number).shuffle(lines)
        path = tmp_path / f"{number}.jsonl"
        append(path, lines)
        states.append(replay(path).facts)
    assert states[0] == states[1]
    assert states[0].keys() == {other.id}
