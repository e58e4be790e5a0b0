"""A line that is no record: told with its place and the mend, passed over, kept as it is, and every verb goes on."""

from __future__ import annotations

import datetime as dt
import json
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.journal import append, record, records, replay, verify
from noctuary.journal.records import closing, identity
from noctuary.model import (
    Edge,
    Entity,
    Fact,
    Learned,
    Merge,
    Night,
    Problem,
    Quarantined,
    Review,
    Support,
    Value,
    Watermark,
)  # fmt: skip
from noctuary.night import dream

NOW = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
DEEP = 5000
# What no field, or nearly none, can be: each as JSON, for some of it no value of ours could hold.
WRONG = (
    "null", "true", "-1", "0", "1.5", "9" * 400, "1e308", "-1e308", '""', '"banana"', '"a\\u0000b"', '"\\ud800"',
    "[]", "{}", "[null]", '[["a","b"]]', '{"a":1}', "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP,
    '"0001-01-01T00:00:00+14:00"', '"9999-12-31T23:59:59.999999-14:00"', '"0001-01-01"', '"9999-12-31"',
    '"2026-01-01T00:00:00"', '["9999-12-31"]', '["0001-01-01"]', "123456789012345678901234567890", "1e-320", "-5e-324",
    '"since:banana:1"', '"undo:undo:undo:x"', '"decision:x:banana"', '"2026-05-14-banana"', '"learned:banana"',
)  # fmt: skip
SUPPORT = Support(
    ref="memory/2026-05-08.md", line=1, line_end=1, session="s", role="note", trust="agent", at=NOW, origin="own",
    quote="q", event="e", zone="+01:00", cues=("remember",), durability=0.5,
)
LENT = msgspec.structs.replace(SUPPORT, is_lent=True, event="l")  # fmt: skip
VALUES: tuple[Value, ...] = (
    Fact(
        id="f", text="the lamp is lit", entity="lamp", kind="lesson", status="contested", confidence=0.5,
        method="manual", verified_at=NOW, trust="agent", sources=(SUPPORT, LENT), aspect="a", domain="api",
        half_life_days=5.0, last_revalidated=NOW, valid_from=NOW.date(), valid_to=NOW.date(), said_on=NOW.date(),
        superseded_by="f", contradicting=1, score=0.5, gate="stressed", archived_because="old", agent_id="x",
        visibility="team-private",
    ),
    Entity(id="e", name="lamp", type="thing", aliases=("lantern",)),
    Edge(id="r", src="e", dst="f", rel="uses", reason="says so", weight=0.5, rel_raw="USES"),
    Merge(
        id="m", kept="e", merged="f", reason="one name", of="fact", kept_name="lamp", merged_name="lantern", score=0.5,
        events=("e",), status_before="active", is_undone=True,
    ),
    Review(
        id="q", kind="contradiction", a="f", reason="two values", b="g", slot="lamp", a_value="1", b_value="2",
        score=0.5, decision="later", decided_by="human", decided_at=NOW, closed_because="x is no longer believed",
        words="w", gate="stressed", replaces=(("f", "why"),),
    ),
    Learned(id="learned", weights={"durability": 0.2}, min_score=0.3, decisions=24),
    Watermark(ref="memory/2026-05-08.md", sha256="0", size=3, lines=1, dialect="note", gone=True),
    Night(
        id="2026-05-01", begun_at=NOW, state="partly", days=("2026-05-01",), known=("f",), promoted=("f",),
        reinforced=("f",), superseded=(("f", "g"),), asked=("q",), expired=("f",), reverified=("f",), stale=("f",),
        merged=("m",), overflow=("f",), edges={"uses": 1}, rejected={"score": 1}, counts={"sources": 1},
        redacted={"aws": 1}, places={"aws": ("a:1",)},
        quarantined=(Quarantined(ref="a", line=1, trust="untrusted", words="w"),), gone=("g",),
        problems=(Problem(path="a", message="m", line=1),), stops=("s",), prints=("p",), decided=("d",), held=("f",),
        undone=True,
    ),
)  # fmt: skip
# A line of each of the two other dialects, with every key that is read of one.
SEEDS: dict[str, dict[str, Any]] = {
    "entity": {
        "type": "entity", "id": "ent-1", "name": "jest", "entityType": "Concept", "label": "Jest", "private": False,
        "created_at": "2026-05-01T10:00:00", "valid_from": "2026-05-01", "expires_at": "2027-05-01", "status": "active",
        "agent_id": "a", "visibility": "team-private", "team_id": "t", "superseded_by": "", "deleted_at": None,
        "observations": ["prefers tea to coffee", "is pinned"], "properties": {"k": 1},
    },
    "relation": {
        "type": "relation", "id": "rel-1", "from": "Ada", "to": "tidebook", "from_id": "ent-1", "to_id": "ent-2",
        "relationType": "uses", "created_at": "2026-05-01 10:00:00",
    },
}  # fmt: skip
VERBS: tuple[tuple[str, ...], ...] = (
    ("verify",),
    ("status", "--problems"),
    ("facts",),
    ("facts", "--json", "--as-of", "2026-05-12"),
    ("review", "list"),
    ("review", "list", "--json"),
    ("search", "lamp battery"),
    ("walk", "lamp"),
    ("why", "lamp"),
    ("why-not", "the lamp is lit"),
    ("was", "Battery life: 14 days", "--on", "2026-05-10"),
    ("diff", "2026-05-11"),
    ("archive", "--dry-run"),
    ("learn", "--dry-run"),
    ("what-if",),
    ("undo", "2026-05-12", "--dry-run"),
    ("undo", "--since", "2026-05-01", "--dry-run"),
    ("rebuild",),
    ("dream", "--now", "2026-05-14T03:00:00+00:00"),
    ("dream", "--dry-run", "--now", "2026-05-15T03:00:00+00:00"),
)


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def full(value: Value) -> dict[str, Any]:
    """A value's record with every field that it can have, `night` and `at` included."""
    head = json.loads(record(value, NOW + dt.timedelta(hours=1), "2026-05-12"))
    return head | {key: one for key, one in msgspec.to_builtins(value).items() if key not in head}


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a record where something stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield (*path, key)
        yield from places(one, (*path, key))


