"""The past, asked: what was believed at a time, what changed between two, what was true on a day. Writes nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from msgspec.structs import replace

from noctuary.access import ANYONE, Asker, seen
from noctuary.consolidate.decay import band_of, confidence
from noctuary.consolidate.difference import Difference, difference_of_facts, difference_of_reviews, ties
from noctuary.consolidate.validity import Answer, Held, held, was_believed
from noctuary.decisions import Verdict
from noctuary.errors import UnknownId
from noctuary.journal import State, replay
from noctuary.model import Fact, Statement, Value, fold
from noctuary.page.lines import headed
from noctuary.settings import Workspace

_CLASHES = ("contradiction", "supersession")


class Moment(Value, frozen=True, omit_defaults=False):
    """A time in the memory's life: what a reader calls it, and the last instant that belongs to it."""

    name: str
    at: dt.datetime


class Compared(Value, frozen=True, omit_defaults=False):
    """Two moments, older first, and what changed between them."""

    before: Moment
    after: Moment
    changes: Difference


class Was(Value, frozen=True, omit_defaults=False):
    """Whether a statement was true on a day, and the fact whose papers say so (None where none speaks of it)."""

    asked: str
    day: dt.date
    answer: Answer
    because: str
    fact: Fact | None = None


def moment(workspace: Workspace, state: State, word: str) -> Moment:
    """A night's id, `last`, an ISO instant, or a day, whose last minute is meant. UnknownId for anything else."""
    last = state.last_night()
    if word == "last" and last:
        return Moment(name=last.id, at=state.begun(last.id))
    if word in state.nights:
        return Moment(name=word, at=state.begun(word))
    try:
        found = dt.datetime.fromisoformat(word)
    except ValueError:
        what = "no night has passed here yet" if word == "last" else "is no night, day or instant"
        raise UnknownId(word, what, "`noctuary status` lists the nights") from None
    if len(word) == len("2026-11-04"):
        from noctuary.local_time import zone

        found = dt.datetime.combine(found.date(), dt.time.max, zone(workspace))
    return Moment(name=word, at=found if found.tzinfo else found.replace(tzinfo=dt.UTC))


def night_before(state: State, at: Moment) -> Moment:
    """The night before a moment, or the beginning, when nothing was believed."""
    earlier = [night for night in state.nights if state.begun(night) < at.at]
    if not earlier:
        return Moment(name="the beginning", at=dt.datetime.min.replace(tzinfo=dt.UTC))
    last = max(earlier, key=lambda night: (state.begun(night), night))
    return Moment(name=last, at=state.begun(last))


def believed_at(workspace: Workspace, at: Moment, asker: Asker = ANYONE) -> State:
    """What the journal knew at a moment, as the asker may see it."""
    return seen(replay(workspace.journal, until=at.at), asker, at.at.date())


def compare(workspace: Workspace, first: str, second: str = "", asker: Asker = ANYONE) -> Compared:
    """What changed between two moments; of one alone, since the night before it."""
    state = replay(workspace.journal)
    one = moment(workspace, state, first)
    pair = [one, moment(workspace, state, second)] if second else [night_before(state, one), one]
    older, newer = sorted(pair, key=lambda found: found.at)
    before, after = (believed_at(workspace, found, asker) for found in (older, newer))
    return Compared(before=older, after=newer, changes=difference(before, after, older.at, newer.at, workspace))


def difference(before: State, after: State, then: dt.datetime, now: dt.datetime, workspace: Workspace) -> Difference:
    """What changed from one state, as it stood at `then`, to another at `now`."""
    policy = workspace.settings.decay
    names = {key: one.name for key, one in (before.entities | after.entities).items()}
    names |= {key: headed(fact) for key, fact in (before.facts | after.facts).items()}

    def crossed(fact: Fact) -> str:
        old = before.facts[fact.id]
        was = band_of(old, confidence(old, then, before.days, policy), policy)
        is_now = band_of(fact, confidence(fact, now, after.days, policy), policy)
        return f"{was} → {is_now}" if was != is_now else ""

    def name(key: str) -> str:
        return names.get(key, key)

    counts = [sum(fact.status == "candidate" for fact in state.facts.values()) for state in (before, after)]
    lists: dict[str, Sequence[Value]] = {
        **difference_of_facts(before.facts, after.facts, after.reviews, crossed, name),
        **difference_of_reviews(before.reviews, after.reviews, name),
        "edges_added": ties(after.edges, before.edges, name),
        "edges_gone": ties(before.edges, after.edges, name),
    }
    return Difference(**{key: tuple(found) for key, found in lists.items()}, candidates=counts[1] - counts[0])  # type: ignore[arg-type]


