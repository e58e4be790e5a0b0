"""Weighing evidence and letting statements in. The signals are SQL, the gates are pure; this carries them over."""

from __future__ import annotations

import dataclasses
from collections import Counter

from msgspec.structs import replace

from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.promote import held_back, passes
from noctuary.consolidate.score import PRIOR
from noctuary.consolidate.score import score as weighted
from noctuary.decisions import Signals
from noctuary.model import Fact, Support
from noctuary.stages.fade import look_up
from noctuary.stages.run import Run
from noctuary.workbench import signals

# A refinement says the same and more: sure enough, it is a voice for both sides.
REFINES_AT_LEAST = 0.8


def score(run: Run) -> Run:
    """Compute the named signals of every touched statement, a refinement's evidence counting for both sides."""
    supports: dict[str, list[Support]] = {key: list(run.facts[key].sources) for key in sorted(run.touched)}
    for left, right, verdict in run.details:
        if verdict.score < REFINES_AT_LEAST:
            continue
        if left in supports:
            supports[left] += run.facts[right].sources
        if right in supports:
            supports[right] += run.facts[left].sources
    found = signals(supports, run.now, run.bench)
    facts = dict(run.facts)
    for key, value in found.items():
        facts[key] = replace(facts[key], score=weighted(value, run.workspace.settings.promote.weights))
    return dataclasses.replace(run, facts=facts, signals=found)


def promote(run: Run) -> Run:
    """Let statements through the gates, best first and at most as many as a night may; the rest keep their reason."""
    policy = run.workspace.settings.promote
    facts = dict(run.facts)
    rejected: Counter[str] = Counter(run.rejected)
    let_in: dict[str, list[str]] = {"memory": [], "human": [], "agent": []}
    covered = _covered(run)
    most = {"memory": len(facts), "human": policy.max_promotions, "agent": policy.max_unattended}
    for fact in sorted((facts[key] for key in run.touched), key=lambda f: (-f.score, f.id)):
        if fact.status != "candidate":
            continue
        gate = passes(fact, run.signals[fact.id], policy, is_update=False)
        voice = "memory" if gate == "memory" else "human" if fact.trust == "human" else "agent"
        if gate and gate != "memory" and fact.id in covered:
            rejected["covered"] += 1
            continue
        if gate and len(let_in[voice]) < most[voice]:
            believed = replace(fact, status="active", gate=gate)
            facts[fact.id] = believed if voice == "memory" else crossed(believed, run)
            let_in[voice].append(fact.id)
            continue
        rejected["cap" if gate else held_back(fact, run.signals[fact.id], policy)[0]] += 1
        if not _worth_keeping(fact, run.signals[fact.id], policy.min_candidate):
            del facts[fact.id]
    return dataclasses.replace(
        run,
        facts=facts,
        rejected=dict(rejected),
        promoted=(*let_in["human"], *let_in["agent"]),
        known=tuple(let_in["memory"]),
        reinforced=_reinforced(run),
        stops=(*run.stops, *_told(rejected["cap"], policy)),
    )


def _covered(run: Run) -> set[str]:
    """Statements that another one says in full and adds to, which is let in by its own right."""
    policy = run.workspace.settings.promote
    found = set()
    for left, right, verdict in run.details:
        coarse, finer = sorted((run.facts[left], run.facts[right]), key=lambda fact: (len(fact.text), fact.id))
        is_in = finer.status in ("active", "contested") or (
            finer.id in run.signals and passes(finer, run.signals[finer.id], policy, is_update=False)
        )
        if verdict.score >= REFINES_AT_LEAST and is_in:
            found.add(coarse.id)
    return found


def _told(capped: int, policy: PromotePolicy) -> list[str]:
    if not capped:
        return []
    return [
        f"A night promotes at most {policy.max_promotions} statements of a human and {policy.max_unattended} that "
        f"only agents wrote; {capped} more stay candidates until something confirms them."
    ]


def crossed(fact: Fact, run: Run) -> Fact:
    """The fact with the method and confidence of a look at the files it cites, where they say so, too."""
    found = look_up(run.workspace.root, fact)
    if not found or not found[0]:
        return fact
    sure = max(fact.confidence, PRIOR["code-crossref"])
    return replace(fact, method="code-crossref", confidence=sure, last_revalidated=run.now)


def _worth_keeping(fact: Fact, signals: Signals, least: float) -> bool:
    return any(source.role != "tool" for source in fact.sources) and signals.durability >= least


def _reinforced(run: Run) -> tuple[str, ...]:
    return tuple(
        key
        for key in sorted(run.touched)
        if (before := run.state.facts.get(key))
        and before.status in ("active", "contested")
        and run.facts[key].confidence > before.confidence
    )
