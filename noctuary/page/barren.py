"""How long nothing has been let in: nights in a row that weighed statements and kept none. Judges none of them."""

from __future__ import annotations

from collections.abc import Iterable

from noctuary.model import Night

MANY = 7
"""Nights: a week of a memory that is dreamt over daily. OpenClaw's dreaming once promoted nothing for sixty days."""


def barren(nights: Iterable[Night]) -> tuple[Night, ...]:
    """The last nights in a row, oldest first, in each of which statements were weighed and not one was let in.

    None are given below MANY. A line of MEMORY.md that became a fact, and a voice that a fact gained, break the chain.
    """
    found: list[Night] = []
    for night in sorted(nights, key=lambda one: (one.begun_at, one.id), reverse=True):
        if night.undone:
            continue
        if not night.counts.get("statements") or night.promoted or night.known or night.reinforced:
            break
        found.append(night)
    return tuple(reversed(found)) if len(found) >= MANY else ()
