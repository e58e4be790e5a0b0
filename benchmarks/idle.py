"""How many pairs a first night leaves unjudged, since none could be acted on: `python -m benchmarks.idle FOLDER`.

Each FOLDER is a workspace; it is copied, and its newest day is the night's. A line a folder: pairs proposed for
judging, pairs left, and the CPU seconds of reading, extracting and matching.
"""

from __future__ import annotations

import datetime as dt
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

from benchmarks.daybyday import arrivals
from noctuary.night import STAGES, bed
from noctuary.settings import open_workspace
from noctuary.stages import match
from noctuary.stages.run import Run


def counted(folder: Path) -> tuple[int, int, float]:
    """Of a first night over a copy of `folder`: pairs proposed, pairs left unjudged, CPU seconds until they are."""
    usual, found = match._judged, 0

    def kept(run: Run, pool: Any, pairs: Any, reader: Any) -> Any:
        nonlocal found
        found = len(pairs)
        return usual(run, pool, pairs, reader)

    with tempfile.TemporaryDirectory() as place, mock.patch.object(match, "_judged", kept):
        root = Path(place) / "workspace"
        shutil.copytree(folder, root)
        day = max(dict(arrivals(folder, None)), default=dt.date(2026, 1, 1)) + dt.timedelta(days=1)
        begun = time.process_time()
        with bed(open_workspace(root), dt.datetime.combine(day, dt.time(3), dt.UTC)) as run:
            matched = _matched(run)
        return found, len(matched.idle), time.process_time() - begun


def _matched(run: Run) -> Run:
    for stage in STAGES:
        run = stage(run)
        if stage is match.match:
            return run
    raise AssertionError("a night without matching")


def main(folders: list[str]) -> None:
    """Print a line a folder."""
    if not folders:
        sys.exit("python -m benchmarks.idle FOLDER …: name at least one workspace")
    for folder in map(Path, folders):
        proposed, left, seconds = counted(folder)
        print(f"{folder.name}: {proposed} pairs, {left} left unjudged ({left / max(1, proposed):.0%}), {seconds:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
