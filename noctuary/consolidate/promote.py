"""Which statements deserve to last: the gates, in order, each with the reason it gives.

Takes statements with their evidence and signals; returns a gate's name or None. Writes nothing.
"""

from __future__ import annotations

from noctuary.consolidate.near import FILLER
from noctuary.consolidate.openclaw import unused
from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.score import score
from noctuary.decisions import Signals
from noctuary.model import Fact, fold

EMPTY = frozenset(
    "no not yes yeah ok okay won't don't can't agreed sure right done correct both one two this that there here "
    "now then too exactly again something nothing everything someone nein ja genau sí vale oui non".split()
)
REASONS = {
    "memory": "it stands in the human's own memory file",
    "stressed": "its speaker stressed it",
    "stated": "the human plainly stated it",
    "corroborated": "independent sources agree",
    "withdrawn": "it stood in the human's own memory file, until its line was taken out",
    "update": "it updates something that is believed",
    "vouched": "the human vouched for it",
    "used": "it scores high and has been asked for often enough",
}


def passes(fact: Fact, signals: Signals, policy: PromotePolicy, *, is_update: bool) -> str | None:
    """The name in REASONS under which a statement is let in, or None. `is_update`: it surely replaces a belief."""
    if any(source.role == "memory" for source in fact.sources):
        return "memory"
    if fact.trust in ("tool", "untrusted") or not stands_alone(fact.text):
        return None
    if score(signals, policy) >= policy.min_score and not unused(signals, policy):
        if policy.policy == "openclaw":
            return "used"
        least = policy.min_durability if fact.trust == "human" else policy.min_unattended
        if signals.sessions >= policy.min_sources and signals.durability >= least:
            return "corroborated"
        if signals.explicitness >= 1 and signals.durability >= policy.min_durability:
            return "stressed"
        if fact.trust == "human" and signals.durability >= policy.min_stated:
            return "stated"
    return "update" if is_update else None


def stands_alone(text: str) -> bool:
    """Whether a reader who was not there learns something: a value, a code span, or two words with content."""
    words = [word for word in fold(text).split() if word not in FILLER and word not in EMPTY]
    wide = sum(ord(char) > 0x2E80 for char in text)
    return wide >= 4 or len(words) >= 2 or any(char.isdigit() or char == "`" for char in text)


def held_back(fact: Fact, signals: Signals, policy: PromotePolicy) -> tuple[str, str]:
    """(gate, reason) for a statement that was not let in: the first gate it failed, with its numbers."""
    value = score(signals, policy)
    if fact.trust in ("tool", "untrusted"):
        return "tool_only", "only tool output or fetched text says so, and that may inform but not decide"
    if not stands_alone(fact.text):
        return "no_subject", "by itself it does not say what it speaks of"
    if value < policy.min_score:
        return "score", f"its score is {value:.2f}, below {policy.min_score:.2f}"
    if lacking := unused(signals, policy):
        return "unused", lacking
    if signals.sessions >= policy.min_sources:
        return "unsure", "several agents wrote it, but it may not be a lasting truth; a human's word would let it in"
    return "one_voice", f"one independent source of {policy.min_sources}, and no human stressed or plainly stated it"
