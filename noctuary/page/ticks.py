"""What a human wrote into DREAMS.md: ticked boxes and words beside a question. Reads text, decides nothing.

Every box and every `Answer:` carries its question and word in a comment with a sum, so that neither the order of the
page, nor its numbers, bullets, indents, line ends or wrapping matter. What has lost its comment is a `Stray`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import msgspec

from noctuary.hunks import hunks
from noctuary.inert import Markdown, comment, uncommented, unescaped
from noctuary.model import Value

ANSWER, PROMOTE = "answer", "promote"
_MARK = re.compile(r"<!--\s*(b2:[0-9a-zA-Z]*)\s+([\w-]+)\s+(\w+)\s*-->")
_BULLET = re.compile(r"^[\s>]*(?:[-*+•]|\d+[.)])\s+")
_BOX = re.compile(r"^[\s>]*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\\?\[([^\[\]]{0,3})\\?\])")
_SAID = re.compile(r"^[\s>]*(?:(?:[-*+•]|\d+[.)])\s+)?[*_]{0,2}Answer[*_]{0,2}\s*:[*_]{0,2}", re.I)
_FENCE = re.compile(r"^[\s>]*(?:```|~~~)")
_STOP = re.compile(r"^[\s>]*(?:#{1,6}\s|</?(?:details|summary)\b|-{3,}\s*$)")
_TICKS = frozenset("xX✓✔☑✅")


class Written(Value, frozen=True):
    """What stands beside one question: the words whose boxes are ticked, what follows `Answer:`, and what is unclear.

    `line` is the first line (1-based) on which something was written; `faults` are sentences.
    """

    question: str
    ticked: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    line: int = 0
    faults: tuple[str, ...] = ()


class Stray(Value, frozen=True):
    """Something written that belongs to no question any more: its line, its text, and why."""

    line: int
    text: str
    fault: str


class Page(Value, frozen=True):
    """Everything a human wrote on the page, by question in the order met, and what belongs to none."""

    written: tuple[Written, ...] = ()
    strays: tuple[Stray, ...] = ()


class Kept(Value, frozen=True):
    """What was written and is not heard: by question, why a question's was not understood, and what belongs to none.

    `loose` are (what was written, its comment or "", why it stands there).
    """

    written: dict[str, Written] = msgspec.field(default_factory=dict)
    faults: dict[str, str] = msgspec.field(default_factory=dict)
    loose: tuple[tuple[str, str, str], ...] = ()


def mark(question: str, word: str) -> Markdown:
    """The comment that ties a box to its question and word."""
    return comment(f"{question} {word} {_sum(question, word)}")


def read(data: bytes) -> Page:
    """What was written on a page, whatever an editor made of its encoding, line ends and layout. Never raises."""
    found: dict[str, Written] = {}
    strays: list[Stray] = []
    lines = _decoded(data).split("\n")
    clashes = hunks(lines)
    torn = {tied[1] for one in clashes for line in lines[one.line - 1 : one.line_end] for tied in _MARK.finditer(line)}
    for one in clashes:
        told = f"{one.told}, and no answer to a question in it; the page as it was is kept beside this one"
        strays.append(Stray(line=one.line, text=_shown(lines[one.line - 1]), fault=told))
        lines[one.line - 1 : one.line_end] = [""] * (one.line_end - one.line + 1)
    for number, text in _items("\n".join(lines)):
        box, is_said = _BOX.match(text), _SAID.match(text)
        tied = _MARK.search(text)
        said = unescaped(uncommented(text[is_said.end() :])) if is_said else ""
        what = (said if is_said else box[1] if box else "").strip()
        if not what or what in ("*", "**", "_"):
            continue
        if not tied:
            strays += _untied(number, text, what, is_ours=bool(is_said) or what in _TICKS)
            continue
        key, word = tied[1], tied[2]
        if key in torn:
            continue
        if tied[3] != _sum(key, word):
            strays.append(Stray(line=number, text=_shown(text), fault="its mark was edited"))
            continue
        found[key] = _with(found.get(key) or Written(question=key, line=number), word, what, bool(is_said))
    return Page(written=tuple(found.values()), strays=tuple(strays))


def is_ours(data: bytes) -> bool:
    """Whether a DREAMS.md is Noctuary's page, edited or not."""
    text = _decoded(data)
    return "<!-- noctuary:page -->" in text or any(t[3] == _sum(t[1], t[2]) for t in _MARK.finditer(text))


def _with(known: Written, word: str, what: str, is_said: bool) -> Written:
    ticked, said, faults = known.ticked, known.said, known.faults
    if is_said:
        said = said if what in said else (*said, what)
    elif what in _TICKS:
        ticked = ticked if word in ticked else (*ticked, word)
    else:
        faults = (*faults, f"[{what}] is neither empty nor [x]")
    return Written(question=known.question, ticked=ticked, said=said, line=known.line, faults=faults)


def _untied(number: int, text: str, what: str, *, is_ours: bool) -> list[Stray]:
    return [Stray(line=number, text=_shown(text), fault="it has lost its mark")] if is_ours and what else []


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Boxes and answers outside code fences, with the lines an editor wrapped them into: (line, text)."""
    is_fenced = False
    begun: int = 0
    parts: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        starts = not is_fenced and (_BOX.match(line) or _SAID.match(line))
        ends = is_fenced or not line.strip(" \t>") or _STOP.match(line) or _BULLET.match(line) or _FENCE.match(line)
        if parts and (starts or ends):
            yield begun, " ".join(parts)
            parts = []
        if starts:
            begun, parts = number, [line]
        elif parts:
            parts.append(line.lstrip(" \t>").rstrip())
    if parts:
        yield begun, " ".join(parts)


def _decoded(data: bytes) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if wide else "utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")


def _shown(text: str) -> str:
    return unescaped(" ".join(_BULLET.sub("", uncommented(text)).split()))


def _sum(question: str, word: str) -> str:
    return hashlib.blake2b(f"{question} {word}".encode(), digest_size=2).hexdigest()
