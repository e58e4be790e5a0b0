"""Codex rollouts, 0.34 to 0.142 and the unwrapped forms before. Does not use `history.jsonl`.

Every message is written twice: as an `event_msg` (what was typed) and as a `response_item` (what the model
read). The event counts where the file has events of that kind, the item where it has none. A fork begins with a
copy of the session it left, written in one go with new times; that copy is left out.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from noctuary.sources import zones
from noctuary.sources.turn import FOREIGN, Record, Said, Session, Skip, Turn, a_dict, a_str, instant, texts, tool_trust

NAME = "codex"

USER_EVENT = b'"user_message"'
AGENT_EVENT = b'"agent_message"'

_STATE = {"turn_context", "compacted", "world_state", "inter_agent_communication_metadata"}
_ENVELOPES = {"session_meta", "response_item", "event_msg", *_STATE}
_COPYING = dt.timedelta(milliseconds=100)
_BARE = {"message", "reasoning", "function_call", "function_call_output", "tool_call", "tool_result", "error"}
_INJECTED = (
    "<environment_context>", "# AGENTS.md instructions", "<user_instructions>", "<INSTRUCTIONS>", "<skill>",
    "<turn_aborted>", "<subagent_notification>", "<goal_context>",
    "<codex_internal_context", "<recommended_plugins>", "<user_shell_command>",
    "<permissions instructions>", "<system-reminder>",
)  # fmt: skip
_IDE = re.compile(r"\A# Context from my IDE setup:.*?^## My request for Codex:\s*", re.S | re.M)


def detect(records: list[Record]) -> bool:
    """Wrapped lines with a payload; or a bare first line with instructions, or bare lines of user and assistant."""
    is_chat = any(record.get("role") in ("system", "tool") and "type" not in record for record in records)
    return not is_chat and any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    if isinstance(record.get("payload"), dict):
        return a_str(record.get("type")) in _ENVELOPES
    if "instructions" in record and "timestamp" in record:
        return True
    return isinstance(record.get("timestamp"), str) and _is_bare(record) and "uuid" not in record


def _is_bare(record: Record) -> bool:
    if record.get("role") in ("user", "assistant") and "content" in record:
        return record.get("type") in (None, "message") and "parentId" not in record
    return False


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one line says."""
    kind, payload = a_str(record.get("type")), a_dict(record.get("payload"))
    is_copy = _is_copy(record, session)
    match kind:
        case "session_meta":
            _meta(payload, session)
            if payload.get("forked_from_id") and session.id == payload.get("id"):
                session.copied_at = instant(record.get("timestamp"))
            yield Skip(reason="session_meta")
        case "event_msg" | "response_item" if is_copy:
            yield Skip(reason="forked_copy")
        case "event_msg":
            yield _event(record, payload, session)
        case "response_item":
            yield _item(record, payload, session)
        case _ if kind in _STATE:
            session.zone = a_str(payload.get("timezone")) or session.zone
            yield Skip(reason=kind)
        case _:
            yield _bare(record, session)


def _is_copy(record: Record, session: Session) -> bool:
    """Whether this line still belongs to the copy a fork begins with."""
    at = instant(record.get("timestamp")) if session.copied_at else None
    is_copy = at is not None and session.copied_at is not None and at - session.copied_at <= _COPYING
    session.copied_at = at if is_copy else None
    return is_copy


def _meta(payload: Record, session: Session) -> None:
    if session.id == session.ref:
        session.id = a_str(payload.get("id")) or session.id
        if isinstance(payload.get("source"), dict):
            session.origin = "subagent"


def _bare(record: Record, session: Session) -> Turn:
    if "instructions" in record and "type" not in record:
        _meta(record, session)
        return Skip(reason="session_meta")
    if "type" not in record and record.get("role") in ("user", "assistant"):
        record = {"type": "message", **record}
    return _item(record, record, session) if a_str(record.get("type")) in _BARE else Skip(reason=FOREIGN)


def _event(record: Record, payload: Record, session: Session) -> Turn:
    match payload.get("type"):
        case "user_message":
            return _spoken(record, a_str(payload.get("message")), "user", session)
        case "agent_message":
            return _spoken(record, a_str(payload.get("message")), "assistant", session)
        case "agent_reasoning":
            return Skip(reason="thinking")
        case _:
            return Skip(reason="ui_event")


def _item(record: Record, payload: Record, session: Session) -> Turn:
    match payload.get("type"):
        case "message":
            return _message(record, payload, session)
        case None if "role" in payload:
            return _message(record, payload, session)
        case "reasoning":
            return Skip(reason="thinking")
        case "function_call" | "custom_tool_call" | "local_shell_call":
            arguments = payload.get("arguments", payload.get("input", payload.get("action")))
            session.tools[a_str(payload.get("call_id"))] = tool_trust(a_str(payload.get("name")), arguments)
            return Skip(reason="tool_call")
        case "function_call_output" | "custom_tool_call_output" | "tool_search_output":
            return _output(record, payload, session)
        case "tool_result":
            return _result(record, a_str(payload.get("result")), "untrusted", session)
        case _:
            return Skip(reason="tool_call")


def _message(record: Record, payload: Record, session: Session) -> Turn:
    role, text = payload.get("role"), "\n".join(texts(payload.get("content")))
    if role not in ("user", "assistant") or text.lstrip().startswith(_INJECTED):
        return Skip(reason="injected")
    if session.has_user_events if role == "user" else session.has_agent_events:
        return Skip(reason="written_twice")
    return _spoken(record, text, role, session)


def _spoken(record: Record, text: str, role: str, session: Session) -> Turn:
    text = _IDE.sub("", text).strip()
    if not text or text.startswith(_INJECTED):
        return Skip(reason="injected" if text else "empty")
    is_human = role == "user" and session.origin == "interactive"
    return Said(
        role="user" if role == "user" else "assistant",
        trust="human" if is_human else "agent",
        text=text,
        at=instant(record.get("timestamp")),
        origin=session.origin,
        zone=zones.of(record.get("timestamp"), session.zone),
    )


def _output(record: Record, payload: Record, session: Session) -> Turn:
    output = payload.get("output")
    if isinstance(output, dict):
        output = output.get("content")
    trust = session.result_trust(a_str(payload.get("call_id")))
    return _result(record, "\n".join(texts(output)), trust, session)


def _result(record: Record, text: str, trust: str, session: Session) -> Turn:
    if not text.strip():
        return Skip(reason="empty_result")
    stamp = record.get("timestamp")
    at, zone = instant(stamp), zones.of(stamp, session.zone)
    return Said(role="tool", trust=trust, text=text, at=at, zone=zone)  # type: ignore[arg-type]
