"""Reading a workspace: exact accounting, watermarks, and files no reader should choke on."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path
from typing import Any

import pytest

from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import Where, read, watermark

SESSION = "5b3f6c1e-0000-4000-8000-000000000001"


def said(text: str, number: int, **more: Any) -> str:
    """One Claude Code user line."""
    record = {
        "type": "user",
        "uuid": f"u-{number}",
        "sessionId": SESSION,
        "timestamp": f"2026-05-01T10:{number:02d}:00.000Z",
        "message": {"role": "user", "content": text},
    }
    return json.dumps(record | more, ensure_ascii=False)


def gathered(
    root: Path, known: dict[str, Watermark] | None = None, where: Where | None = None
) -> tuple[list[Event], dict[str, FileReport]]:
    """Events and reports of one reading, its accounting checked."""
    events: list[Event] = []
    reports: dict[str, FileReport] = {}
    for value in read(root, known or {}, where or Where()):
        if isinstance(value, Event):
            events.append(value)
        else:
            assert value.lines == value.used + sum(value.skipped.values()), value
            reports[value.ref] = value
    assert len({event.id for event in events}) == len(events)
    return events, reports


def marks(reports: dict[str, FileReport]) -> dict[str, Watermark]:
    return {ref: watermark(report) for ref, report in reports.items()}


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_memory_notes_and_sessions_are_read_in_sorted_order(tmp_path: Path) -> None:
    put(tmp_path / "MEMORY.md", "# Me\n\n- I drink tea\n")
    put(tmp_path / "memory/2026-05-01.md", "- bought a kettle\n")
    put(tmp_path / "sessions/a.jsonl", said("the kettle is blue", 1) + "\n")
    events, reports = gathered(tmp_path)
    assert list(reports) == ["MEMORY.md", "memory/2026-05-01.md", "sessions/a.jsonl"]
    assert [(e.role, e.trust, e.text) for e in events] == [
        ("memory", "human", "I drink tea"),
        ("note", "agent", "bought a kettle"),
        ("user", "human", "the kettle is blue"),
    ]
    assert events[0].context == ("Me",)
    assert events[0].at is None
    assert events[1].at == dt.datetime(2026, 5, 1, tzinfo=dt.UTC)
    assert events[2].session == SESSION


def test_a_memory_file_may_stand_beside_the_notes(tmp_path: Path) -> None:
    """KG-072: at the root, or in memory/; it is the human's own word in either place, and a daily note is none."""
    put(tmp_path / "memory/MEMORY.md", "- I drink tea\n")
    put(tmp_path / "memory/2026-05-01.md", "- bought a kettle\n")
    events, _ = gathered(tmp_path)
    assert [(e.role, e.text) for e in events] == [("note", "bought a kettle"), ("memory", "I drink tea")]
    put(tmp_path / "MEMORY.md", "- I drink coffee\n")
    events, _ = gathered(tmp_path)
    assert [(e.role, e.ref) for e in events if e.role == "memory"] == [
        ("memory", "MEMORY.md"), ("memory", "memory/MEMORY.md"),
    ]  # fmt: skip


def test_a_diary_in_a_folder_of_its_own_is_read_by_the_days_it_is_named_for(tmp_path: Path) -> None:
    """TK-018: one glob; no front matter is asked for."""
    put(tmp_path / "diary/2026-05-01.md", "- bought a kettle\n")
    events = [one for one in read(tmp_path, {}, Where(notes=("diary/*.md",))) if isinstance(one, Event)]
    assert [(e.role, e.text, e.at) for e in events] == [
        ("note", "bought a kettle", dt.datetime(2026, 5, 1, tzinfo=dt.UTC))
    ]


def test_an_unchanged_file_is_only_reported(tmp_path: Path) -> None:
    put(tmp_path / "MEMORY.md", "- a fact\n")
    put(tmp_path / "s.jsonl", said("hello there", 1))
    _, first = gathered(tmp_path)
    events, second = gathered(tmp_path, marks(first))
    assert events == []
    assert {report.state for report in second.values()} == {"unchanged"}
    assert {report.lines for report in second.values()} == {0}
    assert marks(first) == marks(second)


def test_only_what_was_appended_is_read_and_numbered_on(tmp_path: Path) -> None:
    path = put(tmp_path / "s.jsonl", said("one", 1) + "\n" + said("two", 2) + "\n")
    _, first = gathered(tmp_path)
    with path.open("a") as log:
        log.write(said("three", 3) + "\n")
    events, second = gathered(tmp_path, marks(first))
    report = second["s.jsonl"]
    assert [(e.text, e.line) for e in events] == [("three", 3)]
    assert (report.state, report.lines) == ("appended", 1)
    assert watermark(report).lines == 3
    assert watermark(report).size == path.stat().st_size


