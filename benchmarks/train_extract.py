"""Fits the weights of `noctuary.extraction.durable` to labelled lines and reports what they are worth.

usage: python -m benchmarks.train_extract LINES.jsonl [MORE.tsv ...] [--held HELD.tsv ...]
    [--background FOLDER ...] [--write]

The first file is cross-validated (ten folds by line, seeded); the others only train. Of a file after
--held a quarter of the lines, told by the hash of their words, never trains and is reported apart. Notes and
session logs of the background workspaces are taken for talk that is not kept, which nearly all of it is, at a
small weight. Prints precision, recall and kind accuracy of the held-out folds. Needs scikit-learn;
nothing at run time does.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import importlib
import json
import pathlib
import random
import re
import sys
from collections.abc import Iterable
from typing import Any

from noctuary.extraction import durable_weights
from noctuary.guard import guard
from noctuary.model import Candidate, Event

durable: Any = importlib.import_module("noctuary.extraction.durable")
room: Any = importlib.import_module("noctuary.extraction.extract")
WEIGHTS_FILE = pathlib.Path(durable_weights.__file__)
Row = dict[str, Any]
Sample = tuple[dict[str, float], bool, int, float]
BACKGROUND_SIZE = 1500
BACKGROUND_WEIGHT = {"user": 0.25, "assistant": 0.15, "note": 0.02}


def read(path: str) -> list[Row]:
    """Labelled lines: JSONL with role, text, date, keep, kind; or TSV of role, kind ("" = not kept), text, why not."""
    lines = [line for line in pathlib.Path(path).read_text().splitlines() if line.strip()]
    if not path.endswith(".tsv"):
        return [json.loads(line) for line in lines]
    rows = [line.split("\t") for line in lines]
    return [
        {
            "id": f"x{n:03}",
            "role": role,
            "kind": kind or "none",
            "keep": bool(kind),
            "text": text.replace("\\n", "\n"),
        }
        for n, (role, kind, text, *_) in enumerate(rows, 1)
    ]


def event(row: Row) -> Event:
    """A labelled line as the event its source would yield."""
    text = row["text"]
    at = dt.datetime.fromisoformat(row["date"] + "T12:00:00+00:00") if row.get("date") else None
    trust: Any = {"user": "human", "note": "human", "assistant": "agent", "tool": "tool"}[row["role"]]
    return Event(
        id=row["id"],
        ref="lines",
        line=1,
        line_end=1 + text.count("\n"),
        at=at,
        role=row["role"],
        trust=trust,
        text=guard(text).text,
        session="lines",
    )


def samples(rows: list[Row]) -> list[Sample]:
    """Features of every statement that reaches the model, with its label, its row and its weight."""
    found: list[Sample] = []
    for number, row in enumerate(rows):
        reached = _reached(event(row))
        said = room.extract(event(row))
        texts = [r.text for r in said if isinstance(r, Candidate) or r.candidate is not None]
        found.extend(_labelled(row, number, reached, texts))
    return found


def _labelled(row: Row, number: int, reached: list[dict[str, float]], texts: list[str]) -> Iterable[Sample]:
    """Of a kept line the statement most like its distilled form is positive; the others train nothing."""
    if not row["keep"]:
        return [(f, False, number, 1.0) for f in reached]
    if not reached:
        return []
    wanted = words(row.get("distilled") or row["text"])
    best = max(range(len(reached)), key=lambda i: (len(wanted & words(texts[i])) if i < len(texts) else 0, i))
    return [(reached[best], True, number, 1.0)]


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def fit(train: list[Sample]) -> tuple[float, dict[str, float]]:
    """An L2 logistic model over the named features (C tuned once by the same cross-validation)."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    turn = DictVectorizer(sparse=False)
    x = turn.fit_transform([f for f, _, _, _ in train])
    model = LogisticRegression(C=C, max_iter=2000).fit(x, [y for _, y, _, _ in train], [w for *_, w in train])
    names = turn.get_feature_names_out()
    return float(model.intercept_[0]), {n: float(w) for n, w in zip(names, model.coef_[0], strict=True)}


C = 0.5


def use(bias: float, weights: dict[str, float]) -> None:
    durable.BIAS = bias
    durable_weights.WEIGHTS.clear()
    durable_weights.WEIGHTS.update(weights)


def verdict(row: Row) -> Candidate | None:
    """The surest candidate of a line, None where nothing is kept."""
    kept = [c for c in room.extract(event(row)) if isinstance(c, Candidate)]
    return max(kept, key=lambda c: c.confidence, default=None)


