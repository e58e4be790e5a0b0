"""The door every text passes before anything is stored: secrets out, hidden signs out. Judges no meaning.

Whether a speaker asked not to be remembered is for extraction to heed.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from cachetools import LRUCache

from noctuary.guard import gate
from noctuary.guard.policy import PERSONAL, GuardPolicy
from noctuary.model import Value

if TYPE_CHECKING:
    from noctuary.guard.finder import Hit

    Search = Callable[[str, bytes], Iterator[Hit]]


class Finding(NamedTuple):
    """Where a mark stands, and how many line ends went with the value; `end` is 0 once it is a mark."""

    start: int
    kind: str
    end: int
    newlines: int = 0


class Guarded(Value, frozen=True):
    """A text safe to store. `redacted` counts by kind, `hidden` the invisible signs taken out.

    `lines` has for each kind, and for "hidden", the 0-based line offset of every finding in the given text.
    """

    text: str
    redacted: dict[str, int] = msgspec.field(default_factory=dict)
    hidden: int = 0
    lines: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)


_HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_JOINERS = re.compile("(?<=[\x00-\u024f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\u024f])")
"""In Latin text they hide; in Persian or between emoji they spell."""
_CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b\n]*\x07)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MARK = re.compile(r"\[REDACTED(?:[: ][a-z0-9_ -]{0,48})?\]")
_ESCAPES = (("\\n", " \n"), ("\\r", " \r"), ("\\t", " \t"), ('\\"', ' "'))
_ENTITIES = (("&quot;", '     "'), ("&#34;", '    "'), ("&apos;", "     '"), ("&#39;", "    '"))
_BLANK = "\x00"
_BLANKED = re.compile(r"[^\n]")
_ROUNDS = 8
_DEFAULT = GuardPolicy()
_LONG, _MOST_CLEAN, _MOST_MENDED = 512, 1 << 16, 1 << 23
_clean: set[bytes] = set()
"""Digests of texts in which nothing was found. A night meets a page, its one section, its passage and each line."""
_mended: LRUCache[tuple[bytes, bool], Guarded] = LRUCache(_MOST_MENDED, lambda mended: len(mended.text))
"""What was made of the last long texts in which something was found: a night reads a page for its events and for its
passages. Holds no secret."""
_one_by_one = Lock()


def guard(text: str, policy: GuardPolicy = _DEFAULT, *, keep_lines: bool = False) -> Guarded:
    """Replace secrets by `[REDACTED:kind]`, strip zero-width and bidi signs. Idempotent; raises on no text.

    With `keep_lines` a value of several lines leaves its line ends behind, so that every line keeps its number.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError:
        text = _SURROGATE.sub("\ufffd", text)
        data = text.encode()
    digest = _digest(data, policy)
    if digest in _clean:
        return Guarded(text=text)
    is_long = len(data) >= _LONG
    with _one_by_one:
        known = _mended.get((digest, keep_lines)) if is_long else None
    guarded = known or _guarded(text, data, policy, keep_lines)
    if guarded.text == text and not guarded.redacted:
        if len(_clean) >= _MOST_CLEAN:
            _clean.clear()
        _clean.add(digest)
    elif is_long and len(guarded.text) <= _MOST_MENDED:
        with _one_by_one:
            _mended[digest, keep_lines] = guarded
    return guarded


def _digest(data: bytes, policy: GuardPolicy) -> bytes:
    return hashlib.blake2b(data, digest_size=16, key=hashlib.sha256(msgspec.json.encode(policy)).digest()).digest()


def _guarded(text: str, data: bytes, policy: GuardPolicy, keep_lines: bool) -> Guarded:
    fired = gate.fired(data)
    if not fired and not policy.patterns and not _fires_unescaped(text):
        return Guarded(text=text)
    hidden: list[int] = []
    if gate.DIRT in fired:
        text, hidden = _cleaned(text)
        fired = gate.fired(text.encode())
    text, found = _redacted(text, fired, policy, keep_lines)
    return _report(text, found, hidden, keep_lines)


def _fires_unescaped(text: str) -> bool:
    """Whether something may be found once a word no longer has the `n` of an escaped line end before it."""
    sheet = _unescaped(text)
    return sheet is not text and any(place != gate.DIRT for place in gate.fired(sheet.encode()))


def _cleaned(text: str) -> tuple[str, list[int]]:
    """The text without control and hidden signs, and the line of each hidden one."""
    lines: list[int] = []
    text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    for signs in (_HIDDEN, _JOINERS):
        lines += _lines(text, [place for hit in signs.finditer(text) for place in range(*hit.span())])
        text = signs.sub("", text)
    return text, sorted(lines)


