"""Connecting tonight's facts: entities, which of them are one, edges their words state, and nearest neighbours."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from noctuary.access import ANYONE, may_see, seen
from noctuary.consolidate import link as rules
from noctuary.consolidate.merges import canonical
from noctuary.decisions import Judged
from noctuary.embed import choose
from noctuary.journal import State
from noctuary.judging.judge import judge_all
from noctuary.judging.statements import of_fact
from noctuary.model import Edge, Entity, Fact, Problem, Value
from noctuary.settings import Workspace
from noctuary.stages.identify import identify
from noctuary.stages.nearby import Vectors
from noctuary.stages.run import Run, altered

REFINES_AT_LEAST = 0.5
"""From here it is likelier than not that one adds detail to the other."""


def link(run: Run) -> Run:
    """Add entities, merges and edges for facts that are new or changed tonight; nothing is ever unlinked here."""
    touched = (run.facts[key] for key in altered(run.facts, run.state.facts))
    new = {fact.id for fact in touched if not _was_joined(run.state, fact)} | (run.unjudged & run.facts.keys())
    fresh = [fact for key in sorted(new) if (fact := run.facts[key]).is_believed]
    choice = choose(run.workspace.settings.embed.model)
    if choice.loss:
        run = dataclasses.replace(run, problems=(*run.problems, Problem(path="noctuary.toml", message=choice.loss)))
    if not fresh:
        return dataclasses.replace(run, vectors=None)
    entities = dict(run.entities) | rules.entities(fresh, run.entities)
    run = identify(dataclasses.replace(run, entities=entities))
    found = [
        *_edges(
            run.vectors or Vectors(run.workspace), fresh, _believed(run.facts), entities, canonical(run.merges.values())
        ),
        *rules.composed(entities.values()),
        *_refinements(run),
    ]
    edges = dict(run.edges)
    for edge in found:
        edges.setdefault(edge.id, edge)
    return dataclasses.replace(run, edges=edges, vectors=None)


def connected(workspace: Workspace, state: State, changed: Iterable[Value]) -> list[Value]:
    """Entities and edges of the facts that `changed` newly lets into `state` by day, as the night would add them.

    Among what anyone may see alone: an edge between what is public and what is not would tell of it.
    """
    whole, state = state, seen(state)
    told = {one.id: one for one in changed if isinstance(one, Fact) and may_see(one, ANYONE)}
    fresh = [fact for _, fact in sorted(told.items()) if fact.is_believed and not _was_joined(state, fact)]
    if not fresh:
        return []
    believed = _believed(state.facts | told)
    new = rules.entities(fresh, state.entities)
    found = _edges(Vectors(workspace), fresh, believed, state.entities | new, canonical(state.merges.values()))
    made = {edge.id: edge for edge in found}
    return [
        *(new[key] for key in sorted(new) if key not in whole.entities),
        *(made[key] for key in sorted(made) if key not in whole.edges),
    ]


def with_connections(workspace: Workspace, state: State, changed: list[Value]) -> list[Value]:
    """What a human's decision makes, and the connections of what is believed by it; two it joins itself stay so."""
    joined = [{one.src, one.dst} for one in changed if isinstance(one, Edge)]
    more = connected(workspace, state, changed)
    return [*changed, *(one for one in more if not isinstance(one, Edge) or {one.src, one.dst} not in joined)]


def _edges(
    vectors: Vectors,
    fresh: Sequence[Fact],
    believed: Sequence[Fact],
    entities: Mapping[str, Entity],
    same: Mapping[str, str],
) -> list[Edge]:
    """What the words of `fresh` state, and their nearest neighbours among the `believed`."""
    near = vectors.nearby(fresh, believed, rules.RELATED_AT_MOST, rules.RELATED_AT_LEAST)
    return [
        *rules.spoken(fresh, entities, same),
        *rules.related(fresh, near, {fact.id: fact.text for fact in believed}),
    ]


def _believed(facts: Mapping[str, Fact]) -> list[Fact]:
    return [fact for fact in facts.values() if fact.is_believed]


def _was_joined(state: State, fact: Fact) -> bool:
    before = state.facts.get(fact.id)
    return before is not None and before.is_believed


def _refinements(run: Run) -> list[Edge]:
    edges = []
    for older, newer, verdict in (*run.details, *_judged_late(run)):
        coarse, fine = run.facts.get(older), run.facts.get(newer)
        if coarse and fine and coarse.is_believed and fine.is_believed and verdict.score >= REFINES_AT_LEAST:
            edges.append(rules.refines(fine, coarse, verdict.reason, verdict.score))
    return edges


def _judged_late(run: Run) -> Iterator[Judged]:
    """Those that refine each other of the pairs that matching left, now that both are believed; by measures alone."""
    ends = [pair for pair in run.idle if all((one := run.facts.get(key)) and one.is_believed for key in pair)]
    verdicts = judge_all([(of_fact(run.facts[older]), of_fact(run.facts[newer])) for older, newer in ends])
    for (older, newer), verdict in zip(ends, verdicts, strict=True):
        if verdict.kind == "refinement":
            yield Judged(older, newer, verdict)
