"""Lays a real workspace, or a folder of logs, out in a scratch folder and dreams over it. Never writes to the inputs.

Its clock is the morning after the newest day that a source of it names, so that the same inputs make the same night.
"""

from __future__ import annotations

import datetime as dt
import time
from collections import defaultdict
from pathlib import Path
from typing import TypedDict

from benchmarks.daybyday import BEGUN, SHARE, arrivals, copied
from noctuary.night import dream
from noctuary.sources.where import Where, find

LOGS = {"claude_code": ("claude_code",), "codex_pi": ("codex", "pi")}


class Lived(TypedDict):
    """What a workspace was dreamt over with: its last night's clock, how many nights, and seconds in all."""

    now: str
    nights: int
    seconds: float


def names(shared: Path) -> list[str]:
    """Every workspace that has marks, smaller ones first."""
    marked = sorted(path.stem for path in (shared / "gold" / "real").glob("*.jsonl"))
    return sorted((name for name in marked if folders(shared, name)), key=lambda name: (_size(shared, name), name))


def folders(shared: Path, name: str) -> list[tuple[Path, str]]:
    """The folders a workspace is made of, each with where it is laid out in it."""
    inputs = shared / "inputs"
    if name in LOGS:
        return [(inputs / "sessions" / tool, f"sessions/{tool}/") for tool in LOGS[name]]
    root = inputs / "workspaces" / name
    return [(root, "")] if root.is_dir() else []


def lived(shared: Path, name: str, root: Path, *, is_daily: bool = False, more: int = 0) -> Lived:
    """Lay `name` out at `root` and dream: one night, or a night a day over the newer half of its days.

    Then `more` nights to which nothing new came: what an earlier one had no room for is let in.
    """
    coming = _coming(shared, name)
    days = sorted(day for day in coming if day != BEGUN)
    start = min(max(int(len(days) * SHARE), 1), len(days)) if is_daily else len(days)
    batches = [[BEGUN, *days[:start]], *([day] for day in days[start:])]
    batches += [[batches[-1][-1] + dt.timedelta(days=number)] for number in range(1, more + 1)]
    root.mkdir(parents=True)
    spent = 0.0
    for batch in batches:
        for day in batch:
            copied(coming.get(day, []), root)
        now = _morning_after(batch[-1])
        begun = time.perf_counter()
        dream(root, now)
        spent += time.perf_counter() - begun
    return Lived(now=now.isoformat(), nights=len(batches), seconds=spent)


def _coming(shared: Path, name: str) -> dict[dt.date, list[tuple[Path, str]]]:
    """The files of a workspace by the day they came; what is no source comes at once."""
    found: dict[dt.date, list[tuple[Path, str]]] = defaultdict(list)
    for folder, below in folders(shared, name):
        sources = {one.path for one in find(folder, Where())}
        for day, files in arrivals(folder, None):
            for path, ref in files:
                found[day if str(path) in sources else BEGUN].append((path, below + ref))
    return found


def _morning_after(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day + dt.timedelta(days=1), dt.time(3), dt.UTC)


def _size(shared: Path, name: str) -> int:
    return sum(Path(one.path).stat().st_size for folder, _ in folders(shared, name) for one in find(folder, Where()))
