"""Lays what a graph's record says of its end and its readers onto our values. Reads no record itself."""

from __future__ import annotations

import datetime as dt
from typing import TypeVar

from msgspec.structs import replace

from noctuary.access import standing
from noctuary.consolidate.terms import Terms
from noctuary.model import Entity, Fact

T = TypeVar("T", Fact, Entity)


def held_by(value: T, terms: Terms) -> T:
    """The value for those whom the terms let read it."""
    return replace(value, agent_id=terms.agent_id, visibility=terms.visibility, scope=terms.scope)


def as_told(fact: Fact, terms: Terms, today: dt.date) -> Fact:
    """The fact as its source says it stands: what was replaced there or is over is not believed here."""
    told = replace(fact, status=terms.status, valid_from=terms.valid_from, valid_to=terms.valid_to)
    return replace(told, status=standing(told, today))
