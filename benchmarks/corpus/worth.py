"""Learns which of the lines that a night let in their owners find worth keeping.

`python -m benchmarks.corpus.worth FOLDER [--write]`. FOLDER holds clones of the repositories that
benchmarks/real/unseen.tsv names (docs/corpus.md); what their readers said of promoted lines of agents' notes is learned
from, a line known by its file and a hash over its words. Prints what weights learned from all other repositories would
let in, beside all. `--write` rewrites noctuary/extraction/worth_weights.py with what all of them teach.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from benchmarks.corpus import recover
from benchmarks.corpus.learn import Model, written
from benchmarks.judgement.table import Cell, Table, markdown
from benchmarks.real.unseen import AGAIN, HERE, VERDICTS
from benchmarks.real.verdicts import key
from noctuary.decisions import Line
from noctuary.extraction import worth_weights
from noctuary.extraction.extract import extract
from noctuary.extraction.worth import EVEN, measures
from noctuary.model import Candidate
from noctuary.reader import choose

STRENGTH, FOLDS = 0.05, 10
"""Inverse of the L2 penalty. From .01 to .5 the area under the curve for what is right grows by .016, repositories left
out, and for what is wrong it falls by as much; on the thirteenth set, by the sets before it, it falls for both."""
HEAD = (
    '"""Weights of what makes a note worth keeping, in log-odds. '
    'Written by benchmarks/corpus/worth.py; decides nothing."""\n'
)
LEARNED = ("7", "8", "9", "10", "11", "12", "12o", "13", "13o")
"""Sets that the weights are learned from; later ones measure them. What earlier ones hold passed gates long gone."""
FIRST = 9
"""From this set on each is told by weights of the sets before it, too: before it there are too few."""


class Judged(NamedTuple):
    """A line that was let in: in which set, of which repository, what it is weighed by, what a reader said of it."""

    name: str
    repository: str
    found: dict[str, float]
    verdict: str


def judged(folder: Path, told: Path = HERE) -> list[Judged]:
    """Every judged line that the clones give and extraction still cuts so."""
    with told.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if _is_one(row)]
    wanted: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        wanted[row["repository"], row["commit"]].append(row)
    found: list[Judged] = []
    for (repository, commit), some in sorted(wanted.items()):
        if there := recover.clone(folder, repository):
            found += _lines(there, recover.at(there, commit), repository, some)
    return found


def _is_one(row: dict[str, str]) -> bool:
    is_later = not row["set"].endswith(AGAIN) and _number(row["set"]) >= _number(LEARNED[0])
    return is_later and row["act"] == "promoted" and row["role"] == "note"


def _lines(clone: Path, commit: str, repository: str, rows: Sequence[dict[str, str]]) -> Iterator[Judged]:
    reader = choose().reader
    if reader is None:
        sys.exit("the reader is not whole in this installation: install noctuary again")
    refs = {row["place"].rpartition(":")[0] for row in rows}
    places = {path: ref for ref in refs for path in recover.below(clone, commit, ref)[:1]}
    by_words = {row["words"]: row for row in rows}
    before: dict[str, str] = {}
    for event in recover.events(clone, commit, sorted(places)):
        ref, last = places.get(event.ref, event.ref), before.get(event.ref, "")
        for item in extract(event):
            one = item if isinstance(item, Candidate) else item.candidate
            before[event.ref], previous = item.text, before.get(event.ref, last)
            if one is None or one.support.role != "note":
                continue
            words = key("promoted", (ref, one.support.quote or one.text))
            if row := by_words.pop(words, None):
                line = Line(one.text, "note", ref, one.support.under, previous)
                yield Judged(row["set"], repository, measures(one, reader.lines_of([line])[0]), row["verdict"])


def fit(some: Sequence[Judged]) -> Model:
    """What fits what was called right of these."""
    turn = DictVectorizer()
    rows = turn.fit_transform([one.found for one in some]).toarray()
    learned = LogisticRegression(C=STRENGTH, max_iter=4000).fit(rows, [one.verdict == VERDICTS[0] for one in some])
    weights = dict(zip(turn.get_feature_names_out(), learned.coef_[0].round(3).tolist(), strict=True))
    return Model(round(float(learned.intercept_[0]), 3), {name: weight for name, weight in weights.items() if weight})


