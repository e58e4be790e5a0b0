"""OpenClaw and pi sessions: a tree of records under a `session` header. Does not follow the tree's branches.

The owner's words arrive wrapped in envelopes (metadata fences, `[Sun 2026-04-05 17:40 GMT+2] …`); scheduled
jobs and heartbeats arrive as user messages and are not the owner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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

NAME = "openclaw"

_TYPES = {
    "message", "compaction", "branch_summary", "model_change", "thinking_level_change", "custom",
    "custom_message", "session_info", "label",
}  # fmt: skip
_METADATA = re.compile(r"\A\s*(?:[A-Z][\w ]{2,60}\((?:untrusted|trusted)[\w ,]*\):?)\s*```(?:json)?\s*.*?```\s*", re.S)
_ENVELOPE = re.compile(
    r"\A\[(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{4}-\d\d-\d\d[^\]\n]*\]\s*"
    r"|\A\[(?:WhatsApp|Telegram|Signal|Discord|Slack|iMessage|Matrix|WebChat|SMS|Teams|LINE)\b[^\]\n]*\]\s*"
)
_TRAILER = re.compile(r"\s*\[message_id:[^\]\n]*\]\s*\Z|^\[media attached[^\]\n]*\]\s*", re.M)
_REPLY = re.compile(r"\A\s*\[\[reply_to[^\]]*\]\]\s*")
_SCHEDULED = re.compile(r"\A\[cron:|\A\s*(?:Read )?HEARTBEAT|heartbeat (?:prompt|poll)|HEARTBEAT_OK", re.I)
_MACHINE = re.compile(
    r"\A(?:System: ?\[|\[System|Pre-compaction memory flush|A new session was started via|"
    r"\(session bootstrap\)|<system-reminder>|\[Subagent|\[Inter-session message)"
)
_COPIES = ("gateway-injected", "delivery-mirror")


def detect(records: list[Record]) -> bool:
    """A `session` header with an id or folder, or message records that hold a role."""
    return any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    if record.get("type") == "session":
        return "cwd" in record or "version" in record
    message = record.get("message")
    if record.get("type") != "message" or not isinstance(message, dict):
        return False
    return message.get("role") in ("user", "assistant", "toolResult", "bashExecution") and "sessionId" not in record


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one record says."""
    kind = record.get("type")
    if kind == "session":
        session.id = a_str(record.get("id")) or session.id
        session.origin = "subagent" if record.get("parentSession") else "interactive"
        yield Skip(reason="session_meta")
    elif kind != "message":
        yield Skip(reason="compact_summary" if kind in ("compaction", "branch_summary") else _named(kind))
    else:
        yield from _message(record, a_dict(record.get("message")), session)


def _named(kind: object) -> str:
    return str(kind) if kind in _TYPES else FOREIGN


def _message(record: Record, message: Record, session: Session) -> Iterator[Turn]:
    match message.get("role"):
        case "user":
            yield _user(record, message, session)
        case "assistant":
            yield from _assistant(record, message, session)
        case "toolResult":
            text = "\n".join(texts(message.get("content")))
            trust = session.result_trust(a_str(message.get("toolCallId")))
            yield (
                _said(record, message, text, "tool", trust, session) if text.strip() else Skip(reason="empty_result")
            )
        case "bashExecution":
            text = a_str(message.get("output"))
            trust = tool_trust("bash", message.get("command"))
            yield (
                _said(record, message, text, "tool", trust, session) if text.strip() else Skip(reason="empty_result")
            )
        case _:
            yield Skip(reason="injected")


def _user(record: Record, message: Record, session: Session) -> Turn:
    text = unwrapped("\n".join(texts(message.get("content"))))
    if not text:
        return Skip(reason="no_text")
    if _MACHINE.match(text):
        return Skip(reason="machine_prompt")
    if _SCHEDULED.search(text[:400]):
        session.origin = "scheduled"
    elif session.origin == "scheduled":
        session.origin = "interactive"
    is_owner = session.origin == "interactive" and a_dict(message.get("provenance")).get("kind") in (
        None, "owner", "external_user", "user",
    )  # fmt: skip
    return _said(record, message, text, "user", "human" if is_owner else "agent", session)


def unwrapped(text: str) -> str:
    """The words inside the envelopes a gateway puts around a chat message."""
    before = None
    while before != text:
        before = text
        text = _ENVELOPE.sub("", _METADATA.sub("", text, count=1), count=1)
    return _TRAILER.sub("", text).strip()


def _assistant(record: Record, message: Record, session: Session) -> Iterator[Turn]:
    if message.get("model") in _COPIES:
        yield Skip(reason="delivery_copy")
        return
    content = message.get("content")
    blocks = a_list(content) if not isinstance(content, str) else [{"type": "text", "text": content}]
    for place, block in enumerate(map(a_dict, blocks)):
        yield _block(record, message, block, place, session)
    if not blocks:
        yield Skip(reason="empty")


def _block(record: Record, message: Record, block: Record, place: int, session: Session) -> Turn:
    match block.get("type"):
        case "text":
            text = _REPLY.sub("", a_str(block.get("text"))).strip()
            if text in ("", "HEARTBEAT_OK", "NO_REPLY"):
                return Skip(reason="empty")
            return _said(record, message, text, "assistant", "agent", session, place)
        case "toolCall":
            session.tools[a_str(block.get("id"))] = tool_trust(a_str(block.get("name")), block.get("arguments"))
            return Skip(reason="tool_call")
        case "thinking":
            return Skip(reason="thinking")
        case _:
            return Skip(reason="unknown_block")


def _said(record: Record, message: Record, text: str, role: str, trust: str, session: Session, place: int = 0) -> Said:
    at = instant(message.get("timestamp")) or instant(record.get("timestamp"))
    entry = a_str(record.get("id"))
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=at,
        key=f"{entry}#{place}@{at.isoformat()}" if entry and at else "",
        origin=session.origin,
    )
