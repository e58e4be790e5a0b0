"""The entity types the Knowledge surface knows, and what each may say of itself (seed 000). Writes nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

from noctuary.errors import NoctuaryError
from noctuary.identifiers import tagged

TYPES = ("Insight", "Concept", "Pattern", "Decision", "Agent")
THINGS = ("person", "project", "system", "tool", "skill", "task", "unknown")
"""What structure tells apart besides (seed 002, whose concept is seed 000's); nothing is asked of what they say."""
RELATIONS = (
    "RELATES_TO",
    "BUILDS_ON",
    "CONTRADICTS",
    "EXTRACTED_FROM",
    "APPLIED_IN",
    "LEARNED_BY",
    "DEPENDS_ON",
    "SUPERSEDES",
    "MERGED_FROM",
)
LONGEST_NAME = 60
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


class KnowledgeError(NoctuaryError):
    """What cannot be done, as a caller reads it: a code, a message, and a hint how to do it right."""

    exit_code = 2

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(code, message, hint)
        self.code, self.message, self.hint = code, message, hint

    def as_dict(self) -> dict[str, Any]:
        """{"error": {"code", "message", "hint"}}."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint}}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_outcome(value: Any) -> bool:
    return value in ("success", "failure")


_WORDS: dict[Callable[[Any], bool], str] = {
    _is_text: "text",
    _is_texts: "a list of texts",
    _is_share: "a number from 0 to 1",
    _is_number: "a number",
    _is_count: "a whole number of at least 0",
    _is_bool: "true or false",
    _is_outcome: "success or failure",
}
PROPERTIES: dict[str, dict[str, Callable[[Any], bool]]] = {
    "insight": {
        "key_learning": _is_text,
        "confidence": _is_share,
        "evidence_sessions": _is_texts,
        "validated_by": _is_texts,
    },
    "pattern": {
        "situation": _is_text,
        "actions": _is_texts,
        "outcome": _is_outcome,
        "success_rate": _is_share,
        "applied_count": _is_count,
    },
    "concept": {"definition": _is_text, "domain": _is_text, "related_concepts": _is_texts},
    "decision": {
        "question": _is_text,
        "options": _is_texts,
        "chosen": _is_text,
        "rationale": _is_text,
        "decided_by": _is_text,
        "reversible": _is_bool,
    },
    "agent": {
        "role": _is_text,
        "specialization": _is_text,
        "tasks_completed": _is_count,
        "avg_quality": _is_number,
        "learned_patterns": _is_texts,
    },
}


def type_named(word: str, custom: Collection[str]) -> str:
    """A type as the registry writes it; KnowledgeError for one it does not know."""
    known = {one.lower(): one for one in (*TYPES, *THINGS, *custom)}
    if found := known.get(word.strip().lower()):
        return found
    hint = f"use one of {', '.join(known.values())}, or add it to `types` under [knowledge] in noctuary.toml"
    raise KnowledgeError("unknown_type", f"{word!r} is no entity type", hint)


def relation_named(word: str) -> str:
    """A relation type as seed 000 writes it; KnowledgeError for another."""
    wanted = _NOT_SLUG.sub("_", word.strip().lower()).strip("_")
    same = {"related_to": "relates_to"}
    if found := next((one for one in RELATIONS if one.lower() == same.get(wanted, wanted)), None):
        return found
    raise KnowledgeError("unknown_relation", f"{word!r} is no relation type", f"use one of {', '.join(RELATIONS)}")


def check(kind: str, properties: Any) -> list[str]:
    """Warnings about what a type says of itself; KnowledgeError where a value cannot be what its key says."""
    if not isinstance(properties, dict):
        raise KnowledgeError("invalid_properties", "properties are no object", 'give {"key": value}')
    for key, is_right in PROPERTIES.get(kind.lower(), {}).items():
        if key in properties and not is_right(properties[key]):
            message = f"{kind}.{key} is not {_WORDS[is_right]}"
            raise KnowledgeError("invalid_properties", message, f"give {_WORDS[is_right]}, or leave {key} out")
    options, chosen = properties.get("options"), properties.get("chosen")
    if kind.lower() == "decision" and options and chosen and chosen not in options:
        return [f"chosen {chosen!r} is none of the options"]
    return []


def name_of(label: str) -> str:
    """A name made of a label: small ASCII letters and digits with hyphens, at most sixty; always the same."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    slug = _NOT_SLUG.sub("-", plain).strip("-")
    if len(slug) > LONGEST_NAME:
        slug = slug[: LONGEST_NAME + 1].rpartition("-")[0] or slug[:LONGEST_NAME]
    return slug or f"n-{tagged('name', label)[3:11]}"
