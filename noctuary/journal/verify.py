"""Whether a journal holds together: its lines, its batches, what its records point to. Mends nothing."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from noctuary.journal.lines import TWICE, keys_twice, lines
from noctuary.journal.records import CLOSED, LONGEST, Closing, Unreadable, digest_of, label, parse
from noctuary.journal.replay import State, replay
from noctuary.model import Problem, fact_ids, tagged
from noctuary.text.days import dated

_FROM_GIT = "restore what is missing from git (`git log -p -- memory/graph.jsonl`)"


def verify(path: Path) -> list[Problem]:
    """Everything in the journal that does not hold together, by place. Empty means sound.

    A line taken away is told by its batch: each closing line counts its records and names the batch before it. What
    nothing follows yet, the last whole batch of a branch, can be taken away unseen, and so can a line of no batch.
    """
    state = replay(path)
    told = [*_facts(state), *_ends(state)]
    batches = _batches(path) if path.exists() else []
    doubled = _doubled(path) if path.exists() else ()
    found = [*doubled, *_broken(batches), *_unchained(batches)]
    problems = [
        *state.problems,
        *(Problem(path=path.name, message=message, line=line) for line, message in found),
        *(Problem(path=path.name, message=message) for message in told),
    ]
    return list(dict.fromkeys(problems))


def _doubled(path: Path) -> Iterator[tuple[int, str]]:
    """Lines in which one object has a key twice, however deep it stands."""
    for number, line in lines(path.read_bytes()):
        for key in keys_twice(line) if len(line) <= LONGEST else ():
            yield number, TWICE.format(key)


def _facts(state: State) -> Iterator[str]:
    for fact in state.facts.values():
        audience = fact.agent_id, fact.visibility, fact.scope
        plain, theirs = (fact_ids(dated(fact), fact.entity, whose, fact.about) for whose in ((), audience))
        last = (tagged("fact", fact.text, fact.about, *whose) for whose in ((), audience))
        if fact.id.startswith("b2:") and fact.id not in (*plain, *theirs, *last):
            yield f"{fact.id}: its text was changed by hand; restore or remove it"
        if fact.valid_from and fact.valid_to and fact.valid_from > fact.valid_to:
            yield f"{fact.id}: held from {fact.valid_from} until {fact.valid_to}; undo what ended it, or mend a date"


def _ends(state: State) -> Iterator[str]:
    ends = state.facts.keys() | state.entities.keys()
    for edge in state.edges.values():
        if missing := {edge.src, edge.dst} - ends:
            yield f"{edge.id}: its end {min(missing)} is unknown; remove the edge"
    for merge in state.merges.values():
        if missing := {merge.kept, merge.merged} - ends:
            yield f"{merge.id}: its side {min(missing)} is unknown; remove the merge"


@dataclasses.dataclass
class _Batch:
    """What stands in the file of one name and instant: records by their hash, closing lines by their numbers."""

    name: str
    at: dt.datetime
    first: int
    last: int = 0
    records: set[str] = dataclasses.field(default_factory=set)
    closings: dict[int, Closing | None] = dataclasses.field(default_factory=dict)

    def labels(self) -> set[str]:
        return {label(self.name, self.at, one.digest if one else "") for one in self.closings.values()}


def _batches(path: Path) -> list[_Batch]:
    """The batches of a file; a line that stands twice, as after a union merge, is one."""
    found: dict[tuple[str, dt.datetime], _Batch] = {}
    for number, line in lines(path.read_bytes()):
        try:
            one = parse(line)
        except Unreadable:
            continue
        name, at = one.envelope.night, one.envelope.at
        if name is None or at is None:
            continue
        batch = found.setdefault((name, at), _Batch(name=name, at=at, first=number))
        batch.last = number
        if one.envelope.type == CLOSED:
            batch.closings[number] = one.closing
        else:
            batch.records.add(one.digest)
    return list(found.values())


def _broken(batches: list[_Batch]) -> Iterator[tuple[int, str]]:
    """Batches with no closing line, with fewer records than it counts, or with others."""
    for batch in batches:
        who = f"batch {batch.name} of {batch.at:%Y-%m-%d %H:%M}"
        if not batch.closings:
            held = f"{len(batch.records)} records (lines {batch.first} to {batch.last})"
            yield batch.first, f"{who} has no closing line for {held}; {_FROM_GIT}, or delete them"
        for number, closing in batch.closings.items():
            if fault := _fault(closing, batch):
                yield number, f"{who}: {fault}"


def _fault(closing: Closing | None, batch: _Batch) -> str:
    """What is wrong between a closing line and its batch. Of two branches' batches of one name, only what is short."""
    here = len(batch.records)
    if closing is None:
        return f"its closing line has no sound count; {_FROM_GIT}"
    if here < closing.count:
        missing = f"{closing.count - here} of its {closing.count} records are missing"
        return f'{missing}; {_FROM_GIT}, or set its "count" to {here} and take out its "sum"'
    is_alone = len(batch.labels()) == 1 and closing.digest
    if is_alone and digest_of(batch.records) != closing.digest:
        return f'its records are not those that were written; {_FROM_GIT}, or take "sum" out of this line'
    return ""


def _unchained(batches: list[_Batch]) -> Iterator[tuple[int, str]]:
    """Closing lines that name a batch which does not stand in the file."""
    known = {one for batch in batches for one in batch.labels()}
    for batch in batches:
        for number, closing in batch.closings.items():
            for name in (closing.after or ()) if closing else ():
                if not known & {name, name.rpartition("#")[0]}:
                    gone = f"batch {batch.name} was written after {name}, which is missing"
                    yield number, f'{gone}; {_FROM_GIT}, or take its name out of "after"'
