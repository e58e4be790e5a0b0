"""The lines of one call by day: its records and the mark that closes them, as a batch that undo takes back."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable

from noctuary.journal.records import Batch, of_batch, record, sealed
from noctuary.journal.replay import State
from noctuary.model import Value

BY_DAY = "write:"
"""How the name of a batch begins that a call wrote by day."""


def call_batch(values: Iterable[Value], at: dt.datetime, after: Iterable[str]) -> Batch:
    """What one call writes at `at`, behind the batches `after`.

    The name is of the call's own bytes, so that two branches' calls are two batches.
    """
    bare = [record(value, at, None) for value in values]
    name = BY_DAY + hashlib.blake2b(b"".join(bare), digest_size=6).hexdigest()
    return sealed(name, at, [of_batch(line, name) for line in bare], after)


def is_forgotten(state: State, kind: str, key: str) -> bool:
    """Whether somebody deleted a record by a call: no import and no night brings it back, an undo does."""
    stamp = state.written.get((kind, key))
    return stamp is not None and (stamp[2] or "").startswith(BY_DAY) and state.value(kind, key) is None
