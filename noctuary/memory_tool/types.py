"""What the reference memory server's clients give and get: entities, relations, graphs, in its own keys."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from noctuary.model import Value


class Entity(TypedDict):
    """A thing by its name, its type and what is said of it."""

    name: str
    entityType: str
    observations: list[str]


Relation = TypedDict("Relation", {"from": str, "to": str, "relationType": str})
"""From one name to another, in active voice."""


class Graph(Value, frozen=True, omit_defaults=False):
    """A graph, or a page of one: `next_cursor` leads to the next page, "" where there is none."""

    entities: list[Entity]
    relations: list[Relation]
    next_cursor: str = ""

    def plain(self) -> dict[str, Any]:
        """{entities, relations}, and nextCursor where there is more."""
        more = {"nextCursor": self.next_cursor} if self.next_cursor else {}
        return {"entities": self.entities, "relations": self.relations} | more


class Removed(Value, frozen=True, omit_defaults=False):
    """What a delete did: `success` is whether it was carried out, `message` is the reference's own."""

    success: bool
    message: str

    def plain(self) -> dict[str, Any]:
        """{success, message}."""
        return {"success": self.success, "message": self.message}


class _Entity(msgspec.Struct):
    name: str
    entityType: str
    observations: list[str]


class _Relation(msgspec.Struct, rename={"src": "from"}):
    src: str
    to: str
    relationType: str


class _Added(msgspec.Struct):
    entityName: str
    contents: list[str]


class _Deletion(msgspec.Struct):
    entityName: str
    observations: list[str]


ENTITIES = list[_Entity]
RELATIONS = list[_Relation]
ADDED = list[_Added]
DELETIONS = list[_Deletion]
NAMES = list[str]
