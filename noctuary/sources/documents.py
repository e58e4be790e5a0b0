"""Cuts one JSON document into the records of a log: its head, then each entry with its lines. Knows no dialect.

A list of records is read entry by entry, however long; a document that holds its records in a list is read whole.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from noctuary.sources.jsonl import Line, objects

LARGEST_DOCUMENT = 32 * 1024 * 1024
_CHUNK = 4 * 1024 * 1024
_lenient = json.JSONDecoder(strict=False)
_LISTS = ("messages", "loglines", "entries", "events", "turns", "history", "thoughts", "nodes", "items")
_LIST = re.compile(rf'"({"|".join(_LISTS)})"\s*:\s*\[')
_LIST_START = re.compile(r"\s*\[")
_END = re.compile(r"[\s,\x00]*\][\s\x00]*\Z")
_BETWEEN = re.compile(r"[\s,\x00]*")


def is_spread(file: BinaryIO) -> bool:
    """Whether a file begins as a document written over several lines: with a bracket alone on the first."""
    file.seek(0)
    return file.readline(64).strip(b"\xef\xbb\xbf \t\r\n") in (b"{", b"[")


def records(file: BinaryIO, size: int) -> Iterator[Line]:
    """The records of a document in the first `size` bytes; nothing where it is none or too large to read whole."""
    file.seek(0)
    head = file.read(min(size, 4096)).decode(errors="replace").lstrip("\ufeff\x00")
    if _LIST_START.match(head):
        yield from _listed(file, size)
    elif size <= LARGEST_DOCUMENT:
        file.seek(0)
        yield from _whole(file.read(size).decode(errors="replace").replace("\x00", "").removeprefix("\ufeff"))


def _whole(text: str) -> Iterator[Line]:
    """Records in a row; or the document without its list, then the list's entries."""
    found, is_whole = objects(text)
    inside = _LIST.search(text) if len(found) <= 1 else None
    head = _head(found[0][0] if found and is_whole else None, inside[1]) if inside else None
    if inside and head is not None:
        yield Line(number=1, offset=0, records=(head,))
        is_whole = is_whole and bool(found)
        found.clear()
        found, _ = objects(text, inside.end())
    yield from _lines(found, text, 1)
    if not is_whole:
        yield _broken(text, found[-1][2] if found else 0, 1)


def _broken(text: str, at: int, first: int) -> Line:
    """The line on which a document breaks off, after its last whole entry."""
    gap = _BETWEEN.match(text, at)
    return Line(number=first + text.count("\n", 0, gap.end() if gap else at), offset=at, fault="bad_document")


def flaws(file: BinaryIO, size: int) -> Iterator[tuple[int, str]]:
    """The line and the fault of the first NUL and of the first bytes that are no UTF-8."""
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    number, left, wanted = 1, size, {"nul_bytes", "bad_utf8"}
    while wanted and (chunk := file.read(min(_CHUNK, left))):
        left -= len(chunk)
        if "nul_bytes" in wanted and b"\x00" in chunk:
            wanted.discard("nul_bytes")
            yield number + chunk.count(b"\n", 0, chunk.index(b"\x00")), "nul_bytes"
        try:
            if "bad_utf8" in wanted:
                decoder.decode(chunk, final=not left)
        except UnicodeDecodeError as error:
            wanted.discard("bad_utf8")
            yield number + error.object.count(b"\n", 0, error.start), "bad_utf8"
        number += chunk.count(b"\n")


def _head(whole: dict[str, Any] | None, key: str) -> dict[str, Any] | None:
    """The document without that list of its own; nothing known of a broken one, None where the list is deeper."""
    if whole is None:
        return {}
    if not isinstance(whole.get(key), list):
        return None
    return {name: value for name, value in whole.items() if name != key}


def _lines(found: list[tuple[dict[str, Any], int, int]], text: str, first: int) -> Iterator[Line]:
    """The entries with the lines they stand on; `first` is the text's first."""
    number, at = first, 0
    for record, start, end in found:
        number += text.count("\n", at, start)
        last = number + text.count("\n", start, end)
        yield Line(number=number, offset=start, records=(record,), line_end=last)
        number, at = last, end


def _listed(file: BinaryIO, size: int) -> Iterator[Line]:
    """The objects of one long list; what is held at a time is the entry at hand and a few megabytes."""
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    text, number, left, reach = "", 1, size, _CHUNK
    at = -1
    while left > 0 or text:
        chunk = file.read(min(reach, left))
        left = left - len(chunk) if chunk else 0
        text += decoder.decode(chunk, final=not left)
        if at < 0:
            opening = _LIST_START.match(text, 1 if text.startswith("\ufeff") else 0)
            at = opening.end() if opening else len(text)
        entries, after = _entries(text, at)
        yield from _lines(entries, text, number)
        if not left or len(text) - after > LARGEST_DOCUMENT:
            if not _END.match(text, after):
                yield _broken(text, after, number)
            return
        number += text.count("\n", 0, after)
        reach = _CHUNK if entries else min(2 * reach, LARGEST_DOCUMENT)
        text, at = text[after:], 0


def _entries(text: str, at: int) -> tuple[list[tuple[dict[str, Any], int, int]], int]:
    """The whole entries from `at` on, and where the first unfinished one begins."""
    found: list[tuple[dict[str, Any], int, int]] = []
    while True:
        gap = _BETWEEN.match(text, at)
        at = gap.end() if gap else at
        try:
            value, end = _lenient.raw_decode(text, at)
        except (ValueError, RecursionError):
            return found, at
        if isinstance(value, dict):
            found.append((value, at, end))
        at = end
