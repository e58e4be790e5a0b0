"""A second opinion on two statements, from outside and by setting: an NLI model, a program, a class. None by default.

Says, caches and counts; what a night makes of it is decided in `noctuary.stages.advise`. Names are loaded when they are
first used: settings need the policy alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noctuary.advice.ask import Asked, ask
    from noctuary.advice.choice import choose
    from noctuary.advice.policy import AdvicePolicy
    from noctuary.advice.protocol import Advice, Adviser, AdviserAbsent, Pair, Silence

__all__ = ["Advice", "AdvicePolicy", "Adviser", "AdviserAbsent", "Asked", "Pair", "Silence", "ask", "choose"]

_HOMES = {
    "Advice": "protocol",
    "AdvicePolicy": "policy",
    "Adviser": "protocol",
    "AdviserAbsent": "protocol",
    "Asked": "ask",
    "Pair": "protocol",
    "Silence": "protocol",
    "ask": "ask",
    "choose": "choice",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