def background(folder: str) -> list[Sample]:
    """Statements of real session logs, evenly spread, as not kept."""
    from noctuary.sources import read as read_sources
    from noctuary.sources.where import Where

    said = [e for e in read_sources(pathlib.Path(folder), {}, Where()) if isinstance(e, Event)]
    talk = sorted((e for e in said if e.role in ("user", "assistant", "note")), key=lambda e: (e.ref, e.line, e.id))
    found = [(f, BACKGROUND_WEIGHT[e.role]) for e in talk[:: max(1, len(talk) // 600)] for f in _reached(e)]
    step = max(1, len(found) // BACKGROUND_SIZE)
    return [(f, False, -1, weight) for f, weight in found[::step]]


def _reached(said: Event) -> list[dict[str, float]]:
    """The features of each statement of an event that comes before the model, which is asked in its stead."""
    reached: list[dict[str, float]] = []

    def listen(found: dict[str, float]) -> float:
        reached.append(dict(found))
        return 0.0

    room.probability = listen
    room.extract(said)
    room.probability = durable.probability
    return reached


def cross_validated(rows: list[Row], extra: list[Sample], folds: int = 10) -> list[Candidate | None]:
    order = list(range(len(rows)))
    random.Random(7).shuffle(order)
    said: list[Candidate | None] = [None] * len(rows)
    every = samples(rows)
    for fold in range(folds):
        held = set(order[fold::folds])
        use(*fit([s for s in every if s[2] not in held] + extra))
        for number in sorted(held):
            said[number] = verdict(rows[number])
    return said


def report(rows: list[Row], said: list[Candidate | None]) -> None:
    tp = sum(bool(s) and r["keep"] for r, s in zip(rows, said, strict=True))
    fp = [(r, s) for r, s in zip(rows, said, strict=True) if s and not r["keep"]]
    fn = [r for r, s in zip(rows, said, strict=True) if not s and r["keep"]]
    right = [(r, s) for r, s in zip(rows, said, strict=True) if s and r["keep"]]
    kinds = sum(r["kind"] == s.kind for r, s in right)
    for row, c in fp:
        print(f"  kept wrongly  {row['id']} {row['role']:9} {c.confidence:.2f} {row['text'][:90]!r}")
    for row in fn:
        print(f"  missed        {row['id']} {row['role']:9} {row['kind']} {row['text'][:100]!r}")
    for row, c in right:
        if row["kind"] != c.kind:
            print(f"  kind          {row['id']} {row['kind']} said {c.kind}: {row['text'][:90]!r}")
    leaks = [r["id"] for r, _ in fp if {"secret", "injection"} & set(r.get("flags", ()))]
    precision, recall = tp / max(1, tp + len(fp)), tp / max(1, tp + len(fn))
    print(f"precision {precision:.3f} recall {recall:.3f} kinds {kinds / max(1, tp):.3f} leaks {leaks}")


def write(bias: float, weights: dict[str, float]) -> None:
    lines = [
        '"""Weights of `durable`, in log-odds. Written by benchmarks/train_extract.py; decides nothing."""',
        "",
        f"BIAS = {bias:.3f}",
        "WEIGHTS: dict[str, float] = {",
        *(f'    "{name}": {weight:.3f},' for name, weight in sorted(weights.items()) if abs(weight) >= 0.005),
        "}",
        "",
    ]
    WEIGHTS_FILE.write_text("\n".join(lines))


def is_held(row: Row) -> bool:
    """Whether a line never trains: a quarter of them, by the hash of the words, so that no later line moves it."""
    return hashlib.blake2b(row["text"].encode()).digest()[0] % 4 == 0


def main(arguments: list[str]) -> None:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("lines")
    told.add_argument("more", nargs="*")
    told.add_argument("--held", nargs="*", default=[])
    told.add_argument("--background", nargs="*", default=[])
    told.add_argument("--write", action="store_true")
    given = told.parse_args(arguments)
    room.NEAR_MISS = -1.0
    rows = read(given.lines)
    parted = [row for path in given.held for row in read(path)]
    extra = samples([row for path in given.more for row in read(path)] + [row for row in parted if not is_held(row)])
    extra += [sample for folder in given.background for sample in background(folder)]
    report(rows, cross_validated(rows, extra))
    use(*(fitted := fit(samples(rows) + extra)))
    print("fitted on all:")
    report(rows, [verdict(row) for row in rows])
    if held := [row for row in parted if is_held(row)]:
        print(f"held back ({len(held)} lines):")
        report(held, [verdict(row) for row in held])
    if given.write:
        write(*fitted)


if __name__ == "__main__":
    main(sys.argv[1:])
