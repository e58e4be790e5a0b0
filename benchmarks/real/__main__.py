"""Whole nights over real workspaces whose statements are marked: `python -m benchmarks.real` (NOCTUARY_SHARED).

Each workspace is copied, dreamt over once (`--nights daily`: a night a day over the newer half of its days), and
measured against its marks. `--show PAGE.md` writes all that was done for reading, `--judged PAGE.md` keeps the boxes
ticked there. What is measured, and what is left out, stands in docs/real.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.judgement.table import markdown
from benchmarks.real import verdicts
from benchmarks.real.acts import sampled
from benchmarks.real.marks import Marks
from benchmarks.real.measure import measured
from benchmarks.real.pages import page
from benchmarks.real.tables import Run, against, tables
from benchmarks.real.workspaces import lived, names

ROOT = Path(__file__).parent.parent.parent
MOST_JOBS = 2


def main(words: list[str]) -> None:
    """Dream, measure, print; or keep the verdicts ticked in a page."""
    given = asked(words)
    if given.judged:
        more = verdicts.ticked(given.judged.read_text("utf-8"))
        verdicts.keep(verdicts.HERE, more)
        print(f"{len(more)} verdicts kept in {verdicts.HERE.relative_to(ROOT)}")
        return
    shared = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")).resolve()
    chosen = [name for name in names(shared) if not given.workspace or name in given.workspace]
    if not chosen:
        sys.exit(f"NOCTUARY_SHARED: no marked workspace in {shared / 'gold' / 'real'}, or none called so")
    begun = time.perf_counter()
    run = measured_all(shared, chosen, given)
    _tell(run, given)
    print(f"{len(run)} workspaces in {time.perf_counter() - begun:.0f} seconds", file=sys.stderr)


def asked(words: list[str]) -> argparse.Namespace:
    """What the command line asks for."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--workspace", action="append", default=[], metavar="NAME", help="only this one; may be repeated")
    told.add_argument("--nights", choices=("one", "daily"), default="one")
    told.add_argument(
        "--more", type=int, choices=range(100), default=0, metavar="N", help="N nights on end without news"
    )
    told.add_argument("--jobs", type=int, choices=range(1, MOST_JOBS + 1), default=MOST_JOBS, help="nights at a time")
    told.add_argument(
        "--keep", type=Path, help="leave the dreamt workspaces in this folder; those there already are only measured"
    )
    told.add_argument("--show", type=Path, help="write everything that was done into this Markdown file")
    told.add_argument("--json", type=Path, help="save the run")
    told.add_argument("--against", type=Path, help="compare with a run saved by --json")
    told.add_argument("--judged", type=Path, help="keep the boxes ticked in a page of --show")
    return told.parse_args(words)


def measured_all(shared: Path, chosen: list[str], given: argparse.Namespace) -> Run:
    """Every workspace's measure by name, in the order of `chosen`."""
    one = partial(_one, shared, given)
    if given.jobs == 1:
        return {name: one(name) for name in chosen}
    with ProcessPoolExecutor(max_workers=min(given.jobs, MOST_JOBS)) as pool:
        return dict(zip(chosen, pool.map(one, chosen), strict=True))


def _one(shared: Path, given: argparse.Namespace, name: str) -> dict[str, Any]:
    marks = Marks.read(shared / "gold" / "real" / f"{name}.jsonl")
    with tempfile.TemporaryDirectory() as scratch, patch.dict(os.environ, NOCTUARY_TIMEZONE="UTC"):
        root = (given.keep or Path(scratch)) / name
        told = root.with_name(f"{name}.json")
        if not told.is_file():
            spent = lived(shared, name, root, is_daily=given.nights == "daily", more=given.more)
            told.write_text(json.dumps(spent), "utf-8")
        found = measured(root, marks)
        spent = json.loads(told.read_text("utf-8"))
    print(f"{name}: {spent['seconds']:.0f} s", file=sys.stderr, flush=True)
    return found | {"now": spent["now"], "counts": found["counts"] | {key: spent[key] for key in ("nights", "seconds")}}


def _tell(run: Run, given: argparse.Namespace) -> None:
    known = verdicts.read()
    sample = sampled(run)
    for table in tables(run, known, sample):
        print(markdown(table))
    if given.against:
        print(markdown(against(json.loads(given.against.read_text("utf-8")), run)))
    if given.json:
        given.json.write_text(json.dumps(run, ensure_ascii=False, indent=1) + "\n", "utf-8")
    if given.show:
        given.show.write_text(page(run, known, sample), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
