"""What a journal has lost: records and batches that its closing lines speak of and that do not stand there.

Knows lines by their numbers and hashes; reads no file and mends nothing.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator

from noctuary.journal.records import CLOSED, Closing, Record, label

FROM_GIT = "restore what is missing from git (`git log -p -- memory/graph.jsonl`)"


@dataclasses.dataclass
class Batch:
    """What stands in the file of one name and instant: records by their hash, closing lines by their numbers."""

    name: str
    at: dt.datetime
    first: int
    last: int = 0
    records: set[str] = dataclasses.field(default_factory=set)
    closings: dict[int, Closing | None] = dataclasses.field(default_factory=dict)

    @property
    def who(self) -> str:
        return f"batch {self.name} of {self.at:%Y-%m-%d %H:%M}"

    def labels(self) -> set[str]:
        return {label(self.name, self.at, one.digest if one else "") for one in self.closings.values()}


class Batches:
    """The batches of a file, gathered line by line; a line that stands twice, as after a union merge, is one."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, dt.datetime], Batch] = {}

    def __iter__(self) -> Iterator[Batch]:
        return iter(self._found.values())

    def add(self, number: int, one: Record) -> None:
        """Note a record with the number of its line."""
        name, at = one.envelope.night, one.envelope.at
        if name is None or at is None:
            return
        batch = self._found.get((name, at)) or self._found.setdefault((name, at), Batch(name=name, at=at, first=number))
        batch.last = number
        if one.envelope.type == CLOSED:
            batch.closings[number] = one.closing
        else:
            batch.records.add(one.digest)


def losses(batches: Iterable[Batch]) -> Iterator[tuple[int, str]]:
    """(line, what) of batches with no closing line or too few records, and of those that others were written after."""
    found = list(batches)
    known = {one for batch in found for one in batch.labels()}
    for batch in found:
        if not batch.closings:
            held = f"{len(batch.records)} records (lines {batch.first} to {batch.last})"
            yield batch.first, f"{batch.who} has no closing line for {held}; {FROM_GIT}, or delete them"
        for number, closing in batch.closings.items():
            here = len(batch.records)
            if closing and here < closing.count:
                missing = f"{closing.count - here} of its {closing.count} records are missing"
                mend = f'set its "count" to {here} and take out its "sum"'
                yield number, f"{batch.who}: {missing}; {FROM_GIT}, or {mend}"
            for name in (closing.after or ()) if closing else ():
                if not known & {name, name.rpartition("#")[0]}:
                    gone = f"batch {batch.name} was written after {name}, which is missing"
                    yield number, f'{gone}; {FROM_GIT}, or take its name out of "after"'
