"""What is asked of the writing door, and what it answers: plain values, whoever asks. Writes nothing."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

import msgspec

from noctuary.errors import NoctuaryError
from noctuary.model import Instant, Kind, Value, Visibility

Code = Literal["unknown", "ambiguous", "invalid", "private", "human", "hostile"]


class WriteRefused(NoctuaryError):
    """A write that cannot be: nothing of the call was written. `code` says why in one word.

    unknown: no such thing; ambiguous: several; invalid: what was given cannot be kept; private: not the asker's to
    write or share; human: a human's own words, which only a human takes away; hostile: it gives orders to an assistant.
    """

    exit_code = 2

    def __init__(self, code: Code, resource: str, what: str, mend: str) -> None:
        super().__init__(resource, what, mend)
        self.code, self.what, self.mend = code, what, mend


class Allowed(Value, frozen=True):
    """Agents and users that something team-private is for, instead of a team; its writer is one of them unsaid."""

    agents: tuple[str, ...] = ()
    users: tuple[str, ...] = ()


NOBODY = Allowed()


class NewEntity(Value, frozen=True):
    """An entity to be made. `type` is kept as written; `observations` become its first facts.

    With `is_bare` it is only named, as a relation's end: it is hidden from graphs until something is said of it.
    `is_exact`: another spelling of the name is another entity. `team` is whose it is that is team-private, or `allowed`
    lists them.
    """

    name: str
    type: str = "unknown"
    label: str = ""
    properties: dict[str, Any] = msgspec.field(default_factory=dict)
    observations: tuple[str, ...] = ()
    session: str = ""
    visibility: Visibility = "public"
    team: str = ""
    allowed: Allowed = NOBODY
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    is_bare: bool = False
    is_exact: bool = False


class NewObservation(Value, frozen=True):
    """A statement to be added to an entity, which is named by id, `type:name` or name.

    It is for whom its entity is for, unless `visibility` says otherwise.
    """

    about: str
    text: str
    kind: Kind = "fact"
    session: str = ""
    added_by: str = ""
    visibility: Visibility | None = None
    team: str = ""
    allowed: Allowed = NOBODY
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    is_exact: bool = False


class NewRelation(Value, frozen=True):
    """A relation to be made, its type as written. With `stubs` an end that nobody knows becomes a bare entity.

    `to_type` is the type of such a target: `session` for EXTRACTED_FROM, `task` for APPLIED_IN.
    """

    src: str
    dst: str
    type: str
    properties: dict[str, Any] = msgspec.field(default_factory=dict)
    reason: str = ""
    stubs: bool = False
    to_type: str = "unknown"
    is_exact: bool = False


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
    redacted: dict[str, int] = msgspec.field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    dry_run: bool = False
