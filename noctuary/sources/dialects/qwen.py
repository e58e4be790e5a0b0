"""Qwen Code chats: Claude Code's records around Gemini's parts. Does not undo what a rewind took back."""

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
    instant,
    tool_trust,
)

NAME = "qwen"

_TYPED = (None, "mid_turn_user_message")


def detect(records: list[Record]) -> bool:
    """A message of parts in a record with its own id and its session's."""
    return any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    return "uuid" in record and "sessionId" in record and isinstance(a_dict(record.get("message")).get("parts"), list)


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one record says, part by part."""
    session.id = a_str(record.get("sessionId")) or session.id
    kind = a_str(record.get("type"))
    parts = [a_dict(part) for part in a_list(a_dict(record.get("message")).get("parts"))]
    if kind == "system":
        yield Skip(reason="system")
    elif kind == "user":
        yield _typed(record, parts, session)
    elif kind in ("assistant", "tool_result") and parts:
        for place, part in enumerate(parts):
            yield _part(record, part, place, session)
    else:
        yield Skip(reason="empty" if kind in ("assistant", "tool_result") else FOREIGN)


def _typed(record: Record, parts: list[Record], session: Session) -> Turn:
    if record.get("subtype") not in _TYPED:
        return Skip(reason="injected")
    shown = a_str(a_dict(record.get("systemPayload")).get("displayText"))
    text = (shown or "\n".join(a_str(part.get("text")) for part in parts)).strip()
    return _said(record, text, "user", "human", 0, session) if text else Skip(reason="no_text")


def _part(record: Record, part: Record, place: int, session: Session) -> Turn:
    call, response = a_dict(part.get("functionCall")), a_dict(part.get("functionResponse"))
    text = a_str(part.get("text")).strip()
    if call:
        session.tools[a_str(call.get("id"))] = tool_trust(a_str(call.get("name")), call.get("args"))
        return Skip(reason="tool_call")
    if response:
        output = a_str(a_dict(response.get("response")).get("output")).strip()
        trust = session.result_trust(a_str(response.get("id")))
        return _said(record, output, "tool", trust, place, session) if output else Skip(reason="empty_result")
    if not text or part.get("thought"):
        return Skip(reason="thinking" if text else "empty")
    return _said(record, text, "assistant", "agent", place, session)


def _said(record: Record, text: str, role: str, trust: str, place: int, session: Session) -> Said:
    stamp = record.get("timestamp")
    is_subagent = bool(record.get("isSidechain") or record.get("agentId"))
    return Said(
        role=role,  # type: ignore[arg-type]
        trust="agent" if is_subagent and role == "user" else trust,  # type: ignore[arg-type]
        text=text,
        at=instant(stamp),
        key=f"{a_str(record.get('uuid'))}@{stamp}#{place}",
        origin="subagent" if is_subagent else "interactive",
        zone=zones.of(stamp, session.zone),
    )
