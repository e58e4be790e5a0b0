"""What stands behind a fact: candidates with the same words become one, and its confidence, trust and dates follow.

Compares no meanings: that is `match`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from noctuary.consolidate.decay import half_life
from noctuary.consolidate.kinds import stronger
from noctuary.consolidate.score import PRIOR, WITHDRAWN, evidence, independent, method
from noctuary.consolidate.validity import over_by_words
from noctuary.journal.calls import is_forgotten
from noctuary.model import TRUST_ORDER, Candidate, Fact, Method, Support, Trust
from noctuary.settings import Settings
from noctuary.stages.duplicates import same_words
from noctuary.stages.echo import Echoes
from noctuary.stages.run import Run
from noctuary.stages.same_line_elsewhere import Places
from noctuary.text.days import day_of, local_instant

BACK: dict[str, Any] = {"status": "active", "valid_to": None, "gate": "memory"}


def by_identity(
    run: Run, candidates: Iterable[Candidate], undated: dt.date | None
) -> tuple[dict[str, Fact], dict[str, Fact]]:
    """(new facts, known ones with what was heard of them tonight), by id: the same words on a subject are one fact, but
    for lines of the memory file under two headings (`same_line_elsewhere`).

    What a fact that is private says already adds nothing to it, and makes no second one: it comes out by `share` alone.
    What somebody deleted by a call stays so.
    """
    new: dict[str, Fact] = {}
    heard_of: dict[str, list[Support]] = {}
    more: dict[str, Fact] = {}
    candidates = sorted(candidates, key=_said_first)
    echoes = Echoes(run.state.facts, candidates)
    same, places = same_words(run.merges), Places(candidates, run.facts)
    for candidate in candidates:
        support = _support(candidate)
        key = places.key(candidate)
        key = same.get(key, key)
        known = more.get(key) or run.facts.get(key)
        if echoes.has(candidate) or (key in run.whole.facts and key not in run.state.facts):
            continue
        if is_forgotten(run.whole, "observation", key):
            continue
        if known is None:
            if key not in new:
                new[key] = _new_fact(key, candidate, support, run.workspace.settings, run.now)
            new[key] = replace(new[key], kind=stronger(new[key].kind, candidate.kind))
            heard_of.setdefault(key, []).append(support)
        elif known.status != "deleted" and support not in known.sources:
            bound = replace(known, kind=stronger(known.kind, candidate.kind))
            heard = _recited(known, support) or with_support(bound, (support,), run, undated)
            heard = _from_archive(heard)
            more[key] = _returned(heard) if _has_returned(known, support) else heard
        elif _has_returned(known, support):
            more[key] = _returned(known)
    return {key: with_support(fact, heard_of[key], run, undated) for key, fact in new.items()}, more


def _said_first(one: Candidate) -> tuple[str, str, int, str]:
    at = one.support.at
    return at.astimezone(dt.UTC).isoformat() if at else "", one.support.ref, one.support.line, one.text


def _has_returned(known: Fact, support: Support) -> bool:
    """A line the human once took out of the memory file stands there again."""
    return known.gate == WITHDRAWN and support.role == "memory"


def _returned(fact: Fact) -> Fact:
    """The fact, believed again; one that something newer had replaced stays so, and is out of date in sight again."""
    return replace(fact, gate="memory") if fact.status == "superseded" else replace(fact, **BACK)


def _from_archive(fact: Fact) -> Fact:
    """The fact, believed again if only the monthly archive had put it away: somebody still says so."""
    return replace(fact, status="active", archived_because="") if fact.archived_because else fact


def _recited(fact: Fact, support: Support) -> Fact | None:
    """The fact with its citation moved, where the same utterance now stands at another line or has a new id."""
    for position, known in enumerate(fact.sources):
        if (known.event and known.event == support.event) or _utterance(known) == _utterance(support):
            sources = (*fact.sources[:position], support, *fact.sources[position + 1 :])
            return replace(fact, sources=sources)
    return None


def _utterance(one: Support) -> tuple[object, ...]:
    """What stays of an utterance when ids are made anew: who said what, where and when."""
    return one.ref, one.session, one.role, one.at, one.quote


def _new_fact(key: str, candidate: Candidate, support: Support, settings: Settings, now: dt.datetime) -> Fact:
    return Fact(
        id=key,
        text=candidate.text,
        entity=candidate.subject,
        kind=candidate.kind,
        status="candidate",
        confidence=0.0,
        method="single-source",
        verified_at=now,
        trust=support.trust,
        sources=(),
        domain=candidate.domain,
        days=candidate.days,
        half_life_days=half_life(candidate.kind, candidate.domain, settings.decay),
    )


def _support(candidate: Candidate) -> Support:
    return replace(candidate.support, cues=candidate.cues, durability=round(candidate.confidence, 4))


def _distinct(supports: Iterable[Support]) -> tuple[Support, ...]:
    """Each utterance once, oldest first: the same event, or the same words at the same place, is one."""
    kept: dict[tuple[str, ...], Support] = {}
    for one in sorted(supports, key=lambda support: support.is_lent):
        kept.setdefault((one.event,) if one.event else (one.ref, str(one.line), one.quote), one)
    order = sorted(kept.values(), key=lambda s: (s.at is not None, s.at and s.at.isoformat(), s.ref, s.line))
    return tuple(order)


def with_support(fact: Fact, sources: Iterable[Support], run: Run, undated: dt.date | None) -> Fact:
    """The fact with more evidence: confidence follows from all of it, trust and dates from what is not lent.

    Where no source tells a day, `said_on` stays None; `undated` is since when such a line is known to stand.
    """
    supports = _distinct((*fact.sources, *sources))
    settings = run.workspace.settings
    c0, how = worth(supports, fact.contradicting)
    own = tuple(one for one in supports if not one.is_lent)
    days = [day for one in own if (day := day_of(one, run.now.tzinfo))]
    begun = min(days, default=fact.valid_from if fact.sources else undated)
    if begun and fact.valid_to and begun > fact.valid_to:
        begun = fact.valid_from
    made = replace(
        fact,
        sources=supports,
        confidence=c0,
        method=how,
        trust=trust_of(own),
        verified_at=verified(own, run.now),
        said_on=max(days, default=None),
        valid_from=begun,
        half_life_days=half_life(fact.kind, fact.domain, settings.decay),
    )
    return replace(made, valid_to=made.valid_to or over_by_words(made)) if made.is_alive else made


def worth(supports: tuple[Support, ...], contradicting: int) -> tuple[float, Method]:
    """(confidence, method): the prior of the method, grown by independent voices (DESIGN 6)."""
    how = method(supports)
    prior = PRIOR["single-source" if how == "multi-source" else how]
    voices = max(1, len(independent(supports)))
    return round(evidence(prior, voices, contradicting), 4), how


def trust_of(supports: tuple[Support, ...]) -> Trust:
    """A human's own words clear a statement; otherwise it is trusted as its least source."""
    if any(one.trust == "human" and one.origin == "interactive" for one in supports):
        return "human"
    return min((one.trust for one in supports), key=TRUST_ORDER.index)


def verified(supports: tuple[Support, ...], now: dt.datetime) -> dt.datetime:
    """When it was last said, by the clock of its day: for a line standing in MEMORY.md, now."""
    return min(now, max(local_instant(one, now.tzinfo) or now for one in supports))
