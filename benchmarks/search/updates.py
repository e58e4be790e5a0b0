"""Does the newer value come first? `python -m benchmarks.search updates`, from the dated pairs of benchmarks/pairs.

Each pair that is labelled a supersession and lies days apart becomes two lines of two daily notes among the lines of
all the others; a night passes. The question is what both statements share: their common words. `found` is the newer
statement among the first ten hits, `stale first` the older one before it, or alone. The baseline is words (BM25) over
the same lines. `--pairs N` takes so many, `--files GLOB` other files, `--no-night` believes nothing.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import apsw

from noctuary.embed import choose
from noctuary.index.search import plain, terms
from noctuary.index.stopwords import STOP_WORDS
from noctuary.journal import replay
from noctuary.memory import Hit, Memory
from noctuary.model import fold
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import project
from noctuary.stages.freshen import freshen

PAIRS = Path(__file__).parents[1] / "pairs"
FIRST = dt.date(2025, 1, 6)
NIGHT = dt.datetime(2026, 12, 1, 3, tzinfo=dt.UTC)
TOP = 10
_LEAST_WORDS = 2


class Update(NamedTuple):
    """Two statements of one thing, the older and the newer, days apart, and the question that both would answer."""

    older: str
    newer: str
    days: int
    question: str


def main(argv: Sequence[str]) -> None:
    """Print both shares, ours beside the words alone."""
    parser = argparse.ArgumentParser(prog="benchmarks.search updates")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--files", default="*.tsv")
    parser.add_argument("--no-night", action="store_true")
    given = parser.parse_args(argv)
    updates = drawn(given.files, given.pairs)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        lines = written(updates, root)
        workspace = open_workspace(root)
        if given.no_night:
            state = replay(workspace.journal)
            project(workspace, state)
            freshen(workspace, state)
        else:
            dream(root, NIGHT)
        with Memory.open(workspace.index, now=NIGHT) as memory:
            memory.embedder = choose().embedder
            ours = [_told(one, memory.search(one.question, TOP, True)) for one in updates]
    theirs = [_placed(one, ranked) for one, ranked in zip(updates, words(lines, updates), strict=True)]
    print(f"{'':14}{'found':>8}{'stale first':>13}{'stale shown':>13}")
    for name, places in (("noctuary", ours), ("words (BM25)", theirs)):
        found, stale, shown = _shares(places)
        print(f"{name:14}{found:8.1%}{stale:13.1%}{shown:13.1%}")
    print(f"{len(updates)} updates among {len(lines)} lines")


def drawn(files: str, most: int) -> list[Update]:
    """Supersessions whose statements share words enough for a question, in a fixed order of chance."""
    found: dict[str, Update] = {}
    for path in sorted(PAIRS.glob(files)):
        for row in path.read_text("utf-8").splitlines()[1:]:
            label, days, older, newer = row.split("\t")[:4]
            shared = question(older, newer)
            if label == "supersession" and int(days) > 0 and len(shared.split()) >= _LEAST_WORDS:
                found.setdefault(shared, Update(older, newer, int(days), shared))
    updates = sorted(found.values())
    random.Random(7).shuffle(updates)
    return updates[:most]


def question(older: str, newer: str) -> str:
    """The words that both hold, in the newer one's order."""
    held = {plain(word) for word in fold(older).split()}
    words = (word for word in fold(newer).split() if plain(word) in held and plain(word) not in STOP_WORDS)
    return " ".join(dict.fromkeys(words))


def written(updates: Sequence[Update], root: Path) -> list[tuple[dt.date, str]]:
    """Write each statement into the note of its day; every line with its day."""
    (root / "memory").mkdir()
    notes: dict[dt.date, list[str]] = {}
    for number, one in enumerate(updates):
        begun = FIRST + dt.timedelta(days=number % 180)
        notes.setdefault(begun, []).append(one.older)
        notes.setdefault(begun + dt.timedelta(days=one.days), []).append(one.newer)
    for day, said in notes.items():
        (root / "memory" / f"{day}.md").write_text(f"# {day}\n\n" + "".join(f"- {line}\n" for line in said), "utf-8")
    return [(day, line) for day, said in sorted(notes.items()) for line in said]


def words(lines: Sequence[tuple[dt.date, str]], updates: Sequence[Update]) -> list[list[str]]:
    """The lines each question finds by words alone, best first."""
    db = apsw.Connection(":memory:")
    db.execute("CREATE VIRTUAL TABLE line USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')")
    db.executemany("INSERT INTO line (rowid, text) VALUES (?, ?)", list(enumerate(text for _, text in lines)))
    query = "SELECT text FROM line WHERE line MATCH ? ORDER BY bm25(line), rowid LIMIT ?"
    found = []
    for one in updates:
        expression = " OR ".join(term.expression for term in terms(one.question) if "unspaced" not in term.expression)
        found.append([str(row[0]) for row in db.execute(query, (expression, TOP))] if expression else [])
    return found


Places = tuple[int | None, int | None]


def _told(one: Update, hits: Sequence[Hit]) -> Places:
    """Where the newer and the older statement stand: a hit tells what its own words, or those it points at, say."""
    return _placed(one, [hit.excerpt or hit.text for hit in hits])


def _placed(one: Update, ranked: Sequence[str]) -> Places:
    said = [f" {fold(text)} " for text in ranked]
    newer, older = (
        next((n for n, text in enumerate(said) if _says(text, wanted)), None) for wanted in (one.newer, one.older)
    )
    return newer, older


def _says(text: str, wanted: str) -> bool:
    """Whether a hit says a statement: all its words, or the fact that was cut from it."""
    whole = fold(wanted)
    return whole in text or (len(text.split()) >= 3 and text.strip() in whole)


def _shares(places: Sequence[Places]) -> tuple[float, float, float]:
    """The newer one found; the older before it or alone; the older shown at all."""
    found = sum(newer is not None for newer, _ in places)
    stale = sum(older is not None and (newer is None or older < newer) for newer, older in places)
    shown = sum(older is not None for _, older in places)
    return tuple(count / len(places) for count in (found, stale, shown))  # type: ignore[return-value]
