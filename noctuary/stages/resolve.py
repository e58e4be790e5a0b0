"""Acting on conflicts: what is retired without asking, what is put to the human, what stays as it is.

The table is `consolidate.resolve`; this walks tonight's verdicts through it, oldest change first.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping

from msgspec.structs import replace

from noctuary.consolidate.promote import passes
from noctuary.consolidate.resolve import act
from noctuary.consolidate.siblings import are_siblings
from noctuary.decisions import Signals, Verdict
from noctuary.model import Edge, Fact, Review, edge_id, tagged
from noctuary.stages.match import WITHDRAWN, said_order
from noctuary.stages.run import Run

_ALIVE = ("active", "contested", "candidate")
_BELIEVED = ("active", "contested")


def resolve(run: Run) -> Run:
    """Walk the verdicts through the resolution table; then settle who is contested."""
    table = _Table(run)
    for older, newer, verdict in sorted(run.conflicts, key=table.order):
        table.settle(older, newer, verdict)
    table.ask_about_returns()
    unasked = table.put_best()
    withdrawn_before = len(table.stops)
    facts = _withdrawn(run, table)
    reviews = close_moot(facts, table.reviews)
    return dataclasses.replace(
        run,
        facts=contested(facts, reviews),
        edges=table.edges,
        reviews=reviews,
        promoted=(*run.promoted, *table.promoted),
        superseded=tuple(table.superseded),
        asked=tuple(key for key in table.asked if not reviews[key].closed_because),
        expired=tuple(sorted(key for key in facts if facts[key] != table.facts[key])),
        stops=(*run.stops, *table.stops),
        unasked=unasked,
        reread_memory=len(table.stops) > withdrawn_before,
    )


class _Table:
    """The working copies while verdicts are walked, and what a night may still retire."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.settings = run.workspace.settings
        self.facts = dict(run.facts)
        self.edges = dict(run.edges)
        self.reviews = dict(run.reviews)
        self.promoted: list[str] = []
        self.superseded: list[tuple[str, str]] = []
        self.asked: list[str] = []
        self.questions: dict[str, tuple[Review, Verdict]] = {}
        self.stops: list[str] = []
        believed = sum(fact.status in _BELIEVED for fact in run.facts.values())
        caps = self.settings.caps
        self.may_retire = max(caps.at_least, int(caps.share * believed))

    def order(self, item: tuple[str, str, Verdict]) -> tuple[object, ...]:
        older, newer, verdict = item
        sides = [said_order(side) for side in (self.facts.get(older), self.facts.get(newer)) if side]
        return (max(sides)[:2] if sides else (), -verdict.score, older, newer)

    def settle(self, older_id: str, newer_id: str, verdict: Verdict) -> None:
        older, newer = self.facts.get(older_id), self.facts.get(newer_id)
        if not older or not newer or older.status not in _ALIVE or newer.status not in _ALIVE:
            return
        if self.decided(older_id, newer_id) or are_siblings(older, newer):
            return
        what = act(verdict, older, newer, self.settings.contradictions, is_regression=newer_id in self.run.regressions)
        if what == "supersede" and (older.said_on or dt.date.min) > (newer.said_on or dt.date.min):
            what = "ask"
        if what == "supersede" and self.can_follow(newer, older):
            self.supersede(older, newer, verdict)
        elif what == "keep_both":
            first, second = sorted((older.id, newer.id))
            self.join("contradicts", first, second, verdict)
        elif what == "reject_new" and newer.status == "candidate":
            self.facts[newer_id] = replace(newer, status="archived", contradicting=newer.contradicting + 1)
        elif what != "none" and self.worth_asking(older) and self.worth_asking(newer):
            self.ask(older, newer, verdict)

    def decided(self, a: str, b: str) -> bool:
        """Whether the human has spoken about these two statements, whatever was asked."""
        known = (self.reviews.get(review_id(kind, a, b)) for kind in ("contradiction", "regression"))
        return any(review and review.decision not in (None, "later") for review in known)

    def can_follow(self, newer: Fact, older: Fact) -> bool:
        """A statement replaces a believed one only if it is believed itself, or worth it as an update."""
        if newer.status in _BELIEVED or older.status == "candidate":
            return True
        signals = self.run.signals.get(newer.id, Signals())
        gate = passes(newer, signals, self.settings.promote, is_update=True)
        return gate is not None and signals.durability >= self.settings.promote.min_candidate

    def supersede(self, older: Fact, newer: Fact, verdict: Verdict) -> None:
        if older.status in _BELIEVED and older.id in self.run.state.facts:
            if not self.may_retire:
                self.stop("A night may not retire more of what is believed; the rest is asked.")
                self.ask(older, newer, verdict)
                return
            self.may_retire -= 1
        day = newer.said_on or self.run.now.date()
        self.facts[older.id] = replace(
            older, status="superseded", superseded_by=newer.id, valid_to=max(day, older.valid_from or day)
        )
        if newer.status == "candidate" and older.status in _BELIEVED:
            self.facts[newer.id] = replace(newer, status="active", gate="update")
            self.promoted.append(newer.id)
        self.superseded.append((older.id, newer.id))
        self.join("supersedes", newer.id, older.id, verdict)

    def ask(self, a: Fact, b: Fact, verdict: Verdict, kind: str = "contradiction") -> None:
        key = review_id(kind, a.id, b.id)
        if key in self.reviews or key in self.questions:
            return
        question = Review(
            id=key,
            kind=kind,
            a=a.id,
            b=b.id,
            reason=verdict.reason,
            slot=verdict.slot,
            a_value=verdict.a_value,
            b_value=verdict.b_value,
            score=round(verdict.score, 4),
        )
        self.questions[key] = (question, verdict)

    def put_best(self) -> int:
        """Ask what is most worth a human's minute, one question a fact; returns how many were not asked."""
        alive = {key: q for key, (q, _) in self.questions.items() if self.is_open(q)}
        best: list[Review] = []
        asked_about: set[str] = set()
        unattended = 0
        for question in sorted(alive.values(), key=self.weight, reverse=True):
            sides = {question.a, question.b or ""}
            unattended += self.is_unattended(question)
            if self.is_unattended(question) and unattended > self.settings.contradictions.max_unattended:
                continue
            if len(best) < self.settings.contradictions.max_asked and not sides & asked_about:
                best.append(question)
                asked_about |= sides
        for question in best:
            first, second = sorted((question.a, question.b or ""))
            self.reviews[question.id] = question
            self.asked.append(question.id)
            self.join("contradicts", first, second, self.questions[question.id][1])
        return len(alive) - len(best)

    def is_open(self, question: Review) -> bool:
        sides = [self.facts[side] for side in (question.a, question.b or "")]
        return question.kind == "regression" or all(side.status in _ALIVE for side in sides)

    def is_unattended(self, question: Review) -> bool:
        """Whether nobody believes either side yet and no human said one."""
        sides = [self.facts[side] for side in (question.a, question.b or "")]
        return all(side.status == "candidate" and side.trust != "human" for side in sides)

    def weight(self, question: Review) -> tuple[object, ...]:
        sides = [self.facts[side] for side in (question.a, question.b or "")]
        believed = sum(side.status in _BELIEVED for side in sides)
        sure = min(_durability(side) for side in sides)
        return (question.kind == "regression", believed, round(question.score * sure, 4), question.id)

    def ask_about_returns(self) -> None:
        """A value once left and now said again is asked, never applied (DESIGN 7)."""
        for key in sorted(self.run.regressions):
            fact = self.facts.get(key)
            after = self.facts.get(fact.superseded_by or "") if fact else None
            if fact and after and after.status in _BELIEVED:
                reason = f"this was replaced on {fact.valid_to} and has been said again on {fact.said_on}"
                self.ask(after, fact, Verdict(kind="contradiction", reason=reason, score=1.0), "regression")

    def worth_asking(self, fact: Fact) -> bool:
        return fact.status in _BELIEVED or _durability(fact) >= self.settings.promote.min_durability

    def join(self, rel: str, src: str, dst: str, verdict: Verdict) -> None:
        key = edge_id(src, dst, rel)
        self.edges[key] = Edge(id=key, src=src, dst=dst, rel=rel, reason=verdict.reason)  # type: ignore[arg-type]

    def stop(self, why: str) -> None:
        if why not in self.stops:
            self.stops.append(why)