def damaged(value: Value) -> list[bytes]:
    """The record with each wrong value in each of its places, and its batch's closing line with each wrong name."""
    names = [json.loads(wrong) for wrong in WRONG if wrong.startswith('"') and "ud800" not in wrong]
    return [*spoilt(full(value)), *(closing(name, NOW + dt.timedelta(hours=1), 1) for name in names)]


def spoilt(whole: dict[str, Any]) -> list[bytes]:
    """A line with each wrong value in each of its places; told apart by ids of their own."""
    lines: list[bytes] = []
    for path in places(whole):
        for wrong in WRONG:
            copy = json.loads(json.dumps(whole))
            copy["id"] = f"{copy['id']}{len(lines)}" if len(lines) else copy["id"]
            inner = copy
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = "@@"
            lines.append(json.dumps(copy).replace('"@@"', wrong).encode() + b"\n")
    return lines


def every_verb_goes_on(root: Path, added: list[bytes]) -> None:
    """Every verb ends as it may with these lines added, and not a byte of them is lost."""
    journal = root / "memory" / "graph.jsonl"
    append(journal, added)
    before = journal.read_bytes()
    for verb in VERBS:
        result = run(verb[0], *verb[1:], "-w", root)
        assert result.exit_code in (0, 2, 3, 5, 6), (verb, result.output[-500:])
        assert journal.read_bytes().startswith(before), verb


@pytest.mark.parametrize("value", VALUES, ids=lambda one: identity(one)[0])
def test_whatever_stands_in_whichever_field_every_verb_goes_on(dreamt: Path, value: Value) -> None:
    every_verb_goes_on(dreamt, damaged(value))


@pytest.mark.parametrize("kind", SEEDS)
def test_whatever_stands_in_a_line_of_another_memory_every_verb_goes_on(dreamt: Path, kind: str) -> None:
    every_verb_goes_on(dreamt, [*spoilt(SEEDS[kind]), json.dumps(SEEDS[kind]).encode() + b"\n"])


ENTITY = b'{"v":1,"op":"put","type":"entity","id":"e","at":"2026-05-12T04:00:00Z","night":null,"name":"x"}'
SEED = b'{"type":"entity","name":"Ada","entityType":"Person","observations":["prefers tea"]}'
SHORT = 2000


def told_of(line: bytes) -> list[Problem]:
    """What `verify` tells of a journal whose third line this is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.jsonl"
        path.write_bytes(ENTITY + b"\n\n" + line + b"\n")
        return [one for one in verify(path) if one.line]


WIDE = {"plain": b"z" * 3 * SHORT, "cut": b'\\u00e4"},{"' * SHORT, "deep": b"[" * 3 * SHORT}
LINES = {"ours": ENTITY, "seed": SEED, "edge": b'{"type":"relation","relationType":"x"}'}


@pytest.mark.parametrize("wide", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_longer_than_any_of_ours_stops_no_verb(
    dreamt: Path, line: bytes, wide: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is 32 MiB; here 2,000 bytes, and lines that pass it."""
    monkeypatch.setattr(records, "LONGEST", SHORT)
    long = line[:-1] + b',"wide":"' + wide + b'"}'
    assert [(one.line, one.message.partition(" (")[2][:11]) for one in told_of(long)] == [(3, "longer than")]
    every_verb_goes_on(dreamt, [long + b"\n"])


