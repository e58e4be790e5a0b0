"""Which of two kinds binds more, where the same words are held as both."""

from __future__ import annotations

from noctuary.model import Kind

_BINDING: tuple[Kind, ...] = ("fact", "preference", "constraint")
"""What binds more stands later; a kind that is not here is between a plain fact and these."""


def strength(kind: Kind) -> int:
    """How much a kind binds: a rule more than a preference, a preference more than the rest, a plain fact least."""
    return 2 * _BINDING.index(kind) if kind in _BINDING else 1


def stronger(kind: Kind, other: Kind) -> Kind:
    """The kind of what says the same as both: `other` only where it binds more, and does bind."""
    return other if other in _BINDING and strength(other) > strength(kind) else kind
