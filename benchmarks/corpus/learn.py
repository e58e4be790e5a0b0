"""Learns from the corpus which notes are worth keeping: `python -m benchmarks.corpus.learn FOLDER [--write]`.

FOLDER holds the clones (docs/corpus.md). Prints how well weights learned from other repositories do on each tenth of
them, and how well all of them together do on the notes of gold/real (NOCTUARY_SHARED), which nothing learns from.
Beside both stand the weights from lines that were written for it (`durable_weights`), by which talk is still weighed.
`--write` rewrites noctuary/extraction/note_weights.py.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from benchmarks.corpus import recover
from benchmarks.corpus.labels import Place, Source, lines
from benchmarks.corpus.measure import said_in
from benchmarks.judgement.table import Cell, Table, markdown
from benchmarks.real import workspaces
from benchmarks.real.marks import Marks
from noctuary.consolidate.score import STRESS, is_unspaced
from noctuary.decisions import Line
from noctuary.extraction import atoms, durable_weights, note_weights
from noctuary.extraction.durable import cues, probability
from noctuary.extraction.extract import seen
from noctuary.model import Event
from noctuary.sources import Where, read
from noctuary.text.readable import is_readable

FOLDS = 10
STRENGTH = 0.2
"""Inverse of the L2 penalty. Of .05, .2 and .5 the one whose highest chances, repositories left out, were nearest to
what was so."""
HEAD = '"""Weights of `durable` for notes, in log-odds. Written by benchmarks/corpus/learn.py; decides nothing."""\n'
EDGES = (0.0, 0.2, 0.35, 0.47, 0.6, 0.7, 0.85, 1.01)
WRITTEN = "learned from written lines"
Scores = NDArray[np.float64]


class Note(NamedTuple):
    """One statement of an agent's note: where it is from, what the models see of it, and what readers said."""

    group: str
    line: Line
    found: dict[str, float]
    is_kept: bool
    is_must: bool

    @property
    def text(self) -> str:
        """Its words."""
        return self.line.text


def labelled(folder: Path) -> list[Note]:
    """The labelled statements of notes that the clones give."""
    levels = {line.place: min(line.said.items())[1][0] for line in lines()}
    notes: dict[Place, Note] = {}
    for origin, said in said_in(folder):
        for number, line, found in cut(said):
            place = Place(Source(*origin, line.ref), number, recover.sha_of(line.text))
            if level := levels.get(place):
                notes[place] = Note(origin[0], line, found, level != "n", level == "m")
    return list(notes.values())


def marked(shared: Path) -> list[Note]:
    """The statements of the notes of gold/real that were read whole; what is known already is worth keeping, too."""
    notes = []
    for name in workspaces.names(shared):
        marks = Marks.read(shared / "gold" / "real" / f"{name}.jsonl")
        for root, _ in workspaces.folders(shared, name) if name not in workspaces.LOGS else ():
            said = [one for one in read(root, {}, Where()) if isinstance(one, Event) and marks.path_of(one.ref)]
            for number, line, found in cut(said):
                there = marks.at(line.ref, number)
                if there is not None:
                    notes.append(Note(name, line, found, bool(there), any(one.level == "must" for one in there)))
    return notes


def cut(said: Sequence[Event]) -> Iterator[tuple[int, Line, dict[str, float]]]:
    """(line number, the statement where it stands, features) of every note's, whatever the hard gates say of it."""
    last = Line("", "note", "")
    for event in said:
        there = atoms.pieces(event.text, prose=True) if event.role == "note" else []
        for number, piece in enumerate(there):
            if not piece.code and any(map(str.isalpha, piece.text)):
                before = last.text if last.ref == event.ref else ""
                last = Line(piece.text, "note", event.ref, (*event.context, *piece.context), before)
                yield event.line + piece.first, last, seen(event, piece, there[:number], len(there))[1]


class Model(NamedTuple):
    """A logistic model over named features."""

    bias: float
    weights: dict[str, float]


def fit(notes: Sequence[Note]) -> Model:
    """What fits what readers said of these notes, in three decimals; .5 is a line that is kept as often as any.

    So the gates mean of notes what they mean of talk, where as many labelled lines are kept as are not.
    """
    turn = DictVectorizer()
    rows = turn.fit_transform([one.found for one in notes])
    model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(rows, _kept(notes))
    named = zip(turn.get_feature_names_out(), model.coef_[0].round(3).tolist(), strict=True)
    share = _kept(notes).mean()
    even = np.log((1 - share) / share)
    return Model(round(float(model.intercept_[0] + even), 3), {name: weight for name, weight in named if weight})


def chances(model: Model, notes: Sequence[Note]) -> Scores:
    """(n,) durabilities as the library weighs them."""
    held = note_weights.BIAS, note_weights.WEIGHTS
    note_weights.BIAS, note_weights.WEIGHTS = model
    try:
        return np.array([probability(one.found) for one in notes])
    finally:
        note_weights.BIAS, note_weights.WEIGHTS = held