@pytest.mark.parametrize("line", [ENTITY, SEED], ids=["ours", "seed"])
def test_a_line_that_is_too_long_is_not_taken_apart(
    tmp_path: Path, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred bytes of memory for each of its own is what a list of lists costs; it may cost a few copies."""
    monkeypatch.setattr(records, "LONGEST", 1 << 20)
    path = tmp_path / "graph.jsonl"
    path.write_bytes(line[:-1] + b',"wide":[' + b"[]," * (1 << 20) + b"[]]}\n")
    tracemalloc.start()
    replay(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * path.stat().st_size


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xe4"], ids=bytes.hex)
@pytest.mark.parametrize("line", [ENTITY, SEED], ids=["ours", "seed"])
def test_bytes_that_are_no_utf8_are_told_with_their_place(line: bytes, bad: bytes) -> None:
    """In a value or a key that is read; `latin-1` notes, half a sign, half a pair, a long form."""
    for before in (b'"name":"', b'"type":"', b'"name'):
        at = line.index(before) + len(before)
        [problem] = told_of(line[:at] + bad + line[at:])
        assert problem.line == 3
        assert f"byte {at + 1} of it, 0x{bad[0]:02x}, is no UTF-8" in problem.message
        assert problem.message.endswith("mend or delete the line")


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        (ENTITY.replace(b'"id":"e"', b'"id":"e","id":"f"'), ["id"]),
        (ENTITY.replace(b'"name"', b'"name":"y","na\\u006de"'), ["name"]),
        (SEED.replace(b'"observations"', b'"observations":["prefers milk"],"name":"Eve","observations"'),
         ["name", "observations"]),
        (ENTITY.replace(b'"name"', b'"deep":[{"a":1},{"a":{"b":2,"b":2}}],"name"'), ["b"]),
        (ENTITY.replace(b'"name"', b'"deep":[{"a":1},{"a":1}],"a":1,"name"'), []),
    ],
)  # fmt: skip
def test_a_key_that_stands_twice_is_told_by_verify(line: bytes, keys: list[str]) -> None:
    told = [one.message for one in told_of(line)]
    assert told == [f'the key "{key}" stands twice in one object; the last is read, take the other out' for key in keys]


@pytest.mark.parametrize("blank", [b"", b" "], ids=["tight", "with blanks"])
@pytest.mark.parametrize("key", [b"id", b"name", b"unknown"])
def test_a_key_of_a_record_that_stands_twice_is_told_by_every_night_and_by_status(
    dreamt: Path, key: bytes, blank: bytes
) -> None:
    line = ENTITY.replace(b"{", b'{"' + key + b'":' + blank + b'"e","' + key + b'":"e",', 1)
    path = dreamt / "memory" / "graph.jsonl"
    path.write_bytes(path.read_bytes() + line)
    told = f'the key "{key.decode()}" stands twice in one object; the last is read, take the other out'
    assert told in [one.message for one in replay(path).problems]
    assert told in run("status", "-w", dreamt, "--problems").output
    (dreamt / "memory" / "2026-05-12.md").write_text("- decided: the lamp is green\n")
    dream(dreamt, NOW + dt.timedelta(days=1))
    assert "stands twice in one object" in (dreamt / "DREAMS.md").read_text()


@pytest.mark.parametrize("said", ["2026-05-01T10:00:00", "2026-05-01 10:00:00", "2026-05-01T10:00:00.000"])
def test_an_instant_without_an_offset_in_another_memorys_line_is_utc(tmp_path: Path, said: str) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(json.dumps(SEEDS["entity"] | {"created_at": said}).encode() + b"\n")
    state = replay(path)
    assert {one.verified_at for one in state.facts.values()} == {dt.datetime(2026, 5, 1, 10, tzinfo=dt.UTC)}
    assert state.next_instant(NOW) == NOW


@pytest.mark.parametrize("key", ["created_at", "valid_from", "expires_at"])
@pytest.mark.parametrize("said", ["9999-12-31", "9999-12-31T23:59:59Z", "0001-01-01", "0001-01-01T00:00:00+14:00"])
def test_what_is_imported_with_a_time_at_the_worlds_end_can_be_read_back(dreamt: Path, key: str, said: str) -> None:
    """Many tools write the year 9999 for "never"; the record that is made of it has to be one."""
    told = {"type": "entity", "name": "Ada", "entityType": "Person", "observations": ["prefers tea"], key: said}
    (dreamt / "other.jsonl").write_text(json.dumps(told) + "\n")
    assert run("import", dreamt / "other.jsonl", "-w", dreamt).exit_code == 0
    assert run("verify", "-w", dreamt).exit_code == 0
    assert any(one.entity == "Ada" for one in replay(dreamt / "memory" / "graph.jsonl").facts.values())
