"""Reads one source into passages: no word is in one that an event could not hold. Stores nothing.

Code blocks alone are no events; they pass the same guard, under the heading they stand below.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import NamedTuple

from noctuary.model import Event, FileReport, Role, Watermark, fold
from noctuary.passages import Leaf, Passage, cut, kind_of
from noctuary.sources import dates
from noctuary.sources.door import Door
from noctuary.sources.pages import Outline
from noctuary.sources.reading import read_file
from noctuary.sources.where import Found, Where

_PAGES = ("memory", "note")


class FileRead(NamedTuple):
    """A file's passages, its report, and its leaves: each event's id, words and lines.

    Of a log that only grew, `report.state` is `appended` and the passages are those of what was added.
    """

    passages: tuple[Passage, ...]
    report: FileReport
    events: tuple[Event, ...]


def read_passages(
    found: Found,
    where: Where,
    door: Door,
    withheld: Callable[[Role, str, Sequence[str]], bool],
    known: Watermark | None = None,
    before: Leaf | None = None,
) -> FileRead:
    """Read a file anew, or a log from where `known` says that it was read to; `before` is the turn it ended with.

    `door` must be one of its own: what another file said, too, is found in both. What is `withheld` is in no passage.
    """
    door.outline = None
    events: list[Event] = []
    report: FileReport | None = None
    for item in read_file(found, known, where, door):
        if isinstance(item, Event):
            events.append(item)
        else:
            report = item
    if report is None:
        raise AssertionError("a reading ends with its report")
    is_log = report.dialect not in _PAGES
    leaves = [_turn(event) for event in events] if is_log else _leaves(events, door.outline, door)
    leaves = [leaf for leaf in leaves if not withheld(leaf.role, leaf.text, leaf.context)]
    kind = kind_of(found.ref, is_log, found.kind == "notes" and dates.in_name(found.ref) is not None)
    earlier = before if report.state == "appended" else None
    return FileRead(tuple(cut(found.ref, kind, leaves, earlier)), report, tuple(events))


def _turn(event: Event) -> Leaf:
    return Leaf(
        text=event.text, line=event.line, line_end=event.line_end, role=event.role, trust=event.trust,
        session=event.session, at=event.at, is_turn=True,
    )  # fmt: skip


def _leaves(events: list[Event], outline: Outline | None, door: Door) -> list[Leaf]:
    """A page's leaves by line: its events and its code, each under its headings."""
    headings = outline.headings if outline else ()
    starts, names = [line for line, _, _ in headings], {fold(words) for _, _, words in headings}
    found = [_leaf(event, starts, names) for event in events]
    for first, last, text in outline.code if outline else ():
        found.append(_code(first, last, text, found, starts, outline, door))
    return sorted(found, key=lambda leaf: leaf.line)


def _code(
    first: int, last: int, text: str, others: list[Leaf], starts: list[int], outline: Outline | None, door: Door
) -> Leaf:
    """A code block as a leaf: it has the standing of the page's words, and stands under what those before it do."""
    section = bisect(starts, first)
    before = [leaf for leaf in others if leaf.section == section and leaf.line < first]
    like = before[-1] if before else others[0] if others else None
    context = before[-1].context[: before[-1].titles] if before else _titles(outline, first)
    return Leaf(
        text=door.guarded_under(text, context).text,
        line=first,
        line_end=last,
        role=like.role if like else "note",
        trust=like.trust if like else "agent",
        session=like.session if like else "",
        context=context,
        titles=len(context),
        section=section,
        at=like.at if like else outline.day if outline else None,
    )


def _titles(outline: Outline | None, line: int) -> tuple[str, ...]:
    """The headings above a line, outermost first."""
    found: list[tuple[int, str]] = []
    for at, level, words in outline.headings if outline else ():
        if at < line:
            found = [*(one for one in found if one[0] < level), (level, words)]
    return tuple(words for _, words in found)


def _leaf(event: Event, starts: list[int], names: set[str]) -> Leaf:
    titles = 0
    while titles < len(event.context) and (fold(event.context[titles]) in names or titles == 0):
        titles += 1
    return Leaf(
        text=event.text, line=event.line, line_end=event.line_end, role=event.role, trust=event.trust,
        session=event.session, context=event.context, titles=titles, section=bisect(starts, event.line), at=event.at,
        is_turn=event.role not in ("note", "memory"),
    )  # fmt: skip
