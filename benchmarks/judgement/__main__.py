"""Measures the judge and prints the tables: `python -m benchmarks.judgement` (`--quick`, `--only NAME ...`).

Names: the public sets (sick, semantoneg, breaking_nli, fever_symmetric, negation_snli, negation_mnli, wikifactcheck,
negation_rte, med, scone) and the sections public, wikifactcheck_store, locomo, gen, worlds, tsqa, evolving, gold,
field. Elapsed seconds go to stderr.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.judgement import field, gold, planted, public, timelines, worlds
from benchmarks.judgement.sets import PUBLIC, SHARED
from benchmarks.judgement.table import Table, as_json, markdown

Section = Callable[[bool], list[Table]]


def sections(only: list[str], errors: int = 0) -> dict[str, Section]:
    """The sections asked for, all where nothing is named, in printing order."""
    chosen = [name for name in only if name in PUBLIC]
    every: dict[str, Section] = {
        "public": lambda is_quick: public.measure(chosen, is_quick, errors),
        "wikifactcheck_store": planted.measure_wikifactcheck,
        "locomo": planted.measure_locomo,
        "gen": planted.measure_gen,
        "worlds": worlds.measure,
        "tsqa": timelines.measure_tsqa,
        "evolving": timelines.measure_evolving,
        "gold": gold.measure,
        "field": field.measure,
    }
    if unknown := set(only) - set(every) - set(PUBLIC):
        raise SystemExit(
            f"there is no set or section {', '.join(sorted(unknown))}; there are {', '.join([*PUBLIC, *every])}"
        )
    return {name: run for name, run in every.items() if not only or name in only or (name == "public" and chosen)}


def main() -> None:
    """Run what is asked for; a section whose data are absent says so in one line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judgement", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fixed sample of 600 pairs a set, smaller stores")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="sets or sections")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="show N mistakes a side of each public set")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the tables, unrounded")
    asked = parser.parse_args()
    told: list[Table] = []
    for name, run in sections(asked.only, asked.errors).items():
        started = time.perf_counter()
        try:
            tables = run(asked.quick)
        except FileNotFoundError as error:
            print(f"{name}: left out, there is no {error.filename or error}; NOCTUARY_SHARED is {SHARED}\n")
            continue
        for table in tables:
            print(markdown(table), flush=True)
        told += tables
        print(f"{name}: {time.perf_counter() - started:.1f} s", file=sys.stderr)
    if asked.json:
        asked.json.write_text(json.dumps(as_json(told), ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
