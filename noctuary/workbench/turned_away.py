"""Why a statement is not in the memory: asks every night's bench for the words nearest to it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from noctuary.model import Value
from noctuary.workbench.evidence import connect, kept, rows, tell_unread

_NEAREST = """
SELECT text, gate, reason, kind, durability, ref, line, role,
       $night AS night,
       greatest(jaccard(lower(text), lower($text)), jaro_winkler_similarity(lower(text), lower($text))) AS likeness
FROM read_parquet($file) WHERE text <> ''
ORDER BY likeness DESC, ref, line LIMIT $k
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
    connection = connect()
    found: list[TurnedAway] = []
    for path in reversed(kept(nights, "statements.parquet")):
        asked = {"text": text, "k": k, "night": path.parent.name}
        try:
            found += [msgspec.convert(row, TurnedAway) for row in rows(connection, path, _NEAREST, asked)]
        except msgspec.ValidationError:
            tell_unread(path)
    nearest = sorted(found, key=lambda one: -one.likeness)
    return [one for one in nearest[:k] if one.likeness >= least]
