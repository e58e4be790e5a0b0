"""Second thoughts: statements extraction turned away, but which say that something believed has changed.

A sentence too plain to be kept by itself ("the scale reports every 10 minutes instead of 30") matters when it
replaces what stands in the memory. Looks only at near misses, and lets in only sure replacements.
"""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from noctuary.consolidate.days import day_of
from noctuary.consolidate.judging import judge
from noctuary.consolidate.judging.pairs import pairs
from noctuary.model import Candidate, Statement
from noctuary.stages.run import Run


def updates(run: Run, undated: dt.date) -> list[Candidate]:
    """Near misses that surely supersede a believed fact or a line of the memory file, marked as updates."""
    anchors = [
        Statement(text=fact.text, said_on=fact.said_on, kind=fact.kind, subject=fact.entity)
        for _, fact in sorted(run.facts.items())
        if fact.status in ("active", "contested")
    ] + [_statement(one, undated, run) for one in run.candidates if one.support.role == "memory"]
    near = [one for one in run.near_misses if one.support.trust in ("human", "agent")]
    if not anchors or not near:
        return []
    statements = [*anchors, *(_statement(one, undated, run) for one in near)]
    fresh = set(range(len(anchors), len(statements)))
    sure = run.workspace.settings.contradictions.retire_score
    found: set[int] = set()
    for old, new in pairs(statements, fresh):
        if old in fresh or new not in fresh or not _is_later(statements[new], statements[old]):
            continue
        verdict = judge(statements[old], statements[new])
        if verdict.kind == "supersession" and verdict.score >= sure:
            found.add(new - len(anchors))
    least = run.workspace.settings.promote.min_durability
    return [_as_update(near[number], least) for number in sorted(found)]


def _as_update(one: Candidate, least: float) -> Candidate:
    """The candidate, as durable as what it replaces: it says itself that it takes its place."""
    return replace(one, confidence=max(one.confidence, least), cues=tuple(dict.fromkeys((*one.cues, "update"))))


def _statement(one: Candidate, undated: dt.date, run: Run) -> Statement:
    said_on = day_of(one.support, run.now.tzinfo) or undated
    return Statement(text=one.text, said_on=said_on, kind=one.kind, subject=one.subject)


def _is_later(new: Statement, old: Statement) -> bool:
    return (new.said_on or dt.date.min) >= (old.said_on or dt.date.min)
