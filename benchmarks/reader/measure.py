"""What the shipped reader is worth, on what it never learned from: `python -m benchmarks.reader.measure [FOLDER]`.

Pairs: held tables, unseen halves of public sets, and (with FOLDER, the corpus's clones) the natural pairs of the
repositories left out; each judged by the measures alone (`lexical`), the reader alone, and both as a night judges.
Notes: those of the repositories left out and of gold/real (NOCTUARY_SHARED), by features, by the reader, by both.
"""

from __future__ import annotations

import importlib
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics import f1_score, roc_auc_score

from benchmarks.corpus import learn, recover
from benchmarks.corpus.labels import Place, Source, lines
from benchmarks.corpus.learn import Note, cut, marked
from benchmarks.corpus.measure import said_in
from benchmarks.judgement.table import Cell, Table, markdown
from benchmarks.reader.examples import KINDS, LEFT_OUT, PairExample, Real, real
from benchmarks.reader.sets import HELD, sets
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.decisions import Verdict
from noctuary.extraction.durable import probability
from noctuary.extraction.rereading import together
from noctuary.model import Statement
from noctuary.reader.encoder import Encoder
from noctuary.text.readable import is_readable

judge: Any = importlib.import_module("noctuary.judging.judge")
CONFLICTS = frozenset(("contradiction", "supersession", "superseded", "conflict"))
ASK = ConflictPolicy().ask_score
"""The settings' asking point."""
EDGES = (*learn.EDGES[:-2], 0.75, 0.85, 0.9, learn.EDGES[-1])
"""Those of the corpus; from the last but two on a note enters by itself (`promote.min_noted`)."""


Sides = PairExample | tuple[Statement, Statement]


class Said(NamedTuple):
    """A verdict, and how sure a conflict is."""

    kind: str
    sure: float


def by_measures(pairs: Sequence[Sides]) -> list[Said]:
    """What the judge says without a reader."""
    return [_said(one) for one in judge.judge_all([(one[0], one[1]) for one in pairs])]


def by_both(pairs: Sequence[Sides]) -> list[Said]:
    """What it says with one."""
    return [_said(one) for one in judge.judge_all([(one[0], one[1]) for one in pairs], Encoder())]


def by_reader(pairs: Sequence[Sides]) -> list[Said]:
    """What the reader says alone: the likeliest verdict."""
    chances = Encoder().chances_of([(one[0], one[1]) for one in pairs])
    return [Said(KINDS[max(range(6), key=one.__getitem__)], one.conflict) for one in chances]


def _said(verdict: Verdict) -> Said:
    return Said(verdict.kind, verdict.sureness if verdict.kind in CONFLICTS else 0.0)


WAYS = {"measures": by_measures, "reader": by_reader, "both": by_both}


def pair_rows(known: Real) -> Iterator[dict[str, Cell]]:
    """A row a set and way."""
    for name, pairs, labels in sets(known):
        if not pairs:  # of the natural ones, without the clones
            continue
        truth = np.array([label in CONFLICTS for label in labels])
        for way, of in WAYS.items():
            said = of(pairs)
            called = np.array([one.kind in CONFLICTS for one in said])
            asked = np.array([one.sure >= ASK for one in said])
            row: dict[str, Cell] = {"pairs": name, "of": len(pairs), "conflicts": int(truth.sum()), "by": way}
            row |= {"called: P / R / F1": _figures(truth, called), f"sure to {ASK}: P / R / F1": _figures(truth, asked)}
            row["calm called, of 1,000"] = f"{1000 * called[~truth].mean():.0f}" if (~truth).any() else "–"
            yield row | _of_six(labels, [one.kind for one in said] if name in HELD else ())


def _figures(truth: Any, called: Any) -> str:
    hit = int((truth & called).sum())
    precision, recall = hit / max(1, int(called.sum())), hit / max(1, int(truth.sum()))
    both = 2 * precision * recall / max(1e-9, precision + recall)
    return f"{precision:.2f} / {recall:.2f} / {both:.2f}"


