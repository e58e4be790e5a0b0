"""What a line of MEMORY.md is worth to whoever reads it at the start of a day. Ranks; leaves nothing out itself."""

from __future__ import annotations

import datetime as dt
import re

from noctuary.model import Fact, Kind

CONFIDENCE, SCORE, EVIDENCE = 0.4, 0.3, 0.3
KINDS: dict[Kind, float] = {
    "constraint": 1.0,
    "correction": 1.0,
    "preference": 1.0,
    "decision": 0.9,
    "identity": 0.9,
    "lesson": 0.8,
    "fact": 0.7,
    "event": 0.7,
}
PASSED = 0.3
_ISO_DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")


def usefulness(fact: Fact, confidence: float, day: dt.date) -> float:
    """kind · (0.4 · confidence + 0.3 · score + 0.3 · (1 − 0.5^(voices − 1))), in [0, 1].

    `confidence` is today's, in [0, 1]; `voices` are the sessions and notes that say it, at least one; `day` is today.
    `kind` is of KINDS; an event whose last date is before `day` counts PASSED.
    """
    evidence = 0.0
    if len(fact.sources) > 1:
        voices = max(1, len({one.session for one in fact.sources if not one.is_lent}))
        evidence = 1 - 0.5 ** (voices - 1)
    worth = CONFIDENCE * confidence + SCORE * fact.score + EVIDENCE * evidence
    return round(_kind(fact, day) * worth, 6)


def _kind(fact: Fact, day: dt.date) -> float:
    dates = _ISO_DATE.findall(fact.text) if fact.kind == "event" else ()
    return PASSED if dates and max(dates) < day.isoformat() else KINDS[fact.kind]
