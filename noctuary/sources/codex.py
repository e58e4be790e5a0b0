"""Codex rollouts, 0.34 to 0.142 and the unwrapped forms before. Does not use `history.jsonl`.

Every message is written twice: as an `event_msg` (what was typed) and as a `response_item` (what the model
read). The event counts where the file has events of that kind, the item where it has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.sources.turn import FOREIGN, Record, Said, Session, Skip, Turn, a_dict, a_str, instant, texts, tool_trust

NAME = "codex"

USER_EVENT = re.compile(rb'"type"\s*:\s*"user_message"')
AGENT_EVENT = re.compile(rb'"type"\s*:\s*"agent_message"')

_ENVELOPES = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_BARE = {"message", "reasoning", "function_call", "function_call_output", "tool_call", "tool_result", "error"}
_INJECTED = (
    "<environment_context>", "# AGENTS.md instructions", "<user_instructions>", "<INSTRUCTIONS>", "<skill>",
    "<turn_aborted>", "<subagent_notification>", "<goal_context>",
    "<codex_internal_context", "<recommended_plugins>", "<user_shell_command>",
    "<permissions instructions>", "<system-reminder>",
)  # fmt: skip
_IDE = re.compile(r"\A# Context from my IDE setup:.*?^## My request for Codex:\s*", re.S | re.M)


def detect(records: list[Record]) -> bool:
    """Wrapped lines with a payload; or a bare first line with instructions, or bare role/content lines."""
    return any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    if isinstance(record.get("payload"), dict):
        return record.get("type") in _ENVELOPES
    if "instructions" in record and "timestamp" in record:
        return True
    return isinstance(record.get("timestamp"), str) and _is_bare(record) and "uuid" not in record


def _is_bare(record: Record) -> bool:
    if record.get("role") in ("user", "assistant") and "content" in record:
        return record.get("type") in (None, "message") and "parentId" not in record
    return False


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one line says."""
    kind, payload = record.get("type"), a_dict(record.get("payload"))
    match kind:
        case "session_meta":
            _meta(payload, session)
            yield Skip(reason="session_meta")
        case "event_msg":
            yield _event(record, payload, session)
        case "response_item":
            yield _item(record, payload, session)
        case "turn_context" | "compacted":
            yield Skip(reason=kind)
        case _:
            yield _bare(record, session)


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
    return _item(record, record, session) if record.get("type") in _BARE else Skip(reason=FOREIGN)


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
        case "reasoning":
            return Skip(reason="thinking")
        case "function_call" | "custom_tool_call" | "local_shell_call":
            arguments = payload.get("arguments", payload.get("input", payload.get("action")))
            session.tools[a_str(payload.get("call_id"))] = tool_trust(a_str(payload.get("name")), arguments)
            return Skip(reason="tool_call")
        case "function_call_output" | "custom_tool_call_output" | "tool_search_output":
            return _output(record, payload, session)
        case "tool_result":
            return _result(record, a_str(payload.get("result")), "untrusted")
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
    )


def _output(record: Record, payload: Record, session: Session) -> Turn:
    output = payload.get("output")
    if isinstance(output, dict):
        output = output.get("content")
    trust = session.result_trust(a_str(payload.get("call_id")))
    return _result(record, "\n".join(texts(output)), trust)


def _result(record: Record, text: str, trust: str) -> Turn:
    if not text.strip():
        return Skip(reason="empty_result")
    return Said(role="tool", trust=trust, text=text, at=instant(record.get("timestamp")))  # type: ignore[arg-type]
