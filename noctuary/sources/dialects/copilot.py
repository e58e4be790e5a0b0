"""Copilot CLI event logs: typed text is `data.content`, never the transformed copy. Does not read hooks."""

from __future__ import annotations

from collections.abc import Iterator

from noctuary.sources import zones
from noctuary.sources.turn import (
    FOREIGN,
    Record,
    Said,
    Session,
    Skip,
    Turn,
    a_dict,
    a_list,
    a_str,
    between,
    instant,
    texts,
    tool_trust,
)

NAME = "copilot_cli"

_MARKS = ("session.", "user.message", "assistant.", "tool.execution_", "hook.", "system.", "subagent.")


def detect(records: list[Record]) -> bool:
    """Dotted event types over a `data` object."""
    return any(
        a_str(record.get("type")).startswith(_MARKS) and isinstance(record.get("data"), dict) for record in records
    )


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one event says."""
    data = a_dict(record.get("data"))
    match record.get("type"):
        case "user.message":
            clock = between(a_str(data.get("transformedContent"))[:200], "<current_datetime>", "</current_datetime>")
            session.zone = zones.offset(clock[0]) if clock else session.zone
            is_typed = data.get("source") in (None, "user") and not (data.get("agentId") or record.get("agentId"))
            yield _said(record, session, a_str(data.get("content")), "user", "human" if is_typed else "agent")
        case "assistant.message":
            for call in map(a_dict, a_list(data.get("toolRequests"))):
                trust = tool_trust(a_str(call.get("name")), call.get("arguments"))
                session.tools[a_str(call.get("toolCallId"))] = trust
            yield _said(record, session, a_str(data.get("content")), "assistant", "agent")
        case "tool.execution_complete":
            content = a_dict(data.get("result")).get("content")
            trust = session.result_trust(a_str(data.get("toolCallId")))
            yield _said(record, session, "\n".join(texts(content)), "tool", trust)
        case "session.start":
            session.id = a_str(data.get("sessionId")) or session.id
            yield Skip(reason="session_meta")
        case kind:
            yield Skip(reason="ui_event" if a_str(kind).startswith(_MARKS) else FOREIGN)


def _said(record: Record, session: Session, text: str, role: str, trust: str) -> Turn:
    if not text.strip():
        return Skip(reason="empty")
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text.strip(),
        at=instant(record.get("timestamp")),
        key=a_str(record.get("id")),
        zone=zones.of(record.get("timestamp"), session.zone),
    )