def test_appending_after_a_missing_final_newline_keeps_line_numbers(tmp_path: Path) -> None:
    path = put(tmp_path / "s.jsonl", said("one", 1))
    _, first = gathered(tmp_path)
    with path.open("a") as log:
        log.write("\n" + said("two", 2))
    events, second = gathered(tmp_path, marks(first))
    assert [(e.text, e.line) for e in events] == [("two", 2)]
    assert watermark(second["s.jsonl"]).lines == 2


def test_a_rewritten_log_is_read_whole(tmp_path: Path) -> None:
    path = put(tmp_path / "s.jsonl", said("one", 1) + "\n")
    _, first = gathered(tmp_path)
    put(path, said("other", 4) + "\n" + said("two", 2) + "\n")
    events, second = gathered(tmp_path, marks(first))
    assert second["s.jsonl"].state == "changed"
    assert [e.text for e in events] == ["other", "two"]


def test_a_half_line_waits_until_it_is_finished(tmp_path: Path) -> None:
    whole, half = said("one", 1) + "\n", said("a longer second line", 2)
    path = put(tmp_path / "s.jsonl", whole + half[:40])
    events, first = gathered(tmp_path)
    assert [e.text for e in events] == ["one"]
    assert first["s.jsonl"].skipped == {"half_line": 1}
    assert first["s.jsonl"].size == len(whole)
    assert "finished" in first["s.jsonl"].problems[0].message
    again, same = gathered(tmp_path, marks(first))
    assert (again, same["s.jsonl"].state) == ([], "unchanged")
    put(path, whole + half + "\n")
    events, second = gathered(tmp_path, marks(first))
    assert [(e.text, e.line) for e in events] == [("a longer second line", 2)]
    assert second["s.jsonl"].state == "appended"


def test_a_file_that_is_gone_is_said_once(tmp_path: Path) -> None:
    path = put(tmp_path / "s.jsonl", said("one", 1))
    _, first = gathered(tmp_path)
    path.unlink()
    _, second = gathered(tmp_path, marks(first))
    assert second["s.jsonl"].state == "gone"
    assert marks(second)["s.jsonl"].gone
    assert gathered(tmp_path, marks(second)) == ([], {})