def _left_out(notes: Sequence[Note]) -> Scores:
    made = np.zeros(len(notes))
    groups = [one.group for one in notes]
    for known, unseen in GroupKFold(FOLDS).split(made, groups=groups):
        made[unseen] = chances(fit([notes[n] for n in known]), [notes[n] for n in unseen])
    return made


def _kept(notes: Sequence[Note]) -> NDArray[np.bool_]:
    return np.array([one.is_kept for one in notes])


def _ranked(title: str, notes: Sequence[Note], scores: dict[str, Scores]) -> Table:
    """How well each score tells what is kept from what is not, by what is read as English and what is not."""
    kept = _kept(notes)
    parts: dict[str, Callable[[str], bool]] = {
        "all": lambda text: True, "English": is_readable, "other languages": lambda text: not is_readable(text),
    }  # fmt: skip
    rows: list[dict[str, Cell]] = []
    for name, score in scores.items():
        for part, belongs in parts.items():
            mask = np.array([belongs(one.text) for one in notes])
            rows.append({"by": name, "of": part, "notes": int(mask.sum())} | _rank(score[mask], kept[mask]))
    return Table(title, rows)


def _rank(score: Scores, kept: NDArray[np.bool_]) -> dict[str, Cell]:
    order = np.argsort(-score, kind="stable")
    cells: dict[str, Cell] = {"kept": f"{kept.mean():.2f}", "area under the curve": f"{roc_auc_score(kept, score):.2f}"}
    for part in (2, 5, 10):
        cells[f"of the surest {part} %"] = f"{kept[order[: max(1, len(order) * part // 100)]].mean():.2f}"
    return cells


def _reliable(title: str, notes: Sequence[Note], score: Scores) -> Table:
    """Of the notes with such a durability, how many are kept, and how many of all musts are among them."""
    kept, musts = _kept(notes), np.array([one.is_must for one in notes])
    rows: list[dict[str, Cell]] = []
    for low, high in itertools.pairwise(EDGES):
        mask = (score >= low) & (score < high)
        if mask.any():
            told: dict[str, Cell] = {"durability": f"{low:.2f} to {min(high, 1):.2f}", "notes": int(mask.sum())}
            rows.append(told | {"kept": f"{kept[mask].mean():.2f}", "musts": f"{musts[mask].sum()} of {musts.sum()}"})
    return Table(title, rows)


def _stressed(note: Note) -> bool:
    """Whether it stands on a note's stress (`score.is_stressed`)."""
    return not set(STRESS).isdisjoint(cues(note.found)) and not is_unspaced(note.text)


def _tell(title: str, notes: Sequence[Note], model: str, score: Scores) -> None:
    """Print how well a model does on notes beside the weights from written lines, and what its durabilities mean."""
    before = chances(Model(durable_weights.BIAS, durable_weights.WEIGHTS), notes)
    print(markdown(_ranked(title, notes, {WRITTEN: before, model: score})))
    print(markdown(_reliable(f"{title}, {model}", notes, score)))
    mask = np.array([_stressed(one) for one in notes])
    stressed = [one for one, is_so in zip(notes, mask, strict=True) if is_so]
    print(markdown(_reliable("What they stress", stressed, score[mask])))


def written(model: Model, head: str = HEAD) -> str:
    """The library's module of these weights, under its docstring."""
    table = "".join(f'    "{name}": {weight:.3f},\n' for name, weight in sorted(model.weights.items()))
    return f"{head}\nBIAS = {model.bias:.3f}\nWEIGHTS: dict[str, float] = {{\n{table}}}\n"


def main(words: list[str]) -> None:
    """Print what is learned and how well it does on what was left out; with `--write`, ship it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="clones, as owner/name or owner+name")
    asked.add_argument("--write", action="store_true", help="rewrite the library's weights")
    given = asked.parse_args(words)
    notes = labelled(given.folder)
    if not notes:
        sys.exit(f"{given.folder}: none of the corpus's repositories is cloned here; docs/corpus.md says how they lie")
    _tell("Notes of the corpus", notes, "learned from other repositories", _left_out(notes))
    model = fit(notes)
    _tell_real(model, Path(os.environ.get("NOCTUARY_SHARED", recover.ROOT.parent / "shared")))
    if given.write:
        Path(str(note_weights.__file__)).write_text(written(model))


def _tell_real(model: Model, shared: Path) -> None:
    notes: list[Any] = marked(shared)
    if not notes:
        print(f"\n{shared}: no gold/real and inputs here, so nothing is told of them.")
        return
    title = "Notes of gold/real, which nothing learns from"
    _tell(title, notes, "learned from the corpus", chances(model, notes))


if __name__ == "__main__":
    main(sys.argv[1:])
