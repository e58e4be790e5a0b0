"""What DREAMS.md tells, as plain values for a template: chosen, ordered, counted. Formats nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from noctuary.consolidate.decay import band_of, confidences
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.model import Fact, Night, Problem, Review, Value, Watermark
from noctuary.page.barren import barren
from noctuary.page.believed import Believed
from noctuary.page.lines import headed
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
from noctuary.page.rows import mark
from noctuary.page.shelves import outdated, stays
from noctuary.page.ticks import PROMOTE, Kept

COUNTS = ("sources", "lines", "used", "statements", "unasked", "unheard", "stale_unasked")
MOST_ALMOST = 5
"""What was nearly let in and stands on the page; as many as are read over coffee."""
MOST_GATES = 6
MOST_WAITING = 6
"""Questions on the page, ten lines each: with ten of them no page stays within 120 lines."""
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


class Almost(Value, frozen=True):
    """One candidate that was nearly let in: the gate that kept it out, and the box that lets it in."""

    fact: Fact
    gate: str
    is_ticked: bool
    mark: str


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
    shown = _shown(open_, min(conflicts.max_asked, MOST_WAITING), kept)
    told = _told(state, last, kept.faults.values()) if last else {}
    overflow_ = [state.facts[key] for key in overflow if key in state.facts]
    band = bands(state, last.begun_at, decay) if last else {}
    return {
        "night": last,
        "known_in": _known_in(state, last) if last else [],
        "counts": dict.fromkeys(COUNTS, 0) | (last.counts if last else {}),
        "waiting": asked(shown, fitting, kept),
        "worded": worded(shown, fitting),
        "aged": AGED,
        "more_waiting": len(open_) - len(shown),
        "waiting_count": len(open_),
        "loose": kept.loose,
        "told": told,
        "outdated": outdated(state),
        "stays": stays(state, [old for old, _ in outdated(state)]),
        "overflow": overflow_,
        "tainted": tainted(state),
        "bands": band,
        "almost": _almost(state, last, kept),
        "first": _first(shown, outdated(state), told, overflow_, band),
        **_candidates(state),
        "put_away": sum(bool(fact.archived_because) for fact in state.facts.values()),
        "believed": sum(fact.is_believed for fact in state.facts.values()),
        "earlier": _earlier(state, last),
        "barren": barren(state.nights.values()),
        "facts": state.facts,
        "decay": decay,
    }


def _known_in(state: Believed, night: Night) -> list[str]:
    """The memory files whose lines the night took in."""
    facts = (state.facts[key] for key in night.known if key in state.facts)
    return sorted({one.ref for fact in facts for one in fact.sources if one.role == "memory"})


def _almost(state: Believed, last: Night | None, kept: Kept) -> list[Almost]:
    """Candidates that were nearly let in, and those that somebody ticked already."""
    ticked = {key for key, one in kept.written.items() if key in state.facts and PROMOTE in one.ticked}
    asked_about = {side for one in state.reviews.values() if is_open(one) for side in (one.a, one.b)}
    gates = dict.fromkeys(sorted(ticked), "") | dict(last.almost[:MOST_ALMOST] if last else ())
    return [
        Almost(fact=fact, gate=gate, is_ticked=key in ticked, mark=mark(key, PROMOTE))
        for key, gate in gates.items()
        if (fact := state.facts.get(key)) and fact.status == "candidate" and (key in ticked or key not in asked_about)
    ]


def _first(
    shown: Iterable[Question | Likeness],
    old: Sequence[tuple[Fact, Fact]],
    told: dict[str, Any],
    overflow: Sequence[Fact],
    band: dict[str, list[tuple[Fact, float]]],
) -> dict[str, list[Any]]:
    """Of each list of the page what no list above it has told: a fact stands on the page once."""
    above = {side.id for one in shown if isinstance(one, Question) for side in (one.a, one.b) if side}
    asked_above = {one.review.id for one in shown}
    found: dict[str, list[Any]] = {
        "contradictions": [one for one in told.get("contradictions", ()) if one.review.id not in asked_above]
    }
    is_old = {before.id for before, _ in old}
    found["superseded"] = [pair for pair in told.get("superseded", ()) if pair[0].id not in is_old]
    above |= {side.id for pair in (*old, *found["superseded"]) for side in pair}
    lists = {name: told.get(name, ()) for name in ("promoted", "reinforced", "expired", "reverified")}
    lists |= {"stale": [fact for fact, _ in band.get("stale", ())], "overflow": overflow}
    lists["ageing"] = [fact for fact, _ in band.get("ageing", ())]
    for name in ("promoted", "reinforced", "expired", "overflow", "reverified", "ageing", "stale"):
        found[name] = [fact for fact in lists[name] if fact.id not in above]
        above |= {fact.id for fact in found[name]}
    return found


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
    """Believed facts by confidence band at `now`; `young` ones were never surer.

    What the page lists comes least sure first: `ageing` and `stale`. Of the others, nearly all, it tells how many.
    """
    found: dict[str, list[tuple[Fact, float]]] = {"fresh": [], "young": [], "ageing": [], "stale": []}
    days = state.days
    believed = (fact for fact in state.facts.values() if fact.is_believed)
    for pair in confidences(believed, now, days, policy):
        found[band_of(*pair, policy)].append(pair)
    for name in ("ageing", "stale"):
        found[name].sort(key=lambda pair: (round(pair[1], 6), pair[0].id))
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
        "promoted": [fact for fact in pick(night.promoted) if fact.is_believed],
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
            if old in state.facts and new in state.facts and state.facts[old].status == "superseded"
        ],
        "contradictions": [one for one in waiting if one.b],
        "rejected": rejected[:MOST_GATES],
        "rejected_else": sum(count for _, count in rejected[MOST_GATES:]),
        "edges": sorted(night.edges.items(), key=lambda item: (-item[1], item[0])),
        "misread": [one for one in night.problems[:unheard] if not any(told in one.message for told in beside)],
        **_problems(state, night),
    }


def _problems(state: Believed, night: Night) -> dict[str, Any]:
    """What was wrong with the sources that the night before did not tell, and how much of what it told still is.

    A file that a night could not read, and that has kept its bytes, is told of by its watermark alone; of MEMORY.md a
    later night tells the same without the line.
    """
    before = next((one for one in _earlier(state, night) if not one.undone), None)
    told = set(_of_sources(before)) if before else set()
    told |= {replace(one, line=0) for one in told}
    found = _of_sources(night)
    new = [one for one in found if one not in told]
    places = {one.path for one in found}
    closed = [mark for mark in unreadable(state.watermarks) if mark.ref not in places]
    return {"problems": new, "lasting": len(found) - len(new) + len(closed)}


def unreadable(watermarks: Mapping[str, Watermark]) -> list[Watermark]:
    """The files that are there and whose bytes cannot be read as what they should be, by name.

    What could not be opened (`no_file`) is looked at and told by every night.
    """
    marks = [mark for _, mark in sorted(watermarks.items()) if not mark.gone]
    return [mark for mark in marks if mark.fault not in ("", "no_file")]


def _of_sources(night: Night) -> tuple[Problem, ...]:
    return tuple(dict.fromkeys(night.problems[night.counts.get("unheard", 0) :]))


def decided(state: Believed, night: Night) -> list[Decision]:
    """What the human decided before the night, however they said it, and has not taken back since: each once."""
    told = []
    for batch in night.decided:
        word, _, rest = batch.partition(":")
        key = rest.rpartition(":")[0]
        review, fact = state.reviews.get(key), state.facts.get(key)
        if word == "decision" and review and review.decision:
            told.append(_answer(state, review))
        elif word == "vouched" and fact and fact.is_believed:
            told.append(Decision(what="believed on your word", texts=(headed(fact),), key=key))
        elif word == "undone" and fact:
            what = "believed again" if fact.is_believed else "no longer believed"
            told.append(Decision(what=what, texts=(headed(fact),), key=key))
    return list(dict.fromkeys(told))


def _answer(state: Believed, review: Review) -> Decision:
    ends = (review.a, review.b or "")
    sides = [headed(state.facts[end]) for end in ends if end in state.facts]
    names = [state.entities[end].name for end in ends if end in state.entities]
    word = review.decision or ""
    chosen = {"keep_a": sides[:1], "keep_b": sides[1:]}.get(word)
    after = review.words if word in ("edit", "scoped") else ""
    return Decision(
        what=DID.get(word, word.replace("_", " ")), texts=tuple(chosen or sides or names), key=review.id, after=after
    )
