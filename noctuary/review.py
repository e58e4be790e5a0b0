"""The human's side: what waits for a decision, and writing the decision down. Decides nothing itself."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from noctuary.consolidate.days import ended
from noctuary.consolidate.merges import canonical
from noctuary.consolidate.score import PRIOR
from noctuary.errors import UndoRefused, UnknownId
from noctuary.journal import State, append, closing, mend_tail, record, replay
from noctuary.model import Edge, Fact, Merge, Review, Support, Value, edge_id, merge_id, tagged
from noctuary.night import held
from noctuary.page.view import Likeness, Question, likenesses, questions
from noctuary.settings import Workspace
from noctuary.stages.apply import finish
from noctuary.stages.resolve import close_moot, contested

BY_HAND = "by hand"
_OF_TWO = ("keep-a", "keep-b", "both", "later")
_OF_ONE = ("confirm", "reject", "later")
_OF_NAMES = ("same", "different", "later")


def waiting(workspace: Workspace) -> list[Question]:
    """Open questions, surest conflict first."""
    return questions(replay(workspace.journal))


def alike(workspace: Workspace) -> list[Likeness]:
    """Open questions whether two names are one thing, surest first."""
    return likenesses(replay(workspace.journal))


def decide(workspace: Workspace, key: str, decision: str, now: dt.datetime) -> Review:
    """Record a decision and what follows from it; it stands through every later night.

    `key` is the question's id or the beginning of it. Raises UnknownId for none or several, and for a
    decision that does not fit the question.
    """
    with held(workspace):
        state = replay(workspace.journal)
        review = _find(state, key)
        fitting = _OF_NAMES if review.kind == "same_entity" else _OF_TWO if review.b else _OF_ONE
        if review.decision not in (None, "later"):
            raise UndoRefused(review.id, f"was decided already: {review.decision}", f"`noctuary undo {review.id[:11]}`")
        if decision not in fitting:
            raise UnknownId(review.id, f"{decision} does not fit this question", f"use one of {', '.join(fitting)}")
        decided = replace(
            review, decision=decision.replace("-", "_"), decided_by="human", decided_at=now.astimezone(dt.UTC)
        )
        is_of_names = review.kind == "same_entity"
        changed = _named_alike(state, decided) if is_of_names else _consequences(state, decided, now)
        number = sum(batch.startswith(f"decision:{review.id}:") for batch in state.touched) + 1
        write(workspace, state, changed, now, f"decision:{review.id}:{number}")
        return decided


def vouch(workspace: Workspace, key: str, now: dt.datetime) -> Fact:
    """Let a fact stand on the human's own word: its taint is cleared, it is believed, its papers say who said so.

    `key` is the fact's id or the beginning of it. Raises UnknownId for none or several, and for one that is
    neither believed nor a candidate.
    """
    with held(workspace):
        state = replay(workspace.journal)
        found = [fact for id, fact in sorted(state.facts.items()) if id.startswith(key)]
        if len(found) != 1:
            what = "no fact has this id" if not found else f"{len(found)} facts begin with this"
            raise UnknownId(key, what, "`noctuary facts` lists what is believed, DREAMS.md what waits for your word")
        fact = found[0]
        if fact.status not in ("candidate", "active", "contested"):
            raise UnknownId(fact.id, f"is {fact.status}", "only candidates and believed facts can be vouched for")
        vouched = _vouched(fact, now.astimezone(dt.UTC))
        number = sum(batch.startswith(f"vouched:{fact.id}:") for batch in state.touched) + 1
        write(workspace, state, [vouched], now, f"vouched:{fact.id}:{number}")
        return vouched


def _vouched(fact: Fact, now: dt.datetime) -> Fact:
    """However often a human vouches, it is one voice."""
    event = tagged("vouched", fact.id)
    word = Support(
        ref=BY_HAND, line=0, line_end=0, session=event, role="user", trust="human", at=now, quote=fact.text, event=event
    )
    return replace(
        fact,
        status="active" if fact.status == "candidate" else fact.status,
        gate=fact.gate or "vouched",
        trust="human",
        method="manual",
        confidence=PRIOR["manual"],
        last_revalidated=now,
        sources=(*(one for one in fact.sources if one.event != event), word),
    )


def write(
    workspace: Workspace, state: State, changed: Iterable[Value], now: dt.datetime, batch: str | None = None
) -> None:
    """Append records outside any night, later than every record they replace, and bring the views up to date.

    A `batch` is a name under which they count together, and can be left out of a replay together.
    """
    mend_tail(workspace.journal, workspace.derived / "torn")
    at = state.next_instant(now)
    lines = [record(value, at, batch) for value in changed]
    append(workspace.journal, [*lines, closing(batch, at, len(lines))] if batch else lines)
    finish(workspace, replay(workspace.journal))


def _find(state: State, key: str) -> Review:
    found = [review for key_, review in sorted(state.reviews.items()) if key_.startswith(key)]
    if len(found) != 1:
        what = "no question has this id" if not found else f"{len(found)} questions begin with this"
        raise UnknownId(key, what, "`noctuary review list` shows them")
    return found[0]


def _consequences(state: State, decided: Review, now: dt.datetime) -> list[Value]:
    facts = dict(state.facts)
    edges: list[Edge] = []
    a, b = facts[decided.a], facts.get(decided.b or "")
    if b and decided.decision in ("keep_a", "keep_b"):
        kept, left = (a, b) if decided.decision == "keep_a" else (b, a)
        facts[left.id] = _retired(left, kept, now)
        facts[kept.id] = replace(
            kept, status="active", superseded_by=None, valid_to=None, last_revalidated=now.astimezone(dt.UTC)
        )
        key = edge_id(kept.id, left.id, "supersedes")
        edges.append(Edge(id=key, src=kept.id, dst=left.id, rel="supersedes", reason="the human decided so"))
    elif b and decided.decision == "both":
        for side in (a, b):
            facts[side.id] = replace(side, status="active", superseded_by=None, valid_to=None)
    elif decided.decision == "confirm":
        facts[a.id] = replace(a, last_revalidated=now.astimezone(dt.UTC))
    elif decided.decision == "reject":
        facts[a.id] = replace(a, status="archived", valid_to=ended(a, now.date()))
    reviews = close_moot(facts, state.reviews | {decided.id: decided})
    facts = contested(facts, reviews)
    changed: list[Value] = [facts[key] for key in sorted(facts) if facts[key] != state.facts[key]]
    changed += edges
    changed += [reviews[key] for key in sorted(reviews) if reviews[key] != state.reviews.get(key)]
    return changed


def _named_alike(state: State, decided: Review) -> list[Value]:
    """The decision, and where the two are one the merge it makes: the one more facts are about is kept."""
    if decided.decision != "same" or not decided.b:
        return [decided]
    same = canonical(state.merges.values())
    sides = [state.entities[same.get(side, side)] for side in (decided.a, decided.b)]
    if sides[0].id == sides[1].id:
        return [decided]
    uses = Counter(fact.entity for fact in state.facts.values())
    kept, merged = sorted(sides, key=lambda one: (-uses[one.name], -len(one.name), one.name, one.id))
    merge = Merge(
        id=merge_id(kept.id, merged.id),
        kept=kept.id,
        merged=merged.id,
        reason="you said so",
        kept_name=kept.name,
        merged_name=merged.name,
    )
    return [decided, merge]


def _retired(fact: Fact, kept: Fact, now: dt.datetime) -> Fact:
    return replace(fact, status="superseded", superseded_by=kept.id, valid_to=ended(fact, now.date()))
