"""Hostile input: nothing a file holds, is called or turns into may stop a reading or vanish from its account."""

from __future__ import annotations

import gzip
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.hostile import check, mutated, seeds
from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import Where, read, read_paths, watermark
from noctuary.sources.dialects.registry import DIALECTS
from noctuary.sources.graphs import read_graph
from noctuary.sources.pages import MOST_LINES

MB = 1 << 20


def said(text: str, number: int) -> bytes:
    """One Claude Code user line."""
    record = {"type": "user", "uuid": f"u-{number}", "sessionId": "s", "timestamp": "2026-05-01T10:00:00.000Z",
              "message": {"role": "user", "content": text}}  # fmt: skip
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def told(path: Path) -> tuple[list[str], FileReport]:
    """The texts and the report of one file named by its path, its account checked."""
    *events, report = read_paths([path])
    assert isinstance(report, FileReport)
    assert report.lines == report.used + sum(report.skipped.values())
    return [event.text for event in events if isinstance(event, Event)], report


def mends(report: FileReport) -> list[tuple[int, str]]:
    """The line of each problem, and the mend its message ends with."""
    return [(problem.line, problem.message.split("; ")[-1]) for problem in report.problems]


@pytest.mark.parametrize("dialect", sorted({dialect.NAME for dialect in DIALECTS} | {""}))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_mutation_of_a_sample_breaks_a_law(dialect: str, data: st.DataObject, tmp_path: Path) -> None:
    sample = data.draw(st.sampled_from(seeds(dialect)))
    check(mutated(sample, Random(data.draw(st.integers(0, 2**32)))), tmp_path / "log")


