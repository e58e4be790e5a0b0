"""One night's folder of Parquet files: what was read and what became of it. Holds at most a batch in memory."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from noctuary import files
from noctuary.decisions import Rejection
from noctuary.model import Candidate, Event, FileReport

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 4096
MOST_SIGNS = 8_000_000
_EVENT = (
    "id", "ref", "line", "line_end", "at", "role", "trust", "text", "session", "context", "origin", "zone", "folder",
)  # fmt: skip
_STATEMENT = ("text", "gate", "reason", "kind", "durability", "ref", "line", "role", "trust", "event")


class Bench:
    """The Parquet files of one night under `folder`, itself below `root`; made when first written to."""

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self.folder = folder
        self.root = root or folder.parent

    def stage(self, stream: Iterable[Event | FileReport], each: Callable[[FileReport], None]) -> None:
        """Write the events of a reading to events.parquet as they come; hand each file's report on."""
        with _Writer(self.folder / "events.parquet", self.root, _event_schema()) as writer:
            for item in stream:
                if isinstance(item, Event):
                    writer.add([getattr(item, name) for name in _EVENT], len(item.text))
                else:
                    each(item)

    def events(self) -> Iterator[Event]:
        """The staged events, in the order they were read, a batch at a time."""
        for batch in self._batches():
            yield from _events(batch)

    def fetched(self) -> Iterator[Event]:
        """Of the staged events what tools brought in from outside the machine."""
        import pyarrow as pa

        for batch in self._batches():
            told = zip(batch["role"].to_pylist(), batch["trust"].to_pylist(), strict=True)
            wanted = [one == ("tool", "untrusted") for one in told]
            if any(wanted):  # only then is pyarrow.compute, 13 MB, loaded
                yield from _events(batch.filter(pa.array(wanted)))

    def _batches(self) -> Iterator[pa.RecordBatch]:
        import pyarrow.parquet as pq

        yield from pq.ParquetFile(self.folder / "events.parquet").iter_batches(batch_size=BATCH)

    def count_events(self) -> int:
        """How many events are staged."""
        import pyarrow.parquet as pq

        return int(pq.ParquetFile(self.folder / "events.parquet").metadata.num_rows)

    def statements(self) -> _Writer:
        """A writer for statements.parquet: each statement considered, and the gate it stands at."""
        return _Writer(self.folder / "statements.parquet", self.root, _statement_schema())


def _events(batch: pa.RecordBatch) -> Iterator[Event]:
    for row in batch.to_pylist():
        row["context"] = tuple(row["context"])
        yield Event(**row)


def statement_row(item: Candidate | Rejection) -> list[Any]:
    """A row of statements.parquet; a candidate's gate is "" until something turns it away."""
    support = item.support
    gate, reason = (item.gate, item.reason) if isinstance(item, Rejection) else ("", "")
    kind = item.kind if isinstance(item, Candidate) else ""
    sure = item.confidence if isinstance(item, Candidate) else 0.0
    return [
        item.text, gate, reason, kind, sure,
        support.ref, support.line, support.role, support.trust, support.event,
    ]  # fmt: skip


class _Writer:
    """Collects rows and writes them as row groups, by number or by weight; the file appears whole when it is closed."""

    def __init__(self, path: Path, root: Path, schema: pa.Schema) -> None:
        import pyarrow.parquet as pq

        files.make_folder(path.parent, root)
        self._schema = schema
        self._rows: list[list[Any]] = []
        self._signs = 0
        self._whole = contextlib.ExitStack()
        sink = self._whole.enter_context(files.replacing(path, root))
        self._file = pq.ParquetWriter(sink, schema, compression="zstd")

    def __enter__(self) -> _Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._whole.__exit__(kind, error, trace)
            return
        with self._whole:
            self._flush()
            self._file.close()

    def add(self, row: list[Any], signs: int = 0) -> None:
        """Take one row, in the schema's order, whose long text has so many signs."""
        self._rows.append(row)
        self._signs += signs
        if len(self._rows) >= BATCH or self._signs >= MOST_SIGNS:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            columns = [
                pa.array(column, type=field.type)
                for column, field in zip(zip(*self._rows, strict=True), self._schema, strict=True)
            ]
            self._file.write_batch(pa.record_batch(columns, schema=self._schema))
            self._rows.clear()
            self._signs = 0


def _event_schema() -> pa.Schema:
    import pyarrow as pa

    kinds = {
        "line": pa.int64(),
        "line_end": pa.int64(),
        "at": pa.timestamp("us", tz="UTC"),
        "context": pa.list_(pa.string()),
    }
    return pa.schema([(name, kinds.get(name, pa.string())) for name in _EVENT])


def _statement_schema() -> pa.Schema:
    import pyarrow as pa

    kinds = {"line": pa.int64(), "durability": pa.float64()}
    return pa.schema([(name, kinds.get(name, pa.string())) for name in _STATEMENT])
