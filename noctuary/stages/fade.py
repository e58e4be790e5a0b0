"""Ageing: looks again where this machine can tell, and asks about what has become stale. Deletes nothing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from msgspec.structs import replace

from noctuary.consolidate.decay import band, confidences
from noctuary.consolidate.reality import cited_files, still_says
from noctuary.model import Fact, Review, tagged
from noctuary.stages.run import Run

_MOST = 1_000_000


def decay(run: Run) -> Run:
    """Renew ageing facts whose source still says so; flag those whose source changed; ask about the stale."""
    policy = run.workspace.settings.decay
    days = run.clock
    facts = dict(run.facts)
    reviews = dict(run.reviews)
    reverified: list[str] = []
    stale: list[str] = []
    asked: list[str] = []
    standing = _standing_lines(run)
    believed = (fact for _, fact in sorted(run.facts.items()) if fact.status in ("active", "contested"))
    for fact, value in confidences(believed, run.now, days, policy):
        key = fact.id
        if band(value, policy) == "fresh":
            continue
        found = _look(run.workspace.root, fact, standing)
        if found and found[0]:
            facts[key] = replace(fact, last_revalidated=run.now)
            reverified.append(key)
            continue
        if band(value, policy) == "stale":
            stale.append(key)
        question = _question(fact, value, found[1] if found else None, policy.stale)
        if question and question.id not in reviews:
            reviews[question.id] = question
            asked.append(question.id)
    return dataclasses.replace(
        run,
        facts=facts,
        reviews=_answered(facts, reviews, renewed=set(reverified) | _said_again(run)),
        reverified=tuple(reverified),
        stale=tuple(stale),
        asked=(*run.asked, *asked),
    )


def _standing_lines(run: Run) -> set[str]:
    """Events of MEMORY.md that still stand: the file is as it was read, or was read again tonight."""
    unchanged = {report.ref for report in run.reports if report.state == "unchanged"}
    tonight = {candidate.support.event for candidate in run.candidates if candidate.support.role == "memory"}
    for fact in run.facts.values():
        tonight |= {s.event for s in fact.sources if s.role == "memory" and s.ref in unchanged}
    return tonight


def _look(root: Path, fact: Fact, standing: set[str]) -> tuple[bool, str] | None:
    if any(one.role == "memory" and one.event in standing for one in fact.sources):
        return True, "its line still stands in the memory file"
    return look_up(root, fact)


def look_up(root: Path, fact: Fact) -> tuple[bool, str] | None:
    """What the files a fact cites say today, read-only and only below `root`; None where they cannot tell."""
    contents = {path: _text(root, path) for path in cited_files(fact)}
    return still_says(fact, contents)


def _text(root: Path, path: str) -> str | None:
    target = (root / path).resolve()
    if not target.is_relative_to(root.resolve()) or not target.is_file():
        return None
    with target.open("rb") as file:
        return file.read(_MOST).decode("utf-8", "replace")


def _question(fact: Fact, value: float, changed: str | None, stale: float) -> Review | None:
    since = (fact.last_revalidated or fact.verified_at).date().isoformat()
    if changed:
        return Review(
            id=tagged("review", "changed_source", fact.id, since),
            kind="changed_source",
            a=fact.id,
            reason=f"{changed}; last confirmed on {since}",
            score=1 - value,
        )
    if value >= stale:
        return None
    return Review(
        id=tagged("review", "reverify", fact.id, since),
        kind="reverify",
        a=fact.id,
        reason=f"nobody has confirmed it since {since}; confidence has fallen to {value:.2f}",
        score=1 - value,
    )


def _said_again(run: Run) -> set[str]:
    known = run.state.facts
    return {k for k in run.touched if k in known and run.facts[k].verified_at > known[k].verified_at}


def _answered(facts: dict[str, Fact], reviews: dict[str, Review], renewed: set[str]) -> dict[str, Review]:
    """Close questions about single facts that were renewed tonight, by evidence or by looking."""
    closed = dict(reviews)
    for key, review in reviews.items():
        fact = facts.get(review.a)
        is_asked = review.kind in ("reverify", "changed_source") and review.decision in (None, "later")
        is_open = is_asked and not review.closed_because
        if is_open and review.a in renewed and fact:
            closed[key] = replace(review, closed_because="confirmed by its source")
    return closed
