"""Reads one note that describes itself: its front matter's fields, its links, what it is about. Writes nothing.

The fields are t-koma's (seed 003). A note without them, as in an Obsidian vault, has a title, tags and links all the
same. Every text passes the guard before it is given.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from noctuary.guard import GuardPolicy, guard
from noctuary.model import MOST_EXACT, Problem, Value
from noctuary.sources import front_matter, markdown
from noctuary.sources.pages import title

TYPES = (
    *("Person", "Organization", "Book", "Event", "News", "Libraries", "Concept", "How-to", "Definition", "Idea"),
    *("Quote", "Place", "Project", "Article", "Video", "Music"),
)
TOPIC = "ReferenceTopic"
REQUIRED = ("title", "id", "type", "created_at", "created_by.ghost", "created_by.model", "trust_score")
_HELD = ("id", "trust_score", "created_by")
"""A note with one of these says that it keeps to the fields; any other may have what front matter it likes."""
_PLAIN = ("title", "name", "id", "type", "parent")
"""What is taken line by line from front matter that could not be parsed; nothing else of it is known."""
_MOST_TRUSTED = 10
_LINK = re.compile(r"!?\[\[([^\[\]|#^\n]{1,200})(?:[#^][^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
_CODE = re.compile(r"(`+)(?:(?!\1).)+\1")
SUM = re.compile(r"(sha256|sha1|md5|blake2b):([0-9a-fA-F]{8,128})")
_FENCE = re.compile(r"[ \t>*+-]*(`{3,}|~{3,})(.*)")
_OPENED, _CLOSED = "<!--", "-->"
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_INSTANT = "no RFC 3339 instant; write it as 2026-05-01T09:00:00Z"


class Author(Value, frozen=True):
    """Who wrote or validated a note: an agent by name, and the model it ran on."""

    ghost: str = ""
    model: str = ""


class Comment(Value, frozen=True):
    """What somebody said beside a note."""

    by: Author
    text: str
    at: dt.datetime | None = None


class Origin(Value, frozen=True):
    """Where a note's knowledge is from: an address or a path, and the `algorithm:hex` of what stood there."""

    place: str
    checksum: str = ""


class Link(Value, frozen=True):
    """A wiki link of the body: whom it names, and the words shown for it."""

    target: str
    alias: str = ""


class Note(Value, frozen=True, omit_defaults=False):
    """A note as it describes itself. `trust_score` is 1..10, 0 where it has none; `type` is "" for one nobody listed.

    `about` is its first paragraph, `text` all that stands below the front matter, `files` what a reference topic
    lists. `is_held` says that it keeps to the fields, so that what is missing is one of its `problems`.
    """

    ref: str
    title: str
    id: str = ""
    type: str = ""
    type_raw: str = ""
    created_at: dt.datetime | None = None
    created_by: Author = Author()
    trust_score: int = 0
    last_validated_at: dt.datetime | None = None
    last_validated_by: Author = Author()
    comments: tuple[Comment, ...] = ()
    parent: str = ""
    tags: tuple[str, ...] = ()
    sources: tuple[Origin, ...] = ()
    version: int = 0
    files: tuple[str, ...] = ()
    about: str = ""
    links: tuple[Link, ...] = ()
    text: str = ""
    is_held: bool = False
    problems: tuple[Problem, ...] = ()


