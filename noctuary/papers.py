"""How `why` and `why-not` are told in plain lines. Looks nothing up itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from noctuary.consolidate.openclaw import openclaw
from noctuary.consolidate.policy import SIGNALS, PromotePolicy
from noctuary.consolidate.promote import REASONS, gates, is_met, passes, stands_alone
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.journal import State
from noctuary.model import Edge, Fact, Review
from noctuary.page.lines import headline
from noctuary.text.days import beside, day_of

MOST_KNOWN = 20
"""Facts of an entity that `why` shows."""

if TYPE_CHECKING:
    from noctuary.memory import Papers
    from noctuary.workbench import TurnedAway


def tell(papers: Papers, zone: dt.tzinfo | None) -> Iterator[str]:
    """The papers of a fact, entity or question, a line each; days are those of the zone."""
    if papers.question:
        yield from _question(papers.question, papers, zone)
        return
    names = papers.names | {fact.id: fact.text for fact in papers.neighbours}
    if papers.fact:
        yield from _fact(papers.fact, papers.current, zone)
        names[papers.fact.id] = "it"
    elif papers.entity:
        yield f"{papers.entity.name} ({papers.entity.type} entity) {papers.entity.id}"
        if papers.entity.aliases:
            yield f"  also called {', '.join(papers.entity.aliases)}"
        yield from (f"  known: {fact.text}{beside(fact)} ({fact.id[:11]})" for fact in papers.known[:MOST_KNOWN])
        if len(papers.known) > MOST_KNOWN:
            yield f"  and {len(papers.known) - MOST_KNOWN} more: `noctuary facts --about {papers.entity.name!r}`"
    for merge in papers.merges:
        yield f"  the same: {merge.merged_name!r} is {merge.kept_name!r} ({merge.reason})"
        yield f"    undo: noctuary undo merge:{merge.id[3:11]}"
    if papers.edges:
        yield "Connected:"
        for edge in papers.edges:
            yield f"  {_edge(edge, names)}"
    for review in papers.reviews:
        yield f"Question {review.id} ({_state(review)}): {review.reason}"
    if papers.nights:
        yield f"Nights that changed it: {', '.join(papers.nights)}"


def _state(review: Review) -> str:
    state = (review.decision or review.closed_because or "open").replace("_", "-")
    return f"{state} “{review.words}”" if review.words else state


def _question(review: Review, papers: Papers, zone: dt.tzinfo | None) -> Iterator[str]:
    """What is asked, why, both sides with their sources, and when."""
    kind = review.kind.replace("_", " ")
    is_of_facts = review.b and review.kind != "same_entity"
    yield f"{headline(review) if is_of_facts else review.reason} ({kind}, {_state(review)})"
    yield f"  {review.id}  {review.reason}" if is_of_facts else f"  {review.id}"
    facts = {fact.id: fact for fact in papers.neighbours}
    replaces = [("would replace", key) for key, _ in review.replaces]
    for label, side in (("A", review.a), ("B", review.b), *replaces):
        if side in facts:
            first, *rest = _fact(facts[side], None, zone)
            yield from (f"{label}  {first}", *(f"   {line}" for line in rest))
        elif side in papers.names:
            yield f"{label}  {papers.names[side]}  {side}"
    if review.decided_at:
        when = review.decided_at.astimezone(zone)
        yield f"Answered on {when:%Y-%m-%d}; `noctuary undo {review.id[:11]}` takes that back"
    if papers.nights:
        yield f"Nights that asked it: {', '.join(papers.nights)}"


def _fact(fact: Fact, current: float | None, zone: dt.tzinfo | None) -> Iterator[str]:
    yield f"{fact.text}{beside(fact)}"
    yield f"  {fact.id}  {fact.status} {fact.kind}" + (f" about {fact.entity}" if fact.entity else "")
    today = f", worth {current:.2f} today" if current is not None else ""
    life = "never fades" if fact.half_life_days is None else f"half-life {fact.half_life_days:.0f} days"
    yield f"  confidence {fact.confidence:.2f} by {fact.method}{today} ({life}); trust {fact.trust}"
    if fact.gate:
        scored = f" (promotion score {fact.score:.2f})" if fact.score else ""
        yield f"  let in because {REASONS[fact.gate]}{scored}"
    if fact.valid_from or fact.valid_to:
        yield f"  valid from {fact.valid_from or 'unknown'}" + (f" to {fact.valid_to}" if fact.valid_to else "")
    if fact.superseded_by:
        yield f"  superseded by {fact.superseded_by}"
    yield "Sources:"
    for source in fact.sources:
        when = day_of(source, zone) or "undated"
        quote = " ".join(source.quote.split())[:160]
        place = f":{source.line}" if source.line else ""
        yield f"  {source.ref}{place}  {when}  {source.role} ({source.trust})  “{quote}”"


def _edge(edge: Edge, names: dict[str, str]) -> str:
    ends = [names.get(end, end) for end in (edge.src, edge.dst)]
    weight = f" {edge.weight:.2f}" if edge.weight != 1 else ""
    return f"{ends[0][:80]} —{edge.rel}{weight}→ {ends[1][:80]}  ({edge.reason})"


def weighed(night: str, signals: Signals, policy: PromotePolicy, learned: int) -> Iterator[str]:
    """The signals a night saw, each with its weight today, and the score they come to.

    `learned` is how many of the human's decisions the weights were learned from.
    """
    values = openclaw(signals) if policy.policy == "openclaw" else asdict(signals)
    by = f", learned from {learned} of your decisions" if learned else ""
    by = ", as OpenClaw's" if policy.policy == "openclaw" else by
    yield f"Signals on {night} (× weight{by}):"
    for name, weight in sorted(policy.weights.items(), key=lambda one: (-abs(one[1]), one[0])):
        yield f"  {name:<14} {values[name]:.2f} × {weight:.2f}"
    rest = [name for name in SIGNALS if name not in policy.weights and policy.policy == "noctuary"]
    if rest:
        yield "  without a weight: " + ", ".join(f"{name} {values[name]:.2f}" for name in rest)
    said = f"{_number(signals.sessions, 'independent voice')} on {_number(signals.days, 'day')}"
    asked = f"{_number(signals.recalls, 'recall')} by {signals.queries} different queries"
    yield f"  {said}; {asked}; score {score(signals, policy):.2f} of {policy.min_score:.2f}"


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def standing(
    found: Sequence[TurnedAway], state: State, policy: PromotePolicy, now: dt.datetime
) -> list[dict[str, Any]]:
    """Each statement considered, with the gate it stands at now: each gate's number, and what would let it in."""
    by_text: dict[str, list[Fact]] = {}
    for fact in state.facts.values():
        by_text.setdefault(fact.text, []).append(fact)
    rows = []
    for one in found:
        facts = by_text.get(one.text, []) if not one.gate else []
        told = _known(facts[0], state, policy, now) if facts else {"gate": one.gate, "reason": one.reason}
        if not facts and not one.gate:
            told = {"gate": "merged", "reason": "another statement says the same"}
        place = {"likeness": round(one.likeness, 3), "ref": one.ref, "line": one.line, "night": one.night}
        rows.append({"text": one.text, **told, **place})
    return rows


