"""What a memory graph is made of, whatever its dialect: entities, observations, relations. Plain values."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec

from noctuary.consolidate.terms import Terms
from noctuary.model import Kind, Value


class Named(Value, frozen=True):
    """An entity. `keys` are ids that relations may call it by; `alias` another name; `terms` whose it is.

    `type_raw` is its type as written where that differs, `properties` what it says of itself.
    """

    name: str
    type: str = "unknown"
    type_raw: str = ""
    properties: dict[str, Any] = msgspec.field(default_factory=dict)
    created_by: str = ""
    at: dt.datetime | None = None
    keys: tuple[str, ...] = ()
    alias: str = ""
    terms: Terms = Terms()
    line: int = 0
    line_end: int = 0


class Told(Value, frozen=True):
    """One observation. `about` is its entity's name or key ("" for none), `quote` its text as it stood.

    `about_type` tells which of several entities of that name; `is_property`: it was one of its properties.
    `terms` are its own, else its entity's: until when it holds, and who may read it.
    """

    text: str
    about: str = ""
    about_type: str = ""
    is_property: bool = False
    kind: Kind = "fact"
    at: dt.datetime | None = None
    quote: str = ""
    terms: Terms = Terms()
    line: int = 0
    line_end: int = 0


class Tie(Value, frozen=True):
    """A relation between two entities, each by name or key, in the file's own word for it."""

    src: str
    dst: str
    label: str
    weight: float = 1.0
    properties: dict[str, Any] = msgspec.field(default_factory=dict)
    terms: Terms = Terms()
    line: int = 0
    line_end: int = 0


class Odd(Value, frozen=True):
    """A piece nothing is made of: the reason it is counted under and, where it can be mended, how."""

    reason: str
    message: str = ""
    line: int = 0
    line_end: int = 0


Part = Named | Told | Tie | Odd
