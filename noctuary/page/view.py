"""What DREAMS.md tells, as plain values for a template: chosen, ordered, counted. Formats nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from noctuary.consolidate.decay import band_of, confidences
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.model import Fact, Night, Review, Value
from noctuary.page.believed import BELIEVED, Believed
from noctuary.page.questions import (
    AGED,
    Fitting,
    asked,
    is_open,
    worded,
)
from noctuary.page.questions import Likeness as Likeness
from noctuary.page.questions import Question as Question
from noctuary.page.questions import likenesses as likenesses
from noctuary.page.questions import questions as questions
from noctuary.page.shelves import outdated
from noctuary.page.ticks import Kept

COUNTS = ("sources", "lines", "used", "statements", "unasked", "unheard", "stale_unasked")
MOST_GATES = 6
DID = {
    "keep_a": "kept",
    "keep_b": "kept",
    "both": "both hold",
    "neither": "neither holds",
    "scoped": "each in its scope",
    "confirm": "still true",
    "accept": "believed",
    "reject": "put away",
    "edit": "in your own words",
    "same": "one thing",
    "different": "two things",
    "later": "left open",
}


class Decision(Value, frozen=True):
    """One thing the human decided: `what` happened, to which words (of both sides), by whose id it is undone."""

    what: str
    texts: tuple[str, ...]
    key: str
    after: str = ""


def dreams(
    state: Believed,
    decay: DecayPolicy,
    conflicts: ConflictPolicy,
    fitting: Fitting,
    kept: Kept | None = None,
    overflow: Sequence[str] = (),
) -> dict[str, Any]:
    """Everything DREAMS.md.j2 may use. `now` is the last night's own time, so the page is reproducible.

    `kept` is what a human wrote there and nobody has heard yet; `overflow` are ids that MEMORY.md has no room for.
    """
    kept = kept or Kept()
    last = state.last_night()
    open_: list[Question | Likeness] = [*questions(state), *likenesses(state)]
    shown = _shown(open_, conflicts.max_asked, kept)
    return {
        "night": last,
        "counts": dict.fromkeys(COUNTS, 0) | (last.counts if last else {}),
        "waiting": asked(shown, fitting, kept),
        "worded": worded(shown, fitting),
        "aged": AGED,
        "more_waiting": len(open_) - len(shown),
        "waiting_count": len(open_),
        "loose": kept.loose,
        "told": _told(state, last, kept.faults.values()) if last else {},
        "outdated": outdated(state),
        "overflow": [state.facts[key] for key in overflow if key in state.facts],
        "tainted": tainted(state),
        "bands": bands(state, last.begun_at, decay) if last else {},
        **_candidates(state),
        "put_away": sum(bool(fact.archived_because) for fact in state.facts.values()),
        "believed": sum(fact.status in BELIEVED for fact in state.facts.values()),
        "earlier": _earlier(state, last),
        "facts": state.facts,
        "decay": decay,
    }


def _candidates(state: Believed) -> dict[str, int]:
    """How many candidates wait: `proposed` ones for the human's answer, the other `candidates` for more evidence."""
    asked_about = {one.a for one in state.reviews.values() if one.kind == "promotion" and is_open(one)}
    waiting = [fact.id for fact in state.facts.values() if fact.status == "candidate"]
    proposed = sum(key in asked_about for key in waiting)
    return {"candidates": len(waiting) - proposed, "proposed": proposed}


def tainted(state: Believed) -> list[Fact]:
    """What agents took over from fetched text, and what is kept out for it until the human vouches; newest first."""
    found = [
        fact
        for fact in state.facts.values()
        if fact.status == "candidate" and fact.trust == "untrusted" and any(s.role != "tool" for s in fact.sources)
    ]
    return sorted(found, key=lambda fact: (fact.verified_at, fact.id), reverse=True)


