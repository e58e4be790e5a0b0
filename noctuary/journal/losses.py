"""What a journal has lost: records and batches that its closing lines speak of and that do not stand there.

Knows lines by their numbers and hashes; reads no file and mends nothing.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from noctuary.journal.lines import lines
from noctuary.journal.records import CLOSED, Closing, Record, Unreadable, label, parse

FROM_GIT = "restore what is missing from git (`git log -p -- memory/graph.jsonl`)"
BY_GIT = "where a revert or a cherry-pick in git left it out, `noctuary rebuild` follows that; else"


class Loss(NamedTuple):
    """What is lost, with its mend, and the line that tells of it. `missing` is the label of a batch that is gone."""

    line: int
    what: str
    missing: str = ""


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

    @property
    def bare(self) -> str:
        """Its label without the hash of its contents."""
        return label(self.name, self.at)

    def labels(self) -> set[str]:
        return {label(self.name, self.at, one.digest if one else "") for one in self.closings.values()}

    def whole(self) -> dict[str, Closing]:
        """Its closing lines that miss no record, by their labels."""
        told = (one for one in self.closings.values() if one and one.count <= len(self.records))
        return {label(self.name, self.at, one.digest): one for one in told}


class Batches:
    """The batches of a file, gathered line by line; a line that stands twice, as after a union merge, is one."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, dt.datetime], Batch] = {}
        self._last: Batch | None = None

    def __iter__(self) -> Iterator[Batch]:
        return iter(self._found.values())

    @classmethod
    def of(cls, data: bytes) -> Batches:
        """Those of a journal's bytes, whatever else stands there."""
        found = cls()
        for number, line in lines(data):
            with contextlib.suppress(Unreadable):
                found.add(number, parse(line))
        return found

    def whole(self) -> dict[str, Closing]:
        """The closing lines of those that miss no record, by their labels."""
        return {name: one for batch in self for name, one in batch.whole().items()}

    def add(self, number: int, one: Record) -> None:
        """Note a record with the number of its line."""
        name, at = one.envelope.night, one.envelope.at
        if name is None or at is None:
            return
        batch = self._last
        if batch is None or batch.name != name or batch.at != at:
            batch = self._found.get((name, at)) or self._found.setdefault((name, at), Batch(name, at, first=number))
            self._last = batch
        batch.last = number
        if one.envelope.type == CLOSED:
            batch.closings[number] = one.closing
        else:
            batch.records.add(one.digest)


def bare(name: str) -> str:
    """A batch's label without the hash of its contents."""
    return name.rpartition("#")[0] or name


def mark(name: str) -> bytes:
    """What a journal holds that has the batch with this label: a quick look, before its lines are read."""
    return (name.rpartition("#")[2] if "#" in name else name.rpartition("@")[0]).encode()


def losses(batches: Iterable[Batch], reverted: Collection[str] = ()) -> Iterator[Loss]:
    """Batches with no closing line or too few records, and those that others were written after.

    What git took back (`reverted`, labels) is not lost.
    """
    found = list(batches)
    known = {*reverted, *(one for batch in found for one in batch.labels())}
    for batch in found:
        if not batch.closings:
            held = f"{len(batch.records)} records (lines {batch.first} to {batch.last})"
            yield Loss(batch.first, f"{batch.who} has no closing line for {held}; {FROM_GIT}, or delete them")
        for number, closing in batch.closings.items():
            here = len(batch.records)
            if closing and here < closing.count:
                missing = f"{closing.count - here} of its {closing.count} records are missing"
                mend = f'set its "count" to {here} and take out its "sum"'
                yield Loss(number, f"{batch.who}: {missing}; {FROM_GIT}, or {mend}")
            for name in (closing.after or ()) if closing else ():
                if not known & {name, bare(name)}:
                    gone = f"batch {batch.name} was written after {name}, which is missing"
                    yield Loss(number, f'{gone}; {BY_GIT} {FROM_GIT}, or take its name out of "after"', name)


def way_back(name: str, before: Mapping[str, Closing], here: Collection[str]) -> tuple[list[str], tuple[str, ...]]:
    """(the batches that went with `name`, those it was written after that are `here`), of a journal that had it whole.

    `before` are that journal's whole batches, `here` the labels of those that stand in the file now.
    """
    gone, stand, waiting = [name], dict[str, None](), list(before[name].after or ())
    while waiting:
        one = waiting.pop(0)
        if one in here:
            stand[one] = None
        elif one in before and one not in gone:
            gone.append(one)
            waiting += before[one].after or ()
    return gone, tuple(stand)
