"""Logs and their companions that are known and hold no evidence: prompt histories, traces, indexes. Reads no turn."""

from __future__ import annotations

from collections.abc import Iterator

from noctuary.sources.turn import FOREIGN, Record, Session, Skip, Turn, a_dict

NAME = "aside"

_SHAPES: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"session_id", "ts", "text"}), "prompt_history"),
    (frozenset({"display", "timestamp", "project"}), "prompt_history"),
    (frozenset({"traceSchema", "type", "data"}), "trajectory"),
    (frozenset({"resourceSpans"}), "trajectory"),
    (frozenset({"jobId", "action", "status"}), "job_log"),
    (frozenset({"v", "op", "type", "id", "at"}), "own_output"),
    (frozenset({"id", "projectID", "directory", "time"}), "split_storage"),
    (frozenset({"id", "messageID", "type"}), "split_storage"),
    (frozenset({"id", "type", "text", "time"}), "split_storage"),
    (frozenset({"thoughtFiles", "branchFiles"}), "session_index"),
    (frozenset({"info", "session_summary"}), "session_index"),
    (frozenset({"turnCount", "userMessageCount"}), "session_index"),
    (frozenset({"agents", "createdAt", "workDir"}), "session_index"),
    (frozenset({"session_id", "start_time", "stats"}), "session_index"),
    (frozenset({"schemaVersion", "root"}), "session_index"),
    (frozenset({"schemaVersion", "conversations"}), "session_index"),
    (frozenset({"lmMessageIds"}), "session_index"),
    (frozenset({"agentType"}), "session_index"),
    (frozenset({"id", "thread_name", "updated_at"}), "session_index"),
    (frozenset({"numStartups"}), "settings"),
)


def detect(records: list[Record]) -> bool:
    """Whether the first record has all keys of one of the known shapes."""
    return bool(records) and _reason(records[0]) != ""


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """Nothing but the reason; a session's log holds the same words with their context."""
    yield Skip(reason=_reason(record) or FOREIGN)


def _reason(record: Record) -> str:
    found = next((reason for keys, reason in _SHAPES if keys <= record.keys()), "")
    if found or not record:
        return found
    if "role" in record and "sessionID" in record and "time" in record and "content" not in record:
        return "split_storage"
    is_map = all("sessionId" in a_dict(entry) and "updatedAt" in a_dict(entry) for entry in record.values())
    return "session_index" if is_map else ""
