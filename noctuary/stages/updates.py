"""Second thoughts: statements extraction turned away, but which change or confirm what else was said.

A sentence too plain to be kept by itself ("the scale reports every 10 minutes instead of 30") matters when it
replaces what stands in the memory, and when it says again what another voice said better. Looks only at near
misses, and lets in only sure replacements, what likely outdates a line of the human's own and, as evidence for the
other's words, sure repetitions.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from noctuary.decisions import Reader
from noctuary.judging.entails import entails
from noctuary.judging.lending import are_of_two_days, lending
from noctuary.judging.replacing import may_clash
from noctuary.judging.sections import Sections
from noctuary.judging.slots import slot
from noctuary.judging.statements import of_candidate, of_fact
from noctuary.model import Candidate, Fact, Statement, Support
from noctuary.reader import choose
from noctuary.stages.candidates import candidate_pairs
from noctuary.stages.independent_sources import TOLD_AT_LEAST
from noctuary.stages.own_lines import (
    Against,
    is_standing_line,
    may_come_after,
    may_object,
    outdated,
    sharing_a_word,
)
from noctuary.stages.run import Run
from noctuary.stages.sharing import MOST_LOOKS, late
from noctuary.stages.without_asides import judge_pair, sureness_at_most

DENIES_AT_LEAST = 0.9
_NEVER = math.inf
_HEARD, _LINE = "heard ", "line "


def updates(
    run: Run, undated: dt.date | None, dawn: dt.date, sections: Sections
) -> tuple[list[Candidate], list[Support]]:
    """Near misses that count after all: what surely replaces something believed or a line of the memory file, marked
    as an update; what a human likely tells of such a change, as one voice of several; what surely denies something
    that lasts; and what repeats something kept, under its words. And the near misses that wait for the next night.

    `undated` is since when an undated line is known to stand, `dawn` the first day known at all, `sections` where
    headings stand.
    """
    near = [one for one in run.near_misses if one.support.trust in ("human", "agent")]
    if not near:
        return [], []
    zone, first = run.now.tzinfo, undated or dawn
    heard = {f"{_HEARD}{n}": of_candidate(one, zone, first) for n, one in enumerate(near)}
    kept = {f"{_LINE}{n}": of_candidate(one, zone, first) for n, one in enumerate(run.candidates)}
    lines = {
        key: one for key, one in kept.items() if run.candidates[int(key.removeprefix(_LINE))].support.role == "memory"
    }
    lines |= {key: of_fact(fact, dawn) for key, fact in run.facts.items() if is_standing_line(fact)}
    pairs, waiting = _met(run, dict(zip(heard, near, strict=True)), heard, kept, lines)
    found: dict[int, Candidate] = {}
    against: dict[tuple[int, str], Against] = {}
    for new, old in (sorted(pair, key=lambda key: key not in heard) for pair in pairs):
        said = run.candidates[int(old.removeprefix(_LINE))] if old in kept else None
        before = kept.get(old) or _believed(run.facts.get(old), dawn)
        number = int(new.removeprefix(_HEARD))
        as_dated = of_candidate(said, zone) if said else of_fact(run.facts[old])
        as_heard, sources = of_candidate(near[number], zone), (said.support,) if said else run.facts[old].sources
        is_formal = are_of_two_days(as_heard, as_dated) or sections.are_of_a_form(
            as_heard, (near[number].support,), as_dated, sources
        )
        one = _beside(run, near[number], heard[new], before, said, is_formal) if before else None
        may_object_to = old in lines and not is_formal and may_object(near[number].support)
        if one is None and may_object_to and may_come_after(_day(lines[old]), _day(heard[new]), run.written):
            against[number, old] = Against(as_dated, as_heard, near[number].confidence)
        if one and (number not in found or _rank(one) > _rank(found[number])):
            found[number] = one
    for number, one in _against(run, near, against):
        if number not in found or _rank(one) > _rank(found[number]):
            found[number] = one
    return [found[number] for number in sorted(found)], [near[int(key.removeprefix(_HEARD))].support for key in waiting]


def _met(
    run: Run,
    near: Mapping[str, Candidate],
    heard: Mapping[str, Statement],
    kept: Mapping[str, Statement],
    lines: Mapping[str, Statement],
) -> tuple[list[tuple[str, str]], Collection[str]]:
    """The near misses with what they may be of, by keys; and those of too many pairs for one night, which wait."""
    beside = sharing_a_word(lines, {key: heard[key] for key, one in near.items() if may_object(one.support)})
    pairs = [pair for pair in candidate_pairs(run, {**heard, **kept}, heard.keys(), ()) if not heard.keys() >= {*pair}]
    places = {key: (one.support.ref, one.support.line) for key, one in near.items()}
    told = {key: one.text for key, one in (*heard.items(), *kept.items())}
    waiting, pairs = late(places, pairs, lambda key: told.get(key) or run.facts[key].text, MOST_LOOKS)
    known = set(pairs)
    return [*pairs, *(pair for pair in beside if pair not in known and waiting.isdisjoint(pair))], waiting


def _beside(
    run: Run, one: Candidate, heard: Statement, before: Statement, said: Candidate | None, is_formal: bool
) -> Candidate | None:
    """A near miss as an update of `before`, as its denial, or as said in its words; None where it is none of them.

    `is_formal`: both are what one report says of two days or one form of two things: neither is evidence for the other.
    """
    conflicts, promote = run.workspace.settings.contradictions, run.workspace.settings.promote
    older, newer = sorted((before, heard), key=_day)
    is_stood = said is None or said.support.role == "memory"
    lasts = said is None or said.confidence >= promote.min_durability
    least = min(DENIES_AT_LEAST if lasts else _NEVER, _told_at_least(run, one) if is_stood else _NEVER)
    if not entails(heard, before) and (least == _NEVER or not _may_be_surer(older, newer, least)):
        return None
    reader = choose(run.workspace.settings.judge.model).reader
    verdict = judge_pair(older, newer, conflicts.ask_score, reader)
    if verdict.kind == "supersession" and verdict.score >= conflicts.retire_score and is_stood:
        return _raised(one, promote.min_durability, "update") if _is_later(heard, before) else None
    if verdict.kind == "supersession" and verdict.score >= TOLD_AT_LEAST and is_stood and one.support.trust == "human":
        return _raised(one, promote.min_candidate, "told") if _is_later(heard, before) else None
    if verdict.kind == "contradiction" and verdict.sureness >= DENIES_AT_LEAST and lasts:
        return _raised(one, promote.min_candidate, "denial")
    if verdict.is_conflict or is_formal or not repeats(heard, before, reader):
        return None
    return replace(one, text=before.text, days=(), subject=before.subject)


def _against(
    run: Run, near: Sequence[Candidate], against: Mapping[tuple[int, str], Against]
) -> Iterator[tuple[int, Candidate]]:
    """The near misses, by number, that likely outdate a line of the human's own."""
    settings = run.workspace.settings
    reader, least = choose(settings.judge.model).reader, settings.contradictions.outdated_score
    for (number, _), likely in zip(against, outdated(list(against.values()), reader, least), strict=True):
        if likely:
            yield number, _raised(near[number], settings.promote.min_candidate, "denial")


