"""Why a statement is not in the memory: asks every night's bench for the words nearest to it."""

from __future__ import annotations

from pathlib import Path

from noctuary.model import Value
from noctuary.workbench.evidence import connect

_NEAREST = """
SELECT text, gate, reason, kind, durability, ref, line, role,
       regexp_extract(filename, 'nights/([^/]+)/[^/]+$', 1) AS night,
       greatest(jaccard(lower(text), lower($text)), jaro_winkler_similarity(lower(text), lower($text))) AS likeness
FROM read_parquet($files, filename = true) WHERE text <> ''
ORDER BY likeness DESC, night DESC, ref, line LIMIT $k
"""


class TurnedAway(Value, frozen=True):
    """One statement the bench remembers, and the gate it stands at ("" for a candidate)."""

    text: str
    gate: str
    reason: str
    kind: str
    durability: float
    ref: str
    line: int
    role: str
    night: str
    likeness: float


def turned_away(nights: Path, text: str, k: int = 5, least: float = 0.6) -> list[TurnedAway]:
    """The `k` statements most like `text` (likeness in [0, 1]) that any kept night considered."""
    files = sorted(str(path) for path in nights.glob("*/statements.parquet"))
    if not files:
        return []
    found = connect().sql(_NEAREST, params={"files": files, "text": text, "k": k}).to_arrow_table()
    return [TurnedAway(**row) for row in found.to_pylist() if row["likeness"] >= least]
