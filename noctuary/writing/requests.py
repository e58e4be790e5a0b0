"""What is asked of the writing door, and what it answers: plain values, whoever asks. Writes nothing."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

from noctuary.errors import NoctuaryError
from noctuary.model import Instant, Kind, Trust, Value, Visibility

Code = Literal["unknown", "ambiguous", "invalid", "private", "human", "hostile", "busy"]


class WriteRefused(NoctuaryError):
    """A write that cannot be: nothing of the call was written. `code` says why in one word, `plain` in the caller's own.

    unknown: no such thing; ambiguous: several; invalid: what was given cannot be kept; private: not the asker's to
    write or share; human: a human's own words, which only a human takes away; hostile: it gives orders to an assistant;
    busy: the lock was waited for in vain.
    """

    exit_code = 2

    def __init__(self, code: Code, resource: str, what: str, mend: str, plain: str = "") -> None:
        super().__init__(resource, what, mend)
        self.code, self.what, self.mend = code, what, mend
        self.plain = plain or f"{resource}: {what}"


class NewEntity(Value, frozen=True):
    """An entity to be made. `type` is kept as written; `observations` become its first facts.

    With `is_bare` it is only named, as a relation's end: it is hidden from graphs until something is said of it.
    `id` is another tool's own for it, "" for ours. `team` is whose it is where `visibility` is team-private.
    """

    name: str
    type: str = "unknown"
    label: str = ""
    properties: dict[str, Any] = {}
    observations: tuple[str, ...] = ()
    session: str = ""
    visibility: Visibility = "public"
    team: str = ""
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    is_bare: bool = False
    id: str = ""


class NewObservation(Value, frozen=True):
    """A statement to be added to an entity, which is named by id, `type:name` or name."""

    about: str
    text: str
    kind: Kind = "fact"
    session: str = ""
    visibility: Visibility | None = None
    team: str = ""
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None


class NewRelation(Value, frozen=True):
    """A relation to be made, its type as written. With `stubs` an end nobody knows becomes a bare entity.

    `to_type` is the type of such an end: `session` for EXTRACTED_FROM, `task` for APPLIED_IN.
    """

    src: str
    dst: str
    type: str
    properties: dict[str, Any] = {}
    reason: str = ""
    stubs: bool = False
    to_type: str = "unknown"


class Written(Value, frozen=True, omit_defaults=False):
    """What a call did, or with `dry_run` would do.

    `batch` is what `noctuary undo` takes, "" where nothing changed. `ids` has one id an argument, in order: what it
    made or met; `created` says which. `redacted` counts what the guard took out, by kind.
    """

    batch: str
    at: Instant
    records: int
    ids: tuple[str, ...] = ()
    created: tuple[bool, ...] = ()
    redacted: dict[str, int] = {}
    warnings: tuple[str, ...] = ()
    dry_run: bool = False


def trusted(trust: Trust) -> bool:
    """Whether a human speaks."""
    return trust == "human"
