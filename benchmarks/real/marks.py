"""The statements marked in real text: which lines a careful owner would want kept. Reads `gold/real`, judges nothing.

What a mark means, and what counts as right, stands in that folder's README.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.fuzz import partial_ratio

from noctuary.model import Support, fold

LEVELS = ("must", "known", "may")
SAME_SENTENCE = 85.0


class Mark(NamedTuple):
    """One marked statement: must | may | known. `quote` begins the marked sentence of a log's record, else ""."""

    path: str
    line: int
    last: int
    level: str
    kind: str
    is_human: bool
    sha: str
    atom: str
    quote: str


class Marks:
    """All marks of one workspace, and the files that were read whole for them."""

    def __init__(self, rows: list[dict[str, object]]) -> None:
        self.files = {str(row["path"]) for row in rows if row.get("read")}
        self.all = [_mark(row) for row in rows if "level" in row]
        self._by_line: dict[tuple[str, int], list[Mark]] = defaultdict(list)
        for mark in self.all:
            for line in range(mark.line, mark.last + 1):
                self._by_line[mark.path, line].append(mark)

    @classmethod
    def read(cls, path: Path) -> Marks:
        """The marks in one `.jsonl` of the folder."""
        return cls([json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()])

    def path_of(self, ref: str) -> str | None:
        """The file read whole that a citation names, which may stand under another root."""
        return next((file for file in self.files if ref == file or ref.endswith("/" + file)), None)

    def at(self, ref: str, line: int) -> list[Mark] | None:
        """What is marked on a cited line, best level first; None where nobody read the file."""
        path = self.path_of(ref)
        if path is None:
            return None
        return sorted(self._by_line.get((path, line), ()), key=lambda mark: LEVELS.index(mark.level))


def is_sentence(mark: Mark, source: Support) -> bool:
    """Whether a source of a marked record quotes the marked sentence; a marked line of a note is its own sentence."""
    return not mark.quote or partial_ratio(fold(mark.quote), fold(source.quote)) >= SAME_SENTENCE


def _mark(row: dict[str, object]) -> Mark:
    line = int(str(row["line"]))
    return Mark(
        path=str(row["path"]), line=line, last=int(str(row.get("to", line))), level=str(row["level"]),
        kind=str(row["kind"]), is_human=bool(row["human"]), sha=str(row["sha"]), atom=str(row["atom"]),
        quote=str(row.get("quote", "")),
    )  # fmt: skip
