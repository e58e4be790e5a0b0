"""Whether a journal holds together: its lines, its batches, what its records point to. Mends nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from noctuary.extraction.headings import place_of
from noctuary.journal.lines import TWICE, keys_twice, lines
from noctuary.journal.losses import FROM_GIT, Batches, losses
from noctuary.journal.records import LONGEST, digest_of
from noctuary.journal.replay import State, replay
from noctuary.model import Problem, fact_ids, tagged
from noctuary.text.days import dated


def verify(path: Path) -> list[Problem]:
    """Everything in the journal that does not hold together, by place. Empty means sound.

    A line taken away is told by its batch: each closing line counts its records and names the batch before it. What
    nothing follows yet, the last whole batch of a branch, can be taken away unseen, and so can a line of no batch.
    Where git took a batch back, an edge may hang on what it had put.
    """
    state = replay(path)
    told = [*_facts(state), *(() if state.reverted else _ends(state))]
    batches = Batches.of(path.read_bytes() if path.exists() else b"")
    doubled = _doubled(path) if path.exists() else ()
    lost = ((one.line, one.what) for one in losses(batches, state.reverted))
    found = [*doubled, *_changed(batches), *lost]
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
        own = (place_of(fact.text, one) for one in fact.sources)
        elsewhere = (fact_ids(dated(fact), fact.entity, about=heading)[1] for heading in own)
        if fact.id.startswith("b2:") and fact.id not in (*plain, *theirs, *last, *elsewhere):
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


def _changed(batches: Batches) -> Iterator[tuple[int, str]]:
    """Batches whose closing line counts nothing, or other records than stand there.

    Of two branches' batches of one name nobody can tell whose a record is.
    """
    for batch in batches:
        is_alone, digest = len(batch.labels()) == 1, digest_of(batch.records)
        for number, closing in batch.closings.items():
            if closing is None:
                yield number, f"{batch.who}: its closing line has no sound count; {FROM_GIT}"
            elif len(batch.records) >= closing.count and is_alone and closing.digest not in ("", digest):
                what = "its records are not those that were written"
                yield number, f'{batch.who}: {what}; {FROM_GIT}, or take "sum" out of this line'
