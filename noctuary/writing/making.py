"""Makes entities, statements and relations of a call's words. Writes nothing, decides no conflict."""

from __future__ import annotations

import datetime as dt
import sys
from typing import Any

from msgspec.structs import replace

from noctuary.consolidate.decay import half_life
from noctuary.consolidate.kinds import stronger
from noctuary.extraction.by_day import withheld_by_day
from noctuary.extraction.keep_gates import REASONS
from noctuary.identifiers import entity_ids, fact_id, fact_ids
from noctuary.model import Edge, Entity, Fact, Support, Visibility, edge_id, fold, tagged
from noctuary.sources.graphs import meant
from noctuary.stages.evidence import trust_of, worth
from noctuary.writing import again, finding
from noctuary.writing.draft import Draft
from noctuary.writing.requests import NOBODY, NewEntity, NewObservation, NewRelation, WriteRefused

JOURNAL = "memory/graph.jsonl"
_LIVE = ("active", "contested")


def entity(draft: Draft, wanted: NewEntity) -> tuple[Entity, bool]:
    """The entity of this name and type, and whether it is new; one that was only named is described by it."""
    name = draft.name(wanted.name, "an entity's name", is_exact=wanted.is_exact)
    raw = draft.name(wanted.type or "unknown", "an entity's type", is_exact=wanted.is_exact)
    kind = sys.intern(raw.strip().lower())  # the default itself where it is "unknown", which a record leaves out
    _check_days(wanted, name)
    whose = draft.audience(wanted.visibility, wanted.team, wanted.allowed)
    known = _known(draft, name, kind, wanted, whose)
    if known and (not known.is_bare or wanted.is_bare):
        return known, False
    at = draft.tick()
    made = Entity(
        id=known.id if known else _free_id(draft, name, kind, tuple(whose.values())),
        name=name,
        type=kind,
        type_raw=raw if raw != kind else "",
        label=draft.safe(wanted.label),
        properties=draft.properties(wanted.properties),
        created_by=draft.asker.agent,
        created_at=at,
        updated_at=draft.at,
        valid_from=wanted.valid_from,
        valid_to=wanted.valid_to,
        is_bare=wanted.is_bare,
        **whose,
    )
    draft.put(made)
    for text in dict.fromkeys(wanted.observations):
        said = NewObservation(
            about=made.id, text=text, session=wanted.session, is_exact=wanted.is_exact,
            valid_from=wanted.valid_from, valid_to=wanted.valid_to,
        )  # fmt: skip
        statement(draft, made, said)
    return made, True


def _check_days(wanted: NewEntity | NewObservation, what: str) -> None:
    """Raises WriteRefused for what would hold on no day."""
    begun, end = wanted.valid_from, wanted.valid_to
    if begun and end and end <= begun:
        told = f"would hold on no day: valid_from is {begun}, and it is over on {end}, its valid_to"
        raise WriteRefused("invalid", what, told, "give a valid_to that is later than valid_from")


def _known(draft: Draft, name: str, kind: str, wanted: NewEntity, whose: dict[str, Any]) -> Entity | None:
    """The entity that has this name and type already, as this asker would write it; a bare one has no type yet."""
    if wanted.is_exact:
        return finding.exactly(draft, name)
    ids = [one.id for one in draft.named(name)]
    ids += [*draft.ids_named(name), *draft.ids_called(name)]
    for key in dict.fromkeys(ids):
        one = draft.entity(key)
        if one is None or not draft.sees(one) or (one.type != kind and not (one.is_bare and one.type == "unknown")):
            continue
        if fold(one.name) == fold(name) and one.visibility == whose["visibility"]:
            return one
    return None


def _free_id(draft: Draft, name: str, kind: str, whose: tuple[str, ...]) -> str:
    """The id of a name and type, or another where a different spelling has that; what is private never takes it, so
    that no id tells of it."""
    own = tagged("entity", kind, name, *whose)
    for key in (*entity_ids(name, kind), own) if "public" in whose else (own,):
        if draft.entity(key) is None:
            return key
    raise WriteRefused("invalid", name, "is there already", "name it otherwise")


