"""What stands in MEMORY.md's block: which facts, in which order, under which subject, which fit. Formats nothing."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter, itemgetter

from noctuary.consolidate.decay import confidences
from noctuary.consolidate.policy import DecayPolicy
from noctuary.consolidate.score import WITHDRAWN, is_own_line
from noctuary.consolidate.usefulness import usefulness
from noctuary.model import Fact, Kind, fold
from noctuary.page.believed import Believed
from noctuary.page.lines import lead
from noctuary.page.questions import unsaid

LEAST_TOGETHER = 3
SHORTEST = 10
_SHELVES: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("Rules and preferences", ("constraint", "preference", "correction")),
    ("People and places", ("identity",)),
    ("Decisions", ("decision",)),
    ("Facts", ("fact",)),
    ("Lessons", ("lesson",)),
    ("Dates", ("event",)),
)
_SHELF_OF = {kind: number for number, (_, kinds) in enumerate(_SHELVES) for kind in kinds}
Shelf = tuple[str, list[Fact]]
Room = dict[str, float]


def learned(state: Believed) -> list[Fact]:
    """What Noctuary may add to MEMORY.md, in no order; the human's own lines are not repeated, and what its source says
    no more waits among what is in question."""
    apart = {one.a.id for one in unsaid(state)}
    believed = (fact for fact in state.facts.values() if fact.is_believed and not is_own_line(fact))
    return [fact for fact in believed if fact.id not in apart]


def shelf_of(fact: Fact) -> str:
    """The shelf that a fact stands on."""
    return _SHELVES[_SHELF_OF[fact.kind]][0]


def shelves(facts: Iterable[Fact]) -> list[Shelf]:
    """Facts, grouped for reading."""
    found: list[Shelf] = [(name, []) for name, _ in _SHELVES]
    for fact in sorted(facts, key=lambda fact: (fold(fact.entity), fact.said_on or dt.date.min, fact.id)):
        found[_SHELF_OF[fact.kind]][1].append(fact)
    return found


def ranked(state: Believed, facts: Iterable[Fact], decay: DecayPolicy) -> list[Fact]:
    """Facts as they are worth a line on the day of the last night: what a cap holds there, then by usefulness."""
    last = state.last_night()
    held = frozenset(last.held if last else ())
    if last is None:
        return sorted(facts, key=lambda fact: fact.id)
    day = last.begun_at.date()
    worth = confidences(sorted(facts, key=attrgetter("id")), last.begun_at, state.days, decay)
    found = sorted(((-usefulness(fact, sure, day), fact) for fact, sure in worth), key=itemgetter(0))
    return [fact for _, fact in sorted(found, key=lambda one: one[1].id not in held)]


def outdated(state: Believed) -> list[tuple[Fact, Fact]]:
    """The human's own lines that something newer replaced: (line, successor), in file order.

    A line that only got a scope, in brackets behind its words, is true in it.
    """
    pairs = [
        (fact, after)
        for fact in state.facts.values()
        if fact.status == "superseded"
        and fact.gate != WITHDRAWN
        and is_own_line(fact)
        and (after := successor(state.facts, fact))
        and not after.text.startswith(f"{fact.text.rstrip(' .;')} (")
    ]
    return sorted(pairs, key=lambda pair: (pair[0].sources[0].ref, pair[0].sources[0].line, pair[0].id))


def stays(state: Believed, lines: Sequence[Fact]) -> dict[str, tuple[str, ...]]:
    """What is still believed of lines that something newer took the place of, by their ids."""
    if not lines:
        return {}
    from noctuary.consolidate.rests import rests  # the judge's rooms, which a search and a context load none of

    believed = {fact.text for fact in state.facts.values() if fact.is_believed and is_own_line(fact)}
    after = {line.id: state.facts.get(line.superseded_by or "") for line in lines}
    found = {line.id: rests(line, kept) if (kept := after[line.id]) else () for line in lines}
    return {key: tuple(text for text in texts if text in believed) for key, texts in found.items()}


def successor(facts: Mapping[str, Fact], fact: Fact) -> Fact | None:
    """The believed end of a chain of replacements; None where nothing believed stands there."""
    seen = {fact.id}
    after = facts.get(fact.superseded_by or "")
    while after and after.status == "superseded" and after.id not in seen:
        seen.add(after.id)
        after = facts.get(after.superseded_by or "")
    return after if after and after.is_believed else None


def room_beside(text: bytes, limits: dict[str, int]) -> Room:
    """What is left of a loader's limits beside `text`: lines, bytes, characters."""
    spent = cost(text.decode("utf-8", "replace"))
    spent["bytes"] = len(text)
    return {name: most - spent[name] if most else math.inf for name, most in limits.items()}


