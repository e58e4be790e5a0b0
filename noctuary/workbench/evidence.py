"""The named signals, computed in SQL over the evidence. What each means: `decisions.Signals`."""

from __future__ import annotations

import atexit
import datetime as dt
import functools
import logging
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from noctuary import files
from noctuary.consolidate.score import independent, is_stressed
from noctuary.decisions import Signals
from noctuary.model import Support, Value
from noctuary.recalls import Recall
from noctuary.text.days import day_of

if TYPE_CHECKING:
    import duckdb

_LOG = logging.getLogger("noctuary")
MEMORY_LIMIT = "1GB"

_SIGNALS = """
WITH said AS (
    SELECT id,
           1 - pow(0.5, greatest(count(*) FILTER (voice) - 1, 0))                          AS recurrence,
           1 - pow(0.5, greatest(count(DISTINCT ref) FILTER (voice) - 1, 0))               AS spread,
           least(0.55, 0.55 * ln(greatest(count(DISTINCT day) FILTER (voice), 1)) / ln(5))
             + least(0.45, 0.45 * coalesce(date_diff('day', min(day) FILTER (voice),
                                                     max(day) FILTER (voice)), 0) / 7)     AS consolidation,
           max(stressed::INT)::DOUBLE                                                      AS explicitness,
           max(authority)                                                                  AS authority,
           pow(0.5, greatest(date_diff('day', max(day), $today), 0) / 14)                  AS recency,
           coalesce(max(durability) FILTER (NOT lent), 0)                                  AS durability,
           count(*) FILTER (voice)                                                         AS sessions,
           count(DISTINCT day) FILTER (voice)                                              AS days,
           max(day)                                                                        AS last_said
    FROM evidence GROUP BY id
), once AS (
    SELECT id, day, query, max(score) AS score FROM recalls GROUP BY id, day, query
    QUALIFY row_number() OVER (PARTITION BY id, day ORDER BY query) <= $most_a_day
), asked AS (
    SELECT id, count(*) AS recalls, count(DISTINCT query) AS queries, avg(score) AS relevance, max(day) AS last_asked
    FROM once GROUP BY id
), used AS (
    SELECT id, count(DISTINCT day) AS used_days, coalesce(date_diff('day', min(day), max(day)), 0) AS span
    FROM (SELECT id, day FROM evidence WHERE voice UNION SELECT id, day FROM once) GROUP BY id
)
SELECT id, recurrence, spread, consolidation, explicitness, authority, recency, durability, sessions, days,
       1 - pow(0.5, coalesce(queries, 0))                                                  AS breadth,
       coalesce(recalls, 0)                                                                AS recalls,
       coalesce(queries, 0)                                                                AS queries,
       coalesce(relevance, 0)                                                              AS relevance,
       greatest(date_diff('day', greatest(last_said, last_asked), $today), 0)              AS idle,
       coalesce(used_days, 0) AS used_days, coalesce(span, 0) AS span,
       specificity, concepts, novelty, conflict
FROM said JOIN standing USING (id) LEFT JOIN asked USING (id) LEFT JOIN used USING (id) ORDER BY id
"""
MOST_A_DAY = 3


class Standing(Value, frozen=True):
    """What a statement's words and its neighbours tell of it: formulas in `decisions.Signals`."""

    specificity: float = 0.0
    concepts: int = 0
    novelty: float = 1.0
    conflict: float = 0.0


def signals(
    supports: Mapping[str, Iterable[Support]],
    now: dt.datetime,
    folder: Path | None = None,
    *,
    root: Path | None = None,
    recalls: Iterable[Recall] = (),
    standing: Mapping[str, Standing] | None = None,
) -> dict[str, Signals]:
    """Signals of each statement from its supports. `folder`, below `root`, keeps them and the evidence as Parquet.

    Recalls of other statements are left out; a statement without a `standing` has the one of no words.
    """
    connection = connect()
    said, asked = _table(supports, now), _recall_table(recalls, supports.keys(), now)
    connection.register("evidence", said)
    connection.register("recalls", asked)
    connection.register("standing", _standing_table(supports.keys(), standing or {}))
    table = connection.sql(_SIGNALS, params={"today": now.date(), "most_a_day": MOST_A_DAY}).to_arrow_table()
    if folder is not None:
        _keep(folder, root or folder.parent, {"evidence": said, "recalls": asked, "signals": table})
    return {row.pop("id"): _rounded(row) for row in table.to_pylist()}


def _keep(folder: Path, root: Path, tables: Mapping[str, object]) -> None:
    import pyarrow.parquet as pq

    files.make_folder(folder, root)
    for name, table in tables.items():
        with files.replacing(folder / f"{name}.parquet", root) as file:
            pq.write_table(table, file, compression="zstd")


