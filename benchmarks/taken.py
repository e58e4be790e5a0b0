"""What one part of the guard takes out of real memory files: `python -m benchmarks.taken CLONES [PART]`.

CLONES holds clones of public repositories (docs/corpus.md), PART is a module of `noctuary.guard` (default: accounts).
Of the memory files as they stand (at most 150 a repository, none above 300 kB): how many lines, in how many of them the
part's finders take something, how many of these differ, and in how many of those it would stand but for them. Counts
alone are printed: the lines hold what people did not mean to show.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.corpus import recover
from noctuary.guard import guard

FILES, LARGEST = 150, 300_000


def texts(clones: Path) -> Iterator[tuple[str, str]]:
    """(repository, text) of every memory file that the clones have."""
    for name, clone in recover.clones(clones):
        try:
            at = recover.head(clone)
            for path in recover.files(clone, at)[:FILES]:
                if len(text := recover.content(clone, at, path)) <= LARGEST:
                    yield name, text
        except subprocess.CalledProcessError as error:
            print(f"{name}: {error.stderr.decode('utf-8', 'replace').strip()}")


def taken(part: Any, text: str) -> set[tuple[str, str]]:
    """(line, value) of what the part's finders take."""
    data, found = text.encode("utf-8", "replace"), set()
    for finder in part.FINDERS:
        for _, start, end in finder.find(text, data):
            stop = text.find("\n", end)
            line = text[text.rfind("\n", 0, start) + 1 : stop if stop >= 0 else len(text)]
            found.add((line.strip(), text[start:end]))
    return found


def main() -> None:
    """Print the counts."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("clones", type=Path)
    asked.add_argument("part", nargs="?", default="accounts")
    given = asked.parse_args()
    part = import_module(f"noctuary.guard.{given.part}")
    repositories, lines, hits = set(), 0, 0
    found: dict[tuple[str, str], set[str]] = {}
    for name, text in texts(given.clones):
        repositories.add(name)
        lines += text.count("\n")
        its = taken(part, text)
        hits += len(its)
        for one in its:
            found.setdefault(one, set()).add(name)
    part.FINDERS = ()
    alone = [one for one in found if one[1] in guard(one[0]).text]
    owners = {name for one in alone for name in found[one]}
    print(f"{lines:,} lines of {len(repositories)} repositories: {hits} values in {len(found)} different lines")
    print(f"{len(alone)} of these lines would stand but for `{given.part}`, in {len(owners)} repositories")


if __name__ == "__main__":
    main()
