#!/usr/bin/env python3
"""Trains the judge's linear model on labelled pairs and prints how well it does on pairs it has not seen.

usage: python -m benchmarks.train_judge [--seeds N] [--families] [--sets] [--write] [--out FILE]
       (NOCTUARY_SHARED = the folder that holds gold/ and inputs/, default ../shared)

Two steps. The edit model learns from public pairs which exchanged words make a conflict of two texts that run mostly
alike. The verdict model learns from labelled facts, takes the edit model's word as one measure among others, and
sees a lightly weighted sample of the public pairs, of statements from different labelled pairs and of natural ones.

Prints five-fold figures, figures on pairs nothing is learned from (slot_pairs.tsv), on request figures with each kind
of trap or each public set left out of the training, the conflicts found per 1,000 pairs of statements from different
labelled pairs (some are real), and per 1,000 of natural list items. `--write` rewrites
noctuary/consolidate/judging/weights.py.
It never reports a figure from pairs the model was trained on.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import pathlib
import re
import zlib
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from threadpoolctl import threadpool_limits

from benchmarks.train_edit import SETS, Learned, captions, fit_edit, learned, public, sentences
from noctuary.consolidate.judging.features import edited
from noctuary.consolidate.judging.judge import CLOSE_AT, COLUMNS, REST, RULE_AT, UNDATED_AT
from noctuary.consolidate.judging.pairs import pairs
from noctuary.model import Statement

ROOT = pathlib.Path(__file__).resolve().parent.parent
C = 0.3
TURN_C = 0.5
NOISE_WEIGHT = 0.05
CONFLICT_AT = 0.5
NOISE_EVERY = 3
NATURAL = 2500
NATURAL_PAIRS = 800
TEMPLATE = 0.6
CALM_WEIGHT = 0.4
_ITEM = re.compile(r"\s*[-*] (.{25,200})$")
KINDS = ("contradiction", "supersession", *REST)
CONFLICTS = KINDS[:2]
TRAINED_ON = ("pairs_dev", "judge_pairs", *SETS)
PUBLIC_WEIGHT = {"breaking_nli": 60, "semantoneg": 60, "wikifactcheck": 60, "negation_rte": 60, "med": 60}
"""The public sets the verdict model sees, and how much each weighs, in labelled pairs."""
SENTENCE_WEIGHT = 60
WORLD_WEIGHT = 400
HELD_WORLDS = 4
Array = np.ndarray[Any, Any]


def load() -> list[dict[str, Any]]:
    """The labelled development pairs, in file order."""
    shared = pathlib.Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared"))
    text = (shared / "gold" / "pairs_dev.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def load_own(pattern: str = "judge_pairs*.tsv") -> list[dict[str, Any]]:
    """The pairs written for this benchmark, of the files a pattern names, as rows like `load`'s, all of type `own`."""
    files = sorted((ROOT / "benchmarks").glob(pattern))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()[1:]]
    start, rows = dt.date(2026, 3, 10), []
    for label, days, a, b in (line.split("\t") for line in lines):
        later = start + dt.timedelta(days=int(days))
        rows.append({"label": label, "a": a, "b": b, "a_date": f"{start}", "b_date": f"{later}", "type": "own"})
    return rows


def statement(row: dict[str, Any], side: str) -> Statement:
    """One side of a labelled pair as a statement."""
    return Statement(text=row[side], said_on=dt.date.fromisoformat(row[f"{side}_date"]))


class Data(NamedTuple):
    """Measures of labelled pairs (x for the verdict, t for change or clash), labels y, and noise with its owners.

    `light`: measures of public and natural pairs, with their labels (`hot`: a conflict; `two`: surely no duplicate) and
    weights. `worlds`: pairs of unseen statements that hold together.
    """

    x: Array
    t: Array
    y: Array
    noise: Array
    owners: Array
    names: list[str]
    turns: list[str]
    light: Array
    hot: Array
    two: Array
    weight: Array
    worlds: Array
    worlds_rules: Array
    worlds_turns: Array
    calm_unseen: Array
    rules: Array
    noise_rules: Array
    calm_rules: Array
    calm_turns: Array
    edit: dict[str, float]


