"""Public pair sets: the judge and the baselines at telling conflicts from the rest. Loads through `sets`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from benchmarks import train_judge
from benchmarks.judgement.baselines import COSINE_AT, RULES, cosines
from benchmarks.judgement.figures import best_threshold, conflict_figures, wilson
from benchmarks.judgement.sets import PEACEFUL, PUBLIC, LabelledPair, sample
from benchmarks.judgement.table import Cell, Table, figure_cells
from benchmarks.train_edit import is_learned
from noctuary.decisions import Verdict
from noctuary.embed import default_embedder
from noctuary.judging.judge import judge

CONFLICTS = ("contradiction", "supersession")
TRAINED_ON = train_judge.TRAINED_ON
NOTE = (
    "Conflict = contradiction or supersession. 95 % intervals: Wilson for precision and recall, bootstrap over source "
    "sentences for F1. `oracle` picks the cosine threshold with the best F1 on this very set: an upper bound, no rule. "
    f"Embedder: {default_embedder().name}."
)


def is_conflict(verdict: Verdict) -> bool:
    """Whether the judge calls it a contradiction or a supersession."""
    return verdict.kind in CONFLICTS


def named(name: str) -> str:
    """The set's name; of one the judge learned half from, only the other half is measured, and it says so."""
    return f"{name} (unseen half)" if name in TRAINED_ON else name


def unseen(name: str, pairs: list[LabelledPair]) -> list[LabelledPair]:
    """The pairs of a set that the judge has not learned from."""
    return [one for one in pairs if not is_learned(one)] if name in TRAINED_ON else pairs


def verdicts(pairs: Sequence[LabelledPair]) -> list[Verdict]:
    """The shipped judge on every pair."""
    return [judge(one.a, one.b) for one in pairs]


def said_by_each(pairs: Sequence[LabelledPair], given: Sequence[Verdict]) -> dict[str, list[bool]]:
    """What the judge and every baseline call a conflict, by method, in table order."""
    texts = [(one.a.text, one.b.text) for one in pairs]
    said = {"judge": [is_conflict(v) for v in given]}
    said.update({name: [rule(a, b) for a, b in texts] for name, rule in RULES.items()})
    near = cosines(texts)
    said[f"cosine ≥ {COSINE_AT}"] = list(near >= COSINE_AT)
    truth = [one.is_conflict for one in pairs]
    if any(truth):
        at = best_threshold(truth, near)
        said[f"cosine ≥ {at:.2f} (oracle)"] = list(near >= at)
    return said


def measure(only: Sequence[str], is_quick: bool, errors: int = 0) -> list[Table]:
    """The tables of the public sets named in `only` (all where empty), and of each set `errors` mistakes a side.

    An absent set is left out with a note; where all are, the first FileNotFoundError is raised.
    """
    scored: list[dict[str, Cell]] = []
    calm: list[dict[str, Cell]] = []
    kinds: list[dict[str, Cell]] = []
    wrong: list[Table] = []
    absent: list[FileNotFoundError] = []
    for name, load in PUBLIC.items():
        if only and name not in only:
            continue
        try:
            pairs = sample(unseen(name, load()), is_quick)
        except FileNotFoundError as error:
            absent.append(error)
            continue
        given = verdicts(pairs)
        said = said_by_each(pairs, given)
        if name in PEACEFUL:
            calm += [_calm_row(name, method, told) for method, told in said.items()]
        else:
            scored += _scored_rows(name, pairs, said)
            kinds += _kind_rows(name, pairs, said["judge"], given)
        wrong += [Table(f"{name}: mistakes of the judge", rows)] if (rows := mistakes(pairs, given, errors)) else []
    if absent and not (scored or calm):
        raise absent[0]
    note = "\n".join([NOTE, *(f"Left out: there is no {error.filename}." for error in absent)])
    return [
        *([Table("Public pair sets: conflict against the rest", scored, note)] if scored else []),
        *([Table("Sets without contradictions: false conflicts per 1,000 pairs", calm)] if calm else []),
        *([Table("Public pair sets: the judge by the set's own categories", kinds)] if kinds else []),
        *wrong,
    ]


def _scored_rows(name: str, pairs: Sequence[LabelledPair], said: dict[str, list[bool]]) -> list[dict[str, Cell]]:
    truth, groups = [one.is_conflict for one in pairs], [one.group for one in pairs]
    return [
        {"set": named(name), "method": method, **figure_cells(conflict_figures(truth, told, groups))}
        for method, told in said.items()
    ]


def _calm_row(name: str, method: str, told: Sequence[bool]) -> dict[str, Cell]:
    rate = wilson(int(np.sum(told)), len(told))
    per = f"{1000 * rate.value:.0f} ({1000 * rate.low:.0f}–{1000 * rate.high:.0f})"
    said = int(np.sum(told))
    return {"set": named(name), "method": method, "pairs": len(told), "conflicts said": said, "per 1,000": per}


def mistakes(pairs: Sequence[LabelledPair], given: Sequence[Verdict], each: int) -> list[dict[str, Cell]]:
    """Up to `each` false alarms and as many misses, spread evenly over the set."""
    rows: list[dict[str, Cell]] = []
    for is_true, name in ((False, "false alarm"), (True, "missed")):
        found = [
            (one, v)
            for one, v in zip(pairs, given, strict=True)
            if one.is_conflict == is_true and is_conflict(v) != is_true
        ]
        for one, v in found[:: max(1, len(found) // max(1, each))][:each]:
            rows.append({"mistake": name, "category": one.kind, "verdict": f"{v.kind} {v.score:.2f}",
                         "a": one.a.text, "b": one.b.text})  # fmt: skip
    return rows


def _kind_rows(
    name: str, pairs: Sequence[LabelledPair], told: Sequence[bool], given: Sequence[Verdict]
) -> list[dict[str, Cell]]:
    """How often each category is called a conflict, and which verdict it gets most: true conflicts and others apart."""
    found: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for k, one in enumerate(pairs):
        found[one.kind, one.is_conflict].append(k)
    rows: list[dict[str, Cell]] = []
    for (kind, is_true), members in sorted(found.items(), key=lambda item: (not item[0][1], item[0][0])):
        counts = {v: sum(given[k].kind == v for k in members) for v in sorted({given[k].kind for k in members})}
        most = ", ".join(f"{v} {n}" for v, n in sorted(counts.items(), key=lambda item: -item[1])[:3])
        said = wilson(sum(told[k] for k in members), len(members))
        rows.append({"set": named(name), "category": kind, "label": "conflict" if is_true else "rest",
                     "pairs": len(members), "called conflict": said, "verdicts": most})  # fmt: skip
    return rows
