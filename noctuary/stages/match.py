"""Which statements speak of the same thing: tonight's candidates against each other and all that is known.

Same words or a duplicate verdict fold into one fact with more evidence; other verdicts are kept for later stages.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from noctuary.consolidate.days import day_of
from noctuary.consolidate.decay import half_life
from noctuary.consolidate.judging import judge
from noctuary.consolidate.judging.pairs import pairs
from noctuary.consolidate.near import is_near
from noctuary.consolidate.score import PRIOR, evidence, independent, method
from noctuary.decisions import Verdict
from noctuary.model import TRUST_ORDER, Candidate, Fact, Method, Statement, Support, Trust, fact_id
from noctuary.settings import Settings
from noctuary.stages.echo import Echoes
from noctuary.stages.run import Run
from noctuary.stages.updates import updates

WITHDRAWN = "withdrawn"
BACK: dict[str, Any] = {"status": "active", "valid_to": None, "gate": "memory"}
SAME = Verdict(kind="duplicate", reason="both say it in nearly the same words", score=1.0)
SAME_AT_LEAST = 0.5
_DAWN = dt.datetime.min.replace(tzinfo=dt.UTC)
_LIVE = ("active", "contested", "candidate", "superseded")


def match(run: Run) -> Run:
    """Fold candidates into facts and judge every pair that has a new side."""
    undated = _undated_day(run)
    new, more = _by_identity(run, [*run.candidates, *updates(run, undated)], undated)
    pool = {key: fact for key, fact in run.facts.items() if fact.status in _LIVE} | new
    verdicts = _judged(run, pool, new.keys() | run.imported)
    merged = _merge_duplicates(pool, new, verdicts)
    facts = run.facts | more
    for key, fact in new.items():
        if key not in merged:
            facts[key] = fact
    heard = {key for key, fact in more.items() if len(fact.sources) > len(run.facts[key].sources)}
    touched = heard | (new.keys() - merged.keys())
    for key, into in merged.items():
        facts[into] = with_support(facts[into], new[key].sources, run, undated)
        touched.add(into)
    conflicts = _carried(verdicts, merged, ("contradiction", "supersession"))
    details = _carried(verdicts, merged, ("refinement",))
    regressions = _regressions(run, more, new, verdicts)
    return dataclasses.replace(
        run,
        facts=facts,
        touched=frozenset(touched),
        conflicts=conflicts,
        details=details,
        regressions=regressions,
    )


def with_support(fact: Fact, sources: Iterable[Support], run: Run, undated: dt.date) -> Fact:
    """The fact with more evidence: confidence, trust and dates follow from all of it."""
    supports = _distinct((*fact.sources, *sources))
    settings = run.workspace.settings
    c0, how = worth(supports, fact.contradicting)
    days = [day for one in supports if (day := day_of(one, run.now.tzinfo))] or [undated]
    return replace(
        fact,
        sources=supports,
        confidence=c0,
        method=how,
        trust=trust_of(supports),
        verified_at=verified(supports, run.now),
        said_on=max(days),
        valid_from=min(days),
        half_life_days=half_life(fact.kind, fact.domain, settings.decay),
    )


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
    """When it was last said: for a line standing in MEMORY.md, now."""
    said = [now if one.at is None else one.at for one in supports]
    return min(now, max(said)).astimezone(dt.UTC)


def _by_identity(
    run: Run, candidates: Iterable[Candidate], undated: dt.date
) -> tuple[dict[str, Fact], dict[str, Fact]]:
    new: dict[str, Fact] = {}
    more: dict[str, Fact] = {}
    candidates = list(candidates)
    echoes = Echoes(run.state.facts, candidates)
    for candidate in candidates:
        support = _support(candidate)
        key = fact_id(candidate.text, candidate.subject)
        known = more.get(key) or run.facts.get(key)
        if echoes.has(candidate):
            continue
        if known is None:
            first = new.get(key) or _new_fact(key, candidate, support, run.workspace.settings, run.now)
            new[key] = with_support(first, (support,), run, undated)
        elif known.status != "deleted" and support not in known.sources:
            heard = _recited(known, support) or with_support(known, (support,), run, undated)
            more[key] = replace(heard, **BACK) if _has_returned(known, support) else heard
        elif _has_returned(known, support):
            more[key] = replace(known, **BACK)
    return new, more


def _has_returned(known: Fact, support: Support) -> bool:
    """A line the human once took out of the memory file stands there again."""
    return known.gate == WITHDRAWN and support.role == "memory"


def _recited(fact: Fact, support: Support) -> Fact | None:
    """The fact with its citation moved, where the same utterance now stands at another line."""
    for position, known in enumerate(fact.sources):
        if known.event and known.event == support.event:
            sources = (*fact.sources[:position], support, *fact.sources[position + 1 :])
            return replace(fact, sources=sources)
    return None


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
        half_life_days=half_life(candidate.kind, candidate.domain, settings.decay),
    )


def _support(candidate: Candidate) -> Support:
    return replace(candidate.support, cues=candidate.cues, durability=round(candidate.confidence, 4))


def _distinct(supports: Iterable[Support]) -> tuple[Support, ...]:
    """Each utterance once, oldest first: the same event, or the same words at the same place, is one."""
    kept: dict[tuple[str, ...], Support] = {}
    for one in supports:
        kept.setdefault((one.event,) if one.event else (one.ref, str(one.line), one.quote), one)
    order = sorted(kept.values(), key=lambda s: (s.at is not None, s.at and s.at.isoformat(), s.ref, s.line))
    return tuple(order)


def _judged(run: Run, pool: dict[str, Fact], fresh: Iterable[str]) -> list[tuple[str, str, Verdict]]:
    order = sorted(pool.values(), key=said_order)
    wanted = set(fresh)
    if not wanted:
        return []
    statements = [statement(fact) for fact in order]
    found = pairs(statements, {n for n, fact in enumerate(order) if fact.id in wanted})
    verdicts = []
    for number, (left, right) in enumerate(found, 1):
        is_same = is_near(order[left].text, order[right].text)
        verdict = SAME if is_same else judge(statements[left], statements[right])
        if verdict.kind not in ("unrelated", "compatible"):
            verdicts.append((order[left].id, order[right].id, verdict))
        if number % 5000 == 0 or number == len(found):
            run.tell("match", number, len(found))
    return verdicts


def said_order(fact: Fact) -> tuple[dt.date, dt.datetime, str]:
    """Facts by the day and then the instant they were last said, ids last: the order the judge sees them in."""
    instants = [one.at for one in fact.sources if one.at and one.role not in ("note", "memory")]
    return fact.said_on or dt.date.min, max(instants, default=_DAWN), fact.id


def statement(fact: Fact) -> Statement:
    """What the judge reads of a fact."""
    return Statement(text=fact.text, said_on=fact.said_on, kind=fact.kind, subject=fact.entity)


def _merge_duplicates(
    pool: dict[str, Fact], new: dict[str, Fact], verdicts: list[tuple[str, str, Verdict]]
) -> dict[str, str]:
    """New facts that say what another one says: their id → the one that stays. Known facts never merge."""
    partners: dict[str, list[tuple[float, str]]] = {}
    for left, right, verdict in verdicts:
        if verdict.kind == "duplicate" and verdict.score >= SAME_AT_LEAST:
            partners.setdefault(left, []).append((verdict.score, right))
            partners.setdefault(right, []).append((verdict.score, left))
    merged: dict[str, str] = {}
    for fact in sorted(new.values(), key=_standing, reverse=True):
        for _, other in sorted(partners.get(fact.id, ()), reverse=True):
            if other in merged or pool[other].status == "superseded":
                continue
            if other not in new or _standing(pool[other]) > _standing(fact):
                merged[fact.id] = other
                break
    return _shortcut(merged)


def _standing(fact: Fact) -> tuple[bool, int, float, str]:
    stressed = max((len(one.cues) for one in fact.sources), default=0)
    sure = max((one.durability for one in fact.sources), default=0.0)
    return any(one.role == "memory" for one in fact.sources), stressed, sure, fact.id


def _shortcut(merged: dict[str, str]) -> dict[str, str]:
    def last(key: str) -> str:
        return last(merged[key]) if key in merged else key

    return {key: last(into) for key, into in merged.items()}


def _carried(
    verdicts: list[tuple[str, str, Verdict]], merged: dict[str, str], kinds: tuple[str, ...]
) -> tuple[tuple[str, str, Verdict], ...]:
    best: dict[tuple[str, str], tuple[str, str, Verdict]] = {}
    for left, right, verdict in verdicts:
        if verdict.kind in kinds:
            ends = merged.get(left, left), merged.get(right, right)
            known = best.get(ends)
            if ends[0] != ends[1] and (known is None or known[2].score < verdict.score):
                best[ends] = (*ends, verdict)
    return tuple(best[ends] for ends in sorted(best))


def _regressions(
    run: Run, more: dict[str, Fact], new: dict[str, Fact], verdicts: list[tuple[str, str, Verdict]]
) -> frozenset[str]:
    """Ids that say again, later, what was once left: the same fact, or a duplicate of a superseded one."""
    found = {
        key
        for key, fact in more.items()
        if len(fact.sources) > len(run.facts[key].sources)
        and fact.status == "superseded"
        and fact.valid_to
        and fact.said_on
        and fact.said_on > fact.valid_to
    }
    for left, right, verdict in verdicts:
        old = run.facts.get(left)
        if verdict.kind == "duplicate" and right in new and old is not None and old.status == "superseded":
            found.add(right)
    return frozenset(found)


def _undated_day(run: Run) -> dt.date:
    """When an undated line was said: before all we know of on the first night, tonight on a later one."""
    if run.state.last_night():
        return run.now.date()
    return min((dt.date.fromisoformat(day) for day in run.days), default=run.now.date())
