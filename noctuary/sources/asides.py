"""Logs that are known and hold no evidence: prompt histories, traces, our journal. Reads no turn."""

from __future__ import annotations

from collections.abc import Iterator

from noctuary.sources.turn import FOREIGN, Record, Session, Skip, Turn

NAME = "aside"

_SHAPES: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"session_id", "ts", "text"}), "prompt_history"),
    (frozenset({"display", "timestamp", "project"}), "prompt_history"),
    (frozenset({"traceSchema", "type", "data"}), "trajectory"),
    (frozenset({"v", "op", "type", "id", "at"}), "own_output"),
)


def detect(records: list[Record]) -> bool:
    """Whether the first record has all keys of one of the known shapes."""
    return bool(records) and _reason(records[0]) != ""


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """Nothing but the reason; a session's log holds the same words with their context."""
    yield Skip(reason=_reason(record) or FOREIGN)


def _reason(record: Record) -> str:
    return next((reason for keys, reason in _SHAPES if keys <= record.keys()), "")
