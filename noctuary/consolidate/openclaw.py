"""OpenClaw's way to score and gate a memory, over our signals: `policy = "openclaw"`. Changes nothing of them.

Its formulas are its own (openclaw/openclaw, extensions/memory-core, short-term-promotion.ts); what is counted is ours.
A recall is a search that found the statement, once a query and day; what it calls a daily or grounded signal is an
independent voice here. Left out are the boosts of its light and REM phases: they grow each night over the same input,
by which a note that nobody asks for passes 0.8 in five nights.
"""

from __future__ import annotations

import math

from noctuary.consolidate.policy import PromotePolicy
from noctuary.decisions import Signals

# What its ingestion gives every line of a daily note as relevance, however little the line says.
NOTED = 0.62
_MANY, _QUERIES, _TAGS, _HALF_LIFE = 10, 5, 6, 14.0


def openclaw(signals: Signals) -> dict[str, float]:
    """Its six named signals, each in [0, 1].

    frequency      ln(1+n)/ln(11) over n = recalls + voices, at most 1
    relevance      mean score of those n: of a recall its own, of a voice 0.62
    diversity      different queries or, where they are more, days, a fifth each
    recency        0.5^(idle/14), idle in days since the newest recall or source
    consolidation  over days of use: 0.55 ln(days)/ln(5) + 0.45 min(1, span/7), but 0.2 for one day
    conceptual     values, code spans and names, a sixth each
    """
    count = signals.recalls + signals.sessions
    total = signals.recalls * signals.relevance + signals.sessions * NOTED
    return {
        "frequency": min(1.0, math.log1p(count) / math.log1p(_MANY)),
        "relevance": total / count if count else 0.0,
        "diversity": min(1.0, use_breadth(signals) / _QUERIES),
        "recency": 0.5 ** (signals.idle / _HALF_LIFE),
        "consolidation": _spaced(signals.used_days, signals.span),
        "conceptual": min(1.0, signals.concepts / _TAGS),
    }


def _spaced(days: int, span: int) -> float:
    if days <= 1:
        return 0.2 * days
    return min(1.0, 0.55 * math.log(days) / math.log(5) + 0.45 * min(1.0, span / 7))


def unused(signals: Signals, policy: PromotePolicy) -> str:
    """Which gate of use a statement fails, in words with its numbers; "" where it passes all."""
    count = signals.recalls + signals.sessions
    if count < policy.min_recalls:
        return f"said or asked for {count} times of {policy.min_recalls}"
    if use_breadth(signals) < policy.min_queries:
        return f"{use_breadth(signals)} different queries or days of {policy.min_queries}"
    if policy.max_idle_days and signals.idle > policy.max_idle_days:
        return f"last said or asked for {signals.idle} days ago, of {policy.max_idle_days} at most"
    return ""


def use_breadth(signals: Signals) -> int:
    """Different queries, or days of use where they are more."""
    return max(signals.queries, signals.used_days)
