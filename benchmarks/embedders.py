"""What each embedder is worth and costs: `python -m benchmarks.embedders [static hashing minilm …]` (NOCTUARY_SHARED).

Speed, load and memory of each in a process of its own; likeness against people's on SICK (Spearman); near-duplicates
against all other labelled pairs (AUC); evidence turns of LoCoMo among the best five and ten, by vectors alone and with
words (BM25) through the index and fusion that `noctuary search` uses. `words` is the words alone.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from noctuary.embed import Embedder, choose
from noctuary.index import Index
from noctuary.memory import fused
from noctuary.model import Fact, Support

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parent.parent.parent / "shared"))
MODELS = ("hashing", "static", "minilm")
DEPTH, RRF_K = 30, 10
SOME = 2000
ACTIVE = ("active",)


def main() -> None:
    """Print the table, a row an embedder; those not installed are named with what to do."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(sys.argv[2])))
        return
    print(
        f"{'':10}{'load s':>8}{'texts/s':>9}{'MB':>6}{'SICK':>7}{'dup':>7}  LoCoMo: vectors @5 @10, with words @5 @10"
    )
    for model in sys.argv[1:] or MODELS:
        told = subprocess.run(
            [sys.executable, "-m", "benchmarks.embedders", "--one", model], capture_output=True, text=True, check=False
        )
        if told.returncode:
            print(f"{model:10}{told.stderr.strip().splitlines()[-1]}")
            continue
        row = json.loads(told.stdout)
        print(
            f"{model:10}{row['load']:8.2f}{row['speed']:9.0f}{row['mb']:6.0f}{row['sick']:7.3f}{row['dup']:7.3f}"
            f"  {row['near'][0]:.3f} {row['near'][1]:.3f}   {row['both'][0]:.3f} {row['both'][1]:.3f}"
            f"   (words alone {row['words'][0]:.3f} {row['words'][1]:.3f}, {row['questions']} questions)"
        )


def measured(model: str) -> dict[str, object]:
    """All figures of one embedder. MB is what the process grew by while it worked."""
    choice = choose(model)
    if choice.loss:
        sys.exit(choice.loss)
    sick = [line.split("\t") for name in ("train", "trial") for line in _lines("bench", "sick", f"SICK_{name}.txt")[1:]]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    choice.embedder.embed(["one text"])
    loaded = time.perf_counter()
    choice.embedder.embed([row[1] for row in sick[:SOME]])
    done = time.perf_counter()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return {
        "load": loaded - begun, "speed": SOME / (done - loaded), "mb": grown,
        "sick": spearman(alike(choice.embedder, [(r[1], r[2]) for r in sick]), np.array([float(r[3]) for r in sick])),
        "dup": duplicates(choice.embedder), **retrieval(choice.embedder),
    }  # fmt: skip


def duplicates(embedder: Embedder) -> float:
    """The chance that a labelled duplicate is nearer than a pair of any other label."""
    pairs = [json.loads(line) for line in _lines("gold", "pairs_dev.jsonl")]
    score = alike(embedder, [(pair["a"], pair["b"]) for pair in pairs])
    is_same = np.array([pair["label"] == "duplicate" for pair in pairs])
    same, other = score[is_same], score[~is_same]
    above = (same[:, None] > other).sum() + 0.5 * (same[:, None] == other).sum()
    return float(above / (len(same) * len(other)))


def retrieval(embedder: Embedder) -> dict[str, object]:
    """Mean share of a question's evidence turns found, at 5 and 10, by vectors, by both, by words."""
    found: dict[str, list[tuple[float, float]]] = {"near": [], "both": [], "words": []}
    for talk in json.loads((SHARED / "bench" / "locomo" / "locomo_1_4.json").read_text("utf-8")):
        turns = _turns(talk["conversation"])
        with Index.open(":memory:") as index:
            index.project(turns.values(), [], "benchmark")
            index.embed(embedder)
            for asked in talk["qa"]:
                wanted = {turns[place].id for place in asked["evidence"] if place in turns}
                if asked["category"] > 4 or not wanted:
                    continue
                words = [(m.id, m.score) for m in index.match(asked["question"], DEPTH, ACTIVE)]
                near = [(m.id, m.score) for m in index.nearest(embedder, asked["question"], DEPTH, ACTIVE)]
                for name, ranked in (("words", words), ("near", near), ("both", fused(words, near, RRF_K))):
                    ids = [one for one, _ in ranked]
                    found[name].append((_recall(ids[:5], wanted), _recall(ids[:10], wanted)))
    means = {name: [float(mean) for mean in np.mean(rows, axis=0)] for name, rows in found.items()}
    return {**means, "questions": len(found["near"])}


def alike(embedder: Embedder, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
    """The cosine of each pair."""
    left, right = (embedder.embed([pair[side] for pair in pairs]).astype(np.float64) for side in (0, 1))
    return (left * right).sum(axis=1)  # type: ignore[no-any-return]


def spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Rank correlation, ties at their mean rank."""
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[place]  # type: ignore[no-any-return]


def _recall(found: Sequence[str], wanted: set[str]) -> float:
    return len(wanted & set(found)) / len(wanted)


def _turns(conversation: dict[str, object]) -> dict[str, Fact]:
    """Every turn as a fact, by its place in the talk ("D1:3")."""
    now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    turns: dict[str, Fact] = {}
    number = 1
    while isinstance(session := conversation.get(f"session_{number}"), list):
        for turn in session:
            place, text = turn["dia_id"], f"{turn['speaker']}: {turn['text']}"
            line = len(turns) + 1
            source = Support(ref="talk", line=line, line_end=line, session="", role="user", trust="human", at=now)
            turns[place] = Fact(
                id=f"b2:{place}", text=text, entity=turn["speaker"], kind="fact", status="active", confidence=0.6,
                method="single-source", verified_at=now, trust="human", sources=(source,),
            )  # fmt: skip
        number += 1
    return turns


def _lines(*parts: str) -> list[str]:
    return SHARED.joinpath(*parts).read_text("utf-8").splitlines()


if __name__ == "__main__":
    main()
