"""25 hand-made hard pairs after failures users reported of other tools (benchmarks/field_pairs.tsv)."""

from __future__ import annotations

import csv
import datetime as dt
from pathlib import Path

from benchmarks.judgement.baselines import RULES
from benchmarks.judgement.figures import conflict_figures
from benchmarks.judgement.public import CONFLICTS, is_conflict
from benchmarks.judgement.sets import LabelledPair
from benchmarks.judgement.table import Cell, Table
from noctuary.judging.judge import judge
from noctuary.model import Statement

PATH = Path(__file__).parents[1] / "field_pairs.tsv"
START = dt.date(2026, 3, 10)


def load() -> list[LabelledPair]:
    """The pairs in file order: label, days between the two notes, the older, the newer. `kind` is the label."""
    with PATH.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        LabelledPair(
            Statement(text=row["a"], said_on=START),
            Statement(text=row["b"], said_on=START + dt.timedelta(days=int(row["days"]))),
            row["label"] in CONFLICTS, row["label"], row["a"],
        )
        for row in rows
    ]  # fmt: skip


def measure(_is_quick: bool) -> list[Table]:
    """TP, FP, FN of the judge and the rules, and the judge's mistakes pair by pair."""
    pairs = load()
    given = [judge(one.a, one.b) for one in pairs]
    said = {"judge": [is_conflict(v) for v in given]}
    said.update({name: [rule(one.a.text, one.b.text) for one in pairs] for name, rule in RULES.items()})
    truth = [one.is_conflict for one in pairs]
    rows: list[dict[str, Cell]] = []
    for name, told in said.items():
        f = conflict_figures(truth, told)
        rows.append({"rule": name, "TP": f.hits, "FP": f.said - f.hits, "FN": f.conflicts - f.hits,
                     "precision": f.precision, "recall": f.recall})  # fmt: skip
    wrong: list[dict[str, Cell]] = [
        {"label": one.kind, "verdict": v.kind, "older": one.a.text, "newer": one.b.text}
        for one, v in zip(pairs, given, strict=True)
        if one.is_conflict != is_conflict(v)
    ]
    exact = sum(one.kind == v.kind for one, v in zip(pairs, given, strict=True))
    note = f"All six labels right: {exact} of {len(pairs)}. Few pairs, made to be hard: a direction, not a rate."
    return [Table("25 hard pairs from the field", rows, note)] + (
        [Table("The hard pairs the judge gets wrong", wrong)] if wrong else []
    )
