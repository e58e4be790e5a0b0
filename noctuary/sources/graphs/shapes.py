"""What one record of a memory graph says: entities, observations, relations. Recognised by its keys, never by names.

Guards nothing and resolves nothing: that is for the file's reading.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from noctuary.consolidate.terms import is_of_record, terms
from noctuary.model import Kind
from noctuary.sources.graphs.parts import Named, Odd, Part, Tie, Told
from noctuary.sources.graphs.pieces import Record, snake
from noctuary.sources.turn import a_dict, a_list, a_str, instant

ENTITY, RELATION, NOTE, OURS = "entity", "relation", "note", "own_output"
_ENDS = (
    ("from", "to"),
    ("from_id", "to_id"),
    ("from_entity", "to_entity"),
    ("source", "target"),
    ("source_id", "target_id"),
    ("start_node", "end_node"),
    ("start", "end"),
    ("src", "dst"),
    ("subject", "object"),
)
_RELATION_MARKS = frozenset({"relation", "relationship", "edge", "link"})
_ENTITY_MARKS = frozenset({"entity", "node", "vertex"})
_LABELS = tuple("relation_type relation relationship_type relationship predicate rel label type kind".split())
_NAMES = ("name", "title", "label", "entity_name", "entity")
_TEXTS = ("text", "content", "observation", "fact", "memory", "value", "summary", "description")
_TIMES = ("timestamp", "ts", "created_at", "created", "date", "time", "recorded_at", "saved_at", "updated_at")
_ABOUT = ("subject", "entity", "entity_name", "entity_id", "about")
_PLAIN = frozenset("description summary text content fact note notes observation observations details".split())
_MARKS = _ENTITY_MARKS | {"entity_type", "default", ""}
_KINDS: dict[str, Kind] = {
    "lesson": "lesson",
    "learning": "lesson",
    "decision": "decision",
    "preference": "preference",
    "constraint": "constraint",
    "rule": "constraint",
}
_SHORT = 160
_ID_KEY = re.compile(r"(?:^|_)(?:id|ids|uuid|hash|sha)(?:_|$)")
_OPAQUE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}|\d+", re.IGNORECASE)


def shape(record: Record, under: str = "") -> str:
    """`entity`, `relation`, `note`, `own_output`; "" for what is none of a memory graph's."""
    if record.keys() >= {"v", "op", "type", "id", "at"}:
        return OURS
    plain = {snake(key): value for key, value in record.items()}
    if "role" in plain or isinstance(plain.get("message"), dict):
        return ""
    mark = _mark(plain)
    if mark in _RELATION_MARKS or (_ends(plain) and _label(plain)):
        return RELATION
    is_listed = under in ("entities", "nodes", "vertices") and any(a_str(plain.get(key)) for key in (*_NAMES, "id"))
    is_graph_node = isinstance(plain.get("labels"), list) and "properties" in plain
    if mark in _ENTITY_MARKS or "entity_type" in plain or "observations" in plain or is_listed or is_graph_node:
        return ENTITY
    return NOTE if _text(plain) and not {"session_id", "display", "payload"} & plain.keys() else ""


def is_record(record: Record, under: str) -> bool:
    """Whether an object is a record itself, and not the wrapper of others."""
    return shape(record, under) != "" and not ("entities" in record and "relations" in record)


def parts(record: Record, under: str = "") -> Iterator[Part]:
    """Everything a record says, in its order; at least one part, if only the reason why there is none."""
    kind = shape(record, under)
    plain = {snake(key): value for key, value in record.items()}
    if kind == OURS:
        yield Odd(reason=OURS, message="a line of Noctuary's own journal; append it to memory/graph.jsonl instead")
    elif kind == RELATION:
        yield _relation(plain)
    elif kind == ENTITY:
        yield from _entity(plain)
    elif kind == NOTE:
        yield from _note(plain)
    else:
        yield Odd(reason="unknown_record", message="no entity, relation or observation; mend or delete it")


def dialect(record: Record) -> str:
    """The dialect a record is written in, by its own keys."""
    keys = {snake(key) for key in record}
    if "labels" in keys or keys & {"start_node", "end_node"} or keys >= {"type", "from", "to", "properties"}:
        return "property_graph"
    if "from_id" in keys or {"entity_type", "id"} <= keys:
        return "thoughtbox"
    if {"subject", "fact"} <= keys:
        return "copilot_memory"
    return "memory_server" if shape(record) in (ENTITY, RELATION) else "notes"


def _mark(plain: Record) -> str:
    return a_str(plain.get("type")).strip().lower()


def _ends(plain: Record) -> tuple[str, str] | None:
    return next((pair for pair in _ENDS if pair[0] in plain and pair[1] in plain), None)


def _label(plain: Record) -> str:
    found = (a_str(plain.get(key)).strip() for key in _LABELS)
    return next((one for one in found if one and one.lower() not in _RELATION_MARKS), "")


def _text(plain: Record) -> str:
    return next((text for key in _TEXTS if (text := a_str(plain.get(key)).strip())), "")


def _relation(plain: Record, src: str = "") -> Part:
    pair = _ends(plain) or ("from", next((key for key in ("to", "target", "name") if key in plain), "to"))
    first, second = _end(plain.get(pair[0])) or src, _end(plain.get(pair[1]))
    if not first or not second:
        return Odd(reason="no_end", message="a relation without both ends; name the missing one or delete it")
    if first == second:
        return Odd(reason="self_relation", message="a relation of something to itself says nothing; delete it")
    return Tie(src=first, dst=second, label=_label(plain), weight=_weight(plain), terms=terms(plain),
               properties=a_dict(plain.get("properties")))  # fmt: skip


