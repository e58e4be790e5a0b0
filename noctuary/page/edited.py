"""What a human did to the managed block: lines taken out, reworded, added. Compares two texts, decides nothing.

Lines are known by the id in their comment, else by their words. Order, bullets, indents, line ends, wrapping, escapes
and what else a formatter changes are no edit.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from noctuary.inert import bare, uncommented, unescaped
from noctuary.model import Value, fold

ALIKE = 0.6
_ID = re.compile(r"<!--\s*(b2:[0-9a-zA-Z]+)(?![0-9a-zA-Z])(?:[^<>]|<(?!!--))*-->")
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_PAPERS = re.compile(r"^\s*[*_]\((?:verified|sources|method):")
_NO_LINE = re.compile(r"^\s*(?:#{1,6}(?:\s|$)|>|\||<(?!!)|-{3,}\s*$|([*_]{1,3})[^*_\s].*\1[.:]?\s*$)")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_UNDERSCORE = re.compile(r"(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")
_STRUCK = re.compile(r"^~~.*~~$", re.DOTALL)
_OUTDATED = re.compile(r'^["“].*["”] → ')
_TYPED = str.maketrans({"’": "'", "‘": "'", "…": "...", "–": "-", "—": "-", "\u00a0": " "})


class Line(Value, frozen=True):
    """One item of a block: its number in the body (1-based), its words as they stand, and the id in its comment.

    Of an `Edits`, the words are without the escapes they stand there with.
    """

    number: int
    text: str
    id: str = ""


class Changed(Value, frozen=True):
    """A line that says something else now. `before` are its words as they stood."""

    id: str
    before: str
    text: str
    number: int


class Edits(Value, frozen=True):
    """What became of a block of `held` lines. `deleted` are ids, `faults` what could not be told, each by its line."""

    held: int = 0
    left: int = 0
    deleted: tuple[str, ...] = ()
    changed: tuple[Changed, ...] = ()
    added: tuple[Line, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.deleted or self.changed or self.added or self.faults)


def key_of(text: str) -> str:
    """A line's words as the comparison sees them: what an editor or a formatter may change is gone."""
    return fold(_UNDERSCORE.sub("", bare(str(text).translate(_TYPED))))


def compare(before: str, after: str, ids: Mapping[str, str]) -> Edits:
    """What a human did between two bodies. `ids` leads from the `key_of` a line to the id it stands for."""
    known = [_named(line, ids) for line in lines(before)]
    fixed = {key_of(line) for line in before.splitlines()}
    keys = {key_of(line.text) for line in known}
    found = [line for line in lines(after, frozenset(keys | fixed)) if key_of(line.text) not in fixed - keys]
    return _Comparison(known, found).edits()


def lines(body: str, known: frozenset[str] = frozenset()) -> Iterator[Line]:
    """The items of a body, wrapped ones whole, without papers; headings, quotes, tables and fences are none.

    `known` are the words of lines that may stand there, by which a wrapped one is told from two.
    """
    number, parts, is_fenced = 0, [""], False
    for at, raw in enumerate([*body.splitlines(), ""], 1):
        is_fence = _FENCE.match(raw) is not None
        is_fenced ^= is_fence
        bullet = _BULLET.match(raw)
        starts = bool(raw.strip()) and not is_fence and not is_fenced and (bullet or not _NO_LINE.match(raw))
        if starts and number and not bullet and _goes_on(parts, raw, known):
            if not _PAPERS.match(raw):
                parts.append(raw.strip())
            continue
        if number and _PAPERS.match(raw):
            continue
        if number:
            yield from _line(number, " ".join(parts))
        number, parts = (at, [raw[bullet.end() if bullet else 0 :].strip()]) if starts else (0, [""])


def _goes_on(parts: list[str], raw: str, known: frozenset[str]) -> bool:
    said = " ".join(parts)
    if _ID.search(said):
        return False
    if raw[:1] in " \t" or _PAPERS.match(raw) or raw.lstrip().startswith("<!--"):
        return True
    joined = key_of(uncommented(f"{said} {raw}"))
    return any(key.startswith(joined) for key in known)


