"""The spool's reading side: a copy stands in for a log that is gone, and what was lost is said once."""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary import hook
from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import Where, read, watermark
from noctuary.sources.spool import clear, gaps, is_session, looked_at, needed, pending, settled, with_needed
from noctuary.sources.where import find, ref_of
from noctuary.spooling import keep

NOW = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
SESSION = "5d3a9c1e-0000-4000-8000-000000000001"


def said(*numbers: int) -> bytes:
    """Claude Code user lines."""
    return b"".join(
        json.dumps({
            "type": "user", "uuid": f"u-{number}", "sessionId": SESSION,
            "timestamp": f"2026-05-01T10:{number:02d}:00.000Z",
            "message": {"role": "user", "content": f"kettle number {number} is blue"},
        }).encode() + b"\n"
        for number in numbers
    )  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def log(home: Path) -> Path:
    path = home / ".claude" / "projects" / "-clock" / f"{SESSION}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(said(1, 2))
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "clock"
    folder.mkdir()
    return folder


WHERE = Where(sessions=("**/*.jsonl", "~/.claude/projects/**/*.jsonl"))
REF = f"~/.claude/projects/-clock/{SESSION}.jsonl"


def capture(root: Path, log: Path) -> None:
    noted(root, log)
    keep(str(root), str(log))


def noted(root: Path, log: Path) -> None:
    """What the hook alone does."""
    told = {"session_id": SESSION, "transcript_path": str(log), "reason": "other"}
    hook.capture("session-end", str(root), told)


def night(root: Path, known: dict[str, Watermark]) -> tuple[list[Event], list[FileReport]]:
    """One reading of the workspace as a night does it, copies among the sources; `known` moves on."""
    events: list[Event] = []
    reports: list[FileReport] = []
    for value in read(root, known, WHERE):
        if isinstance(value, Event):
            events.append(value)
        else:
            reports.append(value)
    known.update({report.ref: watermark(report) for report in reports})
    return events, reports


def mark(size: int, ref: str = REF, dialect: str = "claude_code") -> dict[str, Watermark]:
    return {ref: Watermark(ref=ref, sha256="0" * 64, size=size, lines=1, dialect=dialect)}


def test_a_log_that_was_deleted_is_read_from_its_copy_and_cited_by_its_own_name(root: Path, log: Path) -> None:
    capture(root, log)
    log.unlink()
    events, [report] = night(root, {})
    assert [(event.ref, event.line) for event in events] == [(REF, 1), (REF, 2)]
    assert (report.ref, report.state, report.dialect) == (REF, "new", "claude_code")


def test_a_copy_is_not_read_while_its_original_is_as_long(root: Path, log: Path) -> None:
    capture(root, log)
    assert [one.ref for one in pending(root)] == [REF]
    assert needed(root, pending(root), {}, WHERE) == []


def test_a_copy_of_what_was_read_in_part_gives_the_same_events_and_the_rest(root: Path, log: Path) -> None:
    known: dict[str, Watermark] = {}
    first = [event.id for event in night(root, known)[0]]
    log.write_bytes(said(1, 2, 3))
    capture(root, log)
    log.unlink()
    events, [report] = night(root, known)
    assert [(event.text, event.line) for event in events][2:] == [("kettle number 3 is blue", 3)]
    assert [event.id for event in events][:2] == first
    assert (report.state, report.size, report.total_lines) == ("changed", len(said(1, 2, 3)), 3)
    assert needed(root, pending(root), known, WHERE) == []


def test_an_original_that_was_cut_short_is_read_from_its_longer_copy(root: Path, log: Path) -> None:
    capture(root, log)
    log.write_bytes(said(1))
    assert [found.ref for found in needed(root, pending(root), {}, WHERE)] == [REF]
    merged = with_needed(find(root, WHERE), needed(root, pending(root), {}, WHERE))
    assert len(merged) == len({found.ref for found in merged}) == 1


