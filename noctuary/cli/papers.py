"""How `why` and `why-not` are told in plain lines. Looks nothing up itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from noctuary.consolidate.openclaw import openclaw
from noctuary.consolidate.policy import SIGNALS, PromotePolicy
from noctuary.consolidate.promote import REASONS, stands_alone
from noctuary.consolidate.score import independent, score
from noctuary.decisions import Signals
from noctuary.journal import State
from noctuary.model import Edge, Fact

if TYPE_CHECKING:
    from noctuary.memory import Papers
    from noctuary.workbench import TurnedAway


def tell(papers: Papers) -> Iterator[str]:
    """The papers of a fact or entity, a line each."""
    names = papers.names | {fact.id: fact.text for fact in papers.neighbours}
    if papers.fact:
        yield from _fact(papers.fact, papers.current)
        names[papers.fact.id] = "it"
    elif papers.entity:
        yield f"{papers.entity.name} ({papers.entity.type} entity) {papers.entity.id}"
        if papers.entity.aliases:
            yield f"  also called {', '.join(papers.entity.aliases)}"
    for merge in papers.merges:
        yield f"  the same: {merge.merged_name!r} is {merge.kept_name!r} ({merge.reason})"
        yield f"    undo: noctuary undo merge:{merge.id[3:11]}"
    if papers.edges:
        yield "Connected:"
        for edge in papers.edges:
            yield f"  {_edge(edge, names)}"
    for review in papers.reviews:
        state = review.decision or review.closed_because or "open"
        yield f"Question {review.id} ({state}): {review.reason}"
    if papers.nights:
        yield f"Nights that changed it: {', '.join(papers.nights)}"


def _fact(fact: Fact, current: float | None) -> Iterator[str]:
    yield fact.text
    yield f"  {fact.id}  {fact.status} {fact.kind}" + (f" about {fact.entity}" if fact.entity else "")
    today = f", worth {current:.2f} today" if current is not None else ""
    life = "never fades" if fact.half_life_days is None else f"half-life {fact.half_life_days:.0f} days"
    yield f"  confidence {fact.confidence:.2f} by {fact.method}{today} ({life}); trust {fact.trust}"
    if fact.gate:
        yield f"  let in because {REASONS[fact.gate]} (promotion score {fact.score:.2f})"
    if fact.valid_from or fact.valid_to:
        yield f"  valid from {fact.valid_from or 'unknown'}" + (f" to {fact.valid_to}" if fact.valid_to else "")
    if fact.superseded_by:
        yield f"  superseded by {fact.superseded_by}"
    yield "Sources:"
    for source in fact.sources:
        when = f"{source.at:%Y-%m-%d}" if source.at else "undated"
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


def standing(found: Sequence[TurnedAway], state: State, policy: PromotePolicy) -> list[dict[str, Any]]:
    """Each statement considered, with the gate it stands at now: a candidate's says what would let it in."""
    by_text: dict[str, list[Fact]] = {}
    for fact in state.facts.values():
        by_text.setdefault(fact.text, []).append(fact)
    rows = []
    for one in found:
        gate, reason = one.gate, one.reason
        if not gate:
            facts = by_text.get(one.text, [])
            gate, reason = _candidate(facts[0], policy) if facts else ("merged", "another statement says the same")
        rows.append(
            {
                "text": one.text,
                "gate": gate,
                "reason": reason,
                "likeness": round(one.likeness, 3),
                "ref": one.ref,
                "line": one.line,
                "night": one.night,
            }
        )
    return rows


def _candidate(fact: Fact, policy: PromotePolicy) -> tuple[str, str]:
    if fact.status != "candidate":
        return fact.status, f"it is known as {fact.id}; `noctuary why {fact.id}` tells more"
    if fact.score < policy.min_score:
        return "candidate", f"its score is {fact.score:.2f}, below {policy.min_score:.2f}"
    if not stands_alone(fact.text):
        return "candidate", "by itself it does not say what it speaks of"
    voices = len(independent(fact.sources))
    return (
        "candidate",
        f"{voices} independent source of {policy.min_sources}: one more source, or your plain word for it, lets it in",
    )
