"""Many workspaces in one run, one after the other, by processes, by Dask: `python -m benchmarks.fleet --sizes 8,24`.

Each size and way dreams over fresh copies of one workspace, through the flow `fleet` on a server of its own that is
started once; one workspace of each fleet is broken on purpose. Wall time is the flow's; memory is the sum of what the
processes of the run held at their most, the server apart. Where prefect-dask is not installed its column says so.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "data" / "workspace"
NOW = "2026-11-04T03:00:00+00:00"
WAYS = ("sequential", "processes", "dask")


def main() -> int:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--sizes", default="8,24,100", help="workspaces in each fleet")
    told.add_argument("--ways", default=",".join(WAYS))
    given = told.parse_args()
    print(f"{dt.date.today()}, {os.cpu_count()} cores; the sample workspace, a first night and a quiet one")
    print("workspaces  way          first s   MB   quiet s   MB   as wanted")
    is_right = True
    with tempfile.TemporaryDirectory(prefix="noctuary-fleet-") as scratch:
        from benchmarks.drill import environ, server

        os.environ |= environ(Path(scratch))
        with server():
            for size in map(int, given.sizes.split(",")):
                for way in given.ways.split(","):
                    is_right &= _one(Path(scratch) / f"{way}-{size}", size, way)
    return 0 if is_right else 1


def _one(folder: Path, size: int, way: str) -> bool:
    """A row: a first night over fresh copies, and a quiet one; whether all but the broken one were dreamt."""
    for number in range(size):
        shutil.copytree(SAMPLE, folder / f"w{number:03}")
    broken = folder / f"w{size // 2:03}"
    (broken / "noctuary.toml").write_text("[promote\n")
    file = folder / "fleet.toml"
    file.write_text('timezone = "UTC"\n[[workspace]]\npath = "w*"\n')
    first, most, said = _timed(file, way, NOW)
    if "not installed" in said:
        print(f"{size:10}  {way:<11}  not installed")
        shutil.rmtree(folder)
        return True
    quiet, least, again = _timed(file, way, "2026-11-05T03:00:00+00:00")
    pages = sum(1 for one in folder.glob("*/DREAMS.md"))
    is_right = pages == size - 1 and f"{size - 1} done, 1 failed" in said and "1 failed" in again
    verdict = "yes" if is_right else f"NO: {said}"
    print(f"{size:10}  {way:<11}  {first:7.1f} {most:5} {quiet:8.1f} {least:5}   {verdict}", flush=True)
    shutil.rmtree(folder)
    return is_right


def _timed(file: Path, way: str, now: str) -> tuple[float, int, str]:
    """Seconds, MB and the last line of one run of the flow in a process of its own."""
    from benchmarks.drill import family

    begun = time.monotonic()
    run = subprocess.Popen(
        [sys.executable, "-m", "flows", str(file), "--how", way, "--now", now],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    most = 0

    def look() -> None:
        nonlocal most
        while run.poll() is None:
            most = max(most, sum(map(_held, family(run.pid))))
            time.sleep(0.25)

    looking = threading.Thread(target=look)
    looking.start()
    out, _ = run.communicate()
    looking.join()
    return time.monotonic() - begun, most, out.strip().rpartition("\n")[2]


def _held(pid: int) -> int:
    """What a process holds in memory now, in MB."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // (1024 * 1024)


if __name__ == "__main__":
    sys.exit(main())
