"""Two that were joined stand apart again, each as it was: the records that follow. Takes a state; writes none."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from noctuary.consolidate.kinds import strength, stronger
from noctuary.errors import UndoRefused
from noctuary.journal import State
from noctuary.model import TRUST_ORDER, Fact, Merge, Support, Value
from noctuary.stages.duplicates import cited_as
from noctuary.stages.evidence import trust_of, worth
from noctuary.text.days import day_of, local_instant

_OF_EVIDENCE = ("confidence", "method", "trust", "verified_at", "said_on", "valid_from", "score")
"""What a fact has by its evidence, beside its kind and its half-life."""


def parted(
    state: State, merge: Merge, where: dt.tzinfo | None, before: Sequence[Value] = ()
) -> tuple[list[Value], list[str]]:
    """The two stand apart, now and in every later night; joined facts get back what they were.

    `before` are the values that the kept one has had, the oldest first.
    """
    if merge.is_undone:
        raise UndoRefused(merge.id, "is undone already", "nothing is left to do")
    parted_merge = replace(merge, is_undone=True)
    told = [f"{merge.merged_name!r} and {merge.kept_name!r} are two again, and stay two"]
    if merge.of != "fact":
        return [parted_merge], told
    merged = state.facts[merge.merged]
    changed: list[Value] = [_without(state, merge, where, [one for one in before if isinstance(one, Fact)])]
    if merged.status == "archived" and merge.status_before:
        changed.append(replace(merged, status=merge.status_before))
    return [*changed, parted_merge], told


def _without(state: State, merge: Merge, where: dt.tzinfo | None, before: Sequence[Fact]) -> Fact:
    """The kept fact of a merge as if it had never gained the other's evidence.

    It is what it last was with just the evidence that is left. Where it never had just that, because something was
    said since or is joined with it still, what hangs on evidence is reckoned.
    """
    kept = state.facts[merge.kept]
    own = tuple(one for one in kept.sources if cited_as(one) not in merge.events) or kept.sources
    others = [
        one for one in state.merges.values()
        if (one.of, one.kept) == ("fact", kept.id) and one.id != merge.id and not one.is_undone
    ]  # fmt: skip
    joined = [state.facts[one.merged] for one in others if one.merged in state.facts]
    cited = _cited(own)
    fitting = [one for one in reversed(before) if _cited(one.sources) <= cited]
    then = max(fitting, key=lambda one: len(_cited(one.sources)), default=None)
    if then and _cited(then.sources) == cited:
        evidence = {name: getattr(then, name) for name in _OF_EVIDENCE}
    else:
        evidence = _reckoned(kept, own, {event for one in others for event in one.events}, joined, where)
    begun = evidence["valid_from"]
    if begun and kept.valid_to and begun > kept.valid_to:
        evidence["valid_from"] = kept.valid_from
    like = _of_kind(kept, state.facts[merge.merged], then, joined)
    return replace(kept, sources=own, kind=like.kind, half_life_days=like.half_life_days, **evidence)


def _cited(sources: Sequence[Support]) -> set[str]:
    return set(map(cited_as, sources))


def _of_kind(kept: Fact, merged: Fact, then: Fact | None, joined: Sequence[Fact]) -> Fact:
    """Whose kind, and half-life, the kept one has once it is parted from `merged`: what it was, or what is joined with
    it still and binds more. A kind that none of them explains was given to it since, and stays."""
    if then is None or strength(kept.kind) > max(strength(one.kind) for one in (then, merged, *joined)):
        return kept
    like = then
    for one in joined:
        like = one if stronger(like.kind, one.kind) != like.kind else like
    return kept if like is not then and like.kind == kept.kind else like


def _reckoned(
    kept: Fact, own: tuple[Support, ...], lent: Collection[str], joined: Sequence[Fact], where: dt.tzinfo | None
) -> dict[str, Any]:
    """What a fact has by these sources, of which those of the events `lent` come of what is `joined` with it."""
    confidence, how = worth(own, kept.contradicting)
    said = tuple(one for one in own if not one.is_lent) or own
    alone = tuple(one for one in said if cited_as(one) not in lent) or said
    dated = [at for one in said if (at := local_instant(one, where))]
    days = [day for one in said if (day := day_of(one, where))]
    return {
        "confidence": confidence,
        "method": how,
        "trust": max((trust_of(alone), *(one.trust for one in joined)), key=TRUST_ORDER.index),
        "verified_at": max(dated) if len(dated) == len(said) else kept.verified_at,
        "said_on": max(days, default=None),
        "valid_from": min(days, default=kept.valid_from),
    }
