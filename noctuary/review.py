"""The human's side: writing a decision down. What waits for one tells `review_queue`."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable, Sequence

from noctuary.access import ANYONE, Asker, seen
from noctuary.errors import AnswersRefused, NoctuaryError, UndoRefused, UnknownId
from noctuary.guard import guard
from noctuary.holding import held
from noctuary.journal import Deleted, State, replay
from noctuary.journal.records import identity
from noctuary.local_time import local
from noctuary.model import Fact, Review, Value
from noctuary.review_queue import weak_in
from noctuary.settings import Workspace
from noctuary.stages.answers import answered, batch_of, follows, vouch_batch, word_given
from noctuary.stages.connect import with_connections
from noctuary.stages.write import write, write_all


class Answer(Value, frozen=True):
    """One answer as the human gave it: a question's id or its beginning, the word, what they wrote beside it.

    `place` is where it was read, for messages: a file and line, or "".
    """

    key: str
    word: str
    text: str = ""
    place: str = ""


def decide(workspace: Workspace, key: str, decision: str, now: dt.datetime, text: str = "") -> Review:
    """Record a decision and what follows from it; it stands through every later night.

    `key` is the question's id or the beginning of it, also of one that no night put to the human
    (`review_queue.weak`); `text` is what the human wrote beside the word. Raises UnknownId for none or several, and for
    a decision that does not fit the question.
    """
    now = local(workspace, now)
    with held(workspace):
        state = replay(workspace.journal)
        decided = _answered(workspace, _find(workspace, state, key), decision, now, text)
        write(workspace, state, _moved(workspace, state, decided, now), now, batch_of(state, decided.id))
        return decided


def decide_all(workspace: Workspace, answers: Sequence[Answer], now: dt.datetime) -> list[Review]:
    """Record several decisions at once, in their order; each can be undone by itself.

    A question that an earlier one of the answers makes moot is passed over. Raises AnswersRefused, naming the place,
    where an answer cannot be heard, or a question is answered twice: none is recorded then.
    """
    now = local(workspace, now)
    with held(workspace):
        state = before = replay(workspace.journal)
        decided: list[Review] = []
        batches: list[tuple[list[Value], str | None]] = []
        for answer in answers:
            try:
                review = _find(workspace, state, answer.key)
                if review.closed_because and not before.reviews[review.id].closed_because:
                    continue
                made = _answered(workspace, review, answer.word, now, answer.text)
            except (UnknownId, UndoRefused) as error:
                raise _refused(answer, error) from error
            values = _moved(workspace, state, made, now)
            decided.append(made)
            batches.append((values, batch_of(before, made.id)))
            state = _grown(state, values)
        if batches:
            write_all(workspace, before, batches, now)
        return decided


def _answered(workspace: Workspace, review: Review, word: str, now: dt.datetime, text: str) -> Review:
    return answered(review, word, now, guard(text, workspace.settings.guard).text)


def _moved(workspace: Workspace, state: State, decided: Review, now: dt.datetime) -> list[Value]:
    """What a decision makes, and the connections of what is believed by it."""
    return with_connections(workspace, state, follows(state, decided, now))


def _refused(answer: Answer, error: NoctuaryError) -> AnswersRefused:
    what = str(error).partition(": ")[2] if str(error).startswith(error.resource) else str(error)
    place = f"{answer.place}: {answer.word} {answer.key}" if answer.place else f"{answer.word} {answer.key}"
    return AnswersRefused(place, what, "nothing was applied")


def _grown(state: State, values: Iterable[Value]) -> State:
    """The state as it will be once the values are written; the given one is not changed."""
    tables = {name: dict(getattr(state, name)) for name in ("facts", "entities", "edges", "reviews", "merges")}
    grown = dataclasses.replace(state, **tables)  # type: ignore[arg-type]
    for value in values:
        kind, key = identity(value)
        if isinstance(value, Deleted):
            grown.table(kind).pop(key, None)
        else:
            grown.table(kind)[key] = value
    return grown


def vouch(workspace: Workspace, key: str, now: dt.datetime, asker: Asker = ANYONE) -> Fact:
    """Let a fact stand on the human's own word: its taint is cleared, it is believed, its papers say who said so.

    `key` is the fact's id or the beginning of it. Raises UnknownId for none or several that the asker may see, and for
    one that is neither believed nor a candidate.
    """
    now = local(workspace, now)
    with held(workspace):
        state = replay(workspace.journal)
        found = [fact for id, fact in sorted(seen(state, asker).facts.items()) if id.startswith(key)]
        if len(found) != 1:
            what = "no fact has this id" if not found else f"{len(found)} facts begin with this"
            raise UnknownId(key, what, "`noctuary facts` lists what is believed, DREAMS.md what waits for your word")
        fact = state.facts[found[0].id]
        if not fact.is_alive:
            raise UnknownId(fact.id, f"is {fact.status}", "only candidates and believed facts can be vouched for")
        values = word_given(state, fact, now)
        changed = with_connections(workspace, state, values)
        write(workspace, state, changed, now, vouch_batch(state, fact.id))
        return next(one for one in values if isinstance(one, Fact))


def _find(workspace: Workspace, state: State, key: str) -> Review:
    found = [review for key_, review in sorted(seen(state).reviews.items()) if key_.startswith(key)]
    found = found or [one.review for one in weak_in(workspace, state) if one.review.id.startswith(key)]
    if len(found) != 1:
        what = "no question has this id" if not found else f"{len(found)} questions begin with this"
        raise UnknownId(key, what, "`noctuary review list` shows them")
    return found[0]
