"""What headings say of the lines below them, and which one a note's line needs before it where it stands alone.

Readers import it to show a fact, so it loads no more than the languages' tables.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.model import Fact, Support, fold
from noctuary.text.patterns import folded
from noctuary.text.projects import says_this_project
from noctuary.text.stop_words import GENERIC, STOP

_TITLE = r"^\W*+(?:\d++\W*+)?"
HEADINGS: dict[str, re.Pattern[str]] = {
    "decision": folded(_TITLE + r"(?:(?:key|final|team|our|major|main|design|architecture) )?{heading.decision}\W*$"),
    "rule": folded(_TITLE + r"(?:(?:\w+|how we) ){0,2}{heading.rule}\W*$|^\W*{heading.always}\b"),
    "prefer": folded(_TITLE + r"(?:\w+ ){0,2}{heading.prefer}\W*$"),
    "lessons": folded(_TITLE + r"(?:(?:key|main) )?{heading.lessons}\W*$"),
    "log": folded(_TITLE + "{heading.log}"),
}
LONGEST = 70
"""Characters: a longer heading is a sentence, and as long as what stands under it."""
_BETWEEN = " › "
_BRACKETS = (("[", "]"), ("(", ")"), ("【", "】"), ("（", "）"))
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ENDS = re.compile(r"^[\W\d_]+|[^\w)）\]】]+$")
_ZONE = re.compile(
    r"^[\W\d]*?\d{1,2}:\d\d(?::\d\d)?\s*+(?:[AaPp]\.?[Mm]\b\.?)?\s*+"
    r"(?:(?:UTC|GMT|Z|[ECMP][SD]?T|[CEW]ES?T|BST|[IJK]ST|HKT|SGT|MSK|A[CEW][SD]T|NZ[SD]T|BRT|ART|WIB)\b(?:[+-][\d:]+)?)?"
    r"(?=\s*+(?:[—–|)\]]|- |$))"
)
"""A clock's time at the beginning, with its zone, up to a dash or bracket ("2026-03-11 13:55 CST — Backups")."""
_DAY_ONLY = re.compile(r"^\W*\d{4}-\d\d-\d\d\s*[(\[（【][^)\]）】]*[)\]）】]\W*$")
"""A day and what kind of day it is, in brackets, as a page's title has it: "2026-11-02 (férié)"."""
_REGION = re.compile(
    r"\((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)/[A-Z][\w+/-]*\)"
)
"""A zone's name in the database of time zones: "2026-03-11 (Asia/Dhaka)"."""
_FILE = re.compile(r"\W*memory(?:\.md)?\W*$", re.I)
_FORMS = tuple(HEADINGS[name] for name in ("decision", "prefer", "lessons", "log"))
_FORM_WORDS = folded(
    r"\b(?:{heading.decision}|{heading.rule}|{heading.prefer}|{heading.lessons}|{heading.always}|{calendar.day}"
    r"|{calendar.month}|{heading.notes})\b"
)
_SPEAKING = ("user", "assistant")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{3,}")
"""Two signs where words are not parted by spaces, or a word."""


def subject(fact: Fact, *, is_away: bool = False) -> str:
    """What a reader has to be told a fact's words are about: what it was written or imported of, where they do not name
    it; of what was read, its `heading`."""
    if fact.gate or fact.status == "candidate" or not fact.entity:
        return heading(fact, is_away=is_away)
    return "" if fold(fact.entity) in fold(fact.text) else fact.entity


def heading(fact: Fact, *, is_away: bool = False) -> str:
    """The heading a reader needs with a fact; "" where its words tell what they are about, or not only notes say it.

    "Implementation: `bus.db` (SQLite)" under "## Message bus" → "Message bus"; under "## Key decisions" → ""; under
    "## Message bus" and "### Storage", a single word and so a part of something → "Message bus › Storage".
    A line of the human's own memory file needs none where he reads it; `is_away`: an agent or a search does.
    """
    own = [one for one in fact.sources if not one.is_lent and not _is_a_word_for_it(one)]
    first = next((one for one in own if one.under), None)
    if first and first.role in _SPEAKING:
        named = {of_talk(fact.text, one.under) for one in own}
        return named.pop() if len(named) == 1 else ""
    roles = ("note", "memory") if is_away else ("note",)
    if first is None or any(one.role not in roles for one in own):
        return ""
    return of_note(fact.text, first.under) if first.role == "note" else of_own_line(fact.text, first.under)


def of_talk(text: str, under: tuple[str, ...]) -> str:
    """The project that "this repo" means in what was said, by the folder its agent worked in; "" for other words."""
    is_meant = under and says_this_project(text) and fold(under[-1]) not in fold(text)
    return under[-1] if is_meant else ""


def place_of(text: str, source: Support) -> str:
    """What tells the words of one source from the same words elsewhere: the heading of an own line, the folder of talk
    about "this repo"; "" for other sources and words."""
    if source.role == "memory":
        return of_own_line(text, source.under)
    return of_talk(text, source.under) if source.role in _SPEAKING else ""


def parts_of(fact: Fact) -> list[str]:
    """The names in the heading that a fact needs away from its file: "Message bus › Storage" has two."""
    return [part for part in heading(fact, is_away=True).split(_BETWEEN) if part]


def of_own_line(text: str, under: tuple[str, ...]) -> str:
    """The heading that a line of the human's own memory file needs where it stands alone; "" for none."""
    return of_note(text, _below_title(under)) if under else ""


def of_note(text: str, under: tuple[str, ...]) -> str:
    """The heading that a note's line needs; "" for none."""
    return _needed(text, under) if under else ""


def _below_title(under: tuple[str, ...]) -> tuple[str, ...]:
    """The headings of a memory file's line without the file's title, which stands above all of it."""
    return under[1:] if len(under) > 1 or _FILE.match(under[0]) else under


def _is_a_word_for_it(source: Support) -> bool:
    """Whether somebody vouched for it, or said it by a call: in no place of its own, and so under no heading."""
    return source.line == 0


@lru_cache(maxsize=4096)
def _needed(text: str, under: tuple[str, ...]) -> str:
    """The innermost heading where the text needs it; a single word below the nearest one that the text needs, too, that
    names no year, as a page's or a session's title does, and that leaves both short enough."""
    *outer, inner = under
    if not (name := _naming(text, inner)) or not _names_a_part(name):
        return name
    wholes = (_naming(f"{name} {text}", above) for above in reversed(outer) if not _YEAR.search(above))
    both = (f"{whole}{_BETWEEN}{name}" for whole in wholes if whole)
    return next((one for one in both if len(one) <= LONGEST), name)


def _naming(text: str, above: str) -> str:
    """`above`, bare, where the text leaves out half of what it names or more; a form's heading names nothing."""
    bare = _ENDS.sub("", _REGION.sub("", _ZONE.sub("", above.replace("`", "").replace("**", "")))).strip()
    if any(bare.endswith(last) and first not in bare for first, last in _BRACKETS):
        bare = bare[:-1].rstrip()
    low = bare.lower()
    if len(bare) > LONGEST or _DAY_ONLY.match(above) or any(form.search(low) for form in _FORMS):
        return ""
    named = set(_WORD.findall(_FORM_WORDS.sub(" ", low))) - STOP - GENERIC
    told = text.lower()
    return bare if named and 2 * sum(word not in told for word in named) >= len(named) else ""


def _names_a_part(name: str) -> bool:
    """Whether a heading or label is a single word, and so names a part of what stands above it ("Storage")."""
    return len(name.split()) == 1 and len(_WORD.findall(name)) <= 2
