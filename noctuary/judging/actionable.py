"""Whether a conflict is plain enough to act on: to bother a human with it, or to retire a statement without asking.

The judge says how sure a conflict is; this asks that it be about one thing and that what clashes be seen at once. It
finds no conflicts. What nobody believes and only agents noted is held to more: a diary's counts were true on their day.
"""

from __future__ import annotations

import datetime as dt
import re

from noctuary.decisions import Verdict
from noctuary.judging.apart import are_of_other_kinds, tell_two_things
from noctuary.judging.entails import are_of_two_things
from noctuary.judging.features import CHANGE, WEAK
from noctuary.judging.jobs import are_jobs
from noctuary.judging.judge import rule
from noctuary.judging.odds import tells_change
from noctuary.judging.slots import (
    HALF,
    MET,
    MOST,
    SIXTY,
    TWO,
    Slot,
    are_far_apart,
    are_labels_apart,
    are_names_exchanged,
    are_of_one,
    has_attribute,
    has_opposites,
    has_rivals,
    have_subjects,
    is_cjk,
    is_denied,
    is_one_thing,
    is_spelt_out,
    is_telling,
    measured,
    slot,
)
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Statement
from noctuary.text.claims import claim
from noctuary.text.forms import is_episode, is_placed
from noctuary.text.tense import tense
from noctuary.text.values import Typed

OF_LONGER = 0.2
SURE = 0.9
TALE = 12
THIRD = 0.33
TWO_FIFTHS = 0.4
_WHEN = frozenset(("date", "time"))
# Values that tell nothing by themselves: what they are of stands beside them.
_BARE = frozenset(("number", "range", "id", "ordinal", "year", "version", "path", "url"))
# Values that each day, run or item has of its own.
_OWN = _BARE | {"date", "time", "span"}
_CHANGING = frozenset((*CHANGE, *WEAK)) - {"since"}
_DAY_ALONE = re.compile(r"(?:^|/)20\d\d-?\d\d-?\d\d(?:[T_-]?\d{2,6})?\.\w+$")


def is_plain(verdict: Verdict, a: Fact | Statement, b: Fact | Statement) -> bool:
    """Whether a reader sees at once what the two disagree about, and that it is one thing."""
    met = slot(a, b)
    unattended = _is_unattended(a) + _is_unattended(b)
    is_open = unattended == TWO
    if is_open and not _may_be_one(a, b, met):
        return False
    if are_labels_apart(a.text, b.text) or _is_of_nothing(met) or are_of_two_things(*map(_stated, (a, b))):
        return False
    if verdict.kind == "supersession" and _is_over(met, *sorted((a, b), key=lambda one: one.said_on or dt.date.min)):
        return False
    is_sure = verdict.sureness >= SURE
    if _are_told_together(a, b, met, is_sure=is_sure):
        return False
    if is_sure and not is_open and met.is_close and any(not _is_of_moments(met, x) for x, _ in measured(met)):
        return True
    if are_jobs(a.text, b.text):
        return True
    if verdict.kind == "contradiction" and met.met.differing and not met.is_labelled and tell_two_things(met):
        return False
    if is_denied(met) and (met.of_shorter >= MOST or not is_open) and (met.of_longer >= OF_LONGER or not unattended):
        return True
    if met.met.differing:
        own = _owned(a, b) if is_open else frozenset[str]()
        return any(x.kind not in own and _is_of_one(met, x, y, is_open=is_open) for x, y in measured(met))
    if _excludes(met):
        return _is_excluded(met, is_open=is_open)
    if is_open:
        return met.shared >= TWO and met.of_shorter >= HALF and are_names_exchanged(met, may_be_code=False)
    is_exchanged = _is_exchanged(met, may_be_long=verdict.kind == "supersession")
    return is_exchanged and (not unattended or met.is_labelled or _is_one_word(met))


def _stated(one: Fact | Statement) -> Statement:
    return of_fact(one) if isinstance(one, Fact) else one


def _are_told_together(a: Fact | Statement, b: Fact | Statement, met: Slot, *, is_sure: bool) -> bool:
    """Whether one message holds both, or one day's note does and nobody is sure, and neither tells of a change.

    What is said together seldom clashes: in stores with planted conflicts, of what else would be asked of one day one
    in seven is a conflict.
    """
    if a.said_on is None or a.said_on != b.said_on or tells_change(met.one) or tells_change(met.two):
        return False
    if not (isinstance(a, Fact) and isinstance(b, Fact)):
        return not is_sure
    events = {one.event for one in a.sources}
    if events and "" not in events and events == {one.event for one in b.sources}:
        return True
    return not is_sure and not {one.ref for one in a.sources}.isdisjoint(one.ref for one in b.sources)