def bands(state: Believed, now: dt.datetime, policy: DecayPolicy) -> dict[str, list[tuple[Fact, float]]]:
    """Believed facts by confidence band at `now`, least sure first; `young` ones were never surer."""
    found: dict[str, list[tuple[Fact, float]]] = {"fresh": [], "young": [], "ageing": [], "stale": []}
    days = state.days
    believed = (fact for fact in state.facts.values() if fact.status in BELIEVED)
    for pair in confidences(believed, now, days, policy):
        found[band_of(*pair, policy)].append(pair)
    for members in found.values():
        members.sort(key=lambda pair: (round(pair[1], 6), pair[0].id))
    return found


def _shown(found: list[Question | Likeness], most: int, kept: Kept) -> list[Question | Likeness]:
    """The first questions, and beyond them only those beside which something was written."""
    return [one for number, one in enumerate(found) if number < most or one.review.id in kept.written]


def _earlier(state: Believed, last: Night | None) -> list[Night]:
    others = (night for night in state.nights.values() if night is not last)
    return sorted(others, key=lambda night: (night.begun_at, night.id), reverse=True)


def _told(state: Believed, night: Night, beside: Collection[str]) -> dict[str, Any]:
    """What a night did. What is told `beside` its question is not told a second time among what was misread."""

    def pick(ids: Iterable[str]) -> list[Fact]:
        return [state.facts[key] for key in ids if key in state.facts]

    waiting = [
        Question(review, state.facts[review.a], state.facts.get(review.b or ""))
        for key in night.asked
        if (review := state.reviews.get(key)) and review.a in state.facts and is_open(review)
    ]
    unheard = night.counts.get("unheard", 0)
    rejected = sorted(night.rejected.items(), key=lambda item: (-item[1], item[0]))
    return {
        "decided": decided(state, night),
        "promoted": [fact for fact in pick(night.promoted) if fact.status in BELIEVED],
        "reinforced": pick(night.reinforced),
        "expired": pick(night.expired),
        "reverified": pick(night.reverified),
        "stale": pick(night.stale),
        "merged": [
            state.merges[key] for key in night.merged if key in state.merges and not state.merges[key].is_undone
        ],
        "superseded": [
            (state.facts[old], state.facts[new])
            for old, new in night.superseded
            if old in state.facts and new in state.facts
        ],
        "contradictions": [one for one in waiting if one.b],
        "rejected": rejected[:MOST_GATES],
        "rejected_else": sum(count for _, count in rejected[MOST_GATES:]),
        "edges": sorted(night.edges.items(), key=lambda item: (-item[1], item[0])),
        "misread": [one for one in night.problems[:unheard] if not any(told in one.message for told in beside)],
        "problems": night.problems[unheard:],
    }


def decided(state: Believed, night: Night) -> list[Decision]:
    """What the human decided before the night, however they said it, and has not taken back since."""
    told = []
    for batch in night.decided:
        word, _, rest = batch.partition(":")
        key = rest.rpartition(":")[0]
        review, fact = state.reviews.get(key), state.facts.get(key)
        if word == "decision" and review and review.decision:
            told.append(_answer(state, review))
        elif word == "vouched" and fact and fact.status in BELIEVED:
            told.append(Decision(what="believed on your word", texts=(fact.text,), key=key))
        elif word == "undone" and fact:
            what = "believed again" if fact.status in BELIEVED else "no longer believed"
            told.append(Decision(what=what, texts=(fact.text,), key=key))
    return told


def _answer(state: Believed, review: Review) -> Decision:
    ends = (review.a, review.b or "")
    sides = [state.facts[end].text for end in ends if end in state.facts]
    names = [state.entities[end].name for end in ends if end in state.entities]
    word = review.decision or ""
    chosen = {"keep_a": sides[:1], "keep_b": sides[1:]}.get(word)
    after = review.words if word in ("edit", "scoped") else ""
    return Decision(
        what=DID.get(word, word.replace("_", " ")), texts=tuple(chosen or sides or names), key=review.id, after=after
    )
