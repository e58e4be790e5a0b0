"""Hostile inputs, and what holds of every reading whatever its file says. Mends nothing and judges no meaning.

A law that is broken is a `Broken` with the law in plain words; `benchmarks.fuzz` and tests/sources ask for them.
"""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from noctuary.model import Event, FileReport, Watermark
from noctuary.sources import Where, watermark
from noctuary.sources.door import Door
from noctuary.sources.graphs import read_graph
from noctuary.sources.reading import read_file
from noctuary.sources.where import Found
from tests.sources.samples import RECORDS, WRITTEN, lines

KINDS = ("sessions", "notes", "memory")
SECONDS = 1.0
"""The longest that one reading of at most `SMALL` bytes may take."""
SMALL = 64 * 1024

_UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff\ud800-\udfff]|(?<=[\x00-\u024f])[\u200c\u200d]+(?=[\x00-\u024f])"
)
_PAGE_BREAK = re.compile(r"\r\n|\r|\n")
_GRAPH = (
    '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n'
    '{"type":"relation","from":"Ada","to":"Turin","relationType":"lives_in"}\n'
)
_GRAPHS = (
    _GRAPH,
    '{"entities":[{"name":"Ada","observations":[{"text":"tea"}]}],"relations":[{"source":"a","target":"b"}]}',
    '{"nodes":[{"id":1,"labels":["P"],"properties":{"n":{"m":[1,"x"]}}}],"edges":[{"start":1,"end":2,"type":"USES"}]}',
    '{"subject":"tests","fact":"run fast","citations":"a.py:1","reason":"x"}\n',
)
_PAGES = (
    "---\ntitle: Plans\ndate: 2026-05-01\ndecisions:\n  - use tabs\n---\n# A\n\n- one\n  - **Why:** two\n\n> quoted\n",
    "+++\ntitle = 'x'\n+++\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nls\n```\n~~gone~~ <!-- hidden --> [^1]\n\n[^1]: n\n",
    "# 2026-05-01\n\n<!-- noctuary:begin -->\n- old\n<!-- noctuary:end -->\n\n"
    "1. a\n   ***\n   b\n\nTitle\n---\n<div>x</div>\n",
    "<!-- openclaw:dreaming:light:start -->\n- Candidate: a\n  - confidence: 1\n## Promoted From Short-Term Memory\n",
)
_ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**40, 1e308, float("nan"), float("-inf"), 253402300800, 1e11, "", "\ud800", "\x00\x1b[31m",
    "\u200b\u202e", "x" * 3000, [], {}, {"": {"": []}}, [[[[None]]]], ["x", 3, None], "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00", "2026-05-01T10:00:00+99:99", "<system-reminder>", "<command-name>/x</command-name>",
    "user", "assistant", "tool", "a\r\nb\rc\x85d\u2028e", "token: ghp_canaryCANARYcanaryCANARY0123456789",
)  # fmt: skip
_MARKS = (
    "```", "~~~", "---\n", "+++\n", "<!--", "-->", "~~", "`", "**", "| a |\n|---|\n", "> ", "- ", "1. ", "\t", "\r",
    "\r\n", "\n\n", "\x00", "\x0c", "\x1c", "\x85", "\u2028", "\ufeff", "\u200b", "[a]: ", "# ", "===\n", "[", "{", "]",
    "}", ",", '"', "\\", "<!-- noctuary:begin -->\n", "<!-- noctuary:end -->\n", "*Written by Noctuary on ",
    "<!-- openclaw:dreaming:a:start -->\n", "- Candidate: x\n  - confidence: 1\n", "User: a\n", "Assistant: b\n",
    "#### x  \n", "S1|C|x\n", "_**User (2026-05-01 10:00Z)**_\n", "<tool-use data-tool-name=\"x\">\n", "<think>\n",
    "&a [*a]\n", "!!python/object:x\n", "<<: *a\n", "date: 9999-99-99\n", "[REDACTED:x]", "2026-02-31", "<div>\n",
)  # fmt: skip


class Broken(AssertionError):
    """A law that one input broke."""


def seeds(dialect: str = "") -> list[bytes]:
    """A sample of every dialect, or of those whose name begins so; pages and graphs where none is named."""
    samples = {name: lines(records) for name, records in RECORDS.items()} | WRITTEN
    found = [text for name, text in samples.items() if name.startswith(dialect)]
    spread = [json.dumps(RECORDS[name], indent=1) for name in RECORDS if name.startswith(dialect)]
    rest = [] if dialect else [*_GRAPHS, *_PAGES]
    return [text.encode() for text in (*found, *spread, *rest)]


def mutated(data: bytes, random: Random) -> bytes:
    """The input once more, odder: a record with a node changed, lines spliced, marks put in, a piece repeated."""
    for _ in range(random.randint(1, 3)):
        data = random.choice((_node, _node, _splice, _mark, _mark, _repeat, _bytes))(data, random)
    return data


def _node(data: bytes, random: Random) -> bytes:
    rows = data.split(b"\n")
    at = random.randrange(len(rows))
    try:
        record = json.loads(rows[at])
        _change(record, random)
        rows[at] = json.dumps(record).encode()
    except (ValueError, RecursionError):
        return _mark(data, random)
    if random.random() < 0.1:
        rows[at] = rows[at].replace(b"null", b"[" * 3000 + b"]" * 3000, 1)
    return b"\n".join(rows)


def _change(value: Any, random: Random) -> None:
    """Replace, copy or delete one node anywhere inside."""
    while isinstance(value, (dict, list)) and value:
        key = random.choice(list(value) if isinstance(value, dict) else list(range(len(value))))
        inside = value[key]
        if not isinstance(inside, (dict, list)) or not inside or random.random() < 0.3:
            match random.randrange(4), value:
                case 0, _:
                    del value[key]
                case 1, dict():
                    value[random.choice(("", "\ud800", "type", "role", "id", "content", "timestamp"))] = inside
                case 1, list():
                    value.append(inside)
                case _:
                    value[key] = random.choice(_ODD)
            return
        value = inside


