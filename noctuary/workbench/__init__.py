"""The night's bench: events, statements and evidence as Parquet, questioned with DuckDB. Nothing here is the truth.

The only room that imports DuckDB. Memory is bounded: rows are written in batches, DuckDB gets a limit.
"""

from noctuary.workbench.bench import Bench
from noctuary.workbench.evidence import Standing, kept_signals, signals
from noctuary.workbench.turned_away import TurnedAway, turned_away

__all__ = ["Bench", "Standing", "TurnedAway", "kept_signals", "signals", "turned_away"]
