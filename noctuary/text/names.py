"""The names in a statement, and whether two statements speak of things with different names. Judges nothing else.

A name is written as one: an identifier of several parts, a code span, or words with capitals. `amber-iris-api` and
`amber-meadow-api` share parts and are two things; `Alice` may be `Alice Baker`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from noctuary.model import Value, fold
from noctuary.text.language import CJK, KINDS_BY_KEY, OPPOSITES
from noctuary.text.languages import words
from noctuary.text.relations import is_noun, is_past, is_thing, lemmas, verb_file
from noctuary.text.stop_words import STOP
from noctuary.text.stops import is_title
from noctuary.text.vectors import vocabulary

_NUMBERED = (
    "rev|revision|batch|ward|class|room|gate|line|bus|tram|route|kiln|bar|phase|step|stage|chapter|volume|level|floor|unit|flat"
    "|building|wing|platform|track|lane|terminal|section|squad|rack|slot|bay|cell|zone|sector|district|pump"
    "|valve|motor|tank|fermenter|boiler|oven|printer|camera|sensor|channel|cluster|shard|replica|worker|sheet|appendix|scene"
    "|season|episode|vitamin|option|row|seat|grade|bed|freezer|lot|invoice|shipment|trial|experiment|site|station|branch|berth|cabin|locker|shelf|crate|door"
)
"""Nouns whose things are told apart by a number behind them; by a letter, whatever one can touch is ("freezer B")."""
_NAME = re.compile(
    r"`(?P<code>[^`\n]{2,60})`"
    r"|(?P<identifier>(?<![\w/.-])[A-Za-z]\w*(?:[-_]\w+)+(?![\w/]))"
    rf"|(?P<numbered>(?<![\w'’-])(?i:{_NUMBERED})\s(?:[A-Z](?![\w'’])|\d{{1,4}}[A-Za-z]?(?![\w.,:%])))"
    r"|(?P<lettered>(?<![\w'’-])[A-Za-z][a-z]{2,}\s[A-HJ-Z](?![\w'’.+#-]))"
    r"|(?P<words>(?<![\w'’-])[A-Z][\w'’]*(?:\s[A-Z][\w'’]*)*)"
)
_OF = re.compile(r"\b(?:of|for|von|für|de|del|du|pour|para)\s+(?:the\s+|der\s+|die\s+|das\s+|la\s+|el\s+|le\s+)?`?$", re.I)
_BEFORE = re.compile(r"([^\W\d_]{3,})\s+`?$")
_AFTER = re.compile(r"`?\s+([^\W\d_]{3,})\b")
_VERB = re.compile(r"\s(?:is|are|was|were|has|have|had|may|must|can|will)\b")
_PARTS = re.compile(r"[\s_-]+")
_START = re.compile(r"(?:^|(?P<stop>[.!?:])\s|[-*•]\s)\W*$")
_OPENING = re.compile(r"(?:[-*•]\s)?(?P<first>[^\W\d_]{3,}) (?P<second>[^\W\d_]{3,})(?=\s)")


class Name(Value, frozen=True):
    """A name: its folded parts, whether it names what the statement is about (in its head, before a verb, or after "of").

    `before` and `after` are the plain words beside it, folded, "" where there is none. `sort`: "numbered" ("ward 6"), "words"
    (two known words with a hyphen: a name only beside its kin, "wren-large" and "wren-small"), "small" (two words in small
    letters that open the text: a name only beside one with capitals, "uma baker" and "Hiro Baker"), or "".
    """

    parts: tuple[str, ...]
    is_subject: bool
    before: str = ""
    after: str = ""
    sort: str = ""


@lru_cache(maxsize=1 << 8)
def names(text: str, head_end: int) -> tuple[Name, ...]:
    """The names in a text, in order, each once; `head_end` is where the claim's head ends."""
    found: dict[tuple[str, ...], Name] = {}
    for match in _NAME.finditer(text):
        if not (parts := _parts(match, text)):
            continue
        known = found.get(parts)
        before, after = _BEFORE.search(text[: match.start()]), _AFTER.match(text, match.end())
        is_doing = bool(after and len(parts) > 1 and after[1].endswith("s") and verb_file(after[1]))
        is_numbered = bool(match["numbered"] or match["lettered"])
        is_doing = is_doing or bool(is_numbered and _VERB.match(text, match.end()))
        is_subject = match.start() < head_end or is_doing or bool(_OF.search(text[: match.start()]))
        found[parts] = known or Name(
            parts=parts, is_subject=is_subject, before=fold(before[1]) if before else "",
            after=fold(after[1]) if after else "",
            sort="numbered" if is_numbered else "words" if match["identifier"] and _are_words(parts) else "",
        )  # fmt: skip
    if (small := _small(text)) and small.parts not in found:
        found[small.parts] = small
    return tuple(found.values())


def _small(text: str) -> Name | None:
    """The two words a text opens with, where they are written small and may be somebody's name: one of them is rare."""
    opening = _OPENING.match(text)
    if not opening or not text.isascii() or not opening[0].islower():
        return None
    parts = (fold(opening["first"]), fold(opening["second"]))
    is_verb = is_past(parts[1]) or (parts[1].endswith("s") and bool(verb_file(parts[1])))
    is_common = parts[0] in _OPENERS | _COUNTING or parts[1] in STOP or is_verb or not any(map(_is_rare, parts))
    return None if is_common else Name(parts=parts, is_subject=True, sort="small")


