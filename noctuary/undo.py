"""Taking back a night, or one decision of it. Adds records that restore what was; never removes a line."""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from noctuary.errors import UndoRefused, UnknownId
from noctuary.journal import Deleted, State, replay
from noctuary.model import Fact, Value
from noctuary.night import held
from noctuary.review import write
from noctuary.settings import Workspace
from noctuary.stages.resolve import close_moot, contested


def undo(workspace: Workspace, what: str, now: dt.datetime) -> list[str]:
    """Undo the night or the fact called `what`; returns what changed, in words.

    A night is undone as a whole: facts, edges, questions and watermarks are what they were, so its
    sources are read again next time. Raises UndoRefused, naming them, where later records stand on it.
    """
    with held(workspace):
        state = replay(workspace.journal)
        if what in state.nights:
            changed, told = _night(workspace, state, what)
            write(workspace, state, changed, now, batch_of(what))
        else:
            changed, told = _fact(state, _fact_named(state, what), now)
            write(workspace, state, changed, now)
        return told


def _night(workspace: Workspace, state: State, night: str) -> tuple[list[Value], list[str]]:
    if state.nights[night].undone:
        raise UndoRefused(night, "is undone already", "nothing is left to do")
    undone = [name for name in state.nights if state.nights[name].undone]
    absent = {*undone, *map(batch_of, undone)}
    lived = replay(workspace.journal, without=absent)
    before = replay(workspace.journal, without={*absent, night})
    theirs = sorted(lived.touched[night] - {("night", night)})
    later = [key for key in theirs if lived.written[key][2] != night]
    if later:
        names = ", ".join(key for _, key in later[:5]) + (f" and {len(later) - 5} more" if len(later) > 5 else "")
        raise UndoRefused(night, f"was built upon since ({names})", "undo the later nights and decisions first")
    changed = [before.value(*key) or Deleted(type=key[0], id=key[1]) for key in theirs]
    told = f"night {night}: {len(changed)} records are what they were before"
    return [*changed, replace(state.nights[night], undone=True, days=())], [told]


def batch_of(night: str) -> str:
    """The name under which the records that undo a night stand in the journal."""
    return f"undo:{night}"


def _fact_named(state: State, what: str) -> Fact:
    found = [fact for key, fact in sorted(state.facts.items()) if key.startswith(what)]
    if len(found) != 1:
        wrong = "no night or fact is called this" if not found else f"{len(found)} facts begin with this"
        raise UnknownId(what, wrong, "`noctuary status` lists nights, `noctuary facts` facts")
    return found[0]


def _fact(state: State, fact: Fact, now: dt.datetime) -> tuple[list[Value], list[str]]:
    """A superseded fact is believed again and its successor's edge goes; a promoted one is taken back for good."""
    facts = dict(state.facts)
    gone: list[Value] = []
    if fact.status == "superseded":
        facts[fact.id] = replace(fact, status="active", superseded_by=None, valid_to=None)
        gone = [
            Deleted(type="relation", id=edge.id)
            for edge in state.edges.values()
            if edge.rel == "supersedes" and edge.dst == fact.id
        ]
        told = [f"{fact.id} is believed again: {fact.text}"]
    elif fact.status in ("active", "contested", "candidate"):
        facts[fact.id] = replace(fact, status="archived", valid_to=now.date())
        told = [f"{fact.id} is no longer believed and will not be promoted again: {fact.text}"]
    else:
        raise UndoRefused(fact.id, f"is {fact.status}", "only believed and superseded facts can be undone")
    reviews = close_moot(facts, state.reviews)
    facts = contested(facts, reviews)
    changed: list[Value] = [facts[key] for key in sorted(facts) if facts[key] != state.facts[key]]
    changed += [reviews[key] for key in sorted(reviews) if reviews[key] != state.reviews[key]]
    return changed + gone, told
