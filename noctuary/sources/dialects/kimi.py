"""Kimi Code wire logs: what was typed stands in `turn.prompt` and `turn.steer`. Does not use the model's context."""

from __future__ import annotations

from collections.abc import Iterator

from noctuary.sources.dialects import claude_code
from noctuary.sources.turn import (
    FOREIGN,
    Record,
    Said,
    Session,
    Skip,
    Turn,
    a_dict,
    a_str,
    instant,
    texts,
    tool_trust,
)

NAME = "kimi"

_TYPED = ("turn.prompt", "turn.steer")
_MARKS = (*_TYPED, "context.append_message", "context.append_loop_event", "config.update")


def detect(records: list[Record]) -> bool:
    """A prompt or the context it went into; or a log's first line."""
    return any(record.get("type") in _MARKS or _is_header(record) for record in records)


def _is_header(record: Record) -> bool:
    return record.get("type") == "metadata" and "protocol_version" in record


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one line says."""
    kind = a_str(record.get("type"))
    if kind in _TYPED:
        yield _typed(record, session)
    elif kind == "context.append_loop_event":
        yield _step(a_dict(record.get("event")), record, session)
    elif kind == "context.append_message":
        yield Skip(reason="written_twice")
    elif _is_header(record):
        yield Skip(reason="session_meta")
    else:
        yield Skip(reason="ui_event" if "." in kind else FOREIGN)


def _typed(record: Record, session: Session) -> Turn:
    """A prompt is the human's if its origin is; a parent agent triggers those of a sub-agent."""
    origin = a_dict(record.get("origin"))
    session.origin = "subagent" if origin.get("name") == "subagent" else "interactive"
    text, reason = claude_code.spoken("\n".join(texts(record.get("input"))))
    if reason or (origin.get("kind") != "user" and session.origin == "interactive"):
        return Skip(reason=reason or "injected")
    return _said(record, text, "user", "human" if origin.get("kind") == "user" else "agent", session)


def _step(event: Record, record: Record, session: Session) -> Turn:
    part = a_dict(event.get("part"))
    match event.get("type"):
        case "content.part" if part.get("type") == "text" and a_str(part.get("text")).strip():
            return _said(record, part["text"].strip(), "assistant", "agent", session, a_str(event.get("uuid")))
        case "content.part":
            return Skip(reason="thinking" if part.get("type") == "think" else "empty")
        case "tool.call":
            session.tools[a_str(event.get("toolCallId"))] = tool_trust(a_str(event.get("name")), event.get("args"))
            return Skip(reason="tool_call")
        case "tool.result":
            output = a_dict(event.get("result")).get("output")
            text = "\n".join(texts(output)).strip()
            trust = session.result_trust(a_str(event.get("toolCallId")))
            return _said(record, text, "tool", trust, session) if text else Skip(reason="empty_result")
        case _:
            return Skip(reason="ui_event")


def _said(record: Record, text: str, role: str, trust: str, session: Session, key: str = "") -> Said:
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=instant(record.get("time")),
        key=key,
        origin=session.origin,
        zone=session.zone,
    )