def test_capturing_widens_no_ones_sources(root: Path, log: Path) -> None:
    capture(root, log)
    log.unlink()
    assert needed(root, pending(root), {}, Where()) == []
    assert needed(root, pending(root), {}, Where(sessions=WHERE.sessions, exclude=("~/.claude/**",))) == []
    [problem] = gaps(root, pending(root), {}, Where(), now=NOW)
    assert problem.path == REF
    assert "no glob of [sources] sessions names: 1; name them there" in problem.message


def test_a_copy_is_never_found_as_a_source_itself(root: Path, log: Path) -> None:
    capture(root, log)
    log.unlink()
    found = find(root, Where(exclude=()))
    assert [source for source in found if source.path.endswith(hook.COPY)] == []


@pytest.mark.parametrize("path", ["sessions/a.jsonl", "a.jsonl", "~/.claude/projects/x/y/z.jsonl", "~/.claude/a.jsonl",
                                  ".git/a.jsonl", "sub/node_modules/a.jsonl", "a.md", "~/.git/a.jsonl"])  # fmt: skip
def test_a_log_counts_as_named_exactly_when_it_would_be_found(root: Path, log: Path, path: str) -> None:
    place = root / Path(path).expanduser()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(said(1))
    found = {source.ref for source in find(root, WHERE) if source.kind == "sessions"}
    assert is_session(place, root, WHERE) == (ref_of(place, root) in found)


def test_a_session_deleted_before_any_night_and_without_a_copy_is_a_gap(root: Path, log: Path) -> None:
    """FIELD F19: source logs vanish before dreaming."""
    capture(root, log)
    [one] = pending(root)
    Path(one.path).unlink()
    assert gaps(root, pending(root), {}, WHERE, now=NOW) == []
    log.unlink()
    [problem] = gaps(root, pending(root), {}, WHERE, now=NOW)
    assert problem.path == REF
    assert f"all {one.size} bytes are lost (its copy is gone or was changed)" in problem.message
    assert "restore it from a backup" in problem.message


def test_a_log_deleted_with_unread_bytes_is_a_gap_of_those_bytes(root: Path, log: Path) -> None:
    capture(root, log)
    [one] = pending(root)
    Path(one.path).unlink()
    log.unlink()
    [problem] = gaps(root, pending(root), mark(one.size - 40), WHERE, now=NOW)
    assert f"40 of {one.size} bytes are lost" in problem.message
    assert gaps(root, pending(root), mark(one.size), WHERE, now=NOW) == []


def test_a_copy_that_was_changed_is_no_copy(root: Path, log: Path) -> None:
    """A copy is forced to disk before its sidecar tells of it: no crash cuts one short."""
    capture(root, log)
    log.unlink()
    [one] = pending(root)
    os.truncate(one.path, len(said(1)))
    assert night(root, {}) == ([], [])
    [problem] = gaps(root, pending(root), {}, WHERE, now=NOW)
    assert f"all {len(said(1, 2))} bytes are lost (its copy is gone or was changed)" in problem.message


def test_nights_further_apart_than_the_owner_keeps_its_logs_are_told(root: Path) -> None:
    known = mark(9)
    looked = NOW - dt.timedelta(days=40)
    [problem] = gaps(root, [], known, WHERE, now=NOW, looked_at=looked)
    assert problem.path == "~/.claude/projects/-clock"
    assert "no night from 2026-04-02 to 2026-05-12" in problem.message
    assert "sessions from 2026-04-02 to 2026-04-12 may be lost" in problem.message
    assert "`noctuary install claude-code`" in problem.message
    assert gaps(root, [], known, WHERE, now=NOW, looked_at=looked, retention=dt.timedelta(days=60)) == []
    assert gaps(root, [], known, WHERE, now=NOW) == []


