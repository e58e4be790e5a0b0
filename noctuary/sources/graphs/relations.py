"""Other memories' words for a relation, and which of ours they mean. Guesses at none it does not know."""

from __future__ import annotations

from typing import get_args

from noctuary.model import Edge, Relation
from noctuary.sources.graphs.pieces import snake

_VOCABULARY: dict[str, Relation] = {name: name for name in get_args(Relation)}
_SAME: dict[str, Relation] = {
    "relates_to": "related_to",
    "related": "related_to",
    "requires": "depends_on",
    "needs": "depends_on",
    "relies_on": "depends_on",
    "depends_upon": "depends_on",
    "use": "uses",
    "utilizes": "uses",
    "utilises": "uses",
    "is_part_of": "part_of",
    "belongs_to": "part_of",
    "is_owned_by": "owned_by",
    "is_caused_by": "caused_by",
    "based_on": "builds_on",
    "extends": "builds_on",
    "derived_from": "extracted_from",
    "references": "mentions",
    "refers_to": "mentions",
    "replaces": "supersedes",
    "conflicts_with": "contradicts",
}
_REVERSED: dict[str, Relation] = {
    "used_by": "uses",
    "required_by": "depends_on",
    "needed_by": "depends_on",
    "contains": "part_of",
    "includes": "part_of",
    "consists_of": "part_of",
    "has_part": "part_of",
    "owns": "owned_by",
    "causes": "caused_by",
    "blocked_by": "blocks",
    "informed_by": "informs",
    "extended_by": "builds_on",
    "mentioned_in": "mentions",
    "mentioned_by": "mentions",
    "superseded_by": "supersedes",
    "replaced_by": "supersedes",
}


def as_written(edge: Edge) -> tuple[str, str, str]:
    """(from, to, type) of an edge as it was written: what reads the other way round is turned back."""
    label = edge.rel_raw or edge.rel
    rel, is_turned = meant(label)
    return (edge.dst, edge.src, label) if is_turned and rel == edge.rel else (edge.src, edge.dst, label)


def meant(label: str) -> tuple[Relation, bool]:
    """(relation, whether its ends change places); `related_to` for a word we do not know.

    A known word may be spelled `DEPENDS_ON`, `depends on` or `dependsOn`.
    """
    word = snake(label.strip())
    if word in _REVERSED:
        return _REVERSED[word], True
    return _VOCABULARY.get(word) or _SAME.get(word) or "related_to", False