BROKEN = {
    "backticks in one run": b"a: " + b"`" * 30_000,
    "backticks in runs of every length": "".join("`" * run + "a" for run in range(1, 350)).encode(),
    "lists without an end": b"[{},\n" * 12_000,
    "nothing but a NUL on the last line": b"\n\x00",
    "half a sign in a session's name": said("hello", 1).replace(b'"s"', b'"\\ud800\\u001b[31m"'),
    "half a sign in a record's id": said("hello", 1).replace(b'"u-1"', b'"\\ud800"'),
    "half a sign in a title": b'---\ntitle: "\\ud800"\ndecisions: ["\\ud800 x"]\n---\n- a\n',
    "a key of thirty thousand parts": b"+++\n" + b"a." * 30_000 + b"b = 1\n+++\n- a\n",
    "ten thousand brackets": b"[" * 10_000 + b"]" * 10_000,
    "ten thousand objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_once_broke_a_law_keeps_it(name: str, tmp_path: Path) -> None:
    check(BROKEN[name], tmp_path / "log")


@pytest.mark.timeout(20)
def test_time_grows_with_the_size_and_no_faster(tmp_path: Path) -> None:
    """Each took minutes when every line was looked for to the file's end."""
    (tmp_path / "note.md").write_bytes(b"<!-- openclaw:dreaming:x:start -->\n" * MOST_LINES)
    (tmp_path / "graph.json").write_bytes(b"{\n" * 300_000)
    assert told(tmp_path / "note.md")[1].skipped == {"dream_output": MOST_LINES}
    assert read_graph(tmp_path / "graph.json", "g").account().skipped == {"unknown_dialect": 300_000}


def test_what_was_read_as_a_document_is_no_log_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    typed = {"id": "1", "type": "user", "timestamp": "2026-05-01T10:00:00Z", "content": "early words"}
    path.write_text('{"messages": [\n{"type": "gemini",\n"content": "a"},\n{"x\n' + json.dumps(typed) + "\n")
    *_, report = read(tmp_path, {}, Where())
    assert isinstance(report, FileReport)
    assert (report.skipped["bad_document"], mends(report)) == (2, [(4, "repair it or export it again")])
    with path.open("a") as log:
        log.write('{"type": "gemini", "content": "late words"}\n')
    events = read(tmp_path, {report.ref: watermark(report)}, Where())
    assert [event.text for event in events if isinstance(event, Event)] == ["early words", "late words"]


def test_a_character_cut_by_a_chunk_s_border_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    entry = {"role": "user", "content": "é" * (2 * MB)}
    path.write_bytes(b"[\n" + json.dumps(entry, ensure_ascii=False).encode() + b"\n]\n")
    texts, report = told(path)
    assert ("\ufffd" in texts[0], report.problems) == (False, ())
    path.write_bytes(path.read_bytes()[: 4 * MB - 1] + b"\xff" + path.read_bytes()[4 * MB :])
    assert mends(told(path)[1]) == [(2, "unreadable bytes became U+FFFD, save the file as UTF-8")]


def test_a_document_that_breaks_off_is_read_so_far_and_says_where(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    rows = ["[", *(json.dumps({"role": "user", "content": f"words {n}"}) + "," for n in range(4)), '{"role": "us', "x"]
    path.write_text("\n".join(rows) + "\n")
    texts, report = told(path)
    assert texts == [f"words {n}" for n in range(4)]
    assert mends(report) == [(6, "repair it or export it again")]
    assert report.skipped == {"layout": 1, "bad_document": 2}
    path.write_text('{\n"messages": [\n' + "\n".join(rows[1:]))
    texts, report = told(path)
    assert (len(texts), mends(report)) == (4, [(7, "repair it or export it again")])


@pytest.mark.parametrize("kind", ["gzip", "png", "sqlite"])
def test_a_binary_under_a_log_s_name_is_left_out(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    if kind == "sqlite":
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE t (words TEXT)")
            db.execute("INSERT INTO t VALUES ('a secret plan')")
    elif kind == "gzip":
        path.write_bytes(gzip.compress(said("hello", 1) * 100, mtime=0))
    else:
        path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + zlib.compress(bytes(range(256)) * 40))
    texts, report = told(path)
    assert (texts, set(report.skipped), mends(report)) == ([], {"binary"}, [(0, "exclude it")])


def test_a_log_in_utf_16_is_left_out_and_a_note_is_read(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(said("hello", 1).decode().encode("utf-16"))
    texts, report = told(tmp_path / "log.jsonl")
    assert (texts, mends(report)) == ([], [(0, "save it as UTF-8")])
    (tmp_path / "note.md").write_bytes("- the kettle is blue\n".encode("utf-16"))
    texts, report = told(tmp_path / "note.md")
    assert (texts, mends(report)) == (["the kettle is blue"], [(1, "save it as UTF-8")])


def test_bare_carriage_returns_end_a_note_s_lines_and_no_log_s(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_bytes(b"- one\r- two\r")
    (tmp_path / "log.jsonl").write_bytes((said("one", 1) + said("two", 2)).replace(b"\n", b"\r"))
    assert told(tmp_path / "note.md")[0] == ["one", "two"]
    texts, report = told(tmp_path / "log.jsonl")
    assert (texts, mends(report)) == (["one", "two"], [(1, "both were read, put a line break between them")])


def peak(path: Path) -> int:
    """The most memory, in bytes, that Python held while the file was read."""
    tracemalloc.start()
    for _ in read_paths([path]):
        pass
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return held


def test_a_line_of_a_hundred_megabytes_takes_no_more_than_two_of_the_longest(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with path.open("wb") as log:
        log.write(b'{"type":"user","uuid":"')
        log.truncate(100 * MB)
        log.seek(0, os.SEEK_END)
        log.write(b'"}\n' + said("small", 1))
    texts, report = told(path)
    assert (texts, report.skipped) == (["small"], {"too_long": 1})
    assert mends(report) == [(1, "split it or exclude the file")]
    assert peak(path) < 24 * MB


MEASURED = """
import sys
from pathlib import Path
from benchmarks.reading import peak_memory
from tests.sources.test_hostile import told
print(len(told(Path(sys.argv[1]))[0]), peak_memory())
"""


def test_a_document_of_a_hundred_megabytes_is_read_by_and_by(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    words = b"x" * MB
    with path.open("wb") as log:
        log.write(b"[\n")
        for number in range(100):
            log.write(b'{"role":"user","content":"%d %s"},\n' % (number, words))
        log.write(b"{}]\n")
    done = subprocess.run([sys.executable, "-c", MEASURED, path], capture_output=True, text=True, check=True)
    count, held = map(int, done.stdout.split())
    assert count == 100
    assert held < 400 * MB


def test_a_million_lines_are_counted_and_told_in_few_words(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(said("hello", 1) + b"\n" * 1_000_000)
    (tmp_path / "b.jsonl").write_bytes(said("hello", 2) + b"1\n" * 1_000_000)
    assert told(tmp_path / "a.jsonl")[1].skipped == {"blank": 1_000_000}
    report = told(tmp_path / "b.jsonl")[1]
    assert (report.skipped, len(report.problems)) == ({"not_object": 1_000_000}, 21)


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_page_of_too_many_lines_is_left_out(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "note.md"
    path.write_bytes((b"- a" + end) * (MOST_LINES + 1))
    texts, report = told(path)
    assert (texts, report.skipped) == ([], {"too_long": (MOST_LINES + 1) if b"\n" in end else 1})
    assert mends(report) == [(0, "split it or exclude it")]


def waits_for_nothing(path: Path) -> Iterator[tuple[str, str]]:
    """What both readers say of something that is no file."""
    texts, report = told(path)
    assert texts == []
    yield report.problems[0].message, "exclude it"
    yield read_graph(path, path.name).refused, "permissions"


@pytest.mark.parametrize("kind", ["folder", "pipe", "socket", "device", "broken link", "loop", "link to a pipe"])
@pytest.mark.timeout(10)
def test_what_is_no_file_is_a_problem_and_never_waited_for(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    match kind:
        case "folder":
            path.mkdir()
            path = path.rename(tmp_path / "f.jsonl") / "nothing"
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as one:
                one.bind(str(path))
        case "device":
            path.symlink_to("/dev/zero")
        case "broken link":
            path.symlink_to(tmp_path / "nowhere")
        case "loop":
            path.symlink_to(path)
        case _:
            os.mkfifo(tmp_path / "pipe")
            path.symlink_to(tmp_path / "pipe")
    for message, mend in waits_for_nothing(path):
        assert message.startswith("cannot be read (")
        assert message.endswith(mend)


def test_a_file_the_system_fails_to_read_is_a_problem(tmp_path: Path) -> None:
    path = Path("/proc/self/mem")
    if not path.exists():
        pytest.skip("only Linux has a file whose first byte cannot be read")
    assert "cannot be read (Input/output error)" in told(path)[1].problems[0].message
    assert "cannot be read (Input/output error)" in read_graph(path, "mem").refused


def test_a_file_of_another_owner_is_a_problem(tmp_path: Path) -> None:
    """As root the reading is done by a child that gave its rights away."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(said("hello", 1))
    path.chmod(0)
    if os.geteuid():
        assert mends(told(path)[1]) == [(0, "check its permissions or exclude it")]
        return
    child = os.fork()
    if not child:
        code = 1
        try:
            os.setuid(65534)
            code = mends(told(path)[1]) != [(0, "check its permissions or exclude it")]
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("change", ["grows", "shrinks", "is deleted", "is replaced"])
def test_a_log_that_changes_while_it_is_read_is_whole_the_next_night(change: str, tmp_path: Path) -> None:
    path, count = tmp_path / "s.jsonl", 3_000
    path.write_bytes(b"".join(said(f"words {number}", number) for number in range(count)))
    reading = read(tmp_path, {}, Where())
    first = [next(reading)]
    match change:
        case "grows":
            with path.open("ab") as log:
                log.write(said("last words", count) * 2 + said("half", count + 1)[:30])
        case "shrinks":
            os.truncate(path, len(said("words 0", 0)) + 10)
        case "is deleted":
            path.unlink()
        case _:
            size = path.stat().st_size
            path.write_bytes(said("other words", count).ljust(size - 1) + b"\n")
    *rest, report = [*first, *reading]
    assert isinstance(report, FileReport)
    assert report.lines == report.used + sum(report.skipped.values()) <= count
    second = list(read(tmp_path, {report.ref: watermark(report)}, Where()))
    heard = {event.text for event in (*rest, *second) if isinstance(event, Event)}
    there = {"grows": {"last words"}, "shrinks": {"words 0"}, "is deleted": set(), "is replaced": {"other words"}}
    assert heard >= there[change]
    assert second[-1].state == {"grows": "appended", "is deleted": "gone"}.get(change, "changed")  # type: ignore[union-attr]


def test_a_log_replaced_between_nights_by_one_of_its_size_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(said("the cup is red!", 1))
    status = path.stat()
    *_, report = read(tmp_path, {}, Where())
    path.write_bytes(said("the cup is blue", 2))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    assert isinstance(report, FileReport)
    event, report = read(tmp_path, {report.ref: watermark(report)}, Where())
    assert (isinstance(event, Event) and event.text, report.state) == ("the cup is blue", "changed")  # type: ignore[union-attr]


NAMES = [
    b"a\nb", b"a\rb", b"\x1b[31mred\x1b[0m", b"\xc2\x9b31m", b"\xe2\x80\xaegnp", b"\xff\xfe",
    b"..\\..\\x", b"a b", b"-rf",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_no_terminal_should_see_is_cited_without_its_signs(name: bytes, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/" + name + b".jsonl"
    with open(path, "wb") as log:
        log.write(said("hello", 1) + b"{bad\n")
    event, report = read(tmp_path, {}, Where())
    assert isinstance(event, Event)
    assert isinstance(report, FileReport)
    assert event.ref == report.ref == report.problems[0].path
    assert report.ref.isprintable()
    msgspec.json.encode((event, report))
    known: dict[str, Watermark] = {report.ref: watermark(report)}
    assert [one.state for one in read(tmp_path, known, Where()) if isinstance(one, FileReport)] == ["unchanged"]
    os.unlink(path)
    assert [one.state for one in read(tmp_path, known, Where()) if isinstance(one, FileReport)] == ["gone"]


def test_a_line_break_in_a_name_gets_no_file_past_an_exclusion(tmp_path: Path) -> None:
    (tmp_path / "memory/.dreams").mkdir(parents=True)
    (tmp_path / "memory/.dreams/a\nb.jsonl").write_bytes(said("hello", 1))
    assert list(read(tmp_path, {}, Where())) == []


def test_links_in_a_ring_are_walked_once(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/up").symlink_to(tmp_path / "a")
    (tmp_path / "a/self").symlink_to("self")
    (tmp_path / "a/one.jsonl").symlink_to("two.jsonl")
    (tmp_path / "a/two.jsonl").symlink_to("one.jsonl")
    (tmp_path / "a/b/s.jsonl").write_bytes(said("hello", 1))
    reports = [one for one in read(tmp_path, {}, Where()) if isinstance(one, FileReport)]
    assert [report.ref for report in reports if not report.fault] == ["a/b/s.jsonl"]
    assert [report.ref for report in reports if report.fault] == ["a/one.jsonl", "a/two.jsonl"]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("sign", ["*", "-", " ", "\t", "`", ">", "#", "[", "_", "* ", "a."])
def test_a_line_of_one_sign_is_read_and_does_not_hang(tmp_path: Path, sign: str) -> None:
    (tmp_path / "note.md").write_text(f"- decided: the kettle is blue\n\n{sign * 200_000}\n")
    texts, _ = told(tmp_path / "note.md")
    assert any("the kettle is blue" in text for text in texts)
