"""What searches found, as a log: no words of the query, bounded, whole after a death, never our own doing."""

from __future__ import annotations

import datetime as dt
import stat
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from noctuary import recalls
from noctuary.cli import main
from noctuary.journal import replay
from noctuary.night import dream
from noctuary.recalls import log, print_of, read

AT = dt.datetime(2026, 5, 12, 9, 0, tzinfo=dt.UTC)
LATER = dt.datetime(2100, 1, 1, tzinfo=dt.UTC)
NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)


def test_a_query_leaves_no_word_of_itself(tmp_path: Path) -> None:
    log(tmp_path, "what is the password hunter2-tulip for the till?", [("b2:1", 0.9)], AT)
    data = (tmp_path / recalls.NAME).read_text()
    assert not [word for word in ("password", "hunter2", "tulip", "till") if word in data]
    assert len(read(tmp_path, AT)[0].query) == 8
    assert stat.S_IMODE((tmp_path / recalls.NAME).stat().st_mode) == 0o600


def test_the_same_words_in_any_order_are_one_query() -> None:
    assert print_of("API port?") == print_of("port, api") != print_of("API ports")


def test_only_what_answered_well_was_recalled(tmp_path: Path) -> None:
    log(tmp_path, "port", [("b2:1", 0.9), ("b2:2", 0.46), ("b2:3", 0.2)], AT)
    log(tmp_path, "nothing", [], AT)
    assert [(one.fact, one.score) for one in read(tmp_path, AT)] == [("b2:1", 0.9), ("b2:2", 0.46)]


def test_a_night_sees_what_was_asked_before_it(tmp_path: Path) -> None:
    for hour in (1, 2, 3):
        log(tmp_path, f"q{hour}", [("b2:1", 0.9)], AT + dt.timedelta(hours=hour))
    seen = read(tmp_path, until=AT + dt.timedelta(hours=2), since=AT + dt.timedelta(hours=1))
    assert [one.at.hour for one in seen] == [11]


def test_a_log_cut_at_any_byte_loses_one_line_at_most(tmp_path: Path) -> None:
    for number in range(3):
        log(tmp_path, f"q{number}", [("b2:1", 0.9)], AT)
    path = tmp_path / recalls.NAME
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        before = len(read(tmp_path, AT))
        assert before >= whole[:cut].count(b"\n")
        log(tmp_path, "after", [("b2:2", 0.9)], AT)
        after = read(tmp_path, AT)
        assert [one.fact for one in after].count("b2:2") == 1
        assert len(after) == before + 1


def test_lines_that_are_none_are_read_over(tmp_path: Path) -> None:
    (tmp_path / recalls.NAME).write_bytes(
        b'\xff\xfe\n{"at":"2026-05-12T09:00:00","query":"q","facts":[["b2:1",1]]}\n[]\n{"facts":7}\n<<<<<<< HEAD\n'
    )
    assert read(tmp_path, LATER) == []


def test_the_log_is_bounded_and_what_is_newest_stays(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(recalls, "MOST_BYTES", 2000)
    for number in range(200):
        log(tmp_path, f"q{number}", [(f"b2:{number}", 0.9)], AT + dt.timedelta(minutes=number))
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == [recalls.OLDER, recalls.NAME]
    assert sum(path.stat().st_size for path in files) <= 4000
    kept = [one.fact for one in read(tmp_path, LATER)]
    assert kept == [f"b2:{number}" for number in range(200 - len(kept), 200)]
    assert len(kept) > 15


def test_many_processes_write_whole_lines(tmp_path: Path) -> None:
    code = (
        "import sys, datetime as dt, pathlib; from noctuary.recalls import log\n"
        "folder, fact, now = pathlib.Path(sys.argv[1]), 'b2:' + sys.argv[2], dt.datetime.now(dt.UTC)\n"
        "for n in range(100): log(folder, f'q{n}', [(fact, 0.9)], now)"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), str(number)]) for number in range(3)]
    assert [one.wait() for one in running] == [0, 0, 0]
    assert len(read(tmp_path, LATER)) == 300


def test_a_search_is_logged_and_a_night_is_not(workspace: Path) -> None:
    dream(workspace, NIGHT)
    derived = workspace / ".noctuary"
    assert read(derived, LATER) == []
    found = CliRunner().invoke(main, ["search", "API port", "-w", str(workspace)])
    assert found.exit_code == 0
    facts = replay(workspace / "memory" / "graph.jsonl").facts
    assert {facts[one.fact].text for one in read(derived, LATER)} >= {"the API port is now 9090, no longer 8080"}


def test_a_search_may_be_left_unlogged_and_works_where_nothing_can_be_written(workspace: Path) -> None:
    dream(workspace, NIGHT)
    (workspace / "noctuary.toml").write_text("[search]\nlog_recalls = false\n")
    assert CliRunner().invoke(main, ["search", "API port", "-w", str(workspace)]).exit_code == 0
    assert read(workspace / ".noctuary", LATER) == []
    (workspace / "noctuary.toml").unlink()
    (workspace / ".noctuary" / recalls.NAME).mkdir()
    assert CliRunner().invoke(main, ["search", "API port", "-w", str(workspace)]).exit_code == 0
