"""Learns from real talk which of a human's sentences are worth keeping.

`python -m benchmarks.corpus.talk FOLDER [--write]`. FOLDER holds the clones (docs/corpus.md). talk.tsv names each
sentence by reference: file, line, where in the line's words it stands, a hash over it; never the sentence. What the
human pasted is not learned from. Prints how well weights learned from all other repositories, and from the written
lines of `train_extract`, do on each repository, beside the weights of written lines alone, by which talk is weighed
where there is no reader. `--write` rewrites noctuary/extraction/talk_weights.py.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from benchmarks.corpus import recover
from benchmarks.judgement.table import Cell, Table, markdown
from benchmarks.train_extract import read as read_written
from noctuary.consolidate.score import OWN, SAID, STRESS, is_unspaced
from noctuary.decisions import Line, Reading
from noctuary.extraction import talk_weights
from noctuary.extraction.announced import is_announced
from noctuary.extraction.durable import features, probability
from noctuary.extraction.rereading import TALK
from noctuary.extraction.worth import log_odds
from noctuary.reader import choose
from noctuary.text.readable import is_readable

HERE = Path(__file__).parent
LINES = ("extract_lines.tsv", "extract_lines_work.tsv", "extract_lines_languages.tsv")
STRENGTH, FOLDS = 0.5, 10
"""Inverse of the L2 penalty: of .2, .5 and 1 the area under the curve, repositories left out, was the same to .005."""
EDGES = (0.0, 0.3, 0.47, 0.6, 0.7, 0.85, 0.9, 1.01)
HEAD = (
    '"""Weights of what features and a reader say of talk, in log-odds. '
    'Written by benchmarks/corpus/talk.py; decides nothing."""\n'
)
LEVELS = ("must", "may", "no")
STANCES = ("asserted", "transient", "asked", "supposed", "planned", "reported", "scrap")
Scores = NDArray[np.float64]


class Unit(NamedTuple):
    """A sentence of a human: where it stands (`start` and `length` within its line's words), and what a reader said."""

    repository: str
    commit: str
    path: str
    line: int
    start: int
    length: int
    sha: str
    turn: str
    level: str
    kind: str
    is_pasted: bool
    language: str


class Said(NamedTuple):
    """A sentence, what the models see of it, whether it is kept, and of which repository; "" for a written line."""

    group: str
    text: str
    found: dict[str, float]
    read: tuple[float, ...]
    is_kept: bool


def units() -> list[Unit]:
    """Every labelled sentence, in the order in which it was said."""
    with (HERE / "talk.tsv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [
        Unit(
            row["repository"], row["commit"], row["path"], int(row["line"]), int(row["start"]), int(row["length"]),
            row["sha"], row["turn"], row["level"], row["kind"], row["pasted"] == "1", row["language"],
        )
        for row in rows
    ]  # fmt: skip


def words_of(line: str) -> str:
    """The words of one line of a file: the strings of a record, below each other, else the line."""
    try:
        record = json.loads(line)
    except ValueError:
        return line
    return "\n".join(_strings(record)) if isinstance(record, dict) else line


def _strings(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, (list, dict)):
        for one in node.values() if isinstance(node, dict) else node:
            yield from _strings(one)


def texts(folder: Path, wanted: Sequence[Unit]) -> dict[Unit, str]:
    """The words of those units whose repository is cloned in `folder` and whose hash agrees."""
    found = {}
    for (repository, commit, path), some in groupby(wanted, key=lambda one: (one.repository, one.commit, one.path)):
        clone = recover.clone(folder, repository)
        lines = recover.content(clone, commit, path).split("\n") if clone else []
        for one in some:
            words = _words(lines[one.line - 1])[one.start : one.start + one.length] if one.line <= len(lines) else ""
            if recover.sha_of(words) == one.sha:
                found[one] = words
    return found


_words = cache(words_of)


def said(folder: Path) -> list[Said]:
    """The human's own sentences that the clones give, as the library would weigh them."""
    wanted = units()
    given = texts(folder, wanted)
    made: list[tuple[Unit, Line, dict[str, float]]] = []
    for _, turn in groupby(wanted, key=lambda one: (one.repository, one.path, one.turn)):
        some, before = list(turn), ""
        for one in some:
            text = given.get(one, "")
            if text and not one.is_pasted:
                line = Line(text, "user", TALK, (), before)
                made.append((one, line, features(text, "user", crowd=len(some))))
            before = text
    read = _read(line for _, line, _ in made)
    return [
        Said(one.repository, line.text, found, odds, one.level != "no")
        for (one, line, found), odds in zip(made, read, strict=True)
    ]


def written() -> list[Said]:
    """The lines that were written to learn from, as said by nobody's repository."""
    rows = [row for name in LINES for row in read_written(str(HERE.parent / name)) if row["role"] == "user"]
    read = _read(Line(row["text"], "user", TALK, (), "") for row in rows)
    return [
        Said("", row["text"], features(row["text"], "user"), odds, row["keep"])
        for row, odds in zip(rows, read, strict=True)
    ]


def _read(lines: Iterable[Line]) -> list[tuple[float, ...]]:
    reader = choose().reader
    if reader is None:
        sys.exit("the reader is not whole in this installation: install noctuary again")
    return [odds_of(reading) for reading in reader.lines_of(list(lines))]


def odds_of(reading: Reading) -> tuple[float, ...]:
    """The log odds of each level and stance."""
    return tuple(log_odds(chance) for chance in (*reading.level, *reading.stance))


class Model(NamedTuple):
    """Weights of features and of a reader's log odds; .5 is a sentence that is kept as often as any human's own."""

    bias: float
    weights: dict[str, float]
    read: tuple[float, ...]


