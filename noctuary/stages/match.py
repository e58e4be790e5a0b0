"""Which statements speak of the same thing: tonight's candidates against each other and all that is known.

Same words or a duplicate verdict fold into one fact with more evidence; other verdicts are kept for later stages.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from noctuary.consolidate.kinds import stronger
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.consolidate.reality import cited_files
from noctuary.consolidate.score import is_own_line
from noctuary.decisions import CONFLICTS, Conflict, Judged, Reader, Verdict, VerdictKind
from noctuary.judging.blocking import HELD
from noctuary.judging.consequence import may_be_acted_on
from noctuary.judging.entails import are_same
from noctuary.judging.judge import BATCH
from noctuary.judging.lending import are_of_two_days, is_fuller, lending
from noctuary.judging.sections import Sections
from noctuary.judging.statements import of_fact
from noctuary.judging.worded_alike import clash, opposed, revises
from noctuary.model import Fact, Merge, Problem, Statement, Support, fold
from noctuary.reader import choose, rest
from noctuary.stages.candidates import candidate_pairs, near_pairs
from noctuary.stages.duplicates import joined, known_duplicates
from noctuary.stages.evidence import by_identity, with_support
from noctuary.stages.left import said_since
from noctuary.stages.nearby import Vectors
from noctuary.stages.own_lines import against_own_lines, is_standing_line, sharing_a_word
from noctuary.stages.run import Run
from noctuary.stages.sharing import MOST_PAIRS, late, postponed
from noctuary.stages.unsaid import without_unsaid
from noctuary.stages.updates import updates
from noctuary.stages.without_asides import are_surely_apart, judge_pairs
from noctuary.text.days import day_of, order_day

Key = TypeVar("Key", str, int)
Pair = tuple[Statement, Statement]
IDLE = Verdict(kind="compatible", reason="no verdict on the two could be acted on", score=0.0)
SAME = Verdict(kind="duplicate", reason="both say it in nearly the same words", score=1.0)
ENTAILED = Verdict(kind="refinement", reason="one says all that the other does", score=1.0)
_DAWN = dt.datetime.min.replace(tzinfo=dt.UTC)


class _Pair(NamedTuple):
    """Two facts in the order they were said, and what the judge reads of them."""

    older: Fact
    newer: Fact
    left: Statement
    right: Statement

    @property
    def ends(self) -> tuple[str, str]:
        return self.older.id, self.newer.id

    @property
    def said(self) -> Pair:
        return self.left, self.right

    def are_of_one_form(self, sections: Sections) -> bool:
        """Whether each is what one report says of its day, or one form of its thing; an undated fact is of no day."""
        if are_of_two_days(of_fact(self.older), of_fact(self.newer)):
            return True
        return sections.are_of_a_form(self.left, self.older.sources, self.right, self.newer.sources)

    @property
    def has_stakes(self) -> bool:
        """Whether somebody stands behind one of the two, or a conflict of them could be acted on.

        Two that cite files may each be found in its own (`resolve.act`): both are then kept, and no plain conflict is
        asked for.
        """
        sides = (self.older, self.newer)
        if any(one.is_believed or one.trust == "human" for one in sides) or all(map(cited_files, sides)):
            return True
        return may_be_acted_on(*sides)


def match(run: Run) -> Run:
    """Fold candidates into facts and judge every pair that has a new side."""
    undated = _undated_day(run)
    sections = _sections(run)
    updated, unlooked = updates(run, undated, dawn(run), sections)
    new, more = by_identity(run, [*run.candidates, *updated], undated)
    pool = {key: fact for key, fact in run.facts.items() if fact.status in HELD} | new
    choice = choose(run.workspace.settings.judge.model)
    if choice.loss:
        run = dataclasses.replace(run, problems=(*run.problems, Problem(path="noctuary.toml", message=choice.loss)))
    run = dataclasses.replace(run, vectors=Vectors(run.workspace))
    found = _found(run, pool, new)
    places = {key: _place(fact) for key, fact in new.items()}
    too_many, found = late(places, found, lambda key: pool[key].text, MOST_PAIRS)
    run = postponed(run, [*unlooked, *(one for key in too_many for one in new[key].sources)])
    for key in too_many:
        del new[key], pool[key]
    verdicts, idle = _judged(run, pool, found, choice.reader, sections)
    verdicts += _unseen(run, pool, new, found, verdicts, choice.reader)
    rest(choice.reader)
    facts, touched, merged, merges, waiting = _folded(run, pool, new, more, verdicts, undated)
    conflicts = tuple(Conflict(*one) for one in _carried(verdicts, merged, CONFLICTS))
    details = _carried([one for one in verdicts if one.verdict is not ENTAILED], merged, ("refinement",))
    entailed = _carried([one for one in verdicts if one.verdict is ENTAILED], merged, ("refinement",))
    regressions = _regressions(run, more, new, verdicts)
    facts, unsaid = without_unsaid(dataclasses.replace(run, touched=touched), facts)
    return dataclasses.replace(
        run,
        facts=facts,
        unsaid=unsaid,
        merges=run.merges | {merge.id: merge for merge in merges},
        touched=touched,
        stops=(*run.stops, *_told(waiting)),
        conflicts=conflicts,
        details=details,
        entailed=tuple(one.ends for one in entailed),
        idle=_left(idle, merged),
        regressions=regressions,
    )


class _Folded(NamedTuple):
    """All facts after tonight, those with new evidence, what went into which, the merges of known ones, and how many
    more wait."""

    facts: dict[str, Fact]
    touched: frozenset[str]
    merged: dict[str, str]
    merges: Sequence[Merge]
    waiting: int


def _folded(
    run: Run,
    pool: dict[str, Fact],
    new: Mapping[str, Fact],
    more: Mapping[str, Fact],
    verdicts: list[Judged],
    undated: dt.date | None,
) -> _Folded:
    """What says the same as one fact with the sources of both."""
    merged = _merge_duplicates(pool, dict(new), verdicts)
    facts = run.facts | dict(more) | {key: fact for key, fact in new.items() if key not in merged}
    touched = {key for key, fact in more.items() if len(fact.sources) > len(run.facts[key].sources)}
    touched |= new.keys() - merged.keys()
    for key, into in merged.items():
        kept = facts[into]
        if fold(kept.text) == fold(new[key].text):
            kept = replace(kept, kind=stronger(kept.kind, new[key].kind))
        facts[into] = with_support(kept, new[key].sources, run, undated)
        touched.add(into)
    merges, waiting = known_duplicates(run, verdicts, _standing)
    facts = joined(facts, merges, lambda kept, other: with_support(kept, other.sources, run, undated))
    touched |= {merge.kept for merge in merges}
    merged = _shortcut(merged | {merge.merged: merge.kept for merge in merges})
    return _Folded(facts, frozenset(touched), merged, merges, waiting)


def _sections(run: Run) -> Sections:
    """Where headings stand, in all that is known and was cut out of tonight's reading."""

    def sources() -> Iterator[Support]:
        yield from (one for fact in run.facts.values() for one in fact.sources)
        yield from (one.support for one in (*run.candidates, *run.near_misses))

    return Sections(sources)


