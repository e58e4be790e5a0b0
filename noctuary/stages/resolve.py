"""Acting on conflicts: what is retired without asking, what is put to the human, what stays as it is.

The table is `consolidate.resolve`; this walks tonight's verdicts through it, oldest change first.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

from msgspec.structs import replace

from noctuary.access import standing
from noctuary.consolidate.promote import passes
from noctuary.consolidate.resolve import act, is_exception
from noctuary.consolidate.score import WITHDRAWN, is_own_line
from noctuary.decisions import Conflict, Signals, Verdict
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.aligned import stems
from noctuary.judging.coexist import Coexistence
from noctuary.judging.replacing import (
    calls_former,
    held_from_replacing,
    is_said_outright,
    is_told,
    is_told_former,
    is_worth_asking,
)
from noctuary.judging.slots import slot
from noctuary.judging.statements import of_fact
from noctuary.judging.worded_alike import clash, deny_each_other, revises
from noctuary.model import Edge, Fact, Relation, Review, Statement, edge_id, fold
from noctuary.page.shelves import successor
from noctuary.reader import choose, rest
from noctuary.stages.advise import advise
from noctuary.stages.asking import Decided, Questions, durability, told, which_holds
from noctuary.stages.disputes import close_moot, contested
from noctuary.stages.independent_sources import IndependentSources
from noctuary.stages.match import said_order
from noctuary.stages.own_lines import is_against_own
from noctuary.stages.pages import bytes_of
from noctuary.stages.propose import Proposals
from noctuary.stages.run import Run, altered
from noctuary.stages.uncontested import at_odds, left_open
from noctuary.stages.unsaid import IN_PART
from noctuary.text.claims import claim
from noctuary.text.days import day_of, ended, order_day
from noctuary.text.values import values

DENIES_AT_LEAST = 0.9


def resolve(run: Run) -> Run:
    """Walk the verdicts through the resolution table; then settle who is contested."""
    decided = Decided(run.facts, run.reviews)
    asked = {key: run.facts[key] for one in run.conflicts for key in one.ends if key in run.facts}
    beside = Coexistence(run.facts.values() if asked else (), decided.keys(), asked.values())
    run = advise(run, decided, beside)
    table = _Table(run, decided, beside)
    for conflict in sorted(run.conflicts, key=table.order):
        table.settle(conflict)
    table.ask_about_returns()
    table.ask_about_changed_lines()
    weak = table.put_best()
    rest(choose(run.workspace.settings.judge.model).reader)
    withdrawn_before = len(table.stops)
    facts = _withdrawn(run, table)
    reviews = close_moot(facts, table.reviews)
    anew = left_open(facts, table.reviews, reviews, table.ended)
    reviews |= anew
    return dataclasses.replace(
        run,
        facts=contested(facts, reviews),
        edges=table.edges | at_odds(anew),
        reviews=reviews,
        promoted=tuple(key for key in (*run.promoted, *table.promoted) if facts[key].is_believed),
        superseded=tuple(table.superseded),
        asked=tuple(key for key in (*run.asked, *table.asked, *sorted(anew)) if not reviews[key].closed_because),
        expired=tuple(
            key
            for key in altered(facts, run.state.facts)
            if facts[key].status != table.facts[key].status or _ends(run, key)
        ),
        rejected=dict(table.rejected),
        stops=(*run.stops, *table.stops),
        weak=tuple(weak),
        reread_memory=len(table.stops) > withdrawn_before,
    )


def is_typed(verdict: Verdict) -> bool:
    """Whether the two sides give values of one type: two prices, two times; not two names, codes or files, which may
    be two things."""
    one, two = ({value.kind for value in values(side)} - {"path"} for side in (verdict.a_value, verdict.b_value))
    return bool(one & two)


class _Table:
    """The working copies while verdicts are walked, and what a night may still retire."""

    def __init__(self, run: Run, decided: Decided, beside: Coexistence) -> None:
        self.run = run
        self.decided = decided
        self.beside = beside
        self.voices = IndependentSources(run.facts, run.conflicts)
        self.settings = run.workspace.settings
        self.facts = dict(run.facts)
        self.edges = dict(run.edges)
        self.reviews = dict(run.reviews)
        self.promoted: list[str] = []
        self.superseded: list[tuple[str, str]] = []
        self.asked: list[str] = []
        self.questions = Questions(run.reviews)
        self.proposals = Proposals(run)
        self.rejected: Counter[str] = Counter(run.rejected)
        self.stops: list[str] = []
        self.ended: dict[str, Review] = {}
        self.gone = _gone_lines(run)
        believed = sum(fact.is_believed for fact in run.facts.values())
        caps = self.settings.caps
        self.may_retire = max(caps.at_least, int(caps.share * believed))

    def order(self, conflict: Conflict) -> tuple[object, ...]:
        sides = [said_order(side) for side in map(self.facts.get, conflict.ends) if side]
        return (max(sides)[:2] if sides else (), -conflict.verdict.score, *conflict.ends)

    def settle(self, conflict: Conflict) -> None:
        older, newer = map(self.facts.get, conflict.ends)
        if not older or not newer or not older.is_alive or not newer.is_alive:
            return
        is_denied = deny_each_other(older, newer) and not self.beside.are_of_two(older, newer)
        if not is_denied and self.beside.may_both_hold(older, newer):
            return
        if decision := self.decided.about(older, newer):
            self.keep_to(decision, older, newer)
            return
        verdict = self.voices.pooled(conflict)
        what = act(verdict, older, newer, self.settings.contradictions, is_regression=newer.id in self.run.regressions)
        if what == "supersede" and order_day(older) > order_day(newer):
            said_again = f"B says that it replaced A, but A was said again on {order_day(older)}"
            what, verdict = "ask", replace(verdict, reason=said_again)
        if is_exception(older, newer):
            if newer.valid_to:
                self.let_in_for_a_time(older, newer, verdict, what)
                return
            what = "ask" if what == "supersede" else what
        elif older.valid_to and verdict.kind == "contradiction" and is_exception(newer, older):
            return
        if what == "supersede" and not self.may_apply(older, newer, verdict):
            what = "ask"
        is_left = what == "ask" or (verdict.kind == "contradiction" and what != "keep_both")
        is_same = bool(verdict.a_value) and fold(verdict.a_value) == fold(verdict.b_value)
        is_own = is_left and not is_same and self.is_outdated_own(older, newer)
        if is_own:
            what = "ask"
        if what == "supersede" and self.can_follow(newer, older):
            if older.is_believed and self.proposals.must_wait(newer, "update"):
                self.asked += self.proposals.replacing(newer, older, told(verdict, older, newer).reason, self.reviews)
            else:
                self.supersede(older, newer, verdict)
        elif what == "keep_both":
            first, second = sorted((older.id, newer.id))
            self.join("contradicts", first, second, verdict.reason)
        elif what == "reject_new" and newer.status == "candidate":
            self.reject(newer, older, verdict)
        elif what != "none" and (is_own or self.last(verdict.sureness, older, newer)):
            self.ask(older, newer, verdict, is_clear=is_own)

    def may_apply(self, older: Fact, newer: Fact, verdict: Verdict) -> bool:
        """Whether a change is plain and, where an agent tells it of a human's own line, the agent says that it is one,
        and it is typed or surer than others."""
        if not self.is_plain_change(older, newer, verdict):
            return False
        if newer.trust == "human" or not is_own_line(older):
            return True
        is_sure = is_typed(verdict) or verdict.score >= self.settings.contradictions.retire_own_score
        return is_sure and is_told(older, newer, verdict)

    def is_plain_change(self, older: Fact, newer: Fact, verdict: Verdict) -> bool:
        """Whether a change is plain, and the reader hears it or it calls the old value former."""
        if verdict.kind == "supersession" and not is_plain_change(older, newer):
            return False
        if held_from_replacing(older, newer, verdict) or self.beside.is_doubtful(older, newer):
            return False
        least = self.settings.contradictions.retire_heard_score
        return calls_former(older, newer) or self.is_heard(older, newer, verdict, least)

    def keep_to(self, decision: Review, *sides: Fact) -> None:
        """A candidate that merely says again what the human rejected goes where that went."""
        for fact in sides:
            kept = self.decided.rejected(fact, decision)
            if kept and fact.id not in self.run.state.facts:
                day = ended(fact, order_day(fact, self.run.now.date()))
                self.facts[fact.id] = replace(fact, status="superseded", superseded_by=kept, valid_to=day)
                self.promoted = [key for key in self.promoted if key != fact.id]
                self.rejected["decided_otherwise"] += 1

    def reject(self, newer: Fact, older: Fact, verdict: Verdict) -> None:
        """The less confident newcomer is put away, with an edge that tells why, and counted on the page."""
        self.facts[newer.id] = replace(newer, status="archived", contradicting=newer.contradicting + 1)
        first, second = sorted((older.id, newer.id))
        self.join("contradicts", first, second, f"{verdict.reason}; rejected as less sure")
        self.rejected["less_sure"] += 1

    def can_follow(self, newer: Fact, older: Fact) -> bool:
        """A statement replaces a believed one only if it is believed itself, or worth it as an update."""
        if newer.is_believed or older.status == "candidate":
            return True
        signals = self.run.signals.get(newer.id, Signals())
        gate = passes(newer, signals, self.settings.promote, is_update=True)
        return gate is not None and signals.durability >= self.settings.promote.min_candidate

    def let_in_for_a_time(self, older: Fact, newer: Fact, verdict: Verdict, what: str) -> None:
        """Believe a plain change that holds until a day that is known, beside what holds beyond it."""
        if what == "supersede" and self.can_follow(newer, older) and self.is_plain_change(older, newer, verdict):
            self.let_in(older, newer)

    def let_in(self, older: Fact, newer: Fact) -> None:
        """Believe a candidate that changes what is believed, be it for good or for a time."""
        if newer.status == "candidate" and older.is_believed and not self.proposals.must_wait(newer, "update"):
            self.facts[newer.id] = replace(newer, status="active", gate="update")
            self.promoted.append(newer.id)

    def supersede(self, older: Fact, newer: Fact, verdict: Verdict) -> None:
        if older.is_believed and older.id in self.run.state.facts:
            if not self.may_retire:
                self.stop("A night may not retire more of what is believed; the rest is asked.")
                self.ask(older, newer, verdict)
                return
            self.may_retire -= 1
        day = ended(older, newer.said_on or self.run.now.date())
        self.facts[older.id] = replace(older, status="superseded", superseded_by=newer.id, valid_to=day)
        self.let_in(older, newer)
        if older.is_believed:
            self.superseded.append((older.id, newer.id))
        told_so = told(verdict, older, newer)
        asked = which_holds(older, newer, told_so)
        self.ended[asked.id] = asked
        self.join("supersedes", newer.id, older.id, told_so.reason)

    def ask(self, a: Fact, b: Fact, verdict: Verdict, kind: str = "contradiction", *, is_clear: bool = False) -> None:
        policy = self.settings.contradictions
        is_former = is_told_former(a, b, verdict) and self.hears_by_words(a, b)
        is_clear = is_clear or is_former or clash(a, b) or revises(a, b) or (
            is_plain(verdict, a, b)
            and is_worth_asking(a, b, verdict.heard)
            and (is_said_outright(a, b) or self.is_heard(a, b, verdict, policy.heard_score))
        )
        self.questions.add(a, b, told(verdict, a, b), kind, is_unclear=not is_clear)

    def is_outdated_own(self, a: Fact, b: Fact) -> bool:
        """Whether one is a line of the human's own that the other likely outdates."""
        reader = choose(self.settings.judge.model).reader
        return is_against_own(a, b, reader, self.settings.contradictions.outdated_score, self.run.written)

    def is_heard(self, a: Fact, b: Fact, verdict: Verdict, least: float) -> bool:
        """Whether the reader, where there is one, finds the conflict, too: what measures alone find is mostly none."""
        reader = choose(self.settings.judge.model).reader
        if reader is None or verdict.heard >= least:
            return True
        return reader.chances_of([(of_fact(a), of_fact(b))])[0].conflict >= least

    def hears_by_words(self, a: Fact, b: Fact) -> bool:
        """Whether the reader finds a conflict of the two by their words alone, as likely as it must to be asked about:
        where a value of one type is called former, as likely as it must to be applied.

        A note's headings, its day above all, make it deaf to changes (docs/judgement.md, plain conflicts).
        """
        policy, reader = self.settings.contradictions, choose(self.settings.judge.model).reader
        least = policy.retire_heard_score if slot(a, b).met.retired else policy.heard_score
        bare = Statement(text=a.text, said_on=a.said_on), Statement(text=b.text, said_on=b.said_on)
        return reader is not None and reader.chances_of([bare])[0].conflict >= least

    def put_best(self) -> list[Review]:
        """Ask what is most worth a human's minute; returns what was not asked."""
        best, left = self.questions.best(self.facts, self.settings.contradictions)
        for question in best:
            first, second = sorted((question.a, question.b or ""))
            self.reviews[question.id] = question
            self.asked.append(question.id)
            self.join("contradicts", first, second, question.reason)
        return left

    def ask_about_returns(self) -> None:
        """A value once left and now said again is asked, never applied (DESIGN 7)."""
        for key in sorted(self.run.regressions):
            fact = self.facts.get(key)
            after = successor(self.facts, fact) if fact else None
            if fact and after and not self.decided.about(after, fact):
                days = [day for one in fact.sources if not one.is_lent and (day := day_of(one, self.run.now.tzinfo))]
                again = f" on {max(days)}" if days else ""
                reason = f"B was replaced by A on {fact.valid_to} and has been said again{again}"
                self.ask(
                    after, fact, Verdict(kind="contradiction", reason=reason, score=1.0), "regression", is_clear=True
                )

    def ask_about_changed_lines(self) -> None:
        """What the human wrote in place of a line that something had replaced, if its value is a third one."""
        touched = (self.facts[key] for key in sorted(self.run.touched) if key in self.facts)
        new = [fact for fact in touched if is_own_line(fact)]
        for old in [self.facts[key] for key in self.gone] if new else ():
            was = successor(self.run.state.facts, old) if old.status == "superseded" and old.gate != WITHDRAWN else None
            after = self.facts.get(was.id) if was else None
            for fact in new if after and after.is_believed else ():
                if after and _stands_for(fact, old) and _differs(fact, after) and not self.decided.about(after, fact):
                    reason = "A had replaced a line of yours, and B is what you wrote there since"
                    verdict = Verdict(kind="contradiction", reason=reason, score=1.0)
                    self.ask(after, fact, verdict, is_clear=True)

    def last(self, sure: float, *sides: Fact) -> bool:
        """Whether each side is believed, or durable enough to ask about; what surely denies such a side is, too."""
        policy = self.settings.promote
        least = policy.min_candidate if sure >= DENIES_AT_LEAST else policy.min_durability
        lasting = [one.is_believed or durability(one) >= policy.min_durability for one in sides]
        return any(lasting) and all(
            is_so or durability(one) >= least for is_so, one in zip(lasting, sides, strict=True)
        )

    def join(self, rel: Relation, src: str, dst: str, reason: str) -> None:
        key = edge_id(src, dst, rel)
        self.edges[key] = Edge(id=key, src=src, dst=dst, rel=rel, reason=reason)

    def stop(self, why: str) -> None:
        if why not in self.stops:
            self.stops.append(why)


