"""The truth: an append-only file of JSON records, `memory/graph.jsonl`. Knows nothing of the index or pages.

A record is a whole value; the last one for (type, id), by instant and then content hash, wins. So replay is
a fold, and two branches merge by taking all lines of both (DESIGN 4; seed rows TB-006, TB-007, TB-107).
"""

from noctuary.journal.append import append, mend_tail
from noctuary.journal.records import Deleted, Record, closing, record
from noctuary.journal.replay import KINDS, State, folded, replay, replay_on
from noctuary.journal.verify import verify

__all__ = [
    "KINDS",
    "Deleted",
    "Record",
    "State",
    "append",
    "closing",
    "folded",
    "mend_tail",
    "record",
    "replay",
    "replay_on",
    "verify",
]