def _found(run: Run, pool: dict[str, Fact], new: Mapping[str, Fact]) -> list[tuple[str, str]]:
    """All pairs worth judging that no night has had."""
    fresh = new.keys() | (run.unjudged & pool.keys())
    if not fresh:
        return []
    first, near = dawn(run), near_pairs(run, pool, fresh)
    found = candidate_pairs(run, {key: of_fact(fact, first) for key, fact in new.items()}, fresh, near)
    return [pair for pair in found if not run.compared.together(*pair)]


def _place(fact: Fact) -> tuple[str, int]:
    """Where a new statement stands first."""
    return min((one.ref, one.line) for one in fact.sources)


def _judged(
    run: Run, pool: dict[str, Fact], found: Sequence[tuple[str, str]], reader: Reader | None, sections: Sections
) -> tuple[list[Judged], list[tuple[str, str]]]:
    """The verdicts on these pairs, in the order they were said; and the pairs left since none could be acted on."""
    first, policy = dawn(run), run.workspace.settings.contradictions
    said = {key: said_order(pool[key]) for key in {key for pair in found for key in pair}}
    known = list(kept_together(found))
    verdicts: list[Judged] = []
    idle: list[tuple[str, str]] = []
    for start in range(0, len(known), BATCH):
        some = []
        for pair in known[start : start + BATCH]:
            older, newer = (pool[key] for key in sorted(pair, key=said.__getitem__))
            some.append(_Pair(older, newer, of_fact(older, first), of_fact(newer, first)))
        for both, one in zip(some, _told_of(some, policy, reader, sections), strict=True):
            if one is IDLE:
                idle.append(both.ends)
            elif one:
                verdicts.append(Judged(*both.ends, one))
        run.tell("match", min(start + BATCH, len(known)), len(known))
    return sorted(verdicts, key=lambda one: (said[one.older], said[one.newer])), idle