def _splice(data: bytes, random: Random) -> bytes:
    rows = data.split(b"\n")
    for _ in range(random.randint(1, 3)):
        row = random.choice(rows if random.random() < 0.7 else random.choice(_SEEDS).split(b"\n"))
        rows.insert(random.randrange(len(rows) + 1), row)
    if random.random() < 0.4:
        del rows[random.randrange(len(rows))]
    return b"\n".join(rows)


def _mark(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    if random.random() < 0.5:
        at = data.rfind(b"\n", 0, at) + 1
    return data[:at] + random.choice(_MARKS).encode() + data[at:]


def _repeat(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    piece = data[start : start + random.choice((1, 2, 5, 20, 100, 400))]
    return data[:start] + piece * random.choice((2, 2, 3, 5, 10, 30, 300)) + data[start:]


def _bytes(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    odd = random.choice((b"\xff", b"\xc3", b"\x00", b"\xf0\x9f", b"\xed\xa0\x80", b"\xff\xfe", random.randbytes(1)))
    return data[:at] + odd + data[at + random.randrange(3) :] if random.random() < 0.7 else data[:at]


_SEEDS = seeds()


def check(data: bytes, place: Path) -> None:
    """Read the input as all that it may be handed in as, and hold each reading to the laws. `place` is overwritten."""
    for kind in KINDS:
        _check_source(data, place, kind)
    _check_graph(data, place)


def _check_source(data: bytes, place: Path, kind: str) -> None:
    place.write_bytes(data)
    events, report = _timed(data, lambda: _read(place, kind))
    _lawful(events, report)
    _hold((events, report) == _read(place, kind), "reading twice gives the same values")
    _hold(report.lines == _lines_of(data, report), f"{report.lines} lines told, {_lines_of(data, report)} there")
    last = max(report.lines, 1)
    _hold(all(1 <= one.line <= one.line_end <= last for one in events), "an event stands on lines of its file")
    if kind == "sessions" and data.count(b"\n") > 1:
        _check_parts(data, place, events)


def _check_parts(data: bytes, place: Path, whole: list[Event]) -> None:
    """A log of which a part was there on an earlier night; where it is cut, its bytes decide."""
    ends = [hit.end() for hit in re.finditer(b"\n", data)]
    place.write_bytes(data[: ends[zlib.crc32(data) % len(ends)]])
    first, report = _read(place, "sessions")
    place.write_bytes(data)
    second, report = _read(place, "sessions", watermark(report))
    _lawful(second, report)
    heard = {one.id for one in second}
    if report.state in ("appended", "unchanged"):
        heard |= {one.id for one in first}
    lost = [one for one in whole if one.id not in heard]
    _hold(not lost, f"what a log says in one night it says in two; lost: {lost[:1]}")


def _check_graph(data: bytes, place: Path) -> None:
    place.write_bytes(data)
    file = _timed(data, lambda: read_graph(place, "graph"))
    account = file.account()
    msgspec.json.encode(account)
    _hold(account.lines == account.used + sum(account.skipped.values()), "every line of a graph is used or skipped")
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        _hold(account.lines == _breaks(data), f"{account.lines} lines told, {_breaks(data)} there")
    for part in file.kept.values():
        _hold(1 <= part.line <= part.line_end <= account.lines, "a part stands on lines of its file")
        _hold(not _UNSAFE.search(" ".join(_strings(msgspec.structs.astuple(part)))), "a part holds no hidden sign")


def _timed(data: bytes, reading: Any) -> Any:
    """What the reading gives, in time; one that is late is given a second try, for the machine may be busy."""
    for is_last in (False, True):
        start = time.process_time()
        found = reading()
        took = time.process_time() - start
        if took < SECONDS or len(data) > SMALL:
            return found
        _hold(not is_last, f"{len(data)} bytes took {took:.1f} s")
    return found


def _read(place: Path, kind: str, known: Watermark | None = None) -> tuple[list[Event], FileReport]:
    *events, report = read_file(Found(ref="log", path=str(place), kind=kind), known, Where(), Door())
    return events, report  # type: ignore[return-value]


def _lawful(events: list[Event], report: FileReport) -> None:
    """What holds of any reading, whole or of a part."""
    _hold(report.lines == report.used + sum(report.skipped.values()), f"every line is used or skipped: {report}")
    _hold(all(number > 0 for number in report.skipped.values()), f"no reason counts less than a line: {report}")
    _hold(len({one.id for one in events}) == len(events), "no two events have one id")
    msgspec.json.encode((events, report))
    for event in events:
        held = _UNSAFE.search(" ".join((event.text, *event.context)))
        _hold(not held, f"no text holds a control or hidden sign: {held and held[0]!r} in line {event.line}")
    told = [problem.message for problem in report.problems]
    _hold(not _UNSAFE.search(" ".join(told)), f"no message holds a control or hidden sign: {told}")


def _breaks(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and data != b"")


def _lines_of(data: bytes, report: FileReport) -> int:
    """How many lines a file has: of a page as an editor counts them, of a log as `wc` does."""
    if report.dialect not in ("note", "memory"):
        return _breaks(data)
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if is_wide else "utf-8", errors="replace").removeprefix("\ufeff")
    return len(_PAGE_BREAK.findall(text)) + (not text.endswith(("\r", "\n")) and text != "")


def _strings(values: Any) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from _strings(value)


def _hold(is_so: object, law: str) -> None:
    if not is_so:
        raise Broken(law)