def kept(nights: Path, name: str) -> list[Path]:
    """The file of this name of each kept night, oldest first; what is no file of its own is left out."""
    return sorted(path for path in nights.glob(f"*/{name}") if path.is_file() and not path.is_symlink())


def kept_signals(nights: Path, key: str) -> tuple[str, Signals] | None:
    """(night, signals) of the newest kept night that weighed a statement; None where none did."""
    connection = connect()
    names = Signals.__struct_fields__
    query = "SELECT * FROM read_parquet($file) WHERE id = $key"
    for path in sorted(kept(nights, "signals.parquet"), key=_night_order, reverse=True):
        for row in rows(connection, path, query, {"key": key}):
            try:
                return path.parent.name, _rounded({name: row[name] for name in names if name in row})
            except (TypeError, msgspec.ValidationError):
                tell_unread(path)
    return None


def rows(
    connection: duckdb.DuckDBPyConnection, path: Path, query: str, more: Mapping[str, object]
) -> list[dict[str, Any]]:
    """What a kept night's table, as $file, answers; nothing where it cannot be read, and that is told."""
    import duckdb
    import pyarrow as pa

    try:
        found: list[dict[str, Any]] = (
            connection.sql(query, params={"file": str(path), **more}).to_arrow_table().to_pylist()
        )
    except (duckdb.Error, pa.ArrowException, OSError, UnicodeDecodeError):
        tell_unread(path)
        return []
    return found


def tell_unread(path: Path) -> None:
    """Warn of a kept night's table, with what mends it; the other nights' are read all the same."""
    mend = "delete the night's folder: only its rejections and measures are lost"
    _LOG.warning("%s: cannot be read and is passed over; %s", path, mend)


def _night_order(path: Path) -> tuple[str, int]:
    """Nights by their date, then by the number after it: 2026-05-12, 2026-05-12-2 … 2026-05-12-10."""
    night = path.parent.name
    return night[:10], int(night[11:]) if night[11:].isdigit() else 1


def connect() -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB with a memory limit, one thread (so that results keep their order) and no network.

    What is registered on one is unknown to every other.
    """
    return _database(os.getpid()).cursor()


@functools.cache
def _database(process: int) -> duckdb.DuckDBPyConnection:
    """The one database of this process, fifteen milliseconds to open; a forked process opens its own.

    It goes before the interpreter does: one that is still there at the end is told on stderr as a leak.
    """
    import duckdb

    atexit.register(_database.cache_clear)
    return duckdb.connect(config={"memory_limit": MEMORY_LIMIT, "threads": 1, "autoinstall_known_extensions": False})


def _table(supports: Mapping[str, Iterable[Support]], now: dt.datetime) -> object:
    import pyarrow as pa

    authority = {"human": 1.0, "agent": 0.6, "tool": 0.2, "untrusted": 0.0}
    rows = [
        (
            key,
            one.ref,
            one.session,
            day_of(one, now.tzinfo) or now.date(),
            authority[one.trust],
            one in voices,
            is_stressed(one),
            one.durability,
            one.is_lent,
        )
        for key in sorted(supports)
        for voices in [independent(supports[key])]
        for one in supports[key]
    ]
    names = ("id", "ref", "session", "day", "authority", "voice", "stressed", "durability", "lent")
    kinds = (
        pa.string(), pa.string(), pa.string(), pa.date32(),
        pa.float64(), pa.bool_(), pa.bool_(), pa.float64(), pa.bool_(),
    )  # fmt: skip
    return _arrow(names, kinds, rows)


def _recall_table(recalls: Iterable[Recall], wanted: Collection[str], now: dt.datetime) -> object:
    """Recalls by the day they were asked on in the night's own zone."""
    import pyarrow as pa

    rows = [(r.fact, r.at.astimezone(now.tzinfo).date(), r.query, r.score) for r in recalls if r.fact in wanted]
    kinds = (pa.string(), pa.date32(), pa.string(), pa.float64())
    return _arrow(("id", "day", "query", "score"), kinds, rows)


def _standing_table(wanted: Iterable[str], standing: Mapping[str, Standing]) -> object:
    import pyarrow as pa

    names = Standing.__struct_fields__
    rows = [(key, *(getattr(standing.get(key, Standing()), name) for name in names)) for key in sorted(wanted)]
    return _arrow(("id", *names), (pa.string(), pa.float64(), pa.int64(), pa.float64(), pa.float64()), rows)


def _arrow(names: Sequence[str], kinds: Sequence[object], rows: Sequence[tuple[object, ...]]) -> object:
    import pyarrow as pa

    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return pa.table({n: pa.array(c, type=k) for n, c, k in zip(names, columns, kinds, strict=True)})


def _rounded(row: dict[str, float]) -> Signals:
    return msgspec.convert({name: round(value, 6) for name, value in row.items()}, Signals)