def _unseen(
    run: Run,
    pool: Mapping[str, Fact],
    new: Mapping[str, Fact],
    found: Sequence[tuple[str, str]],
    verdicts: Sequence[Judged],
    reader: Reader | None,
) -> list[Judged]:
    """What likely outdates own lines, of pairs in which the judge sees no conflict and no repetition: those that were
    found, and what is new beside lines that share a rare word with it."""
    policy = run.workspace.settings.contradictions
    lines = {key: of_fact(fact) for key, fact in pool.items() if is_standing_line(fact)}
    fresh = {key: of_fact(fact) for key, fact in new.items() if key not in lines}
    settled = {
        frozenset(one.ends)
        for one in verdicts
        if one.verdict.kind == "duplicate" or (one.verdict.is_conflict and one.verdict.sureness >= policy.ask_score)
    }
    pairs = {frozenset(pair): pair for pair in (*found, *sharing_a_word(lines, fresh))}
    left = [pairs[key] for key in pairs.keys() - settled]
    return against_own_lines(pool, sorted(left), reader, policy.outdated_score, run.written)


def _told_of(
    pairs: Sequence[_Pair], policy: ConflictPolicy, reader: Reader | None, sections: Sections
) -> Iterator[Verdict | None]:
    """What the night goes on with of each pair: SAME, ENTAILED, a conflict, how one refines the other, or nothing.

    The same is only what says the same, whatever the judge makes of it; a conflict at least `ask_score` sure is none.
    What one form says of two days or things is neither. IDLE: nobody judged it, since no verdict could be acted on.
    """
    said = [both.said for both in pairs]
    told = [is_fuller(*both) for both in said]
    apart = [is_told and both.are_of_one_form(sections) for both, is_told in zip(pairs, told, strict=True)]
    lent = lending([both for both, *is_so in zip(said, told, apart, strict=True) if is_so == [True, False]], reader)
    clashing = [clash(both.older, both.newer) or revises(both.older, both.newer) for both in pairs]
    same = [both in lent and are_same(*both) and not is_so for both, is_so in zip(said, clashing, strict=True)]
    idle = [
        not (is_same or is_so or both.said in lent or policy.auto_resolve or both.has_stakes)
        for both, is_same, is_so in zip(pairs, same, clashing, strict=True)
    ]
    settled = [
        is_same or is_idle or is_apart or are_surely_apart(*both)
        for both, is_same, is_idle, is_apart in zip(said, same, idle, apart, strict=True)
    ]
    open_ = [both for both, is_settled in zip(said, settled, strict=True) if not is_settled]
    verdicts = judge_pairs(open_, policy.ask_score, reader)
    for both, is_same, is_idle, is_settled, is_clash in zip(said, same, idle, settled, clashing, strict=True):
        if is_same or is_idle:
            yield SAME if is_same else IDLE
            continue
        evidence = ENTAILED if both in lent and not is_clash else None
        verdict = None if is_settled else next(verdicts)
        if is_clash and not (verdict and verdict.is_conflict and verdict.sureness >= policy.ask_score):
            yield opposed(*both)
        elif verdict and verdict.is_conflict and (not evidence or verdict.sureness >= policy.ask_score):
            yield verdict
        else:
            yield evidence or (verdict if verdict and verdict.kind == "refinement" else None)


def kept_together(pairs: Sequence[tuple[Key, Key]]) -> Iterator[tuple[Key, Key]]:
    """The pairs, those that share a statement near each other: what was parsed for one is at hand for the next."""
    others: dict[Key, list[Key]] = {}
    for left, right in pairs:
        others.setdefault(left, []).append(right)
        others.setdefault(right, []).append(left)
    done: set[Key] = set()
    for start in others:
        waiting = [start]
        while waiting:
            one = waiting.pop()
            if one not in done:
                done.add(one)
                ahead = [other for other in others[one] if other not in done]
                yield from ((one, other) for other in ahead)
                waiting += ahead


def said_order(fact: Fact) -> tuple[dt.date, dt.datetime, str]:
    """Facts by the day and then the instant they were last said, ids last: the order the judge sees them in."""
    instants = [one.at for one in fact.sources if one.at and one.role not in ("note", "memory")]
    return order_day(fact), max(instants, default=_DAWN), fact.id


