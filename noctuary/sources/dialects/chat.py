"""Conversations written as a role and its words: Hermes, gptme, Vibe, Grok, Cursor, Posit, QwenPaw, Amp, Cline …

One family, for they differ in names alone: `role` or `type` tells who spoke, `content`, `text`, `parts` or `result`
what was said, in the record or under its `message`.
"""

from __future__ import annotations

import datetime as dt
import re
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
    between,
    instant,
    tool_trust,
)

NAME = "chat"

_HUMAN = {"user", "human"}
_AGENT = {"assistant", "model", "gemini", "ai", "bot"}
_TOOL = {"tool", "function", "tool_result", "function_result"}
_CONTEXT = {"system": "injected", "developer": "injected", "session_meta": "session_meta", "reasoning": "thinking"}
_CALLS = {"tool_call", "function_call", "backend_tool_call"}
_NOTES = {"turn_ended"}
_SPEAKERS = _HUMAN | _AGENT | _TOOL | _CONTEXT.keys()
_WORDS = ("content", "text", "parts", "result", "message")
_OTHERS = {"uuid", "sessionId", "payload", "data", "projectHash", "traceSchema"}
_IDS = ("session_id", "sessionID", "conversation_id", "sessionId", "id")
_TIMES = ("timestamp", "ts", "time", "created_at", "createdAt")
_RESULTS = ("tool_result", "tool-result")
_INJECTED = ("synthetic", "is_meta", "isMeta", "hide")


def detect(records: list[Record]) -> bool:
    """A record of a speaker and words, and nothing that marks another dialect; or an agent's whole memory of them."""
    return any(_is_ours(record) or _remembered(record) for record in records)


def _is_ours(record: Record) -> bool:
    message, kind = record.get("message"), record.get("type")
    if record.keys() & _OTHERS:
        return False
    if isinstance(message, dict):
        return kind is None and "content" in message and speaker(record) in _SPEAKERS
    if not any(isinstance(record.get(name), (str, list)) for name in _WORDS):
        return False
    if "role" in record:
        is_codex = isinstance(record.get("timestamp"), str) and record["role"] in ("user", "assistant")
        return kind is None and speaker(record) in _SPEAKERS and not is_codex
    return kind in ("user", "assistant") and not {"id", "timestamp"} <= record.keys()


def _remembered(record: Record) -> list[Record]:
    """The messages in AgentScope's state of an agent (QwenPaw), which pairs each with its marks."""
    pairs = a_list(a_dict(a_dict(record.get("agent")).get("memory")).get("content"))
    return [pair[0] for pair in pairs if isinstance(pair, list) and pair and isinstance(pair[0], dict)]


def speaker(record: Record) -> str:
    """Who speaks, as the record calls it, in small letters."""
    name = record.get("role") or a_dict(record.get("message")).get("role") or record.get("type")
    return a_str(name).lower()


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one record says: its words, or a tool's result, or why neither counts."""
    for message in _remembered(record):
        yield from turns(message, session)
    if isinstance(record.get("agent"), dict) and "role" not in record:
        yield Skip(reason="session_meta")
        return
    who = speaker(record)
    session.id = _session_of(record, who) or session.id
    if "/subagents/" in f"/{session.ref}":
        session.origin = "subagent"
    if who in _HUMAN:
        yield from _typed(record, session)
    elif who in _AGENT:
        yield from _answer(record, session)
    elif who in _TOOL:
        yield from _results(record, session) or (_result(record, session),)
    elif who in _CONTEXT or who in _CALLS or who in _NOTES:
        yield Skip(reason=_CONTEXT.get(who, "ui_event" if who in _NOTES else "tool_call"))
    else:
        yield _header(record, session)


def _session_of(record: Record, who: str) -> str:
    """The conversation's id; `id` means that only where nobody speaks."""
    names = _IDS[:3] if who in _SPEAKERS else _IDS
    return next((found for name in names if (found := a_str(record.get(name)))), "")


def _header(record: Record, session: Session) -> Turn:
    is_header = any(isinstance(record.get(name), str) for name in (*_IDS, "title", "workspacePath"))
    if not is_header or "type" in record:
        return Skip(reason=FOREIGN)
    if record.get("platform") == "cron" or session.id.startswith("cron_"):
        session.origin = "scheduled"
    return Skip(reason="session_meta")


