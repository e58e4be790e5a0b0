"""Which statements of a night are held against which: the pairs worth judging, by their keys. Judges none.

A night with a few new facts asks the index for those they could conflict with and reads no other; where much is new,
or the index is missing, behind the journal or filed by another parser, all facts are filed in memory. The pairs are
the same: both are shelves of the same traits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from noctuary.errors import NoctuaryError
from noctuary.judging.blocking import HELD, Layered, Pile, traits
from noctuary.judging.find import worth_judging
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Statement
from noctuary.stages.nearby import Vectors
from noctuary.stages.run import Run

if TYPE_CHECKING:
    from noctuary.index import Index

NEAREST, NEAR_ENOUGH = 3, 0.5
FEW = 20
Pairs = list[tuple[str, str]]


def near_pairs(run: Run, pool: Mapping[str, Fact], fresh: Collection[str]) -> Pairs:
    """Each of `fresh` with its nearest neighbours in `pool` by vector, as keys of `pool`."""
    asked = [pool[key] for key in sorted(fresh)]
    found = (run.vectors or Vectors(run.workspace)).nearby(asked, list(pool.values()), NEAREST, NEAR_ENOUGH)
    return [(key, other) for key, others in found.items() for other, _ in others]


def candidate_pairs(
    run: Run, new: Mapping[str, Statement], fresh: Collection[str], near: Sequence[tuple[str, str]]
) -> Pairs:
    """Pairs of keys worth judging, at least one of each in `fresh`; each pair and all pairs in ascending order.

    The store is what the night may see of the journal's `shelf.HELD` facts, keyed by id, and `new` by keys of its own;
    `near` are pairs proposed besides.
    """
    with _filed(run) as index:
        size = len(run.state.facts) + len(new)
        if index is None or len(fresh) * FEW > size:
            found = _in_memory(run, new, fresh, near, index)
        else:
            found = _on_the_index(index, new, fresh, near)
    gone = (fact for key, fact in run.whole.facts.items() if run.facts.get(key) is not fact)
    left = {fact.id for fact in gone if fact.status in HELD and not _is_held(run.facts.get(fact.id))}
    return [pair for pair in found if left.isdisjoint(pair)] if left else found


def _is_held(fact: Fact | None) -> bool:
    """Whether the night sees it, and it has not ended by now."""
    return fact is not None and fact.status in HELD


def _in_memory(
    run: Run, new: Mapping[str, Statement], fresh: Collection[str], near: Sequence[tuple[str, str]], index: Index | None
) -> Pairs:
    known = index.shelf().everything() if index else {}
    held = {key: fact for key, fact in run.state.facts.items() if fact.status in HELD}
    keys = sorted(held.keys() | new.keys())
    number = {key: n for n, key in enumerate(keys)}
    pile = Pile(known.get(key) or traits(new.get(key) or of_fact(held[key])) for key in keys)
    pairs = worth_judging(pile, {number[key] for key in fresh}, [(number[a], number[b]) for a, b in near])
    return [(keys[a], keys[b]) for a, b in pairs]


def _on_the_index(
    index: Index, new: Mapping[str, Statement], fresh: Collection[str], near: Sequence[tuple[str, str]]
) -> Pairs:
    shelf = index.shelf()
    tonight = {key: -1 - n for n, key in enumerate(sorted(new))}
    asked = {*fresh, *(key for pair in near for key in pair)} - tonight.keys()
    number = tonight | shelf.numbers(sorted(asked))
    layered = Layered(shelf, Pile(traits(new[key]) for key in tonight))
    pairs = worth_judging(layered, {number[key] for key in fresh}, [(number[a], number[b]) for a, b in near])
    keys = shelf.ids({n for pair in pairs for n in pair if n >= 0}) | {n: key for key, n in tonight.items()}
    return sorted((min(keys[a], keys[b]), max(keys[a], keys[b])) for a, b in pairs)


@contextmanager
def _filed(run: Run) -> Iterator[Index | None]:
    """The index, where it stands at the journal as this night read it and was filed by this parser.

    What was written by day is filed first, but by a dry run, which writes nothing.
    """
    from noctuary.index import Index

    with ExitStack() as stack:
        index = None
        try:
            if run.workspace.index.exists():
                index = stack.enter_context(Index.open(run.workspace.index, read_only=True))
            if index and not run.dry_run and index.head() == run.whole.head and index.is_waiting():
                with Index.open(run.workspace.index, root=run.workspace.root) as filed:
                    filed.file_waiting()
        except NoctuaryError:  # an older schema, damaged, or not ours to write: the night's end makes it anew
            index = None
        yield index if index is not None and _is_complete(index, run) else None


def _is_complete(index: Index, run: Run) -> bool:
    if index.head() != run.whole.head or not index.is_filed():
        return False
    return index.shelf().size == sum(fact.status in HELD for fact in run.whole.facts.values())