def read(ref: str, text: str, types: Collection[str] = (), policy: GuardPolicy | None = None) -> Note:
    """A page as a note. `types` are accepted beside the sixteen and reference topics."""
    lines = markdown.split(text)
    table = front_matter.read_table(lines)
    fields = _Fields(ref, table, lines[: table.lines], policy or GuardPolicy())
    below = guard("\n".join(lines[table.lines :]), fields.policy, keep_lines=True).text
    body = below.split("\n")
    words = _outside_code(body)
    type_raw, kind = fields.kind(types)
    note = Note(
        ref=ref,
        title=fields.text("title") or fields.text("name") or _headed(words) or PurePosixPath(ref).stem,
        id=fields.text("id"),
        type=kind,
        type_raw=type_raw,
        created_at=fields.instant("created_at"),
        created_by=fields.author("created_by"),
        trust_score=fields.trust(),
        last_validated_at=fields.instant("last_validated_at"),
        last_validated_by=fields.author("last_validated_by"),
        comments=fields.comments(),
        parent=fields.text("parent"),
        tags=fields.texts("tags"),
        sources=fields.origins(),
        version=fields.version(),
        files=fields.texts("files"),
        about=_first(words),
        links=tuple(dict.fromkeys(_links(words))),
        text="\n".join(body).strip("\n"),
        is_held=fields.is_held,
    )
    fields.check_required(note.about)
    found = (*(Problem(path=ref, message=said, line=line) for line, said in table.problems), *fields.problems)
    return replace(note, problems=found)


class _Fields:
    """The fields of one front matter, each guarded; what is wrong with one is noted with its line."""

    def __init__(self, ref: str, table: front_matter.Table, lines: list[str], policy: GuardPolicy) -> None:
        self.ref, self.lines, self.policy = ref, lines, policy
        self.values = _nested(table.values)
        if table.problems:
            self.values = {key: value for key, value in self.values.items() if key in _PLAIN}
        self.is_held = not table.problems and any(key in self.values for key in _HELD)
        self.problems: list[Problem] = []

    def _wrong(self, key: str, said: str) -> None:
        """Only a note that keeps to the fields can be wrong in one."""
        if self.is_held:
            line = front_matter.line_of(key, self.lines)
            self.problems.append(Problem(path=self.ref, message=f"`{key}` {said}", line=line))

    def _safe(self, value: str) -> str:
        return guard(" ".join(value.split()), self.policy).text

    def text(self, key: str) -> str:
        """A text, "" where there is none."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return self._safe(value or "")
        if key == "id" and isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_EXACT:
            return str(value)
        self._wrong(key, "is no text; put it in quotes")
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; one text is a list of it, as Obsidian has it."""
        value = self.values.get(key)
        if value is None:
            return ()
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            self._wrong(key, "is no list of texts; write it in brackets, each in quotes")
            given = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
        return tuple(self._safe(one).lstrip("#") for one in given if one.strip())

    def instant(self, key: str) -> dt.datetime | None:
        """An aware instant."""
        value = self.values.get(key)
        at = _instant(value)
        if value is not None and at is None:
            self._wrong(key, f"is {_INSTANT}")
        return at

    def author(self, key: str) -> Author:
        """A table of `ghost` and `model`."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, dict):
            self._wrong(key, "is no table; write `ghost` and `model` below it")
        return self._author(value)

    def _author(self, value: Any) -> Author:
        told = value if isinstance(value, dict) else {}
        ghost, model = (one if isinstance(one := told.get(name), str) else "" for name in ("ghost", "model"))
        return Author(ghost=self._safe(ghost), model=self._safe(model))

    def trust(self) -> int:
        """1..10, 0 where there is none."""
        return self._whole("trust_score", 1, _MOST_TRUSTED)

    def version(self) -> int:
        """How often it was rewritten, 0 where it does not say."""
        return self._whole("version", 0, MOST_EXACT)

    def _whole(self, key: str, least: int, most: int) -> int:
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        if value is not None:
            self._wrong(key, f"is no whole number from {least}{f' to {most}' if most < MOST_EXACT else ' on'}")
        return 0

    def kind(self, types: Collection[str]) -> tuple[str, str]:
        """The type as written, and as it is listed: "" where nobody listed it."""
        said = self.text("type")
        known = {one.casefold(): one for one in (*TYPES, TOPIC, *types)}
        if said and said.casefold() not in known:
            self._wrong("type", f"is {said!r}, which counts as none: add it to `types` under [notes] in noctuary.toml")
        return said, known.get(said.casefold(), "")

    def comments(self) -> tuple[Comment, ...]:
        value = self.values.get("comments")
        given = value if isinstance(value, list) else []
        found = [one for one in given if isinstance(one, dict) and isinstance(one.get("text"), str)]
        if value is not None and len(found) != (len(value) if isinstance(value, list) else -1):
            self._wrong("comments", "is no list of tables with `ghost`, `model`, `at` and `text`")
        return tuple(
            Comment(by=self._author(one), text=self._safe(one["text"]), at=_instant(one.get("at"))) for one in found
        )

    def origins(self) -> tuple[Origin, ...]:
        """What `source` lists: texts, or tables with `url` or `path`, and `checksum`."""
        value = self.values.get("source")
        given = value if isinstance(value, list) else [] if value is None else [value]
        found = [Origin(place=self._safe(place), checksum=sum_) for one in given for place, sum_ in _origin(one)]
        if len(found) != len(given):
            self._wrong("source", "lists what is neither an address nor a path")
        return tuple(found)

    def check_required(self, about: str) -> None:
        """Note what is missing."""
        for key in REQUIRED if self.is_held else ():
            outer, _, inner = key.partition(".")
            value = self.values.get(outer)
            if value is None or (inner and isinstance(value, dict) and not value.get(inner)):
                self.problems.append(Problem(path=self.ref, message=f"lacks `{key}`; add it", line=1))
        if self.is_held and not about:
            said = "has no first paragraph; begin with what it is and what it covers"
            self.problems.append(Problem(path=self.ref, message=said, line=len(self.lines) + 1))


def _nested(values: dict[str, Any]) -> dict[str, Any]:
    """`created_by.ghost` written flat, as YAML lets one, is the table that TOML makes of it."""
    found: dict[str, Any] = {key: value for key, value in values.items() if "." not in key}
    for key, value in values.items():
        outer, dot, inner = key.partition(".")
        if dot and isinstance(found.setdefault(outer, {}), dict):
            found[outer] = {**found[outer], inner: value}
    return found


def _instant(value: Any) -> dt.datetime | None:
    if isinstance(value, str) and "T" in value.upper():
        try:
            value = dt.datetime.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, dt.datetime) and value.tzinfo else None


def _origin(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str) and value.strip():
        yield value, ""
    elif isinstance(value, dict):
        place = next((value[key] for key in ("url", "path", "file") if isinstance(value.get(key), str)), "")
        if place:
            told = value.get("checksum")
            yield place, told if isinstance(told, str) and SUM.fullmatch(told) else ""


def _outside_code(body: Sequence[str]) -> list[str]:
    """The lines of a body that stand in no code block and no comment. A page's whole structure is not needed for it."""
    found: list[str] = []
    fence, is_comment = "", False
    for whole in body:
        line, is_comment = (whole, False) if fence else _uncommented(whole, is_comment=is_comment)
        mark = _FENCE.match(line)
        if not fence and not mark:
            found.append(line)
        elif mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
    return found


