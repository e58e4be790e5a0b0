"""Whether somebody asks that nobody be told of it or that it be kept nowhere, in words that say so plainly.

Wherever the words stand. A rule about secrets ("never commit a token") is none, nor words that are only named
("if they say `off the record`, stop the log"). What asks in other words is for `ears`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import re2

from noctuary.text.languages import codes, entries
from noctuary.text.patterns import of_table, signs

REMEMBERED = 1 << 14
"""Lines of which it is remembered: a night asks of each twice, and of a heading as often as something stands below."""


class _Words(NamedTuple):
    """A language's clues, cheap and wide, and its wishes: those that say so by themselves, and those about something."""

    clue: Any
    plain: re.Pattern[str]
    about: re.Pattern[str]


def _clue(*code: str) -> Any:
    return re2.compile("|".join(entries("silence.clue", *code)))


_CLUE = _clue()
_LANGUAGES = tuple(
    _Words(_clue(one), of_table("silence.plain", one), of_table("silence.about", one)) for one in codes("silence.clue")
)
_MACHINES = of_table("silence.machines")
_SUPPOSED, _LIFTED = of_table("silence.supposed"), of_table("silence.lifted")
_LABEL = signs(
    r"(?:^|\n)[^\w\n]*(?:{gate.private})(?:,[^:：\n]{1,40})?[*_\])]{0,3}(?:\s*[:：]|\s+[–—-](?=\s))[*_]{0,2}\s*(?:\S+\s+){2,}\S"
)
_WRAP = re.compile(r"[ \t]*\n[ \t]*(?=[^\W\d_])")
_STOP = re.compile(r"[.,;:!?–—()：，。；！？]")
_QUOTED = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|`[^`\n]*`|「[^」\n]*」|『[^』\n]*』|(?<!\w)'[^'\n]*'(?!\w)"
)
_HEAD = 600
"""In how many signs a text may call itself private."""
_NEAR = 200
"""In how many signs before a wish, and behind it in its clause, a thing of machines makes it a rule; longer lines are not
remembered."""
_BESIDE, _BESIDE_WIDE = 3, 6
"""Words beside it in quotation marks, or signs where no blanks part them, that make a wish more than a mention."""


def is_private(text: str, above: Iterable[str] = ()) -> bool:
    """Whether a line, or what stands above it, says of itself that it is not for others: "Private: …"; not "Private:
    yes"."""
    return any(_LABEL.search(words[:_HEAD]) for words in (text, *above))


def is_asked(text: str, above: Iterable[str] = ()) -> bool:
    """Whether a text, or what stands above it, asks for silence."""
    return any(map(_has_wish, (text, *above)))


def _has_wish(text: str) -> bool:
    return any(
        _is_wish(line) if len(line) <= _NEAR else _is_wish.__wrapped__(line)
        for line in _lines(text.lower().replace("’", "'"))
        if _CLUE.search(line)
    )


def _lines(text: str) -> dict[str, None]:
    """Each line, and each run of lines as one that go on with a letter as a sentence does that was wrapped."""
    return dict.fromkeys([*text.split("\n"), *(_WRAP.sub(" ", text).split("\n") if "\n" in text else ())])


@lru_cache(maxsize=REMEMBERED)
def _is_wish(line: str) -> bool:
    """Whether a line holds a wish in words of some language, which are looked for where it holds one of its clues."""
    return any(_says(line, words) for words in _LANGUAGES if words.clue.search(line))


def _says(line: str, words: _Words) -> bool:
    return any(_is_meant(line, found) for found in words.plain.finditer(line)) or any(
        _is_meant(line, found) and not _MACHINES.search(_around(line, found))
        for found in words.about.finditer(line)
    )


def _is_meant(line: str, found: re.Match[str]) -> bool:
    """Whether a wish is neither supposed nor lifted nor only named."""
    before = line[max(0, found.start() - _NEAR) : found.start()]
    return not (_SUPPOSED.search(before) or _LIFTED.search(before) or _is_named(line, found))


def _around(line: str, found: re.Match[str]) -> str:
    """What stands before a wish, and its own clause."""
    stop = _STOP.search(line, found.end(), found.end() + _NEAR)
    return line[max(0, found.start() - _NEAR) : stop.start() if stop else found.end() + _NEAR]


def _is_named(line: str, found: re.Match[str]) -> bool:
    """Whether the words stand in quotation marks with hardly another beside them."""
    for quoted in _QUOTED.finditer(line, max(0, found.start() - _NEAR), found.end() + _NEAR):
        if quoted.start() < found.end() and found.start() < quoted.end():
            beside = line[quoted.start() : found.start()] + line[found.end() : quoted.end()]
            return len(beside.split()) < _BESIDE and sum(map(str.isalpha, beside)) < _BESIDE * _BESIDE_WIDE
    return False
