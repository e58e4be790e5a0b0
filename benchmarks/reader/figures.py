"""The reader's figures on what it never learned from, and what it says of each, a line of JSON each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sklearn.metrics import average_precision_score, roc_auc_score

from benchmarks.reader.examples import KINDS, LEFT_OUT, Real
from benchmarks.reader.network import Reader, batch
from benchmarks.reader.sets import sets
from noctuary.reader.encoding import Encoded

SIZE = 64


def said(model: Reader, some: Sequence[Encoded], head: int) -> np.ndarray[Any, Any]:
    """(n, …) the logits of a head, in the order given."""
    order = sorted(range(len(some)), key=lambda i: len(some[i].ids))
    found: list[Any] = [None] * len(some)
    with torch.inference_mode():
        for start in range(0, len(order), SIZE):
            rows = order[start : start + SIZE]
            logits = model(*batch([some[i] for i in rows]))[head].numpy()
            for i, row in zip(rows, logits, strict=True):
                found[i] = row
    return np.array(found)


def show(model: Reader, real: Real, out: Path, told: Callable[[str], None] = print) -> None:
    """Print a line a set, and write what was said of each pair."""
    with out.open("w", encoding="utf-8") as file:
        for name, some, labels in sets(real):
            logits = said(model, [one.encoded() for one in some], 0)
            for one, label, row in zip(some, labels, logits, strict=True):
                row = [name, one.older.text, one.newer.text, label, [round(float(x), 3) for x in row]]
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            told(pair_figures(name, labels, logits))
        lines: dict[str, list[tuple[Any, Any]]] = defaultdict(list)
        left = [one for name in sorted(LEFT_OUT & real.lines.keys()) for one in real.lines[name]]
        for (one, role), row in zip(left, said(model, [one.encoded for one, _ in left], 1), strict=True):
            lines[role].append((one, row))
        for role, rows in sorted(lines.items()):
            told(line_figures(role, rows))


def pair_figures(name: str, labels: Sequence[str], logits: np.ndarray[Any, Any]) -> str:
    """Conflict precision, recall and F1, how often a calm pair is called one surely, and the F1 of each verdict."""
    chances = np.exp(logits - logits.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    clash = chances[:, :2].sum(1)
    is_clash = np.array([label in ("contradiction", "supersession", "superseded", "conflict") for label in labels])
    calm = clash[~is_clash]
    parts = [f"{name:16s} {len(labels):5d}"]
    for at in (0.5, 0.8):
        hit = float((is_clash & (clash > at)).sum())
        p, r = hit / max(1, (clash > at).sum()), hit / max(1, is_clash.sum())
        parts.append(f">{at} P {p:.3f} R {r:.3f} F {2 * p * r / max(1e-9, p + r):.3f}")
    surely = ", ".join(f"{1000 * float((calm > at).mean()):.0f}" for at in (0.5, 0.8, 0.9))
    parts.append(f"calm called {surely} of 1,000")
    if set(labels) <= set(KINDS):
        guess = np.array(KINDS)[logits.argmax(1)]
        truth = np.array(labels)
        each = {}
        for kind in KINDS:
            hit = float(((truth == kind) & (guess == kind)).sum())
            each[kind] = 2 * hit / max(1, (truth == kind).sum() + (guess == kind).sum())
        shown = " ".join(f"{kind[:5]} {value:.2f}" for kind, value in each.items())
        parts.append(f"acc {(truth == guess).mean():.3f} macro {np.mean(list(each.values())):.3f} {shown}")
    return "  ".join(parts)


def line_figures(role: str, rows: Sequence[tuple[Any, Any]]) -> str:
    """How well the level head ranks what a marker would keep (must or may), and what it finds must."""
    level = np.array([row[:3] for _, row in rows])
    chances = np.exp(level - level.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    parts = [f"lines {role:10s} {len(rows):5d}"]
    for name, wanted, score in (("kept", (0, 1), 1 - chances[:, 2]), ("must", (0,), chances[:, 0])):
        truth = np.array([one.level in wanted for one, _ in rows])
        if 0 < truth.sum() < len(truth):
            auc, ap = roc_auc_score(truth, score), average_precision_score(truth, score)
            parts.append(f"{name} {truth.mean():.2f} AUC {auc:.3f} AP {ap:.3f}")
    return "  ".join(parts)
