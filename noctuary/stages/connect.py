"""Connecting tonight's facts: entities, which of them are one, edges their words state, and nearest neighbours."""

from __future__ import annotations

import dataclasses

from noctuary.consolidate import link as rules
from noctuary.consolidate.merges import canonical
from noctuary.embed import choose
from noctuary.model import Edge, Fact, Problem
from noctuary.stages.identify import identify
from noctuary.stages.nearby import nearby
from noctuary.stages.run import Run

_JOINED = ("active", "contested")


def link(run: Run) -> Run:
    """Add entities, merges and edges for facts that are new or changed tonight; nothing is ever unlinked here."""
    believed = [fact for _, fact in sorted(run.facts.items()) if fact.status in _JOINED]
    imported = run.imported
    fresh = [fact for fact in believed if fact.id in imported or not _was_joined(run, fact)]
    choice = choose(run.workspace.settings.embed.model)
    if choice.loss:
        run = dataclasses.replace(run, problems=(*run.problems, Problem(path="noctuary.toml", message=choice.loss)))
    if not fresh:
        return run
    entities = dict(run.entities) | rules.entities(fresh, run.entities)
    run = identify(dataclasses.replace(run, entities=entities))
    near = nearby(run.workspace, fresh, believed, choice.embedder, rules.RELATED_AT_MOST, rules.RELATED_AT_LEAST)
    found = [
        *rules.spoken(fresh, entities, canonical(run.merges.values())),
        *rules.composed(entities.values()),
        *rules.related(fresh, near, {fact.id: fact.text for fact in believed}),
        *_refinements(run),
    ]
    edges = dict(run.edges)
    for edge in found:
        edges.setdefault(edge.id, edge)
    return dataclasses.replace(run, edges=edges)


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
