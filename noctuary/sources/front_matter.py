"""Reads the front matter of a page, TOML between `+++` or YAML between `---`. Reads no other line.

A page tells its day, its title and, in lists of sentences, claims. What cannot be parsed is a problem with
its line; its plain `key: value` lines still count.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from noctuary import toml, yaml
from noctuary.guard import guard
from noctuary.model import Value
from noctuary.sources import dates

LARGEST = 16 * 1024

_DAYS = ("session_date", "date", "day", "created", "created_at", "updated", "updated_at", "modified")
_TITLES = ("title", "name")
_LINE = re.compile(r"[\"']?([\w.-]+)[\"']?\s*[:=]\s*(.*)")
_MOST_DIGITS = 10**14
"""A day written as a number, such as 20260501, is smaller."""
_QUOTED = re.compile(r"(['\"]).{3,}\1")
"""What an error quotes of the page, which may be a password: `pw: *word` is an alias nobody defined."""
_CLAIMS = re.compile(r"(?:\A|[_-])(?:fact|durable|decision|decided|lesson|learn|rule|preference|constraint)", re.I)
_PLANS = re.compile(r"(?:\A|[_-])(?:open_(?:loop|question|item|issue|point)|todo|next|plan|task)", re.I)
_GONE = re.compile(r"(?:\A|[_-])(?:supersede|obsolete|withdrawn)", re.I)


class Claim(Value, frozen=True):
    """A sentence in a list, the key it stands under and its 1-based lines. `fate` is claim | plan | gone."""

    key: str
    text: str
    line: int
    line_end: int
    fate: str = "claim"


class Front(Value, frozen=True):
    """`lines` is how many lines it takes, its marks included; 0 where a page has none."""

    lines: int = 0
    at: dt.datetime | None = None
    title: str = ""
    claims: tuple[Claim, ...] = ()
    problems: tuple[tuple[int, str], ...] = ()


class Table(NamedTuple):
    """The keys and values of a front matter as they stand, how many lines it takes, and what is wrong with it."""

    values: dict[str, Any]
    lines: int = 0
    problems: tuple[tuple[int, str], ...] = ()


def read(lines: list[str]) -> Front:
    """The front matter of a page's lines."""
    table, size, problems = read_table(lines)
    if not size:
        return Front(problems=problems)
    return Front(
        lines=size,
        at=_day(table),
        title=next((_text(table[key]) for key in _TITLES if _text(table.get(key))), ""),
        claims=tuple(_claims(table, lines[1 : size - 1])),
        problems=problems,
    )


def read_table(lines: list[str]) -> Table:
    """The front matter of a page's lines, unguarded: what is shown of it passes the guard first."""
    mark = lines[0].rstrip() if lines else ""
    if mark not in ("---", "+++"):
        return Table({})
    ends = (mark, "...") if mark == "---" else (mark,)
    end = next((index for index in range(1, len(lines)) if lines[index].rstrip() in ends), 0)
    inner = lines[1:end]
    if not any(_LINE.match(line) for line in inner):
        is_open = mark == "+++" and not end
        return Table({}, 0, ((1, "the front matter has no end; put back the line +++"),) if is_open else ())
    table, problems = _parsed("\n".join(inner), is_toml=mark == "+++")
    return Table(table if table is not None else _plainly(inner), end + 1, problems)


def line_of(key: str, lines: list[str]) -> int:
    """The 1-based line on which a front matter's key stands, else its first."""
    return next((n for n, line in enumerate(lines, 1) if (hit := _LINE.match(line.strip())) and hit[1] == key), 1)


def _parsed(text: str, *, is_toml: bool) -> tuple[dict[str, Any] | None, tuple[tuple[int, str], ...]]:
    """The table, nested `metadata` lifted to the top, and what is wrong with it."""
    if len(text) > LARGEST:
        return None, ((1, f"the front matter is larger than {LARGEST} characters and was not parsed; shorten it"),)
    try:
        table = toml.read(text) if is_toml else yaml.read(text.replace("\t", "    "), may_repeat=False)
        if isinstance(table, dict):
            table = {str(key): value for key, value in table.items()}
    except (ValueError, RecursionError) as error:
        return None, (_fault(error, is_toml),)
    if not isinstance(table, dict):
        return None, ((1, "the front matter holds no keys; write `key: value` lines"),)
    nested = table.get("metadata")
    table = {**nested, **table} if isinstance(nested, dict) else table
    return table, ()


