"""The registry of log formats, tried in order. Holds no format itself."""

from __future__ import annotations

from noctuary.sources import asides, claude_code, codex, copilot, openclaw
from noctuary.sources.turn import Dialect, Record, WrittenDialect

DIALECTS: tuple[Dialect, ...] = (asides, claude_code, openclaw, copilot, codex)
WRITTEN: tuple[WrittenDialect, ...] = ()


def recognise(records: list[Record]) -> Dialect | None:
    """The first dialect whose marks these records bear, or None."""
    return next((dialect for dialect in DIALECTS if dialect.detect(records)), None)


def recognise_written(head: str) -> WrittenDialect | None:
    """The first written dialect whose marks a file's first words bear, or None."""
    return next((dialect for dialect in WRITTEN if dialect.detect(head)), None)
