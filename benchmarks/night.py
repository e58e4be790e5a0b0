"""What a night costs, by stage, at 1, 10 and 100 times the sample workspace: `python -m benchmarks.night [N …]`.

Each size runs in a process of its own, so that peak memory is its own. Copies of the sample differ in
their longer words, dates and ids: they are other months of other projects, not repetitions.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLE = Path(__file__).parent.parent / "data" / "workspace"
NOW = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)
WORD = re.compile(r"(?<![\w\\./-])[A-Za-z]{7,}(?![\w])")
KEPT = frozenset(
    "remember correction decided decision instead because anymore replaced switched renamed version timestamp "
    "sessionId session message content assistant payload response originator external isSidechain uuid "
    "parentUuid userType gitBranch requestId model_provider instructions function arguments toolResult "
    "tool_result tool_use".split()
)


def main(sizes: list[int]) -> None:
    """Print the table; a column a size."""
    columns = {size: measured(size) for size in sizes}
    rows = list(columns[sizes[-1]])
    width = max(map(len, rows)) + 2
    print("".ljust(width) + "".join(f"{f'×{size}':>12}" for size in sizes))
    for row in rows:
        print(
            row.ljust(width) + "".join(f"{columns[size].get(row, 0):>12,.2f}".replace(".00", "   ") for size in sizes)
        )


def measured(size: int) -> dict[str, float]:
    """One night over `size` copies, in a child; seconds by stage, counts, peak memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "workspace"
        build(root, size)
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.night", "--one", str(root)], check=True, capture_output=True, text=True
        )
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found


def build(root: Path, size: int) -> None:
    """A workspace of `size` months: the sample once as it is, then its variations."""
    shutil.copytree(SAMPLE, root)
    for copy in range(1, size):
        for path in sorted([*SAMPLE.glob("memory/*.md"), *SAMPLE.rglob("*.jsonl")]):
            name = path.relative_to(SAMPLE)
            target = root / name.parent / f"{name.stem}-{copy}{name.suffix}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(varied(path.read_bytes().decode("utf-8", "replace"), copy).encode())


def varied(text: str, copy: int) -> str:
    """The text of another project: one in two of its longer words changed, and every id."""

    def word(match: re.Match[str]) -> str:
        found = match.group()
        is_kept = found in KEPT or hashlib.blake2b(found.lower().encode()).digest()[0] % 2
        return found if is_kept else f"{found}{_letters(copy)}"

    text = re.sub(r'(?<="text": ")[^"]*|^- .*$', lambda m: WORD.sub(word, m.group()), text, flags=re.MULTILINE)
    return re.sub(r"\b([0-9a-f]{8})(-[0-9a-f]{4}-)", lambda m: f"{copy:08x}"[-8:] + m.group(2) + m.group(1)[:0], text)


def _letters(number: int) -> str:
    return "".join(chr(97 + (number // 26**place) % 26) for place in range(3))


def one(root: Path) -> None:
    """Run the stages one by one and print their times as JSON."""
    from noctuary.night import STAGES, bed
    from noctuary.settings import open_workspace

    told: dict[str, float] = {}
    begun = time.perf_counter()
    with bed(open_workspace(root), NOW) as run:
        for stage in STAGES:
            start = time.perf_counter()
            run = stage(run)
            told[f"{stage.__name__}, s"] = round(time.perf_counter() - start, 3)
    told["whole night, s"] = round(time.perf_counter() - begun, 3)
    told["peak memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told["sources"] = len(run.reports)
    told["bytes read, MB"] = sum(report.size for report in run.reports) / 1e6
    told["statements"] = run.considered
    told["facts known"] = len(run.facts)
    print(json.dumps(told))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(Path(sys.argv[2]))
    else:
        main([int(word) for word in sys.argv[1:]] or [1, 10, 100])
