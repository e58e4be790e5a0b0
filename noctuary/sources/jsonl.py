"""Reads lines of JSON with their numbers and byte offsets, one at a time. Knows nothing of dialects.

A line nothing can be made of is handed on with its fault; no input raises.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from io import BufferedReader
from typing import Any, BinaryIO

import msgspec

from noctuary.model import Value

LONGEST_LINE = 8 * 1024 * 1024
_CHUNK = 1024 * 1024
_BOM = b"\xef\xbb\xbf"
_decode = msgspec.json.Decoder().decode
_lenient = json.JSONDecoder(strict=False)
_GAP = re.compile(r"[\s,\x00\x1e]*")

MENDS = {
    "too_long": f"line is longer than {LONGEST_LINE} bytes and was left out; split it or exclude the file",
    "bad_json": "line is not JSON and was left out; repair the line or delete it",
    "half_line": "the last line is not finished; it is read again once its writer has finished it",
    "nul_bytes": "line holds NUL bytes, often left by a crash; they were taken out, remove them",
    "bad_utf8": "line is not valid UTF-8; unreadable bytes became U+FFFD, save the file as UTF-8",
    "glued": "two records stand on one line; both were read, put a line break between them",
    "bad_document": "the document cannot be read to its end; repair it or export it again",
    "not_object": "line is JSON but no object and was left out; delete it or exclude the file",
}


class Line(Value, frozen=True):
    """One line: 1-based `number`, byte `offset`, its JSON objects, and its fault ("" if none)."""

    number: int
    offset: int
    records: tuple[dict[str, Any], ...] = ()
    fault: str = ""
    line_end: int = 0


class Extent(Value, frozen=True):
    """How far a file reaches at one moment, hashed, and how many lines it has.

    `line_*` end at the last line break. `prefix_lines` counts the line breaks in the first `prefix` bytes,
    `prefix_sha256` is their hash ("" where the file is shorter).
    """

    size: int
    sha256: str
    lines: int
    line_size: int
    line_sha256: str
    prefix_sha256: str = ""
    prefix_lines: int = 0


def is_unchanged(file: BufferedReader, size: int, known_size: int, known_sha256: str) -> bool:
    """Whether the file is, byte for byte, what it was: the quick look before `measure`."""
    return size == known_size and hashlib.file_digest(file, "sha256").hexdigest() == known_sha256


def measure(file: BinaryIO, size: int, prefix: int = 0) -> Extent:
    """Hash the first `size` bytes, and on the way the first `prefix` of them."""
    file.seek(0)
    digest = hashlib.sha256()
    breaks, at, prefix_sha256, prefix_lines = 0, 0, "", 0
    whole_lines, line_size = digest.copy(), 0
    if prefix == 0:
        prefix_sha256 = digest.hexdigest()
    while at < size:
        stop = prefix if at < prefix <= size else size
        chunk = file.read(min(_CHUNK, stop - at))
        if not chunk:
            break
        cut = chunk.rfind(b"\n") + 1
        digest.update(chunk[:cut])
        if cut:
            whole_lines, line_size = digest.copy(), at + cut
        digest.update(chunk[cut:])
        at += len(chunk)
        breaks += chunk.count(b"\n")
        if at == prefix:
            prefix_sha256, prefix_lines = digest.hexdigest(), breaks
    return Extent(
        size=at,
        sha256=digest.hexdigest(),
        lines=breaks + (at > line_size),
        line_size=line_size,
        line_sha256=whole_lines.hexdigest(),
        prefix_sha256=prefix_sha256,
        prefix_lines=prefix_lines,
    )


def raw_lines(file: BinaryIO, size: int, start: int = 0) -> Iterator[tuple[int, bytes | None]]:
    """Offset and bytes of every line of [start, size); None for one of more than `LONGEST_LINE` bytes."""
    file.seek(start)
    at = start
    while at < size:
        raw = file.readline(min(LONGEST_LINE + 1, size - at))
        if not raw:
            return
        offset, at = at, at + len(raw)
        if len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            at += _rest_of_line(file, size - at)
            yield offset, None
        else:
            yield offset, raw


def _rest_of_line(file: BinaryIO, left: int) -> int:
    passed = 0
    while passed < left:
        raw = file.readline(min(_CHUNK, left - passed))
        passed += len(raw)
        if not raw or raw.endswith(b"\n"):
            break
    return passed


def lines(file: BinaryIO, size: int, start: int = 0, number: int = 1) -> Iterator[Line]:
    """Every line of the bytes [start, size); `number` is the first one's. Memory stays under two lines."""
    for place, (offset, raw) in enumerate(raw_lines(file, size, start), number):
        yield _line(raw, place, offset) if raw is not None else Line(number=place, offset=offset, fault="too_long")


def _line(raw: bytes, number: int, offset: int) -> Line:
    if number == 1 and raw.startswith(_BOM):
        raw = raw[3:]
    try:
        record = _decode(raw)
        if type(record) is dict:
            return Line(number=number, offset=offset, records=(record,))
        return Line(number=number, offset=offset, fault="not_object")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _odd_line(raw, number, offset)


def _odd_line(raw: bytes, number: int, offset: int) -> Line:
    fault = "nul_bytes" if b"\x00" in raw else ""
    try:
        text = raw.replace(b"\x00", b"").decode()
    except UnicodeDecodeError:
        text, fault = raw.replace(b"\x00", b"").decode(errors="replace"), fault or "bad_utf8"
    if not text.strip():
        return Line(number=number, offset=offset, fault=fault or "blank")
    records, whole = objects(text)
    if not whole and not raw.endswith(b"\n"):
        return Line(number=number, offset=offset, fault="half_line")
    if not whole:
        fault = "bad_json"
    found = tuple(record for record, _, _ in records)
    return Line(number=number, offset=offset, records=found, fault=fault or ("glued" if len(found) > 1 else ""))


def objects(text: str, start: int = 0) -> tuple[list[tuple[dict[str, Any], int, int]], bool]:
    """JSON objects that follow each other in a text, each with its span, and whether that was all."""
    found: list[tuple[dict[str, Any], int, int]] = []
    at = _gap(text, start)
    while at < len(text):
        try:
            value, end = _lenient.raw_decode(text, at)
        except (ValueError, RecursionError):
            return found, False
        if isinstance(value, dict):
            found.append((value, at, end))
        at = _gap(text, end)
    return found, True


def _gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def has(file: BinaryIO, size: int, needle: bytes) -> bool:
    """Whether at most 64 bytes occur somewhere in the first `size`; the file stays where it stands."""
    here = file.tell()
    file.seek(0)
    at, tail, found = 0, b"", False
    while at < size and not found:
        chunk = file.read(min(_CHUNK, size - at))
        if not chunk:
            break
        found = needle in tail + chunk
        at, tail = at + len(chunk), chunk[-64:]
    file.seek(here)
    return found