def test_the_same_utterance_in_two_files_is_yielded_once(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", said("one", 1) + "\n")
    put(tmp_path / "b.jsonl", said("one", 1, sessionId="forked") + "\n" + said("two", 2) + "\n")
    events, reports = gathered(tmp_path)
    assert [e.text for e in events] == ["one", "two"]
    assert reports["b.jsonl"].skipped == {"duplicate": 1}


def test_two_records_on_one_line_are_both_read(tmp_path: Path) -> None:
    put(tmp_path / "s.jsonl", said("one", 1) + said("two", 2) + "\n" + said("three", 3) + "\n")
    events, reports = gathered(tmp_path)
    assert [(e.text, e.line) for e in events] == [("one", 1), ("two", 1), ("three", 2)]
    assert (reports["s.jsonl"].lines, reports["s.jsonl"].used) == (2, 2)
    assert "line break" in reports["s.jsonl"].problems[0].message


def test_odd_bytes_are_survived_and_named(tmp_path: Path) -> None:
    good = said("fine", 1).encode()
    lines = [
        b"\xef\xbb\xbf" + good,
        said("caf\u00e9", 2).encode("latin-1"),
        b"\x00\x00" + said("after a crash", 3).encode(),
        b"",
        b"{broken",
        b"[1, 2]",
        b"\x00\x00\x00",
        said("windows", 4).encode() + b"\r",
    ]
    put(tmp_path / "s.jsonl", b"\n".join(lines) + b"\n")
    events, reports = gathered(tmp_path)
    report = reports["s.jsonl"]
    assert [e.text for e in events] == ["fine", "caf\ufffd", "after a crash", "windows"]
    assert report.skipped == {"blank": 1, "bad_json": 1, "not_object": 1, "nul_bytes": 1}
    assert sorted(problem.line for problem in report.problems) == [2, 3, 5, 6, 7]


def test_a_giant_line_is_left_out_and_the_next_one_read(tmp_path: Path) -> None:
    giant = said("x" * (9 * 1024 * 1024), 1)
    put(tmp_path / "s.jsonl", giant + "\n" + said("small", 2) + "\n")
    events, reports = gathered(tmp_path)
    assert [(e.text, e.line) for e in events] == [("small", 2)]
    assert reports["s.jsonl"].skipped == {"too_long": 1}


def test_a_pretty_printed_log_is_read_with_its_lines(tmp_path: Path) -> None:
    records = [json.loads(said("one", 1)), json.loads(said("two", 2))]
    put(tmp_path / "list.jsonl", json.dumps(records, indent=2) + "\n")
    put(
        tmp_path / "row.jsonl",
        "\n".join(json.dumps(record | {"uuid": record["uuid"] + "b"}, indent=1) for record in records),
    )
    events, _ = gathered(tmp_path)
    assert [e.text for e in events] == ["one", "two", "one", "two"]
    lines = (tmp_path / "list.jsonl").read_text().splitlines()
    assert '"one"' in "\n".join(lines[events[0].line - 1 : events[0].line_end])
    assert '"two"' not in "\n".join(lines[events[0].line - 1 : events[0].line_end])


@pytest.mark.parametrize(
    "content",
    [
        '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n',
        '{\n "nodes": [1,\n 2]\n}\n',
        '"just a string"\n3\nnull\n',
        "[" * 5000,
    ],
)
def test_what_no_dialect_recognises_is_left_out_with_one_problem(tmp_path: Path, content: str) -> None:
    put(tmp_path / "sessions" / "memory.jsonl", content)
    events, reports = gathered(tmp_path)
    report = reports["sessions/memory.jsonl"]
    assert events == []
    assert report.dialect == "unknown"
    assert set(report.skipped) == {"unknown_dialect"}
    assert len(report.problems) == 1


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ('{"city": "Porto", "people": 231962}\n', 0),
        ('{"prompt": "2 + 2", "completion": "4"}\n', 0),
        ('{"id": 7, "text": "a review", "label": "good"}\n', 0),
        ('"just a string"\n3\nnull\n', 0),
        ('{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n', 1),
    ],
)
def test_a_data_set_is_no_problem_and_a_memory_graph_is_told(tmp_path: Path, content: str, problems: int) -> None:
    for number in range(3):
        put(tmp_path / "data" / f"set{number}.jsonl", content)
    events, reports = gathered(tmp_path)
    assert events == []
    assert [set(report.skipped) for report in reports.values()] == [{"unknown_dialect"}] * 3
    assert [len(report.problems) for report in reports.values()] == [problems] * 3


def test_plain_words_among_the_logs_are_read_as_a_note(tmp_path: Path) -> None:
    put(tmp_path / "talk.jsonl", "# Plans\n\n- the kettle is blue\n- [[tea]] is green\n")
    events, reports = gathered(tmp_path)
    assert [(e.text, e.role, e.trust) for e in events] == [
        ("the kettle is blue", "note", "agent"),
        ("[[tea]] is green", "note", "agent"),
    ]
    assert reports["talk.jsonl"].dialect == "note"


def test_a_log_in_two_dialects_is_read_in_both(tmp_path: Path) -> None:
    typed = {"timestamp": "2026-05-01T11:00:00.123Z", "type": "event_msg",
             "payload": {"type": "user_message", "message": "the cup is red"}}  # fmt: skip
    put(tmp_path / "both.jsonl", said("the kettle is blue", 1) + "\n" + json.dumps(typed) + "\n" + said("again", 2))
    events, reports = gathered(tmp_path)
    assert [(e.text, e.trust) for e in events] == [
        ("the kettle is blue", "human"), ("the cup is red", "human"), ("again", "human"),
    ]  # fmt: skip
    assert reports["both.jsonl"].human_turns == reports["both.jsonl"].records == 3


def test_empty_files_folders_and_loops_are_no_trouble(tmp_path: Path) -> None:
    put(tmp_path / "empty.jsonl", b"")
    put(tmp_path / "memory/empty.md", b"")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "dangling.jsonl").symlink_to(tmp_path / "nowhere")
    put(tmp_path / "s.jsonl", said("one", 1))
    events, reports = gathered(tmp_path)
    assert [e.text for e in events] == ["one"]
    assert list(reports) == ["dangling.jsonl", "empty.jsonl", "memory/empty.md", "s.jsonl"]
    assert "is a link to nothing" in reports["dangling.jsonl"].problems[0].message


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_a_problem(tmp_path: Path) -> None:
    put(tmp_path / "s.jsonl", said("one", 1)).chmod(0)
    _, reports = gathered(tmp_path)
    assert "permissions" in reports["s.jsonl"].problems[0].message