def fit(some: Sequence[Said], share: float) -> Model:
    """What fits what was kept of these; `share` is how often a human's own sentence is."""
    turn = DictVectorizer()
    found = turn.fit_transform([one.found for one in some]).toarray()
    model = LogisticRegression(C=STRENGTH, max_iter=4000).fit(
        np.hstack([found, _third([one.read for one in some])]), [one.is_kept for one in some]
    )
    names = turn.get_feature_names_out()
    weights = dict(zip(names, model.coef_[0][: len(names)].round(3).tolist(), strict=True))
    read = (model.coef_[0][len(names) :] / 3).round(3).tolist()
    even = np.log((1 - share) / share)
    bias = round(float(model.intercept_[0] + even), 3)
    return Model(bias, {name: weight for name, weight in weights.items() if weight}, tuple(read))


def _third(read: Sequence[tuple[float, ...]]) -> Scores:
    """The log odds as large as features are, so that one penalty suits both."""
    return np.array(read) / 3


def chances(model: Model, some: Sequence[Said]) -> Scores:
    """(n,) durabilities as the library weighs them."""
    return np.array([_chance(model, one) for one in some])


def _chance(model: Model, one: Said) -> float:
    odds = model.bias + sum(value * model.weights.get(name, 0.0) for name, value in one.found.items())
    return float(1 / (1 + np.exp(-odds - np.dot(model.read, one.read))))


def left_out(some: Sequence[Said], lines: Sequence[Said], share: float) -> Scores:
    """(n,) what weights learned from other repositories, and from the written lines, say of each."""
    made = np.zeros(len(some))
    for known, unseen in GroupKFold(FOLDS).split(made, groups=[one.group for one in some]):
        model = fit([*(some[n] for n in known), *lines], share)
        made[unseen] = chances(model, [some[n] for n in unseen])
    return made


def ranked(kept: NDArray[np.bool_], scores: dict[str, Scores]) -> Table:
    """How well each score tells what is kept, and what share is among the surest."""
    rows: list[dict[str, Cell]] = []
    for name, score in scores.items():
        order = np.argsort(-score, kind="stable")
        row: dict[str, Cell] = {"by": name, "area under the curve": f"{roc_auc_score(kept, score):.2f}"}
        rows.append(row | {f"of the surest {n}": f"{kept[order[:n]].mean():.2f}" for n in (50, 100, 150, 200)})
    return Table("Sentences of humans", rows)


def reliable(kept: NDArray[np.bool_], score: Scores) -> Table:
    """Of the sentences with such a durability, how many are kept."""
    rows: list[dict[str, Cell]] = []
    for low, high in pairwise(EDGES):
        mask = (score >= low) & (score < high)
        if mask.any():
            told: dict[str, Cell] = {"durability": f"{low:.2f} to {min(high, 1):.2f}", "sentences": int(mask.sum())}
            rows.append(told | {"kept": f"{kept[mask].mean():.2f}"})
    return Table("Repositories left out", rows)


def stressed(some: Sequence[Said], kept: NDArray[np.bool_], score: Scores) -> Table:
    """Of the sentences that their speaker stressed, as a night sees it, how many are kept."""
    scripts = np.array([_script(one.text) for one in some])
    is_so = np.array([_is_stressed(one) for one in some])
    rows: list[dict[str, Cell]] = []
    for script in ("English", "parted by spaces", "not parted"):
        for low, high in pairwise((0.0, 0.8, 0.85, 1.01)):
            mask = is_so & (scripts == script) & (score >= low) & (score < high)
            told: dict[str, Cell] = {"read as": script, "durability": f"{low:.2f} to {min(high, 1):.2f}"}
            rows.append(told | {"stressed": int(mask.sum()), "kept": int(kept[mask].sum())})
    return Table("Stressed, repositories left out", rows)


def _is_stressed(one: Said) -> bool:
    marks = {*STRESS, *OWN} & one.found.keys()
    return bool(marks - (set() if is_announced(one.text) else set(SAID)))


def _script(text: str) -> str:
    return "English" if is_readable(text) else "not parted" if is_unspaced(text) else "parted by spaces"


def module(model: Model) -> str:
    """The library's module of these weights."""
    table = "".join(f'    "{name}": {weight:.3f},\n' for name, weight in sorted(model.weights.items()))
    read = "".join(
        f"    {weight:.3f},  # {name}\n" for name, weight in zip((*LEVELS, *STANCES), model.read, strict=True)
    )
    return (
        f"{HEAD}\nBIAS = {model.bias:.3f}\nWEIGHTS: dict[str, float] = {{\n{table}}}\n"
        f"READ: tuple[float, ...] = (\n{read})\n"
        '"""For the log odds of each level and stance of a `Reading`, in its order."""\n'
    )


def main(words: list[str]) -> None:
    """Print how well talk is told apart where it was left out; with `--write`, ship what is learned from all."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="clones, as owner/name or owner+name")
    asked.add_argument("--write", action="store_true", help="rewrite the library's weights")
    given = asked.parse_args(words)
    some, lines = said(given.folder), written()
    if not some:
        sys.exit(f"{given.folder}: none of the talk's repositories is cloned here; docs/corpus.md says how they lie")
    kept = np.array([one.is_kept for one in some])
    learned = left_out(some, lines, float(kept.mean()))
    alone = np.array([probability(one.found) for one in some])
    print(f"{len(some)} sentences of {len({one.group for one in some})} repositories, {kept.sum()} kept")
    print(markdown(ranked(kept, {"written lines alone": alone, "both, other repositories": learned})))
    print(markdown(reliable(kept, learned)))
    print(markdown(stressed(some, kept, learned)))
    if given.write:
        Path(str(talk_weights.__file__)).write_text(module(fit([*some, *lines], float(kept.mean()))))


if __name__ == "__main__":
    main(sys.argv[1:])