def _may_be_surer(older: Statement, newer: Statement, least: float) -> bool:
    """Whether a conflict of the two may be as sure as `least`, and one that could be acted on."""
    return may_clash(slot(older, newer)) and sureness_at_most(older, newer) >= least


def _told_at_least(run: Run, one: Candidate) -> float:
    """How sure a replacement must be for a near miss to count: less where a human tells of it."""
    least = run.workspace.settings.contradictions.retire_score
    return min(least, TOLD_AT_LEAST) if one.support.trust == "human" else least


def _rank(one: Candidate) -> tuple[bool, bool]:
    return "update" in one.cues[-1:], "denial" in one.cues[-1:]


def _day(one: Statement) -> dt.date:
    return one.said_on or dt.date.min


def repeats(heard: Statement, before: Statement, reader: Reader | None) -> bool:
    """Whether what was heard says all that was said before: the same, or more by the bar of what is lent."""
    older, newer = sorted((before, heard), key=_day)
    return entails(heard, before) and bool(lending([(older, newer)], reader))


def _believed(fact: Fact | None, dawn: dt.date) -> Statement | None:
    if fact is None or not fact.is_believed:
        return None
    return of_fact(fact, dawn)


def _raised(one: Candidate, least: float, mark: str) -> Candidate:
    """The candidate, as lasting as it must be to be looked at: it speaks of the very thing another one does."""
    return replace(one, confidence=max(one.confidence, least), cues=(*(cue for cue in one.cues if cue != mark), mark))


def _is_later(new: Statement, old: Statement) -> bool:
    return (new.said_on or dt.date.min) >= (old.said_on or dt.date.min)
