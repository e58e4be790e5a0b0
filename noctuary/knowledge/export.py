"""The graph in other tools' formats: Graphviz, D3, Cytoscape, Cypher, GraphML, and both seeds' own lines, lossless."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from noctuary.knowledge import showing
from noctuary.knowledge.registry import KnowledgeError
from noctuary.knowledge.showing import Shown, type_of
from noctuary.model import Edge, Entity
from noctuary.sources.graphs import as_written

_PLAIN = re.compile(r"[^A-Za-z0-9_]")


def export(shown: Shown, form: str, types: Sequence[str], *, expired: bool = False) -> dict[str, Any]:
    """{format, content} of what the index shows; every node and edge tells its validity."""
    if form not in FORMATS:
        raise KnowledgeError("unknown_format", f"{form!r} is no format", f"use one of {', '.join(FORMATS)}")
    wanted = {kind.lower() for kind in types}
    entities = [one for one in shown.entities(expired=expired, bare=True) if not wanted or one.type in wanted]
    known = {one.id for one in entities}
    edges = [one for one in shown.edges() if known.issuperset(as_written(one)[:2])]
    return {
        "format": form,
        "nodes": len(entities),
        "edges": len(edges),
        "content": FORMATS[form](shown, entities, edges),
    }


def _graph(entities: Sequence[Entity], edges: Sequence[Edge]) -> Any:
    import networkx as nx

    graph = nx.MultiDiGraph()
    for one in entities:
        told = showing.entity(one)
        kept = {key: told[key] for key in ("name", "type", "label", "valid_from", "valid_to", "visibility")}
        graph.add_node(one.id, **{key: "" if value is None else value for key, value in kept.items()})
    for edge in edges:
        src, dst, label = as_written(edge)
        graph.add_edge(src, dst, key=edge.id, type=label, reason=edge.reason, weight=edge.weight)
    return graph


def _graphviz(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> str:
    lines = ["digraph knowledge {"]
    for one in entities:
        told = showing.entity(one)
        held = f"{told['valid_from'] or ''}..{told['valid_to'] or ''}"
        label = f"{one.label or one.name}\n{type_of(one)} {held}".strip()
        lines.append(
            f"  {_quoted(one.id)} [label={_quoted(label)}, type={_quoted(type_of(one))}, valid={_quoted(held)}];"
        )
    for edge in edges:
        src, dst, label = as_written(edge)
        lines.append(f"  {_quoted(src)} -> {_quoted(dst)} [label={_quoted(label)}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    """A string as DOT has it: only quotation marks and backslashes are escaped, a line end is `\\n`."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _d3(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> dict[str, Any]:
    import networkx as nx

    found: dict[str, Any] = nx.node_link_data(_graph(entities, edges), edges="links")
    return found


def _cytoscape(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> dict[str, Any]:
    import networkx as nx

    found: dict[str, Any] = nx.cytoscape_data(_graph(entities, edges))
    return found


def _graphml(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> str:
    import networkx as nx

    return "\n".join(nx.generate_graphml(_graph(entities, edges))) + "\n"


def _cypher(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> str:
    """An import script for Neo4j: nodes and relations are merged by id, so that it may be run twice."""
    lines = []
    for one in entities:
        told = {key: value for key, value in showing.entity(one).items() if value not in (None, {}, [])}
        said = [fact.text for fact in shown.said([one.id]).get(one.id, ())]
        told |= {"properties": json.dumps(one.properties, ensure_ascii=False), "observations": said}
        kind = _PLAIN.sub("_", type_of(one)) or "Entity"
        lines.append(f"MERGE (n:Entity {{id: {_literal(one.id)}}}) SET n:`{kind}`, n += {_map(told)};")
    for edge in edges:
        src, dst, label = as_written(edge)
        kind = _PLAIN.sub("_", label) or "RELATES_TO"
        lines.append(
            f"MATCH (a:Entity {{id: {_literal(src)}}}), (b:Entity {{id: {_literal(dst)}}}) "
            f"MERGE (a)-[r:`{kind}` {{id: {_literal(edge.id)}}}]->(b) SET r.type = {_literal(label)};"
        )
    return "\n".join([*lines, ""])


def _map(told: dict[str, Any]) -> str:
    return "{" + ", ".join(f"`{key}`: {_literal(value)}" for key, value in told.items()) + "}"


def _literal(value: Any) -> str:
    """A value as Cypher writes it: JSON, which its strings and lists are."""
    return json.dumps(value, ensure_ascii=True)


def _thoughtbox(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> str:
    """Seed 000's lines: what another Thoughtbox wrote comes out as it went in; observations stand with their entity."""
    said = shown.said((one.id for one in entities), expired=True)
    ids = {one.id: str(one.extra.get("id", one.name if one.is_bare else one.id)) for one in entities}
    lines: list[dict[str, Any]] = []
    for one in entities:
        if one.is_bare:
            continue
        told: dict[str, Any] = {"type": "entity", "id": one.id, "name": one.name, "entityType": type_of(one)}
        told |= {"label": one.label or one.name, "properties": one.properties, "visibility": one.visibility}
        told |= showing.allowed(one)
        dates = {"created_at": one.created_at, "updated_at": one.updated_at, "last_accessed_at": one.last_accessed_at}
        told |= {key: showing.moment(at) for key, at in dates.items() if at}
        days = {"valid_from": one.valid_from, "valid_to": one.valid_to}
        told |= {key: showing.day(on) for key, on in days.items() if on}
        more = {
            "created_by": one.created_by,
            "superseded_by": one.superseded_by,
            "access_count": one.access_count,
            "importance_score": one.importance,
        }
        told |= {key: value for key, value in more.items() if value}
        texts = [fact.text for fact in said.get(one.id, ()) if not fact.extra.get("of_property")]
        lines.append(told | ({"observations": texts} if texts else {}) | one.extra)
    for edge in edges:
        src, dst, label = as_written(edge)
        told = {"type": "relation", "id": edge.id, "from_id": ids[src], "to_id": ids[dst], "relationType": label}
        told |= {"properties": edge.properties} if edge.properties else {}
        told |= {"created_at": showing.moment(edge.created_at)} if edge.created_at else {}
        told |= {"created_by": edge.created_by} if edge.created_by else {}
        lines.append(told | edge.extra)
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)


def _memory(shown: Shown, entities: Sequence[Entity], edges: Sequence[Edge]) -> str:
    """The reference memory server's lines."""
    said = shown.said(one.id for one in entities)
    names = {one.id: one.name for one in entities}
    lines: list[dict[str, Any]] = [
        {
            "type": "entity",
            "name": one.name,
            "entityType": type_of(one),
            "observations": [fact.text for fact in said.get(one.id, ()) if not fact.extra.get("of_property")],
        }
        for one in entities
        if not one.is_bare
    ]
    for edge in edges:
        src, dst, label = as_written(edge)
        lines.append({"type": "relation", "from": names[src], "to": names[dst], "relationType": label})
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)


FORMATS: dict[str, Callable[[Shown, Sequence[Entity], Sequence[Edge]], Any]] = {
    "graphviz": _graphviz,
    "d3": _d3,
    "cytoscape": _cytoscape,
    "cypher": _cypher,
    "graphml": _graphml,
    "thoughtbox": _thoughtbox,
    "memory": _memory,
}
