"""What a later statement says against a line that the human wrote into the memory file.

The judge sees a change where both sides are worded alike; people tell it in other words ("cron on dunlin, 03:40",
"the dump goes off at 5:15"), or name another name. Where a telling word is shared, how likely the line is outdated has
been learned (`judging.outdated`), and a likely one is asked about. It replaces nothing. Only what was said after the
file was last written counts: what its owner had heard when he wrote it stands in it, or he did not want it there.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from noctuary.consolidate.score import is_own_line
from noctuary.decisions import Judged, Reader, Verdict
from noctuary.extraction.written_days import full
from noctuary.judging.blocking import WHOLE, traits
from noctuary.judging.entails import are_of_two_things, entails, told_words
from noctuary.judging.outdated import chance
from noctuary.judging.reasons import explain, slot_of
from noctuary.judging.replacing import SURELY_HEARD, is_replaced, is_seen, names_another_former
from noctuary.judging.slots import slot
from noctuary.judging.statements import of_fact
from noctuary.judging.worded_alike import gives_another
from noctuary.model import Fact, Statement, Support
from noctuary.page.block import human_part
from noctuary.sources.own import without_own
from noctuary.text.days import order_day

FEW, RARE = 3, 12
"""A word that more own lines, or more of a night's statements, hold is what the whole workspace is about. These bound
the work alone."""
MOST = 2_000
"""Pairs that a rare word alone brings together in a night: a reader takes some ten seconds for them."""
MAY_OUTDATE = "what was said since may outdate this line of your own"
_SILENT = frozenset(("assistant", "tool", "memory"))
"""Who does not speak against an own line: an assistant's turn repeats, guesses and counts, and own lines stand beside
each other."""


class Against(NamedTuple):
    """A line of the memory file, what was said elsewhere, and how sure that is to last (`Support.durability`)."""

    line: Statement
    said: Statement
    durability: float


def against_own_lines(
    facts: Mapping[str, Fact], pairs: Sequence[tuple[str, str]], reader: Reader | None, least: float, written: dt.date
) -> list[Judged]:
    """Of pairs of ids those whose own line is outdated by the other at least `least` likely; own lines first.

    `written` as `may_come_after` has it. A line without a day is read as one: taken for as old as the first note, it is
    "same day" beside what changes it.
    """
    ends = [both for one, other in pairs if (both := own_line_first(facts[one], facts[other], written))]
    found = outdated([Against(of_fact(line), of_fact(said), _durability(said)) for line, said in ends], reader, least)
    return [
        Judged(line.id, said.id, _verdict(line, said, likely))
        for (line, said), likely in zip(ends, found, strict=True)
        if likely
    ]


def outdated(some: Sequence[Against], reader: Reader | None, least: float) -> list[float]:
    """How likely each line no longer holds; 0 below `least`, without a reader, and where nothing is weighed.

    At least `least` where the line's own words are said of another value or name, or a word of the line is called
    former, another given in its place, and the reader is sure ("My editor is Emacs" / "I switched to Neovim, Emacs is
    gone"): next to nothing of 38,943 natural pairs, and mostly right (docs/corpus.md).
    """
    chances = [0.0] * len(some)
    if reader is None:
        return chances
    left = [place for place, one in enumerate(some) if may_outdate(one.line, one.said) or _is_field(one.line, one.said)]
    heard = reader.chances_of([(some[place].line, some[place].said) for place in left])
    for place, said in zip(left, heard, strict=True):
        found = chance(*some[place], said)
        is_plain = _is_plain(some[place].line, some[place].said, said.conflict)
        chances[place] = max(found, least) if is_plain or found >= least else 0.0
    return chances


def _is_field(line: Statement, said: Statement) -> bool:
    """Whether what was said gives a field of the line another value, and stands under a bare date or nothing."""
    above = Statement(text=said.context[-1] if said.context else "")
    return gives_another(line, said) and not told_words(above)


def _is_plain(line: Statement, said: Statement, heard: float) -> bool:
    return gives_another(line, said) or (heard >= SURELY_HEARD and is_replaced(slot(line, said)))


def sharing_a_word(lines: Mapping[str, Statement], said: Mapping[str, Statement]) -> list[tuple[str, str]]:
    """Each of `lines` with those of `said` that share a telling word which few of either hold, by their keys, each pair
    in ascending order: at most `MOST`, of the rarest words."""
    if not said:
        return []
    ours, theirs = _holders(lines), _holders(said)
    found: dict[tuple[str, str], int] = {}
    for word in sorted(ours.keys() & theirs.keys(), key=lambda word: (len(theirs[word]), word)):
        if len(ours[word]) <= FEW and len(theirs[word]) <= RARE:
            for line in ours[word]:
                for key in theirs[word]:
                    found.setdefault((min(line, key), max(line, key)), len(theirs[word]))
    return sorted(sorted(found, key=lambda pair: (found[pair], pair))[:MOST])


def _holders(some: Mapping[str, Statement]) -> dict[str, list[str]]:
    """Who holds each telling word."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, one in some.items():
        for word, weight in traits(one).words:
            if weight == WHOLE:
                found[word].append(key)
    return found


def is_against_own(one: Fact, other: Fact, reader: Reader | None, least: float, written: dt.date) -> bool:
    """Whether one of two is a line of the human's own that the other outdates, at least `least` likely."""
    ends = [(one.id, other.id)]
    return bool(against_own_lines({one.id: one, other.id: other}, ends, reader, least, written))


def own_line_first(one: Fact, other: Fact, written: dt.date) -> tuple[Fact, Fact] | None:
    """A line of the memory file, and what is said elsewhere, later, by who may object; None where neither is."""
    for line, said in ((one, other), (other, one)):
        if is_standing_line(line) and not is_own_line(said) and any(map(may_object, said.sources)):
            return (line, said) if may_come_after(order_day(line), order_day(said), written) else None
    return None


def may_come_after(line: dt.date, said: dt.date, written: dt.date) -> bool:
    """Whether what was said on a day is later than a line of its day in a file `written` on a day, or later
    (`last_written`; the first day there is tells nothing)."""
    return line <= said and (written < said or written == dt.date.min)


def last_written(memory: bytes, night: dt.date) -> dt.date:
    """The latest day up to the night that the human's part of a memory file names: it was written then, or later.

    "Status (2026-05-10): …", on 12 May: 2026-05-10; of a file that names none, the first day there is. A deadline that
    has passed is taken for such a day, too: then nothing is asked that might have been.
    """
    text, _ = without_own(human_part(memory).decode("utf-8", "replace"))
    return max((day for day in full(text) if day <= night), default=dt.date.min)


def is_standing_line(fact: Fact) -> bool:
    """Whether a fact is a line of the memory file that nothing has taken the place of; one just read is a candidate."""
    return fact.is_alive and is_own_line(fact)


def may_object(source: Support) -> bool:
    """Whether what a source says may be held against a line of the human's own."""
    return source.trust in ("human", "agent") and source.role not in _SILENT


def may_outdate(line: Statement, said: Statement) -> bool:
    """Whether both share a telling word or a label, so that it is worth weighing what was said against the line.

    A question outdates nothing, nor does what says all that the line does, what is a bare field under another heading,
    or what says that its value was another one before. Whether headings tell a sentence apart is weighed (`chance`).
    """
    met = slot(line, said)
    if not (met.shared or met.is_labelled) or met.two.status == "question" or names_another_former(met):
        return False
    if met.two.is_label and are_of_two_things(line, said):
        return False
    return not entails(Statement(text=said.text), Statement(text=line.text))


def _durability(said: Fact) -> float:
    """How sure the words state a lasting truth, of who may object."""
    return max((one.durability for one in said.sources if may_object(one)), default=0.0)


def _verdict(line: Fact, said: Fact, likely: float) -> Verdict:
    """That they clash; in the words of the measures where these see what, else no attribute is made up."""
    met = slot(line, said)
    if not is_seen(met):
        return Verdict(kind="contradiction", reason=MAY_OUTDATE, score=likely, clash=likely)
    where, ours, theirs = slot_of(met.one, met.two, met.met, "contradiction")
    reason = explain("contradiction", met.one, met.two, met.met, where, ours, theirs)
    return Verdict(
        kind="contradiction", reason=reason, score=likely, slot=where, a_value=ours, b_value=theirs, clash=likely
    )