def _told(waiting: int) -> list[str]:
    """The cap on joining, said where it was met."""
    if not waiting:
        return []
    count = "1 pair" if waiting == 1 else f"{waiting} pairs"
    return [f"A night may not retire more of what is believed; {count} that say the same stay apart."]


def _merge_duplicates(pool: dict[str, Fact], new: dict[str, Fact], verdicts: list[Judged]) -> dict[str, str]:
    """New facts that say what another one says: their id → the one that stays. Known ones: `known_duplicates`."""
    partners: dict[str, list[tuple[float, str]]] = {}
    for left, right, verdict in verdicts:
        if verdict.kind == "duplicate":
            partners.setdefault(left, []).append((verdict.score, right))
            partners.setdefault(right, []).append((verdict.score, left))
    merged: dict[str, str] = {}
    for fact in sorted(new.values(), key=_standing, reverse=True):
        for _, other in sorted(partners.get(fact.id, ()), reverse=True):
            if other in merged or pool[other].status == "superseded":
                continue
            if other not in new or _standing(pool[other]) > _standing(fact):
                merged[fact.id] = other
                break
    return _shortcut(merged)


def _standing(fact: Fact) -> tuple[bool, int, float, str]:
    stressed = max((len(one.cues) for one in fact.sources), default=0)
    sure = max((one.durability for one in fact.sources), default=0.0)
    return is_own_line(fact), stressed, sure, fact.id


def _shortcut(merged: dict[str, str]) -> dict[str, str]:
    def last(key: str) -> str:
        return last(merged[key]) if key in merged else key

    return {key: last(into) for key, into in merged.items()}


def _carried(verdicts: list[Judged], merged: dict[str, str], kinds: tuple[VerdictKind, ...]) -> tuple[Judged, ...]:
    best: dict[tuple[str, str], Judged] = {}
    for left, right, verdict in verdicts:
        if verdict.kind in kinds:
            ends = merged.get(left, left), merged.get(right, right)
            known = best.get(ends)
            if ends[0] != ends[1] and (known is None or known.verdict.score < verdict.score):
                best[ends] = Judged(*ends, verdict)
    return tuple(best[ends] for ends in sorted(best))


def _left(idle: list[tuple[str, str]], merged: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The pairs nobody judged, by the facts that hold their statements now; two in one fact are none."""
    ends = {(merged.get(older, older), merged.get(newer, newer)) for older, newer in idle}
    return tuple(sorted((older, newer) for older, newer in ends if older != newer))


def _regressions(run: Run, more: dict[str, Fact], new: dict[str, Fact], verdicts: list[Judged]) -> frozenset[str]:
    """Ids that say again, later, what was once left: the same fact, or a duplicate of a superseded one."""
    found = {
        key
        for key, fact in more.items()
        if fact.status == "superseded" and fact.valid_to and (day := _heard_on(fact, run)) and day > fact.valid_to
    }
    found |= set(said_since(run.state, run.now.tzinfo))
    for left, right, verdict in verdicts:
        old = run.facts.get(left)
        is_left = old is not None and old.status == "superseded" and bool(old.gate)
        if verdict.kind == "duplicate" and right in new and is_left:
            found.add(right)
    return frozenset(found)


def _heard_on(fact: Fact, run: Run) -> dt.date | None:
    """The day a known fact was last heard again on, by its new sources alone; None where there are none."""
    before = run.facts[fact.id].sources
    if len(fact.sources) <= len(before):
        return None
    days = [day_of(one, run.now.tzinfo) or _undated_day(run) for one in fact.sources if one not in before]
    return max((day for day in days if day), default=None)


def _undated_day(run: Run) -> dt.date | None:
    """Since when an undated line is known to stand: nobody knows on the first night, tonight on a later one.

    A first night that was undone is had again by the one that reads the memory file anew.
    """
    nights = run.state.nights.values()
    first = min(nights, key=lambda one: (one.begun_at, one.id), default=None)
    is_again = first is not None and first.undone and _memory_ref(run) not in run.state.watermarks
    return run.now.date() if run.state.last_night() and not is_again else None


def _memory_ref(run: Run) -> str:
    return run.workspace.memory.relative_to(run.workspace.root).as_posix()


def dawn(run: Run) -> dt.date:
    """The first day the workspace is known to have been used: what stood before the first night is as old."""
    return min(run.clock, default=run.now.date())