def _uncommented(line: str, *, is_comment: bool) -> tuple[str, bool]:
    """What of a line stands in no comment, and whether one goes on below it; `is_comment`: one came in from above."""
    kept, at = [], 0
    while at < len(line):
        sign = _CLOSED if is_comment else _OPENED
        end = line.find(sign, at)
        if not is_comment:
            kept.append(line[at:] if end < 0 else line[at:end])
        at, is_comment = (len(line), is_comment) if end < 0 else (end + len(sign), not is_comment)
    return "".join(kept), is_comment


def _links(words: list[str]) -> Iterator[Link]:
    for line in words:
        for hit in _LINK.finditer(_CODE.sub("", line)):
            yield Link(target=" ".join(hit[1].split()), alias=" ".join((hit[2] or "").split()))


def _headed(words: list[str]) -> str:
    """The first heading."""
    return next((title(line) for line in map(str.strip, words) if _HEADING.match(line)), "")


def _first(words: list[str]) -> str:
    """The first paragraph of running text, on one line."""
    start = next((n for n, line in enumerate(words) if _is_prose(line)), len(words))
    end = next((n for n in range(start, len(words)) if not _is_prose(words[n])), len(words))
    return " ".join(" ".join(words[start:end]).split())


def _is_prose(line: str) -> bool:
    return bool(line.strip()) and not _HEADING.match(line.strip())