def _ends(run: Run, key: str) -> bool:
    """Whether a fact was believed until tonight and has come to its end."""
    before = run.state.facts.get(key)
    return before is not None and before.is_believed and standing(before, run.now.date()) == "archived"


def _gone_lines(run: Run) -> list[str]:
    """The ids of facts of a human's MEMORY.md whose every line there has gone since it was read.

    Of a file that a night reads in part, a line that waits for another night has not gone.
    """
    # A line of a file that cannot be read as a whole, as between git's conflict marks, has not gone: nobody said so.
    is_told = [one for one in run.reports if not one.fault]
    reread = {one.ref for one in is_told if one.state in ("changed", "gone")}
    seen = {candidate.support.event for candidate in run.candidates}
    if not reread:
        return []
    in_part = {one.ref for one in is_told if not IN_PART.isdisjoint(one.skipped)}
    root = run.workspace.root
    said = {ref: fold(bytes_of(root / ref).decode("utf-8", "replace")) for ref in sorted(in_part & reread)}
    found = []
    for key, fact in run.facts.items():
        lines = [one for one in fact.sources if one.role == "memory"]
        is_gone = lines and all(one.ref in reread and one.event not in seen for one in lines)
        if is_gone and not any(fold(one.quote) in said.get(one.ref, "") for one in lines):
            found.append(key)
    return sorted(found)


