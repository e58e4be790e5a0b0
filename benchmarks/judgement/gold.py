"""The hand-labelled pairs: verdicts of models that have not seen the pair they judge. Ships and writes no weights.

Folds, learning curve and left-out families train with `train_judge`'s own parts. The measures and word lists were
written by people who had read these pairs, so these figures say how the weights generalise, not the vocabulary.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split
from threadpoolctl import threadpool_limits

from benchmarks import train_judge
from benchmarks.judgement.baselines import COSINE_AT, RULES, cosines
from benchmarks.judgement.figures import Array, Rate, brier, conflict_figures, ece, reliability, wilson
from benchmarks.judgement.public import CONFLICTS
from benchmarks.judgement.table import Cell, Table, figure_cells
from benchmarks.material import load, load_own, prepare
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.judging.judge import REPLACED
from noctuary.judging.odds import UNLIKELY_AT

KINDS = (*CONFLICTS, "duplicate", "refinement", "compatible", "unrelated")
REPEATS = 3
FAMILY_GROUPS = 8
SHARES = (0.25, 0.5, 0.75, 1.0)
ASK, RETIRE = ConflictPolicy().ask_score, ConflictPolicy().retire_score
Models = Any
Data = Any


class Held(NamedTuple):
    """Of every row, by models trained without it: the verdict, the chance of a conflict, the verdict's sureness."""

    kind: Array
    chance: Array
    score: Array


def chance_of_conflict(models: Models, x: Array, rules: Array) -> Array:
    """The judge's probability of a conflict: 0 where a rule keeps it below its bar, raised where a rule states one."""
    column = list(models[0].classes_).index("conflict")
    chance = models[0].predict_proba(x)[:, column]
    raised = np.where(np.isin(rules, ("replaced", "denied")), REPLACED + (1 - REPLACED) * chance, chance)
    return np.where(
        np.isin(rules, ("barred", "restated")) | ((rules == "unlikely") & (chance < UNLIKELY_AT)), 0.0, raised
    )


def held_out(d: Data, masks: Iterator[tuple[Array, Array]]) -> Held:
    """Verdicts on each `test` by models fitted on `known`; the masks' tests cover every row once."""
    kind, chance = np.empty(len(d.y), dtype=object), np.zeros(len(d.y))
    told = np.zeros(len(d.y))
    for known, test in masks:
        models = train_judge.fit(d, known)
        kind[test] = train_judge.decide(models, d.x[test], d.t[test], d.rules[test])
        chance[test] = chance_of_conflict(models, d.x[test], d.rules[test])
        told[test] = models[1].predict_proba(d.t[test])[:, list(models[1].classes_).index(True)]
    is_change = (kind == "supersession") & (d.rules != "replaced")
    return Held(kind.astype(str), chance, np.where(is_change, chance * told, chance))


def folds(d: Data, seed: int, share: float = 1.0) -> Iterator[tuple[Array, Array]]:
    """Five stratified folds; of each training part only a stratified `share` is known."""
    for train, test in StratifiedKFold(5, shuffle=True, random_state=seed).split(d.x, d.y):
        if share < 1.0:
            train, _ = train_test_split(train, train_size=share, stratify=d.y[train], random_state=seed)
        yield _mask(len(d.y), train), _mask(len(d.y), test)


def families(types: Array) -> Iterator[tuple[Array, Array]]:
    """Each `type` of gold pair (kind of value or of trap) is judged by models that have seen no gold pair of it."""
    groups = np.array([-1 if kind == "own" else zlib.crc32(kind.encode()) % FAMILY_GROUPS for kind in types.tolist()])
    for group in range(FAMILY_GROUPS):
        yield groups != group, groups == group


def _mask(size: int, index: Array) -> Array:
    mask = np.zeros(size, dtype=bool)
    mask[index] = True
    return mask


def _is_conflict(kinds: Array) -> Array:
    return np.isin(kinds, CONFLICTS)


def f1_by_kind(truth: Array, said: Array) -> dict[str, float]:
    """F1 of each label."""
    return {kind: conflict_figures(truth == kind, said == kind).f1.value for kind in KINDS}


def macro(truth: Array, said: Array) -> float:
    """Mean F1 over the six labels."""
    return float(np.mean(list(f1_by_kind(truth, said).values())))


def measure(is_quick: bool) -> list[Table]:
    """All tables of the gold pairs. Quick: one seed, no learning curve, no families."""
    rows = load()
    gold = np.arange(len(rows))
    rows = rows + load_own()
    with threadpool_limits(1):
        d = prepare(rows)
        held = [held_out(d, folds(d, seed)) for seed in range(1 if is_quick else REPEATS)]
        types = np.array([row["type"] for row in rows])
        apart = None if is_quick else held_out(d, families(types))
        curve = [] if is_quick else _curve(d, gold, held)
    truth, first = d.y[gold], Held(*(part[gold] for part in held[0]))
    tables = [
        Table(
            "Gold pairs, out of fold: conflict against the rest", _conflict_rows(rows, d.y, gold, held, apart), _NOTE
        ),
        Table("Gold pairs, out of fold: the six labels", _label_rows(truth, first, held, gold, d.y)),
        Table("Gold pairs, out of fold: rows are labels, columns verdicts", _confusion(truth, first.kind)),
        Table("Gold pairs, out of fold: operating points", _points(truth, first)),
        Table(
            "Gold pairs, out of fold: probability of a conflict, ten bins",
            _bins(truth, first),
            _calibration(truth, first),
        ),
    ]
    return tables + (
        [Table("Gold pairs: learning curve", curve, "Five folds; of the whole, three repeats (lowest–highest).")]
        if curve
        else []
    )


