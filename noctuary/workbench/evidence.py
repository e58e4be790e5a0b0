"""The named signals, computed in SQL over the evidence. What each means: `decisions.Signals`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from noctuary.consolidate.days import day_of
from noctuary.consolidate.score import independent, is_stressed
from noctuary.decisions import Signals
from noctuary.model import Support

if TYPE_CHECKING:
    import duckdb

MEMORY_LIMIT = "1GB"

_SIGNALS = """
SELECT id,
       1 - pow(0.5, greatest(count(*) FILTER (voice) - 1, 0))           AS recurrence,
       1 - pow(0.5, greatest(count(DISTINCT ref) FILTER (voice) - 1, 0))               AS breadth,
       least(0.55, 0.55 * ln(greatest(count(DISTINCT day) FILTER (voice), 1)) / ln(5))
         + least(0.45, 0.45 * coalesce(date_diff('day', min(day) FILTER (voice),
                                                 max(day) FILTER (voice)), 0) / 7)     AS consolidation,
       max(stressed::INT)::DOUBLE                                                      AS explicitness,
       max(authority)                                                                  AS authority,
       pow(0.5, greatest(date_diff('day', max(day), $today), 0) / 14)                  AS recency,
       max(durability)                                                                 AS durability,
       count(*) FILTER (voice)                                          AS sessions,
       count(DISTINCT day) FILTER (voice)                                              AS days
FROM evidence GROUP BY id ORDER BY id
"""


def signals(
    supports: Mapping[str, Iterable[Support]], now: dt.datetime, folder: Path | None = None
) -> dict[str, Signals]:
    """Signals of each statement from its supports. With `folder`, evidence and signals are kept as Parquet."""
    connection = connect()
    connection.register("evidence", _table(supports, now))
    relation = connection.sql(_SIGNALS, params={"today": now.date()})
    table = relation.to_arrow_table()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        connection.sql("SELECT * FROM evidence").write_parquet(str(folder / "evidence.parquet"))
        connection.register("signals", table)
        connection.sql("SELECT * FROM signals").write_parquet(str(folder / "signals.parquet"))
    return {row.pop("id"): _rounded(row) for row in table.to_pylist()}


def connect() -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB with a memory limit, one thread (so that results keep their order) and no network."""
    import duckdb

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
        )
        for key in sorted(supports)
        for voices in [independent(supports[key])]
        for one in supports[key]
    ]
    names = ("id", "ref", "session", "day", "authority", "voice", "stressed", "durability")
    kinds = (
        pa.string(), pa.string(), pa.string(), pa.date32(),
        pa.float64(), pa.bool_(), pa.bool_(), pa.float64(),
    )  # fmt: skip
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return pa.table({n: pa.array(c, type=k) for n, c, k in zip(names, columns, kinds, strict=True)})


def _rounded(row: dict[str, float]) -> Signals:
    return msgspec.convert({name: round(value, 6) for name, value in row.items()}, Signals)