def _end(value: Any) -> str:
    """The name or key an end goes by: text, a number, or a node written out."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("id", "identity", "elementId", "name") if key in value), "")
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _weight(plain: Record) -> float:
    value = plain.get("weight", plain.get("strength"))
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if is_number and 0 < value <= 1 else 1.0  # type: ignore[operator, arg-type]


def _entity(plain: Record) -> Iterator[Part]:
    properties = {snake(key): value for key, value in a_dict(plain.get("properties")).items()}
    name, alias = _names(plain, properties)
    if not name:
        yield Odd(reason="no_name", message="an entity without a name; give it one or delete the line")
        return
    raw = _type(plain)
    type_ = raw.lower()
    keys = (_end(plain.get("id")), _end(properties.get("id")))
    held = terms(plain | {key: value for key, value in properties.items() if is_of_record(key, value)})
    at = _at(plain) or _at(properties)
    yield Named(
        name=name, type=type_ or "unknown", type_raw=raw if raw != type_ else "", keys=tuple(filter(None, keys)),
        alias=alias, terms=held, properties=a_dict(plain.get("properties")), created_by=a_str(plain.get("created_by")),
        at=at,
    )  # fmt: skip
    bare = Told(text="", about=name, about_type=type_ or "unknown", kind=kind_of(type_), at=at, terms=held)
    if "observations" in plain:
        yield from _observations(plain["observations"], bare)
    for key in ("description", "summary", "observation"):
        if key in plain:
            yield from _observations(plain[key], bare)
    yield from _properties(properties, replace(bare, is_property=True))
    for one in map(a_dict, a_list(plain.get("relations"))):
        yield _relation({snake(key): value for key, value in one.items()}, name)


def _names(plain: Record, properties: Record) -> tuple[str, str]:
    """(name, alias): its own name, else its properties', else its label and the beginning of its id."""
    found = [a_str(table.get(key)).strip() for table in (plain, properties) for key in _NAMES]
    names = list(dict.fromkeys(name for name in found if name))
    if names:
        alias = a_str(plain.get("label")).strip()
        return names[0], alias if alias != names[0] else ""
    key = _end(properties.get("id")) or _end(plain.get("id"))
    label = next((one for one in a_list(plain.get("labels")) if isinstance(one, str)), "")
    return (f"{label} {key[:8]}".strip() if _OPAQUE.fullmatch(key) else key), ""


def _type(plain: Record) -> str:
    labels = [one for one in a_list(plain.get("labels")) if isinstance(one, str)]
    found = (a_str(plain.get(key)).strip() for key in ("entity_type", "type", "kind", "category"))
    return next((one for one in (*labels, *found) if one.lower() not in _MARKS), "")


def _observations(value: Any, bare: Told) -> Iterator[Part]:
    """What stands in a list of observations, each as `bare` but for what it says itself."""
    for one in value if isinstance(value, list) else [value]:
        plain = {snake(key): inner for key, inner in one.items()} if isinstance(one, dict) else {}
        text = one if isinstance(one, str) else _text(plain)
        if isinstance(one, str) and not one.strip():
            yield Odd(reason="empty")
        elif text:
            yield replace(bare, text=text, at=_at(plain) or bare.at, terms=terms(plain, bare.terms))
        else:
            yield Odd(reason="not_text", message="an observation that is no text; write it as text or delete it")


def _properties(properties: Record, bare: Told) -> Iterator[Part]:
    """Each property as an observation: prose as it stands, the rest as "Ada role: engineer"; ids and dates are none."""
    for key, value in properties.items():
        if key in _NAMES or key in _TIMES or is_of_record(key, value):
            continue
        for words, text in _leaves(key, value):
            if _ID_KEY.search(words) or (_OPAQUE.fullmatch(text) and not text.isdigit()):
                yield Odd(reason="identifier")
            elif not text:
                yield Odd(reason="empty")
            elif not words or words in _PLAIN:
                yield replace(bare, text=text)
            else:
                yield replace(bare, text=f"{bare.about} {words.replace('_', ' ')}: {text}", kind="fact", quote=text)


def _leaves(words: str, value: Any) -> Iterator[tuple[str, str]]:
    """(key words, text) of every value inside; a list of words is one text, sentences of a list stand alone."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(f"{words}_{snake(key)}", one)
    elif isinstance(value, list) and all(isinstance(one, str) for one in value):
        joined = ", ".join(value)
        is_prose = len(joined) > _SHORT and any(" " in one.strip() for one in value)
        yield from (("", one.strip()) for one in value) if is_prose else [(words, joined.strip())]
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield from _leaves(f"{words}_{number}", one)
    elif isinstance(value, str):
        yield words, value.strip()
    else:
        yield words, "" if value is None else str(value).lower()


def _note(plain: Record) -> Iterator[Part]:
    about = next((key for key in _ABOUT if a_str(plain.get(key))), "")
    held = terms(plain)
    if about and about != "entity_id":
        yield Named(name=a_str(plain[about]).strip(), terms=held)
    kinds = (kind_of(a_str(plain.get(key))) for key in ("type", "kind", "category"))
    kind: Kind = next((one for one in kinds if one != "fact"), "fact")
    text = a_str(plain.get("fact")).strip() or _text(plain)
    yield Told(text=text, about=a_str(plain.get(about)).strip(), kind=kind, at=_at(plain), terms=held)
    for key in ("tags", "citations", "reason"):
        if plain.get(key):
            yield Odd(reason=key)


def kind_of(word: str) -> Kind:
    """The kind a source's own word for it names ("lessons", "user preference"); else `fact`."""
    last = re.split(r"[\s_-]+", word.strip().lower())[-1]
    return _KINDS.get(last) or _KINDS.get(last.removesuffix("s")) or "fact"


def _at(plain: Record) -> dt.datetime | None:
    return next((at for key in _TIMES if (at := instant(plain.get(key)))), None)