def _is_one_word(met: Slot) -> bool:
    """Whether one word is exchanged in otherwise mostly the same words."""
    return met.of_shorter >= MOST and met.of_longer >= HALF and max(len(met.met.only_a), len(met.met.only_b)) <= 1


def is_plain_change(older: Fact | Statement, newer: Fact | Statement) -> bool:
    """Whether the newer one plainly tells what became of the older one's slot, so that nobody need be asked.

    It does not where the older one tells of what is over, only a field's name is shared, an instant stands against
    another, measures lie far apart, or a long tale shares a word or two and nothing in it clashes.
    Where nobody stands behind the newer, it gives a value for a value. Where nobody does behind either, half of what
    the shorter one tells stands in the other, and it gives another value or a rival; or half of what the longer one
    tells does, and it calls the older value former or denies it.
    """
    met = slot(older, newer)
    if _is_over(met, older, newer):
        return False
    pairs = measured(met)
    is_far = not (met.is_close or met.met.retired) and any(are_far_apart(x, y) for x, y in pairs)
    if is_far or _is_of_nothing(met) or any(_is_of_moments(met, x) for x, _ in pairs):
        return False
    if not (_is_unattended(older) and _is_unattended(newer)):
        is_tale = met.of_longer < OF_LONGER and max(len(met.one.tokens), len(met.two.tokens)) >= TALE
        has_value = bool(met.met.retired or pairs or met.is_labelled)
        if _is_unattended(newer) and not has_value:
            return False
        is_told = is_denied(met) or _is_ended(met) or _is_of_slot(met, pairs) or are_jobs(older.text, newer.text)
        return _is_replaced(met) or _excludes(met) or (not is_tale and is_told)
    if not _may_be_one(older, newer, met) or met.shared < TWO or met.of_shorter < HALF:
        return False
    own = _owned(older, newer)
    if pairs and not met.met.retired and all(x.kind in own for x, _ in pairs):
        return False
    if met.of_longer >= HALF and (_is_replaced(met) or is_denied(met)):
        return True
    return any(_is_of_one(met, x, y, is_open=False) for x, y in pairs) if pairs else _excludes(met)


def _is_over(met: Slot, older: Fact | Statement, newer: Fact | Statement) -> bool:
    """Whether the older one tells of what happened once and changed nothing, and the newer one does not correct it.

    A value that another one stands against, or that is called former, was no mere event's.
    """
    told = tense(older.text)
    is_dated = older.said_on and newer.said_on and older.said_on != newer.said_on
    if not told.was or told.now or told.came or not is_dated or met.met.retired or measured(met):
        return False
    mine, other = (claim(Statement(text=side.text)).cues for side in (older, newer))
    return _CHANGING.isdisjoint(mine) and "correction" not in other


def _is_ended(met: Slot) -> bool:
    """Whether the newer one calls former what the older one mostly says of its subject ("has left the bank")."""
    if met.shared < TWO or met.of_shorter < HALF or met.of_longer < TWO_FIFTHS:
        return False
    mine, other = met.one.tokens, met.two.tokens
    told = [(mine[i], other[j]) for i, j, strength in met.met.same if strength >= MET and is_telling(mine[i])]
    return any(new.past and not new.head and not old.past for old, new in told)


def _is_of_slot(met: Slot, pairs: list[tuple[Typed, Typed]]) -> bool:
    """Whether one slot is plain: a value called former, a label, values of one kind of one thing, or shared words."""
    if met.met.retired:
        return True
    if are_of_other_kinds(met):
        return False
    if met.is_labelled:
        return True
    if pairs:
        return any(_is_of_one(met, x, y, is_open=False) for x, y in pairs)
    is_one = met.shared >= TWO and met.of_shorter >= HALF and has_attribute(met)
    return is_one and (tells_change(met.two) or met.of_longer >= HALF) and _gives_another(met)


def _gives_another(met: Slot) -> bool:
    """Whether the newer one names what the older one does not: what stands in its place, not what happened once."""
    return any(is_one_thing(met.two.tokens[j]) for j in met.met.only_b) and not is_episode(met.two.text)


