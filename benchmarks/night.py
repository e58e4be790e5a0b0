"""What a night costs, by stage, at 1, 10 and 100 times the sample workspace: `python -m benchmarks.night [N …]`.

Each size runs in a process of its own, so that peak memory is its own. Copies of the sample differ in
their longer words and ids: they are months of other projects, not repetitions.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import resource
import shutil
import string
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLE = Path(__file__).parent.parent / "data" / "workspace"
NOW = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)
WORD = re.compile(r"(?<![\w\\./-])[A-Za-z]{6,}(?![\w])")
SPOKEN = re.compile(r'(?<="text": ")[^"]*|(?<="text":")[^"]*|(?<="content": ")[^"]*|^- .*$', re.MULTILINE)
ID = re.compile(r"\b[0-9a-f]{8}(?=-[0-9a-f]{4}-)")
SMALL = string.ascii_lowercase
TURNED = [str.maketrans(SMALL, SMALL[by:] + SMALL[:by]) for by in range(1, 26)]
KEPT = frozenset(
    "remember correction decided decision instead because anymore replaced switched renamed version longer "
    "always should please before without".split()
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
    """The text of another project: its longer words changed, and every id."""

    def word(match: re.Match[str]) -> str:
        return match.group() if match.group().lower() in KEPT else match.group().translate(TURNED[copy % 25])

    text = SPOKEN.sub(lambda spoken: WORD.sub(word, spoken.group()), text)
    return ID.sub(lambda found: f"{copy:08x}" + found.group()[8:], text)


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