def natural(part: int) -> list[Statement]:
    """Undated list items of real workspaces' notes, one half of the files (0 or 1, by the hash of the path)."""
    shared = pathlib.Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")) / "inputs"
    found: dict[str, None] = {}
    for folder in ("workspaces", "notes"):
        for path in sorted(p for p in (shared / folder).rglob("*.md") if p.is_file()):
            if zlib.crc32(path.relative_to(shared).as_posix().encode()) % 2 == part:
                lines = path.read_text("utf-8", "replace").splitlines()[:80]
                found.update((m[1], None) for line in lines if (m := _ITEM.match(line)))
    return [Statement(text=text) for text in found if len(text.split()) >= 4 and "](" not in text][:NATURAL]


def natural_measures(part: int) -> list[Learned]:
    """Measures of the proposed pairs among one half of the natural statements, thinned evenly to NATURAL_PAIRS.

    Lines from one template (`Title: …`) are left out: without their headings they do contradict each other.
    """
    said = natural(part)
    found = pairs(said, set(range(len(said))))
    thin = found[:: max(1, len(found) // (2 * NATURAL_PAIRS))]
    free = [row for i, j in thin if (row := learned(said[i], said[j], False)).row[0].get("jaccard", 0.0) < TEMPLATE]
    return free[:: max(1, len(free) // NATURAL_PAIRS)]


def worlds(is_held: bool) -> list[Learned]:
    """Proposed pairs of statements that all hold together (calm_*.tsv), of the worlds held back or of the others."""
    lines = [
        line.split("\t") for file in sorted((ROOT / "benchmarks").glob("calm_*.tsv"))
        for line in file.read_text("utf-8").splitlines()[1:]
    ]  # fmt: skip
    kept = [row for row in lines if (zlib.crc32(row[0].encode()) % HELD_WORLDS == 0) == is_held]
    said = [Statement(text=text, said_on=dt.date.fromisoformat(day)) for _, day, text in kept]
    return [learned(said[i], said[j], False) for i, j in pairs(said, set(range(len(said)))) if kept[i][0] == kept[j][0]]


class Material(NamedTuple):
    """Everything measured once: labelled pairs, noise between them with its owners, public sets, natural pairs."""

    labelled: list[Learned]
    labels: list[str]
    noise: list[Learned]
    owners: list[tuple[int, int]]
    sets: dict[str, list[Learned]]
    sentences: list[Learned]
    captions: list[Learned]
    calm: list[Learned]
    unseen: list[Learned]
    worlds: list[Learned]
    worlds_unseen: list[Learned]


def gather(rows: list[dict[str, Any]]) -> Material:
    """Measures of the labelled pairs, of proposed pairs of statements from different ones, and of all else."""
    said = [(n, statement(row, side)) for n, row in enumerate(rows) for side in "ab"]
    found = pairs([s for _, s in said], set(range(len(said))))
    crossed = [(i, j) for i, j in found if said[i][0] != said[j][0]][::NOISE_EVERY]
    return Material(
        labelled=[learned(statement(row, "a"), statement(row, "b"), row["label"] in CONFLICTS) for row in rows],
        labels=[row["label"] for row in rows],
        noise=[learned(said[i][1], said[j][1], False) for i, j in crossed],
        owners=[(said[i][0], said[j][0]) for i, j in crossed],
        sets={name: public(name) for name in SETS}, sentences=sentences(), captions=captions(),
        calm=natural_measures(0), unseen=natural_measures(1), worlds=worlds(False), worlds_unseen=worlds(True),
    )  # fmt: skip


def prepare(rows: list[dict[str, Any]], leave_out: tuple[str, ...] = ()) -> Data:
    """All measures as arrays; `leave_out` names public sets neither model may see."""
    return arrays(gather(rows), leave_out)


def arrays(m: Material, leave_out: tuple[str, ...] = ()) -> Data:
    """The material as arrays, after the edit model has learned from it."""
    known = {name: rows for name, rows in m.sets.items() if name not in leave_out}
    calm = [*m.calm, *m.worlds, *([] if "wikifactcheck" in leave_out else m.sentences)]
    edit = fit_edit(known, calm, m.captions if "breaking_nli" in known else ())
    light = [(one, share / len(known[name])) for name, share in PUBLIC_WEIGHT.items() if name in known
             for one in known[name]]  # fmt: skip
    if "wikifactcheck" in known:
        light += [(one, SENTENCE_WEIGHT / len(m.sentences)) for one in m.sentences]
    many = len(light)
    light += [(one, CALM_WEIGHT) for one in m.calm if one.row[2] != "barred"]
    light += [(one, WORLD_WEIGHT / len(m.worlds)) for one in m.worlds]
    names = sorted({name for one in (*m.labelled, *m.unseen) for name in (one.row[0] | edited(one.edit, edit))})
    turns = sorted({name for one in m.labelled for name in one.row[1]})

    def x(some: list[Learned]) -> Array:
        return matrix([one.row[0] | edited(one.edit, edit) for one in some], names)

    return Data(
        x=x(m.labelled), t=matrix([one.row[1] for one in m.labelled], turns), y=np.array(m.labels), noise=x(m.noise),
        owners=np.array(m.owners), names=names, turns=turns, light=x([one for one, _ in light]),
        two=np.arange(len(light)) >= many, worlds=x(m.worlds_unseen), worlds_rules=_rules(m.worlds_unseen),
        worlds_turns=matrix([one.row[1] for one in m.worlds_unseen], turns),
        hot=np.array([one.is_conflict for one, _ in light]), weight=np.array([w for _, w in light]),
        calm_unseen=x(m.unseen), rules=_rules(m.labelled), noise_rules=_rules(m.noise), calm_rules=_rules(m.unseen),
        calm_turns=matrix([one.row[1] for one in m.unseen], turns), edit=edit,
    )  # fmt: skip


def _rules(some: list[Learned]) -> Array:
    return np.array([one.row[2] for one in some])


def matrix(measured: list[dict[str, float]], names: list[str]) -> Array:
    """One row a pair, one column a measure."""
    return np.array([[row.get(name, 0.0) for name in names] for row in measured])


def fit(d: Data, known: Array) -> tuple[LogisticRegression, LogisticRegression]:
    """The verdict model and the change-or-clash model, over the labelled rows `known` and the light rows.

    A light row that is no conflict carries the peaceful verdict the labelled rows alone would give it.
    """
    is_conflict = np.isin(d.y, CONFLICTS)
    coarse = np.where(is_conflict, "conflict", d.y)[known]
    crossed = d.noise[known[d.owners].all(axis=1)]
    extra = np.vstack([crossed, d.light])
    hot = np.concatenate([np.zeros(len(crossed), dtype=bool), d.hot])
    with threadpool_limits(1):
        first = LogisticRegression(C=C, max_iter=5000).fit(d.x[known], coarse)
        chance = first.predict_proba(extra)
        chance[:, np.isin(first.classes_, ["conflict"])] = -1.0
        two = np.concatenate([np.ones(len(crossed), dtype=bool), d.two])
        chance[np.ix_(two, np.isin(first.classes_, ["duplicate"]))] = -1.0
        peaceful = first.classes_[chance.argmax(axis=1)]
        labels = np.concatenate([coarse, np.where(hot, "conflict", peaceful)])
        weight = np.concatenate([np.ones(len(coarse)), np.full(len(crossed), NOISE_WEIGHT), d.weight])
        x = np.vstack([d.x[known], extra])
        verdict = LogisticRegression(C=C, max_iter=5000).fit(x, labels, sample_weight=weight)
        both = known & is_conflict
        return verdict, LogisticRegression(C=TURN_C, max_iter=5000).fit(d.t[both], d.y[both] == "supersession")


def decide(
    models: tuple[LogisticRegression, LogisticRegression], x: Array, t: Array, rules: Array,
    at: float | Array = CONFLICT_AT,
) -> Array:
    """The verdict on each row as `judge` would give it: rules first, conflicts at the operating point."""
    verdict, turned = models
    chance = verdict.predict_proba(x)
    column = list(verdict.classes_).index("conflict")
    conflict = chance[:, column].copy()
    chance[:, column] = -1.0
    which = np.where(turned.predict(t), "supersession", "contradiction")
    is_open = rules != "barred"
    said = np.where((conflict >= at) & is_open, which, verdict.classes_[chance.argmax(axis=1)])
    said = np.where(rules == "denied", which, said)
    return np.where((rules == "replaced") & (conflict >= RULE_AT), "supersession", said)


def rates(truth: Array, guess: Array, wanted: set[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 of a set of labels."""
    is_true, is_said = np.isin(truth, list(wanted)), np.isin(guess, list(wanted))
    hit = float((is_true & is_said).sum())
    precision, recall = hit / max(1.0, is_said.sum()), hit / max(1.0, is_true.sum())
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def show(name: str, truth: Array, guess: Array) -> None:
    """One line of figures."""
    p, r, f = rates(truth, guess, {"contradiction", "supersession"})
    each = {kind: rates(truth, guess, {kind})[2] for kind in KINDS if kind in set(truth)}
    told = " ".join(f"{kind[:5]} {value:.2f}" for kind, value in each.items())
    print(f"{name:24s} conflict P {p:.3f} R {r:.3f} F1 {f:.3f}  macro {np.mean(list(each.values())):.3f}  {told}")


def cross_validate(d: Data, seed: int) -> tuple[Array, float]:
    """Out-of-fold verdicts, and false conflicts per 1,000 noise pairs whose both sides were unseen."""
    guess = np.empty(len(d.y), dtype=object)
    false = seen = 0
    for train, test in StratifiedKFold(5, shuffle=True, random_state=seed).split(d.x, d.y):
        known = np.zeros(len(d.y), dtype=bool)
        known[train] = True
        models = fit(d, known)
        guess[test] = decide(models, d.x[test], d.t[test], d.rules[test])
        both = (~known)[d.owners].all(axis=1)
        if both.any():
            said = decide(models, d.noise[both], np.zeros((both.sum(), d.t.shape[1])), d.noise_rules[both])
            false += int(np.isin(said, CONFLICTS).sum())
            seen += int(both.sum())
    return guess.astype(str), 1000 * false / max(1, seen)


def calm_rate(models: tuple[LogisticRegression, LogisticRegression], d: Data) -> float:
    """False conflicts per 1,000 proposed pairs of natural statements from files the training has not seen."""
    said = decide(models, d.calm_unseen, d.calm_turns, d.calm_rules, UNDATED_AT)
    return 1000 * float(np.isin(said, CONFLICTS).mean())


def judge_apart(models: tuple[LogisticRegression, LogisticRegression], d: Data) -> tuple[Array, Array]:
    """The labels of the pairs nothing is learned from (slot_pairs.tsv), and the verdicts on them."""
    rows = load_own("slot_pairs.tsv")
    some = [learned(statement(row, "a"), statement(row, "b"), row["label"] in CONFLICTS) for row in rows]
    x = matrix([one.row[0] | edited(one.edit, d.edit) for one in some], d.names)
    said = decide(models, x, matrix([one.row[1] for one in some], d.turns), _rules(some))
    return np.array([row["label"] for row in rows]), said


def leave_families_out(d: Data, families: Array) -> Array:
    """Verdicts on each family (the `type` of a pair) by a model that has seen none of it."""
    guess = np.empty(len(d.y), dtype=object)
    for family in sorted(set(families)):
        held = families == family
        guess[held] = decide(fit(d, ~held), d.x[held], d.t[held], d.rules[held])
    return guess.astype(str)


def leave_sets_out(m: Material) -> None:
    """One line a public set: conflict figures on its learned half by models that have seen none of its kind."""
    for name in SETS:
        kin = tuple(one for one in SETS if one.split("_")[0] == name.split("_")[0])
        d = arrays(m, kin)
        models = fit(d, np.ones(len(d.y), dtype=bool))
        rows = m.sets[name]
        x = matrix([one.row[0] | edited(one.edit, d.edit) for one in rows], d.names)
        at = np.array([CLOSE_AT if one.edit.is_close else UNDATED_AT for one in rows])
        said = decide(models, x, matrix([one.row[1] for one in rows], d.turns), _rules(rows), at)
        truth = np.array(["contradiction" if one.is_conflict else "compatible" for one in rows])
        p, r, f = rates(truth, said, set(CONFLICTS))
        false = 1000 * float(np.isin(said, CONFLICTS)[truth == "compatible"].mean())
        print(f"left out: {name:17s} conflict P {p:.3f} R {r:.3f} F1 {f:.3f}  false per 1,000 peaceful {false:.0f}")


def write(models: tuple[LogisticRegression, LogisticRegression], d: Data, path: pathlib.Path) -> None:
    """Writes the weights as a readable module, rounded to three places, zero rows left out."""
    verdict, turned = models
    order = [list(verdict.classes_).index(kind) for kind in COLUMNS]
    rows = verdict.coef_[order].T + np.outer(np.array(d.names) == "bias", verdict.intercept_[order])
    turns = turned.coef_[0] + (np.array(d.turns) == "bias") * turned.intercept_[0]
    lines = [
        '"""Weights of the judge\'s linear models, one row a measure; columns as `judge.COLUMNS`. Generated, no logic.',
        "", "Written by benchmarks/train_judge.py; change the measures or the data there, never a number here.", '"""',
        "", "from __future__ import annotations", "", f"CONFLICT_AT = {CONFLICT_AT}",
        "WEIGHTS: dict[str, tuple[float, ...]] = {",
    ]  # fmt: skip
    lines += [f'    "{n}": ({", ".join(f"{v:.3f}" for v in row)}),' for n, row in zip(d.names, rows, strict=True)]
    lines += ["}", "TURN: dict[str, float] = {"]
    lines += [f'    "{n}": {v:.3f},' for n, v in zip(d.turns, turns, strict=True)]
    lines += ["}", "EDIT: dict[str, float] = {"]
    lines += [f'    "{n}": {v:.3f},' for n, v in sorted(d.edit.items())]
    path.write_text("\n".join([*lines, "}", ""]), "utf-8")


def main() -> None:
    """Trains, prints the table, writes on request."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--families", action="store_true")
    parser.add_argument("--sets", action="store_true")
    parser.add_argument(
        "--out", type=pathlib.Path, default=ROOT / "noctuary" / "consolidate" / "judging" / "weights.py"
    )
    asked = parser.parse_args()
    rows = load() + load_own()
    material = gather(rows)
    d = arrays(material)
    types = np.array([row["type"] for row in rows])
    for seed in range(asked.seeds):
        guess, false = cross_validate(d, seed)
        show(f"shared pairs, seed {seed}", d.y[types != "own"], guess[types != "own"])
        show(f"own pairs, seed {seed}", d.y[types == "own"], guess[types == "own"])
        print(f"{'':24s} conflicts per 1,000 cross pairs: {false:.1f}")
    if asked.sets:
        leave_sets_out(material)
    if asked.families:
        guess = leave_families_out(d, types)
        show("family left out", d.y[types != "own"], guess[types != "own"])
    models = fit(d, np.ones(len(d.y), dtype=bool))
    show("slot pairs, unlearned", *judge_apart(models, d))
    print(f"conflicts per 1,000 proposed pairs of natural statements, unseen files: {calm_rate(models, d):.1f}")
    said = decide(models, d.worlds, d.worlds_turns, d.worlds_rules)
    for name, kinds in (("conflicts", CONFLICTS), ("duplicates", ("duplicate",))):
        rate = 1000 * float(np.isin(said, kinds).mean())
        print(f"{name} per 1,000 proposed pairs of statements that hold together, unseen worlds: {rate:.1f}")
    if asked.write:
        write(models, d, asked.out)


if __name__ == "__main__":
    main()
