"""Opens and creates the file of the index: its schema and functions, SQLite's errors in our words. Asks nothing."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from noctuary import files
from noctuary.consolidate.decay import decayed
from noctuary.errors import IndexClosed, IndexDamaged, IndexOutdated, NoctuaryError, mend_of
from noctuary.index import lexical, read, search

SCHEMA_VERSION = 12
REBUILD = "delete the file and run the command again: it is rebuilt from the journal"
MEMORY = ":memory:"
PATIENCE = 20_000
"""Milliseconds that one who writes waits for another: a night over a large memory may hold its turn for seconds."""
_LEAST_ROOM = 4 * 1024 * 1024
"""Bytes that a new index and its log need: one of a single fact has 1.4 MB."""
_MENDS: tuple[tuple[type[apsw.Error], str], ...] = (
    (apsw.FullError, "make room on the disk and run the same again: the journal has all of it"),
    (apsw.IOError, "see that the disk has room and works, and run the same again: the journal has all of it"),
    (apsw.ReadOnlyError, "give yourself the right to write it and its folder, or delete it: it is made anew"),
    (apsw.CantOpenError, "give yourself the right to its folder and run the same again"),
    (apsw.BusyError, "another program holds it: run the same again when that is done"),
)


@contextmanager
def told(path: str) -> Iterator[None]:
    """SQLite's errors as ours, each with what mends it."""
    try:
        yield
    except apsw.Error as error:
        raise as_ours(path, error) from error


def as_ours(path: str, error: apsw.Error) -> NoctuaryError:
    """An error of SQLite's with what mends it; IndexDamaged where the file is no sound database."""
    if isinstance(error.__context__, apsw.Error) and type(error) is apsw.SQLError:  # A rollback of what failed before.
        error = error.__context__
    what = f"the index cannot be used ({error})"
    if isinstance(error, (apsw.NotADBError, apsw.CorruptError, apsw.FormatError)):
        return IndexDamaged(path, what, REBUILD)
    kind = IndexClosed if isinstance(error, (apsw.ReadOnlyError, apsw.CantOpenError, apsw.BusyError)) else NoctuaryError
    if isinstance(error, (apsw.IOError, apsw.ReadOnlyError, apsw.CantOpenError)) and _is_limited(path):
        limit = OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return kind(path, f"the index cannot be written ({limit.strerror})", mend_of(limit))
    return kind(path, what, next((mend for kind, mend in _MENDS if isinstance(error, kind)), REBUILD))


def _is_limited(path: str) -> bool:
    """Whether files may grow no larger here than the index or its log already is or soon is: SQLite tells of such a
    limit as of a broken disk, or as of a file that may not be written."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    sizes = (os.path.getsize(one) for one in (path, f"{path}-wal") if os.path.exists(one))
    return limit != resource.RLIM_INFINITY and limit < _LEAST_ROOM + 2 * sum(sizes)


def place(path: Path, root: Path | None, read_only: bool) -> str:
    """Where the index lies; neither it nor a file that SQLite keeps beside it may be a link, a folder or a pipe."""
    for beside in ("-journal", "-wal", "-shm"):
        files.own_place(path.with_name(path.name + beside), root or path.parent, to_write=not read_only)
    return files.own_place(path, root or path.parent, to_write=not read_only)


def _decay(*values: apsw.SQLiteValue) -> apsw.SQLiteValue:
    c0, age_days, half_life = (None if value is None else float(value) for value in values)
    return c0 if c0 is None or age_days is None else decayed(c0, age_days, half_life)


def _lowered(*values: apsw.SQLiteValue) -> apsw.SQLiteValue:
    return str(values[0]).lower()


def _unspaced(*values: apsw.SQLiteValue) -> apsw.SQLiteValue:
    return search.unspaced(str(values[0]))


def connection(path: str, read_only: bool) -> apsw.Connection:
    """A connection with our functions in it."""
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    db = apsw.Connection(path, flags=flags | apsw.SQLITE_OPEN_NOFOLLOW)
    db.set_busy_timeout(PATIENCE)
    # A plan that may not look at the values bound is kept; else nearly every statement is compiled anew each time.
    db.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    # A file that is no sound database says so here, and not as a full text that cannot be had.
    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    db.create_scalar_function("decay", _decay, 3, deterministic=True)
    db.create_scalar_function("lowered", _lowered, 1, deterministic=True)
    db.create_scalar_function("unspaced", _unspaced, 1, deterministic=True)
    lexical.register(db)
    db.execute("PRAGMA foreign_keys = ON")
    return db


def prepare(db: apsw.Connection, path: str, read_only: bool) -> bool:
    """Bring a file to the schema of today; whether sqlite-vec is in it. One of a newer schema is refused."""
    version = _version(db)
    if version > SCHEMA_VERSION:
        db.close()
        raise NoctuaryError(
            path,
            f"written by a newer noctuary (schema {version}, known {SCHEMA_VERSION})",
            "upgrade noctuary, or delete the file: it is rebuilt from the journal",
        )
    if read_only and version < SCHEMA_VERSION:
        db.close()
        raise IndexOutdated(path, "no index of this version is here", "run `noctuary rebuild`")
    # Only who makes vectors builds sqlite-vec's table; loading it takes as long as a whole question.
    has_vec = not read_only and load_vec(db)
    if version < SCHEMA_VERSION:
        _create(db)
    return has_vec


def _version(db: apsw.Connection) -> int:
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").fetchone():
        return 0
    return int(read.meta(db, "schema_version") or 0)


def load_vec(db: apsw.Connection) -> bool:
    """Whether sqlite-vec is installed, loads, and answers."""
    try:
        import sqlite_vec

        db.enable_load_extension(True)
        db.load_extension(sqlite_vec.loadable_path())
        db.execute("SELECT vec_version()").fetchone()
    except (ImportError, apsw.Error):
        return False
    finally:
        with suppress(apsw.Error):
            db.enable_load_extension(False)
    return True


def _create(db: apsw.Connection) -> None:
    from importlib import resources

    schema = resources.files("noctuary.index").joinpath("schema.sql").read_text(encoding="utf-8")
    db.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
    db.execute("VACUUM")
    db.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 0)
    with db:
        db.execute(schema)
        db.execute("INSERT INTO meta VALUES ('schema_version', ?), ('head', '')", (str(SCHEMA_VERSION),))
