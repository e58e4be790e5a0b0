"""Lives through a workspace day by day and prints what each night asked: `python -m benchmarks.daybyday WORKSPACE …`.

Copies a workspace's undated pages and the older share of its dated files into a scratch folder, dreams once, then
adds one day's files at a time and dreams again: those later nights are the quiet ones. A file's day stands in its
name or path, a log's in its last timestamp. `--history FOLDER` also plays versions of pages
(`FOLDER/memory__page.md/000_2026-05-20T…_hash.md`), `--nights N` looks at the last N days only, `--full` prints all
superseded pairs, too. Nothing is scored: whether a question was worth a minute is for a reader to say.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from noctuary.journal import State, replay, verify
from noctuary.model import Fact, Review
from noctuary.night import dream
from noctuary.page.render import headline
from noctuary.settings import open_workspace

DAY = re.compile(r"(?<!\d)(20\d\d)-?([01]\d)-?([0-3]\d)(?!\d)")
STAMP = re.compile(rb'(?:"|\b)(20\d\d-[01]\d-[0-3]\d)T\d\d:\d\d')
LOGS = (".jsonl", ".json", ".ndjson")
_OURS = (".noctuary", ".git")
BEGUN = dt.date.min
SHARE = 0.5
ALL_LOGS = '[sources]\nsessions = ["**/*.jsonl", "**/*.ndjson"]\n'


def main() -> None:
    """Print every night's flags and questions, and a summary a workspace."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("workspaces", nargs="+", type=Path, metavar="WORKSPACE")
    told.add_argument("--history", type=Path, help="a folder of page versions")
    told.add_argument("--nights", type=int, default=0, help="quiet nights to live through; default: half the days")
    told.add_argument("--full", action="store_true", help="print the superseded pairs, too")
    told.add_argument("--keep", type=Path, help="leave the workspace in this folder")
    given = told.parse_args()
    print("workspace                 nights  first  median  max  flags in all  superseded  seconds")
    for folder in given.workspaces:
        with tempfile.TemporaryDirectory() as scratch:
            root = (given.keep or Path(scratch)) / folder.name
            print(lived(folder, root, given.history, given.nights, is_full=given.full))


def lived(folder: Path, root: Path, history: Path | None, nights: int, *, is_full: bool) -> str:
    """Live through `folder` in `root`; print each night, return the summary row."""
    coming = dict(arrivals(folder, history))
    days = sorted(day for day in coming if day != BEGUN)
    start = len(days) - nights if nights else int(len(days) * SHARE)
    start = min(max(start, 1), max(1, len(days)))
    batches = [(day, [day]) for day in days[start:]]
    first = days[start - 1] if days else dt.date(2026, 1, 1)
    begun = time.monotonic()
    flags: list[int] = []
    retired = 0
    root.mkdir(parents=True)
    if not (folder / "noctuary.toml").exists():
        (root / "noctuary.toml").write_text(ALL_LOGS)
    for night, (day, arrived) in enumerate([(first, [BEGUN, *days[:start]]), *batches]):
        for one in arrived:
            copied(coming.get(one, []), root)
        before = replay(open_workspace(root).journal)
        dream(root, dt.datetime.combine(day + dt.timedelta(days=1), dt.time(3), dt.UTC))
        after = replay(open_workspace(root).journal)
        asked, superseded = _told(before, after)
        flags.append(len(asked))
        retired += len(superseded) if night else 0
        _show(day, after, asked, superseded, is_full=is_full)
    for problem in verify(open_workspace(root).journal):
        print(f"  verify: {problem.message}")
    quiet = flags[1:] or [0]
    seconds = time.monotonic() - begun
    return (
        f"{folder.name:26}{len(quiet):6}{flags[0]:7}{statistics.median(quiet):8.1f}{max(quiet):5}{sum(quiet):14}"
        f"{retired:12}{seconds:9.0f}"
    )


def arrivals(folder: Path, history: Path | None) -> Iterator[tuple[dt.date, list[tuple[Path, str]]]]:
    """The files of each day as (from, relative name); undated ones on BEGUN."""
    found: dict[dt.date, list[tuple[Path, str]]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(_OURS):
            found[_day(path, name)].append((path, name))
    pages = sorted(history.iterdir()) if history else []
    for page in pages:
        name = page.name.replace("__", "/")
        for files in found.values():
            files[:] = [one for one in files if one[1] != name]
        for version in sorted(page.iterdir()):
            found[_day(version, version.name)].append((version, name))
    yield from found.items()


def _day(path: Path, name: str) -> dt.date:
    if path.suffix in LOGS and (stamps := STAMP.findall(path.read_bytes())):
        return dt.date.fromisoformat(max(stamps).decode())
    for year, month, day in reversed(DAY.findall(name)):
        try:
            return dt.date(int(year), int(month), int(day))
        except ValueError:
            continue
    return BEGUN


def copied(files: list[tuple[Path, str]], root: Path) -> None:
    """Put files, as (from, relative name), below `root`."""
    for source, name in files:
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _told(before: State, after: State) -> tuple[list[Review], list[tuple[str, str]]]:
    asked = [after.reviews[key] for key in sorted(after.reviews) if key not in before.reviews]
    night = after.last_night()
    is_new = night is not None and night.id not in before.nights
    return asked, list(night.superseded) if night and is_new else []


def _show(day: dt.date, state: State, asked: list[Review], superseded: list[tuple[str, str]], *, is_full: bool) -> None:
    print(f"{day}: {len(asked)} asked, {len(superseded)} superseded")
    for review in asked:
        print(f"  ? {review.kind} {review.score:.2f} {headline(review)}")
        for side in filter(None, (review.a, review.b)):
            print(f"      {_said(state.facts[side])}")
        print(f"      why: {review.reason}")
    for older, newer in superseded if is_full else []:
        print(f"  > {_said(state.facts[older])}\n    → {_said(state.facts[newer])}")


def _said(fact: Fact) -> str:
    source = fact.sources[-1]
    return f'"{fact.text[:160]}" ({source.ref}:{source.line}, {fact.said_on}, {fact.status}, {fact.kind})'


if __name__ == "__main__":
    main()
