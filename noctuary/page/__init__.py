"""What a human reads: MEMORY.md's managed block and DREAMS.md, from Jinja templates; and what they wrote into either.

Decides nothing. Names are loaded when they are first used: settings need the budget alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noctuary.page.believed import Believed
    from noctuary.page.block import Budget, human_part, splice
    from noctuary.page.render import render_block, render_dreams

__all__ = ["Believed", "Budget", "human_part", "render_block", "render_dreams", "splice"]

_HOMES = {
    "Believed": "believed",
    "Budget": "block",
    "human_part": "block",
    "render_block": "render",
    "render_dreams": "render",
    "splice": "block",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