def _is_rare(word: str) -> bool:
    """Whether a word stands late in the vocabulary, which runs from common to rare, or not at all."""
    return vocabulary().get(word, _RARE) >= _RARE


_RARE = 7500


def _parts(match: re.Match[str], text: str) -> tuple[str, ...]:
    """The folded parts of what was matched; none where it is an ordinary word after all."""
    whole = match[0].strip("`")
    if CJK.search(whole) or (match["code"] and (" " in whole or "/" in whole or "=" in whole)):
        return ()
    parts = tuple(part for part in (fold(p.removesuffix("'s").removesuffix("’s")) for p in _PARTS.split(whole)) if part)
    if match["lettered"] and not is_thing(parts[0]):
        return ()
    if match["words"]:
        begun = _START.search(text[: match.start()])
        is_start = begun is not None and not (begun["stop"] == "." and is_title(text, begun.start()))
        if is_start and parts and parts[0] in _OPENERS:
            return parts[1:]
        if is_start and len(parts) == 1 and (lemmas(parts[0]) or len(parts[0]) < 3):
            return ()
    return parts


def _are_words(parts: tuple[str, ...]) -> bool:
    return len(parts) == 2 and all(lemmas(part) or part in STOP for part in parts)


_OPENERS = frozenset(words("words.openers"))
_COUNTING = frozenset("every each some any no one another most all both two three".split())


def are_apart(mine: tuple[Name, ...], other: tuple[Name, ...], *, is_more: bool, is_changed: bool) -> bool:
    """Whether two statements name different things as what they are about.

    `is_more`: they differ in more than their names. `is_changed`: one tells of a change, which may be of the name. Names match when one holds all parts of the other. Left-over
    names of several parts tell two things where both are subjects, or where they are kin and something else differs.
    """
    if not mine or not other:
        return False
    alone = [[x for x in side if all(x.parts != y.parts for y in beside)] for side, beside in ((mine, other), (other, mine))]
    if any(_are_kin(x, y) for x in alone[0] for y in alone[1]):
        return is_more and not is_changed
    if any(_are_namesakes(x, y) for x in alone[0] for y in alone[1]):
        return True
    mine, other = (tuple(name for name in side if not name.sort) for side in (mine, other))
    if not mine or not other:
        return False
    left = [x for x in mine if not any(_match(x, y) for y in other)]
    right = [y for y in other if not any(_match(x, y) for x in mine)]
    if len(left) < len(mine) or len(right) < len(other):
        return not _agree(mine, other) and any(_are_two(x, y, is_more=False) for x in left for y in right)
    is_kin = not is_changed and (is_more or (len(left) > 1 and len(right) > 1))
    return any(_are_two(x, y, is_kin) for x in left for y in right)


def _are_kin(x: Name, y: Name) -> bool:
    """Whether two hyphened words or numbered things, both what is spoken of, share one part and differ in the other.

    Opposites and members of one kind ("dark-mode", "light-mode") are values of one thing, not two things.
    """
    if not (x.is_subject and y.is_subject and {x.sort, y.sort} & {"numbered", "words"}) or not len(x.parts) == len(y.parts) == 2:
        return False
    unlike = [(p, q) for p, q in zip(x.parts, y.parts, strict=True) if p != q]
    return len(unlike) == 1 and unlike[0] not in OPPOSITES and not _are_of_kind(*unlike[0])


def _are_namesakes(x: Name, y: Name) -> bool:
    """Whether one of two names of two words is written small, and they share one word and are not two spellings of one."""
    if {x.sort, y.sort} != {"", "small"} or not x.is_subject or not y.is_subject or len(x.parts) != len(y.parts):
        return False
    unlike = [(p, q) for p, q in zip(x.parts, y.parts, strict=True) if p != q]
    return len(unlike) == 1 and OSA.distance(*unlike[0]) > _SLIP and set(lemmas(unlike[0][0])).isdisjoint(lemmas(unlike[0][1]))


_SLIP = 1
"""How many letters two spellings of one name may differ in."""


def _are_of_kind(a: str, b: str) -> bool:
    return not set(KINDS_BY_KEY.get(a, ())).isdisjoint(KINDS_BY_KEY.get(b, ()))


def _agree(mine: tuple[Name, ...], other: tuple[Name, ...]) -> bool:
    """Whether a name both have is a subject of both."""
    return any(_match(x, y) and x.is_subject and y.is_subject for x in mine for y in other)


def _match(x: Name, y: Name) -> bool:
    return set(x.parts) <= set(y.parts) or set(y.parts) <= set(x.parts)


def _are_two(x: Name, y: Name, is_more: bool) -> bool:
    """Whether two names stand for two things.

    As subjects: names of several parts, or beside the same noun ("column `net`", "the Dublin client"). Elsewhere:
    kin where more differs.
    """
    is_long = len(x.parts) > 1 and len(y.parts) > 1
    if x.is_subject and y.is_subject:
        return is_long or (_is_noun(x.before) and x.before == y.before) or (_is_noun(x.after) and x.after == y.after)
    return is_more and is_long and not set(x.parts).isdisjoint(y.parts)


def _is_noun(word: str) -> bool:
    return bool(word) and word not in STOP and is_noun(word)
