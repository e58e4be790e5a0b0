"""The figures of whole nights as tables: a row a workspace and their sum, and a run beside an earlier one."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from benchmarks.judgement.figures import Rate
from benchmarks.judgement.table import Cell, Table
from benchmarks.real.verdicts import Key, counted

Run = dict[str, dict[str, Any]]
ACTS = (("replacement", "replacements"), ("question", "questions"), ("outdated", "outdated"))
_SAME = ("seconds",)


def tables(run: Run, known: dict[Key, str], sample: list[dict[str, Any]]) -> list[Table]:
    """What is printed: promotions, musts, acts with their verdicts, and what the nights cost."""
    every = {**run, "all": summed(run)}
    voices = _judged("voice", sample, known)
    return [
        Table("Promotions that cite a file read whole", [_promotions(name, one) for name, one in every.items()],
              "precision: marked must, known or may, of promoted. beside: cited lines that are not marked themselves. "
              "said: promotions whose quote is the marked sentence itself, which in logs is more than its record. "
              "passing: what a gate would let in without a cap. candidates: what waits, and the share marked."),
        Table("What the owner would want", [_musts(name, one) for name, one in every.items()],
              "held: believed or a candidate. found: a search for the marker's wording brings it among the first ten."),
        Table("What a night did", [_acts(name, one, known) for name, one in every.items()],
              f"right/judged of all, by benchmarks/real/verdicts.tsv. A sample of {len(sample)} voices: {voices}."),
        Table("What it cost", [_costs(name, one) for name, one in every.items()]),
    ]  # fmt: skip


def summed(run: Run) -> dict[str, Any]:
    """All workspaces as one."""
    total: Counter[str] = Counter()
    for one in run.values():
        total.update(one["counts"])
    acts = {name: [act for one in run.values() for act in one[name]] for _, name in ACTS}
    return {"counts": dict(total), **acts}


def _promotions(name: str, one: dict[str, Any]) -> dict[str, Cell]:
    n = Counter(one["counts"])
    marked = n["must"] + n["known"] + n["may"]
    return {
        "workspace": name, "promoted": n["promotions"], "of these files": n["promoted"], "must": n["must"],
        "known": n["known"], "may": n["may"], "precision": share(marked, n["promoted"]), "said": n["sentence"],
        "beside": n["beside"], "passing": n["passing"],
        "its precision": share(n["passing marked"], n["passing"]), "candidates": n["candidates"],
        "marked": share(n["candidates marked"], n["candidates"]),
    }  # fmt: skip


def _musts(name: str, one: dict[str, Any]) -> dict[str, Cell]:
    n = Counter(one["counts"])
    said = [n["musts believed"], n["musts held"], n["musts found"]]
    row: dict[str, Cell] = {"workspace": name, "files": n["files read whole"], "must": n["musts"]}
    for what, hits in zip(("believed", "held", "found"), said, strict=True):
        row |= {what: hits, f"{what}, of all": share(hits, n["musts"])}
    return row | {"believed, said": n["musts believed, sentence"]}


def _acts(name: str, one: dict[str, Any], known: dict[Key, str]) -> dict[str, Cell]:
    n = Counter(one["counts"])
    row: dict[str, Cell] = {"workspace": name}
    row |= {title: _judged(what, one[title], known) for what, title in ACTS}
    return row | {"folded": n["folded"], "lent": n["lent"], "cited": n["cited"]}


def _judged(what: str, acts: list[dict[str, Any]], known: dict[Key, str]) -> str:
    right, judged, every = counted(what, acts, known)
    return f"{right}/{judged} of {every}" if judged else f"– of {every}" if every else "0"


def _costs(name: str, one: dict[str, Any]) -> dict[str, Cell]:
    n = Counter(one["counts"])
    return {
        "workspace": name, "nights": n["nights"], "believed": n["believed"], "own lines": n["own lines"],
        "secrets taken out": n["secrets taken out"], "left": n["secrets left"], "seconds": round(n["seconds"]),
    }  # fmt: skip


def share(hits: int, of: int) -> Rate:
    """A share without an interval: statements of one file are no independent draws."""
    return Rate(hits / of if of else math.nan, math.nan, math.nan)


def against(before: Run, after: Run) -> Table:
    """What changed since an earlier run, over the workspaces both have; equal figures are left out."""
    both = [name for name in after if name in before]
    pairs = {name: (before[name], after[name]) for name in both}
    pairs["all"] = summed({name: before[name] for name in both}), summed({name: after[name] for name in both})
    rows: list[dict[str, Cell]] = []
    for name, (old, new) in pairs.items():
        was, now = figures(old["counts"]), figures(new["counts"])
        rows += [
            {"workspace": name, "figure": figure, "before": was.get(figure, 0), "after": now[figure]}
            for figure in now
            if now[figure] != was.get(figure, 0) and figure not in _SAME
        ]
    return Table("Beside the earlier run", rows, "Only what differs, over the workspaces both runs have.")


def figures(counts: dict[str, Any]) -> dict[str, Cell]:
    """The counts with their two shares, in hundredths."""
    n = Counter(counts)
    marked = n["must"] + n["known"] + n["may"]
    found: dict[str, Cell] = {name: counts[name] for name in sorted(counts)}
    found["precision, %"] = round(100 * marked / n["promoted"]) if n["promoted"] else 0
    found["recall of musts, %"] = round(100 * n["musts believed"] / n["musts"]) if n["musts"] else 0
    return found
