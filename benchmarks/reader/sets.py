"""The pairs that the reader never learns from, by set: held tables, unseen halves of public sets, real ones."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.judgement.sets import PUBLIC
from benchmarks.reader import examples
from benchmarks.reader.examples import KINDS, LEFT_OUT, PairExample, Real
from benchmarks.train_edit import is_learned

HELD = ("held_pairs", "held_second", "held_plain", "held_long")
MOST = 1500


def sets(real: Real) -> Iterator[tuple[str, list[PairExample], list[str]]]:
    """(name, pairs, what each is called): held tables, unseen halves of public sets, natural pairs left out."""
    for name in HELD:
        some = examples.written([examples.HERE / f"{name}.tsv"])
        yield name, some, [KINDS[one.allowed[0]] for one in some]
    for name, load in PUBLIC.items():
        try:
            known = [one for one in load() if not (name in examples.SETS and is_learned(one))][:MOST]
        except FileNotFoundError:
            continue
        some = [PairExample(one.a, one.b, examples.CONFLICT if one.is_conflict else examples.PEACE) for one in known]
        yield name, some, ["conflict" if one.is_conflict else "peace" for one in known]
    left = [one for name in sorted(LEFT_OUT & real.pairs.keys()) for one in real.pairs[name]]
    yield "natural", [one for one, _ in left], [name for _, name in left]
