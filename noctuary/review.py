"""The human's side: what waits for a decision, and writing the decision down. Decides nothing itself."""

from __future__ import annotations

import datetime as dt

from noctuary.errors import UnknownId
from noctuary.guard import guard
from noctuary.journal import State, replay
from noctuary.model import Fact, Review
from noctuary.night import held
from noctuary.page.view import Likeness, Question, likenesses, questions
from noctuary.settings import Workspace
from noctuary.stages.answers import answered, batch_of, follows
from noctuary.stages.by_hand import vouched
from noctuary.stages.write import write


def waiting(workspace: Workspace) -> list[Question]:
    """Open questions, surest conflict first."""
    return questions(replay(workspace.journal))


def alike(workspace: Workspace) -> list[Likeness]:
    """Open questions whether two names are one thing, surest first."""
    return likenesses(replay(workspace.journal))


def decide(workspace: Workspace, key: str, decision: str, now: dt.datetime, text: str = "") -> Review:
    """Record a decision and what follows from it; it stands through every later night.

    `key` is the question's id or the beginning of it, `text` what the human wrote beside the word. Raises UnknownId
    for none or several, and for a decision that does not fit the question.
    """
    with held(workspace):
        state = replay(workspace.journal)
        review = _find(state, key)
        decided = answered(review, decision, now, guard(text, workspace.settings.guard).text)
        write(workspace, state, follows(state, decided, now), now, batch_of(state, review.id))
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
        told = vouched(fact, now.astimezone(dt.UTC))
        number = sum(batch.startswith(f"vouched:{fact.id}:") for batch in state.touched) + 1
        write(workspace, state, [told], now, f"vouched:{fact.id}:{number}")
        return told


def _find(state: State, key: str) -> Review:
    found = [review for key_, review in sorted(state.reviews.items()) if key_.startswith(key)]
    if len(found) != 1:
        what = "no question has this id" if not found else f"{len(found)} questions begin with this"
        raise UnknownId(key, what, "`noctuary review list` shows them")
    return found[0]
