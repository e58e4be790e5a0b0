"""Which statements deserve to last: the gates, in order, each with the reason it gives.

Takes statements with their evidence and signals; returns a gate's name or None. Writes nothing.
"""

from __future__ import annotations

from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.model import Fact

REASONS = {
    "memory": "it stands in the human's own memory file",
    "stressed": "its speaker stressed it",
    "stated": "the human plainly stated it",
    "corroborated": "independent sources agree",
    "update": "it updates something that is believed",
}


def passes(fact: Fact, signals: Signals, policy: PromotePolicy, *, is_update: bool) -> str | None:
    """The name in REASONS under which a statement is let in, or None."""
    if any(source.role == "memory" for source in fact.sources):
        return "memory"
    if fact.trust in ("tool", "untrusted") or score(signals, policy.weights) < policy.min_score:
        return None
    least = policy.min_durability if fact.trust == "human" else policy.min_unattended
    if signals.sessions >= policy.min_sources and signals.durability >= least:
        return "corroborated"
    if signals.explicitness >= 1 and signals.durability >= policy.min_durability:
        return "stressed"
    if fact.trust == "human" and signals.durability >= policy.min_stated:
        return "stated"
    return "update" if is_update else None


def held_back(fact: Fact, signals: Signals, policy: PromotePolicy) -> tuple[str, str]:
    """(gate, reason) for a statement that was not let in: the first gate it failed, with its numbers."""
    value = score(signals, policy.weights)
    if fact.trust in ("tool", "untrusted"):
        return "tool_only", "only tool output or fetched text says so, and that may inform but not decide"
    if value < policy.min_score:
        return "score", f"its score is {value:.2f}, below {policy.min_score:.2f}"
    return (
        "one_voice",
        f"{signals.sessions} independent source of {policy.min_sources}, and no human stressed or stated it",
    )
