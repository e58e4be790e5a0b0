"""How fast logs are read, and in how much memory: `python -m benchmarks.reading [--large]`.

Bytes a second beside a bare orjson loop and DuckDB's NDJSON reader over the same files in the same run; peak memory
as logs grow; what an unchanged gigabyte costs the next night. Ratios hold across machines, bytes a second do not.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from noctuary.model import FileReport
from noctuary.sources import Where, read, watermark

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")) / "inputs" / "sessions"
SAMPLES = ("claude_code", "codex", "pi", "copilot_cli")
ROUNDS = 5
MB = 1_000_000


def bare(files: list[Path]) -> None:
    """Every line decoded with orjson, and thrown away."""
    import orjson

    for path in files:
        with path.open("rb") as file:
            for line in file:
                with contextlib.suppress(orjson.JSONDecodeError):
                    orjson.loads(line)


def by_duckdb(files: list[Path]) -> None:
    """Every line through DuckDB's reader on one thread: its type, and its message as JSON."""
    import duckdb

    with duckdb.connect() as db:
        db.execute("SET threads = 1")
        db.execute(
            "SELECT count(*), sum(length(message)), sum(length(payload)) FROM read_ndjson(?, columns = "
            "{type: 'VARCHAR', message: 'JSON', payload: 'JSON', data: 'JSON'}, ignore_errors = true, "
            "maximum_object_size = 67108864)",
            [[str(path) for path in files]],
        ).fetchall()


def ours(folder: Path) -> None:
    """Every line read, guarded and accounted for."""
    for _ in read(folder, {}, Where()):
        pass


def speeds() -> None:
    """The table of bytes a second: the best of several rounds, taken in turn."""
    print(f"{'logs':<14}{'MB':>6}{'orjson':>9}{'DuckDB':>9}{'noctuary':>10}   times the bare loop")
    for name in SAMPLES:
        files = sorted((SHARED / name).rglob("*.jsonl"))
        size = sum(path.stat().st_size for path in files) / MB
        runs: dict[str, Callable[[], None]] = {
            "orjson": lambda files=files: bare(files),  # type: ignore[misc]
            "duckdb": lambda files=files: by_duckdb(files),  # type: ignore[misc]
            "ours": lambda name=name: ours(SHARED / name),  # type: ignore[misc]
        }
        best = dict.fromkeys(runs, float("inf"))
        for _ in range(ROUNDS):
            for key, run in runs.items():
                best[key] = min(best[key], _seconds(run))
        rate = {key: size / seconds for key, seconds in best.items()}
        print(
            f"{name:<14}{size:>6.1f}{rate['orjson']:>9.0f}{rate['duckdb']:>9.0f}{rate['ours']:>10.0f}"
            f"   {best['ours'] / best['orjson']:.1f}"
        )


def _seconds(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def growth(sizes: list[int]) -> None:
    """Peak memory and time for ever more logs, each size in a process of its own; then the night after."""
    print(f"\n{'MB of logs':>10}{'events':>10}{'peak MB':>9}{'seconds':>9}{'next night':>12}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            _grow(Path(folder), size)
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.reading", "--child", folder],
                cwd=ROOT, check=True, capture_output=True, text=True,
            )  # fmt: skip
            events, peak, seconds, again = done.stdout.split()
            print(f"{size:>10}{events:>10}{peak:>9}{seconds:>9}{again:>12}", flush=True)


def _grow(folder: Path, size: int) -> None:
    """The Claude Code sample again and again, every copy with ids of its own, in files of at most 100 MB."""
    sample = b"".join(path.read_bytes().rstrip() + b"\n" for path in sorted((SHARED / "claude_code").rglob("*.jsonl")))
    written = number = 0
    while written < size * MB:
        copy = sample.replace(b'"uuid":"', b'"uuid":"%06d-' % number)
        with (folder / f"log-{written // (100 * MB):03d}.jsonl").open("ab") as file:
            written += file.write(copy[: size * MB - written])
        number += 1


def peak_memory() -> int:
    """The most memory this process has held, in bytes. Linux's `ru_maxrss` would count what its parent held."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _child(folder: Path) -> None:
    start = time.perf_counter()
    events, reports = 0, []
    for item in read(folder, {}, Where()):
        if isinstance(item, FileReport):
            reports.append(item)
        else:
            events += 1
    seconds = time.perf_counter() - start
    peak = peak_memory() / 1024**2
    known = {report.ref: watermark(report) for report in reports}
    again = _seconds(lambda: sum(1 for _ in read(folder, known, Where())))
    print(events, f"{peak:.0f}", f"{seconds:.1f}", f"{again:.2f}")


def main() -> None:
    """Print the tables; `--large` goes to 2 GB, which takes minutes and that much disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        _child(given.child)
        return
    if not SHARED.is_dir():
        sys.exit(f"NOCTUARY_SHARED: no folder {SHARED}")
    speeds()
    growth([10, 100, 1000, 2000] if given.large else [10, 100])


if __name__ == "__main__":
    main()
