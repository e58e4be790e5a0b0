"""What a plain wish for silence takes of real notes and logs: `python -m benchmarks.silenced FOLDER… [--show]`.

Every Markdown file below the folders is read as a note, every JSON one as a log, as a night reads them. Counted are the
pieces that may be withheld, each wording once a folder and under its headings, and of them those that ask for silence
in words of the tables (`noctuary.extraction.silence`) or stand below such words. `--show` prints these, to be read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from noctuary.extraction import silence
from noctuary.model import Event
from noctuary.sources import Door, Where
from noctuary.sources.reading import read_file
from noctuary.sources.where import Found

KINDS = dict.fromkeys((".md", ".markdown", ".txt"), "notes") | dict.fromkeys((".jsonl", ".json", ".ndjson"), "sessions")
BARRED = {".git", "node_modules", ".venv"}
EXEMPT = ("tool", "memory")


def events(folder: Path) -> Iterator[Event]:
    """What the files below a folder say."""
    for path in sorted(folder.rglob("*")):
        kind = KINDS.get(path.suffix)
        if kind and path.is_file() and not BARRED & set(path.parts):
            source = Found(ref=path.relative_to(folder).as_posix(), path=str(path), kind=kind)
            yield from (one for one in read_file(source, None, Where(), Door()) if isinstance(one, Event))


def main() -> None:
    """Print the counts, and with `--show` what is taken."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("folders", type=Path, nargs="+")
    asked.add_argument("--show", action="store_true")
    given = asked.parse_args()
    read, taken = Counter[str](), Counter[str]()
    for folder in given.folders:
        seen: set[tuple[str, str, tuple[str, ...]]] = set()
        for one in events(folder):
            if one.role in EXEMPT or (one.role, one.text, one.context) in seen:
                continue
            seen.add((one.role, one.text, one.context))
            read[one.role] += 1
            if silence.is_private(one.text, one.context) or silence.is_asked(one.text, one.context):
                taken[one.role] += 1
                if given.show:
                    place = f"{folder.name}/{one.ref}:{one.line} [{one.role}] {' / '.join(one.context[-1:])}"
                    print(f"{place} | {one.text[:600]}")
    print(f"{read.total():,} pieces {dict(read)}: {taken.total()} ask for silence {dict(taken)}")


if __name__ == "__main__":
    main()
