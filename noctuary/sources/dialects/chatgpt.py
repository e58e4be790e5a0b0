"""ChatGPT's data export: conversations as trees of messages. Reads only the branch that was open last.

What the human wrote in a branch that was edited away is left out with its reason, and so are custom instructions.
"""

from __future__ import annotations

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
    tool_trust,
)

NAME = "chatgpt"

_THOUGHTS = ("thoughts", "reasoning_recap")
_CONTEXT = ("user_editable_context", "model_editable_context")


def detect(records: list[Record]) -> bool:
    """A conversation: nodes in a mapping, each with a message and a parent."""
    return any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    nodes = record.get("mapping")
    if not isinstance(nodes, dict) or not nodes:
        return False
    return any({"message", "parent"} <= a_dict(node).keys() for node in nodes.values())


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one conversation says, from its first message to its last."""
    nodes = a_dict(record.get("mapping"))
    if not nodes:
        yield Skip(reason="empty" if "mapping" in record else FOREIGN)
        return
    session.id = a_str(record.get("conversation_id")) or a_str(record.get("id")) or session.ref
    path = _path(nodes, record.get("current_node"))
    for name in path:
        message = a_dict(a_dict(nodes[name]).get("message"))
        yield _turn(message, name, session) if message else Skip(reason="layout")
    for _ in range(len(nodes) - len(path)):
        yield Skip(reason="other_branch")


def _path(nodes: Record, current: object) -> list[str]:
    """The names of the nodes from the root to the current one; without a current one, to the last."""
    name = current if isinstance(current, str) and current in nodes else next(reversed(nodes))
    path: dict[str, None] = {}
    while name in nodes and name not in path:
        path[name] = None
        name = a_str(a_dict(nodes[name]).get("parent"))
    return list(reversed(path))


def _turn(message: Record, name: str, session: Session) -> Turn:
    content, author = a_dict(message.get("content")), a_dict(message.get("author"))
    kind = content.get("content_type")
    text = _words(content).strip()
    match author.get("role"):
        case "user" if not _is_hidden(message) and kind not in _CONTEXT:
            return _said(message, name, session, text, "user", "human")
        case "assistant" if kind in _THOUGHTS:
            return Skip(reason="thinking")
        case "assistant" if message.get("recipient") not in (None, "all"):
            return Skip(reason="tool_call")
        case "assistant":
            return _said(message, name, session, text, "assistant", "agent")
        case "tool":
            return _said(message, name, session, text, "tool", tool_trust(a_str(author.get("name")), kind))
        case _:
            return Skip(reason="injected")


def _is_hidden(message: Record) -> bool:
    metadata = a_dict(message.get("metadata"))
    return bool(metadata.get("is_user_system_message") or metadata.get("is_visually_hidden_from_conversation"))


def _words(content: Record) -> str:
    """The texts of a content's parts; a part may be an object: a picture, or speech that was written down."""
    parts = a_list(content.get("parts"))
    said = [part if isinstance(part, str) else a_str(a_dict(part).get("text")) for part in parts]
    return "\n".join(filter(None, said)) or a_str(content.get("text")) or a_str(content.get("result"))


def _said(message: Record, name: str, session: Session, text: str, role: str, trust: str) -> Turn:
    if not text:
        return Skip(reason="no_text")
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=instant(message.get("create_time")),
        key=a_str(message.get("id")) or f"{session.id}:{name}",
        zone=session.zone,
    )