def _known(fact: Fact, state: State, policy: PromotePolicy, now: dt.datetime) -> dict[str, Any]:
    """Where a fact stands: what the human said of it; of a candidate its numbers at every gate and what flips them."""
    from noctuary.whatif import nearest, signals_of, told

    answer = _answer(fact, state)
    if fact.status != "candidate":
        return {
            "gate": fact.status,
            "reason": answer or f"it is known as {fact.id}; `noctuary why {fact.id}` tells more",
        }
    found = signals_of(state, [fact]).get(fact.id, Signals())
    ways = {gate: [told(one) for one in some] for gate, some in gates(fact, found, policy).items()}
    is_through = passes(fact, found, policy, is_update=False)
    reason = "it passes, but a fuller statement or a cap came first" if is_through else nearest(fact, found, policy)
    flip = [] if is_through else list(_flips(fact, policy, now))
    return {"gate": "candidate", "reason": answer or reason, "gates": ways, "would_flip": flip}


def _flips(fact: Fact, policy: PromotePolicy, now: dt.datetime) -> Iterator[str]:
    from noctuary.whatif import flips

    if not stands_alone(fact.text):
        yield f"only your own word lets it in: `noctuary vouch {fact.id[:11]}`"
        return
    for one in flips(fact, now, policy):
        then = f" and let it in: {REASONS[one.gate]}" if one.gate else ", which is not enough"
        yield f"{one.what} would make its score {one.score:.2f}{then}"
    if any(one.trust == "human" for one in fact.sources):
        yield f"you said it, but in passing: `noctuary vouch {fact.id[:11]}` lets it in at once"


def _answer(fact: Fact, state: State) -> str:
    """What the human has said of a fact that is not believed, or is asked."""
    for review in (one for _, one in sorted(state.reviews.items()) if fact.id in (one.a, one.b)):
        is_open = review.decision in (None, "later") and not review.closed_because
        if is_open and not fact.is_believed:
            return f"it waits for your word: `noctuary review`, question {review.id}"
        if fact.status == "archived" and review.decision in ("reject", "neither", "edit") and review.decided_at:
            said = "you said it in your own words" if review.decision == "edit" else "you rejected it"
            again = "" if review.decision == "edit" else ", and are asked again when a source it does not have says it"
            return f"{said} on {review.decided_at:%Y-%m-%d}{again}; `noctuary undo {review.id[:11]}` takes that back"
    return ""


def tell_gates(fact: Fact, found: Signals, policy: PromotePolicy, now: dt.datetime) -> Iterator[str]:
    """Each gate's numbers for a fact that evidence let in or keeps out, and what would turn it."""
    from noctuary.whatif import EARNED, nearest, told

    if fact.gate not in EARNED and fact.status != "candidate":
        return
    ways = gates(fact, found, policy)
    yield "Gates:"
    for gate, measures in ways.items():
        mark = "open  " if all(map(is_met, measures)) else "closed"
        yield f"  {gate:<12} {mark}  {', '.join(told(one) for one in measures)}"
    if fact.status == "candidate":
        if passes(fact, found, policy, is_update=False) is None:
            yield f"  it is kept out: {nearest(fact, found, policy)}"
        yield from (f"  {line}" for line in _flips(fact, policy, now))
    elif any(all(map(is_met, some)) for some in ways.values()) and fact.gate != "update":
        limit = next(iter(ways.values()))[0]
        yield f"  {limit.setting} above {limit.value:.2f} would keep it out; `noctuary what-if` tries settings"
