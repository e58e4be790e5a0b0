"""Ageing: looks again where this machine can tell, and asks about what has become stale. Deletes nothing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from msgspec.structs import replace

from noctuary.consolidate.asking_again import may_be_out_of_date, question, since
from noctuary.consolidate.decay import band, confidences, has_aged
from noctuary.consolidate.policy import DecayPolicy, RealityPolicy
from noctuary.model import Fact, Review, tagged
from noctuary.page.questions import AGED, CHANGED
from noctuary.stages.disputes import contested
from noctuary.stages.file_checks import FileChecks
from noctuary.stages.run import Run


def decay(run: Run) -> Run:
    """Renew ageing facts whose source still says so; flag those whose source changed; ask about the stale."""
    policy = run.workspace.settings.decay
    facts = dict(run.facts)
    reverified: list[str] = []
    stale: list[str] = []
    questions: list[tuple[Fact, Review]] = []
    looking = FileChecks(run.workspace.root, run.workspace.settings.reality)
    worth = confidences((fact for fact in run.facts.values() if fact.is_believed), run.now, run.clock, policy)
    lost = [(fact, value) for fact, value in worth if fact.id in run.unsaid or _has_faded(fact, value, policy)]
    standing = _standing_lines(run) if lost else set()
    for fact, value in sorted(lost, key=lambda one: one[0].id):
        if fact.id in run.unsaid:
            questions.append((fact, _question(run, fact, value, run.unsaid[fact.id])))
            continue
        found = _look(fact, standing, looking)
        if found and found[0]:
            facts[fact.id] = replace(fact, last_revalidated=run.now)
            reverified.append(fact.id)
            continue
        is_stale = band(value, policy) == "stale"
        if is_stale:
            stale.append(fact.id)
        is_due = is_stale and fact.status != "contested" and _was_believed(run, fact.id)
        if found or (is_due and may_be_out_of_date(fact)):
            questions.append((fact, _question(run, fact, value, found[1] if found else None)))
    asked, unasked = _asked(questions, run, policy.max_asked)
    reviews = run.reviews | {one.id: one for one in asked}
    reviews = _answered(facts, reviews, renewed=set(reverified) | _said_again(run))
    return dataclasses.replace(
        run,
        facts=contested(facts, reviews),
        reviews=reviews,
        reverified=tuple(key for key in reverified if _was_believed(run, key)),
        stale=tuple(stale),
        stale_unasked=unasked,
        asked=(*run.asked, *(one.id for one in asked)),
    )


def _has_faded(fact: Fact, value: float, policy: DecayPolicy) -> bool:
    return has_aged(fact, value) and band(value, policy) != "fresh"


def _was_believed(run: Run, key: str) -> bool:
    """Whether a fact was believed before tonight: what was first read tonight has not been verified again, and is not
    asked about in the night that let it in."""
    before = run.state.facts.get(key)
    return before is not None and before.is_believed


def _asked(questions: list[tuple[Fact, Review]], run: Run, most: int) -> tuple[list[Review], int]:
    """What is asked tonight: every source that changed, and of what is stale the surest once, at most `most`.

    And how many stale facts were not asked about.
    """
    new = [(fact, one) for fact, one in questions if one.id not in run.reviews]
    changed = [one for _, one in new if one.kind == CHANGED]
    faded = sorted((pair for pair in new if pair[1].kind == "reverify"), key=lambda pair: -pair[0].confidence)
    return [*changed, *(one for _, one in faded[:most])], len(faded[most:])


def _standing_lines(run: Run) -> set[str]:
    """Events of MEMORY.md that still stand: the file is as it was read, or was read again tonight."""
    unchanged = {report.ref for report in run.reports if report.state == "unchanged"}
    tonight = {candidate.support.event for candidate in run.candidates if candidate.support.role == "memory"}
    for fact in run.facts.values():
        tonight |= {s.event for s in fact.sources if s.role == "memory" and s.ref in unchanged}
    return tonight


def _look(fact: Fact, standing: set[str], looking: FileChecks) -> tuple[bool, str] | None:
    if any(one.role == "memory" and one.event in standing for one in fact.sources):
        return True, "its line still stands in the memory file"
    return looking.at(fact)


def look_up(root: Path, fact: Fact, policy: RealityPolicy | None = None) -> tuple[bool, str] | None:
    """What the files a fact cites say today, read-only and only below `root`; None where they cannot tell."""
    return FileChecks(root, policy or RealityPolicy()).at(fact)


def _question(run: Run, fact: Fact, value: float, changed: str | None) -> Review:
    """The one concrete question about a fact whose source changed, or that nobody confirmed for too long."""
    last = (fact.last_revalidated or fact.verified_at).date().isoformat()
    kind = CHANGED if changed else "reverify"
    told = f"{changed}; last confirmed on {last}." if changed else since(fact, run.now, value)
    reason = f"{question(fact, run.now)} {told}"
    return Review(id=tagged("review", kind, fact.id, last), kind=kind, a=fact.id, reason=reason, score=1 - value)


def _said_again(run: Run) -> set[str]:
    known = run.state.facts
    return {k for k in run.touched if k in known and run.facts[k].verified_at > known[k].verified_at}


def _answered(facts: dict[str, Fact], reviews: dict[str, Review], renewed: set[str]) -> dict[str, Review]:
    """Close questions about single facts that were renewed tonight, by evidence or by looking."""
    closed = dict(reviews)
    for key, review in reviews.items():
        fact = facts.get(review.a)
        is_asked = review.kind in AGED and review.decision in (None, "later")
        is_open = is_asked and not review.closed_because
        if is_open and review.a in renewed and fact:
            closed[key] = replace(review, closed_because="confirmed by its source")
    return closed