def _line(number: int, text: str) -> Iterator[Line]:
    tied = _ID.search(text)
    words = " ".join(uncommented(text).split())
    is_gone = not key_of(words) or _STRUCK.match(words)
    if not is_gone and not _OUTDATED.match(words) and not words.startswith(("[ ]", "[x]", "[X]")):
        yield Line(number=number, text=words, id=tied[1] if tied else "")


def _named(line: Line, ids: Mapping[str, str]) -> Line:
    return line if line.id else Line(number=line.number, text=line.text, id=ids.get(key_of(line.text), ""))


class _Comparison:
    """The lines of both bodies while those that belong together are taken away."""

    def __init__(self, known: list[Line], found: list[Line]) -> None:
        self.held, self.left = len(known), len(found)
        self.words = Counter(key_of(line.text) for line in known)
        self.missing = {line.id or f"?{line.number}": line for line in known}
        self.found = found
        self.changed: list[Changed] = []
        self.faults: list[tuple[int, str]] = []

    def edits(self) -> Edits:
        rest = self._same(self._tied())
        added = self._reworded(rest)
        deleted = [key for key in self.missing if not key.startswith("?")]
        if deleted and self.faults:
            told = "lines are missing, too, and may be the same ones: none of them was taken as a rejection"
            self.faults.append((self.faults[0][0], told))
            deleted = []
        return Edits(
            held=self.held,
            left=self.left,
            deleted=tuple(deleted),
            changed=tuple(self.changed),
            added=tuple(replace(line, text=unescaped(line.text)) for line in added),
            faults=tuple(self.faults),
        )

    def _tied(self) -> list[Line]:
        """Take away what an id ties together; returns the lines that none does."""
        rest: list[Line] = []
        known, tied = dict(self.missing), [line for line in self.found if line.id]
        for key in dict.fromkeys(line.id for line in tied):
            theirs = [line for line in tied if line.id == key]
            if key not in known:
                rest += theirs
                continue
            before = self.missing.pop(key)
            other = [line for line in theirs if key_of(line.text) != key_of(before.text)]
            if len(other) < len(theirs):
                rest += [Line(number=line.number, text=line.text) for line in other]
            elif len(other) == 1:
                self._change(before, other[0])
            else:
                self.faults.append((other[0].number, f"several lines carry the id {key[:11]}, each with other words"))
        return [*rest, *(line for line in self.found if not line.id)]

    def _same(self, rest: list[Line]) -> list[Line]:
        """Take away lines whose words a missing line had, and copies of what still stands."""
        left = []
        by_words = {key_of(line.text): key for key, line in reversed(self.missing.items())}
        for line in rest:
            words = key_of(line.text)
            if words in by_words:
                self.missing.pop(by_words.pop(words))
            elif line.id:
                self.faults.append((line.number, f"no line of the block has the id {line.id[:11]}"))
            elif words not in self.words:
                left.append(line)
        return left

    def _reworded(self, rest: list[Line]) -> list[Line]:
        """Pair lines that have lost their id with the missing line they are most like; returns the new ones."""
        pairs = sorted(
            (
                (-ratio, new.number, key)
                for new in rest
                for key, old in self.missing.items()
                if (ratio := _likeness(old.text, new.text)) >= ALIKE
            ),
        )
        by_number = {line.number: line for line in rest}
        for _, number, key in pairs:
            if number in by_number and key in self.missing:
                self._change(self.missing.pop(key), by_number.pop(number))
        return [line for line in rest if line.number in by_number]

    def _change(self, before: Line, after: Line) -> None:
        if before.id:
            texts = unescaped(before.text), unescaped(after.text)
            self.changed.append(Changed(id=before.id, before=texts[0], text=texts[1], number=after.number))


def _likeness(one: str, other: str) -> float:
    """In [0, 1]; 0 where a quick look already says that they are not alike."""
    found = difflib.SequenceMatcher(None, key_of(one), key_of(other), autojunk=False)
    is_hopeless = found.real_quick_ratio() < ALIKE or found.quick_ratio() < ALIKE
    return 0.0 if is_hopeless else found.ratio()
