"""What the human has put away stays away when it is said again, in the same words or in nearly the same.

Said again by an agent it is evidence for what was put away, and nothing else. A statement the human rejected is put
to them anew when they say it themselves, or when twice as many voices say so as did then; one they took back by its id
only when they say it themselves, and one they replaced by words of their own never.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Container, Mapping, Set

from msgspec.structs import replace

from noctuary.consolidate.score import is_own_line
from noctuary.consolidate.validity import over_by_words
from noctuary.model import Fact
from noctuary.stages.evidence import with_support
from noctuary.stages.left import GONE, said_again
from noctuary.stages.rejections import NEVER, has_own_word, has_twice_the_voices, left_by, rejections, taken_back
from noctuary.stages.run import Run


def put_away(run: Run) -> Run:
    """The night with tonight's copies folded into what was put away, and what is worth another question a candidate."""
    rejected = rejections(run.state, run.reviews)
    left = {key for review in run.reviews.values() for key in left_by(review)} | rejected.keys()
    gone = {key: run.facts[key] for key in sorted(left) if key in run.facts and run.facts[key].status in GONE}
    if not gone:
        return run
    folded = _copies(run, gone, rejected)
    facts = {key: fact for key, fact in run.facts.items() if key not in folded}
    for key, into in folded.items():
        facts[into] = with_support(facts[into], run.facts[key].sources, run, None)
    touched = (run.touched - folded.keys()) | frozenset(folded.values())
    for key in _worth_asking_again(run, facts, touched & left, rejected):
        facts[key] = replace(
            facts[key], status="candidate", valid_to=over_by_words(facts[key]), superseded_by=None
        )
    counts = dict(run.rejected)
    if folded:
        counts["decided_otherwise"] = counts.get("decided_otherwise", 0) + len(folded)
    return dataclasses.replace(
        run,
        facts=facts,
        touched=touched,
        rejected=counts,
        conflicts=tuple(one for one in run.conflicts if not folded.keys() & {*one.ends}),
        details=tuple(one for one in run.details if not folded.keys() & {*one.ends}),
        entailed=tuple(one for one in run.entailed if not folded.keys() & {*one}),
        regressions=run.regressions - folded.keys(),
    )


def _copies(run: Run, gone: Mapping[str, Fact], rejected: Container[str]) -> dict[str, str]:
    """Tonight's new statements that say what was put away: their id → its id. A human's word is heard by itself."""
    folded: dict[str, str] = {}
    for key in sorted(run.touched - run.state.facts.keys()):
        fact = run.facts[key]
        if fact.status != "candidate" or is_own_line(fact):
            continue
        into = next(said_again(fact, gone.values()), None)
        if into and (fact.trust != "human" or into.id in rejected):
            folded[key] = into.id
    return folded


def _worth_asking_again(
    run: Run, facts: Mapping[str, Fact], heard: Set[str], rejected: Mapping[str, dt.datetime]
) -> list[str]:
    """What the human said anew, or many more voices say of what was rejected, or now stands in their own file."""
    found = []
    by_id = taken_back(run.state)
    for key in sorted(heard):
        before = run.state.facts.get(key)
        if before is None or facts[key].status != "archived":
            continue
        sides = facts[key], before, rejected.get(key, NEVER)
        is_own_line = any(one.role == "memory" and one not in before.sources for one in facts[key].sources)
        is_said = key in rejected and has_own_word(*sides)
        if is_own_line or is_said or (key in rejected and key not in by_id and has_twice_the_voices(*sides)):
            found.append(key)
    return found


def again_archived(fact: Fact, before: Fact | None) -> Fact | None:
    """The fact as it was put away, where it did not pass a gate tonight; None for one that never was."""
    if before is None or before.status != "archived":
        return None
    return replace(fact, status="archived", valid_to=before.valid_to, superseded_by=before.superseded_by)
