"""Takes what a session's thoughts taught into the memory, and links it to the concepts that are there."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Sequence
from typing import Any

from noctuary.access import Asker
from noctuary.index import records
from noctuary.knowledge.registry import KnowledgeError, name_of, type_named
from noctuary.knowledge.thoughts import Kept, kept, of_session, thoughts
from noctuary.model import Entity, fold
from noctuary.text.stops import ends
from noctuary.writing import NewEntity, NewRelation, Writer, Written, finding, making
from noctuary.writing.draft import Draft

_SENTENCE_END = re.compile(r"[.!?]\s+(?=[A-Z])")
_CONCLUDED = 0.8
_LINKED = ("concept", "pattern", "insight", "decision")


def is_several(text: str) -> bool:
    """Whether a text is several sentences."""
    return next(ends(_SENTENCE_END, text), None) is not None


def surer(supporting: int, contradicting: int) -> float:
    """An insight's confidence from the sessions that conclude it: 0.8 of one, and half the doubt of each more."""
    from noctuary.consolidate.score import evidence

    return evidence(_CONCLUDED, supporting, contradicting)


def thoughtbox_confidence(supporting: int, contradicting: int) -> float:
    """s/(s+c) · (1 + log10(n))/2, at most 1, n = s + c: as seed 000 prints it."""
    total = supporting + contradicting
    return min(1.0, supporting / total * (1 + math.log10(total)) / 2) if supporting > 0 else 0.0


def extract(
    writer: Writer,
    asker: Asker,
    now: dt.datetime,
    session: str,
    types: Sequence[str],
    is_linking: bool,
    given: Sequence[str] | None,
    dry_run: bool,
) -> tuple[dict[str, Any], Written]:
    """{created, linked, skipped, entities}: what was there already is skipped, so a second time nothing is made."""
    wanted = {type_named(one, writer.workspace.settings.knowledge.types) for one in types or ("Insight", "Pattern")}
    if unfit := wanted - {"Insight", "Pattern"}:
        hint = "Decisions are made where a contradiction is answered; the others by create_entity"
        raise KnowledgeError("invalid_argument", f"no {min(unfit)} is extracted from thoughts", hint)
    texts = list(given) if given is not None else of_session(writer.workspace, session)
    found = [one for one in kept(session, thoughts(texts)) if one.type in wanted]

    def make(draft: Draft) -> tuple[list[Entity], int, int]:
        made: list[Entity] = []
        skipped = linked = 0
        for one in found:
            entity, is_new = _entity(draft, one, session)
            if not is_new:
                skipped += 1
                continue
            made.append(entity)
            source = NewRelation(
                src=entity.id,
                dst=session,
                type="EXTRACTED_FROM",
                stubs=True,
                to_type="Session",
                reason="concluded in this session",
            )
            making.relation(draft, source)
            linked += _link(draft, entity, one) if is_linking else 0
        return made, linked, skipped

    (made, linked, skipped), told = writer.call(make, asker, now, dry_run=dry_run)
    entities = [{"id": one.id, "name": one.name, "type": one.type_raw or one.type} for one in made]
    return {"created": len(made), "linked": linked, "skipped": skipped, "entities": entities}, told


def _entity(draft: Draft, one: Kept, session: str) -> tuple[Entity, bool]:
    """The entity of a thought; the same words of another session are the same, and gain that session's support."""
    label, base = draft.safe(one.label), name_of(one.label)
    for number in range(1, 1_000):
        name = base if number == 1 else f"{base}-{number}"
        known = [each for each in finding.entities(draft, f"{one.type.lower()}:{name}") if each.name == name]
        if not known:
            new = NewEntity(
                name=name,
                type=one.type,
                label=label,
                properties=one.properties,
                observations=(one.text,),
                session=session,
            )
            return making.entity(draft, new)
        if _says(draft, known[0], one.text):
            _again(draft, known[0], one, session)
            return known[0], False
    raise KnowledgeError("too_many", f"a thousand entities are called {base!r}", "merge some of them")


def _says(draft: Draft, one: Entity, text: str) -> bool:
    """Whether an entity was made of these words: they are what it has learned, or what is said of it."""
    said = (*records.facts_of(draft.index.db, [one.id]), *draft.said.get(one.id, ()))
    told = [fact.text for fact in said if fact.about in ("", one.id)]
    wanted = fold(draft.safe(text))
    return any(fold(each) == wanted for each in (str(one.properties.get("key_learning", "")), *told))


def _again(draft: Draft, one: Entity, said: Kept, session: str) -> None:
    """Another session behind an insight: its evidence grows, and its confidence with it (0.7 → 0.85 for two)."""
    from msgspec.structs import replace

    from noctuary.writing import NewObservation

    sessions = list(one.properties.get("evidence_sessions", ()))
    if session in sessions or not sessions:
        return
    sessions.append(session)
    formula = surer if draft.workspace.settings.knowledge.confidence == "noctuary" else thoughtbox_confidence
    grown = one.properties | {"evidence_sessions": sessions, "confidence": round(formula(len(sessions), 0), 4)}
    draft.put(replace(one, properties=grown, updated_at=draft.at))
    making.statement(draft, one, NewObservation(about=one.id, text=said.text, session=session))


def _link(draft: Draft, entity: Entity, one: Kept) -> int:
    """Relations to what the words name: an entity whose whole name stands in them. Each says why."""
    words = f" {fold(one.text).replace('-', ' ')} "
    linked = 0
    for other in records.all_of(draft.index.db, _LINKED):
        name = fold(other.label or other.name).replace("-", " ")
        plain = fold(other.name).replace("-", " ")
        named = next((each for each in (plain, name) if len(each) > 3 and f" {each} " in words), "")
        if other.id == entity.id or other.is_bare or not named or not draft.sees(other):
            continue
        new = NewRelation(src=entity.id, dst=other.id, type="RELATES_TO", reason=f"its words name “{named}”")
        linked += making.relation(draft, new)[1]
    return linked
