"""Ends, joins, takes away and shares what is there. Makes nothing new but the edges and merges that say so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from noctuary.access import may_see
from noctuary.index import records
from noctuary.model import Edge, Entity, Fact, Merge, Visibility, edge_id, fact_ids, merge_id
from noctuary.stages.left import ENDED_BY, Left, told
from noctuary.writing import again, finding, making
from noctuary.writing.draft import Draft
from noctuary.writing.requests import NOBODY, Allowed, WriteRefused


def end(draft: Draft, ref: str, after: str, day: dt.date | None, reason: str = "") -> str:
    """End a fact or entity on a day, for what replaces it where that is named; the id of what ended."""
    why = draft.safe(reason)
    extra = {"ended_because": why} if why else {}
    extra |= {ENDED_BY: "human"} if draft.trust == "human" else {}
    found = finding.fact(draft, ref)
    one: Fact | Entity = found or finding.entity(draft, ref, "fact or entity")
    if isinstance(one, Fact):
        _spare_the_human(draft, [one])
        newer = _replacing(draft, after, one)
        when = day or (newer.valid_from if isinstance(newer, Fact) else None) or draft.today
        draft.put(replace(making.ended(one, when, newer.id if newer else ""), extra=one.extra | extra))
    else:
        newer = _replacing(draft, after, one)
        when = day or (newer.valid_from if isinstance(newer, Entity) else None) or draft.today
        begun = min(one.valid_from, when) if one.valid_from else None
        next_one = newer.id if newer else one.superseded_by
        draft.put(
            replace(
                one,
                valid_from=begun,
                valid_to=when,
                superseded_by=next_one,
                updated_at=draft.at,
                extra=one.extra | extra,
            )
        )
    if newer:
        key = edge_id(newer.id, one.id, "supersedes")
        if draft.edge(key) is None:
            draft.put(
                Edge(id=key, src=newer.id, dst=one.id, rel="supersedes", reason=why or "said to replace it",
                     created_by=draft.asker.agent, created_at=draft.tick())
            )  # fmt: skip
    return one.id


def _replacing(draft: Draft, ref: str, one: Fact | Entity) -> Fact | Entity | None:
    """What replaces a fact or entity: one of its own kind; None where nothing is named."""
    if not ref:
        return None
    found = finding.fact(draft, ref) if isinstance(one, Fact) else finding.entity(draft, ref)
    if found is None:
        raise WriteRefused("unknown", ref, "no fact has this id", "a fact is replaced by a fact, named by its id")
    if found.id == one.id:
        raise WriteRefused("invalid", ref, "cannot replace itself", "name what replaces it, or nothing")
    return found


def join(draft: Draft, kept: str, merged: Sequence[str], reason: str) -> tuple[str, ...]:
    """Read entities as one of them; neither record is rewritten. The ids of the merges."""
    into = _described(draft, finding.entity(draft, kept))
    found: list[str] = []
    for ref in merged:
        one = _described(draft, finding.entity(draft, ref))
        if one.id == into.id:
            raise WriteRefused("invalid", ref, "is the entity it should be merged into", "name two different entities")
        if one.visibility != into.visibility or one.scope != into.scope:
            mend = "share the private one first, with `noctuary share`"
            raise WriteRefused("private", ref, "is not for the same readers as what it should be merged into", mend)
        key = merge_id(into.id, one.id)
        why = draft.safe(reason) or "said to be the same"
        draft.put(
            Merge(id=key, kept=into.id, merged=one.id, reason=why, kept_name=into.name, merged_name=one.name)
        )  # fmt: skip
        found.append(key)
    return tuple(found)


def _described(draft: Draft, one: Entity) -> Entity:
    return one if draft.entity(one.id) else making.described(draft, one)


def forget(
    draft: Draft, facts: Iterable[Fact] = (), edges: Iterable[Edge] = (), entities: Iterable[Entity] = ()
) -> int:
    """Take records away for good: of an entity all that is said of it, and all relations and merges with it.

    What others keep to themselves stays: their statements, the entity that these speak of, relations to them.
    """
    gone = list(entities)
    ids = {one.id for one in gone}
    said = [*facts, *(one for one in records.facts_of(draft.index.db, ids) if draft.sees(one))] if gone else [*facts]
    _spare_the_human(draft, said)
    for fact in said:
        draft.drop("observation", fact.id)
    going = {one.id for one in gone if not _is_others(draft, one)} | {one.id for one in said}
    for edge in (*edges, *records.edges_at(draft.index.db, ids | going)):
        if {edge.src, edge.dst} & going or finding.is_seen(draft, edge):
            draft.drop("relation", edge.id)
    for merge in records.merges_of(draft.index.db, going):
        draft.drop("merge", merge.id)
    for one in gone:
        if one.id in going:
            draft.drop("entity", one.id)
    return len(draft.values)


def _is_others(draft: Draft, one: Entity) -> bool:
    """Whether somebody else speaks of an entity to themselves, whoever may see the entity."""
    return any(not may_see(each, draft.asker) for each in records.audiences_of(draft.index.db, one.id))


def _spare_the_human(draft: Draft, facts: Iterable[Fact]) -> None:
    """Raises WriteRefused where an agent would end or take away what a human said."""
    if draft.trust == "human":
        return
    for fact in facts:
        if fact.trust == "human":
            mend = f"ask your human to run `noctuary undo {fact.id[:11]}`, or write what contradicts it"
            raise WriteRefused("human", fact.id, f"a human said so: “{fact.text[:80]}”", mend)


def share(draft: Draft, ref: str, visibility: Visibility, team: str, allowed: Allowed = NOBODY) -> str:
    """Let others see what is private; the id under which they do."""
    fact = finding.fact(draft, ref)
    one: Fact | Entity = fact or finding.entity(draft, ref, "fact or entity")
    if one.visibility == "public":
        raise WriteRefused("invalid", one.id, "is for everybody already", "nothing is left to do")
    whose = draft.audience(visibility, team, allowed)
    if visibility not in ("public", "team-private"):
        raise WriteRefused("invalid", visibility, "shares with nobody", "share with `public` or `team-private`")
    if isinstance(one, Entity):
        draft.put(replace(one, updated_at=draft.at, **whose))
        return one.id
    audience = () if visibility == "public" else tuple(whose.values())
    key = next((key for key in fact_ids(one.text, one.entity, audience, one.about) if draft.fact(key) is None), "")
    if not key:
        raise WriteRefused("invalid", one.id, "is said to them already", "delete the private one")
    shared = replace(one, id=key, **whose)
    if one.is_believed and draft.trust != "human":
        about = finding.entity(draft, draft.index.owner(one.id), "entity")
        why = again.left(draft, about, shared, None)
        if isinstance(why, Left):
            draft.warnings.append(told(why))
            shared = replace(shared, status="candidate")
    draft.put(shared)
    for edge in records.edges_at(draft.index.db, {one.id}):
        ends = [key if end == one.id else end for end in (edge.src, edge.dst)]
        draft.drop("relation", edge.id)
        draft.put(replace(edge, id=edge_id(ends[0], ends[1], edge.rel_raw or edge.rel), src=ends[0], dst=ends[1]))
    draft.drop("observation", one.id)
    return key
