"""What was left: turned down by the human, or replaced; since when, and what stands instead. Writes nothing.

Who says such a statement again by day has not changed that: it is one more voice for what was left.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from noctuary.access import OWN
from noctuary.consolidate.score import WITHDRAWN
from noctuary.extraction.headings import subject
from noctuary.journal import State
from noctuary.journal.calls import BY_DAY
from noctuary.judging.aligned import stems
from noctuary.judging.entails import subject_above, told_words
from noctuary.judging.statements import of_fact
from noctuary.model import Entity, Fact, Review, Statement, Support, fold
from noctuary.page.lines import headed
from noctuary.page.questions import is_open
from noctuary.page.shelves import successor
from noctuary.stages.asking import says_same
from noctuary.stages.gone import Gone
from noctuary.stages.rejections import NEVER, left_by, refused, taken_back
from noctuary.text.claims import claim
from noctuary.text.days import day_of

ENDED_BY = "ended_by"
"""Of a fact that somebody ended by a call, in `extra`: whose word that was."""
GONE = ("archived", "superseded")
PUBLIC = (OWN, "public", "")
IMPORT = "import:"
_SHOWN = 120
_BETWEEN = re.compile(r"[-_]+")


class Left(NamedTuple):
    """A fact that was left: what happened to it, in words with their day, what is believed instead, and whether that
    was the human's own word."""

    fact: Fact
    what: str
    instead: Fact | None = None
    is_decided: bool = True


def why_left(state: State, fact: Fact, zone: dt.tzinfo | None) -> Left | None:
    """Why a fact is not believed although it was said; None where it is, or anybody may say it again. Days are those of
    the zone.

    Nobody has turned down what only the archive put away, what another tool's record or an agent's own call ended, or a
    candidate that no question asks about.
    """
    if fact.status not in (*GONE, "candidate") or fact.archived_because:
        return None
    about = [one for _, one in sorted(state.reviews.items()) if fact.id in (one.a, one.b)]
    waiting = next((one for one in about if is_open(one)), None)
    if waiting and fact.status == "candidate":
        return Left(fact, f"your human is asked about it, question {waiting.id}")
    answers = [one for one in about if one.decided_at and fact.id in left_by(one)]
    last = max(answers, key=lambda one: (one.decided_at, one.id), default=None)
    undone = taken_back(state).get(fact.id)
    if last and last.decided_at and not (undone and undone > last.decided_at):
        return _answered(state, fact, last, last.decided_at.astimezone(zone).date())
    if undone:
        return Left(fact, f"your human took it back on {undone.astimezone(zone).date()}")
    if fact.status == "candidate":
        return None
    if fact.gate == WITHDRAWN:
        return Left(fact, f"your human took its line out of their memory file{_on(fact)}", successor(state.facts, fact))
    if fact.extra.get(ENDED_BY) == "human":
        return Left(fact, f"your human ended it{_on(fact)}", successor(state.facts, fact))
    is_replaced = fact.status == "superseded"
    if not is_replaced:
        return None
    return Left(fact, f"it was replaced{_on(fact)}", successor(state.facts, fact), is_decided=False)


def _answered(state: State, fact: Fact, review: Review, on: dt.date) -> Left:
    if fact.id in refused(review):
        return Left(fact, f"your human said no to it on {on}")
    if review.decision in ("edit", "scoped"):
        return Left(fact, f"your human said it in their own words on {on}", successor(state.facts, fact))
    return Left(fact, f"your human chose another on {on}", successor(state.facts, fact))


def _on(fact: Fact) -> str:
    return f" on {fact.valid_to}" if fact.valid_to else ""


def said_again(fact: Fact, gone: Iterable[Fact]) -> Iterator[Fact]:
    """Those of `gone` that a statement says again, in the same words or in nearly the same.

    Only what shares half of the shorter one's telling words is worth the judge.
    """
    own = _telling(fact.text)
    for old in gone:
        theirs = _telling(old.text)
        if len(own & theirs) * 2 >= min(len(own), len(theirs)) and says_same(fact, old):
            yield old


