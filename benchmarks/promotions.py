"""What deserves to last, by three policies: `python -m benchmarks.promotions` (NOCTUARY_SHARED).

Two tables. Lines: of labelled single lines, which are kept; ours by ten folds that have not seen them, beside
OpenClaw's preset and the rule of the seed that Noctuary grew from, each given the use it asks for. Stories: of whole
labelled workspaces, what a night lets in under each policy, all three over our own extraction, which keeps most junk
from any of them. The stories were read while our gates were made.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.stories import ROOT, folder_name, holds
from benchmarks.train_extract import Row, cross_validated, durable, event, read, room, samples, use, verdict
from noctuary.consolidate.concrete import concepts
from noctuary.consolidate.openclaw import unused
from noctuary.consolidate.policy import OPENCLAW, PRESETS, PromotePolicy
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.extraction import durable_weights
from noctuary.guard import guard
from noctuary.journal import replay
from noctuary.model import Candidate
from noctuary.night import dream

PRESET = PromotePolicy(policy="openclaw", **PRESETS["openclaw"])
# Seed 004's dreaming target: the same weights, its looser gates.
SEED = PromotePolicy(policy="openclaw", weights=OPENCLAW, min_score=0.3, min_recalls=2, min_queries=1)
# A line written once; asked for thrice in a day by three queries; for a week, by five queries, once or twice a day.
USES = {
    "as it stands": Signals(sessions=1, days=1, used_days=1),
    "asked for 3 times": Signals(sessions=1, days=1, used_days=1, recalls=3, queries=3, relevance=0.75),
    "asked for all week": Signals(sessions=1, days=1, used_days=7, span=6, recalls=9, queries=5, relevance=0.75),
}


def main(shared: Path) -> None:
    """Print both tables."""
    lines(read(str(shared / "gold" / "lines_dev.jsonl")))
    print()
    stories([ROOT / "data", *sorted(path.parent for path in (shared / "gold" / "stories").glob("*/expected.json"))])


def lines(rows: list[Row]) -> None:
    """Precision, recall and F1 of keeping single lines."""
    shipped = [verdict(row) for row in rows]
    unseen = _unseen(rows)
    print(f"{f'{len(rows)} labelled lines':<46} precision  recall    F1")
    wanted = [row["keep"] for row in rows]
    print(_row("ours, as shipped (trained on these)", wanted, [said is not None for said in shipped]))
    print(_row("ours, ten folds, each unseen", wanted, [said is not None for said in unseen]))
    for name, policy in (("OpenClaw's preset", PRESET), ("the seed's gates", SEED)):
        for how, signals in USES.items():
            print(_row(f"{name}, {how}", wanted, [_is_let_in(row, signals, policy) for row in rows]))
    print(_row("everything", wanted, [True for _ in rows]))


def _unseen(rows: list[Row]) -> list[Candidate | None]:
    """What each line becomes by weights learned from the nine folds it is not in; then the shipped ones stand again."""
    bias, weights, near_miss = durable.BIAS, dict(durable_weights.WEIGHTS), room.NEAR_MISS
    room.NEAR_MISS = -1.0
    extra = samples(read(str(ROOT / "benchmarks" / "extract_lines.tsv")))
    said = cross_validated(rows, extra)
    room.NEAR_MISS = near_miss
    use(bias, weights)
    return said


def _is_let_in(row: Row, use: Signals, policy: PromotePolicy) -> bool:
    from msgspec.structs import replace

    signals = replace(use, concepts=concepts(guard(event(row).text).text))
    return not unused(signals, policy) and score(signals, policy) >= policy.min_score


def _row(name: str, wanted: Sequence[bool], said: Sequence[bool]) -> str:
    right = sum(a and b for a, b in zip(wanted, said, strict=True))
    precision = right / sum(said) if any(said) else 0.0
    recall = right / sum(wanted)
    f1 = 2 * right / (sum(wanted) + sum(said))
    told = f"{precision:>9.2f}" if any(said) else "        –"
    return f"{name:<46} {told} {recall:>7.2f} {f1:>5.2f}"


POLICIES: dict[str, str] = {
    "ours": "",
    "OpenClaw's preset": '[promote]\npolicy = "openclaw"\n',
    "the seed's gates": '[promote]\npolicy = "openclaw"\nmin_score = 0.3\nmin_recalls = 2\nmin_queries = 1\n',
}


def stories(folders: list[Path]) -> None:
    """Of what each policy lets in beside MEMORY.md's own lines: how much was wanted, and how much of what was."""
    print(f"{f'{len(folders)} workspaces, one night':<26} let in  wanted ones found  junk let in  superseded gone")
    for name, toml in POLICIES.items():
        counts = [_counted(folder, toml) for folder in folders]
        let_in, found, wanted, junk, kinds, gone, old = (sum(column) for column in zip(*counts, strict=True))
        print(f"{name:<26} {let_in:>6} {f'{found}/{wanted}':>19} {f'{junk}/{kinds}':>12} {f'{gone}/{old}':>16}")


def _counted(folder: Path, toml: str) -> tuple[int, ...]:
    want = json.loads((folder / "expected.json").read_text())
    now = dt.datetime.fromisoformat(want["now"])
    now = now.replace(hour=23, minute=30, tzinfo=dt.UTC) if now.tzinfo is None else now
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / folder_name(folder)
        shutil.copytree(folder / "workspace" if (folder / "workspace").is_dir() else folder, root)
        if toml:
            (root / "noctuary.toml").write_text(toml)
        dream(root, now)
        facts = replay(root / "memory" / "graph.jsonl").facts.values()
    believed = [fact for fact in facts if fact.status in ("active", "contested")]
    texts = [fact.text for fact in believed]
    must = want.get("must_be_in_memory", want.get("must_be_active", []))
    must = [one for one in must if one.get("strength") != "existing"]
    return (
        sum(fact.gate != "memory" for fact in believed),
        _count(must, lambda one: any(holds(text, one) for text in texts)),
        len(must),
        _count(want["must_not_be_promoted"], lambda one: any(holds(text, one) for text in texts)),
        len(want["must_not_be_promoted"]),
        _count(want["must_not_be_active"], lambda one: not any(holds(text, one) for text in texts)),
        len(want["must_not_be_active"]),
    )


def _count(entries: list[dict[str, Any]], is_so: Callable[[dict[str, Any]], bool]) -> int:
    return sum(is_so(one) for one in entries)


if __name__ == "__main__":
    folder = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared"))
    if not (folder / "gold").is_dir():
        sys.exit(f"NOCTUARY_SHARED: no labelled sets in {folder}")
    main(folder)
