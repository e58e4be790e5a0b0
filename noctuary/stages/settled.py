"""What a human's answer to a contradiction decided, as an entity of type Decision (seed 000). Writes nothing."""

from __future__ import annotations

import datetime as dt

from noctuary.access import OWN
from noctuary.model import Entity, Fact, Review, entity_id, fold

TYPE = "decision"
_ENDS = {"both": "both hold", "neither": "neither holds"}


def decision(decided: Review, a: Fact | None, b: Fact | None, now: dt.datetime) -> Entity | None:
    """The question, what could be chosen, what was, why, by whom; None for another kind of question, or one put off.

    `a` and `b` are its sides. The rationale is what the human wrote beside the word, else why it was asked.
    """
    chosen = _chosen(decided, a, b) if decided.kind == "contradiction" and a and b else ""
    if not chosen or not a or not b or not (_is_everybodys(a) and _is_everybodys(b)):
        return None
    about = a.entity or b.entity
    name = f"{fold(about or TYPE).replace(' ', '-')}-{decided.id.removeprefix('b2:')[:8]}"
    at = now.astimezone(dt.UTC)
    return Entity(
        id=entity_id(name, TYPE),
        name=name,
        type=TYPE,
        type_raw=TYPE.capitalize(),
        label=f"{about}: {chosen}" if about else chosen,
        properties={
            "question": f"Which holds: “{a.text}” or “{b.text}”?",
            "options": list(dict.fromkeys((a.text, b.text, chosen))),
            "chosen": chosen,
            "rationale": decided.words or decided.reason,
            "decided_by": decided.decided_by or "human",
            "reversible": True,
            "facts": [a.id, b.id],
        },
        created_at=at,
        updated_at=at,
        valid_from=now.date(),
    )


def _chosen(decided: Review, a: Fact | None, b: Fact | None) -> str:
    match decided.decision:
        case "keep_a" if a:
            return a.text
        case "keep_b" if b:
            return b.text
        case "scoped" | "edit":
            return decided.words
        case word:
            return _ENDS.get(word or "", "")


def _is_everybodys(fact: Fact) -> bool:
    return fact.visibility == "public" and fact.agent_id == OWN