def _is_of_nothing(met: Slot) -> bool:
    """Whether they share no more than the name of a field (`Status: …`), which tells of what only where it stands."""
    return met.shared < TWO and any(is_placed(side.text) for side in (met.one, met.two))


def _is_replaced(met: Slot) -> bool:
    return rule(met.one, met.two, met.met) == "replaced"


def _excludes(met: Slot) -> bool:
    return has_rivals(met) or has_opposites(met)


def _is_excluded(met: Slot, *, is_open: bool) -> bool:
    """Whether what excludes each other is said of one thing; opposites are looser than two things of one kind."""
    if met.is_labelled:
        return True
    least = (SIXTY if is_open else THIRD) if not has_rivals(met) else THIRD
    few = TWO if is_open and not has_rivals(met) else 1
    return met.shared >= few and met.of_shorter >= least and met.of_longer >= OF_LONGER


def _is_of_one(met: Slot, x: Typed, y: Typed, *, is_open: bool) -> bool:
    """Whether two values are said of one thing."""
    if _is_of_moments(met, x):
        return False
    if is_open and ((x.kind in _OWN and not met.is_close) or _is_one_of_many(met, x, y)):
        return False
    if x.kind in _BARE:
        return (met.is_labelled or met.of_shorter >= HALF) and are_of_one(met, x, y)
    if not (met.is_labelled or met.of_longer >= OF_LONGER or has_attribute(met)):
        return False
    return met.is_near and (met.is_close or not are_far_apart(x, y))


def _is_one_of_many(met: Slot, x: Typed, y: Typed) -> bool:
    """Whether a side gives several values of the kind ("34 MB → 9.4 MB"): which is the slot's, no reader sees."""
    return any(sum(v.kind == one.kind for v in side.values) > 1 for side, one in ((met.one, x), (met.two, y)))


def _is_exchanged(met: Slot, *, may_be_long: bool) -> bool:
    """Whether one label has two short values, or few words are exchanged in otherwise the same words."""
    left = max(len(met.met.only_a), len(met.met.only_b))
    if is_spelt_out(met) or are_of_other_kinds(met):
        return False
    if met.is_labelled:
        is_even = bool(met.one.negations) == bool(met.two.negations)
        return is_even and ((may_be_long and met.of_longer >= OF_LONGER) or left <= TWO)
    if met.of_shorter >= MOST and met.of_longer >= HALF:
        return left <= TWO
    return met.shared >= TWO and met.of_shorter >= HALF and are_names_exchanged(met, may_be_code=True)


def _may_be_one(a: Fact | Statement, b: Fact | Statement, met: Slot) -> bool:
    """Whether two statements nobody stands behind may be of one thing: each names it, a day is known, and a third of
    what the longer one tells stands in the other, or both are of one label."""
    is_dated = a.said_on is not None or b.said_on is not None
    is_of_itself = any(is_placed(side.text) for side in (met.one, met.two))
    is_shared = met.is_labelled or met.of_longer >= THIRD
    return is_dated and not is_of_itself and is_shared and have_subjects(met) and is_cjk(met.one) == is_cjk(met.two)


def _is_of_moments(met: Slot, value: Typed) -> bool:
    """Whether a date or time is that of something that happened: a side names a day and a time, or opens with it."""
    return value.kind in _WHEN and any(_is_stamped(side.values) for side in (met.one, met.two))


def _is_stamped(found: tuple[Typed, ...]) -> bool:
    return {v.kind for v in found} >= _WHEN or any(v.kind in _WHEN and v.start <= 1 for v in found)


def _is_unattended(side: Fact | Statement) -> bool:
    """Whether nobody believes it and no human said it."""
    return isinstance(side, Fact) and side.status == "candidate" and side.trust != "human"


def _owned(a: Fact | Statement, b: Fact | Statement) -> frozenset[str]:
    """The kinds of value that each of two statements has of its own because of where it stands."""
    return _OWN if _is_report(a) or _is_report(b) else frozenset()


def _is_report(side: Fact | Statement) -> bool:
    """Whether it stands in notes that are named for an occasion, not for their day alone: what it counts is theirs."""
    notes = [one for one in side.sources if one.role == "note"] if isinstance(side, Fact) else []
    return bool(notes) and not any(_DAY_ALONE.search(one.ref) for one in notes)
