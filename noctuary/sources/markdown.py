"""Cuts a Markdown file into passages: a bullet's own words, a paragraph, a table row, each with its lines.

Does not decide who wrote them or when; says of every other line why it is no passage.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from noctuary.model import Value
from noctuary.sources import dates, own

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class Passage(Value, frozen=True):
    """Words and the 1-based inclusive lines they stand on; `context` runs from headings to label lines."""

    text: str
    line: int
    line_end: int
    context: tuple[str, ...] = ()
    at: dt.datetime | None = None


class Page(Value, frozen=True):
    """A parsed file: passages in order, and line number → reason for all other lines."""

    passages: tuple[Passage, ...]
    skipped: dict[int, str]
    lines: int
    at: dt.datetime | None = None
    is_open: bool = False


_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_STRUCK = re.compile(r"~~(?=\S).*?\S?~~", re.S)
_CHECKBOX = re.compile(r"\A\[[ xX]\]\s*")
_MARKUP = re.compile(r"[*_`]+")
_LINES = re.compile(r"\r\n|\r|\n")


def parse(text: str) -> Page:
    """A file's passages. `is_open` tells of a managed block without its end line."""
    lines = _LINES.split(text.removeprefix("\ufeff"))
    if lines[-1] == "":
        lines.pop()
    front = dates.front_matter_end(lines)
    skipped = dict.fromkeys(range(1, front + 1), "front_matter")
    owned, is_open = own.own_lines(lines)
    skipped |= {index + 1: reason for index, reason in owned.items()}
    body = [("" if index + 1 in skipped else line.replace("\x00", "")) for index, line in enumerate(lines)]
    at = dates.in_front_matter("\n".join(lines[:front])) if front else None
    passages = tuple(_Reader(body, skipped).passages())
    used = {line for passage in passages for line in range(passage.line, passage.line_end + 1)}
    for number, line in enumerate(body, 1):
        if number not in used:
            skipped.setdefault(number, "other" if line.strip() else "blank")
    skipped = {number: reason for number, reason in sorted(skipped.items()) if number not in used}
    return Page(passages=passages, skipped=skipped, lines=len(lines), at=at, is_open=is_open)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """CommonMark with tables; `text` over `---` stays text, and indentation alone makes no code."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 40}).enable("table").disable(["lheading", "code"])


class _Reader:
    """One pass over the token stream: what the words at hand stand under."""

    def __init__(self, body: list[str], skipped: dict[int, str]) -> None:
        self.tokens = _parser().parse("\n".join(body), {"inline": False})
        self.body = body
        self.skipped = skipped
        self.headings: list[tuple[int, str]] = []
        self.items: list[str] = []
        self.label = ""
        self.headers: list[str] = []

    def passages(self) -> Iterator[Passage]:
        """Every passage in order of its first line."""
        place = 0
        while place < len(self.tokens):
            token = self.tokens[place]
            match token.type:
                case "heading_open":
                    self._heading(token, self.tokens[place + 1])
                case "list_item_open":
                    self.items.append("")
                case "list_item_close":
                    self.items.pop()
                    self.label = self.label if self.items else ""
                case "paragraph_open":
                    yield from self._paragraph(place)
                case "table_open":
                    place, rows = self._table(place)
                    yield from rows
                case "fence" | "code_block":
                    self._skip(token, "code")
                case "hr":
                    self._skip(token, "rule")
                case "html_block":
                    self._skip(token, "comment")
            place += 1

    def _heading(self, token: Token, inline: Token) -> None:
        level = int(token.tag[1:])
        self.headings = [kept for kept in self.headings if kept[0] < level]
        self.headings.append((level, _MARKUP.sub("", _COMMENT.sub("", inline.content)).strip()))
        self.label = ""
        self._skip(token, "heading")

    def _paragraph(self, place: int) -> Iterator[Passage]:
        inline = self.tokens[place + 1]
        first, end = inline.map or [0, 0]
        text = plain(inline.content)
        reason = self._why_not(inline.content, text, place)
        if reason == "label":
            label = _MARKUP.sub("", text).strip().rstrip(":：").strip()
            if self.items and not self.items[-1]:
                self.items[-1] = label
            else:
                self.label = label
        elif not self.items:
            self.label = ""
        if reason:
            self._skip(inline, reason)
        else:
            yield self._passage(text, first + 1, end, self._labels())

    def _why_not(self, raw: str, text: str, place: int) -> str:
        if not re.search(r"\w", _CHECKBOX.sub("", text)):
            return "struck" if _STRUCK.search(raw) else "comment" if "<!--" in raw else "empty"
        follower = self.tokens[place + 3].type if place + 3 < len(self.tokens) else ""
        has_children = follower in ("bullet_list_open", "ordered_list_open", "table_open")
        is_label = _MARKUP.sub("", text).rstrip().endswith((":", "：")) or re.fullmatch(r"\*\*[^*]+\*\*", text)
        return "label" if has_children and is_label else ""

    def _labels(self) -> list[str]:
        inside = [item for item in self.items if item]
        return [self.label, *inside] if self.label else inside

    def _table(self, place: int) -> tuple[int, list[Passage]]:
        rows: list[Passage] = []
        headers: list[str] = []
        cells: list[str] = []
        while self.tokens[place].type != "table_close":
            token = self.tokens[place]
            if token.type == "inline":
                cells.append(plain(token.content))
            elif token.type == "thead_close":
                headers, cells = cells, []
            elif token.type == "table_open" and token.map:
                for line in (token.map[0] + 1, token.map[0] + 2):
                    self.skipped.setdefault(line, "table_header")
            elif token.type == "tr_open":
                cells, row = [], (token.map or [0, 0])[0] + 1
            elif token.type == "tr_close" and headers and (text := rendered(headers, cells)):
                rows.append(self._passage(text, row, row, self._labels()))
            place += 1
        return place, rows

    def _passage(self, text: str, first: int, last: int, labels: list[str]) -> Passage:
        while last > first and not self.body[last - 1].strip():
            last -= 1
        titles = [title for _, title in self.headings if title]
        dated = (at for title in reversed(titles) if (at := dates.in_text(title)))
        return Passage(text=text, line=first, line_end=last, context=(*titles, *labels), at=next(dated, None))

    def _skip(self, token: Token, reason: str) -> None:
        for index in range(*(token.map or (0, 0))):
            if self.body[index].strip():
                self.skipped.setdefault(index + 1, reason)


def plain(raw: str) -> str:
    """Inline Markdown as one line, without comments and struck-through words; other marks stay."""
    return " ".join(_STRUCK.sub("", _COMMENT.sub("", raw)).split())


def rendered(headers: list[str], cells: list[str]) -> str:
    """A table row in words: `first: second` for two columns, else `header: cell` for every filled cell."""
    if not any(re.search(r"\w", cell) for cell in cells):
        return ""
    if len(cells) == 2:
        return ": ".join(cell for cell in cells if cell)
    pairs = zip(headers, cells, strict=False)
    return "; ".join(f"{header}: {cell}" if header else cell for header, cell in pairs if cell)
