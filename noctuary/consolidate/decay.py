"""How much a fact is still worth: half-life decay on the idle clock. Never deletes, never writes."""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from noctuary.consolidate.policy import DecayPolicy
from noctuary.extraction.written_days import full
from noctuary.model import Fact, Kind

Band = Literal["fresh", "ageing", "stale"]
AGED = 0.9
"""A fact has aged once less than this share is left of what it was worth when it was last confirmed."""
_YEAR = re.compile(r"(?:19|20)\d\d")


def half_life(kind: Kind, domain: str | None, policy: DecayPolicy) -> float | None:
    """Half-life in days for a kind and domain; None for what does not fade (seed row KG-016)."""
    if kind in policy.evergreen:
        return None
    return policy.domains.get(domain or "") or policy.kinds.get(kind, policy.half_life_days)


def decayed(c0: float, age_days: float, half_life_days: float | None) -> float:
    """c0 · 2^(−max(0, age)/half-life); c0 itself where nothing fades (seed row KG-010)."""
    if half_life_days is None:
        return c0
    return float(c0 * 2.0 ** (-max(0.0, age_days) / half_life_days))


def age(fact: Fact, now: dt.datetime, days: Sequence[dt.date], policy: DecayPolicy) -> float:
    """Days a fact has aged at `now`.

    Counted from the later of `verified_at` and `last_revalidated`, and not before a future date the
    fact speaks of. On the idle clock only the days in `days` (sorted, on which the workspace was
    used) count: two months of holiday age nothing.
    """
    start = max(filter(None, (fact.verified_at, fact.last_revalidated)))
    day = max(start.date(), *_dates(fact.text), dt.date.min)
    if day > now.date():
        return 0.0
    if policy.idle_clock:
        return float(bisect_right(days, now.date()) - bisect_right(days, day))
    begun = start if day == start.date() else dt.datetime.combine(day, dt.time(), start.tzinfo)
    return max(0.0, (now - begun).total_seconds() / 86400)


def confidence(fact: Fact, now: dt.datetime, days: Sequence[dt.date], policy: DecayPolicy) -> float:
    """What a fact is worth at `now`, in [0, c0]."""
    return decayed(fact.confidence, age(fact, now, days, policy), fact.half_life_days)


def confidences(
    facts: Iterable[Fact], now: dt.datetime, days: Sequence[dt.date], policy: DecayPolicy
) -> Iterator[tuple[Fact, float]]:
    """(fact, `confidence` of it) for each, in their order. What was confirmed together is reckoned once."""
    known: dict[tuple[object, ...], float] = {}
    for fact in facts:
        if _YEAR.search(fact.text):
            yield fact, confidence(fact, now, days, policy)
            continue
        said, seen = fact.verified_at, fact.last_revalidated
        key = said, said.tzinfo, seen, seen and seen.tzinfo, fact.confidence, fact.half_life_days
        value = known.get(key)
        if value is None:
            value = known[key] = confidence(fact, now, days, policy)
        yield fact, value


def band(value: float, policy: DecayPolicy) -> Band:
    """fresh above 0.7, stale below 0.3, ageing between; both boundaries are ageing (seed row KG-059)."""
    if value > policy.fresh:
        return "fresh"
    return "stale" if value < policy.stale else "ageing"


def band_of(fact: Fact, value: float, policy: DecayPolicy) -> str:
    """The band of a fact worth `value`; `young` between them where it has not aged: it was never surer."""
    found = band(value, policy)
    return "young" if found != "fresh" and not has_aged(fact, value) else found


def has_aged(fact: Fact, value: float) -> bool:
    """Whether a fact, worth `value` today, has lost anything worth telling: what was never surer has not aged."""
    return value < AGED * fact.confidence


def due(fact: Fact, now: dt.datetime) -> dt.date | None:
    """The last day that a fact names, if it is past; None where it names none, or one to come."""
    days = _dates(fact.text)
    return max(days) if days and max(days) < now.date() else None


def _dates(text: str) -> list[dt.date]:
    """The days a text names in full, with their year."""
    return list(full(text)) if _YEAR.search(text) else []
