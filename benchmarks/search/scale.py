"""Size, build time, memory and time of a search: `python -m benchmarks.search scale [10000:20000 100000:200000]`.

Each argument is facts:passages, in a process of its own. Statements are those of benchmarks/pairs, numbered so that no
two are the same; a passage holds two to five of them, a file two hundred passages. Questions are three words of a
statement. Times are of the processor, in ms, warm and in one process.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from noctuary.embed import choose
from noctuary.index import Index
from noctuary.index.passages import FileMark
from noctuary.memory import Memory
from noctuary.model import Fact, Support, Watermark, fact_id
from noctuary.passages import Leaf, Passage, cut

PAIRS = Path(__file__).parents[1] / "pairs"
SIZES = ("10000:20000", "100000:200000")
AT = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
ASKED, A_FILE = 200, 200


def main(argv: Sequence[str]) -> None:
    """Print a row a size."""
    if argv[:1] == ["--one"]:
        print(json.dumps(measured(*map(int, argv[1].split(":")))))
        return
    heads = (("facts", 8), ("passages", 10), ("build s", 9), ("vectors s", 11), ("MB on disk", 12), ("MB in use", 11))
    print("".join(f"{name:>{width}}" for name, width in (*heads, ("p50", 7), ("p95", 7))))
    for size in argv or SIZES:
        command = [sys.executable, "-m", "benchmarks.search", "scale", "--one", size]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            sys.exit(ran.stderr.strip().splitlines()[-1])
        row = json.loads(ran.stdout)
        print(
            f"{row['facts']:8}{row['passages']:10}{row['build']:9.1f}{row['vectors']:11.1f}{row['disk']:12.1f}"
            f"{row['memory']:11.0f}{row['p50']:7.1f}{row['p95']:7.1f}"
        )


def measured(facts: int, passages: int) -> dict[str, float]:
    """All figures of one size."""
    said = statements()
    chance = random.Random(3)
    embedder = choose().embedder
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite"
        begun = time.process_time()
        with Index.open(path) as index:
            index.project(made_facts(said, facts), [], "h")
            for ref, found in made_files(said, passages, chance):
                with index.keep_passages() as keeper:
                    mark = Watermark(ref=ref, sha256=ref, size=1, lines=1, dialect="note")
                    keeper.put_file(FileMark(mark=mark, stamp=""), found)
            built = time.process_time()
            index.embed(embedder)
        embedded = time.process_time()
        disk = path.stat().st_size / 1e6
        with Memory.open(path, now=AT) as memory:
            memory.embedder = embedder
            questions = [" ".join(chance.sample(chance.choice(said).split(), 3)) for _ in range(ASKED + 5)]
            took = [_took(memory, question) for question in questions][5:]
    took.sort()
    return {
        "facts": facts, "passages": passages, "build": built - begun, "vectors": embedded - built, "disk": disk,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "p50": took[len(took) // 2], "p95": took[len(took) * 95 // 100],
    }  # fmt: skip


def _took(memory: Memory, question: str) -> float:
    begun = time.process_time()
    memory.search(question, 10, True)
    return 1000 * (time.process_time() - begun)


def statements() -> list[str]:
    """Every statement of the pairs of five words or more, once, in order."""
    rows = (row.split("\t") for path in sorted(PAIRS.glob("*.tsv")) for row in path.read_text("utf-8").splitlines()[1:])
    return sorted({text for row in rows for text in row[2:4] if len(text.split()) >= 5})


def made_facts(said: Sequence[str], count: int) -> Iterator[Fact]:
    """So many facts, each about one of a tenth as many things."""
    for number in range(count):
        text = f"{said[number % len(said)]} (no. {number})"
        thing, ref, line = f"thing {number % max(1, count // 10)}", f"memory/{number // 50}.md", number % 50 + 1
        source = Support(ref=ref, line=line, line_end=line, session=ref, role="note", trust="agent", at=AT)
        yield Fact(
            id=fact_id(text, thing), text=text, entity=thing, kind="fact", status="active", confidence=0.8,
            method="single-source", verified_at=AT, trust="agent", sources=(source,),
        )  # fmt: skip


def made_files(said: Sequence[str], count: int, chance: random.Random) -> Iterator[tuple[str, list[Passage]]]:
    """So many passages, file by file."""
    for begin in range(0, count, A_FILE):
        ref = f"sessions/{begin // A_FILE}.jsonl"
        turns = [
            Leaf(
                text=f"{' '.join(chance.sample(said, chance.randint(2, 5)))} ({number})", line=number + 1,
                line_end=number + 1, role="assistant", trust="agent", session=ref, at=AT, is_turn=True,
            )
            for number in range(min(A_FILE, count - begin))
        ]  # fmt: skip
        yield ref, list(cut(ref, "sessions", turns))