def _redacted(text: str, fired: list[int], policy: GuardPolicy, keep_lines: bool) -> tuple[str, list[Finding]]:
    """The text with its marks, and where they stand. To the searches a mark is blank, an earlier one too."""
    found: list[Finding] = []
    sheet = _unescaped(text)
    if "[REDACTED" in sheet:
        sheet = _MARK.sub(lambda mark: _BLANK * len(mark[0]), sheet)
    if sheet is not text:
        fired = gate.fired(sheet.encode())
    for _ in range(_ROUNDS):
        before = len(found)
        for find in _searches(fired, policy):
            if new := list(_taken(find(sheet, sheet.encode()), sheet, policy)):
                ends = ["\n" * text.count("\n", start, end) if keep_lines else "" for _, start, end in new]
                found = _moved(found, new, text, keep_lines)
                marks = [(_mark(hit[0]) + end, hit[1], hit[2]) for hit, end in zip(new, ends, strict=True)]
                text = _spliced(text, marks)
                sheet = _spliced(sheet, ((_BLANKED.sub(_BLANK, mark), start, end) for mark, start, end in marks))
        if len(found) == before:
            break
        fired = gate.fired(sheet.encode())
    return text, found


def _mark(kind: str) -> str:
    return f"[REDACTED:{kind}]"


def _moved(found: list[Finding], new: list[Hit], text: str, keep_lines: bool) -> list[Finding]:
    """Earlier and new findings in order, each where it stands once the new ones are marks."""
    moved: list[Finding] = []
    shift = 0
    for one in sorted((*found, *(Finding(start, kind, end) for kind, start, end in new))):
        moved.append(Finding(one.start + shift, one.kind, 0, one.newlines))
        if one.end:
            gone = text.count("\n", one.start, one.end)
            moved[-1] = moved[-1]._replace(newlines=gone)
            shift += len(_mark(one.kind)) + (gone if keep_lines else 0) - (one.end - one.start)
    return moved


def _unescaped(text: str) -> str:
    """The text with escapes of JSON in JSON, and quotes as HTML writes them, as blanks; the rest in its place."""
    for sign, escapes in (("\\", _ESCAPES), ("&", _ENTITIES)):
        for escape, blank in escapes if sign in text else ():
            text = text.replace(escape, blank)
    return text


def _searches(fired: list[int], policy: GuardPolicy) -> Iterator[Search]:
    finders = gate.finders()
    yield from (finders[place].find for place in fired if place != gate.DIRT)
    yield from (functools.partial(_own, kind, pattern) for kind, pattern in policy.patterns.items())


def _own(kind: str, pattern: str, sheet: str, data: bytes) -> Iterator[Hit]:
    import re2

    compiled = re2.compile(pattern)
    return ((kind, *hit.span(min(1, compiled.groups))) for hit in compiled.finditer(sheet))


def _taken(hits: Iterable[Hit], sheet: str, policy: GuardPolicy) -> Iterator[Hit]:
    """Hits that the policy wants, that overlap nothing, ascending."""
    at = 0
    for kind, start, end in hits:
        is_wanted = kind not in PERSONAL or kind in policy.personal
        value = sheet[start:end]
        if is_wanted and at <= start < end and _BLANK not in value and value not in policy.allow:
            yield kind, start, end
            at = end


def _spliced(text: str, spans: Iterable[Hit]) -> str:
    """The text with each span replaced by the first member of its triple."""
    parts: list[str] = []
    at = 0
    for words, start, end in spans:
        parts += (text[at:start], words)
        at = end
    return "".join((*parts, text[at:]))


def _report(text: str, found: list[Finding], hidden: list[int], keep_lines: bool) -> Guarded:
    places: dict[str, list[int]] = {"hidden": hidden} if hidden else {}
    gone = 0
    for one, line in zip(found, _lines(text, [one.start for one in found]), strict=True):
        places.setdefault(one.kind, []).append(line + gone)
        gone += 0 if keep_lines else one.newlines
    return Guarded(
        text=_JOINERS.sub("", text) if found else text,
        redacted=dict(sorted(Counter(one.kind for one in found).items())),
        hidden=len(hidden),
        lines={kind: tuple(lines) for kind, lines in sorted(places.items())},
    )


def _lines(text: str, places: list[int]) -> Iterator[int]:
    """The line of each of the ascending places."""
    line = at = 0
    for place in places:
        line += text.count("\n", at, place)
        at = place
        yield line
