"""The night's bench: events, statements and evidence as Parquet, questioned with DuckDB. Nothing here is the truth.

The only room that imports DuckDB. Memory is bounded: rows are written in batches, DuckDB gets a limit.
"""

import os

# pyarrow reads this when it is first asked for memory. Its own allocator keeps what is given back to it: 36 MB of a
# night's peak over 159 real notes.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")

from noctuary.workbench.bench import Bench
from noctuary.workbench.evidence import Standing, kept_signals, signals
from noctuary.workbench.turned_away import TurnedAway, turned_away

__all__ = ["Bench", "Standing", "TurnedAway", "kept_signals", "signals", "turned_away"]
