"""What doing no harm costs, and what it holds back: `python -m benchmarks.harm [WORKSPACE …]`, by default the sample.

Lives through each workspace day by day, as `benchmarks.daybyday` does, and prints how many nights tried their changes,
how many of them held something, and the share of the nights' time that this took. Ratios hold on any machine; what was
held is printed, for a reader to judge.
"""

from __future__ import annotations

import datetime as dt
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.daybyday import ALL_LOGS, BEGUN, arrivals, copied
from noctuary.night import STAGES, bed
from noctuary.settings import open_workspace

SAMPLE = Path(__file__).parent.parent / "data" / "workspace"


def main(folders: list[Path]) -> None:
    """Print a row a workspace."""
    print("workspace                 nights  tried  held  share of the nights' time")
    for folder in folders or [SAMPLE]:
        with tempfile.TemporaryDirectory() as scratch:
            print(lived(folder, Path(scratch) / folder.name))


def lived(folder: Path, root: Path) -> str:
    """Live through `folder` in `root`, a night a day from the first on; the summary row."""
    arrived = dict(arrivals(folder, None))
    days = sorted(day for day in arrived if day != BEGUN)
    root.mkdir(parents=True)
    if not (folder / "noctuary.toml").exists():
        (root / "noctuary.toml").write_text(ALL_LOGS)
    copied(arrived.get(BEGUN, []), root)
    spent: Counter[str] = Counter()
    tried = held = 0
    for day in days:
        copied(arrived[day], root)
        at = dt.datetime.combine(day + dt.timedelta(days=1), dt.time(3), dt.UTC)
        with bed(open_workspace(root), at) as run:
            for stage in STAGES:
                begun = time.perf_counter()
                before, run = run, stage(run)
                spent[stage.__name__] += time.perf_counter() - begun  # type: ignore[assignment]
                if stage.__name__ == "harm":
                    tried += bool(run.state.facts and (before.promoted or before.superseded))
                    held += run.stops != before.stops
                    for why in run.stops[len(before.stops) :]:
                        print(f"  {day}: {why}")
    share = spent["harm"] / sum(spent.values())
    return f"{folder.name:<24} {len(days):>7} {tried:>6} {held:>5}  {share:.1%}"


if __name__ == "__main__":
    main([Path(one) for one in sys.argv[1:]])
