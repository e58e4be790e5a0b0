#!/usr/bin/env python3
"""Trains the judge's models on labelled pairs and prints how well it does on pairs it has not seen.

usage: python -m benchmarks.train_judge [--seeds N] [--families] [--sets] [--write] [--out FILE]
       (NOCTUARY_SHARED = the folder that holds gold/ and inputs/, default ../shared)

Two steps. The edit model learns from public pairs which exchanged words make a conflict of two texts that run mostly
alike. The verdict model learns from labelled facts, takes the edit model's word as one measure among others, and
sees a lightly weighted sample of the public pairs, of statements from different labelled pairs and of natural ones.

Prints five-fold figures, figures on pairs and worlds nothing is learned from (`material.HELD`, `World.is_held`), on
request figures with each kind of trap or each public set left out of the training, the conflicts found per 1,000
pairs of statements from different labelled pairs (some are real), and per 1,000 natural list items.
`--write` rewrites noctuary/judging/weights.py.
It never reports a figure from pairs the model was trained on.
"""

from __future__ import annotations

import argparse
import pathlib
import textwrap
from collections.abc import Iterable
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from threadpoolctl import threadpool_limits

from benchmarks.material import (
    CONFLICTS,
    HELD,
    HERE,
    KINDS,
    ROOT,
    Array,
    Data,
    Material,
    World,
    arrays,
    gather,
    labelled,
    load,
    load_own,
    matrix,
    statement,
    stores,
)
from benchmarks.network import Network, fit_network
from benchmarks.train_edit import SETS, Learned, learned
from noctuary.judging.features import edited
from noctuary.judging.judge import RULE_AT
from noctuary.judging.odds import BEINGS_AT, CLOSE_AT, COLUMNS, TORN_AT, UNDATED_AT, UNLIKELY_AT

C = 1.0
WIDTH = 200
TURN_C = 0.5
NOISE_WEIGHT = 0.05
CONFLICT_AT = 0.5
TRAINED_ON = ("pairs_dev", "pairs", *SETS)
Models = tuple[Network, LogisticRegression]


def fit(d: Data, known: Array) -> Models:
    """The verdict model and the change-or-clash model, over the labelled rows `known` and the light rows.

    A light row that is no conflict carries the peaceful verdict the labelled rows alone would give it.
    """
    is_conflict = np.isin(d.y, CONFLICTS)
    coarse = np.where(is_conflict, "conflict", d.y)[known]
    crossed = d.noise[known[d.owners].all(axis=1)]
    extra = np.vstack([crossed, d.light])
    hot = np.concatenate([np.zeros(len(crossed), dtype=bool), d.hot])
    with threadpool_limits(1):
        first = LogisticRegression(C=C, max_iter=5000).fit(d.x[known], coarse, sample_weight=d.share[known])
        chance = first.predict_proba(extra)
        chance[:, np.isin(first.classes_, ["conflict"])] = -1.0
        two = np.concatenate([np.ones(len(crossed), dtype=bool), d.two])
        chance[np.ix_(two, np.isin(first.classes_, ["duplicate"]))] = -1.0
        peaceful = first.classes_[chance.argmax(axis=1)]
        labels = np.concatenate([coarse, np.where(hot, "conflict", peaceful)])
        weight = np.concatenate([d.share[known], np.full(len(crossed), NOISE_WEIGHT), d.weight])
        x = np.vstack([d.x[known], extra])
        verdict = fit_network(x, labels, weight, d.names.index("bias"))
        both = known & is_conflict
        turned = LogisticRegression(C=TURN_C, max_iter=5000)
        return verdict, turned.fit(d.t[both], d.y[both] == "supersession", sample_weight=d.share[both])


