"""Cuts a Markdown file into passages: a bullet's own words, a paragraph, a table row, each with its lines.

Does not decide who wrote them or when; says of every other line why it is no passage.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from bisect import bisect
from collections.abc import Collection, Iterator
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache, cached

from noctuary.hunks import hunks
from noctuary.model import Value
from noctuary.sources import dates, front_matter, inline, own

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class Passage(Value, frozen=True):
    """Words and the 1-based inclusive lines they stand on; `context` runs from title to label lines."""

    text: str
    line: int
    line_end: int
    context: tuple[str, ...] = ()
    at: dt.datetime | None = None


class Page(Value, frozen=True):
    """A parsed file: passages in order, line number → reason for all other lines, and (line, what is wrong)."""

    passages: tuple[Passage, ...]
    skipped: dict[int, str]
    lines: int
    at: dt.datetime | None = None
    problems: tuple[tuple[int, str], ...] = ()


_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_WORD = re.compile(r"\w")
LINES = re.compile(r"\r\n|\r|\n")
_DATED_KEY = re.compile(r"<!--\s*\w+_(at|by|on|date)\s*:([^\n]*)")
_GROUND = re.compile(
    r"\W*(?:why|how to apply|reason|rationale|warum|grund|por qué|por que|porquê|motivo|pourquoi|perché|waarom|почему|"
    r"原因|理由)\b[^*:：]{0,30}(?:\*\*)?\s*[:：](?:\*\*)?",
    re.I,
)
_CHILDREN = ("bullet_list_open", "ordered_list_open", "table_open", "blockquote_open")
_OPEN_FENCE = "the code block begun here has no end, so all after it was left out; close it"
_OPEN_BLOCK = "the managed block has no end; put back the line <!-- noctuary:end -->"
_SHORT_FENCE = 2
MOST_ABOVE = 160
MOST_REMEMBERED = 1 << 23
"""Signs and lines of the pages kept parsed: a night reads a page for its events, and again for its passages."""
_COMMANDS = ("", "bash", "sh", "shell", "zsh", "fish", "console", "text", "powershell", "ps1", "cmd", "bat")


def _key(text: str, spoken: Collection[int] = ()) -> tuple[bytes, frozenset[int]]:
    return hashlib.blake2b(text.encode(errors="surrogatepass")).digest(), frozenset(spoken)


def split(text: str) -> list[str]:
    """The lines of a file."""
    lines = LINES.split(text.removeprefix("\ufeff"))
    return lines[:-1] if lines[-1] == "" else lines


def _weight(page: Page) -> int:
    return page.lines + sum(len(passage.text) for passage in page.passages)


@cached(LRUCache(MOST_REMEMBERED, _weight), _key, Lock())
def parse(text: str, spoken: Collection[int] = ()) -> Page:
    """A file's passages, with what is wrong with its front matter, code blocks and managed block.

    `spoken` are the numbers of the lines on which others speak: they are left out as `turn`.
    """
    lines = split(text)
    front = front_matter.read(lines)
    skipped = dict.fromkeys(range(1, front.lines + 1), "front_matter")
    owned, is_open = own.own_lines(lines)
    skipped |= {index + 1: reason for index, reason in owned.items()}
    clashes = hunks(lines)
    skipped |= {number: "conflict" for one in clashes for number in range(one.line, one.line_end + 1)}
    skipped |= dict.fromkeys(spoken, "turn")
    body = [("" if index + 1 in skipped else line.replace("\x00", "")) for index, line in enumerate(lines)]
    reader = _Reader(body, skipped, front.title)
    passages = [*_claims(front, skipped), *reader.passages()]
    used = {line for passage in passages for line in range(passage.line, passage.line_end + 1)}
    for number, line in enumerate(body, 1):
        if number not in used and number not in skipped:
            skipped[number] = _why_left(line, skipped.get(number - 1, ""))
    deep = [number for number, reason in skipped.items() if reason == "deep"]
    passages = sorted([*passages, *_by_line(body, deep, passages)], key=lambda passage: passage.line)
    used.update(deep)
    return Page(
        passages=tuple(passages),
        skipped={number: reason for number, reason in sorted(skipped.items()) if number not in used},
        lines=len(lines),
        at=front.at,
        problems=(
            *((one.line, one.mended) for one in clashes),
            *front.problems,
            *reader.problems,
            *([(0, _OPEN_BLOCK)] if is_open and not clashes else []),
        ),
    )


def _claims(front: front_matter.Front, skipped: dict[int, str]) -> Iterator[Passage]:
    """The claims of the front matter; what it plans stands as an open checkbox does."""
    under = tuple(words for words in (front.title,) if words)
    for claim in front.claims:
        if claim.fate == "gone" or skipped.get(claim.line) != "front_matter":
            continue
        text = f"[ ] {claim.text}" if claim.fate == "plan" else claim.text
        yield Passage(text=text, line=claim.line, line_end=claim.line_end, context=(*under, claim.key))


def _why_left(line: str, before: str) -> str:
    """Why the parser made nothing of a line; the address of a link may stand on the line after its name."""
    if not line.strip(" \t>"):
        return "blank"
    if before == "reference" or re.match(r"[\s>]*\[[^\]]+\]:", line):
        return "reference"
    return "deep" if _WORD.search(line) else "empty"


def _by_line(body: list[str], numbers: list[int], passages: list[Passage]) -> Iterator[Passage]:
    """Lines nested deeper than the parser follows, each for itself, under what the passage before stands under."""
    starts = [passage.line for passage in passages]
    for number in numbers:
        place = bisect(starts, number)
        above = passages[place - 1] if place else None
        text = inline.plain(re.sub(r"\A(?:[\s>]|[-*+]\s|\d+[.)]\s)+", "", body[number - 1]))
        context, at = (above.context, above.at) if above else ((), None)
        yield Passage(text=text, line=number, line_end=number, context=context, at=at)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """CommonMark blocks with tables; indentation alone makes no code."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 80}).enable("table").disable(["inline", "text_join", "code"])


