"""What a night makes of whole workspaces with known outcomes: `python -m benchmarks.stories [FOLDER …]`.

Dreams over a copy of the sample workspace and, where NOCTUARY_SHARED is, of every labelled story there, and
counts what its expected.json asks for. The stories were read while the rules were made: development figures.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from noctuary.embed import default_embedder
from noctuary.index import Index
from noctuary.journal import replay
from noctuary.memory import Memory
from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.text.days import beside

ROOT = Path(__file__).parent.parent
ROWS = (
    "must be believed",
    "must not be believed",
    "or asked",
    "contradictions asked",
    "other questions",
    "kept out",
    "secrets out",
)


def main(folders: list[Path]) -> None:
    """Print a row a workspace and their sum, as hits of wanted."""
    names = [*ROWS, "answers in top 5", "second night quiet"]
    total: Counter[str] = Counter()
    print("".ljust(26) + "".join(name.rjust(len(name) + 2) for name in names))
    for folder in folders:
        counted = measured(folder)
        total.update(counted)
        print(folder_name(folder).ljust(26) + row(counted, names))
    print("all".ljust(26) + row(total, names))


def row(counted: Counter[str], names: list[str]) -> str:
    """`hits/wanted` under each name; other questions are a plain count."""
    cells = [f"{counted[n]}/{counted[n + ' of']}" if counted[n + " of"] else str(counted[n]) for n in names]
    return "".join(cell.rjust(len(name) + 2) for cell, name in zip(cells, names, strict=True))


def measured(folder: Path) -> Counter[str]:
    """One night, and a second one, over a copy of `folder`."""
    want = json.loads((folder / "expected.json").read_text())
    now = dt.datetime.fromisoformat(want["now"])
    now = now.replace(hour=23, minute=30, tzinfo=dt.UTC) if now.tzinfo is None else now
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "workspace"
        shutil.copytree(folder / "workspace" if (folder / "workspace").is_dir() else folder, root)
        (root / "expected.json").unlink(missing_ok=True)
        before = set(root.rglob("*"))
        dream(root, now)
        counted = outcomes(root, want, before)
        counted["second night quiet of"] = 1
        counted["second night quiet"] = int(dream(root, now + dt.timedelta(minutes=15)).state == "nothing")
    return counted


def outcomes(root: Path, want: dict[str, Any], before: set[Path]) -> Counter[str]:
    """Hits and wanted (` of`) of everything expected.json names."""
    space = open_workspace(root)
    facts = replay(space.journal).facts.values()
    believed = [f"{fact.text}{beside(fact)}" for fact in facts if fact.status in ("active", "contested")]
    asked = [(q.a.text, q.b.text) for q in waiting(space) if q.b]
    written = b"".join(p.read_bytes() for p in root.rglob("*") if p.is_file() and p not in before)
    must = want.get("must_be_in_memory", want.get("must_be_active", []))
    conflicts = want.get("contradictions_for_review", want.get("contradictions", []))
    counted: Counter[str] = Counter()

    def count(name: str, hits: list[bool]) -> None:
        counted[name] += sum(hits)
        counted[name + " of"] += len(hits)

    count(ROWS[0], [any(holds(text, one) for text in believed) for one in must])
    over = want["must_not_be_active"]
    is_gone = [not any(holds(text, one) for text in believed) for one in over]
    count(ROWS[1], is_gone)
    is_asked = [any(holds(side, one) for pair in asked for side in pair) for one in over]
    count(ROWS[2], list(map(max, is_gone, is_asked)))
    count(ROWS[3], [any(meets(a, b, one) for a, b in asked) for one in conflicts])
    counted[ROWS[4]] = sum(not any(meets(*pair, one) for one in conflicts) and not _is_of(pair, over) for pair in asked)
    count(ROWS[5], [not any(holds(text, one) for text in believed) for one in want["must_not_be_promoted"]])
    count(ROWS[6], [secret.encode() not in written for secret in want["must_appear_nowhere"]])
    with Index.open(space.index) as index:
        index.embed(default_embedder())
        memory = Memory(index)
        found = [(memory.search(q["q"], 5, follow_edges=True), q["answer"].lower()) for q in want["questions"]]
    told = [([f"{hit.text}{beside(hit)}".lower() for hit in hits], answer) for hits, answer in found]
    count("answers in top 5", [any(answer in text for text in texts) for texts, answer in told])
    return counted


def holds(text: str, entry: dict[str, Any]) -> bool:
    """Whether a text has all of the entry's keywords (or of an alternative) and none of `without`."""
    low = text.lower()
    ways = [entry["keywords"], *entry.get("alt", [])]
    has_one = any(all(word.lower() in low for word in way) for way in ways)
    return has_one and not any(word.lower() in low for word in entry.get("without", []))


def _is_of(pair: tuple[str, str], entries: list[dict[str, Any]]) -> bool:
    return any(holds(side, one) for one in entries for side in pair)


def meets(a: str, b: str, entry: dict[str, Any]) -> bool:
    """Whether a question's two sides are the entry's, in either order."""
    sides = [{"keywords": entry["a_keywords"]}, {"keywords": entry["b_keywords"]}]
    return (holds(a, sides[0]) and holds(b, sides[1])) or (holds(b, sides[0]) and holds(a, sides[1]))


def folder_name(folder: Path) -> str:
    """How a workspace is called in the table."""
    return "sample workspace" if folder == ROOT / "data" else folder.name


if __name__ == "__main__":
    shared = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")) / "gold" / "stories"
    stories = sorted(path.parent for path in shared.glob("*/expected.json"))
    if not stories:
        print(f"NOCTUARY_SHARED: no stories in {shared}; the sample workspace only", file=sys.stderr)
    main([Path(word) for word in sys.argv[1:]] or [ROOT / "data", *stories])