def test_logs_kept_elsewhere_are_cited_by_home_or_absolute_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, root, other = tmp_path / "home", tmp_path / "work", tmp_path / "other"
    monkeypatch.setenv("HOME", str(home))
    root.mkdir()
    put(home / "logs/a/s.jsonl", said("one", 1))
    put(other / "t.jsonl", said("two", 2))
    put(other / "node_modules/x/t.jsonl", said("three", 3))
    where = Where(sessions=("~/logs/**/*.jsonl", f"{other}/**/*.jsonl"))
    _, reports = gathered(root, where=where)
    assert list(reports) == [f"{other.as_posix()}/t.jsonl", "~/logs/a/s.jsonl"]
    _, again = gathered(root, marks(reports), where)
    assert {report.state for report in again.values()} == {"unchanged"}


def test_our_own_files_are_never_sources(tmp_path: Path) -> None:
    for ref in (".noctuary/x.jsonl", "DREAMS.md", "memory/graph.jsonl", "memory/dreaming/deep/2026-05-01.md"):
        put(tmp_path / ref, said("one", 1))
    assert gathered(tmp_path) == ([], {})


def test_a_journal_under_another_name_is_recognised_as_our_own(tmp_path: Path) -> None:
    line = {"v": 1, "op": "put", "type": "fact", "id": "b2:0123456789abcdef", "at": "2026-05-01T00:00:00Z"}
    put(tmp_path / "backup.jsonl", json.dumps(line) + "\n")
    events, reports = gathered(tmp_path)
    assert (events, reports["backup.jsonl"].skipped) == ([], {"own_output": 1})


def test_a_secret_never_leaves_the_room(tmp_path: Path) -> None:
    put(tmp_path / "MEMORY.md", "## door code is 48213#\n\n- my password is Tr1cky-Canary\n")
    put(tmp_path / "s.jsonl", said("token: ghp_canaryCANARYcanaryCANARY0123456789", 1))
    events, reports = gathered(tmp_path)
    everything = repr(events) + repr(reports)
    assert "Canary" not in everything
    assert "48213" not in everything
    assert "CANARY" not in everything
    assert reports["MEMORY.md"].redacted == {"code": 1, "password": 1}


def test_a_lot_of_bad_lines_is_told_in_few_words(tmp_path: Path) -> None:
    put(tmp_path / "s.jsonl", said("one", 1) + "\n" + "{bad\n" * 100)
    _, reports = gathered(tmp_path)
    assert reports["s.jsonl"].skipped == {"bad_json": 100}
    assert len(reports["s.jsonl"].problems) == 21
    assert "80 more" in reports["s.jsonl"].problems[-1].message


def test_a_log_cut_at_any_byte_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    text = said("größer", 1) + "\n" + said("two", 2) + said("three", 3) + "\r\n\n" + said("four", 4)
    whole = text.encode()
    path = put(tmp_path / "s.jsonl", whole)
    told = [(event.text, event.line) for event in gathered(tmp_path)[0]]
    for cut in range(len(whole)):
        put(path, whole[:cut])
        before, reports = gathered(tmp_path)
        put(path, whole)
        after, _ = gathered(tmp_path, marks(reports))
        heard = list(dict.fromkeys((event.text, event.line) for event in (*before, *after)))
        assert heard == told, cut


def test_reading_twice_gives_the_same_values(tmp_path: Path) -> None:
    put(tmp_path / "memory/2026-05-01.md", "- a\n- b\n- a\n")
    put(tmp_path / "s.jsonl", said("one", 1))
    assert list(read(tmp_path, {}, Where())) == list(read(tmp_path, {}, Where()))


@pytest.mark.parametrize("spelt", ["memory.md", "Memory.md", "MEMORY.MD"])
@pytest.mark.parametrize("has_own", [True, False])
def test_a_memory_file_of_another_case_is_told_and_not_read(tmp_path: Path, spelt: str, has_own: bool) -> None:
    (tmp_path / spelt).write_text("- the port is 8080\n")
    if (tmp_path / "MEMORY.md").exists():
        pytest.skip("this file system knows no case")
    if has_own:
        (tmp_path / "MEMORY.md").write_text("- the port is 9090\n")
    told = list(read(tmp_path, {}, Where()))
    assert [one.text for one in told if isinstance(one, Event)] == (["the port is 9090"] if has_own else [])
    (report,) = (one for one in told if isinstance(one, FileReport) and one.ref == spelt)
    assert "rename it" in report.problems[0].message
    named = list(read(tmp_path, {}, Where(memory=(spelt,))))
    assert [one.text for one in named if isinstance(one, Event)] == ["the port is 8080"]