def test_no_silence_is_told_of_logs_that_nobody_deletes_or_that_were_captured(root: Path, log: Path) -> None:
    looked = NOW - dt.timedelta(days=40)
    for known in ({}, mark(9, "sessions/a.jsonl"), mark(9, "~/.codex/sessions/a.jsonl", "codex")):
        assert gaps(root, [], known, WHERE, now=NOW, looked_at=looked) == []
    capture(root, log)
    later = dt.datetime.now(dt.UTC) + dt.timedelta(days=35)
    early = later - dt.timedelta(days=40)
    assert gaps(root, pending(root), mark(9), WHERE, now=later, looked_at=early) == []


def test_a_night_looked_when_its_heartbeat_says_so_or_else_when_it_was_written(root: Path) -> None:
    night_at, beat_at = NOW - dt.timedelta(days=20), NOW - dt.timedelta(days=2)
    assert looked_at(root, None) is None
    beat = root / ".noctuary" / "last.json"
    beat.parent.mkdir()
    beat.write_text(json.dumps({"at": beat_at.isoformat(), "state": "nothing"}))
    assert looked_at(root, night_at) == looked_at(root, None) == beat_at
    for odd in (
        json.dumps({"at": beat_at.isoformat(), "state": "failed"}),
        "{",
        "[]",
        "{}",
        '{"at": 7}',
        '{"at": "x"}',
    ):
        beat.write_text(odd)
        assert looked_at(root, night_at) == night_at


def test_a_finished_night_clears_what_it_read_and_nothing_else(root: Path, log: Path, tmp_path: Path) -> None:
    capture(root, log)
    other = tmp_path / "other.jsonl"
    other.write_bytes(said(7))
    capture(root, other)
    known: dict[str, Watermark] = {}
    spooled = pending(root)
    _, reports = night(root, known)
    clear(root, settled(spooled, reports, {}, NOW), NOW)
    assert [one.ref for one in pending(root)] == [other.as_posix()]
    assert sorted(path.suffix for path in (root / hook.SPOOL).iterdir()) == ["", ".json", ".transcript"]


def test_a_capture_that_came_while_the_night_ran_stays(root: Path, log: Path) -> None:
    capture(root, log)
    spooled = pending(root)
    _, reports = night(root, {})
    log.write_bytes(said(1, 2, 3))
    capture(root, log)
    clear(root, settled(spooled, reports, {}, NOW), NOW)
    assert [one.size for one in pending(root)] == [len(said(1, 2, 3))]


def test_what_was_told_as_lost_is_told_once(root: Path, log: Path) -> None:
    capture(root, log)
    Path(pending(root)[0].path).unlink()
    log.unlink()
    spooled = pending(root)
    assert gaps(root, spooled, {}, WHERE, now=NOW) != []
    clear(root, settled(spooled, [], {}, NOW), NOW)
    assert pending(root) == []


def test_a_capture_no_glob_names_is_kept_for_thirty_days(root: Path, log: Path) -> None:
    capture(root, log)
    now = dt.datetime.now(dt.UTC)
    assert settled(pending(root), [], {}, now + dt.timedelta(days=29)) == []
    assert settled(pending(root), [], {}, now + dt.timedelta(days=31)) == pending(root)


def test_a_copy_that_is_all_there_is_stays_for_thirty_days_so_that_an_undone_night_reads_it_again(
    root: Path, log: Path
) -> None:
    capture(root, log)
    log.unlink()
    known: dict[str, Watermark] = {}
    first, reports = night(root, known)
    clear(root, settled(pending(root), reports, {}, NOW), NOW)
    again = [night(root, known), night(root, known)]
    assert [(events, [report.state for report in told]) for events, told in again] == [([], ["gone"]), ([], [])]
    undone, _ = night(root, {})
    assert [event.id for event in undone] == [event.id for event in first] != []
    late = dt.datetime.now(dt.UTC) + dt.timedelta(days=31)
    clear(root, settled(pending(root), [], known, late), late)
    assert pending(root) == []


