"""What can be found of a file besides its facts: its leaves (a bullet, a paragraph, a turn) joined into passages.

Pure. A section stays whole where it can, is joined to the next where it is tiny and split where it is huge; what people
say to each other is kept turn by turn, with a little of what each turn answers.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from noctuary.model import TRUST_ORDER, Role, Trust, Value, tagged

PassageKind = Literal["notes", "diary", "sessions", "references"]

WHOLE, TINY, HUGE = 1500, 200, 6000
"""Characters (seed row TK-045): a file below WHOLE is one passage, sections below TINY are joined, above HUGE split."""
LEAD = 160
"""Characters of what a turn answers: its last sentence is mostly the question, and more would outweigh the answer."""
RULES = "2"
"""Another version cuts otherwise: what was cut by an older one is cut anew."""
_TALKERS = range(2, 9)
_TALK_SHARE, _TALK_LEAST, _EACH_SPEAKS = 0.6, 3, 1.5
_SPEAKER = re.compile(r"(?:\[[^\]\n]{1,40}\]\s*)?(?P<name>[^\W\d_][\w .'’-]{0,30}?)\s*[:：]\s+\S")
_REFERENCES = {"references", "reference", "refs", "docs", "library"}
_SPACE = re.compile(r"\s+")


class Leaf(Value, frozen=True):
    """One piece of a file as it was read and guarded: its words, lines and what it stands under.

    `section` numbers the headings of the file from 1 on; 0 is what stands before the first. `titles` counts how many
    of `context` are headings; the rest are labels. `is_turn` is something said in a conversation.
    """

    text: str
    line: int
    line_end: int
    role: Role
    trust: Trust
    session: str
    context: tuple[str, ...] = ()
    titles: int = 0
    section: int = 0
    at: dt.datetime | None = None
    is_turn: bool = False


class Passage(Value, frozen=True):
    """A piece of a source that answers by itself. `rows` has the line on which each row of `text` begins."""

    id: str
    ref: str
    line: int
    line_end: int
    kind: PassageKind
    heading: str
    lead: str
    text: str
    rows: tuple[int, ...]
    hash: str
    role: Role
    trust: Trust
    session: str
    at: dt.datetime | None = None


def kind_of(ref: str, is_log: bool, is_dated: bool) -> PassageKind:
    """A log's turns are sessions; a page below a folder of references is one, a page named by its day a diary."""
    if is_log:
        return "sessions"
    folders = {part.lower() for part in ref.split("/")[:-1]}
    return "references" if folders & _REFERENCES else "diary" if is_dated else "notes"


def cut(ref: str, kind: PassageKind, leaves: Iterable[Leaf], before: Leaf | None = None) -> Iterator[Passage]:
    """The passages of a file, in order. `before` is the turn that precedes them, where only the rest was read."""
    seen: Counter[str] = Counter()
    for group, lead in _groups(list(leaves), before):
        made = _passage(ref, kind, group, lead)
        seen[made.hash] += 1
        yield made if seen[made.hash] == 1 else _passage(ref, kind, group, lead, seen[made.hash])


def _groups(leaves: list[Leaf], before: Leaf | None) -> Iterator[tuple[list[Leaf], str]]:
    plain: list[list[Leaf]] = []
    for section in _sections(leaves):
        if not (turns := _turns(section)):
            plain.append(section)
            continue
        yield from ((group, "") for group in _sized(plain))
        plain = []
        for turn in turns:
            lead = _lead(before, turn[0])
            yield from ((part, lead) for part in _split(turn))
            before = turn[-1]
    yield from ((group, "") for group in _sized(plain))


def _sections(leaves: list[Leaf]) -> Iterator[list[Leaf]]:
    """Leaves under one heading; the turns among them apart."""
    for _, found in groupby(leaves, key=lambda leaf: (leaf.section, leaf.is_turn)):
        yield list(found)