def _blocks(record: Record) -> list[Record]:
    """The pieces of a message, each with a type; plain words are one of type text."""
    holder = a_dict(record.get("message")) or record
    content = next((holder[name] for name in _WORDS if isinstance(holder.get(name), (str, list))), "")
    pieces: list[object] = [content] if isinstance(content, str) else content
    return [{"type": "text", "text": piece} if isinstance(piece, str) else a_dict(piece) for piece in pieces]


def _text(blocks: list[Record]) -> str:
    spoken = [block for block in blocks if block.get("type", "text") in ("text", "input_text", "output_text")]
    return "\n".join(a_str(block.get("text")) for block in spoken).strip()


def _typed(record: Record, session: Session) -> Iterator[Turn]:
    if results := _results(record, session):
        yield from results
        return
    reason = record.get("synthetic_reason")
    if any(record.get(mark) for mark in _INJECTED) or reason not in (None, "interjection"):
        yield Skip(reason="injected")
        return
    words = _text(_blocks(record))
    text, why = claude_code.spoken("\n".join(between(words, "<user_query>", "</user_query>")) or words)
    trust = "human" if session.origin == "interactive" and session.is_named else "agent"
    yield Skip(reason=why) if why else _said(record, session, text, "user", trust)


def _answer(record: Record, session: Session) -> Iterator[Turn]:
    blocks = _blocks(record)
    calls = [block for block in blocks if block.get("type") in ("tool_use", "tool-call", "tool_call")]
    for call in (*calls, *map(a_dict, a_list(record.get("tool_calls")))):
        function = a_dict(call.get("function")) or call
        name = a_str(function.get("name")) or a_str(call.get("toolName"))
        trust = tool_trust(name, function.get("arguments", function.get("input")))
        session.tools[a_str(call.get("id")) or a_str(call.get("toolCallId"))] = trust
    text = _text(blocks)
    yield _said(record, session, text, "assistant", "agent") if text else Skip(reason="tool_call")


def _results(record: Record, session: Session) -> list[Turn]:
    """The tools' results among a message's pieces."""
    found = [block for block in _blocks(record) if block.get("type") in _RESULTS]
    return [_result(block | {"timestamp": _stamp(record)}, session, place) for place, block in enumerate(found)]


def _result(record: Record, session: Session, place: int = 0) -> Turn:
    output = record.get("output")
    blocks = _blocks(a_dict(output) or record)
    text = _text(blocks) or a_str(a_dict(output).get("value"))
    call = next((found for name in ("tool_call_id", "tool_use_id", "toolCallId") if (found := record.get(name))), "")
    name = a_str(record.get("tool_name")) or a_str(record.get("name")) or a_str(record.get("toolName"))
    trust = session.result_trust(a_str(call)) if call else tool_trust(name) if name else "untrusted"
    return _said(record, session, text, "tool", trust, place) if text else Skip(reason="empty_result")


def _stamp(record: Record) -> object:
    holder = a_dict(record.get("message")) or record
    options = a_dict(a_dict(holder.get("providerOptions")).get("providerMetadata"))
    found = next((record[name] for name in _TIMES if record.get(name)), None)
    if found is None:
        found = next((a_dict(one).get("timestamp") for one in options.values()), None)
    return found.get("created") if isinstance(found, dict) else found


def _at(stamp: object, zone: str) -> dt.datetime | None:
    """A stamp's instant; one without an offset is the clock's of the session's zone."""
    is_local = isinstance(stamp, str) and not re.search(r"(?:Z|[+-]\d\d:?\d\d)\Z", stamp)
    return zones.local(stamp, zone) if is_local and isinstance(stamp, str) else instant(stamp)


def _said(record: Record, session: Session, text: str, role: str, trust: str, place: int = 0) -> Said:
    stamp = _stamp(record)
    id = a_str(record.get("message_id")) or a_str(record.get("id"))
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=_at(stamp, session.zone),
        key=f"{session.id}:{id}#{place}" if id and session.id != session.ref else "",
        origin=session.origin,
        zone=zones.of(stamp, session.zone),
    )
