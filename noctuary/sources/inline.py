"""What inline Markdown says: without comments, struck-through words and footnote marks. Knows no blocks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from noctuary.guard import guard

_MARKS = re.compile(
    r"(?P<code>(?<!`)(`++).{1,4000}?(?<!`)\2(?!`))|(?P<comment><!--.*?(?:-->|\Z))|(?P<struck>~~(?=\S).*?\S?~~)(?:\s*(?:→|⇒|[-=]>))?"
    r"|(?P<note>(?<!\\)\[\^[^\]\s]{1,40}\]:?)|(?P<callout>\A\s*\[!\w+\][+-]?)",
    re.S,
)
_CHECKBOX = re.compile(r"\A\[[ xX]\]\s*")
_EMPHASIS = re.compile(r"`([^`]*)`|\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")
_BOLD = re.compile(r"(\*\*|__)(?=\S)[^*\n]+\1")
_BOLD_KEY = re.compile(r"\s*(?:[^\w\s*]{1,3}\s*)?(\*\*|__)[^*\n]{1,80}?(?:[:：]\1|\1\s*[:：])")
_NAMED = r"\s*\w[\w.-]*(?: [\w.-]+){0,3}"
_KEY = re.compile(_NAMED + r"\s*[:：](?:\s|$)")
_FIELD = re.compile(_NAMED + r"(?:\s*[:：](?:\s|$)| = )")
_MACHINE_KEY = re.compile(r"^[^\S\n]*[a-z]+_\w+: ", re.M)
_PLAIN_KEY = re.compile(r"\s*[^\W_][^\W_.-]*(?: [^\W_]+){0,3}\s*[:：]\s.{1,100}")
_SPANS = ("`", "*", "**", "~~", "__", '"')
_PAIRS = ("()", "[]", "“”", "«»", "「」")
_NO_MARK = re.compile(r"^\w{1,2}\)|(?<=\d)\"|:\)")
_GOES_ON = (",", ";", "，", "、", "；", "-", "–", "—", "(", "（")
_NOTE = re.compile(r"\s*\[\^[^\]\s]{1,40}\]:")
_DEFINED = re.compile(r"\n:\s+")
_WORD = re.compile(r"\w")


class Segment(NamedTuple):
    """Words of a paragraph that stand for themselves: raw, plain, and their 0-based lines in it."""

    raw: str
    text: str
    first: int
    last: int


def plain(raw: str) -> str:
    """Inline Markdown as one line, without comments, struck-through words and footnote marks; other marks stay."""
    return _joined(_unmarked(raw))


def bare(text: str) -> str:
    """A label or heading without its emphasis and its colon; underscores within words stay."""
    return _EMPHASIS.sub(lambda mark: mark[1] or "", text).strip().rstrip(":：").strip()


def has_words(text: str) -> bool:
    """Whether anything but marks and a checkbox is left."""
    return _WORD.search(_CHECKBOX.sub("", text)) is not None


def why_empty(raw: str) -> str:
    """Why a text without words has none."""
    marks = {mark.lastgroup for mark in _MARKS.finditer(raw)}
    return next((reason for reason in ("struck", "comment") if reason in marks), "empty")


def is_label(text: str) -> bool:
    """Whether the words only announce what follows: they end in a colon, or are all bold."""
    return _EMPHASIS.sub("", text).rstrip().endswith((":", "：")) or _BOLD.fullmatch(text) is not None


def is_title(text: str) -> bool:
    """Whether the words, above children, only name them: three at most, no key, figure or full stop."""
    return len(text.split()) <= 3 and not re.search(r"[\d`:：.!?。]|\A\[", text)


def announced(raw: str) -> str:
    """What a label says of the things below it: all of it, or the last key of a record."""
    first, last = raw.split("\n", 1)[0], raw.rsplit("\n", 1)[-1]
    is_record = last is not raw and _KEY.match(first) and _KEY.fullmatch(last + "\n")
    return last if is_record else raw


def segments(raw: str) -> list[Segment]:
    """A paragraph's lines, cut where a bold key, a footnote or a line after a hard break begins.

    Short `key: value` lines stand each for itself, and so do lines that no wrapping broke; of a longer record only a
    last line that opens a list does.
    """
    lines = raw.split("\n")
    left = _unmarked(raw).split("\n")
    is_listed = all(_PLAIN_KEY.fullmatch(line) for line in lines) or _are_unwrapped(lines)
    is_record = announced(raw) != raw and not _MACHINE_KEY.search(raw)
    cut = (i for i in range(1, len(lines)) if is_listed or _begins(lines[i - 1], lines[i]))
    starts = sorted({0, *cut, *([len(lines) - 1] if is_record else [])})
    found = []
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        held = [index for index in range(start, stop) if left[index].strip()] or [start, stop - 1]
        text = _joined("\n".join(left[start:stop]))
        found.append(Segment("\n".join(lines[start:stop]), text, held[0], held[-1]))
    return found


def rendered(headers: list[str], cells: list[str]) -> str:
    """A table row in words: `first: second` for two columns, else `header: cell` for every filled cell.

    A header that gives its cell away as a secret stays before it, so that the guard sees both.
    """
    if not any(_WORD.search(cell) for cell in cells):
        return ""
    if len(cells) == 2 and not any(_is_secret(*pair) for pair in zip(headers, cells, strict=False)):
        return ": ".join(cell for cell in cells if cell)
    pairs = zip(headers, cells, strict=False)
    return "; ".join(f"{header}: {cell}" if header else cell for header, cell in pairs if cell)


def _is_secret(header: str, cell: str) -> bool:
    return bool(header and cell) and len(guard(f"{header}: {cell}").redacted) > len(guard(cell).redacted)


def _unmarked(raw: str) -> str:
    """Without what is not said; line breaks stay, so that every word keeps its line."""
    return _MARKS.sub(lambda mark: mark[0] if mark["code"] else "\n" * mark[0].count("\n"), raw)


def _joined(text: str) -> str:
    """One line; a definition after its term reads `term: definition`."""
    held = "\n".join(stripped for line in text.split("\n") if (stripped := line.strip()))
    return " ".join(_DEFINED.sub(": ", held).split())


def _are_unwrapped(lines: list[str]) -> bool:
    """Whether three lines or more are a list without bullets ("electricity: Severnside", "heating 19 in the day").

    Each breaks before a key or where the next word would still have fitted (of the longest nobody can tell) and in the
    middle of nothing, each begins anew, in lower case only with a key or where the first one does, and half have a key
    or begin with a sign. In doubt they are one text.
    """
    said = [line.strip() for line in lines]
    if len(said) < 3 or not all(said) or any(map(_MACHINE_KEY.match, lines)) or any(map(_is_open, said)):
        return False
    if any(line.endswith(_GOES_ON) for line in said[:-1]):
        return False
    width = max(map(len, said))
    told = [
        (len(one) + len(other.split(None, 1)[0]) < width, other) for one, other in pairwise(said) if len(one) < width
    ]
    is_meant = any(fits for fits, _ in told) and all(fits or _FIELD.match(other) for fits, other in told)
    may_be_low = said[0][0].islower()
    begins = (may_be_low or not line[0].islower() or _FIELD.match(line) for line in said[1:])
    marked = sum(bool(_FIELD.match(line)) or not line[0].isalnum() for line in said)
    return is_meant and all(begins) and 2 * marked >= len(said)


def _is_open(line: str) -> bool:
    """Whether a bracket, quote or span of the line is left open; a list's "a)", inches and a smile are none."""
    words = _NO_MARK.sub("", line)
    return any(words.count(mark) % 2 for mark in _SPANS) or any(
        words.count(one[0]) != words.count(one[1]) for one in _PAIRS
    )


def _begins(before: str, line: str) -> bool:
    if _BOLD_KEY.match(line) or _NOTE.match(line):
        return True
    return before.endswith(("  ", "\\")) and not line.lstrip()[:1].islower()
