"""Two known facts that say the same: one record joins them, the better standing one gains the other's evidence.

Deletes nothing: the other is archived, its own words and sources stay, and `noctuary undo merge:…` parts the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from noctuary.consolidate.kinds import strength, stronger
from noctuary.consolidate.score import is_own_line
from noctuary.decisions import Judged, Verdict
from noctuary.judging.siblings import are_siblings
from noctuary.model import TRUST_ORDER, Fact, Merge, Support, merge_id
from noctuary.stages.run import Run

JOINED_AT_LEAST = 0.8


def same_words(merges: Mapping[str, Merge]) -> dict[str, str]:
    """Facts joined before: their id → the fact that stands for them, so that what is said again counts there."""
    found = {one.merged: one.kept for one in merges.values() if one.of == "fact" and not one.is_undone}

    def last(key: str) -> str:
        seen = {key}
        while key in found and found[key] not in seen:
            key = found[key]
            seen.add(key)
        return key

    return {key: last(key) for key in found}


def known_duplicates(
    run: Run, verdicts: Iterable[Judged], standing: Callable[[Fact], tuple[object, ...]]
) -> tuple[list[Merge], int]:
    """Merges of facts that were both known before tonight and are surely duplicates, surest first; how many wait.

    Never of two agents' facts, of lines that stand side by side by design, or of what the human has parted; and of
    believed facts no more than a night may retire: the rest waits.
    """
    caps = run.workspace.settings.caps
    left = max(caps.at_least, int(caps.share * sum(fact.is_believed for fact in run.facts.values())))
    gone: dict[str, Merge] = {}
    waiting = 0
    for a, b, verdict in sorted(verdicts, key=lambda one: (-one.verdict.score, *one.ends)):
        one, other = run.facts.get(a), run.facts.get(b)
        if not one or not other or not _may_join(run, one, other, verdict) or gone.keys() & {a, b}:
            continue
        kept, merged = sorted((one, other), key=lambda fact: _worth(fact, standing), reverse=True)
        is_believed = merged.is_believed
        if any(merge.kept == merged.id for merge in gone.values()):
            continue
        if is_believed and not left:
            waiting += 1
            continue
        left -= is_believed
        gone[merged.id] = _merge(kept, merged, verdict)
    return list(gone.values()), waiting


def _worth(fact: Fact, standing: Callable[[Fact], tuple[object, ...]]) -> tuple[object, ...]:
    """Which of two stays: a believed one, a human's own line, a rule or preference, what stands best."""
    return fact.is_believed, is_own_line(fact), strength(fact.kind), standing(fact)


def _may_join(run: Run, one: Fact, other: Fact, verdict: Verdict) -> bool:
    known = run.merges.get(merge_id(one.id, other.id))
    is_alive = one.is_alive and other.is_alive
    is_one_agents = (one.agent_id, one.visibility) == (other.agent_id, other.visibility)
    is_sure = verdict.kind == "duplicate" and verdict.score >= JOINED_AT_LEAST
    return known is None and is_alive and is_one_agents and is_sure and not are_siblings(one, other)


def _merge(kept: Fact, merged: Fact, verdict: Verdict) -> Merge:
    cited = set(map(cited_as, kept.sources))
    return Merge(
        id=merge_id(kept.id, merged.id),
        of="fact",
        kept=kept.id,
        merged=merged.id,
        kept_name=kept.text,
        merged_name=merged.text,
        reason=verdict.reason,
        score=verdict.score,
        events=tuple(dict.fromkeys(one for one in map(cited_as, merged.sources) if one not in cited)),
        status_before=merged.status,
    )


def cited_as(support: Support) -> str:
    """What a merge remembers a support by: its event, else its place."""
    return support.event or f"{support.ref}:{support.line}"


def joined(facts: dict[str, Fact], merges: Sequence[Merge], grown: Callable[[Fact, Fact], Fact]) -> dict[str, Fact]:
    """`facts` with each merged one archived and each kept one `grown` by its evidence, of the stronger kind and better
    trust of the two."""
    after = dict(facts)
    for merge in merges:
        kept, merged = after[merge.kept], after[merge.merged]
        trust = max((kept.trust, merged.trust), key=TRUST_ORDER.index)
        kept = replace(kept, kind=stronger(kept.kind, merged.kind))
        after[merge.kept] = replace(grown(kept, merged), trust=trust)
        after[merge.merged] = replace(after[merge.merged], status="archived")
    return after
