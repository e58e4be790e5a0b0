"""Lines in the two seed dialects, read verbatim: Thoughtbox's graph and the reference memory server's.

Source: seeds 000 and 001 (rows TB-052, TB-053, MT-041, MT-043). Writes nothing in those dialects.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from noctuary.consolidate.terms import Terms, terms
from noctuary.guard import guard
from noctuary.journal.records import Envelope, Record, refuse_long, refuse_wild_days
from noctuary.model import MOST_EXACT, Edge, Entity, Fact, Relation, Support, Value, edge_id, entity_id, fact_id

_VOCABULARY = frozenset(get_args(Relation))
_RELATIONS = {"requires": "depends_on", "relates_to": "related_to"}
_OF_ENTITY = frozenset(
    "type id name entityType label properties observations created_at updated_at created_by visibility valid_from"
    " valid_to superseded_by importance_score access_count".split()
)
_OF_RELATION = frozenset("type id from to from_id to_id relationType properties created_at created_by".split())
_ORIGIN = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def from_seed(line: bytes) -> list[Record]:
    """The records a seed line stands for, without secrets; empty when it is none.

    Raises Unreadable for one that is too long, or tells of a time that nothing can be reckoned with.
    """
    if b'Type"' not in line or (b'"entityType"' not in line and b'"relationType"' not in line):
        return []
    refuse_long(line)
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    if not isinstance(found, dict):
        return []
    if found.get("type") == "entity" and isinstance(found.get("entityType"), str):
        values = _entity(found)
    elif found.get("type") == "relation" and isinstance(found.get("relationType"), str):
        values = _relation(found)
    else:
        return []
    digest = hashlib.blake2b(line.strip(), digest_size=8).hexdigest()
    envelope = Envelope(type="seed", id=digest, at=_instant(found))
    # What is only named here yields to whatever describes it, and to a tombstone.
    named = Envelope(type="seed", id=digest)
    for value in values:
        refuse_wild_days(envelope, value)
    heads = (named if isinstance(value, Entity) and value.is_bare else envelope for value in values)
    return [Record(envelope=head, value=value, digest=digest) for head, value in zip(heads, values, strict=True)]


def _entity(found: dict[str, Any]) -> list[Value]:
    raw = str(found["entityType"])
    kind = raw.lower()
    name = guard(str(found.get("name") or found.get("label") or found.get("id"))).text
    label = guard(str(found.get("label") or name)).text
    said = terms(found)
    held = replace(said, agent_id=guard(said.agent_id).text, scope=guard(said.scope).text)
    values: list[Value] = [
        Entity(
            id=str(found.get("id") or entity_id(name)),
            name=name,
            type=kind,
            aliases=(label,) if label != name else (),
            agent_id=held.agent_id,
            visibility=held.visibility,
            scope=held.scope,
            type_raw=raw if raw != kind else "",
            label=label if label != name else "",
            **_own(found, said),
        )
    ]
    observations = found.get("observations")
    for text in observations if isinstance(observations, list) else []:
        if isinstance(text, str) and text.strip() and not guard(text).redacted:
            values.append(_fact(text.strip(), name, _instant(found), held))
    return values


def _fact(text: str, entity: str, at: dt.datetime, held: Terms) -> Fact:
    origin = Support(
        ref="memory/graph.jsonl", line=0, line_end=0, session="import", role="memory", trust="agent", quote=text
    )
    return Fact(
        id=fact_id(text, entity, held.audience),
        text=text,
        entity=entity,
        kind="fact",
        status=held.status,
        confidence=0.6,
        method="single-source",
        verified_at=at,
        trust="agent",
        sources=(origin,),
        said_on=at.date(),
        valid_from=held.valid_from,
        valid_to=held.valid_to,
        agent_id=held.agent_id,
        visibility=held.visibility,
        scope=held.scope,
    )


def _relation(found: dict[str, Any]) -> list[Value]:
    src, dst = found.get("from_id", found.get("from")), found.get("to_id", found.get("to"))
    if not isinstance(src, str) or not isinstance(dst, str) or src == dst:
        return []
    raw = found["relationType"]
    rel = _RELATIONS.get(raw.lower(), raw.lower())
    ends = (src, dst)
    if "from_id" not in found:
        src, dst = entity_id(src), entity_id(dst)
    kinds = ("unknown", {"extracted_from": "session", "applied_in": "task"}.get(rel, "unknown"))
    stubs = [
        Entity(id=key, name=guard(end).text, type=kind, is_bare=True)
        for key, end, kind in zip((src, dst), ends, kinds, strict=True)
    ]
    return [
        *stubs,
        Edge(
            id=str(found.get("id") or edge_id(src, dst, rel)),
            src=src,
            dst=dst,
            rel=rel if rel in _VOCABULARY else "related_to",
            reason=f"imported relation {raw}",
            rel_raw=raw,
            properties=_guarded(found.get("properties")),
            created_by=guard(_text(found.get("created_by"))).text,
            created_at=_instant(found) if "created_at" in found else None,
            extra=_rest(found, _OF_RELATION),
        ),
    ]


def _own(found: dict[str, Any], said: Terms) -> dict[str, Any]:
    """What an entity's line says of itself beside its name and whom it is for; the rest is kept as it is."""
    importance, count = found.get("importance_score"), found.get("access_count")
    is_share = isinstance(importance, int | float) and not isinstance(importance, bool) and 0 <= importance <= 1
    return {
        "properties": _guarded(found.get("properties")),
        "created_by": guard(_text(found.get("created_by"))).text,
        "created_at": _instant(found) if "created_at" in found else None,
        "updated_at": _instant({"created_at": found["updated_at"]}) if "updated_at" in found else None,
        "valid_from": said.valid_from,
        "valid_to": said.valid_to,
        "superseded_by": _text(found.get("superseded_by")) or None,
        "importance": float(importance) if is_share else None,  # type: ignore[arg-type]
        "access_count": count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 2**53 else 0,
        "extra": _rest(found, _OF_ENTITY),
    }


def _rest(found: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    return _guarded({key: value for key, value in found.items() if key not in known})


def _guarded(value: Any) -> dict[str, Any]:
    """A JSON object with every text in it guarded; {} for anything else."""
    return {guard(key).text: _safe(one) for key, one in value.items()} if isinstance(value, dict) else {}


def _safe(value: Any) -> Any:
    if isinstance(value, str):
        return guard(value).text
    if isinstance(value, list):
        return [_safe(one) for one in value]
    if isinstance(value, int) and abs(value) > MOST_EXACT:
        return str(value)
    return _guarded(value) if isinstance(value, dict) else value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _instant(found: dict[str, Any]) -> dt.datetime:
    """When a line says it was made; one without an offset is UTC, as in every log."""
    try:
        at = dt.datetime.fromisoformat(found.get("created_at", ""))
    except (TypeError, ValueError):
        return _ORIGIN
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)
