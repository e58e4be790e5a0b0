"""What taking back one fact means: the records that follow. Takes states, returns records; writes none."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from msgspec.structs import replace

from noctuary.access import seen
from noctuary.consolidate.validity import over_by_words
from noctuary.errors import UndoRefused
from noctuary.journal import Deleted, State
from noctuary.model import Edge, Fact, Review, Value, edge_id
from noctuary.page.lines import headed
from noctuary.page.shelves import successor
from noctuary.stages.asking import review_id
from noctuary.stages.coming_back import coming_back
from noctuary.stages.disputes import close_moot, contested


def withdrawn(
    state: State, fact: Fact, now: dt.datetime, unsaid: Collection[str] = ()
) -> tuple[list[Value], list[str]]:
    """A superseded fact is believed again and its successor's edge goes; a promoted one is taken back, and
    what that one had replaced comes back (`coming_back`).

    Which of the two holds is asked where the last of its successors is believed: taking back says no more than that the
    one did not end the other. Of what is private nothing is asked, nor told. One that the archive put away is believed
    again. Of what is `unsaid`, a line that the human has taken out of their memory file since, nothing comes back.
    """
    facts = dict(state.facts)
    asked = dict(state.reviews)
    edges: list[Value] = []
    if fact.status == "superseded" and fact.id in unsaid:
        why = "stood in your own memory file alone, which says it no more: the next night would put it away again"
        raise UndoRefused(fact.id, why, "write it there again")
    if fact.status == "superseded":
        facts[fact.id] = replace(fact, status="active", superseded_by=None, valid_to=over_by_words(fact))
        edges = [
            Deleted(type="relation", id=edge.id)
            for edge in state.edges.values()
            if edge.rel == "supersedes" and edge.dst == fact.id
        ]
        told = [f"{fact.id} is believed again: {headed(fact)}"]
        after = successor(facts, fact)
        is_public = {fact.id, after.id} <= seen(state).facts.keys() if after else False
        question = which_holds(fact, after, "you took back that B replaced A") if after and is_public else None
        if after and question and question.id not in asked:
            asked[question.id] = question
            edges.append(at_odds(question))
            told.append(f"{after.id} is believed, too; `noctuary review` asks which holds: {headed(after)}")
    elif fact.status == "archived" and fact.archived_because:
        facts[fact.id] = replace(fact, status="active", archived_because="", last_revalidated=now)
        told = [f"{fact.id} is back from the archive: {headed(fact)}"]
    elif fact.is_alive:
        facts[fact.id] = replace(fact, status="archived", valid_to=now.date())
        told = [f"{fact.id} is no longer believed and will not be promoted again: {headed(fact)}"]
        back = coming_back([fact.id], facts, asked, state.edges, unsaid=unsaid)
        facts |= back.facts
        asked |= back.asked
        edges += back.ended
        shown = [one for key, one in back.facts.items() if key in seen(state).facts]
        told += [f"{one.id} {_back(one)}: {headed(one)}" for one in shown]
    else:
        raise UndoRefused(fact.id, f"is {fact.status}", "only believed, superseded and put-away facts can be undone")
    reviews = close_moot(facts, asked)
    facts = contested(facts, reviews)
    changed: list[Value] = [facts[key] for key in sorted(facts) if facts[key] != state.facts[key]]
    changed += [reviews[key] for key in sorted(reviews) if reviews[key] != state.reviews.get(key)]
    return changed + edges, told


def _back(fact: Fact) -> str:
    return "is believed again" if fact.is_believed else "waits again, for your word or another voice"


def which_holds(older: Fact, newer: Fact, reason: str) -> Review:
    """The question which of two believed facts holds, of which one had replaced the other."""
    return Review(
        id=review_id("contradiction", older.id, newer.id), kind="contradiction", a=older.id, b=newer.id, reason=reason
    )


def at_odds(question: Review) -> Edge:
    """The edge between the two sides of a question."""
    first, second = sorted((question.a, question.b or ""))
    key = edge_id(first, second, "contradicts")
    return Edge(id=key, src=first, dst=second, rel="contradicts", reason=question.reason)
