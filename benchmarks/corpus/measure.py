"""What the night's rules make of the corpus: `python -m benchmarks.corpus.measure FOLDER` (clones; NOCTUARY_SHARED).

Of the pairs what is folded or lent, called a conflict, asked and replaced, beside what the markers said, as if each
pair were two agents' notes or lines of MEMORY.md, alone in the world. Whoever changes a rule because of a pair read
here makes its figure a fit. What is learned of the statements: `benchmarks.corpus.learn`.
"""

from __future__ import annotations

import datetime as dt
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from benchmarks.corpus import recover
from benchmarks.corpus.labels import VERDICTS, Place, Source, lines, pairs
from benchmarks.judgement.table import Cell, Table, markdown
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.resolve import act
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.entails import are_same
from noctuary.judging.lending import are_of_two_days, is_fuller, lending
from noctuary.judging.replacing import held_from_replacing, is_worth_asking
from noctuary.judging.statements import of_fact
from noctuary.model import Event, Fact, Support, fact_id
from noctuary.reader import choose
from noctuary.stages.without_asides import judge_pair

POLICY = ConflictPolicy()
NOW = dt.datetime(2026, 11, 4, 3, tzinfo=dt.UTC)
DAWN = dt.date(2026, 1, 1)
"""What an undated statement counts as here; the pairs are of 2026, most of them of its first half."""


def candidates(folder: Path) -> dict[Place, recover.Kept]:
    """Every statement of the sources of the corpus that may be one side of a pair."""
    there = {}
    for origin, said in said_in(folder):
        for one in recover.weighable(said):
            there[Place(Source(*origin, one.path), one.line, one.sha)] = one
    return there


def said_in(folder: Path) -> Iterator[tuple[tuple[str, str], list[Event]]]:
    """(repository, commit) and what its files of the corpus say."""
    wanted: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in lines():
        wanted[line.place.source[:2]].add(line.place.source.path)
    for pair in pairs():
        wanted[pair.older.source[:2]] |= {pair.older.source.path, pair.newer.source.path}
    for origin, paths in sorted(wanted.items()):
        yield origin, recover.said(folder, *origin, sorted(paths))


def fact_of(one: recover.Kept) -> Fact:
    """A candidate as a night would hold it: a line of MEMORY.md is the human's and believed, all else an agent's."""
    said = one.statement
    is_memory = PurePosixPath(one.path).name == "MEMORY.md"
    trust = "human" if is_memory else "agent"
    at = dt.datetime.combine(said.said_on, dt.time(9), dt.UTC) if said.said_on else None
    source = Support(
        ref=one.path, line=one.line, line_end=one.line, session=one.path, role="memory" if is_memory else "note",
        trust=trust, at=at, quote=said.text, under=said.context,
    )  # fmt: skip
    return Fact(
        id=fact_id(said.text, f"{one.path}:{one.line}"), text=said.text, entity=said.subject, kind=said.kind or "fact",
        status="active" if is_memory else "candidate", confidence=0.7, method="single-source", verified_at=NOW,
        trust=trust, sources=(source,), said_on=said.said_on, valid_from=said.said_on,
    )  # fmt: skip


def done(older: Fact, newer: Fact) -> Iterator[str]:
    """What a night would make of two: one statement, voices of each other, a conflict, a question, a replacement."""
    one, two = of_fact(older, DAWN), of_fact(newer, DAWN)
    reader = choose().reader
    if is_fuller(one, two):
        is_voice = not are_of_two_days(of_fact(older), of_fact(newer)) and bool(lending([(one, two)], reader))
        yield ("folded" if are_same(one, two) else "lent") if is_voice else "told, no voice"
    verdict = judge_pair(one, two, POLICY.ask_score, reader)
    what = act(verdict, older, newer, POLICY, is_regression=False)
    if what == "none":
        return
    yield "conflict"
    if what == "supersede" and is_plain_change(older, newer) and not held_from_replacing(older, newer, verdict):
        yield "replaced"
    elif is_plain(verdict, older, newer) and is_worth_asking(older, newer, verdict.heard):
        yield "asked"


_SAID = ("duplicate", "refinement", "refined")
RIGHT = {
    "folded": _SAID,
    "lent": _SAID,
    "told, no voice": _SAID,
    "conflict": ("contradiction", "supersession", "superseded"),
    "asked": ("contradiction", "supersession", "superseded"),
    "replaced": ("supersession", "superseded"),
}


def judged(there: dict[Place, recover.Kept]) -> Table:
    """Of all pairs what is done with them, and how much of it the first marker calls right."""
    did: dict[str, Counter[str]] = {name: Counter() for name in RIGHT}
    size, conflicts = 0, 0
    for pair in pairs():
        if pair.older in there and pair.newer in there:
            said = VERDICTS[min(pair.said.items())[1]]
            size, conflicts = size + 1, conflicts + (said in RIGHT["conflict"])
            sides = sorted((fact_of(there[end]) for end in (pair.older, pair.newer)), key=_day)
            for what in done(*sides):
                did[what][said] += 1
    rows: list[dict[str, Cell]] = []
    for what, said_of in did.items():
        times, right = sum(said_of.values()), sum(said_of[name] for name in RIGHT[what])
        told = ", ".join(f"{name} {count}" for name, count in said_of.most_common())
        rows.append({"as": what, "pairs": times, "right": right, "of 1,000": f"{1000 * times / size:.1f}", "are": told})
    return Table(f"{size:,} natural pairs, {conflicts} of them conflicts", rows)


def _day(fact: Fact) -> dt.date:
    return fact.said_on or DAWN


def main(words: Sequence[str]) -> None:
    """Print the table."""
    if len(words) != 1:
        sys.exit("python -m benchmarks.corpus.measure FOLDER: name the folder of clones")
    there = candidates(Path(words[0]))
    if not there:
        sys.exit(f"{words[0]}: none of the corpus's repositories is cloned here; docs/corpus.md says how they lie")
    print(markdown(judged(there)))


if __name__ == "__main__":
    main(sys.argv[1:])
