"""What a memory graph is made of, whatever its dialect: entities, observations, relations. Plain values."""

from __future__ import annotations

import datetime as dt

from noctuary.model import Kind, Value


class Named(Value, frozen=True):
    """An entity. `keys` are ids that relations may call it by; `alias` another name it goes under."""

    name: str
    type: str = "unknown"
    keys: tuple[str, ...] = ()
    alias: str = ""
    line: int = 0
    line_end: int = 0


class Told(Value, frozen=True):
    """One observation. `about` is its entity's name or key ("" for none), `quote` its text as it stood."""

    text: str
    about: str = ""
    kind: Kind = "fact"
    at: dt.datetime | None = None
    quote: str = ""
    line: int = 0
    line_end: int = 0


class Tie(Value, frozen=True):
    """A relation between two entities, each by name or key, in the file's own word for it."""

    src: str
    dst: str
    label: str
    weight: float = 1.0
    line: int = 0
    line_end: int = 0


class Odd(Value, frozen=True):
    """A piece nothing is made of: the reason it is counted under and, where it can be mended, how."""

    reason: str
    message: str = ""
    line: int = 0
    line_end: int = 0


Part = Named | Told | Tie | Odd