class SaidBefore:
    """What a state has left, for statements that come in by the file."""

    def __init__(self, state: State, zone: dt.tzinfo | None) -> None:
        self._state, self._zone = state, zone
        asked = {side for one in state.reviews.values() for side in (one.a, one.b)}
        waiting = (one for one in state.facts.values() if one.status == "candidate" and one.id in asked)
        self._gone = _filed([*(one for one in state.facts.values() if one.status in GONE), *waiting])

    @cached_property
    def _believed(self) -> Gone:
        return _filed(one for one in self._state.facts.values() if one.is_believed)

    def why(self, made: Fact, about: Entity | None, known: Fact | None) -> Left | None:
        """Why a statement is not believed on an agent's word; `known` is the fact of the very words, if any."""
        if known and known.is_believed:
            return None
        for old in (*([known] if known else ()), *self._like(made, self._gone)):
            why = why_left(self._state, old, self._zone)
            if why and (old is known or not self._are_two(made, about, why)):
                return None if next(self._like(made, self._believed), None) else why
        return None

    def _like(self, made: Fact, among: Gone) -> Iterator[Fact]:
        facts = [self._state.facts[key] for key in among.likest(fold(made.text)) if key != made.id]
        facts = [one for one in facts if audience(one) in (audience(made), PUBLIC)]
        return said_again(made, facts) if facts else iter(())

    def _are_two(self, made: Fact, about: Entity | None, why: Left) -> bool:
        theirs = self._state.entities.get(why.fact.about)
        return are_of_two_things(made, about, why.fact, theirs, is_decided=why.is_decided)


def _filed(facts: Iterable[Fact]) -> Gone:
    return Gone((one.id, fold(one.text)) for one in facts)


def told(why: Left) -> str:
    """To the agent that says it again: what was left, when, and what is believed instead."""
    says = "this" if why.fact.status == "candidate" else "this says again what was left"
    now = f"; “{short(why.instead)}” ({why.instead.id}) is believed instead" if why.instead else ""
    kept = "it is kept as one more voice, and not believed on your word"
    return f"{says}: “{short(why.fact)}” ({why.fact.id}): {why.what}{now}; {kept}"


def short(fact: Fact) -> str:
    """A fact's words with what they are about, cut to a line."""
    text = " ".join(headed(fact).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def audience(fact: Fact) -> tuple[str, ...]:
    """Whom a fact is for."""
    return fact.agent_id, fact.visibility, fact.scope


def heard(old: Fact, support: Support) -> tuple[Support, ...]:
    """The sources of a fact with one more; of a session that says it again and again the first and the last stay."""
    same = [one for one in old.sources if one.session == support.session and fold(one.quote) == fold(support.quote)]
    return (*(one for one in old.sources if one not in same[1:] and one.event != support.event), support)


def are_of_two_things(made: Fact, mine: Entity | None, old: Fact, theirs: Entity | None, *, is_decided: bool) -> bool:
    """Whether the same words are said of two things: of two that they do not name, by the names they are written under.

    So they are where both are entities that somebody gave a type, and of a field ("Test command: make test"); where the
    human has decided, of one that says nothing without a name ("Port: 8080"), or is written to a thing of some type.
    """
    if mine is None:
        return False
    ours, other = _named(mine.name), _named(subject(old, is_away=True) or (theirs.name if theirs else ""))
    if not (ours - told_words(of_fact(old)) and other - told_words(of_fact(made)) and ours - _named(made.text)):
        return False
    is_typed = mine.type != "unknown"
    if theirs and is_typed and theirs.type != "unknown":
        return mine.id != theirs.id
    needs_name = bool(subject_above(Statement(text=made.text, context=(mine.name,))))
    return claim(Statement(text=made.text)).is_label and (is_typed or needs_name or not is_decided)


def _named(text: str) -> frozenset[str]:
    return told_words(Statement(text=_BETWEEN.sub(" ", text)))


def said_since(state: State, zone: dt.tzinfo | None) -> Iterator[str]:
    """The ids of what was said again by day since the last night, after something had replaced it."""
    night = state.last_night()
    since = state.begun(night.id) if night else NEVER
    ended: dict[str, dt.datetime] = {}
    for edge in state.edges.values():
        if edge.rel == "supersedes" and edge.created_at:
            ended[edge.dst] = max(edge.created_at, ended.get(edge.dst, NEVER))
    for key, fact in state.facts.items():
        if fact.status != "superseded" or not fact.valid_to:
            continue
        at, _, batch = state.written.get(("observation", key), (NEVER, "", None))
        if not (batch or "").startswith((BY_DAY, IMPORT)):
            continue
        day, from_ = fact.valid_to, ended.get(key, since)
        if at > since and any(_is_after(one, day, from_, zone, key in ended) for one in fact.sources):
            yield key


def _is_after(one: Support, day: dt.date, since: dt.datetime, zone: dt.tzinfo | None, is_exact: bool) -> bool:
    said = day_of(one, zone)
    if one.at is None or said is None or one.is_lent:
        return False
    return one.at > since if is_exact or said == day else said > day


@lru_cache(maxsize=1 << 14)
def _telling(text: str) -> frozenset[str]:
    return frozenset(stems(text))