def _of_six(labels: Sequence[str], said: Sequence[str]) -> dict[str, Cell]:
    """What needs six labels; nothing is said of sets that know of conflicts alone."""
    if not said:
        return dict.fromkeys(("accuracy", "macro", "duplicates"), "–")
    each = f1_score(labels, said, labels=KINDS, average=None, zero_division=0)
    accuracy = np.mean([one == other for one, other in zip(labels, said, strict=True)])
    return {"accuracy": f"{accuracy:.2f}", "macro": f"{each.mean():.2f}", "duplicates": f"{each[2]:.2f}"}


def left_out(folder: Path) -> list[Note]:
    """The labelled notes of the repositories that the reader did not learn from."""
    levels = {line.place: min(line.said.items())[1][0] for line in lines()}
    notes: dict[Place, Note] = {}
    for origin, said in said_in(folder):
        if origin[0] in LEFT_OUT:
            for number, line, found in cut(said):
                place = Place(Source(*origin, line.ref), number, recover.sha_of(line.text))
                if level := levels.get(place):
                    notes[place] = Note(origin[0], line, found, level != "n", level == "m")
    return list(notes.values())


def note_tables(title: str, notes: Sequence[Note]) -> Iterator[Table]:
    """How each way ranks what readers keep, and what the durabilities of both mean."""
    features = np.array([probability(note.found) for note in notes])
    readings = Encoder().lines_of([note.line for note in notes])
    both = np.array([together(one, reading) for one, reading in zip(features, readings, strict=True)])
    ways = {"features": features, "reader": np.array([1.0 - one.level[-1] for one in readings]), "both": both}
    kept, english = (
        np.array(some) for some in zip(*((one.is_kept, is_readable(one.text)) for one in notes), strict=True)
    )
    rows: list[dict[str, Cell]] = []
    for part, mask in (("all", kept | ~kept), ("English", english), ("other languages", ~english)):
        for way, score in ways.items():
            order = np.argsort(-score[mask], kind="stable")
            surest = {
                f"of the surest {n} %": f"{kept[mask][order[: len(order) * n // 100]].mean():.2f}" for n in (5, 10, 20)
            }
            row: dict[str, Cell] = {"of": part, "by": way, "notes": int(mask.sum()), "kept": f"{kept[mask].mean():.2f}"}
            rows.append(row | {"area under the curve": f"{roc_auc_score(kept[mask], score[mask]):.2f}"} | surest)
    yield Table(title, rows)
    yield Table(f"{title}: what durability means", list(_reliable(notes, both)))


def _reliable(notes: Sequence[Note], score: Any) -> Iterator[dict[str, Cell]]:
    kept, musts = np.array([one.is_kept for one in notes]), np.array([one.is_must for one in notes])
    for low, high in itertools.pairwise(EDGES):
        mask = (score >= low) & (score < high)
        if mask.any():
            share, of = f"{kept[mask].mean():.2f}", f"{musts[mask].sum()} of {musts.sum()}"
            yield {
                "durability": f"{low:.2f} to {min(high, 1):.2f}",
                "notes": int(mask.sum()),
                "kept": share,
                "musts": of,
            }


def main(words: Sequence[str]) -> None:
    """Print the tables."""
    folder = Path(words[0]) if words else None
    shared = Path(os.environ.get("NOCTUARY_SHARED", recover.ROOT.parent / "shared"))
    print(markdown(Table("Pairs", list(pair_rows(real(folder) if folder else Real({}, {}))))))
    if folder:
        for table in note_tables("Notes of repositories left out", left_out(folder)):
            print(markdown(table))
    if some := marked(shared):
        for table in note_tables("Notes of gold/real", some):
            print(markdown(table))


if __name__ == "__main__":
    main(sys.argv[1:])
