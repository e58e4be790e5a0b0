"""What owners changed in MEMORY.md: moments in the histories of repositories. Reads git objects, writes a folder.

A moment is a commit that changes MEMORY.md. Before it stands the file as it was, beside it the dated notes that were
written since its last change: what a night reads just before its owner does. So it is known which lines were about to
be rewritten, and in what words, where no one had to think of a change. `python -m benchmarks.corpus.histories CLONES`
prints moments that are drawn of clones; those of `outdated_moments.tsv` were drawn likewise, by a first form of this.
"""

from __future__ import annotations

import datetime as dt
import difflib
import itertools
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.asks import rows
from benchmarks.corpus.recover import ROOT, clones, content, git
from benchmarks.daybyday import DAY

MEMORY, FOLDERS = "MEMORY.md", ("memory", "diary", "notes")
DRAWN = ROOT / "benchmarks" / "outdated_moments.tsv"
OWN, NOTES = 60_000, 70_000
"""Bytes of MEMORY.md and of a moment's notes together, at most: what a night reads soon."""
SINCE, AHEAD = dt.timedelta(days=10), dt.timedelta(days=1)
"""How old a note may be at its moment, and how far its day ahead, by another clock."""
RETOLD, OTHERS = 5, 2
"""Of a repository at most so many moments in which a line is retold, and of the rest, drawn by chance."""
ALIKE = 0.45
"""From here a line that stands where another stood is the same line rewritten (ratio of `difflib`)."""
SHORT = 15
_WORD = re.compile(r"\w[\w./:@%€$-]*[\w%€$]|\w")


class Moment(NamedTuple):
    """Commits: of the MEMORY.md that stood `before`, and `after`, whose day it is; and the paths of its notes."""

    before: str
    after: str
    day: dt.date
    notes: tuple[str, ...]


class Rewritten(NamedTuple):
    """A line, and what its owner put in its place."""

    line: str
    instead: str


def moments(clone: Path) -> Iterator[Moment]:
    """Each change of a MEMORY.md at the top of a repository before which dated notes were written, oldest first."""
    for (before, _), (after, day) in itertools.pairwise(versions(clone)):
        if found := moment(clone, before, after, day):
            yield found


def versions(clone: Path) -> list[tuple[str, dt.date]]:
    """The commits that wrote a MEMORY.md at the top of a repository, and their days, oldest first."""
    told = git(clone, "log", "--first-parent", "--reverse", "--format=%H %cs", "--", MEMORY).decode().splitlines()
    commits = [line.split() for line in told]
    return [(commit, dt.date.fromisoformat(day)) for commit, day in commits if _has(clone, commit)]


def moment(clone: Path, before: str, after: str, day: dt.date) -> Moment | None:
    """What lies between two commits, where there is a MEMORY.md, and notes, neither too long for a night to be soon."""
    asked = ("diff", "--name-only", "-z", "--no-renames", "--diff-filter=AM", before, after, "--", *FOLDERS)
    names = [name for name in git(clone, *asked).decode("utf-8", "replace").split("\0") if name.endswith(".md")]
    notes = tuple(name for name in names if (on := _day(name)) and -AHEAD <= day - on <= SINCE)
    there = content(clone, before, MEMORY) if notes else ""
    is_soon = 0 < len(there.strip()) <= OWN and 0 < sum(len(content(clone, after, one)) for one in notes) <= NOTES
    return Moment(before, after, day, notes) if is_soon else None


def lay(clone: Path, one: Moment, root: Path) -> dt.datetime:
    """Write the workspace as it was just before the change; returns when its night is."""
    for path, commit in ((MEMORY, one.before), *((note, one.after) for note in one.notes)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content(clone, commit, path), "utf-8")
    return dt.datetime.combine(one.day + dt.timedelta(days=1), dt.time(3), dt.UTC)


def rewritten(before: str, after: str) -> list[Rewritten]:
    """The lines of one text that stand otherwise in the other."""
    old, new = before.splitlines(), after.splitlines()
    found = []
    for tag, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for line in old[start:end] if tag == "replace" else ():
            ranked = [(difflib.SequenceMatcher(None, line, other).ratio(), other) for other in new[first:last]]
            likeness, instead = max(ranked)
            if len(line.strip()) > SHORT and not line.startswith("#") and likeness >= ALIKE:
                found.append(Rewritten(line.strip(), instead.strip()))
    return found


def drawn(clone: Path, name: str) -> list[Moment]:
    """The moments of a repository that are dreamt over: those in which a line is retold by the notes, and a few of the
    others."""
    retold: list[Moment] = []
    others: list[Moment] = []
    for one in moments(clone):
        old, new = (content(clone, commit, MEMORY) for commit in (one.before, one.after))
        said = _words("\n".join(content(clone, one.after, note) for note in one.notes)) - _words(old)
        is_so = any((_words(change.instead) - _words(change.line)) & said for change in rewritten(old, new))
        (retold if is_so else others).append(one)
    by_lot = random.Random(name)
    some = ((retold, RETOLD), (others, OTHERS))
    return [one for kind, most in some for one in by_lot.sample(kind, min(most, len(kind)))]


def known(repository: str, clone: Path) -> Iterator[Moment]:
    """The moments of a repository that the table names and the clone has."""
    for row in rows(DRAWN):
        if row["repository"] == repository and all(_has(clone, row[end]) for end in ("before", "after")):
            day = git(clone, "show", "-s", "--format=%cs", row["after"]).decode().strip()
            if found := moment(clone, row["before"], row["after"], dt.date.fromisoformat(day)):
                yield found


def _has(clone: Path, commit: str) -> bool:
    words = ["git", "-C", str(clone), "cat-file", "-e", f"{commit}:{MEMORY}"]
    return not subprocess.run(words, capture_output=True).returncode


def _day(path: str) -> dt.date | None:
    found = DAY.search(path.rpartition("/")[2])
    try:
        return dt.date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def main(folder: Path) -> None:
    """Print the moments that are drawn."""
    print("repository\tbefore\tafter")
    for name, clone in clones(folder):
        for one in drawn(clone, name):
            print(name, one.before, one.after, sep="\t")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
