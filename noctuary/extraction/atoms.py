"""Cuts an utterance into atomic statements: lines, sentences, table rows, keyed values. Judges nothing.

A piece is always made of words of its source and of what it stands under.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from noctuary.extraction.rendering import rendered
from noctuary.text.languages import words
from noctuary.text.patterns import signs
from noctuary.text.stops import is_within

MAX_CHARS = 20_000
MAX_PIECES = 80
MAX_SENTENCE = 600
MAX_HEADING = 160

_FENCE = re.compile(r"^\s*(```|~~~)")
_BULLETS = re.compile(r"^(?:\s*+(?:[-*+•·‣]\s++|\d{1,3}[.)]\s++|>\s?(?=\S)))++")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+")
_NO_RULE_ROW = re.compile(r"[^\s:|-]")
_END = signs(
    r"""
(?:(?<![.!?])[.!?]++|…|(?<=\s)[:;]-?[()])[\"'”’)\]*]*+(?=\s)|[。！？]+[」』”）]*|\s[–—-]\s(?=(?:also|btw|fyi)\b)
""",
    cased=True,
)
_CLOSING = "\"'”’)]"
_STRESS = signs(r"^{say.stress}[.! ]*$")
_GENERIC_HEADER = frozenset(words("words.headers"))


class Piece(NamedTuple):
    """A cut: its text, the exact source words, its 0-based lines, what it stands under."""

    text: str
    quote: str
    first: int
    last: int
    context: tuple[str, ...] = ()
    code: bool = False


def pieces(text: str, *, prose: bool) -> list[Piece]:
    """The statements of an utterance, in order, at most MAX_PIECES; `prose` cuts lines into sentences."""
    found: list[Piece] = []
    for block in _blocks(text[:MAX_CHARS]):
        if block.code or not prose:
            found.append(block)
        else:
            found.extend(_sentences(block))
        if len(found) >= MAX_PIECES:
            break
    return found[:MAX_PIECES]


def _blocks(text: str) -> list[Piece]:
    """Lines as pieces: bullets stripped, rows as `name: column value`, fences apart, headings as context."""
    found: list[Piece] = []
    heading: tuple[str, ...] = ()
    header: list[str] | None = None
    fence: list[str] | None = None
    start = 0
    for number, line in enumerate(text.splitlines()):
        if fence is not None or _FENCE.match(line):
            if fence is None:
                fence, start = [], number
            elif _FENCE.match(line):
                found = _with_fence(found, fence, start, number, heading)
                fence = None
            else:
                fence.append(line)
            continue
        if line.lstrip().startswith("|") and line.count("|") > 1:
            header, row = _table_row(line, header, titled="\n" in text)
            if row:
                found.append(Piece(row, line.strip(), number, number, heading))
            continue
        header = None
        title = _HEADING.match(line)
        if title:
            heading = (line[title.end() :].rstrip("#").rstrip()[:MAX_HEADING],)
        elif line.strip():
            found.append(Piece(clean(line), line.strip(), number, number, heading))
    if fence:
        found = _with_fence(found, fence, start, start + len(fence), heading)
    return _rejoined(found)


def _with_fence(found: list[Piece], fence: list[str], start: int, end: int, heading: tuple[str, ...]) -> list[Piece]:
    """A fence of one or two lines belongs to the line that announces it by a colon; others stand as code."""
    body = [line.strip() for line in fence if line.strip()]
    before = found[-1] if found else None
    if before and not before.code and before.text.endswith(":") and 0 < len(body) <= 2:
        joined = f"{before.text} `{' && '.join(body) if len(body) > 1 else body[0]}`"
        quote = before.quote + "\n" + "\n".join(fence)
        return [*found[:-1], Piece(joined, quote, before.first, end, before.context)]
    return [*found, Piece(" ".join(body)[:200], "\n".join(fence)[:400], start, end, heading, True)]


def _rejoined(found: list[Piece]) -> list[Piece]:
    """Hard-wrapped prose put together: a line that ends mid-sentence and one that goes on in lower case."""
    joined: list[Piece] = []
    for piece in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and not last.code
            and not piece.code
            and piece.first == last.last + 1
            and len(last.quote) >= 60
            and not _BULLETS.match(piece.quote)
            and piece.text[:1].islower()
            and last.text[-1:] not in ".!?:。;|"
        ):
            quote = f"{last.quote}\n{piece.quote}"
            joined[-1] = last._replace(text=f"{last.text} {piece.text}", quote=quote, last=piece.last)
        else:
            joined.append(piece)
    return joined


def cells(line: str) -> list[str]:
    """The trimmed cells of a Markdown table row."""
    return [clean(cell) for cell in line.strip().strip("|").split("|")]


def _table_row(line: str, header: list[str] | None, *, titled: bool) -> tuple[list[str], str]:
    """(header, the row as a statement): a first row that is `titled` names the columns of the later ones."""
    row = cells(line)
    is_rule = "-" in line and not _NO_RULE_ROW.search(line)
    if titled and header is None and not is_rule:
        return row, ""
    if is_rule:
        return header or [], ""
    return header or [], _row_text(row, header or [])


def _row_text(row: list[str], header: list[str]) -> str:
    """`name: column value, column value`; a column that says nothing (value, notes …) is left out."""
    if len(row) < 2 or not row[0] or not any(row[1:]):
        return ""
    named = []
    for index, cell in enumerate(row[1:], 1):
        column = header[index] if index < len(header) else ""
        if cell:
            named.append(f"{column} {cell}" if column and column.lower() not in _GENERIC_HEADER else cell)
    return f"{row[0]}: {', '.join(named)}"


def clean(line: str) -> str:
    """A line without its bullets, as it is rendered."""
    return rendered(_BULLETS.sub("", line))


def _sentences(piece: Piece) -> list[Piece]:
    """The sentences of one line; abbreviations, versions, code spans and ordinals do not end one."""
    text, cuts, start = piece.text, [], 0
    opened = _Opened(text)
    for end in _END.finditer(text):
        is_short = text[end.start()] == "." and is_within(text, end.start())
        if opened.at(end.end()) or is_short or _goes_on(text, end):
            continue
        cuts.append(text[start : end.end()].strip())
        start = end.end()
        opened.cut(start)
    cuts.append(text[start:].strip())
    whole = len(cuts) == 1
    return [
        Piece(cut[:MAX_SENTENCE], piece.quote if whole else cut, piece.first, piece.last, piece.context)
        for cut in _stressed(cuts)
        if cut.strip(" .…")
    ]


def _goes_on(text: str, end: re.Match[str]) -> bool:
    """Does a clause go on in lower case behind a stop within quotation marks or brackets (a ban on '.' is wrong)?"""
    is_closed = end[0][0] in ".!?…" and end[0][-1] in _CLOSING
    return is_closed and text[end.end() : end.end() + 2].lstrip()[:1].islower()


class _Opened:
    """Whether a code span, a quotation or a bracket that began in the sentence at hand is still open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.cut(0)

    def cut(self, at: int) -> None:
        """A sentence begins."""
        self.seen, self.ticks, self.quotes, self.depth = at, 0, 0, 0

    def at(self, place: int) -> bool:
        """Is anything open there? Places are asked for in ascending order."""
        new, self.seen = self.text[self.seen : place], place
        self.ticks += new.count("`")
        self.quotes += new.count('"')
        self.depth += new.count("(") - new.count(")")
        return bool(self.ticks % 2 or self.quotes % 2 or self.depth > 0)


def _stressed(cuts: list[str]) -> list[str]:
    """Sentences, each with the short one after it that only stresses it (`hard rule`, `every time`)."""
    joined: list[str] = []
    for cut in cuts:
        if joined and _STRESS.match(cut) and not joined[-1].rstrip().endswith("?"):
            joined[-1] = f"{joined[-1]} {cut}"
        else:
            joined.append(cut)
    return joined


_KEYED = re.compile(r"^(?P<label>[^:：]{1,60}?)\s*[:：]\s+(?P<rest>.+)$")
_PAIR = signs(
    r"""
^(?P<key>[A-Za-z][\w.-]{0,20}(?: [\w.-]{1,12})?)(?:\s*[:=]\s*|
\s+)(?P<value>[~<>≤≥v]?\d[\w.,:%°/-]*(?: ?[\w%°€$]{1,6})?)$
""",
    cased=True,
)
_WHEN_PART = signs(
    r"""
^(?:in the )?(?:mornings?|evenings?|nights?|noon|daily|weekly|always|only|by day|at night|every .*|
on .*|from .*|since .*|until .*|except .*|not .*|no .*|never .*|and .*|or .*|but .*|etc.*)$
""",
)


def keyed(text: str) -> list[str]:
    """A keyed line with several values as one statement a key; [text] where a part would not read alone."""
    match = _KEYED.match(text)
    if not match or "://" in text[:40]:
        return [text]
    label, rest = match["label"], match["rest"]
    slashed = [part.strip() for part in re.split(r"\s+/\s+|,\s+", rest)]
    if len(slashed) > 1 and all(_PAIR.match(part) for part in slashed) and _distinct(slashed):
        return [f"{label}: {part}" for part in slashed]
    stem = label.rsplit(" ", 1)
    parts = re.split(r",\s+", rest)
    tail = [_PAIR.match(part) for part in parts[1:]]
    has_keys = len(stem) == 2 and tail and all(m and ":" in parts[i + 1] for i, m in enumerate(tail))
    if has_keys and re.match(r"^[~v]?\d", parts[0]):
        return [text[: match.start("rest")] + parts[0], *(f"{stem[0]} {part}" for part in parts[1:])]
    return _attributes(label, parts) or [text]


def _distinct(parts: list[str]) -> bool:
    """Are these values of different keys (`prod 6`, `stage 2`), not several of one?"""
    keys = [m["key"].lower() for part in parts if (m := _PAIR.match(part))]
    return len(set(keys)) == len(keys)


def _attributes(label: str, parts: list[str]) -> list[str]:
    """`Proper Name: a, b` as two statements, where one part is a measure and the other is not."""
    if not 2 <= len(parts) <= 3 or any(len(p) > 60 or "(" in p or _WHEN_PART.match(p) for p in parts):
        return []
    words = label.split()
    named = len(words) >= 2 and all(w[:1].isupper() for w in words)
    measured = [bool(re.search(r"\d", part)) for part in parts]
    keyed_number = any(re.match(r"^[A-Za-z.]+ \d+$", part) for part in parts[1:])
    if (named or keyed_number) and any(measured) and not all(measured):
        return [f"{label}: {part}" for part in parts]
    return []


_CREDENTIAL_CUT = signs(r"\s*(?:,|;| {say.and} )\s*", cased=True)


def clauses(text: str) -> list[str]:
    """The main clauses of a sentence, for leaving out the one that must not be kept."""
    return [part for part in _CREDENTIAL_CUT.split(text) if part.strip()]
