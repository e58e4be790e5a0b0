"""Work counted instead of seconds: how many calls a function makes, of Python's functions and of C's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

GROWTH = 2.3
"""The most that twice the input may cost: twice, and a little for what comes once in a while."""


def calls(act: Callable[[], object]) -> int:
    """How many calls `act` makes, whatever it calls them on."""
    count = 0

    def seen(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count
