"""Second thoughts: statements extraction turned away, but which say that something believed has changed.

A sentence too plain to be kept by itself ("the scale reports every 10 minutes instead of 30") matters when it
replaces what stands in the memory. Looks only at near misses, and lets in only sure replacements.
"""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from noctuary.consolidate.days import day_of, order_day
from noctuary.consolidate.judging import judge
from noctuary.model import Candidate, Fact, Statement
from noctuary.stages.held_against import held_against
from noctuary.stages.run import Run

_HEARD, _LINE = "heard ", "line "


def updates(run: Run, undated: dt.date | None, dawn: dt.date) -> list[Candidate]:
    """Near misses that surely supersede a believed fact or a line of the memory file, marked as updates.

    `undated` is since when an undated line is known to stand, `dawn` the first day known at all.
    """
    first = undated or dawn
    near = [one for one in run.near_misses if one.support.trust in ("human", "agent")]
    if not near:
        return []
    lines = [one for one in run.candidates if one.support.role == "memory"]
    heard = {f"{_HEARD}{n}": _statement(one, first, run) for n, one in enumerate(near)}
    memory = {f"{_LINE}{n}": _statement(one, first, run) for n, one in enumerate(lines)}
    sure = run.workspace.settings.contradictions.retire_score
    found: set[int] = set()
    for pair in held_against(run, heard | memory, heard.keys(), ()):
        new, old = sorted(pair, key=lambda key: key not in heard)
        before = memory.get(old) or _believed(run.facts.get(old), dawn)
        if before is None or not _is_later(heard[new], before):
            continue
        verdict = judge(before, heard[new])
        if verdict.kind == "supersession" and verdict.score >= sure:
            found.add(int(new.removeprefix(_HEARD)))
    least = run.workspace.settings.promote.min_durability
    return [_as_update(near[number], least) for number in sorted(found)]


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
