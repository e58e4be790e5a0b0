"""The actions of the Knowledge surface: what each is for and what it takes, as JSON Schema; checks arguments by it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from noctuary.arguments import wrong
from noctuary.knowledge.registry import RELATIONS, THINGS, TYPES, KnowledgeError
from noctuary.model import Value

_ALIASES = {
    "from": "src",
    "from_id": "src",
    "to": "dst",
    "to_id": "dst",
    "entity_id": "entity",
    "fact_id": "fact",
    "observation_id": "fact",
    "id": "ref",
    "session": "session_id",
}


class Action(Value, frozen=True):
    """One action: its name, what it is for, its parameters as JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]
    read_only: bool = False
    destructive: bool = False

    def checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by the names a handler has for them; KnowledgeError for a wrong, unknown or missing one."""
        known = self.parameters["properties"]
        found: dict[str, Any] = {}
        for key, value in given.items():
            name = key if key in known else self._alias(key)
            if name not in known:
                hint = f"{self.name} takes {', '.join(known)}"
                raise KnowledgeError("unknown_argument", f"{key!r} is no argument of {self.name}", hint)
            if value is not None:
                found[_HANDLED.get(name, name)] = _value(self.name, name, known[name], value)
        for name in self.parameters["required"]:
            if _HANDLED.get(name, name) not in found:
                raise KnowledgeError(
                    "missing_argument", f"{self.name} needs {name!r}", known[name].get("description", name)
                )
        return found

    def _alias(self, key: str) -> str:
        wanted = _ALIASES.get(key, key)
        return next((name for name in self.parameters["properties"] if _HANDLED.get(name, name) == wanted), key)


_HANDLED = {"from": "src", "to": "dst"}


def _value(action: str, name: str, schema: Mapping[str, Any], given: Any) -> Any:
    if told := wrong(name, schema, given):
        raise KnowledgeError("invalid_argument", f"{action}: {told}", schema["description"])
    return _day(name, given) if schema.get("format") == "date" else given


def _day(name: str, value: str) -> dt.date:
    try:
        found = dt.datetime.fromisoformat(value)
        return (found.astimezone(dt.UTC) if found.tzinfo else found).date()
    except ValueError:
        raise KnowledgeError("invalid_argument", f"{name} is {value!r}", "give a day such as 2026-05-12") from None


def _text(what: str) -> dict[str, Any]:
    return {"type": "string", "description": what}


def _texts(what: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": what}


def _object(what: str) -> dict[str, Any]:
    return {"type": "object", "description": what}


def _filters(**known: dict[str, Any]) -> dict[str, Any]:
    return _object(", ".join(known)) | {"properties": known, "additionalProperties": False}


def _number(what: str, kind: str = "integer", least: int = 0) -> dict[str, Any]:
    return {"type": kind, "description": what, "minimum": least}


def _yes(what: str) -> dict[str, Any]:
    return {"type": "boolean", "description": what}


def _date(what: str) -> dict[str, Any]:
    return {"type": "string", "format": "date", "description": what}


_REF = "an id, a UUID, `type:name`, or a name"
_TYPES = _texts("entity types")
_DRY = _yes("only tell what would be done")
_VISIBILITY = _text("who may see it") | {"enum": ["public", "agent-private", "user-private", "team-private"]}
_TEAM = _text("whose it is, where team-private and you are of several teams")
_ALLOWED: dict[str, Any] = {
    "allowed_agents": _texts("the agents it is for, where team-private and of no team; you are one of them unsaid"),
    "allowed_users": _texts("the users it is for, likewise"),
}
_HELD: dict[str, Any] = {
    "valid_from": _date("since when it holds"),
    "valid_to": _date("the first day on which it holds no more"),
}
_WAY = _text("which way relations are followed") | {"enum": ["out", "in", "both"]}


def _action(
    called: str,
    description: str,
    required: str = "",
    /,
    *,
    read_only: bool = False,
    destructive: bool = False,
    **parameters: Any,
) -> Action:
    named = {key.rstrip("_"): value for key, value in parameters.items()}
    schema = {"type": "object", "properties": named, "required": required.split()}
    return Action(name=called, description=description, parameters=schema, read_only=read_only, destructive=destructive)


_ALL = (
    _action(
        "create_entity",
        "Make an entity; one of this name and type that exists is given back with created: false.",
        "type label",
        name=_text("unique within its type; made of the label where it is left out"),
        type=_text(f"one of {', '.join((*TYPES, *THINGS))}, or a type of the workspace's own"),
        label=_text("a title for humans"),
        properties=_object("what its type says of itself"),
        observations=_texts("statements, one fact each"),
        source_session=_text("the session it comes from"),
        visibility=_VISIBILITY,
        team=_TEAM,
        dry_run=_DRY,
        **_ALLOWED,
        **_HELD,
    ),
    _action(
        "add_observation",
        "Add one statement to an entity.",
        "entity content",
        entity=_text(_REF),
        content=_text("one fact"),
        source_session=_text("the session that says so"),
        added_by=_text("which agent says so"),
        visibility=_VISIBILITY,
        team=_TEAM,
        dry_run=_DRY,
        **_ALLOWED,
        **_HELD,
    ),
    _action(
        "create_relation",
        "Relate two entities; a session or task may be the target where the type says so.",
        "from to type",
        from_=_text(_REF),
        to=_text(_REF),
        type=_text(f"one of {', '.join(RELATIONS)}"),
        properties=_object("what is said of the relation"),
        reason=_text("why"),
        dry_run=_DRY,
    ),
    _action(
        "query_semantic",
        "Find entities by a question in plain words.",
        "query",
        read_only=True,
        query=_text("a question or a handful of words"),
        limit=_number("how many", least=1),
        filters=_filters(
            types=_TYPES,
            min_confidence=_number("from 0 to 1", "number"),
            max_age_days=_number("days since it was made", "number"),
        ),
        min_similarity=_number("from 0 to 1", "number"),
        requesting_agent=_text("who asks, where you have no name of your own"),
        visibility_filter=_yes("always on: nobody sees what is private to another"),
    ),
    _action(
        "query_graph",
        "What is related to an entity, either way.",
        "start_entity",
        read_only=True,
        start_entity=_text(_REF),
        relation_types=_texts("types that are followed"),
        return_types=_texts("types given back"),
        direction=_WAY,
    ),
    _action(
        "query_temporal",
        "What held on a day, or at some time between two.",
        read_only=True,
        as_of=_date("the day"),
        since=_date("the first day"),
        until=_date("the last day"),
        types=_TYPES,
        query=_text("words that must all be there"),
        limit=_number("how many", least=1),
    ),
    _action(
        "traverse",
        "Walk the graph from an entity, breadth or depth first.",
        "start_entity",
        read_only=True,
        start_entity=_text(_REF),
        relation_types=_texts("types that are followed"),
        max_depth=_number("how far"),
        filter=_filters(types=_TYPES),
        direction=_WAY,
        order=_text("bfs or dfs") | {"enum": ["bfs", "dfs"]},
    ),
    _action(
        "extract_from_session",
        "Keep a session's conclusions, syntheses and the plans that worked.",
        "session_id",
        session_id=_text("the session"),
        entity_types=_texts("Insight, Pattern"),
        auto_link=_yes("relate to what is named"),
        thoughts=_texts("its thoughts, where no log is at hand"),
        dry_run=_DRY,
    ),
    _action(
        "invalidate_fact",
        "End an observation or entity: it holds no more; nothing is deleted.",
        "fact",
        fact=_text("an id, or an entity's reference"),
        superseded_by=_text("what replaces it"),
        valid_to=_date("the first day on which it holds no more; default: today"),
        reason=_text("why"),
        dry_run=_DRY,
    ),
    _action(
        "merge_entities",
        "Read several entities as one; can be undone.",
        "keep merge",
        destructive=True,
        keep=_text(_REF),
        merge=_texts("the others"),
        reason=_text("why"),
        dry_run=_DRY,
    ),
    _action(
        "share",
        "Let others see what is private: the only way out of private.",
        "ref",
        ref=_text(_REF),
        visibility=_VISIBILITY,
        team=_TEAM,
        dry_run=_DRY,
        **_ALLOWED,
    ),
    _action(
        "export",
        "The graph as graphviz, d3, cytoscape, cypher, graphml, thoughtbox or memory.",
        "format",
        read_only=True,
        format=_text("which"),
        filters=_filters(types=_TYPES),
        include_expired=_yes("what holds no more, too"),
    ),
    _action("stats", "Figures of the graph: counts, density, growth, quality.", read_only=True),
    _action("prime", "What a newcomer should know, bounded.", read_only=True, limit=_number("lines a part", least=1)),
    _action(
        "get_entity",
        "One entity with what is said of it and its relations.",
        "entity",
        read_only=True,
        entity=_text(_REF),
        include_expired=_yes("what holds no more, too"),
    ),
    _action(
        "list_entities",
        "Entities, oldest first, or the last changed first.",
        read_only=True,
        type=_text("of this type"),
        limit=_number("how many", least=1),
        offset=_number("after how many"),
        recent=_yes("the last changed first"),
        include_expired=_yes("what holds no more, too"),
    ),
)
ACTIONS: dict[str, Action] = {one.name: one for one in _ALL}