def cost(text: str) -> dict[str, int]:
    """Lines, bytes and characters of a text."""
    return {"lines": text.count("\n"), "bytes": len(text.encode()), "chars": len(text)}


def spent_on(before: str, after: str) -> dict[str, int]:
    """How much more of a loader's limits one text takes than another."""
    less = cost(before)
    return {what: much - less[what] for what, much in cost(after).items()}


def within(
    room: Room,
    facts: Sequence[Fact],
    line: Callable[[Fact], str],
    least: Callable[[Fact], int],
) -> tuple[dict[str, str], Room]:
    """The `line`s that still fit, by id: of `facts` in the order given; and the room that is left.

    The first line of a shelf costs its heading, too. `least` is how many characters a line has at least: none is made
    that cannot fit, in a long store nearly all.
    """
    kept: dict[str, str] = {}
    open_: set[str] = set()
    for fact in facts:
        if room["lines"] < 1 or min(room["bytes"], room["chars"]) <= SHORTEST:
            break
        if least(fact) >= min(room["bytes"], room["chars"]):
            continue
        name = shelf_of(fact)
        made = line(fact)
        spent = cost(f"{made}\n" if name in open_ else f"\n### {name}\n\n{made}\n")
        if all(spent[what] <= left for what, left in room.items()):
            room = {what: left - spent[what] for what, left in room.items()}
            kept[fact.id] = made
            open_.add(name)
    return kept, room


def together(facts: list[Fact], names: Iterable[str], room: Room) -> tuple[list[tuple[str, list[Fact]]], Room]:
    """A shelf's facts by subject: first those of none (""), then each subject that at least LEAST_TOGETHER name.

    `names` are what a subject may be called; the one that most lines name comes first. Where there is no room for the
    subject's own lines, there are no subjects.
    """
    left = list(facts)
    texts = {fact.id: f" {fold(fact.text)} " for fact in facts}
    groups: list[tuple[str, list[Fact]]] = []
    while found := _largest(left, texts, names):
        spent = cost(f"\n{lead(found[0])}\n\n")
        if len(found[1]) == len(facts) or any(spent[what] > has for what, has in room.items()):
            break
        room = {what: has - spent[what] for what, has in room.items()}
        groups.append(found)
        taken = {fact.id for fact in found[1]}
        left = [fact for fact in left if fact.id not in taken]
    return [("", left), *groups], room


def _largest(facts: list[Fact], texts: dict[str, str], names: Iterable[str]) -> tuple[str, list[Fact]] | None:
    """The name that most of the facts hold, LEAST_TOGETHER or more, with them; of equals the longer one.

    A word with a capital only because it opens a line ("Não …", "Para …") is no name.
    """
    best: tuple[str, list[Fact]] | None = None
    for name in sorted(names, key=lambda one: (-len(one), one)):
        word = f" {fold(name)} "
        theirs = [fact for fact in facts if word in texts[fact.id]]
        is_more = len(theirs) >= LEAST_TOGETHER and (best is None or len(theirs) > len(best[1]))
        if is_more and any(_is_called(name, fact.text) for fact in theirs):
            best = name, theirs
    return best


def _is_called(name: str, text: str) -> bool:
    """Whether a text holds a name as written, other than as the word it opens with; or is labelled with it."""
    if not name[:1].isupper() or text.startswith(f"{name}:"):
        return True
    return re.search(rf"\w\W+{re.escape(name)}(?!\w)", text) is not None
