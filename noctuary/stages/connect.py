"""Connecting tonight's facts: entities, edges their words state, and nearest neighbours by vector."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from noctuary.consolidate import link as rules
from noctuary.model import Edge, Fact
from noctuary.stages.run import Run

_JOINED = ("active", "contested")


def link(run: Run) -> Run:
    """Add entities and edges for facts that are new or changed tonight; nothing is ever unlinked here."""
    believed = [fact for _, fact in sorted(run.facts.items()) if fact.status in _JOINED]
    imported = run.imported
    fresh = [fact for fact in believed if fact.id in imported or not _was_joined(run, fact)]
    if not fresh:
        return run
    entities = dict(run.entities) | rules.entities(fresh, run.entities)
    found = [
        *rules.spoken(fresh, entities),
        *rules.composed(entities.values()),
        *rules.related(fresh, neighbours(fresh, believed), {fact.id: fact.text for fact in believed}),
        *_refinements(run),
    ]
    edges = dict(run.edges)
    for edge in found:
        edges.setdefault(edge.id, edge)
    return dataclasses.replace(run, entities=entities, edges=edges)


def neighbours(fresh: Sequence[Fact], believed: Sequence[Fact], k: int = 6) -> dict[str, list[tuple[str, float]]]:
    """The `k` nearest believed facts of each fresh one, by cosine of the default embedding, nearest first."""
    import numpy as np

    from noctuary.embed import default_embedder

    if len(believed) < 2:
        return {}
    matrix = default_embedder().embed([fact.text for fact in believed])
    row_of = {fact.id: row for row, fact in enumerate(believed)}
    rows = np.array([row_of[fact.id] for fact in fresh])
    found: dict[str, list[tuple[str, float]]] = {}
    for start in range(0, len(rows), 512):
        block = rows[start : start + 512]
        alike = np.round(matrix[block] @ matrix.T, 4)
        alike[np.arange(len(block)), block] = -1.0
        best = np.argsort(-alike, axis=1, kind="stable")[:, :k]
        for position, row in enumerate(block):
            near = [(believed[n].id, float(alike[position, n])) for n in best[position]]
            found[believed[row].id] = near
    return found


def _was_joined(run: Run, fact: Fact) -> bool:
    before = run.state.facts.get(fact.id)
    return before is not None and before.status in _JOINED


def _refinements(run: Run) -> list[Edge]:
    edges = []
    for left, right, verdict in run.details:
        coarse, fine = run.facts.get(left), run.facts.get(right)
        if coarse and fine and coarse.status in _JOINED and fine.status in _JOINED and verdict.score >= 0.5:
            edges.append(rules.refines(fine, coarse, verdict.reason, verdict.score))
    return edges
