"""Lives through a workspace for thirty nights and keeps the pages of three nights.

Copies the undated pages and the first day's files of a workspace into a scratch folder and dreams; then adds one day's
files at a time and dreams again. A file's day stands in its name or path; a session log arrives line by line, by its
time stamps. Days without files are passed over (`--every-day`: not); nights left when the days are used up are quiet.
`--out FOLDER` writes one page a workspace: what the memory block and DREAMS.md say after nights 1, 7 and 30, byte for
byte. The same input gives the same page: the clock is the files'. Judges nothing: whether a promoted line was worth
keeping is for a reader to say, and `--lines` prints them all for one.

The page in the documentation: python -m benchmarks.thirty --workspace data/workspace --every-day --out docs/nights
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.daybyday import ALL_LOGS, BEGUN, LOGS, STAMP, arrivals
from noctuary.journal import State, replay
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.settings import open_workspace

SHOWN = "1,7,30"
FENCE = "````"


def main() -> None:
    """Live through every workspace named, print a row a night, write the pages asked for."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--workspace", dest="workspaces", action="append", type=Path, required=True, metavar="FOLDER")
    told.add_argument("--history", type=Path, help="a folder of page versions, as of benchmarks.daybyday")
    told.add_argument("--nights", type=int, default=30)
    told.add_argument("--show", default=SHOWN, help=f"the nights whose pages are kept; default {SHOWN}")
    told.add_argument("--out", type=Path, help="the folder the pages are written to, one NAME.md a workspace")
    told.add_argument("--keep", type=Path, help="leave the workspace in this folder")
    told.add_argument("--every-day", action="store_true", help="sleep on days without files, too")
    told.add_argument("--lines", action="store_true", help="print every promoted line with its source")
    given = told.parse_args()
    shown = frozenset(int(number) for number in given.show.split(","))
    for folder in given.workspaces:
        with tempfile.TemporaryDirectory() as scratch:
            root = (given.keep or Path(scratch)) / folder.resolve().name
            days = _days(folder, given.history)
            if given.every_day:
                days = _filled(days)
            page = "\n".join(_lived(days, root, given.nights, shown, has_lines=given.lines))
        if given.out:
            given.out.mkdir(parents=True, exist_ok=True)
            target = given.out / f"{folder.resolve().name}.md"
            target.write_text(f"# {given.nights} nights over `{folder}`\n\nWritten by `{_command()}`.\n\n{page}")
            print(f"wrote {target}")


def _command() -> str:
    return "python -m benchmarks.thirty " + shlex.join(sys.argv[1:])


def _lived(
    days: dict[dt.date, list[tuple[str, bytes]]], root: Path, nights: int, shown: frozenset[int], *, has_lines: bool
) -> Iterator[str]:
    """Dream `nights` times in `root`, a day's files before each; yield the page's parts of the nights `shown`."""
    root.mkdir(parents=True)
    _write(root, days.pop(BEGUN, []))
    if not (root / "noctuary.toml").exists():
        (root / "noctuary.toml").write_text(ALL_LOGS)
    print(f"\n{root.name}\nnight  day         new  gone  standing  asked  seconds")
    for number, day in enumerate(_calendar(sorted(days), nights), 1):
        _write(root, days.get(day, []))
        before = replay(open_workspace(root).journal)
        begun = time.monotonic()
        dream(root, dt.datetime.combine(day + dt.timedelta(days=1), dt.time(3), dt.UTC))
        after = replay(open_workspace(root).journal)
        new, gone = _standing(after) - _standing(before), _standing(before) - _standing(after)
        asked = sum(key not in before.reviews for key in after.reviews)
        standing = len(_standing(after))
        print(f"{number:5}  {day}{len(new):5}{len(gone):6}{standing:10}{asked:7}{time.monotonic() - begun:9.1f}")
        for fact in sorted((after.facts[key] for key in new), key=lambda f: f.id) if has_lines else ():
            print(f"       + {_said(fact)}")
        if number in shown:
            yield _part(root, number, day)


def _days(folder: Path, history: Path | None) -> dict[dt.date, list[tuple[str, bytes]]]:
    """What stands in which file from which day on, as (relative name, bytes); a log once for each day it grew on."""
    found: dict[dt.date, list[tuple[str, bytes]]] = {}
    for day, files in arrivals(folder, history):
        for path, name in files:
            grown = _grown(path.read_bytes()) if path.suffix in LOGS else {}
            for since, content in (grown or {day: path.read_bytes()}).items():
                found.setdefault(since, []).append((name, content))
    return found


def _grown(log: bytes) -> dict[dt.date, bytes]:
    """A log as it stood at the end of each day on which it got lines; {} where no line tells its day."""
    ends: dict[dt.date, int] = {}
    last, end = BEGUN, 0
    for line in log.splitlines(keepends=True):
        end += len(line)
        if stamp := STAMP.search(line):
            last = max(last, dt.date.fromisoformat(stamp[1].decode()))
        ends[last] = end
    first = ends.pop(BEGUN, 0)
    return {day: log[: ends[day]] for day in ends} if first < len(log) else {}


def _filled(days: dict[dt.date, list[tuple[str, bytes]]]) -> dict[dt.date, list[tuple[str, bytes]]]:
    """The same with every day between the first and the last."""
    dated = sorted(day for day in days if day != BEGUN)
    span = range((dated[-1] - dated[0]).days + 1) if dated else ()
    return {dated[0] + dt.timedelta(days=number): [] for number in span} | days


def _calendar(days: list[dt.date], nights: int) -> Iterator[dt.date]:
    """The days to sleep after: those with files, and when there are no more, the days that follow."""
    last = dt.date(2026, 1, 1)
    for number in range(nights):
        last = days[number] if number < len(days) else last + dt.timedelta(days=1)
        yield last


def _write(root: Path, files: list[tuple[str, bytes]]) -> None:
    for name, content in files:
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _standing(state: State) -> frozenset[str]:
    """The facts a night let in and that are believed: not those that stand in the human's own lines."""
    return frozenset(
        key
        for key, fact in state.facts.items()
        if fact.status in ("active", "contested") and not any(source.role == "memory" for source in fact.sources)
    )


def _part(root: Path, number: int, day: dt.date) -> str:
    """The two pages after one night, fenced."""
    workspace = open_workspace(root)
    block = _block(workspace.memory.read_text("utf-8-sig") if workspace.memory.is_file() else "")
    dreams = workspace.dreams.read_text("utf-8") if workspace.dreams.is_file() else ""
    return (
        f"## Night {number}, after {day}\n\nThe block in `{workspace.memory.name}`:\n\n{_fenced(block)}\n"
        f"`DREAMS.md`:\n\n{_fenced(dreams)}"
    )


def _block(text: str) -> str:
    """The managed block, without what its owner wrote around it."""
    found = re.search(r"^<!-- noctuary:begin.*?<!-- noctuary:end[^\n]*", text, re.DOTALL | re.MULTILINE)
    return found[0] if found else "(none yet)"


def _fenced(text: str) -> str:
    return f"{FENCE}markdown\n{text.rstrip()}\n{FENCE}\n"


def _said(fact: Fact) -> str:
    source = fact.sources[0]
    voices = ",".join(sorted({one.role for one in fact.sources}))
    return f"{fact.kind} [{voices} ×{len(fact.sources)}] {fact.text} ({source.ref}:{source.line})"


if __name__ == "__main__":
    main()
