"""Factory Droid: stored sessions and what `droid exec` streams. Does not read its settings."""

from __future__ import annotations

import json
from collections.abc import Iterator

from noctuary.sources import zones
from noctuary.sources.dialects import claude_code
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
    instant,
    texts,
    tool_trust,
)

NAME = "droid"

_MARKS = {"message": "role", "tool_call": "toolName", "completion": "finalText"}
_STREAMED = {"message", "tool_call", "tool_result", "completion", "system", "error"}


def detect(records: list[Record]) -> bool:
    """A stored session's first line, or streamed lines that name their session."""
    return any(_is_header(record) or _is_streamed(record) for record in records)


def _is_header(record: Record) -> bool:
    return record.get("type") == "session_start" and "id" in record


def _is_streamed(record: Record) -> bool:
    kind = a_str(record.get("type"))
    has_session = isinstance(record.get("session_id") or record.get("sessionId"), str)
    return has_session and kind in _MARKS and _MARKS[kind] in record


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one line says."""
    kind = a_str(record.get("type"))
    session.id = a_str(record.get("session_id")) or a_str(record.get("sessionId")) or session.id
    if _is_header(record):
        session.id = a_str(record.get("id")) or session.id
        yield Skip(reason="session_meta")
    elif kind == "message" and isinstance(record.get("message"), dict):
        yield from _stored(record, record["message"], session)
    elif kind == "message":
        yield _spoken(record, record.get("role"), a_str(record.get("text")), session)
    elif kind == "tool_call":
        name, call = a_str(record.get("toolName")), a_str(record.get("toolCallId")) or a_str(record.get("id"))
        session.tools[call] = tool_trust(name, record.get("parameters"))
        yield Skip(reason="tool_call")
    elif kind == "tool_result":
        call = a_str(record.get("toolCallId")) or a_str(record.get("id"))
        yield _result(record, record.get("value"), call, session)
    elif kind == "completion":
        yield _spoken(record, "assistant", a_str(record.get("finalText")), session, 1)
    else:
        yield Skip(reason="ui_event" if kind in _STREAMED or "todo" in kind else FOREIGN)


def _stored(record: Record, message: Record, session: Session) -> Iterator[Turn]:
    content = message.get("content")
    if isinstance(content, str):
        yield _spoken(record, message.get("role"), content, session)
    for place, block in enumerate(map(a_dict, a_list(content))):
        match block.get("type"):
            case "text":
                yield _spoken(record, message.get("role"), a_str(block.get("text")), session, place)
            case "tool_use":
                session.tools[a_str(block.get("id"))] = tool_trust(a_str(block.get("name")), block.get("input"))
                yield Skip(reason="tool_call")
            case "tool_result":
                yield _result(record, block.get("content"), a_str(block.get("tool_use_id")), session, place)
            case kind:
                yield Skip(reason="thinking" if kind == "thinking" else "unknown_block")
    if not content:
        yield Skip(reason="empty")


def _spoken(record: Record, role: object, text: str, session: Session, place: int = 0) -> Turn:
    if role == "assistant":
        text = text.strip()
        return _said(record, text, "assistant", "agent", session, place) if text else Skip(reason="empty")
    text, reason = claude_code.spoken(text)
    if reason or role != "user":
        return Skip(reason=reason or "injected")
    return _said(record, text, "user", "human", session, place)


def _result(record: Record, value: object, call: str, session: Session, place: int = 0) -> Turn:
    text = a_str(value.get("stdout")) or json.dumps(value) if isinstance(value, dict) else "\n".join(texts(value))
    trust = session.result_trust(call)
    return _said(record, text.strip(), "tool", trust, session, place) if text.strip() else Skip(reason="empty_result")


def _said(record: Record, text: str, role: str, trust: str, session: Session, place: int) -> Said:
    id = a_str(record.get("id"))
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=instant(record.get("timestamp")),
        key=f"{session.id}:{id}#{role}{place}" if id else "",
        zone=zones.of(record.get("timestamp"), session.zone),
    )
