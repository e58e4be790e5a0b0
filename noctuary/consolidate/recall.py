"""Questions that a memory must go on answering, and what a change of it would leave unanswered. Searches nothing.

Questions come from the user, or are made from strong facts: a fact's own words with its values masked must find that
fact, or what replaced it. Pure: the looking is the shell's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from noctuary.judging.aligned import stems
from noctuary.model import Fact, Kind, Value, fold
from noctuary.text.values import values

STRONG = 0.8
_FIRST: tuple[Kind, ...] = ("constraint", "preference", "identity", "decision", "correction")


class Question(Value, frozen=True):
    """What is asked, and what must be among the answers: words, or a fact's id. `is_users` if the user wrote it."""

    ask: str
    expect: str
    is_users: bool = False


def made(facts: Iterable[Fact], retired: Collection[str], most: int) -> list[Question]:
    """Questions from strong believed facts, at most `most`: of those retired tonight, then rules, then by sureness.

    A fact of which two telling words or fewer are left without its values makes none: others would answer as well.
    """
    strong = [fact for fact in facts if fact.is_believed and _is_strong(fact)]
    strong.sort(key=lambda fact: (fact.id not in retired, fact.kind not in _FIRST, -fact.confidence, fact.id))
    found: list[Question] = []
    for fact in strong:
        if len(found) == most:
            break
        ask = masked(fact)
        if len(stems(ask)) > 1:
            found.append(Question(ask=ask, expect=fact.id))
    return found


def masked(fact: Fact) -> str:
    """The subject and words of a fact, its values left out: `API port: 8080` asks for "API port"."""
    text, end, kept = fact.text, 0, ""
    for value in values(text):
        kept += text[end : value.start] + " "
        end = value.end
    about = fact.entity if fact.entity and fold(fact.entity) not in fold(fact.text) else ""
    return " ".join(f"{about} {kept}{text[end:]}".split()).strip(" ,;:.-–=→")


def _is_strong(fact: Fact) -> bool:
    return fact.trust == "human" or fact.confidence >= STRONG


def is_answered(question: Question, found: Sequence[str], facts: Mapping[str, Fact]) -> bool:
    """Whether an answer stands among `found` (ids): the fact, what stands for it now, or one with all its words."""
    if question.expect in facts:
        return standing(question.expect, facts) in found
    return bool(answering(question, found, facts))


def answering(question: Question, found: Sequence[str], facts: Mapping[str, Fact]) -> list[str]:
    """Of `found`, the facts that hold every word that the user expects."""
    words = set(fold(question.expect).split())
    return [key for key in found if words <= set(fold(f"{facts[key].entity} {facts[key].text}").split())]


def standing(key: str, facts: Mapping[str, Fact]) -> str:
    """The end of a fact's chain of replacements: itself where it has none."""
    seen = {key}
    while (after := facts[key].superseded_by) and after in facts and after not in seen:
        key = after
        seen.add(key)
    return key