def _stands_for(new: Fact, old: Fact) -> bool:
    """Whether a line stands in the file where another stood, and is about the same: half of both one's words."""
    files = {one.ref for one in old.sources if one.role == "memory"}
    one, two = stems(new.text), stems(old.text)
    return any(source.ref in files for source in new.sources) and 2 * len(one & two) >= len(one | two) > 0


def _differs(new: Fact, after: Fact) -> bool:
    """Whether a line gives values, of which none is what replaced the one before it: one of that kind instead."""
    one, two = (
        {(value.kind, value.norm) for value in claim(of_fact(side)).values if not value.past} for side in (new, after)
    )
    return one.isdisjoint(two) and bool({kind for kind, _ in one} & {kind for kind, _ in two})


def _withdrawn(run: Run, table: _Table) -> dict[str, Fact]:
    """Facts that only a human's MEMORY.md held, when their line has gone from it; no more than a night may retire.

    One that something newer had replaced stays replaced: nothing is out of date there any more.
    """
    facts = dict(table.facts)
    for fact in [table.facts[key] for key in table.gone]:
        if fact.status == "superseded":
            facts[fact.id] = replace(fact, gate=WITHDRAWN)
        if not fact.is_believed or any(one.role != "memory" for one in fact.sources):
            continue
        if not table.may_retire:
            table.stop("Many lines have gone from MEMORY.md at once; the facts left of them go with later nights.")
            break
        table.may_retire -= 1
        facts[fact.id] = replace(fact, status="archived", valid_to=ended(fact, run.now.date()), gate=WITHDRAWN)
    return facts