def statement(draft: Draft, about: Entity, wanted: NewObservation) -> tuple[Fact, bool]:
    """The statement about an entity, and whether it is new; one that was said before gains a session's support.

    What the human turned down, or what was replaced, is not believed on an agent's word (`again`), nor is a task, or
    what says little but that something was redacted. A human's own word brings back what was left.
    """
    text = draft.text(wanted.text, f"an observation of {about.name!r}")
    _check_days(wanted, f"an observation of {about.name!r}")
    if not wanted.is_exact:
        text = " ".join(text.split())
    visibility: Visibility = wanted.visibility or about.visibility
    is_as_its_entity = visibility == about.visibility and wanted.allowed == NOBODY
    whose = draft.audience(visibility, wanted.team or (about.scope if is_as_its_entity else ""), wanted.allowed)
    known = _said(draft, about, text, tuple(whose.values()), wanted.is_exact)
    if isinstance(known, Fact) and known.status in _LIVE:
        return _again(draft, known, wanted), False
    before = known if isinstance(known, Fact) else None
    made = _made(draft, about, text, wanted, before, known if isinstance(known, str) else known.id, whose)
    if draft.trust == "human":
        return again.brought_back(draft, made, before), True
    found = again.left(draft, about, made, before)
    if isinstance(found, Fact):
        return _again(draft, found, wanted), False
    if found:
        return again.kept(draft, found, made, before)
    if gate := withheld_by_day(text):
        draft.warnings.append(f"kept, and not believed: {REASONS[gate]}")
        if before and any(one.session == made.sources[-1].session for one in before.sources):
            return before, False
        made = replace(made, status="candidate")
    else:
        again.tell_what_it_contradicts(draft, made)
    draft.put(made)
    return made, before is None or made.status == "active"


def _made(
    draft: Draft, about: Entity, text: str, wanted: NewObservation, known: Fact | None, key: str, whose: dict[str, Any]
) -> Fact:
    """The fact that a statement makes, believed, with what was cited for it before."""
    at = draft.tick()
    support = _support(draft, text, wanted, key)
    supports = (*(known.sources if known else ()), support)
    confidence, method = worth(supports, 0)
    return Fact(
        id=key,
        text=text,
        entity=about.name,
        about=about.id,
        kind=wanted.kind,
        status="active",
        confidence=confidence,
        method=method,
        verified_at=support.at or draft.at,
        trust=trust_of(supports),
        sources=supports,
        half_life_days=half_life(wanted.kind, None, draft.workspace.settings.decay),
        valid_from=wanted.valid_from,
        valid_to=wanted.valid_to,
        said_on=draft.today,
        created_by=draft.safe(wanted.added_by) or draft.asker.agent,
        created_at=at,
        **whose,
    )


def _said(draft: Draft, about: Entity, text: str, whose: tuple[str, ...], is_exact: bool) -> Fact | str:
    """The fact that says so already, or the id that is free for it."""
    audience = () if whose == ("default", "public", "") else whose
    if draft.fact(plain := fact_id(text, about.name, audience)) is None:
        return plain
    for key in fact_ids(text, about.name, audience, about.id):
        known = draft.fact(key)
        if known is None:
            return key
        is_same = known.text == text if is_exact else fold(known.text) == fold(text)
        is_of_it = known.about == about.id or (not known.about and draft.index.owner(key) == about.id)
        if is_same and is_of_it:
            return known
    return tagged("fact", text, about.id, *audience)


def _again(draft: Draft, known: Fact, wanted: NewObservation) -> Fact:
    """The fact with the session that says so, too, and of the kind it is said to be, where that binds more; repeats
    from one session are one voice."""
    if (kind := stronger(known.kind, wanted.kind)) != known.kind:
        fades = half_life(kind, known.domain, draft.workspace.settings.decay)
        known = replace(known, kind=kind, half_life_days=fades)
        draft.put(known)
    if not wanted.session or any(one.session == wanted.session for one in known.sources):
        return known
    support = _support(draft, known.text, wanted, known.id)
    supports = (*known.sources, support)
    confidence, method = worth(supports, known.contradicting)
    made = replace(
        known, sources=supports, confidence=confidence, method=method, trust=trust_of(supports), said_on=draft.today,
        verified_at=max(known.verified_at, support.at or known.verified_at),
    )  # fmt: skip
    draft.put(made)
    return made


