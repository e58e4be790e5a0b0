"""A transaction that waits for its turn at its beginning, and so never finds midway that another one writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw


@contextmanager
def immediate(db: apsw.Connection) -> Iterator[None]:
    """Nothing of it is kept where the block ends in an error. BusyError where the turn does not come in time."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
