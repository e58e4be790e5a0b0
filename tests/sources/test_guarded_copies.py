"""What the hook leaves of a log holds no secret at any moment, and says to a night what the log would have said."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from noctuary import hook
from noctuary.guard import GuardPolicy
from noctuary.model import Event, FileReport
from noctuary.sources import Where, read, watermark
from noctuary.sources.door import Door
from noctuary.sources.share import MOST_EVENTS
from noctuary.spooling import guarded_line, keep
from tests.guard.planted import harmless, left, planted
from tests.sources.samples import RECORDS, lines

WHERE = Where(sessions=("*.jsonl",))


def turn(number: int, text: str, role: str = "user") -> dict[str, object]:
    content: object = text
    if role == "tool":
        content = [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": text}]}]
    return {
        "type": "user", "uuid": f"{number:036d}", "sessionId": "s-1", "timestamp": f"2026-05-01T10:00:00.{number:03d}Z",
        "message": {"role": "user", "content": content}, "toolUseResult": {"stdout": text, "lines": text.split("\n")},
    }  # fmt: skip


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "talk.jsonl"


def captured(root: Path, log: Path) -> None:
    keep(str(root), hook.capture("session-end", str(root), {"transcript_path": str(log)}))


def spooled(root: Path) -> str:
    return "\n".join(path.read_text() for path in (root / hook.SPOOL).iterdir())


def reading(root: Path) -> tuple[list[Event], FileReport]:
    *events, report = read(root, {}, WHERE)
    return events, report  # type: ignore[return-value]


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("is_ascii", [True, False], ids=["escaped", "as it is"])
@pytest.mark.parametrize("role", ["user", "tool"])
def test_no_secret_of_any_class_is_in_any_file_of_the_spool(
    tmp_path: Path, log: Path, role: str, is_ascii: bool, half: int
) -> None:
    """The first halves hold each text once by either hand, once escaped and once as it is."""
    found = planted()[half ^ (is_ascii == (role == "user")) :: 2]
    rows = [json.dumps(turn(n, one.text, role), ensure_ascii=is_ascii) for n, one in enumerate(found)]
    log.write_text("\n".join(rows) + "\n")
    captured(tmp_path, log)
    held = spooled(tmp_path)
    assert [(one.text, left(one, held)) for one in found if left(one, held)] == []
    copy = next((tmp_path / hook.SPOOL).glob("*" + hook.COPY)).read_text().splitlines()
    assert len(copy) == len(rows)
    assert all(isinstance(json.loads(row), dict) for row in copy)


def test_nothing_of_the_log_is_written_before_it_is_guarded(tmp_path: Path, log: Path) -> None:
    log.write_text(json.dumps(turn(1, "the password of the nas is Zebra-2931")) + "\n")
    hook.capture("session-end", str(tmp_path), {"transcript_path": str(log)})
    assert "Zebra" not in spooled(tmp_path)
    assert list((tmp_path / hook.SPOOL).glob("*" + hook.COPY)) == []


def test_what_holds_no_secret_keeps_every_byte(tmp_path: Path, log: Path) -> None:
    rows = [json.dumps(turn(n, text), ensure_ascii=n % 2 == 0) for n, text in enumerate(harmless())]
    log.write_text("\n".join(rows))
    captured(tmp_path, log)
    assert next((tmp_path / hook.SPOOL).glob("*" + hook.COPY)).read_text() == log.read_text()


def test_a_night_hears_from_the_copy_what_it_would_have_heard_from_the_log(tmp_path: Path, log: Path) -> None:
    rows = [json.dumps(turn(n, one.text)) for n, one in enumerate(planted()) if n < 120]
    log.write_text(lines(RECORDS["claude_code"]) + "\n".join(rows) + '\nno json: password: Zebra-2931\n[1]\n\n{"half')
    events, report = reading(tmp_path)
    captured(tmp_path, log)
    log.unlink()
    again, told = reading(tmp_path)
    assert [(one.id, one.line, one.role, one.at) for one in again] == [
        (one.id, one.line, one.role, one.at) for one in events
    ]
    assert [one.text for one in again] == [one.text for one in events]
    assert (told.lines, told.used, told.skipped) == (report.lines, report.used, report.skipped)


def test_a_log_that_waits_in_part_goes_on_in_its_copy(tmp_path: Path, log: Path) -> None:
    log.write_text("".join(json.dumps(turn(n, f"kettle number {n} is blue")) + "\n" for n in range(MOST_EVENTS + 5)))
    *events, report = read(tmp_path, {}, WHERE, Door(most=MOST_EVENTS))
    assert isinstance(report, FileReport)
    captured(tmp_path, log)
    log.unlink()
    *rest, told = read(tmp_path, {report.ref: watermark(report)}, WHERE, Door(most=MOST_EVENTS))
    assert [len(events), len(rest)] == [MOST_EVENTS, 5]
    assert isinstance(told, FileReport)
    assert (told.size, told.mark) == (report.size, None)


ODD = (
    b"", b"\n", b"{", b"[" * 9000, b"\xff\xfe", b'"password: Zebra-2931"', b'{"a":1,"a":"password: Zebra-2931"}',
    b'{"password":"Zebra-2931"}', b'{"a":"\\ud800 password: Zebra-2931"}', b"null", b"1e999", b'{"a":NaN}',
    b'{"contrase\\u00f1a":"Zebra-2931"}', b'{"a":"{\\"b\\":\\"{\\\\\\"password\\\\\\":\\\\\\"Zebra-2931\\\\\\"}\\"}"}',
    b'{"a":"-----BEGIN RSA PRIVATE KEY-----\\nZebra-2931\\n-----END RSA PRIVATE KEY-----"}\r\n',
    b'{"a":"x\\u2028y\\r"}',
    b'{"name":"password","value":"Zebra-2931"}', b'{"k":["password",":","Zebra-2931x"],"password=Zebra-2931":1}',
)  # fmt: skip


@pytest.mark.parametrize("raw", ODD)
def test_any_line_becomes_one_line_without_its_secret(raw: bytes) -> None:
    safe = guarded_line(raw, GuardPolicy())
    assert b"\n" not in safe
    assert b"\r" not in safe
    if raw != ODD[-1]:
        assert b"Zebra" not in safe


def test_lines_of_odd_bytes_become_one_line_each() -> None:
    lot = random.Random(3)
    for _ in range(300):
        raw = bytearray(lot.choice(ODD) or b"{}")
        for _ in range(lot.randint(1, 4)):
            raw[lot.randrange(len(raw))] = lot.choice(b'"\\{}[]:,\x00\x1b\xff a1')
        assert b"\n" not in guarded_line(bytes(raw), GuardPolicy())
