"""Opening, creating and refusing index files."""

import datetime as dt
import threading
from pathlib import Path

import apsw
import pytest

from noctuary.errors import NoctuaryError
from noctuary.index import Index
from noctuary.model import BELIEVED


def test_a_new_index_is_empty_and_stands_at_no_journal(index):
    assert index.head() == ""
    assert index.ids() == []
    assert index.facts() == []


def test_what_was_projected_is_there_after_reopening(tmp_path: Path, fact):
    """TB-001"""
    known = fact("The crane lifts 12 t")
    with Index.open(tmp_path / "index.sqlite") as index:
        index.project([known], [], "head-1")
    with Index.open(tmp_path / "index.sqlite", read_only=True) as index:
        assert index.head() == "head-1"
        assert index.facts() == [known]


def test_a_newer_schema_is_refused_with_the_command_that_mends_it(tmp_path: Path):
    """SG-082"""
    path = tmp_path / "index.sqlite"
    with Index.open(path) as index:
        index.db.execute("UPDATE meta SET value = '999' WHERE key = 'schema_version'")
    with pytest.raises(NoctuaryError, match=r"newer noctuary .*upgrade"):
        Index.open(path)


def test_an_older_schema_is_emptied_to_be_rebuilt(tmp_path: Path, fact):
    path = tmp_path / "index.sqlite"
    with Index.open(path) as index:
        index.project([fact("The crane lifts 12 t")], [], "head-1")
        index.db.execute("UPDATE meta SET value = '0' WHERE key = 'schema_version'")
    with Index.open(path) as index:
        assert index.head() == ""
        assert index.facts() == []


def test_opening_an_index_again_to_write_changes_nothing(tmp_path: Path, fact):
    """SG-064: making the tables is safe to repeat."""
    found = []
    for number in range(3):
        with Index.open(tmp_path / "index.sqlite") as index:
            if not number:
                index.project([fact("The crane lifts 12 t")], [], "head-1")
            found.append((index.digest(), index.db.execute("SELECT name, sql FROM sqlite_schema").fetchall()))
    assert found[0] == found[1] == found[2]


def test_what_is_tried_is_seen_by_who_tries_it_alone_and_leaves_the_file_as_it_was(tmp_path: Path, fact):
    path = tmp_path / "index.sqlite"
    with Index.open(path) as index:
        index.project([fact("the slip is green")], [], "a")
    before = path.read_bytes()
    with Index.open(path) as index, Index.open(path, read_only=True) as other:
        with index.trial():
            index.project([fact("the crane is red")], [], "b")
            assert sorted(one.text for one in index.facts()) == ["the crane is red", "the slip is green"]
            assert index.match("crane", 5, BELIEVED)
            assert not other.match("crane", 5, BELIEVED)
        assert not index.match("crane", 5, BELIEVED)
        assert index.head() == "a"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_with_a_way_out(tmp_path: Path):
    path = tmp_path / "index.sqlite"
    path.write_text("not a database at all\n" * 100)
    with pytest.raises(NoctuaryError, match="rebuilt from the journal"):
        Index.open(path)


def test_reading_needs_an_index_that_exists(tmp_path: Path):
    with pytest.raises(NoctuaryError):
        Index.open(tmp_path / "none.sqlite", read_only=True)
    assert not (tmp_path / "none.sqlite").exists()


def test_a_read_only_index_cannot_be_written(tmp_path: Path, fact):
    Index.open(tmp_path / "index.sqlite").close()
    with (
        Index.open(tmp_path / "index.sqlite", read_only=True) as index,
        pytest.raises(apsw.ReadOnlyError),
    ):
        index.project([fact("The crane lifts 12 t")], [], "head-1")


@pytest.mark.parametrize(
    ("c0", "age", "half_life", "expected"),
    [(0.92, 90, 90, 0.46), (0.92, 0, 90, 0.92), (0.92, -5, 90, 0.92), (0.5, 900, None, 0.5), (None, 1, 1, None)],
)
def test_decay_can_be_asked_in_sql(index, c0, age, half_life, expected):
    """KG-010"""
    found = index.db.execute("SELECT decay(?, ?, ?)", (c0, age, half_life)).fetchone()[0]
    assert found == (expected if expected is None else pytest.approx(expected))


def test_times_are_integer_milliseconds_in_utc(index, fact):
    """TB-050"""
    berlin = dt.timezone(dt.timedelta(hours=2))
    known = fact("The crane lifts 12 t", verified_at=dt.datetime(2026, 5, 4, 5, 0, 0, 123000, tzinfo=berlin))
    index.project([known], [], "h")
    stored = index.db.execute("SELECT verified_at, typeof(verified_at) FROM fact").fetchone()
    assert stored == (1777863600123, "integer")
    assert index.facts()[0].verified_at == known.verified_at


@pytest.mark.parametrize("is_reader", [True, False])
def test_who_opens_an_index_that_another_is_writing_waits_for_it(tmp_path: Path, is_reader: bool) -> None:
    path = tmp_path / "index.sqlite"
    Index.open(path).close()
    writer = apsw.Connection(str(path))
    writer.execute("BEGIN EXCLUSIVE")
    opened: list[Index] = []
    opening = threading.Thread(target=lambda: opened.append(Index.open(path, read_only=is_reader)))
    opening.start()
    opening.join(0.2)
    assert opening.is_alive()
    writer.execute("COMMIT")
    opening.join()
    assert opened[0].head() == ""