def test_a_death_between_journal_and_clearing_is_made_up_by_the_next_night(root: Path, log: Path) -> None:
    capture(root, log)
    known: dict[str, Watermark] = {}
    night(root, known)
    spooled = pending(root)
    events, reports = night(root, known)
    assert (events, [report.state for report in reports]) == ([], ["unchanged"])
    clear(root, settled(spooled, reports, known, NOW), NOW)
    assert pending(root) == []


def test_what_killed_hooks_left_is_removed_after_a_day(root: Path, log: Path) -> None:
    capture(root, log)
    spool = root / hook.SPOOL
    for name in (".a.1.part", "b.transcript", "c.json"):
        (spool / name).write_text("{}")
        os.utime(spool / name, (NOW.timestamp() - 90_000, NOW.timestamp() - 90_000))
    (spool / ".fresh.1.part").write_text("")
    clear(root, [], NOW)
    kept = {hook.name_of(str(log)) + hook.COPY, hook.name_of(str(log)) + hook.SIDECAR, ".fresh.1.part", hook.LOCK}
    assert {path.name for path in spool.iterdir()} == kept


def test_without_a_spool_there_is_nothing_to_do(root: Path, bytes_of: Callable[[Path], dict[str, bytes]]) -> None:
    assert pending(root) == []
    clear(root, [], NOW)
    assert bytes_of(root) == {}


@pytest.mark.parametrize("path", ["/etc/passwd", "../../../etc/passwd", "", "\0"])
def test_a_forged_sidecar_is_no_capture(root: Path, log: Path, path: str) -> None:
    capture(root, log)
    [sidecar] = (root / hook.SPOOL).glob("*.json")
    sidecar.write_text(json.dumps(json.loads(sidecar.read_text()) | {"path": path}))
    assert pending(root) == []


def test_a_copy_that_is_a_link_is_no_copy(root: Path, log: Path) -> None:
    capture(root, log)
    log.unlink()
    [one] = pending(root)
    Path(one.path).unlink()
    Path(one.path).symlink_to("/etc/hostname")
    assert [(one.path, one.size) for one in pending(root)] == [("", 0)]


@given(
    sidecar=st.binary(max_size=80)
    | st.dictionaries(st.text(max_size=5), st.integers()).map(lambda d: json.dumps(d).encode())
)
def test_no_sidecar_raises(sidecar: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("w")
    (root / hook.SPOOL).mkdir(parents=True)
    (root / hook.SPOOL / "a.json").write_bytes(sidecar)
    assert pending(root) == []


@given(seen=st.integers(0, 9), read=st.integers(0, 9), copied=st.integers(0, 9), there=st.none() | st.integers(0, 9))
def test_no_byte_is_both_lost_and_held(
    seen: int, read: int, copied: int, there: int | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What a log held is read before, still in its place, in the copy tonight, or told as lost; nothing is silent."""
    root = tmp_path_factory.mktemp("w")
    log = root / "sessions" / "a.jsonl"
    log.parent.mkdir()
    log.write_bytes(b"x" * copied)
    capture(root, log)
    log.write_bytes(b"x" * seen)
    noted(root, log)
    seen = max(seen, copied)
    copy = root / hook.SPOOL / (hook.name_of(str(log)) + hook.COPY)
    log.unlink()
    if there is not None:
        log.write_bytes(b"x" * there)
    known = mark(read, "sessions/a.jsonl") if read else {}
    spooled = pending(root)
    from_copy = needed(root, spooled, known, WHERE)
    held = max(read, there or 0, copied if from_copy else 0)
    told = gaps(root, spooled, known, WHERE, now=NOW)
    assert bool(from_copy) == (copied > max(read, there or 0))
    assert bool(told) == (there is None and held < seen)
    assert [(one.ref, one.path, one.size) for one in from_copy] in ([], [("sessions/a.jsonl", str(copy), copied)])
