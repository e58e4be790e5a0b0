"""Taking back a night, import, decision, merge or fact. Adds records that restore what was; never removes a line."""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from noctuary.consolidate.days import day_of
from noctuary.errors import UndoRefused, UnknownId
from noctuary.journal import Deleted, State, replay
from noctuary.model import Fact, Merge, Value
from noctuary.night import held, zone
from noctuary.settings import Workspace
from noctuary.stages.duplicates import cited_as
from noctuary.stages.evidence import trust_of, worth
from noctuary.stages.resolve import close_moot, contested
from noctuary.stages.write import write


def undo(workspace: Workspace, what: str, now: dt.datetime) -> list[str]:
    """Undo the night, import, decision, merge or fact called `what`; returns what changed, in words.

    A night, import or decision is undone as a whole: facts, edges, questions and watermarks are what they were; the
    sources of a night are read again next time. Raises UndoRefused where later records stand on it.
    """
    with held(workspace):
        state = replay(workspace.journal)
        batch = _batch_named(state, what)
        if batch:
            changed = _restored(workspace, state, batch)
            write(workspace, state, changed, now, f"undo:{batch}")
            count = "1 record is what it was" if len(changed) == 1 else f"{len(changed)} records are what they were"
            return [f"{what}: {count} before"]
        if merge := _merge_named(state, what):
            changed, told = _apart(state, merge, zone(workspace))
            number = sum(batch.startswith(f"parted:{merge.id}:") for batch in state.touched) + 1
            write(workspace, state, changed, now, f"parted:{merge.id}:{number}")
            return [*told, f"To take that back: noctuary undo merge:{merge.id[3:11]}"]
        fact = _fact_named(state, what)
        changed, told = _fact(state, fact, now)
        number = sum(batch.startswith(f"undone:{fact.id}:") for batch in state.touched) + 1
        write(workspace, state, changed, now, f"undone:{fact.id}:{number}")
        return [*told, f"To take that back: noctuary undo {fact.id[:11]}"]


def _batch_named(state: State, what: str) -> str | None:
    """The night or import called `what`, or the last decision on the question whose id begins with it."""
    if what in state.nights:
        return what
    imports = [batch for batch in state.touched if what.startswith(("import:", "learned:")) and batch.startswith(what)]
    if what in imports or len(imports) == 1:
        return what if what in imports else imports[0]
    called = _merge_named(state, what)
    found = [called.id] if called else sorted({key for key in (*state.reviews, *state.facts) if key.startswith(what)})
    names = (
        tuple(f"{word}:{found[0]}:" for word in ("decision", "vouched", "undone", "parted")) if len(found) == 1 else ()
    )
    lived = {batch for batch in state.touched if f"undo:{batch}" not in state.touched}
    decided = [batch for batch in lived if names and batch.startswith(names)]
    return max(decided, key=lambda batch: int(batch.rpartition(":")[2]), default=None)


def _merge_named(state: State, what: str) -> Merge | None:
    """The one merge called `merge:` and the beginning of its id, or by its id."""
    is_named = what.startswith("merge:")
    wanted = what.removeprefix("merge:")
    wanted = wanted if wanted.startswith("b2:") else f"b2:{wanted}" if is_named else wanted
    found = [merge for key, merge in sorted(state.merges.items()) if wanted and key.startswith(wanted)]
    if is_named and len(found) != 1:
        wrong = f"{len(found)} merges begin with this" if found else "no merge is called this"
        raise UnknownId(what, wrong, "DREAMS.md and `noctuary why ID` name merges")
    return found[0] if len(found) == 1 else None


def _apart(state: State, merge: Merge, where: dt.tzinfo | None) -> tuple[list[Value], list[str]]:
    """The two stand apart, now and in every later night; joined facts get their own evidence back."""
    if merge.is_undone:
        raise UndoRefused(merge.id, "is undone already", "nothing is left to do")
    parted_merge = replace(merge, is_undone=True)
    told = [f"{merge.merged_name!r} and {merge.kept_name!r} are two again, and stay two"]
    if merge.of != "fact":
        return [parted_merge], told
    return [*_with_own_evidence(state, merge, where), parted_merge], told


def _with_own_evidence(state: State, merge: Merge, where: dt.tzinfo | None) -> list[Value]:
    """Both facts of a merge as if they had never been one: what one gained by it goes, the other is what it was."""
    kept, merged = state.facts[merge.kept], state.facts[merge.merged]
    own = tuple(one for one in kept.sources if cited_as(one) not in merge.events) or kept.sources
    confidence, how = worth(own, kept.contradicting)
    said = tuple(one for one in own if not one.is_lent) or own
    dated = [one.at for one in said if one.at]
    days = [day for one in said if (day := day_of(one, where))]
    begun = min(days, default=kept.valid_from)
    changed: list[Value] = [
        replace(
            kept,
            sources=own,
            confidence=confidence,
            method=how,
            trust=trust_of(said),
            verified_at=max(dated) if len(dated) == len(said) else kept.verified_at,
            said_on=max(days, default=None),
            valid_from=kept.valid_from if begun and kept.valid_to and begun > kept.valid_to else begun,
        )
    ]
    if merged.status == "archived" and merge.status_before:
        changed.append(replace(merged, status=merge.status_before))
    return changed


def _restored(workspace: Workspace, state: State, batch: str) -> list[Value]:
    """Every record of the batch as it was before, as if undone batches had never been."""
    undone = {name for name in state.touched if f"undo:{name}" in state.touched}
    if batch in undone:
        raise UndoRefused(batch, "is undone already", "nothing is left to do")
    absent = undone | {f"undo:{name}" for name in undone}
    lived = replay(workspace.journal, without=absent)
    before = replay(workspace.journal, without={*absent, batch})
    theirs = sorted(lived.touched[batch] - {("night", batch)})
    changed = [before.value(*key) or Deleted(type=key[0], id=key[1]) for key in theirs]
    gone = {one.id for one in changed if isinstance(one, Deleted)}
    later = [key for key in theirs if key[0] != "source" and lived.written[key][2] != batch]
    later += [("relation", key) for key, edge in lived.edges.items() if key not in gone and gone & {edge.src, edge.dst}]
    if later:
        by = sorted({lived.written[key][2] or "an undone fact" for key in later})
        ids = ", ".join(key for _, key in later[:5]) + (" …" if len(later) > 5 else "")
        raise UndoRefused(batch, f"was built upon since, by {', '.join(by[:5])} ({ids})", "undo that first")
    night = state.nights.get(batch)
    return [*changed, replace(night, undone=True, days=())] if night else changed


def _fact_named(state: State, what: str) -> Fact:
    found = [fact for key, fact in sorted(state.facts.items()) if key.startswith(what)]
    if len(found) != 1:
        unknown = "no night, import, decision or fact is called this"
        wrong = f"{len(found)} facts begin with this" if found else unknown
        raise UnknownId(what, wrong, "`noctuary status` lists nights, `noctuary facts` facts")
    return found[0]


def _fact(state: State, fact: Fact, now: dt.datetime) -> tuple[list[Value], list[str]]:
    """A superseded fact is believed again and its successor's edge goes; a promoted one is taken back."""
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