def _turns(section: list[Leaf]) -> list[list[Leaf]]:
    """A section of a conversation turn by turn; nothing where it is none.

    Turns are known by their source, or by names before a colon that come again: fields have each a name of their own.
    """
    if section[0].is_turn:
        return [[leaf] for leaf in section]
    names = [match["name"] if (match := _SPEAKER.match(leaf.text)) else "" for leaf in section]
    told = Counter(filter(None, names))
    spoken = sum(told.values())
    is_talk = spoken >= max(_TALK_LEAST, _TALK_SHARE * len(names), _EACH_SPEAKS * len(told)) and len(told) in _TALKERS
    if not is_talk:
        return []
    turns: list[list[Leaf]] = []
    for leaf, name in zip(section, names, strict=True):
        if name or not turns:
            turns.append([leaf])
        else:
            turns[-1].append(leaf)
    return turns


def _lead(before: Leaf | None, turn: Leaf) -> str:
    """A little of what a turn answers, from the end of it."""
    if before is None or before.session != turn.session:
        return ""
    words = _SPACE.sub(" ", before.text).strip()
    return words if len(words) <= LEAD else "…" + words[-LEAD:].partition(" ")[2]


def _sized(sections: list[list[Leaf]]) -> Iterator[list[Leaf]]:
    """Sections of a fitting size: all in one below WHOLE, tiny ones joined, huge ones split."""
    whole = [leaf for section in sections for leaf in section]
    if whole and _size(whole) < WHOLE:
        yield whole
        return
    waiting: list[Leaf] = []
    for section in sections:
        if waiting and _size(waiting) >= TINY:
            yield from _split(waiting)
            waiting = []
        waiting = [*waiting, *section]
    if waiting:
        yield from _split(waiting)


def _size(leaves: Iterable[Leaf]) -> int:
    return sum(len(leaf.text) + 1 for leaf in leaves)


def _split(leaves: list[Leaf]) -> Iterator[list[Leaf]]:
    """Leaves in groups of at most HUGE characters; one that is longer by itself stays whole, as a fence must."""
    group: list[Leaf] = []
    for leaf in leaves:
        if group and _size(group) + len(leaf.text) > HUGE:
            yield group
            group = []
        group.append(leaf)
    if group:
        yield group


def _passage(ref: str, kind: PassageKind, leaves: Sequence[Leaf], lead: str, number: int = 1) -> Passage:
    shared = _shared([leaf.context[: leaf.titles] for leaf in leaves])
    text, rows = _text(leaves, len(shared))
    heading = " > ".join(shared)
    digest = tagged("said", heading, lead, text)
    return Passage(
        id=tagged("passage", ref, digest, str(number)),
        ref=ref,
        line=min(leaf.line for leaf in leaves),
        line_end=max(leaf.line_end for leaf in leaves),
        kind=kind,
        heading=heading,
        lead=lead,
        text=text,
        rows=tuple(rows),
        hash=digest,
        role=leaves[0].role,
        trust=min((leaf.trust for leaf in leaves), key=TRUST_ORDER.index),
        session=leaves[0].session,
        at=max((leaf.at for leaf in leaves if leaf.at), default=None),
    )


def _shared(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What all paths begin with."""
    first = paths[0]
    for depth, name in enumerate(first):
        if any(path[depth : depth + 1] != (name,) for path in paths):
            return first[:depth]
    return first


def _text(leaves: Sequence[Leaf], shared: int) -> tuple[str, list[int]]:
    """The words, with the headings and labels that not all stand under on rows of their own; and each row's line."""
    rows: list[str] = []
    lines: list[int] = []
    under: tuple[str, ...] = ()
    for leaf in leaves:
        own = leaf.context[shared:]
        if own != under:
            for depth, name in enumerate(own):
                if own[: depth + 1] != under[: depth + 1]:
                    rows.append(name)
                    lines.append(leaf.line)
            under = own
        for number, row in enumerate(leaf.text.split("\n")):
            rows.append(row)
            lines.append(min(leaf.line + number, leaf.line_end))
    return "\n".join(rows), lines
