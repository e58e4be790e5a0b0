"""A mend drops nothing whole and keeps what it cuts: at every byte, with every line end, of one line or many."""

from __future__ import annotations

import codecs
import datetime as dt
import json
import os
from pathlib import Path

import pytest

from noctuary.errors import NotAFile
from noctuary.journal import append, mend_tail, record, replay
from noctuary.journal.records import closing
from noctuary.model import Entity, entity_id

AT = dt.datetime(2026, 5, 1, 3, tzinfo=dt.UTC)


def named(name: str, night: str | None = None) -> bytes:
    return record(Entity(id=entity_id(name), name=name), AT, night)


LOOSE = [named(f"n{number}") for number in range(3)]
NIGHT = [named("a", "2026-05-01"), named("b", "2026-05-01"), closing("2026-05-01", AT, 2)]
SEED = b'{"type":"entity","name":"Ada","entityType":"Person","observations":["prefers tea"]}\n'
FILES = {
    "loose": LOOSE,
    "a night": NIGHT,
    "both": [*LOOSE, *NIGHT, named("z")],
    "one line": LOOSE[:1],
    "another memory's": [SEED, SEED.replace(b"Ada", b"Bob")],
}


def whole_lines(data: bytes) -> set[bytes]:
    """What can be read of the bytes: every line that is JSON, the last one too where nothing ends it."""
    found = set()
    for line in data.removeprefix(codecs.BOM_UTF8).splitlines():
        try:
            json.loads(line)
        except ValueError:
            continue
        found.add(line)
    return found


@pytest.mark.parametrize("held", FILES)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("begin", [b"", codecs.BOM_UTF8], ids=["", "BOM"])
def test_wherever_the_file_was_cut_no_whole_record_is_lost(
    tmp_path: Path, held: str, end: bytes, begin: bytes
) -> None:
    """TB-008: a mend cuts half a line or a batch that was never closed, keeps the bytes, and says so."""
    data = begin + b"".join(line.rstrip(b"\n") + end for line in FILES[held])
    path, aside = tmp_path / "graph.jsonl", tmp_path / "torn"
    kept: dict[str, bytes] = {}
    for cut in range(len(data) + 1):
        path.write_bytes(data[:cut])
        before = replay(path)
        problem = mend_tail(path, aside)
        left = path.read_bytes()
        assert data[:cut].startswith(left)
        torn = data[len(left) : cut]
        names = os.listdir(aside) if aside.exists() else []
        kept |= {name: (aside / name).read_bytes() for name in names if name not in kept}
        assert (problem is not None) == bool(torn)
        assert not torn or torn in kept.values()
        mended = replay(path)
        assert mended.entities == before.entities
        assert mended.facts == before.facts
        assert all(b'"night":"2026-05-01"' in line for line in whole_lines(torn))
        append(path, [named("later")])
        assert replay(path).entities.keys() >= {entity_id("later"), *before.entities}
    assert {one.name: one.read_bytes() for one in aside.iterdir()} == kept, "a later mend takes away no earlier one"


@pytest.mark.parametrize(
    "tail",
    [b"hello", b"# a note", b'[{"v":1}', b'"half a str', b"\xff\xfe", b"[" * 5000 + b"]" * 5000],
)
def test_what_no_record_of_ours_begins_like_is_not_cut(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(b"".join(LOOSE) + tail)
    assert mend_tail(path, tmp_path / "torn") is None
    append(path, [named("later")])
    assert path.read_bytes() == b"".join(LOOSE) + tail + b"\n" + named("later")


@pytest.mark.parametrize("tail", [b"\0" * 400, LOOSE[0][:30] + b"\0" * 400, LOOSE[0][:-2]], ids=range(3))
def test_what_a_power_cut_leaves_is_set_aside(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(b"".join(LOOSE) + tail)
    problem = mend_tail(path, tmp_path / "torn")
    assert problem is not None
    assert f"{len(tail)} bytes" in problem.message
    assert path.read_bytes() == b"".join(LOOSE)
    assert [one.read_bytes() for one in (tmp_path / "torn").iterdir()] == [tail]


def test_nothing_is_cut_where_it_cannot_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(b"".join(LOOSE) + LOOSE[0][:20])
    before = path.read_bytes()
    (tmp_path / "torn").write_text("a file where the folder should be")
    with pytest.raises(NotAFile, match="is no folder"):
        mend_tail(path, tmp_path / "torn")
    assert path.read_bytes() == before