def held_on(state: State, fact: Fact, day: dt.date, today: dt.date) -> Held:
    """Whether a fact was true on a day, by its dates and by what it replaced."""
    replaced = any(
        edge.rel == "supersedes" and edge.src == fact.id and was_believed(state.facts[edge.dst])
        for edge in state.edges.values()
        if edge.dst in state.facts
    )
    return held(fact, day, today, follows=replaced)


def was(state: State, asked: str, near: Sequence[Fact], day: dt.date, today: dt.date) -> Was:
    """Whether what `asked` says was true on `day`, by the facts `near` it, best first.

    A fact that says the same answers for it. Where none does, one that says otherwise and held then makes it a no.
    Else it is unknown.
    """
    known = [(fact, _verdict(asked, fact), held_on(state, fact, day, today)) for fact in near if was_believed(fact)]
    said = [(fact, found) for fact, verdict, found in known if verdict is None]
    for wanted in ("yes", "no", "unknown"):
        for fact, found in said:
            if found.answer == wanted:
                return Was(asked=asked, day=day, answer=found.answer, because=found.because, fact=fact)
    others = [(fact, found) for fact, verdict, found in known if verdict and verdict.kind in _CLASHES]
    for fact, found in sorted(others, key=lambda one: one[1].answer != "yes"):
        if found.answer == "yes":
            return Was(asked=asked, day=day, answer="no", because=f"then it was “{fact.text}”", fact=fact)
        because = f"“{fact.text}” speaks of it; of that day: {found.because}"
        return Was(asked=asked, day=day, answer="unknown", because=because, fact=fact)
    return Was(asked=asked, day=day, answer="unknown", because="no fact says so or otherwise")


def _verdict(asked: str, fact: Fact) -> Verdict | None:
    """What the judge says of what is asked, taken as the older, and the fact; None where the fact says so.

    "No, we use pnpm" answers somebody: what it says is what stands behind the no, and only of what it does not say
    tells the no that it is a change.
    """
    from noctuary.text.answers import unanswered
    from noctuary.text.clauses import standing

    fact = replace(fact, text=standing(fact.text))
    asked, told = (asked, fact.text) if asked == fact.id else (unanswered(asked), unanswered(fact.text))
    if asked == fact.id or fold(asked) in (fold(told), fold(f"{fact.entity}: {told}")):
        return None
    from noctuary.judging.judge import judge

    verdict = judge(Statement(text=asked), Statement(text=told, subject=fact.entity))
    if not verdict.is_conflict and _says_so(asked, replace(fact, text=told)):
        return None
    if verdict.is_conflict or told == fact.text:
        return verdict
    return judge(Statement(text=asked), Statement(text=fact.text, subject=fact.entity))


def _says_so(asked: str, fact: Fact) -> bool:
    """Whether the fact, whole or in a clause, says all that is asked, on no condition that is not asked; what stands
    above it says of whom it speaks.

    "Dev runs Codex, never Claude" says "Dev runs Codex"; "if it rains, the crane stays in" does not say that it does.
    """
    from noctuary.extraction.atoms import clauses
    from noctuary.judging.entails import LEAST_MET, says
    from noctuary.text.answers import stated
    from noctuary.text.conditions import is_on_condition, unconditional

    told = unconditional(fact.text) if is_on_condition(fact.text) and not is_on_condition(asked) else fact.text
    whole = headed(replace(fact, text=told)) if told else ""
    said = [Statement(text=part, subject=fact.entity) for part in dict.fromkeys((whole, told, *clauses(told))) if part]
    return any(
        says(one, Statement(text=words), 1 if f" {fold(words)} " in f" {fold(one.text)} " else LEAST_MET)
        for words in dict.fromkeys((asked, stated(asked)))
        for one in said
    )
