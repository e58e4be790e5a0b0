"""Figures of the knowledge graph (seed 000): counts, density, components, growth, quality. Writes nothing."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Any

from noctuary.index import Index
from noctuary.knowledge.showing import Shown, type_of
from noctuary.model import Edge, Entity, Fact
from noctuary.sources.graphs import as_written


def stats(index: Index, now: dt.datetime) -> dict[str, Any]:
    """All figures, over what holds on the day."""
    shown = Shown(index, now.date())
    entities, edges = shown.entities(), shown.edges()
    said = shown.said(one.id for one in entities)
    facts = [fact for told in said.values() for fact in told]
    counts = index.counts()
    return {
        "entity_counts": dict(sorted(Counter(type_of(one) for one in entities).items())),
        "relation_counts": dict(sorted(Counter(as_written(one)[2] for one in edges).items())),
        "total_entities": len(entities),
        "total_relations": len(edges),
        "total_observations": len(facts),
        "avg_observations_per_entity": round(len(facts) / len(entities), 4) if entities else 0.0,
        **shape(entities, edges),
        "knowledge_growth_rate": {
            "entities_per_week": _per_week([one.created_at for one in entities], now),
            "observations_per_week": _per_week([fact.created_at or fact.verified_at for fact in facts], now),
        },
        "quality_indicators": _quality(entities, said, facts),
        "embeddings_pending": max(0, counts["facts"] - counts["vectors"]),
    }


def shape(entities: Sequence[Entity], edges: Sequence[Edge]) -> dict[str, Any]:
    """Density (relations by possible ones), the largest component's size, the average clustering coefficient."""
    import networkx as nx

    directed = nx.DiGraph()
    directed.add_nodes_from(one.id for one in entities)
    known = set(directed)
    ends = (as_written(edge)[:2] for edge in edges)
    directed.add_edges_from(pair for pair in ends if pair[0] != pair[1] and known.issuperset(pair))
    plain = directed.to_undirected()
    parts = [len(one) for one in nx.connected_components(plain)]
    return {
        "graph_density": round(nx.density(directed), 6),
        "components": len(parts),
        "largest_component_size": max(parts, default=0),
        "avg_clustering_coefficient": round(nx.average_clustering(plain), 6) if len(plain) else 0.0,
    }


def _per_week(made: Sequence[dt.datetime | None], now: dt.datetime) -> float:
    """How many a week, from the first on; a memory younger than a week is a week old."""
    known = [at for at in made if at]
    if not known:
        return 0.0
    weeks = max(1.0, (now - min(known)) / dt.timedelta(weeks=1))
    return round(len(known) / weeks, 4)


def _quality(entities: Sequence[Entity], said: dict[str, list[Fact]], facts: Sequence[Fact]) -> dict[str, float]:
    insights = [one for one in entities if one.type == "insight"]
    validated = sum(len(_voices(one, said.get(one.id, ()))) > 1 for one in insights)
    contested = sum(fact.status == "contested" for fact in facts)
    sure = [float(one.properties["confidence"]) for one in insights if "confidence" in one.properties]
    sure = sure or [fact.confidence for fact in facts]
    return {
        "avg_confidence": round(sum(sure) / len(sure), 4) if sure else 0.0,
        "validation_rate": round(validated / len(insights), 4) if insights else 0.0,
        "conflict_rate": round(contested / len(facts), 4) if facts else 0.0,
    }


def _voices(one: Entity, said: Sequence[Fact]) -> set[str]:
    """The sessions and agents that stand behind an insight."""
    sessions = {source.session for fact in said for source in fact.sources}
    return sessions | {*one.properties.get("evidence_sessions", ()), *one.properties.get("validated_by", ())}
