"""Weighing evidence and letting statements in. The signals are SQL, the gates are pure; this carries them over."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Set

from msgspec.structs import replace

from noctuary import recalls
from noctuary.consolidate.aligned import stems
from noctuary.consolidate.concrete import Known, concepts, specificity
from noctuary.consolidate.judging.values import values
from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.promote import held_back, passes
from noctuary.consolidate.score import PRIOR, is_own_line
from noctuary.consolidate.score import score as weighted
from noctuary.decisions import Signals, Verdict
from noctuary.model import Edge, Fact, Support
from noctuary.stages.evidence import worth
from noctuary.stages.fade import look_up
from noctuary.stages.propose import Proposals
from noctuary.stages.put_away import again_archived, put_away
from noctuary.stages.run import Run
from noctuary.stages.turned_down import turned_down
from noctuary.workbench import Standing, signals

BELIEVED = ("active", "contested")
# A refinement says the same and more: sure enough, and word for word enough, its voices stand behind the plainer one.
REFINES_AT_LEAST = 0.8
SAID_IN_FULL = 0.75


def score(run: Run) -> Run:
    """Compute the named signals of every touched statement; what a fuller statement says counts for the plainer one.

    The lent sources are among the fact's own from then on, so that whoever asks sees them.
    """
    run = put_away(run)
    facts = dict(run.facts)
    for key, sources in sorted(lent(run.facts, run.details, run.touched, run.agreed).items()):
        facts[key] = _lending(facts[key], sources)
    policy = run.workspace.settings.promote
    asked = recalls.read(run.workspace.derived, run.now)
    weighed = {key: facts[key] for key in sorted(run.touched | _asked_anew(run, asked))}
    found = signals(
        {key: fact.sources for key, fact in weighed.items()},
        run.now,
        run.bench,
        recalls=asked,
        standing=standing(weighed, believed(run), run.state.edges.values(), run.conflicts),
    )
    is_in = {key for key in weighed if key in run.touched or passes(facts[key], found[key], policy, is_update=False)}
    for key in sorted(is_in):
        facts[key] = replace(facts[key], score=weighted(found[key], policy))
    return dataclasses.replace(run, facts=facts, signals=found, touched=run.touched | is_in)


def _asked_anew(run: Run, asked: Iterable[recalls.Recall]) -> set[str]:
    """Candidates recalled since the last night, where the policy asks for use; what it lets not in is not written."""
    policy = run.workspace.settings.promote
    if not policy.min_recalls and not policy.min_queries:
        return set()
    last = run.state.last_night()
    return {
        one.fact
        for one in asked
        if (last is None or one.at > last.begun_at)
        and (fact := run.facts.get(one.fact)) is not None
        and fact.status == "candidate"
    }


def believed(run: Run) -> dict[str, str]:
    """What was believed before tonight, by id: earlier nights' facts, and the lines of the human's own memory file."""
    known = {key: fact.text for key, fact in run.state.facts.items() if fact.status in BELIEVED}
    own = (fact for fact in run.facts.values() if is_own_line(fact))
    return known | {fact.id: fact.text for fact in own if fact.status in (*BELIEVED, "candidate")}


def standing(
    facts: Mapping[str, Fact],
    believed: Mapping[str, str],
    edges: Iterable[Edge],
    conflicts: Iterable[tuple[str, str, Verdict]] = (),
) -> dict[str, Standing]:
    """What the words of each statement tell, and how it stands to what is believed, by edges and tonight's verdicts."""
    known = Known(believed)
    against: dict[str, float] = {}
    contradicts = [(edge.src, edge.dst, edge.weight) for edge in edges if edge.rel == "contradicts"]
    verdicts = [(left, right, max(verdict.score, verdict.clash)) for left, right, verdict in conflicts]
    for left, right, sure in (*contradicts, *verdicts):
        for one, other in ((left, right), (right, left)):
            if other in believed:
                against[one] = max(against.get(one, 0.0), min(1.0, sure))
    return {
        key: Standing(
            specificity=specificity(fact.text),
            concepts=concepts(fact.text),
            novelty=known.novelty(key, fact.text),
            conflict=against.get(key, 0.0),
        )
        for key, fact in facts.items()
    }


