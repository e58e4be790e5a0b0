"""Work counted instead of seconds: how many calls a function makes, of Python's functions and of C's."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile

GROWTH = 2.3
"""The most that twice the input may cost: twice, and a little for what comes once in a while."""


def calls(act: Callable[[], object]) -> int:
    """How many calls `act` makes, whatever it calls them on."""
    profile = Profile(subcalls=False)  # counts in C: a hook in Python costs more than the work
    profile.enable()
    try:
        act()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())
