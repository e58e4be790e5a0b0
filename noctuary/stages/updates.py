"""Second thoughts: statements extraction turned away, but which change or confirm what else was said.

A sentence too plain to be kept by itself ("the scale reports every 10 minutes instead of 30") matters when it
replaces what stands in the memory, and when it says again what another voice said better. Looks only at near
misses, and lets in only sure replacements and, as evidence for the other's words, sure repetitions.
"""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from noctuary.consolidate.days import day_of, order_day
from noctuary.consolidate.judging import judge
from noctuary.consolidate.near import may_fold
from noctuary.decisions import Verdict
from noctuary.model import Candidate, Fact, Statement
from noctuary.stages.held_against import held_against
from noctuary.stages.run import Run

REPEATED_AT_LEAST = 0.8
_HEARD, _LINE = "heard ", "line "


def updates(run: Run, undated: dt.date | None, dawn: dt.date) -> list[Candidate]:
    """Near misses that surely supersede a believed fact or a line of the memory file, marked as updates; and those
    that repeat what was kept, under its words.

    `undated` is since when an undated line is known to stand, `dawn` the first day known at all.
    """
    first = undated or dawn
    near = [one for one in run.near_misses if one.support.trust in ("human", "agent")]
    if not near:
        return []
    heard = {f"{_HEARD}{n}": _statement(one, first, run) for n, one in enumerate(near)}
    kept = {f"{_LINE}{n}": _statement(one, first, run) for n, one in enumerate(run.candidates)}
    sure = run.workspace.settings.contradictions.retire_score
    found: set[int] = set()
    again: dict[int, tuple[str, str]] = {}
    for pair in held_against(run, heard | kept, heard.keys(), ()):
        new, old = sorted(pair, key=lambda key: key not in heard)
        before = kept.get(old) or _believed(run.facts.get(old), dawn)
        if before is None:
            continue
        verdict = judge(*sorted((before, heard[new]), key=lambda one: one.said_on or dt.date.min))
        number = int(new.removeprefix(_HEARD))
        is_stood = old not in kept or run.candidates[int(old.removeprefix(_LINE))].support.role == "memory"
        if verdict.kind == "supersession" and verdict.score >= sure and is_stood and _is_later(heard[new], before):
            found.add(number)
        elif repeats(before, heard[new], verdict):
            again.setdefault(number, (before.text, before.subject))
    least = run.workspace.settings.promote.min_durability
    said_again = [replace(near[n], text=text, subject=subject) for n, (text, subject) in sorted(again.items()) if n not in found]
    return [*(_as_update(near[number], least) for number in sorted(found)), *said_again]


def repeats(before: Statement, heard: Statement, verdict: Verdict) -> bool:
    """Whether two statements say the same beyond doubt: the judge and the words agree."""
    is_same = verdict.kind == "duplicate" and verdict.score >= REPEATED_AT_LEAST
    return is_same and may_fold(before.text, heard.text)


def _believed(fact: Fact | None, dawn: dt.date) -> Statement | None:
    if fact is None or fact.status not in ("active", "contested"):
        return None
    return Statement(text=fact.text, said_on=order_day(fact, dawn), kind=fact.kind, subject=fact.entity)


def _as_update(one: Candidate, least: float) -> Candidate:
    """The candidate, as durable as what it replaces: it says itself that it takes its place."""
    return replace(one, confidence=max(one.confidence, least), cues=tuple(dict.fromkeys((*one.cues, "update"))))


def _statement(one: Candidate, first: dt.date, run: Run) -> Statement:
    said_on = day_of(one.support, run.now.tzinfo) or first
    return Statement(text=one.text, said_on=said_on, kind=one.kind, subject=one.subject)


def _is_later(new: Statement, old: Statement) -> bool:
    return (new.said_on or dt.date.min) >= (old.said_on or dt.date.min)