def decide(
    models: Models,
    x: Array,
    t: Array,
    rules: Array,
    at: float | Array = CONFLICT_AT,
) -> Array:
    """The verdict on each row as `judge` would give it: rules first, conflicts at the operating point."""
    verdict, turned = models
    chance = verdict.predict_proba(x)
    column = list(verdict.classes_).index("conflict")
    conflict = chance[:, column].copy()
    chance[:, column] = -1.0
    which = np.where(turned.predict(t), "supersession", "contradiction")
    unlikely = np.where(np.asarray(at) == CONFLICT_AT, UNLIKELY_AT, np.inf)
    at = np.select([np.isin(rules, ("barred", "restated")), rules == "unlikely"], [np.inf, unlikely], at)
    same = list(verdict.classes_).index("duplicate")
    others = np.delete(chance, [column, same], axis=1).max(axis=1)
    is_torn = (conflict > np.maximum(TORN_AT, chance[:, same])) & (chance[:, same] > others) & (rules == "")
    chance[chance[:, same] < conflict, same] = -1.0
    at = np.where(is_torn & (at == CONFLICT_AT), TORN_AT, at)
    said = np.where(conflict >= at, which, verdict.classes_[chance.argmax(axis=1)])
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


def calm_rates(models: Models, d: Data) -> tuple[float, float]:
    """False conflicts per 1,000 proposed pairs of natural statements from unseen files: undated, and as if dated."""
    at = np.resize((UNDATED_AT, CONFLICT_AT), len(d.calm_unseen))
    said = np.isin(decide(models, d.calm_unseen, d.calm_turns, d.calm_rules, at), CONFLICTS)
    return 1000 * float(said[::2].mean()), 1000 * float(said[1::2].mean())


def judge_apart(models: Models, d: Data, rows: list[dict[str, Any]]) -> Array:
    """The verdicts on pairs nothing was learned from."""
    some = [learned(statement(row, "a"), statement(row, "b"), row["label"] in CONFLICTS) for row in rows]
    return _judged(models, d, some)


def _judged(models: Models, d: Data, some: list[Learned]) -> Array:
    x = matrix([one.row[0] | edited(one.edit, d.edit) for one in some], d.names)
    rules = np.array([one.row[2] for one in some])
    return decide(models, x, matrix([one.row[1] for one in some], d.turns), rules)


def show_worlds(models: Models, d: Data) -> None:
    """Two lines, the unread apart: what is said in the worlds nothing was learned from, over all pairs of each."""
    for is_unread, name in ((False, "held"), (True, "unread")):
        _show_worlds(models, d, [w for w in stores() if w.is_held and w.planted and w.is_unread == is_unread], name)


def _show_worlds(models: Models, d: Data, held: list[World], name: str) -> None:
    hits = said = true = same = as_same = mixed = 0
    for world in held:
        found = world.found()
        kinds = dict(zip(found, _judged(models, d, [_measured(world, *pair) for pair in found]), strict=True))
        hot = {pair for pair, kind in kinds.items() if kind in CONFLICTS}
        planted = {pair for pair, label in world.planted.items() if label in CONFLICTS}
        twins = {pair for pair, label in world.planted.items() if label == "duplicate"}
        hits, said, true = hits + len(hot & planted), said + len(hot), true + len(planted)
        same += len(twins)
        as_same += sum(kinds.get(pair) == "duplicate" for pair in twins)
        mixed += sum(kind == "duplicate" for pair, kind in kinds.items() if pair not in twins)
    conflicts = f"conflicts P {hits / max(1, said):.2f} R {hits / max(1, true):.2f} ({said} said, {true} planted)"
    print(f"{len(held)} {name} worlds: {conflicts}, duplicates found {as_same} of {same}, {mixed} others called so")


def _measured(world: World, i: int, j: int) -> Learned:
    return learned(world.said[i], world.said[j], False)


def leave_families_out(d: Data, families: Array) -> Array:
    """Verdicts on each family (the `type` of a pair) by a model that has seen none of it."""
    guess = np.empty(len(d.y), dtype=object)
    for family in sorted(set(families)):
        held = families == family
        guess[held] = decide(fit(d, ~held), d.x[held], d.t[held], d.rules[held])
    return guess.astype(str)