def _cut(words: str) -> str:
    """As much of a title or label as says what stands below it, up to a word's end."""
    return words if len(words) <= MOST_ABOVE else words[:MOST_ABOVE].rpartition(" ")[0]


class _Heading(NamedTuple):
    level: int
    title: str
    at: dt.datetime | None


class _Reader:
    """One pass over the token stream: what the words at hand stand under."""

    def __init__(self, body: list[str], skipped: dict[int, str], title: str) -> None:
        self.tokens = _parser().parse("\n".join(body))
        self.body = body
        self.skipped = skipped
        self.headings = [_Heading(0, title, None)] if title else []
        self.marked: dt.datetime | None = None
        self.items: list[str] = []
        self.label = ""
        self.rule = ""
        self.problems: list[tuple[int, str]] = []

    def passages(self) -> Iterator[Passage]:
        """Every passage in order of its first line."""
        place = 0
        while place < len(self.tokens):
            token = self.tokens[place]
            match token.type:
                case "heading_open" if self._is_heading(token):
                    self._heading(token, self.tokens[place + 1])
                case "list_item_open":
                    self.items.append("")
                case "list_item_close":
                    self.items.pop()
                case "bullet_list_close" | "ordered_list_close" | "blockquote_close" if not token.level:
                    self.label = ""
                case "paragraph_open" | "heading_open":
                    yield from self._paragraph(place)
                case "table_open":
                    place, rows = self._table(place)
                    yield from rows
                case "fence":
                    self._fence(token)
                case "hr":
                    self._skip(token, "rule")
                case "html_block":
                    yield from self._html(token)
            place += 1

    def _is_heading(self, token: Token) -> bool:
        """Text over `---` is a statement over a rule; over `===` or a longer line it is a heading."""
        last = self.body[(token.map or [0, 1])[1] - 1].strip(" \t>")
        return token.markup != "-" or len(last) > 3

    def _heading(self, token: Token, words: Token) -> None:
        level = int(token.tag[1:])
        title = _cut(inline.bare(inline.plain(words.content)))
        self.headings = [kept for kept in self.headings if kept.level < level and kept.title != title]
        self.headings.append(_Heading(level, title, dates.in_text(title)))
        self.label, self.rule, self.marked = "", "", None
        self._skip(token, "heading")

    def _paragraph(self, place: int) -> Iterator[Passage]:
        words = self.tokens[place + 1]
        above = self._first_line(words)
        if self.tokens[place].type == "heading_open":
            self.skipped.setdefault((self.tokens[place].map or [0, 1])[1], "rule")
        follower = self.tokens[place + 3] if place + 3 < len(self.tokens) else None
        parts = inline.segments(words.content)
        if not self.tokens[place].level:
            self.label = ""
        for part in parts:
            first, last = above + part.first + 1, above + part.last + 1
            after = follower if part is parts[-1] else None
            code = self._short_code(after) if after and inline.is_label(part.text) else ""
            if not inline.has_words(part.text):
                self._skip_lines(first, last, inline.why_empty(part.raw))
            elif code and after and after.map:
                yield self._passage(f"{part.text} {code}", first, after.map[1])
            elif after and self._is_label(part.text, after):
                self._stand_under(_cut(inline.bare(inline.plain(inline.announced(part.raw)))))
                self._skip_lines(first, last, "label")
            else:
                yield self._said(part.text, first, last)
        self._skip_lines(above + 1, above + words.content.count("\n") + 1, inline.why_empty(words.content))

    def _first_line(self, words: Token) -> int:
        """Where the words begin: the parser takes lines of no-break or control spaces off their front."""
        first, end = words.map or [0, 1]
        start = words.content.split("\n", 1)[0]
        return next((index for index in range(first, end) if start in self.body[index]), first)

    def _is_label(self, text: str, after: Token) -> bool:
        if after.type in _CHILDREN:
            return inline.is_label(text) or (bool(self.items) and inline.is_title(text))
        return after.type == "fence" and inline.is_label(text)

    def _stand_under(self, label: str) -> None:
        if self.items and not self.items[-1]:
            self.items[-1] = label
        else:
            self.label = label

    def _short_code(self, after: Token) -> str:
        """The one or two commands that a label announces, as a code span; source code is none."""
        if after.type != "fence" or after.info.strip().lower() not in _COMMANDS:
            return ""
        held = [line.strip() for line in after.content.splitlines() if line.strip()]
        return f"`{' && '.join(held)}`" if 0 < len(held) <= _SHORT_FENCE else ""

    def _said(self, text: str, first: int, last: int) -> Passage:
        """A passage; the ground of a rule (`**Why:** …`) stands under the rule instead of its key."""
        key = _GROUND.match(text)
        if key and self.rule and inline.has_words(text[key.end() :]):
            return self._passage(text[key.end() :].strip(), first, last, self.rule)
        self.rule = _cut(inline.bare(text))
        return self._passage(text, first, last)

    def _table(self, place: int) -> tuple[int, list[Passage]]:
        rows: list[Passage] = []
        headers: list[str] = []
        cells: list[str] = []
        while self.tokens[place].type != "table_close":
            token = self.tokens[place]
            if token.type == "inline":
                cells.append(inline.plain(token.content))
            elif token.type == "thead_close":
                headers, cells = cells, []
            elif token.type == "table_open" and token.map:
                self._skip_lines(token.map[0] + 1, token.map[0] + 2, "table_header")
            elif token.type == "tr_open":
                cells, row = [], (token.map or [0, 0])[0] + 1
            elif token.type == "tr_close" and headers and (text := inline.rendered(headers, cells)):
                rows.append(self._passage(text, row, row))
            place += 1
        return place, rows

    def _fence(self, token: Token) -> None:
        first, end = token.map or [0, 0]
        is_closed = end - first > 1 and self.body[end - 1].strip(" \t>").startswith(token.markup)
        if not is_closed and end == len(self.body):
            self.problems.append((first + 1, _OPEN_FENCE))
        self._skip(token, "code")

    def _html(self, token: Token) -> Iterator[Passage]:
        """A comment may date what follows it, and words may follow it on its line; other HTML is left out."""
        if not token.content.lstrip().startswith("<!--"):
            self._skip(token, "html")
            return
        noted = {kind: at for kind, words in _DATED_KEY.findall(token.content) if (at := dates.in_text(words))}
        self.marked = noted.get("at") or noted.get("date") or noted.get("on") or self.marked or noted.get("by")
        first, end = token.map or [0, 0]
        left = _COMMENT.sub(lambda hidden: "\n" * hidden[0].count("\n"), token.content).split("\n")
        for index, words in enumerate(left[: end - first], first + 1):
            if _WORD.search(words):
                yield self._said(inline.plain(words), index, index)
            elif self.body[index - 1].strip():
                self.skipped.setdefault(index, "comment")

    def _passage(self, text: str, first: int, last: int, ground: str = "") -> Passage:
        titles = [heading.title for heading in self.headings if heading.title]
        labels = [label for label in (self.label, *self.items, ground) if label]
        dated = (dates.in_text(label) for label in reversed(labels))
        section = next((heading.at for heading in reversed(self.headings) if heading.at), None)
        at = next((at for at in dated if at), None) or self.marked or section
        return Passage(text=text, line=first, line_end=last, context=(*titles, *labels), at=at)

    def _skip(self, token: Token, reason: str) -> None:
        first, end = token.map or [0, 0]
        self._skip_lines(first + 1, end, reason)

    def _skip_lines(self, first: int, last: int, reason: str) -> None:
        for number in range(first, last + 1):
            if self.body[number - 1].strip():
                self.skipped.setdefault(number, reason)
