"""A transaction that waits for its turn at its beginning, and so never finds midway that another one writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw


@contextmanager
def immediate(db: apsw.Connection) -> Iterator[None]:
    """Nothing of it is kept where the block, or its end, meets an error. BusyError where the turn does not come.

    On a full disk SQLite has rolled back by itself, and its word about that is what is told. Inside another such block,
    or a trial, it is a part of that.
    """
    if db.in_transaction:
        yield
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def trial(db: apsw.Connection) -> Iterator[None]:
    """Whatever the block does stands while it lasts and is taken back at its end; nobody else sees it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
