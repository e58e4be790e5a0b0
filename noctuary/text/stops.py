"""Where a full stop ends no sentence: behind a title, another abbreviation, an initial or an ordinal.

What else ends a sentence or a clause each room says by a pattern of its own; `ends` leaves titles out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.text.languages import words
from noctuary.text.stop_words import STOP

TITLES = frozenset(words("words.titles"))
BEFORE_NAMES = frozenset(words("words.titles_before_names"))
_SHORT = frozenset(words("words.abbreviations"))
_LONGEST = 16
"""More than any of them has signs."""
_NO_SHORT = re.compile(r"[^\w.]")
_ORDINAL = re.compile(r"(?<![^\s(])\d{1,2}$")
"""Not the minutes of "at 7:00." nor the cents of "4.50."."""
_SPACED = re.compile(r"\.\s+(?=\w)")
_COMPOUND = re.compile(r"\w-\w+$")
"""What begins a word of several parts; "Dipl.-Ing" is a title each."""
_NEXT = re.compile(r"\.\s+([^\W\d_]+)")


def is_within(text: str, at: int) -> bool:
    """Whether the full stop at `at` stands within a sentence: "Dra. Soto", "approx. 5", "J. Roca", "on 03. May"."""
    last = _before(text, at).rpartition(".")[2]
    is_ordinal = _ORDINAL.search(text, max(0, at - _LONGEST), at) is not None
    return (len(last) == 1 and last.isalpha()) or is_ordinal or is_short(text, at)


def is_short(text: str, at: int) -> bool:
    """Whether the full stop at `at` stands behind a title or another abbreviation."""
    *others, last = _before(text, at).lower().split(".")
    return not {last, ".".join((*others[-1:], last))}.isdisjoint(_SHORT) or is_title(text, at)


def is_title(text: str, at: int) -> bool:
    """Whether the full stop at `at` stands behind a title. What may be another word, too, or is spelt in capitals, is
    one before a name: "Me. Dupont", "DRA. SOTO", not "look at my MR. The rest is done"."""
    *others, last = _before(text, at).split(".")
    if _COMPOUND.search(text, max(0, at - _LONGEST), at):
        return False
    is_known = {last.lower(), ".".join((*others[-1:], last)).lower()} & TITLES
    if is_known and not last.isupper():
        return True
    after = _NEXT.match(text, at) if is_known or last in BEFORE_NAMES else None
    name = after[1] if after else ""
    return name.lower() in TITLES or (name[:1].isupper() and name.lower() not in STOP)


def ends(pattern: re.Pattern[str], text: str, since: int = 0) -> Iterator[re.Match[str]]:
    """The matches of a pattern for ends in a text, but for those at or right behind the stop of a title."""
    return (one for one in pattern.finditer(text, since) if not _is_at_title(text, one.start()))


def cut(pattern: re.Pattern[str], text: str) -> list[str]:
    """The text cut at those matches, without them."""
    parts, begun = [], 0
    for one in ends(pattern, text):
        parts.append(text[begun : one.start()])
        begun = one.end()
    return [*parts, text[begun:]]


def _is_at_title(text: str, at: int) -> bool:
    at -= text[at : at + 1].isspace()
    return at >= 0 and text[at : at + 1] == "." and is_title(text, at)


def _before(text: str, at: int) -> str:
    """What stands unparted before a full stop, "Dr.med" of "Dr. med"."""
    return _NO_SHORT.split(_SPACED.sub(".", text[max(0, at - _LONGEST) : at]))[-1]
