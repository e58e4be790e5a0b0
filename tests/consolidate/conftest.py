"""Facts and supports by hand, for the rules that weigh them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from noctuary.model import Fact, Support, fact_id

AT = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def support(**more: Any) -> Support:
    """One human voice in a session of its own, unless told otherwise."""
    given: dict[str, Any] = {
        "ref": "s.jsonl", "line": 1, "line_end": 1, "session": "s", "role": "user", "trust": "human", "at": AT,
        "quote": "words",
    }  # fmt: skip
    return Support(**(given | more))


def fact(text: str = "the tank holds 40 litres", **more: Any) -> Fact:
    """An active fact of January 2026 with one human voice, unless told otherwise."""
    given: dict[str, Any] = {
        "id": fact_id(text, ""), "text": text, "entity": "", "kind": "fact", "status": "active", "confidence": 0.8,
        "method": "session-conclusion", "verified_at": AT, "trust": "human", "sources": (support(),),
        "said_on": AT.date(),
    }  # fmt: skip
    return Fact(**(given | more))


@pytest.fixture
def make_fact() -> Callable[..., Fact]:
    """`fact`."""
    return fact


@pytest.fixture
def make_support() -> Callable[..., Support]:
    """`support`."""
    return support