def _fault(error: Exception, is_toml: bool) -> tuple[int, str]:
    said = " ".join(str(error).split())
    place = re.search(r"at line (\d+)", said)
    kind, mend = ("TOML", "quote its strings") if is_toml else ("YAML", "quote values that hold a colon or a quote")
    bare = _QUOTED.sub("…", re.sub(r"\s*\(at (?:line .*|end of document)\)", "", said))
    what = guard(bare).text[:120] or type(error).__name__
    return 1 + (int(place[1]) if place else 0), f"the front matter is not valid {kind}: {what}; {mend}"


def _plainly(lines: list[str]) -> dict[str, Any]:
    """The unindented `key: value` lines of a block that does not parse."""
    found = (hit for line in lines if (hit := _LINE.match(line)))
    return {hit[1]: hit[2].strip().strip("\"'") for hit in found if hit[2].strip()}


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _day(table: dict[str, Any]) -> dt.datetime | None:
    low = {key.lower(): value for key, value in table.items()}
    given = (low[key] for key in _DAYS if isinstance(low.get(key), (str, int, dt.date)))
    told = (str(value) for value in given if not isinstance(value, int) or abs(value) < _MOST_DIGITS)
    return next((at for text in told if (at := dates.in_text(text))), None)


def _claims(table: dict[str, Any], lines: list[str]) -> Iterator[Claim]:
    """The sentences of the lists whose key says what they are; tags, files and evidence are none."""
    rows = _rows(lines)
    for key, value in table.items():
        fate = next(
            (fate for fate, known in (("gone", _GONE), ("plan", _PLANS), ("claim", _CLAIMS)) if known.search(key)), ""
        )
        items = [item for item in value if _text(item)] if fate and isinstance(value, list) else []
        if not items:
            continue
        first, last = _extent(key, rows)
        at = first
        for item in items:
            found = _lines_of(item, lines, at, last)
            line, line_end = found or (first, last)
            at = line_end if found else at
            yield Claim(key=key, text=_text(item), line=line + 2, line_end=line_end + 2, fate=fate)


class _Row(NamedTuple):
    """An inner line: how far it is indented, the key it opens, and whether an item's text may look like that key."""

    indent: int
    key: str
    is_item: bool


def _rows(lines: list[str]) -> list[_Row]:
    bare = [line.lstrip() for line in lines]
    hits = [_LINE.match(line) for line in bare]
    return [
        _Row(len(line) - len(words), hit[1] if hit else "", words.startswith(("-", '"', "'")))
        for line, words, hit in zip(lines, bare, hits, strict=True)
    ]


def _extent(key: str, rows: list[_Row]) -> tuple[int, int]:
    """The 0-based inner lines of a key: from its own to the one before the next key."""
    first = next((index for index, row in enumerate(rows) if row.key == key), 0)
    for index in range(first + 1, len(rows)):
        row = rows[index]
        if row.key and not row.is_item and row.indent <= rows[first].indent:
            return first, index - 1
    return first, len(rows) - 1


def _lines_of(item: str, lines: list[str], first: int, last: int) -> tuple[int, int] | None:
    """The inner lines on which every word of an item stands, in order, as few as may be; None where it is escaped."""
    words = item.split()
    place, count = 0, len(words)
    for end in range(first, last + 1):
        while place < count and words[place] in lines[end]:
            place += 1
        if place == count:
            return _start_of(words, lines, first, end), end
    return None


def _start_of(words: list[str], lines: list[str], first: int, end: int) -> int:
    place = len(words)
    for start in range(end, first, -1):
        while place and words[place - 1] in lines[start]:
            place -= 1
        if not place:
            return start
    return first
