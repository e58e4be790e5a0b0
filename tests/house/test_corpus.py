"""The corpus is references alone: well formed, none of a repository that is held back, recoverable from a clone."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest

from benchmarks.corpus import learn
from benchmarks.corpus.labels import HERE, KINDS, LEVELS, STANCES, VERDICTS, kappa, lines, pairs, twice
from benchmarks.corpus.recover import clone, clones, events, files, kept, pieces, sha_of
from noctuary.extraction import note_weights

HELD = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parents[3] / "shared")) / "gold" / "real" / "HELD.txt"
SHA = re.compile(r"[0-9a-f]{12}")


def test_every_label_is_one_of_the_guides_and_every_place_a_reference() -> None:
    for line in lines():
        assert SHA.fullmatch(line.place.sha)
        assert line.place.line > 0
        for level, stance, kind in line.said.values():
            assert level in LEVELS
            assert stance in STANCES
            assert kind in KINDS or kind == "-"
            assert level != "n" or kind == "-"
    for pair in pairs():
        assert {*pair.said.values()} <= VERDICTS.keys()
        assert pair.older.source.repository == pair.newer.source.repository


def test_no_column_has_room_for_a_sentence() -> None:
    for name in ("lines.tsv", "pairs.tsv"):
        rows = (HERE / name).read_text("utf-8").splitlines()[1:]
        assert max(len(cell) for row in rows for cell in row.split("\t")) <= len("0123456789ab")


def test_a_tenth_is_marked_twice() -> None:
    labelled, compared = lines(), pairs()
    assert len(twice([one.said for one in labelled])) * 10 >= len(labelled)
    assert len(twice([one.said for one in compared])) * 11 >= len(compared)


@pytest.mark.skipif(not HELD.exists(), reason="needs the list of what is held back: set NOCTUARY_SHARED")
def test_nothing_is_of_a_repository_that_is_held_back() -> None:
    held = {line for line in HELD.read_text("utf-8").splitlines() if SHA.fullmatch(line)}
    named = {one.place.source.repository for one in lines()} | {one.older.source.repository for one in pairs()}
    assert held
    assert held.isdisjoint(hashlib.sha256(name.lower().encode()).hexdigest()[:12] for name in named)


@pytest.mark.parametrize(
    ("both", "told"),
    [
        ([("a", "a"), ("b", "b")], 1.0),
        ([("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")], 0.0),
        ([("a", "b"), ("b", "a")], -1.0),
        ([("a", "a"), ("a", "a"), ("b", "b"), ("a", "b")], 0.5),
    ],
)
def test_kappa_is_agreement_beyond_chance(both: list[tuple[str, str]], told: float) -> None:
    assert kappa(both) == pytest.approx(told)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of clones with one workspace in it."""
    root = tmp_path / "clones" / "kim+memory" / "repo"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n\n- The staging port is 8081\n")
    (root / "memory/2026-05-01.md").write_text("## Ops\n\n- Decision: never deploy on Friday\n- what now?\n")
    (root / "README.md").write_text("no memory\n")
    named = ["-c", "user.name=kim", "-c", "user.email=kim@pier.example", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], [*named, "commit", "-qm", "as it stood"]):
        subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True)
    return tmp_path / "clones"


def test_a_statement_is_found_again_by_its_place_and_hash(folder: Path) -> None:
    found = clone(folder, "kim/memory")
    assert clones(folder) == [("kim/memory", found)]
    assert found is not None
    assert clone(folder, "kim/other") is None
    paths = files(found, "HEAD")
    assert paths == ["MEMORY.md", "memory/2026-05-01.md"]
    said = events(found, "HEAD", paths)
    cut = {(one.path, one.line, one.sha): one.text for one in pieces(said)}
    assert cut["MEMORY.md", 3, sha_of("The staging port is 8081")] == "The staging port is 8081"
    assert "what now?" in cut.values()
    candidates = {one.statement.text for one in kept(said)}
    assert any("deploy on Friday" in text for text in candidates)
    assert "what now?" not in candidates


def test_the_shipped_weights_are_as_the_command_writes_them() -> None:
    shipped = learn.Model(note_weights.BIAS, note_weights.WEIGHTS)
    assert Path(str(note_weights.__file__)).read_text() == learn.written(shipped)


def test_an_average_line_is_in_the_middle_of_the_scale_and_what_is_kept_above_it() -> None:
    """Of 100 lines 30 are kept, two thirds of them with a mark that one in ten of the others has."""
    plain, ruled = {"role_note": 1.0}, {"role_note": 1.0, "rule": 1.0}
    notes = [
        *(learn.Note("w", "", ruled if number % 3 else plain, True, False) for number in range(30)),
        *(learn.Note("w", "", plain if number % 10 else ruled, False, False) for number in range(70)),
    ]
    before = note_weights.BIAS, dict(note_weights.WEIGHTS)
    said = [learn.Note("w", "", found, True, False) for found in (ruled, plain)]
    high, low = learn.chances(learn.fit(notes), said)
    assert high > 0.5 > low
    assert before == (note_weights.BIAS, note_weights.WEIGHTS)
