"""Finds the JSON objects in a text and the lines they stand on. Knows no dialect; no input raises.

Reads lines of JSON, records glued together or strung with commas, and documents that hold records in
lists or maps; after something unreadable it goes on at the next line.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from noctuary.model import Value

Record = dict[str, Any]

CONTAINERS = frozenset(
    "entities nodes vertices relations relationships edges links observations facts memories memory knowledge lessons "
    "decisions notes graph knowledge_graph data items records result results".split()
)
_DEEPEST = 6
_WASTE = 1 << 20
_DEEP = 1 << 14
_PER_FAULT = 64
"""The decoder counts the lines before a fault: what a fault costs beside the text it was read through."""
_decode = json.JSONDecoder(strict=False).raw_decode
_GAP = re.compile(r"[\s,\x1e]*")
_COLON = re.compile(r"\s*:\s*")
_LAYOUT = re.compile(r"[\s,\[\]{}]*")


class Piece(Value, frozen=True):
    """A record, the key of the list it stood in ("" for none) and its lines; or a fault and its lines."""

    record: Record
    under: str
    line: int
    line_end: int
    fault: str = ""


def snake(key: str) -> str:
    """A key in one spelling: `fromEntity`, `_type` and `from-entity` as `from_entity`, `type`, `from_entity`."""
    return re.sub(r"[\s-]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key)).lower().strip("_")


def pieces(text: str, is_record: Callable[[Record, str], bool]) -> Iterator[Piece]:
    """Every object that `is_record`, outermost first, and every fault. `text` holds no NUL."""
    walk = _Walk(text, is_record)
    at, last = walk.gap(0), 0
    while at < len(text):
        try:
            value, end = walk.value(at)
        except (ValueError, RecursionError):
            end = walk.line_end(at)
            yield from walk.fault(at, end)
        else:
            if walk.line_of(at) == last:
                yield walk.piece({}, "", at, at, "glued")
            yield from walk.found(value, at, end, "", 0)
            last = walk.line_of(end - 1)
        at = walk.gap(end)


def heads(text: str, most: int) -> list[Record]:
    """The first objects of a text, whatever they are, or those of the list it is."""
    found: list[Record] = []
    walk = _Walk(text, lambda _record, _under: False)
    at = 0
    while len(found) < most and (gap := _GAP.match(text, at)) and gap.end() < len(text):
        try:
            value, at = walk.value(gap.end())
        except (ValueError, RecursionError):
            at = text.find("\n", gap.end())
            if at < 0:
                break
        else:
            found += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]
    return found[:most]


class _Walk:
    """One text while its objects are found: its line breaks, and what counts as a record."""

    def __init__(self, text: str, is_record: Callable[[Record, str], bool]) -> None:
        self.text = text
        self.is_record = is_record
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.left = 4 * len(text) + _WASTE

    def value(self, at: int) -> tuple[Any, int]:
        """The JSON value that begins here and where it ends; only on its line, once many longer ones had no end."""
        if self.left < 0:
            value, length = _decode(self.text[at : self.line_end(at)])
            return value, at + length
        try:
            return _decode(self.text, at)
        except json.JSONDecodeError as error:
            self.left -= error.pos - at + error.pos // _PER_FAULT
            raise
        except RecursionError:
            self.left -= _DEEP
            raise

    def line_of(self, at: int) -> int:
        return bisect_right(self.breaks, at - 1) + 1

    def line_end(self, at: int) -> int:
        stop = self.text.find("\n", at)
        return len(self.text) if stop < 0 else stop

    def gap(self, at: int) -> int:
        found = _GAP.match(self.text, at)
        return found.end() if found else at

    def piece(self, record: Record, under: str, at: int, end: int, fault: str = "") -> Piece:
        return Piece(
            record=record, under=under, line=self.line_of(at), line_end=self.line_of(max(at, end - 1)), fault=fault
        )

    def fault(self, at: int, end: int) -> Iterator[Piece]:
        """Nothing for the brackets of a document that was not whole."""
        if not _LAYOUT.fullmatch(self.text, at, end):
            is_cut = end == len(self.text) and self.text[at] in "{["
            yield self.piece({}, "", at, end, "half_line" if is_cut else "bad_json")

    def found(self, value: Any, at: int, end: int, under: str, depth: int) -> Iterator[Piece]:
        if isinstance(value, dict) and self.is_record(value, under):
            yield self.piece(value, under, at, end)
        elif isinstance(value, list | dict) and depth < _DEEPEST and _holds(value, under):
            yield from self.inside(value, at, under, depth)
        elif isinstance(value, dict):
            yield self.piece(value, under, at, end, "unknown_record")
        elif isinstance(value, str) and under in CONTAINERS:
            yield self.piece({"text": value}, under, at, end)
        else:
            yield self.piece({}, under, at, end, "not_object")

    def inside(self, value: list[Any] | Record, at: int, under: str, depth: int) -> Iterator[Piece]:
        for key, one, start, end in self.members(at):
            if isinstance(value, list):
                yield from self.found(one, start, end, under, depth + 1)
            elif snake(key) in CONTAINERS:
                yield from self.found(one, start, end, snake(key), depth + 1)
            elif under and isinstance(one, dict):
                yield self.piece({"name": key, **one}, under, start, end)

    def members(self, at: int) -> Iterator[tuple[str, Any, int, int]]:
        """(key, value, start, end) of what stands in the list or object that opens at `at` and is known to be whole."""
        is_map = self.text[at] == "{"
        at = self.gap(at + 1)
        while self.text[at] not in "}]":
            key = ""
            if is_map:
                key, at = _decode(self.text, at)
                colon = _COLON.match(self.text, at)
                at = colon.end() if colon else at
            value, end = _decode(self.text, at)
            yield key, value, at, end
            at = self.gap(end)


def _holds(value: list[Any] | Record, under: str) -> bool:
    """Whether records are looked for inside: a list, an object with a usual key, or a map of names to objects."""
    if isinstance(value, list):
        return True
    if any(snake(key) in CONTAINERS and isinstance(one, list | dict) for key, one in value.items()):
        return True
    return bool(under) and bool(value) and all(isinstance(one, dict) for one in value.values())