def _undated_at(one: Learned) -> float:
    """The chance from which the judge calls an undated pair a conflict."""
    if not one.edit.is_close:
        return UNDATED_AT
    return BEINGS_AT if one.edit.is_of_beings else CLOSE_AT


def leave_sets_out(m: Material) -> None:
    """One line a public set: conflict figures on its learned half by models that have seen none of its kind."""
    for name in SETS:
        kin = tuple(one for one in SETS if one.split("_")[0] == name.split("_")[0])
        d = arrays(m, kin)
        models = fit(d, np.ones(len(d.y), dtype=bool))
        rows = m.sets[name]
        x = matrix([one.row[0] | edited(one.edit, d.edit) for one in rows], d.names)
        at = np.array([_undated_at(one) for one in rows])
        rules = np.array([one.row[2] for one in rows])
        said = decide(models, x, matrix([one.row[1] for one in rows], d.turns), rules, at)
        truth = np.array(["contradiction" if one.is_conflict else "compatible" for one in rows])
        p, r, f = rates(truth, said, set(CONFLICTS))
        false = 1000 * float(np.isin(said, CONFLICTS)[truth == "compatible"].mean())
        print(f"left out: {name:17s} conflict P {p:.3f} R {r:.3f} F1 {f:.3f}  false per 1,000 peaceful {false:.0f}")


def write(models: Models, d: Data, path: pathlib.Path) -> None:
    """Writes the weights as a module of tables."""
    verdict, turned = models
    order = [list(verdict.classes_).index(kind) for kind in COLUMNS]
    turns = turned.coef_[0] + (np.array(d.turns) == "bias") * turned.intercept_[0]
    lines = [
        '"""Weights of the judge\'s models. Generated, no logic.', "",
        "HIDDEN: of each measure, its weight in each hidden unit, in hundredths. OUT: of each verdict, the weight of",
        "each unit, and last what always counts. TURN: change against clash; EDIT: conflict of near texts.",
        "Written by benchmarks/train_judge.py; change the measures or the data there, never a number here.", '"""',
        "", "from __future__ import annotations", "", f"CONFLICT_AT = {CONFLICT_AT}",
        "HIDDEN: dict[str, str] = {",
    ]  # fmt: skip
    lines += [f'    "{n}": "{" ".join(map(str, row))}",' for n, row in zip(d.names, verdict.hidden, strict=True)]
    lines += ["}", "OUT: dict[str, str] = {"]
    lines += [
        f'    "{kind}": "{" ".join(map(str, verdict.out[:, n]))}",' for kind, n in zip(COLUMNS, order, strict=True)
    ]
    lines += ["}", "TURN: dict[str, float] = {", *_packed(zip(d.turns, turns, strict=True))]
    lines += ["}", "EDIT: dict[str, float] = {", *_packed(sorted(d.edit.items()))]
    path.write_text("\n".join([*lines, "}", ""]), "utf-8")


def _packed(weights: Iterable[tuple[str, float]]) -> list[str]:
    """Entries of a dict of single weights, as many a line as fit."""
    entries = " ".join(f'"{name}":~{value:.3f},' for name, value in weights)
    filled = textwrap.wrap(entries, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"    {line.replace('~', ' ')}" for line in filled]


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
    for name in HELD:
        held = labelled(HERE / f"{name}.tsv")
        show(f"{name}, unlearned", np.array([row["label"] for row in held]), judge_apart(models, d, held))
    show_worlds(models, d)
    undated, dated = calm_rates(models, d)
    print(f"conflicts per 1,000 proposed pairs of natural statements, unseen files: {undated:.1f}, dated {dated:.1f}")
    said = decide(models, d.worlds, d.worlds_turns, d.worlds_rules)
    for name, kinds in (("conflicts", CONFLICTS), ("duplicates", ("duplicate",))):
        rate = 1000 * float(np.isin(said, kinds).mean())
        print(f"{name} per 1,000 proposed pairs of statements that hold together, unseen worlds: {rate:.1f}")
    if asked.write:
        write(models, d, asked.out)


if __name__ == "__main__":
    main()
