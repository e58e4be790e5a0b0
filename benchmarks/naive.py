"""The rule most tools use, on the labelled pairs: `python -m benchmarks.naive`.

Token Jaccard above 0.5, then a negation or a number on one side only (seed 004, read literally).
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parent.parent.parent / "shared"))
NEGATION = re.compile(r"\b(?:not|no|never|none|cannot|\w+n't)\b")
CONFLICT = ("contradiction", "supersession")


def main() -> None:
    """Print precision, recall and F1 of the rule at finding conflicts."""
    rows = [json.loads(line) for line in (SHARED / "gold" / "pairs_dev.jsonl").read_text("utf-8").splitlines()]
    said = [is_conflict(row["a"].lower(), row["b"].lower()) for row in rows]
    true = [row["label"] in CONFLICT for row in rows]
    hits = sum(s and t for s, t in zip(said, true, strict=True))
    precision, recall = hits / max(1, sum(said)), hits / sum(true)
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"naive rule, {len(rows)} pairs: conflict P {precision:.2f} R {recall:.2f} F1 {f1:.2f}")


def is_conflict(a: str, b: str) -> bool:
    """Whether two texts share more than half of their words and differ in a negation or in their numbers."""
    left, right = set(re.findall(r"\w+", a)), set(re.findall(r"\w+", b))
    if len(left & right) <= 0.5 * len(left | right):
        return False
    differs = set(re.findall(r"\d[\d.,:]*", a)) != set(re.findall(r"\d[\d.,:]*", b))
    return differs or bool(NEGATION.search(a)) != bool(NEGATION.search(b))


if __name__ == "__main__":
    main()