_NOTE = (
    "Models never saw the pair they judge (five folds); intervals are of seed 0. `own pairs` are the project's "
    "(benchmarks/pairs). `family left out`: no pair of the same `type` was in the training."
)


def _conflict_rows(
    rows: list[dict[str, Any]], y: Array, gold: Array, held: list[Held], apart: Held | None
) -> list[dict[str, Cell]]:
    truth = _is_conflict(y[gold])
    own = np.arange(len(gold), len(rows))
    said: dict[str, tuple[Array, Array]] = {"judge, seed 0": (truth, _is_conflict(held[0].kind[gold]))}
    if apart is not None:
        said["judge, family left out"] = (truth, _is_conflict(apart.kind[gold]))
    said["judge, own pairs, seed 0"] = (_is_conflict(y[own]), _is_conflict(held[0].kind[own]))
    texts = [(row["a"], row["b"]) for row in rows[: len(gold)]]
    said.update({name: (truth, np.array([rule(a, b) for a, b in texts])) for name, rule in RULES.items()})
    said[f"cosine ≥ {COSINE_AT}"] = (truth, cosines(texts) >= COSINE_AT)
    shown = {name: figure_cells(conflict_figures(true, told)) for name, (true, told) in said.items()}
    if len(held) > 1:
        each = [conflict_figures(truth, _is_conflict(h.kind[gold])) for h in held]
        mean: dict[str, Cell] = {
            "said": round(float(np.mean([f.said for f in each]))),
            "precision": _spread([f.precision.value for f in each]),
            "recall": _spread([f.recall.value for f in each]),
            "F1": _spread([f.f1.value for f in each]),
        }
        name = f"judge, mean of {len(held)} seeds (range)"
        shown = {"judge, seed 0": shown["judge, seed 0"], name: {**shown["judge, seed 0"], **mean}} | shown
    return [{"method": name, **cells} for name, cells in shown.items()]


def _spread(values: list[float]) -> Rate:
    return Rate(float(np.mean(values)), min(values), max(values))


def _label_rows(truth: Array, first: Held, held: list[Held], gold: Array, y: Array) -> list[dict[str, Cell]]:
    rows: list[dict[str, Cell]] = []
    for kind in KINDS:
        found = conflict_figures(truth == kind, first.kind == kind)
        mean = float(np.mean([conflict_figures(y[gold] == kind, h.kind[gold] == kind).f1.value for h in held]))
        rows.append({"label": kind, **figure_cells(found), "F1, mean of seeds": Rate(mean, np.nan, np.nan)})
    blank: dict[str, Cell] = dict.fromkeys(list(rows[0])[2:6], "")
    mean = float(np.mean([macro(y[gold], h.kind[gold]) for h in held]))
    value = Rate(macro(truth, first.kind), np.nan, np.nan)
    return [
        *rows,
        {"label": "macro", "pairs": len(truth), **blank, "F1": value, "F1, mean of seeds": Rate(mean, np.nan, np.nan)},
    ]


def _confusion(truth: Array, said: Array) -> list[dict[str, Cell]]:
    return [
        {"label": kind, **{other: int(((truth == kind) & (said == other)).sum()) for other in KINDS}} for kind in KINDS
    ]


def _points(truth: Array, h: Held) -> list[dict[str, Cell]]:
    """What the night acts on: asked about from ASK on, retired unasked from RETIRE on."""
    asked = _is_conflict(h.kind) & (h.score >= ASK)
    retired = (h.kind == "supersession") & (h.score >= RETIRE)
    goals = {"conflict": _is_conflict(truth), "supersession": truth == "supersession"}
    return [
        {"point": name, "counts as right": goal, "said": int(told.sum()),
         "precision": wilson(int((told & goals[goal]).sum()), int(told.sum())),
         "recall": wilson(int((told & goals[goal]).sum()), int(goals[goal].sum()))}
        for name, told, goal in (
            (f"ask (conflict, score ≥ {ASK})", asked, "conflict"),
            (f"retire (supersession, score ≥ {RETIRE})", retired, "supersession"),
            (f"retire (supersession, score ≥ {RETIRE})", retired, "conflict"),
        )
    ]  # fmt: skip


def _bins(truth: Array, h: Held) -> list[dict[str, Cell]]:
    return [
        {"probability": f"{b.low:.1f}–{b.high:.1f}", "pairs": b.pairs, "mean probability": Rate(b.said, np.nan, np.nan),
         "truly conflicts": wilson(round(b.true * b.pairs), b.pairs)}
        for b in reliability(_is_conflict(truth), h.chance)
    ]  # fmt: skip


def _calibration(truth: Array, h: Held) -> str:
    true = _is_conflict(truth)
    flat = brier(true, np.full(len(true), true.mean()))
    return f"ECE {ece(true, h.chance):.3f}, Brier {brier(true, h.chance):.3f} (always the base rate: {flat:.3f})."


def _curve(d: Data, gold: Array, held: list[Held]) -> list[dict[str, Cell]]:
    truth = d.y[gold]
    rows: list[dict[str, Cell]] = []
    for share in SHARES:
        each = held if share == 1.0 else [held_out(d, folds(d, 0, share))]
        told = [h.kind[gold] for h in each]
        rows.append({
            "training pairs": f"{share:.0%} (about {round(share * 0.8 * len(d.y))})",
            "conflict F1": _spread([conflict_figures(_is_conflict(truth), _is_conflict(k)).f1.value for k in told]),
            "duplicate F1": _spread([f1_by_kind(truth, k)["duplicate"] for k in told]),
            "macro F1": _spread([macro(truth, k) for k in told]),
        })  # fmt: skip
    return rows