def lent(
    facts: Mapping[str, Fact],
    details: Iterable[tuple[str, str, Verdict]],
    touched: Set[str],
    agreed: Iterable[tuple[str, str]] = (),
) -> dict[str, list[Support]]:
    """Of each touched statement the sources of fuller ones that say all of it, or that agree with it."""
    found: dict[str, list[Support]] = {}
    agreed = set(agreed)
    surely = {(left, right) for left, right, verdict in details if verdict.score >= REFINES_AT_LEAST}
    for pair in sorted({*surely, *agreed}):
        plain, full = by_length(facts[pair[0]], facts[pair[1]])
        may_agree = pair in agreed and _needs_voices(plain)
        if plain.id in touched and (may_agree or (_says_all_of(full.text, plain.text) and pair in surely)):
            found.setdefault(plain.id, []).extend(full.sources)
    return found


def _needs_voices(fact: Fact) -> bool:
    """Whether a statement waits for somebody else to say so: what the human wrote down stands by itself."""
    return fact.status == "candidate" and not is_own_line(fact)


def by_length(one: Fact, other: Fact) -> list[Fact]:
    """The plainer of two that say the same, then the fuller one."""
    return sorted((one, other), key=lambda fact: (len(fact.text), fact.id))


def _says_all_of(full: str, plain: str) -> bool:
    """Whether all values and nearly all telling words, of two or more, stand in another; one shared word never will."""
    words = stems(plain)
    if not {value.norm for value in values(plain)} <= {value.norm for value in values(full)}:
        return False
    return len(words) > 1 and len(words & stems(full)) >= SAID_IN_FULL * len(words)


def _lending(fact: Fact, theirs: list[Support]) -> Fact:
    """The fact with the lent sources after its own. Dates and trust stay those of its own words."""
    known = {(one.ref, one.line, one.event) for one in fact.sources}
    more = {(one.ref, one.line, one.event): replace(one, is_lent=True) for one in theirs if not one.is_lent}
    sources = (*fact.sources, *(more[key] for key in sorted(more) if key not in known))
    c0, how = worth(sources, fact.contradicting)
    return replace(fact, sources=sources, confidence=max(c0, fact.confidence), method=how)


def promote(run: Run) -> Run:
    """Let statements through the gates, best first and at most as many as a night may; the rest keep their reason.

    What must be seen first stays a candidate and is asked; it counts against the same caps.
    """
    policy = run.workspace.settings.promote
    facts, reviews = dict(run.facts), dict(run.reviews)
    proposals = Proposals(policy, run.reviews, turned_down(run.state, run.reviews))
    asked: list[str] = []
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
            let_in[voice].append(fact.id)
            seen = fact if voice == "memory" else crossed(fact, run)
            if proposals.must_wait(fact, gate):
                asked += proposals.ask(seen, gate, reviews)
                facts[fact.id] = seen
            else:
                facts[fact.id] = replace(seen, status="active", gate=gate)
            continue
        rejected["cap" if gate else held_back(fact, run.signals[fact.id], policy)[0]] += 1
        if before := again_archived(fact, run.state.facts.get(fact.id)):
            facts[fact.id] = before
        elif not _worth_keeping(fact, run.signals[fact.id], policy.min_candidate):
            del facts[fact.id]
    return dataclasses.replace(
        run,
        facts=facts,
        reviews=reviews,
        asked=(*run.asked, *asked),
        rejected=dict(rejected),
        promoted=tuple(key for key in (*let_in["human"], *let_in["agent"]) if facts[key].status == "active"),
        known=tuple(let_in["memory"]),
        reinforced=_reinforced(run),
        stops=(*run.stops, *_told(rejected["cap"], policy)),
    )


def _covered(run: Run) -> set[str]:
    """Statements that another one says in full and adds to, which is let in by its own right."""
    policy = run.workspace.settings.promote
    found = set()
    surely = [(left, right) for left, right, verdict in run.details if verdict.score >= REFINES_AT_LEAST]
    for left, right in (*surely, *run.agreed):
        coarse, finer = by_length(run.facts[left], run.facts[right])
        is_in = finer.status in ("active", "contested") or (
            finer.id in run.signals and passes(finer, run.signals[finer.id], policy, is_update=False)
        )
        if is_in and ((left, right) in run.agreed or _says_all_of(finer.text, coarse.text)):
            found.add(coarse.id)
    return found


def _told(capped: int, policy: PromotePolicy) -> list[str]:
    if not capped:
        return []
    does = "puts to you" if policy.mode == "propose" else "promotes"
    return [
        f"A night {does} at most {policy.max_promotions} statements of a human and {policy.max_unattended} that "
        f"only agents wrote; {capped} more stay candidates until something confirms them."
    ]


def crossed(fact: Fact, run: Run) -> Fact:
    """The fact with the method and confidence of a look at the files it cites, where they say so, too."""
    found = look_up(run.workspace.root, fact, run.workspace.settings.reality)
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
