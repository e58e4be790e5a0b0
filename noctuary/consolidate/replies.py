"""The words that answer a question, and which of them a human means by what they typed."""

from __future__ import annotations

from noctuary.model import Review

OPEN = (None, "later")
_OF_TWO = ("keep-a", "keep-b", "both", "scoped", "edit", "neither", "later")
_OF_ONE = ("confirm", "reject", "edit", "later")
_OF_PROMOTION = ("accept", "reject", "edit", "later")
_OF_NAMES = ("same", "different", "later")


def fitting(review: Review) -> tuple[str, ...]:
    """The words that answer a question, in the order they are offered."""
    if review.kind == "same_entity":
        return _OF_NAMES
    if review.kind == "promotion":
        return _OF_PROMOTION
    return _OF_TWO if review.b else _OF_ONE


def meant(review: Review, typed: str) -> str | None:
    """The fitting word that a human means by what they typed: the word, its beginning, or the side's letter alone.

    None where it fits no word of this question, or several.
    """
    typed = typed.strip().casefold().replace("_", "-")
    words = fitting(review)
    if typed in words:
        return typed
    if typed in ("a", "b") and f"keep-{typed}" in words:
        return f"keep-{typed}"
    found = [word for word in words if typed and word.startswith(typed)]
    return found[0] if len(found) == 1 else None
