"""The memory as the reference server shows a graph: names instead of ids, types and relations as they were written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from noctuary.errors import UnknownId
from noctuary.index import Index, nodes
from noctuary.index.nodes import Node, Wanted
from noctuary.memory_tool.types import Entity, Graph, Relation
from noctuary.model import Edge
from noctuary.sources.graphs import as_written

_A_DAY = 86_400_000


def relation_of(edge: Edge, index: Index) -> tuple[str, str, str]:
    """(from, to, type) of an edge as it was written, its ends as what stands for them."""
    src, dst, label = as_written(edge)
    return index.standing(src), index.standing(dst), label


class View:
    """An index, as it shows to one asker, on a day."""

    def __init__(self, index: Index, now: dt.datetime) -> None:
        self._index = index
        self._on = int(now.timestamp() * 1000) // _A_DAY * _A_DAY
        self._doubles: dict[str, str] | None = None

    def page(self, limit: int | None, cursor: str, most: int | None, holding: str = "") -> Graph:
        """Entities behind a cursor, and each relation once: with its first end that a graph shows."""
        wanted = Wanted(on=self._on, after=_place(cursor), limit=-1 if limit is None else limit + 1, holding=holding)
        found = self._index.nodes(wanted)
        kept = _within(found[:limit] if limit is not None else found, most)
        is_whole = len(kept) == len(found)
        is_first = not cursor and is_whole
        edges = self._index.ties(None if is_first and not holding else [one.id for one in kept])
        if not is_first and not holding:
            edges = self._of_page(edges, {one.id for one in kept})
        more = "" if is_whole or not kept else _cursor(kept[-1])
        return Graph(entities=self._entities(kept), relations=self._relations(edges), next_cursor=more)

    def opened(self, names: Sequence[str]) -> Graph:
        """The entities of these names, in the graph's order, and the relations that touch them."""
        ids: list[str] = []
        for name in names:
            ids += self._ids(name)
        found = self._index.nodes(Wanted(on=self._on, ids=tuple(ids))) if ids else []
        edges = self._index.ties([one.id for one in found]) if found else []
        return Graph(entities=self._entities(found), relations=self._relations(edges))

    def _ids(self, name: str) -> list[str]:
        """The entity that is shown by a name: the first that was made of those that have it."""
        shown = self._index.nodes(Wanted(on=self._on, ids=tuple(self._index.exactly(name))))
        if shown:
            return [shown[0].id]
        kind, _, plain = name.partition(":")
        return self._index.exactly(plain, kind.strip().lower()) if plain else []

    def _of_page(self, edges: Iterable[Edge], here: set[str]) -> list[Edge]:
        """The edges that belong to a page: to that of their first end, or of the other where that is shown on none."""
        edges = list(edges)
        ends = {end for edge in edges for end in as_written(edge)[:2]} - here
        elsewhere = {one.id for one in self._index.nodes(Wanted(on=self._on, ids=tuple(sorted(ends))))}
        return [edge for edge in edges if as_written(edge)[0] in here or as_written(edge)[0] not in elsewhere]

    def _entities(self, found: Iterable[Node]) -> list[Entity]:
        return [
            {"name": self._called(one.id, one.name, one.type), "entityType": one.type, "observations": list(one.texts)}
            for one in found
        ]

    def _relations(self, edges: Iterable[Edge]) -> list[Relation]:
        edges = list(edges)
        names = self._index.names_of({end for edge in edges for end in (edge.src, edge.dst)})
        told: dict[tuple[str, str, str], Relation] = {}
        for edge in edges:
            src, dst, label = as_written(edge)
            if src in names and dst in names:
                ends = [self._called(end, *names[end]) for end in (src, dst)]
                told.setdefault((src, dst, label), {"from": ends[0], "to": ends[1], "relationType": label})
        return list(told.values())

    def _called(self, key: str, name: str, kind: str) -> str:
        """A name that is one entity's in this graph: of several of one name, all but the first tell their type."""
        if self._doubles is None:
            self._doubles = {name: self._first(name) for name in nodes.doubles(self._index.db)}
        return f"{kind}:{name}" if self._doubles.get(name, key) not in (key, "") else name

    def _first(self, name: str) -> str:
        shown = self._index.nodes(Wanted(on=self._on, ids=tuple(self._index.exactly(name))))
        return shown[0].id if shown else ""


def _within(found: list[Node], most: int | None) -> list[Node]:
    """As many as `most` characters hold, one at least."""
    if most is None:
        return found
    left, kept = most, 0
    for one in found:
        left -= len(one.name) + len(one.type) + sum(map(len, one.texts)) + 8 * (len(one.texts) + 6)
        if left < 0 and kept:
            break
        kept += 1
    return found[:kept]


def _cursor(node: Node) -> str:
    return f"{node.place[0]}:{node.place[1]}"


def _place(cursor: str) -> tuple[int, str]:
    """Where a page begins. UnknownId for a cursor that no page gave: the first page again would have no end."""
    if not cursor:
        return -1, ""
    us, _, key = cursor.partition(":")
    if not (key and us.isascii() and us.isdigit() and len(us) < 19):
        raise UnknownId("cursor", f"{cursor[:40]!r} is none that an answer gave", "leave it out to begin anew")
    return int(us), key