def _support(draft: Draft, text: str, wanted: NewObservation, key: str) -> Support:
    who = draft.asker.agent or draft.asker.user or "somebody"
    at = draft.at.replace(microsecond=draft.at.microsecond // 1000 * 1000)
    return Support(
        ref=JOURNAL,
        line=0,
        line_end=0,
        session=draft.safe(wanted.session) or f"{'agent' if draft.asker.agent else 'writer'}:{who}",
        role="user" if draft.trust == "human" else "assistant",
        trust=draft.trust,
        at=at,
        quote=text,
        event=tagged("event", "write", key, at.isoformat()),
    )


def relation(draft: Draft, wanted: NewRelation) -> tuple[Edge, bool]:
    """The relation, and whether it is new. Its type is kept as written; what reads the other way round is turned."""
    label = draft.name(wanted.type, "a relation's type", is_exact=wanted.is_exact)
    src, dst = _end(draft, wanted, wanted.src, "unknown"), _end(draft, wanted, wanted.dst, wanted.to_type)
    if src.id == dst.id and not wanted.is_exact:
        raise WriteRefused("invalid", label, "leads from something to itself", "give it two different ends")
    rel, is_turned = meant(label)
    ends = (dst.id, src.id) if is_turned else (src.id, dst.id)
    word = rel if rel != "related_to" or not label else label.lower()
    plain, exact = edge_id(*ends, word), tagged("edge", *ends, rel, label)
    for key in (plain, exact):
        known = draft.edge(key)
        if known and _is_called(known, label, wanted.is_exact):
            return known, False
        if known is None:
            made = _edge(draft, key, ends, rel, label, wanted)
            draft.put(made)
            return made, True
    raise WriteRefused("invalid", label, "is there in another spelling", "use the spelling that is there")


def _is_called(edge: Edge, label: str, is_exact: bool) -> bool:
    """Whether an edge's type is written so; capital and small letters count only where spelling does."""
    written = edge.rel_raw or edge.rel
    return written == label if is_exact else written.lower() == label.lower()


def _edge(draft: Draft, key: str, ends: tuple[str, str], rel: Any, label: str, wanted: NewRelation) -> Edge:
    return Edge(
        id=key,
        src=ends[0],
        dst=ends[1],
        rel=rel,
        reason=draft.safe(wanted.reason) or f"written as {label}",
        rel_raw=label if label != rel else None,
        properties=draft.properties(wanted.properties),
        created_by=draft.asker.agent,
        created_at=draft.tick(),
    )


def _end(draft: Draft, wanted: NewRelation, ref: str, kind: str) -> Entity:
    """The entity at an end; where stubs are made, one that nobody knows is named from now on."""
    found = finding.exactly(draft, ref) or draft.entity(ref) if wanted.is_exact else None
    candidates = [found] if found else [] if wanted.is_exact else finding.entities(draft, ref)
    if len(candidates) == 1:
        one = candidates[0]
        return one if draft.entity(one.id) else described(draft, one)
    if wanted.stubs and not candidates:
        return entity(draft, NewEntity(name=ref, type=kind, is_bare=True, is_exact=wanted.is_exact))[0]
    return finding.entity(draft, ref, "entity at the end of a relation")


def described(draft: Draft, one: Entity) -> Entity:
    """A record for an entity that only facts have named so far."""
    made = replace(one, created_at=draft.tick(), updated_at=draft.at, created_by=draft.asker.agent)
    draft.put(made)
    return made


def ended(value: Fact, day: dt.date, after: str) -> Fact:
    """The fact that holds no more from a day on, replaced or not."""
    begun = min(value.valid_from, day) if value.valid_from else None
    return replace(
        value, valid_from=begun, valid_to=day, superseded_by=after or value.superseded_by,
        status="superseded" if after else "archived",
    )  # fmt: skip
