"""LoCoMo's evidence turns among the best five and ten hits: `python -m benchmarks.search locomo`.

Each conversation is a workspace of daily notes, a turn a bullet, over which a night passes. A hit counts for the lines
it names: a fact for what it cites, a passage for its line, or those of its lines that it says answer best. The
baselines see the same lines: words (FTS5, stop words dropped), and these with the vectors by reciprocal ranks, k 10.
`--model minilm` takes other vectors, `--conversations 1` fewer, `--no-night` believes nothing, `--try NAME=VALUE` sets
an amount of `noctuary.ranking` for the run.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import apsw
import numpy as np

from noctuary import ranking
from noctuary.embed import Embedder, choose
from noctuary.index import Index
from noctuary.index.search import terms
from noctuary.journal import replay
from noctuary.memory import Hit, Memory
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import project
from noctuary.stages.freshen import freshen

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parents[3] / "shared"))
CATEGORIES = (1, 2, 3, 4)
DEPTHS = (5, 10)
NIGHT = dt.datetime(2025, 1, 1, 3, tzinfo=dt.UTC)
_SESSION = re.compile(r"session_(\d+)\Z")
_SAID = re.compile(r"(\d+:\d+ [ap]m) on (\d+ \w+, \d{4})")


class Turn(NamedTuple):
    """A turn where it stands."""

    ref: str
    line: int
    key: str
    text: str


class Asked(NamedTuple):
    """A question and the keys of the turns that answer it."""

    text: str
    evidence: frozenset[str]


def main(argv: Sequence[str]) -> None:
    """Print a row each for ours and the baselines."""
    parser = argparse.ArgumentParser(prog="benchmarks.search locomo")
    parser.add_argument("--model", default="static")
    parser.add_argument("--conversations", type=int, default=4)
    parser.add_argument("--no-night", action="store_true")
    parser.add_argument("--try", dest="tried", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args(argv)
    path = SHARED / "bench" / "locomo" / "locomo_1_4.json"
    if not path.is_file():
        sys.exit(f"no {path}: NOCTUARY_SHARED names the folder of public data sets")
    choice = choose(given.model)
    if choice.loss:
        sys.exit(choice.loss)
    for name, _, value in (one.partition("=") for one in given.tried):
        setattr(ranking, name, float(value))
    found: dict[str, list[list[float]]] = {}
    for number, one in enumerate(json.loads(path.read_bytes())[: given.conversations], 1):
        begun = time.process_time()
        told = conversation(one, choice.embedder, with_night=not given.no_night)
        for name, rows in told.items():
            found.setdefault(name, []).extend(rows)
        print(f"conversation {number}: {time.process_time() - begun:.0f} s of processor time", file=sys.stderr)
    print(f"{'':14}" + "".join(f"{f'R@{depth}':>8}" for depth in DEPTHS))
    for name, rows in found.items():
        print(f"{name:14}" + "".join(f"{mean(row[n] for row in rows):8.3f}" for n in range(len(DEPTHS))))
    print(f"{len(next(iter(found.values())))} questions, vectors {choice.embedder.name}")


def conversation(one: dict[str, object], embedder: Embedder, *, with_night: bool) -> dict[str, list[list[float]]]:
    """The recall of each way of asking, a row a question."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        turns = written(one["conversation"], root)  # type: ignore[arg-type]
        questions = list(asked(one, {turn.key for turn in turns}))
        workspace = open_workspace(root, overrides={"embed": {"model": "static"}})
        if with_night:
            dream(root, NIGHT)
        else:
            state = replay(workspace.journal)
            project(workspace, state)
            freshen(workspace, state, with_vectors=False)
        keys = {(turn.ref, turn.line): turn.key for turn in turns}
        with Index.open(workspace.index) as index:
            index.embed(embedder)
        with Memory.open(workspace.index, now=NIGHT) as memory:
            memory.embedder = embedder
            ours = [_recalls(one, [_keys(hit, keys) for hit in memory.search(one.text, 10, True)]) for one in questions]
        words, both = baselines(turns, [one.text for one in questions], embedder)
    told = {"noctuary": ours}
    for name, lists in (("words (BM25)", words), ("words + RRF", both)):
        told[name] = [_recalls(one, [{key} for key in ranked]) for one, ranked in zip(questions, lists, strict=True)]
    return told


def written(conversation: dict[str, object], root: Path) -> list[Turn]:
    """Write the sessions as daily notes; where each turn stands."""
    (root / "memory").mkdir()
    numbers = sorted(int(match[1]) for name in conversation if (match := _SESSION.match(name)))
    lines: dict[str, list[str]] = {}
    turns = []
    for number in numbers:
        when = str(conversation[f"session_{number}_date_time"])
        said = _SAID.search(when)
        day = dt.datetime.strptime(said[2], "%d %B, %Y").date() if said else NIGHT.date()
        note = lines.setdefault(f"memory/{day}.md", [])
        note += [f"# Session {number}, {when}", ""]
        for turn in conversation[f"session_{number}"]:  # type: ignore[attr-defined]
            text = " ".join(f"{turn['speaker']}: {turn['text']}".split())
            note.append(f"- {text}")
            turns.append(Turn(f"memory/{day}.md", len(note), turn["dia_id"], text))
        note.append("")
    for ref, note in lines.items():
        (root / ref).write_text("\n".join(note))
    return turns


def asked(one: dict[str, object], known: set[str]) -> Iterator[Asked]:
    """The questions that a turn answers."""
    for question in one["qa"]:  # type: ignore[attr-defined]
        evidence = frozenset(key for key in question.get("evidence", ()) if key in known)
        if question["category"] in CATEGORIES and evidence:
            yield Asked(question["question"], evidence)


def baselines(
    turns: Sequence[Turn], questions: Sequence[str], embedder: Embedder
) -> tuple[list[list[str]], list[list[str]]]:
    """The turns' keys for each question: by words, and by words and vectors."""
    db = apsw.Connection(":memory:")
    db.execute("CREATE VIRTUAL TABLE line USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')")
    db.executemany("INSERT INTO line (rowid, text) VALUES (?, ?)", [(n, turn.text) for n, turn in enumerate(turns)])
    matrix = embedder.embed([turn.text for turn in turns])
    words, both = [], []
    for question, vector in zip(questions, embedder.embed(list(questions)), strict=True):
        expression = " OR ".join(term.expression for term in terms(question) if "unspaced" not in term.expression)
        query = "SELECT rowid FROM line WHERE line MATCH ? ORDER BY bm25(line), rowid LIMIT 60"
        first = [int(row[0]) for row in db.execute(query, (expression,))] if expression else []  # type: ignore[arg-type]
        second = [int(n) for n in np.argsort(-(matrix @ vector), kind="stable")[:60]]
        points: dict[int, float] = {}
        for ranked in (first, second):
            for rank, n in enumerate(ranked, 1):
                points[n] = points.get(n, 0.0) + 1 / (10 + rank)
        words.append([turns[n].key for n in first])
        both.append([turns[n].key for n in sorted(points, key=lambda n: (-points[n], n))])
    return words, both


def _keys(hit: Hit, keys: dict[tuple[str, int], str]) -> set[str]:
    places = (place.rpartition(":") for place in hit.sources)
    return {keys[ref, int(line)] for ref, _, line in places if (ref, int(line)) in keys}


def _recalls(one: Asked, ranked: Sequence[set[str]]) -> list[float]:
    """The share of the evidence among the first hits, at each depth."""
    return [len(one.evidence & set().union(*ranked[:depth])) / len(one.evidence) for depth in DEPTHS]
