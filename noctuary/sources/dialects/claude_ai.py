"""Claude's data export: a list of conversations, each with its messages. Does not read projects or attachments.

Source: the `conversations.json` that claude.ai sends, as others' readers describe it; no public sample was at hand.
"""

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
    texts,
    tool_trust,
)

NAME = "claude_ai"


def detect(records: list[Record]) -> bool:
    """A conversation with an id and messages."""
    return any("uuid" in record and isinstance(record.get("chat_messages"), list) for record in records)


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one conversation says."""
    if "chat_messages" not in record:
        yield Skip(reason=FOREIGN)
        return
    session.id = a_str(record.get("uuid")) or session.ref
    messages = [a_dict(message) for message in a_list(record.get("chat_messages"))]
    for message in messages:
        yield from _message(message, session)
    if not messages:
        yield Skip(reason="empty")


def _message(message: Record, session: Session) -> Iterator[Turn]:
    blocks = [a_dict(block) for block in a_list(message.get("content"))]
    if message.get("sender") == "human":
        text = "\n".join(texts(blocks)) or a_str(message.get("text"))
        yield _said(message, text, "user", "human", 0, session)
        return
    for place, block in enumerate(blocks or [{"type": "text", "text": message.get("text")}]):
        match block.get("type"):
            case "text":
                yield _said(message, a_str(block.get("text")), "assistant", "agent", place, session)
            case "tool_result":
                trust = tool_trust(a_str(block.get("name")))
                yield _said(message, "\n".join(texts(block.get("content"))), "tool", trust, place, session)
            case kind:
                yield Skip(reason="tool_call" if kind == "tool_use" else "thinking")


def _said(message: Record, text: str, role: str, trust: str, place: int, session: Session) -> Turn:
    if not text.strip():
        return Skip(reason="empty")
    stamp = message.get("created_at")
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text.strip(),
        at=instant(stamp),
        key=f"{message['uuid']}#{place}" if a_str(message.get("uuid")) else "",
        zone=zones.of(stamp, session.zone),
    )