def chances(model: Model, some: Sequence[Judged]) -> NDArray[np.float64]:
    """(n,) how likely each is worth keeping, as the library weighs it."""
    odds = [model.bias + sum(model.weights.get(name, 0.0) * value for name, value in one.found.items()) for one in some]
    return np.asarray(1 / (1 + np.exp(-np.array(odds))))


def left_out(some: Sequence[Judged]) -> NDArray[np.float64]:
    """(n,) what weights learned from other repositories say of each."""
    made = np.zeros(len(some))
    for known, unseen in GroupKFold(FOLDS).split(made, groups=[one.repository for one in some]):
        made[unseen] = chances(fit([some[n] for n in known]), [some[n] for n in unseen])
    return made


def table(title: str, some: Sequence[Judged], score: NDArray[np.float64]) -> Table:
    """What is let in from each chance on."""
    said = np.array([one.verdict for one in some])
    rows: list[dict[str, Cell]] = []
    for bar in (0.0, 0.4, EVEN, 0.6, 0.7):
        let = score >= bar
        row: dict[str, Cell] = {"worth at least": f"{bar:.1f}", "lines": int(let.sum())}
        row |= {word: f"{(said[let] == word).mean():.2f}" for word in VERDICTS}
        row["of all that are right"] = f"{(let & (said == VERDICTS[0])).sum() / (said == VERDICTS[0]).sum():.2f}"
        rows.append(row)
    return Table(title, rows)


def areas(some: Sequence[Judged], score: NDArray[np.float64]) -> str:
    """The areas under the curve for what is right against the rest and for what is not wrong."""
    right, wrong = (np.array([one.verdict == word for one in some]) for word in (VERDICTS[0], VERDICTS[-1]))
    return f"{roc_auc_score(right, score):.2f}, {roc_auc_score(~wrong, score):.2f}"


def set_by_set(some: Sequence[Judged]) -> Table:
    """Each set by weights of the sets before it: all of it, and what is let in."""
    rows: list[dict[str, Cell]] = []
    for number in range(FIRST, _number(LEARNED[-1]) + 1):
        known, unseen = ([one for one in some if is_so(_number(one.name))] for is_so in (number.__gt__, number.__eq__))
        score = chances(fit(known), unseen)
        let = [one for one, chance in zip(unseen, score, strict=True) if chance >= EVEN]
        row: dict[str, Cell] = {"set": number, "areas": areas(unseen, score), "lines": len(unseen), "let in": len(let)}
        for word in (VERDICTS[0], VERDICTS[-1]):
            row |= {f"{word}, all": _share(unseen, word), f"{word}, let in": _share(let, word)}
        rows.append(row)
    return Table("Each set by weights of the sets before it", rows)


def _number(name: str) -> int:
    """The number of a set; what was left out of its nights ("12o"), or dreamt again ("15s"), has the same."""
    return int("".join(filter(str.isdigit, name)))


def _share(some: Sequence[Judged], word: str) -> str:
    return f"{np.mean([one.verdict == word for one in some]):.2f}"


def main(words: list[str]) -> None:
    """Print what would be let in of lines that were left out; with `--write`, ship what is learned from all."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="clones, as owner/name or owner+name")
    asked.add_argument("--write", action="store_true", help="rewrite the library's weights")
    given = asked.parse_args(words)
    every = judged(given.folder)
    some = [one for one in every if one.name in LEARNED]
    if not some:
        sys.exit(f"{given.folder}: no judged repository is cloned here; docs/corpus.md says how they lie")
    score = left_out(some)
    print(f"{len(some)} lines of {len({one.repository for one in some})} repositories")
    print(f"areas under the curve, right and not wrong: {areas(some, score)}")
    print(markdown(table("Lines of agents' notes that were let in, repositories left out", some, score)))
    print(markdown(set_by_set(some)))
    model = fit(some)
    if later := [one for one in every if one.name not in LEARNED]:
        score = chances(model, later)
        print(markdown(table(f"Later sets, by weights that know nothing of them: {areas(later, score)}", later, score)))
    if given.write:
        Path(str(worth_weights.__file__)).write_text(written(model, HEAD), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
