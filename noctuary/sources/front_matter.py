"""Reads the front matter of a page, TOML between `+++` or YAML between `---`. Reads no other line.

A page tells its day, its title and, in lists of sentences, claims. What cannot be parsed is a problem with
its line; its plain `key: value` lines still count.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from noctuary.guard import guard
from noctuary.model import Value
from noctuary.sources import dates

LARGEST = 16 * 1024

_DAYS = ("session_date", "date", "day", "created", "created_at", "updated", "updated_at", "modified")
_TITLES = ("title", "name")
_LINE = re.compile(r"[\"']?([\w.-]+)[\"']?\s*[:=]\s*(.*)")
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


def read(lines: list[str]) -> Front:
    """The front matter of a page's lines."""
    mark = lines[0].rstrip() if lines else ""
    if mark not in ("---", "+++"):
        return Front()
    ends = (mark, "...") if mark == "---" else (mark,)
    end = next((index for index in range(1, len(lines)) if lines[index].rstrip() in ends), 0)
    inner = lines[1:end]
    if not any(_LINE.match(line) for line in inner):
        is_open = mark == "+++" and not end
        return Front(problems=((1, "the front matter has no end; put back the line +++"),) if is_open else ())
    table, problems = _parsed("\n".join(inner), is_toml=mark == "+++")
    table = table if table is not None else _plainly(inner)
    return Front(
        lines=end + 1,
        at=_day(table),
        title=next((_text(table[key]) for key in _TITLES if _text(table.get(key))), ""),
        claims=tuple(_claims(table, inner)),
        problems=problems,
    )


def _parsed(text: str, *, is_toml: bool) -> tuple[dict[str, Any] | None, tuple[tuple[int, str], ...]]:
    """The table, nested `metadata` lifted to the top, and what is wrong with it."""
    if len(text) > LARGEST:
        return None, ((1, f"the front matter is larger than {LARGEST} characters and was not parsed; shorten it"),)
    try:
        table = tomllib.loads(text) if is_toml else _yaml(text)
    except (ValueError, RecursionError, ArithmeticError, TypeError, LookupError, AttributeError) as error:
        return None, (_fault(error, is_toml),)
    if not isinstance(table, dict):
        return None, ((1, "the front matter holds no keys; write `key: value` lines"),)
    nested = table.get("metadata")
    table = {**nested, **table} if isinstance(nested, dict) else table
    return {str(key): value for key, value in table.items()}, ()


def _yaml(text: str) -> object:
    import yaml

    try:
        return yaml.safe_load(text.replace("\t", "    "))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" (at line {mark.line + 1})" if mark else ""
        raise ValueError(f"{getattr(error, 'problem', None) or 'unreadable'}{place}") from error


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
    return next((at for value in given if (at := dates.in_text(str(value)))), None)


def _claims(table: dict[str, Any], lines: list[str]) -> Iterator[Claim]:
    """The sentences of the lists whose key says what they are; tags, files and evidence are none."""
    for key, value in table.items():
        fate = next(
            (fate for fate, known in (("gone", _GONE), ("plan", _PLANS), ("claim", _CLAIMS)) if known.search(key)), ""
        )
        items = [item for item in value if _text(item)] if fate and isinstance(value, list) else []
        if not items:
            continue
        first, last = _extent(key, lines)
        for item in items:
            line, line_end = _lines_of(item, lines, first, last)
            first = line if line_end <= last else first
            yield Claim(key=key, text=_text(item), line=line + 2, line_end=line_end + 2, fate=fate)


def _extent(key: str, lines: list[str]) -> tuple[int, int]:
    """The 0-based inner lines of a key: from its own to the one before the next key."""
    starts = [index for index, line in enumerate(lines) if (hit := _LINE.match(line.lstrip())) and hit[1] == key]
    first = starts[0] if starts else 0
    indent = len(lines[first]) - len(lines[first].lstrip())
    for index in range(first + 1, len(lines)):
        line = lines[index]
        is_deeper = len(line) - len(line.lstrip()) > indent
        if _LINE.match(line.lstrip()) and not is_deeper and not line.lstrip().startswith(("-", '"', "'")):
            return first, index - 1
    return first, len(lines) - 1


def _lines_of(item: str, lines: list[str], first: int, last: int) -> tuple[int, int]:
    """The inner lines on which every word of an item stands, in order; the key's own lines where escaped."""
    words = item.split()
    for start in range(first, last + 1):
        if words[0] not in lines[start]:
            continue
        place = 0
        for index in range(start, last + 1):
            while place < len(words) and words[place] in lines[index]:
                place += 1
            if place == len(words):
                return start, index
    return first, last
