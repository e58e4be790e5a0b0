"""What a human wrote into DREAMS.md: ticked boxes and words beside a question. Reads text, decides nothing.

Every box and every `Answer:` carries its question and word in a comment with a sum, so that neither the order of the
page, nor its numbers, bullets, indents, line ends or wrapping matter. What has lost its comment is a `Stray`.
"""

from __future__ import annotations

import hashlib
import itertools
import re

import msgspec

from noctuary.hunks import hunks
from noctuary.inert import uncommented, unescaped
from noctuary.model import Value
from noctuary.page.rows import (
    ANSWER,
    BOX,
    MARK,
    SAID,
    TICKS,
    AsWritten,
    Row,
    differing,
    is_true,
    questions,
    rows,
    shown,
    unticked,
)

PROMOTE = "promote"
_PAGE = re.compile(r"<!-- noctuary:page(?: sum=(?P<sum>[0-9a-f]{8}))? -->")
_NOTHING = ("", "*", "**", "_")
CHANGED = (
    "the words beside a box were changed: tick it as it stands, or write `edit: your own wording` after the Answer"
)
BETWEEN = "this stands beside no box and after no Answer: tick a box, or write it after the Answer"


class Written(Value, frozen=True):
    """What stands beside one question: the words whose boxes are ticked, what follows `Answer:`, and what is unclear.

    `line` is the first line (1-based) on which something was written; `faults` are sentences. What was written anywhere
    else at the question is among what was `said`, worded so that it answers nothing: it is kept until its writer is
    done with it.
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


def read(data: bytes, copy: bytes = b"") -> Page:
    """What was written on a page, whatever an editor made of its encoding, line ends and layout. Never raises.

    By a `copy` of the page as it was written is told what else was changed: a tick beside its box, words beside a box
    or between the rows of a question, a box that has lost its mark.
    """
    text = _decoded(data)
    lines = text.split("\n")
    strays: list[Stray] = []
    clashes = hunks(lines)
    torn = {tied[1] for one in clashes for line in lines[one.line - 1 : one.line_end] for tied in MARK.finditer(line)}
    for one in clashes:
        told = f"{one.told}, and no answer to a question in it; the page as it was is kept beside this one"
        strays.append(Stray(line=one.line, text=shown(lines[one.line - 1]), fault=told))
        lines[one.line - 1 : one.line_end] = [""] * (one.line_end - one.line + 1)
    reading = _Reading(_before(text, _decoded(copy)), torn)
    found = list(rows("\n".join(lines)))
    asked = questions(found)
    for number, section in itertools.groupby(found, lambda row: row.section):
        reading.section(list(section), asked.get(number, ""))
    return Page(written=tuple(reading.found.values()), strays=(*strays, *reading.strays))


def stamped(text: str) -> bytes:
    """The page with its mark before it, which holds its sum: by that a copy is known to be of this very page."""
    return f"<!-- noctuary:page sum={_sum(text)} -->\n{text}".encode()


def unstamped(page: bytes) -> str:
    """The text that `stamped` made a page of."""
    return page.decode().partition("\n")[2]


def is_ours(data: bytes, copy: bytes = b"") -> bool:
    """Whether a DREAMS.md is Noctuary's page, edited or not; one that lost all its comments, if it is like the copy."""
    text = _decoded(data)
    return bool(_PAGE.search(text)) or any(map(is_true, MARK.finditer(text))) or _is_like(text, _decoded(copy))


def _before(text: str, copy: str) -> AsWritten:
    """The copy: surely of this page where its sum stands in the page's mark; of a page without a mark if it is like it.

    Of a page of another day a box says what it did if its words are today's; other words may be edited or old ones.
    """
    page, kept = _PAGE.search(text), _PAGE.search(copy)
    if not kept or kept["sum"] != _sum(copy[kept.end() :].removeprefix("\n")):
        return AsWritten("")
    if not page:
        return AsWritten(copy if _is_like(text, copy) else "")
    return AsWritten(copy, is_sure=page["sum"] == kept["sum"])


