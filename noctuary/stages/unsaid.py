"""What a note no longer says: lines that were taken out of it speak for nothing any more. Withdraws nothing.

Lines of MEMORY.md are another matter: taking one out is the human's own no (`hear`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from noctuary.errors import NoctuaryError
from noctuary.index import Index
from noctuary.journal import State
from noctuary.model import Event, Fact, Support, fold
from noctuary.settings import Workspace
from noctuary.sources import Door
from noctuary.sources.reading import read_file
from noctuary.sources.where import find
from noctuary.stages.evidence import trust_of, worth
from noctuary.stages.gather import door
from noctuary.stages.pages import memory_of
from noctuary.stages.run import Run
from noctuary.workbench import Bench

IN_PART = frozenset(("earlier", "waiting"))
"""Why lines are left out of a file of which a night looks at a part."""
_HEARD = ("candidate", "active", "contested")
Line = tuple[str, str, int]


def without_unsaid(run: Run, facts: Mapping[str, Fact]) -> tuple[dict[str, Fact], dict[str, str]]:
    """The facts without the voices of lines that are gone; and of believed ones that no line says any more, which.

    A fact keeps its papers where no other line says it: it is asked about, never dropped. What was taken out before
    tonight counts, too, as the index remembers it (`freshen`); it was asked about then.
    """
    tonight = _gone_tonight(run, facts)
    earlier = _gone_before(run, facts) - tonight
    kept: dict[str, Fact] = {}
    lost: dict[str, str] = {}
    for key in sorted({one for one, _, _ in tonight | earlier}):
        fact = facts[key]
        gone = [one for one in fact.sources if (key, one.ref, one.line) in tonight | earlier]
        left = tuple(one for one in fact.sources if one not in gone)
        if any(not one.is_lent for one in left):
            kept[key] = _said_by(fact, left)
        elif fact.is_believed and any((key, one.ref, one.line) in tonight for one in gone):
            lost[key] = f"{gone[0].ref} no longer says so: line {gone[0].line} is gone"
    return dict(facts) | kept, lost


def _said_by(fact: Fact, left: tuple[Support, ...]) -> Fact:
    c0, how = worth(left, fact.contradicting)
    own = tuple(one for one in left if not one.is_lent)
    return replace(fact, sources=left, confidence=min(c0, fact.confidence), method=how, trust=trust_of(own))


def _gone_tonight(run: Run, facts: Mapping[str, Fact]) -> set[Line]:
    """The cited lines of notes that were read anew tonight and do not hold them."""
    reports = [one for one in run.reports if one.state == "changed" and one.dialect == "note" and not one.fault]
    read = {one.ref for one in reports}
    if not read:
        return set()
    cited = [
        (fact.id, one)
        for fact in facts.values()
        if fact.status in _HEARD
        for one in fact.sources
        if one.ref in read and one.role == "note"
    ]
    if not cited:
        return set()
    partly = {one.ref for one in reports if not IN_PART.isdisjoint(one.skipped)} & {one.ref for _, one in cited}
    staged = (event for event in Bench(run.bench, run.home).events() if event.ref in read)
    ids, words = set(), set()
    for event in (*staged, *_whole(run.workspace, run.state, partly)):
        ids.add(event.id)
        words.add(fold(event.text))
    return {
        (key, one.ref, one.line)
        for key, one in cited
        if one.event not in ids and not any(fold(one.quote) in said for said in words)
    }


def _whole(workspace: Workspace, state: State, refs: Collection[str]) -> Iterator[Event]:
    """All that files say, whatever of it a night looks at."""
    if not refs:
        return
    where, known = workspace.settings.sources, door(workspace, state)
    for found in find(workspace.root, where):
        if found.ref in refs:
            own = Door(known.zone, known.own, known.policy)
            yield from (one for one in read_file(found, None, where, own) if isinstance(one, Event))


def taken_out(workspace: Workspace, state: State, facts: Iterable[Fact]) -> frozenset[str]:
    """Of these the ids of those that only the human's own memory file said, and that it says no more."""
    own = [fact for fact in facts if all(one.role == "memory" for one in fact.sources)]
    refs = {one.ref for fact in own for one in fact.sources}
    if not own or memory_of(workspace).fault:
        return frozenset()
    said = list(_whole(workspace, state, refs))
    ids, words = {one.id for one in said}, {fold(one.text) for one in said}
    return frozenset(
        fact.id
        for fact in own
        if not any(one.event in ids or any(fold(one.quote) in each for each in words) for one in fact.sources)
    )


def _gone_before(run: Run, facts: Mapping[str, Fact]) -> set[Line]:
    """Of what was heard again tonight the cited lines that were gone already."""
    heard = [key for key in sorted(run.touched) if key in facts and len(facts[key].sources) > 1]
    if not heard or not run.workspace.index.exists():
        return set()
    try:
        with Index.open(run.workspace.index, read_only=True) as index:
            places = index.places(heard)
    except NoctuaryError:  # an older schema, or damaged: the night's end makes it anew
        return set()
    notes = {(key, one.ref, one.line) for key in heard for one in facts[key].sources if one.role == "note"}
    return {line for line, place in places.items() if place.is_gone} & notes
