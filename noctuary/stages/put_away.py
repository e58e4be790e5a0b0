"""What the human has put away stays away when it is said again, in the same words or in nearly the same.

Said again by an agent it is evidence for what was put away, and nothing else. A statement the human rejected is put
to them anew when an independent source it did not have says it; one they replaced by words of their own never is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Set

from msgspec.structs import replace

from noctuary.consolidate.aligned import stems
from noctuary.consolidate.score import independent
from noctuary.model import Fact, Review
from noctuary.stages.asking import says_same
from noctuary.stages.evidence import with_support
from noctuary.stages.propose import refused
from noctuary.stages.run import Run

_GONE = ("archived", "superseded")


def put_away(run: Run) -> Run:
    """The night with tonight's copies folded into what was put away, and what is worth another question a candidate."""
    left = {key for review in run.reviews.values() for key in left_by(review)} | _withdrawn(run)
    gone = {key: run.facts[key] for key in sorted(left) if key in run.facts and run.facts[key].status in _GONE}
    if not gone:
        return run
    folded = _copies(run, gone)
    facts = {key: fact for key, fact in run.facts.items() if key not in folded}
    for key, into in folded.items():
        facts[into] = with_support(facts[into], run.facts[key].sources, run, None)
    touched = (run.touched - folded.keys()) | frozenset(folded.values())
    for key in _worth_asking_again(run, facts, touched, run.reviews):
        facts[key] = replace(facts[key], status="candidate", valid_to=None, superseded_by=None)
    rejected = dict(run.rejected)
    if folded:
        rejected["decided_otherwise"] = rejected.get("decided_otherwise", 0) + len(folded)
    return dataclasses.replace(
        run,
        facts=facts,
        touched=touched,
        rejected=rejected,
        conflicts=tuple(one for one in run.conflicts if not folded.keys() & set(one[:2])),
        details=tuple(one for one in run.details if not folded.keys() & set(one[:2])),
        regressions=run.regressions - folded.keys(),
    )


def _withdrawn(run: Run) -> set[str]:
    """What the human took back by its id (`undo ID`)."""
    written = run.state.written.items()
    return {
        key for (kind, key), (_, _, batch) in written if kind == "observation" and (batch or "").startswith("undone:")
    }


def left_by(review: Review) -> tuple[str, ...]:
    """The facts that an answer left behind: rejected, not chosen, or said anew in the human's own words."""
    match review.decision:
        case "keep_a":
            return (review.b or "",)
        case "keep_b":
            return (review.a,)
        case "scoped" | "edit":
            return (review.a, review.b or "")
        case _:
            return refused(review)


def _copies(run: Run, gone: Mapping[str, Fact]) -> dict[str, str]:
    """Tonight's new statements that say what was put away: their id → its id. A human's word is heard by itself."""
    folded: dict[str, str] = {}
    told = {key: stems(fact.text) for key, fact in gone.items()}
    rejected = {key for review in run.reviews.values() for key in refused(review)}
    for key in sorted(run.touched - run.state.facts.keys()):
        fact = run.facts[key]
        if fact.status != "candidate" or any(one.role == "memory" for one in fact.sources):
            continue
        own = stems(fact.text)
        akin = (old for key, old in gone.items() if _is_akin(own, told[key]))
        into = next((old for old in akin if says_same(fact, old)), None)
        if into and (fact.trust != "human" or into.id in rejected):
            folded[key] = into.id
    return folded


def _is_akin(one: Set[str], two: Set[str]) -> bool:
    """Whether two share half of the shorter one's telling words: only such pairs are worth the judge."""
    return len(one & two) * 2 >= min(len(one), len(two))


def _worth_asking_again(
    run: Run, facts: Mapping[str, Fact], touched: frozenset[str], reviews: Mapping[str, Review]
) -> list[str]:
    """What was rejected and has a new independent source, or now stands in the human's own memory file."""
    rejected = {key for review in reviews.values() for key in refused(review)}
    left = {key for review in reviews.values() for key in left_by(review)}
    found = []
    for key in sorted(touched & left):
        before = run.state.facts.get(key)
        if before is None or facts[key].status != "archived":
            continue
        more = [one for one in facts[key].sources if one not in before.sources]
        is_own_line = any(one.role == "memory" for one in more)
        is_heard_anew = len(independent(facts[key].sources)) > len(independent(before.sources))
        if is_own_line or (key in rejected and is_heard_anew):
            found.append(key)
    return found


def again_archived(fact: Fact, before: Fact | None) -> Fact | None:
    """The fact as it was put away, where it did not pass a gate tonight; None for one that never was."""
    if before is None or before.status != "archived":
        return None
    return replace(fact, status="archived", valid_to=before.valid_to, superseded_by=before.superseded_by)