def _is_like(text: str, copy: str) -> bool:
    """Whether at least half of the copy's rows stand in the text, whatever it has lost."""
    was = {row.words for row in rows(copy)} - {()}
    return bool(was) and 2 * len(was & {row.words for row in rows(text)}) >= len(was)


def _sum(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


class _Reading:
    """What was found so far, a section after the other."""

    def __init__(self, before: AsWritten, torn: set[str]) -> None:
        self.before, self.torn = before, torn
        self.found: dict[str, Written] = {}
        self.strays: list[Stray] = []

    def section(self, section: list[Row], question: str) -> None:
        """Read the rows under one heading, which are about this question; "" where that cannot be told."""
        question = question or self.before.question(section)
        added = self.before.added(section, question) if question else {}
        there = {(tied[1], tied[2]) for row in section for tied in MARK.finditer(row.text) if is_true(tied)}
        for row in section:
            if row.is_fenced:
                if question:
                    self._hear(question, row, said=(f'written between: "{shown(row.text)}"',), faults=(BETWEEN,))
                continue
            tied = MARK.search(row.text)
            if tied and not is_true(tied):
                self._stray(row, "its mark was edited")
            elif (tie := (tied[1], tied[2]) if tied else self.before.tie(row, question)) and (tied or tie not in there):
                self._tied(row, *tie)
            elif not self._stray(row, "it has lost its mark") and row in added:
                self._hear(question, row, said=(f"written between: {added[row]}",), faults=(BETWEEN,))

    def _tied(self, row: Row, key: str, word: str) -> None:
        if key in self.torn:
            return
        if word == ANSWER:
            what = unescaped(uncommented(SAID.sub("", row.text))).strip()
            if what not in _NOTHING:
                self._hear(key, row, said=(what,))
            return
        box = BOX.match(row.text)
        sign = box[1].strip(" \ufe0f") if box else ""
        was = self.before.row((key, word))
        is_struck = was is not None and row.text.count("~~") != was.text.count("~~")
        if was and (row.words != was.words or is_struck):
            is_beside = unticked(row.words) == was.words and not is_struck
            if not is_beside and (sign or self.before.is_sure):
                said = differing(*(shown(BOX.sub("", one.text)) for one in (was, row)))
                self._hear(key, row, said=(f"written at {word}: {said}",), faults=(CHANGED,))
                return
            sign = sign or ("x" if is_beside else "")
        if sign in TICKS:
            self._hear(key, row, ticked=(word,))
        elif sign and sign not in _NOTHING:
            self._hear(key, row, faults=(f"[{sign}] is neither empty nor [x]",))

    def _stray(self, row: Row, fault: str) -> bool:
        """Keep what was written into a row that belongs to no question any more, if anything was."""
        said, box = SAID.match(row.text), BOX.match(row.text)
        what = (unescaped(uncommented(row.text[said.end() :])) if said else box[1] if box else "").strip()
        is_written = what not in _NOTHING and bool(said or what in TICKS or MARK.search(row.text))
        if is_written:
            self.strays.append(Stray(line=row.number, text=shown(row.text), fault=fault))
        return is_written

    def _hear(
        self,
        key: str,
        row: Row,
        *,
        ticked: tuple[str, ...] = (),
        said: tuple[str, ...] = (),
        faults: tuple[str, ...] = (),
    ) -> None:
        known = self.found.get(key) or Written(question=key, line=row.number)
        self.found[key] = Written(
            question=key,
            ticked=tuple(dict.fromkeys((*known.ticked, *ticked))),
            said=tuple(dict.fromkeys((*known.said, *said))),
            line=known.line,
            faults=tuple(dict.fromkeys((*known.faults, *faults))),
        )


def _decoded(data: bytes) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if wide else "utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
