"""What the night's rules make of the corpus: `python -m benchmarks.corpus.measure FOLDER` (clones; NOCTUARY_SHARED).

Two tables. Pairs: what is taken for evidence, called a conflict, asked and replaced, beside what the markers said, as
if each pair were two agents' notes or lines of MEMORY.md, alone in the world. Statements: how well the durability
model tells must and may from no, and what the same features reach with weights learned from other workspaces.
Whoever changes a rule because of a pair read here makes its figure a fit.
"""

from __future__ import annotations

import datetime as dt
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.corpus import recover
from benchmarks.corpus.labels import VERDICTS, Place, Source, lines, pairs
from benchmarks.judgement.table import Cell, Table, markdown
from noctuary.consolidate.entails import entails
from noctuary.consolidate.extraction.durable import features, probability
from noctuary.consolidate.plain import is_plain, is_plain_change
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.replacing import held_from_replacing, is_worth_asking
from noctuary.consolidate.resolve import act
from noctuary.consolidate.statements import of_fact
from noctuary.embed import choose
from noctuary.model import Fact, Support, fact_id
from noctuary.stages.twice import read_twice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POLICY = ConflictPolicy()
NOW = dt.datetime(2026, 11, 4, 3, tzinfo=dt.UTC)
DAWN = dt.date(2026, 1, 1)
"""What an undated statement counts as here; the pairs are of 2026, most of them of its first half."""
FOLDS, STRENGTH, WIDTH = 8, 0.05, 3
TOP = 20
"""A twentieth."""


class Found(NamedTuple):
    """What of the corpus the clones give: statements and candidates by their place."""

    pieces: dict[Place, recover.Piece]
    kept: dict[Place, recover.Kept]


def found(folder: Path) -> Found:
    """Every statement and candidate of the sources of the corpus."""
    wanted: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in lines():
        wanted[line.place.source[:2]].add(line.place.source.path)
    for pair in pairs():
        wanted[pair.older.source[:2]] |= {pair.older.source.path, pair.newer.source.path}
    there = Found({}, {})
    for (repository, commit), paths in sorted(wanted.items()):
        said = recover.said(folder, repository, commit, sorted(paths))
        for table, cut in ((there.pieces, recover.pieces(said)), (there.kept, recover.kept(said))):
            for one in cut:
                table[Place(Source(repository, commit, one.path), one.line, one.sha)] = one  # type: ignore[index]
    return there


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
    """What a night would make of two: evidence, conflict, asked, replaced."""
    one, two = of_fact(older, DAWN), of_fact(newer, DAWN)
    if entails(one, two) or entails(two, one):
        yield "evidence"
    verdict = read_twice(one, two, POLICY.ask_score)
    what = act(verdict, older, newer, POLICY, is_regression=False)
    if what == "none":
        return
    yield "conflict"
    if what == "supersede" and is_plain_change(older, newer) and not held_from_replacing(older, newer, verdict):
        yield "replaced"
    elif is_plain(verdict, older, newer) and is_worth_asking(older, newer):
        yield "asked"


RIGHT = {
    "evidence": ("duplicate", "refinement", "refined"),
    "conflict": ("contradiction", "supersession", "superseded"),
    "asked": ("contradiction", "supersession", "superseded"),
    "replaced": ("supersession", "superseded"),
}


def judged(there: Found) -> Table:
    """Of all pairs what is done with them, and how much of it the first marker calls right."""
    did: dict[str, Counter[str]] = {name: Counter() for name in RIGHT}
    size, conflicts = 0, 0
    for pair in pairs():
        if pair.older in there.kept and pair.newer in there.kept:
            said = VERDICTS[min(pair.said.items())[1]]
            size, conflicts = size + 1, conflicts + (said in RIGHT["conflict"])
            sides = sorted((fact_of(there.kept[end]) for end in (pair.older, pair.newer)), key=_day)
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


def weighed(there: Found) -> Table:
    """How the present model, and weights learned from other workspaces, tell must and may from no."""
    import numpy as np
    from scipy.sparse import csr_matrix, hstack
    from sklearn.feature_extraction import DictVectorizer

    marked = [one for one in lines() if one.place in there.pieces]
    pieces = [there.pieces[one.place] for one in marked]
    kept = np.array([min(one.said.items())[1][0] != "n" for one in marked])
    groups = np.array([one.place.source.repository for one in marked])
    are_notes = np.array([one.role == "note" for one in pieces])
    named = [features(one.text, one.role, context=one.context) for one in pieces]
    rows = DictVectorizer().fit_transform(named)
    embed = choose().embedder.embed
    vectors = [embed([one.text for one in pieces]), embed([" > ".join(one.context[-2:]) or "." for one in pieces])]
    wide = hstack([rows, *(csr_matrix(WIDTH * one) for one in vectors)]).tocsr()
    scores = {
        "the durability model": np.array([probability(one) for one in named]),
        "its features, other workspaces' weights": _learned(rows, kept, groups),
        "and static vectors of text and heading": _learned(wide, kept, groups),
    }
    told = [
        {"by": name, "of": who, "statements": int(mask.sum())} | _told(score[mask], kept[mask])
        for name, score in scores.items()
        for who, mask in (("all", np.ones(len(kept), dtype=bool)), ("notes", are_notes))
    ]
    return Table("Must or may against no; learned in folds over workspaces", told)


def _learned(rows: Any, kept: NDArray[np.bool_], groups: NDArray[np.str_]) -> NDArray[np.float64]:
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold

    made = np.zeros(len(kept))
    for known, left_out in GroupKFold(FOLDS).split(rows, kept, groups):
        model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(rows[known], kept[known])
        made[left_out] = model.predict_proba(rows[left_out])[:, 1]
    return made


def _told(score: NDArray[np.float64], kept: NDArray[np.bool_]) -> dict[str, Cell]:
    import numpy as np
    from sklearn.metrics import roc_auc_score

    surest = np.argsort(-score, kind="stable")[: max(1, len(score) // TOP)]
    return {
        "marked": f"{kept.mean():.2f}",
        "area under the curve": f"{roc_auc_score(kept, score):.2f}",
        "of the surest twentieth": f"{kept[surest].mean():.2f}",
    }


def main(words: Sequence[str]) -> None:
    """Print both tables."""
    if len(words) != 1:
        sys.exit("python -m benchmarks.corpus.measure FOLDER: name the folder of clones")
    there = found(Path(words[0]))
    if not there.kept:
        sys.exit(f"{words[0]}: none of the corpus's repositories is cloned here; docs/corpus.md says how they lie")
    print(markdown(judged(there)))
    print(markdown(weighed(there)))


if __name__ == "__main__":
    main(sys.argv[1:])
