"""Which statements deserve to last: the gates, in order, each with the reason it gives.

Takes statements with their evidence and signals; returns a gate's name or None. Writes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.consolidate.openclaw import unused, use_breadth
from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.score import is_own_line, is_unspaced, score
from noctuary.decisions import Signals
from noctuary.extraction.headings import heading
from noctuary.model import Fact, Support, Value, fold
from noctuary.text.languages import words
from noctuary.text.readable import is_readable
from noctuary.text.stop_words import FILLER

_CLOCK = re.compile(r"\W*\d{1,2}[:.]\d{2}\b")
"""What opens with the time of day is an entry of a log."""
_PLAIN_KINDS = ("fact", "event")
"""What a request is taken for where its words do not tell that it is one."""
EMPTY = frozenset(words("words.empty"))
REASONS = {
    "memory": "it stands in the human's own memory file",
    "stressed": "its speaker stressed it",
    "stated": "the human plainly stated it",
    "corroborated": "independent sources agree",
    "noted": "a note states what readers of such notes mostly keep",
    "withdrawn": "it stood in the human's own memory file, until its line was taken out",
    "update": "it updates something that is believed",
    "vouched": "the human vouched for it",
    "used": "it scores high and has been asked for often enough",
    "chosen": "the human chose it",
    "by_hand": "the human wrote it",
}


def passes(fact: Fact, signals: Signals, policy: PromotePolicy, *, is_update: bool) -> str | None:
    """The name in REASONS under which a statement is let in, or None. `is_update`: it surely replaces a belief."""
    if is_own_line(fact):
        return "memory"
    if fact.trust in ("tool", "untrusted") or not stands_alone(fact.text):
        return None
    open_ = (gate for gate, measures in gates(fact, signals, policy).items() if all(map(is_met, measures)))
    return next(open_, "update" if is_update else None)


class Measure(Value, frozen=True):
    """One number a gate looks at, what it asks at least, and the setting that says so ("": nothing may be set)."""

    name: str
    value: float
    least: float
    setting: str = ""


def gates(fact: Fact, signals: Signals, policy: PromotePolicy) -> dict[str, tuple[Measure, ...]]:
    """The gates that evidence opens, in the order they are tried, each with its numbers; all must be met."""
    is_human = fact.trust == "human"
    weighed = Measure(name="score", value=score(signals, policy), least=policy.min_score, setting="promote.min_score")
    use = tuple(_use(signals, policy))
    if policy.policy == "openclaw":
        return {"used": (weighed, *use)}
    voices = Measure(name="sources", value=signals.sessions, least=policy.min_sources, setting="promote.min_sources")
    stress = Measure(name="stress", value=signals.explicitness, least=1.0)
    word = Measure(name="a human's word", value=float(is_human and is_readable(fact.text)), least=1.0)
    noted = Measure(
        name="a note's durability", value=noted_durability(fact, policy), least=policy.min_noted,
        setting="promote.min_noted",
    )  # fmt: skip
    return {
        "corroborated": (weighed, voices, _durability(signals, policy, _corroborated(fact)), *use),
        "stressed": (weighed, stress, _durability(signals, policy, _stressed(fact)), *use),
        "stated": (weighed, word, _durability(signals, policy, "min_stated"), *use),
        "noted": (weighed, noted, *use),
    }


def noted_durability(fact: Fact, policy: PromotePolicy) -> float:
    """The durability of the surest note that states it by itself, as one of the kinds in `promote.noted`; 0.0 for a
    log's entry and where words are not parted by spaces, whose marks were not learned as words."""
    if fact.kind not in policy.noted or _CLOCK.match(fact.text) or is_unspaced(fact.text):
        return 0.0
    return max((one.durability for one in fact.sources if _is_own_note(one)), default=0.0)


def _is_own_note(source: Support) -> bool:
    return source.role == "note" and not source.is_lent


def _use(signals: Signals, policy: PromotePolicy) -> Iterator[Measure]:
    """What a policy asks of use, where it asks for any: times, different queries or days, days left until too idle."""
    times, breadth = signals.recalls + signals.sessions, use_breadth(signals)
    if policy.min_recalls:
        yield Measure(name="said or asked for", value=times, least=policy.min_recalls, setting="promote.min_recalls")
    if policy.min_queries:
        yield Measure(name="queries or days", value=breadth, least=policy.min_queries, setting="promote.min_queries")
    if policy.max_idle_days:
        left = policy.max_idle_days - signals.idle
        yield Measure(name="days until too idle", value=left, least=0.0, setting="promote.max_idle_days")


def is_met(measure: Measure) -> bool:
    """Whether a gate's number is as high as it must be."""
    return measure.value >= measure.least


def _corroborated(fact: Fact) -> str:
    """The setting that says how durable what several voices say must be.

    Agents repeat forms, and who wants a thing done says so again in the next session ("deploy a VM").
    """
    if fact.trust != "human":
        return "min_unattended"
    return "min_repeated_talk" if _is_talk(fact) and fact.kind in _PLAIN_KINDS else "min_durability"


def _is_talk(fact: Fact) -> bool:
    return all(one.role in ("user", "assistant") for one in fact.sources if not one.is_lent)


def _stressed(fact: Fact) -> str:
    """The setting that says how durable a stressed statement must be: what needs its heading, and talk, the surer."""
    if all(one.role == "user" for one in fact.sources if not one.is_lent):
        return "min_stressed_talk"
    if fact.trust == "human":
        return "min_durability"
    return "min_stressed_headed" if heading(fact) else "min_stressed"


def _durability(signals: Signals, policy: PromotePolicy, name: str) -> Measure:
    least: float = getattr(policy, name)
    return Measure(name="durability", value=signals.durability, least=least, setting=f"promote.{name}")


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
        if fact.trust == "human":
            return "unsure", "it was said again, but may be a wish of the moment; said with stress, it would be let in"
        return "unsure", "several agents wrote it, but it may not be a lasting truth; a human's word would let it in"
    return "one_voice", f"one independent source of {policy.min_sources}, and no human stressed or plainly stated it"