def _durability(fact: Fact) -> float:
    return max((one.durability for one in fact.sources), default=0.0)


def review_id(kind: str, a: str, b: str) -> str:
    """A question's id: its kind and both sides, in either order; their ids are of their contents."""
    return tagged("review", kind, *sorted((a, b)))


def contested(facts: Mapping[str, Fact], reviews: Mapping[str, Review]) -> dict[str, Fact]:
    """Believed facts with an open conflict are contested, those without are active again."""
    disputed = {
        side
        for review in reviews.values()
        if review.b and review.decision in (None, "later") and not review.closed_because
        for side in (review.a, review.b)
    }
    settled = dict(facts)
    for key, fact in facts.items():
        if fact.status in _BELIEVED:
            status = "contested" if key in disputed else "active"
            if status != fact.status:
                settled[key] = replace(fact, status=status)
    return settled


def close_moot(facts: Mapping[str, Fact], reviews: Mapping[str, Review]) -> dict[str, Review]:
    """Close open questions of which a side is no longer held by anybody."""
    closed = dict(reviews)
    for key, review in reviews.items():
        if review.decision not in (None, "later") or review.closed_because:
            continue
        for side in filter(None, (review.a, review.b)):
            fact = facts.get(side)
            is_return = review.kind == "regression" and side == review.b
            if fact is None or (fact.status not in _ALIVE and not is_return):
                closed[key] = replace(review, closed_because=f"{side} is no longer believed")
    return closed


def _withdrawn(run: Run, table: _Table) -> dict[str, Fact]:
    """Facts that only a human's MEMORY.md held, when their line has gone from it; no more than a night may retire."""
    facts = dict(table.facts)
    reread = {report.ref for report in run.reports if report.state in ("changed", "gone")}
    seen = {candidate.support.event for candidate in run.candidates}
    for key, fact in table.facts.items():
        from_memory = fact.status in _BELIEVED and all(one.role == "memory" for one in fact.sources)
        if not from_memory or any(one.ref not in reread or one.event in seen for one in fact.sources):
            continue
        if not table.may_retire:
            table.stop("Many lines have gone from MEMORY.md at once; the facts left of them go with later nights.")
            break
        table.may_retire -= 1
        facts[key] = replace(fact, status="archived", valid_to=run.now.date(), gate=WITHDRAWN)
    return facts
