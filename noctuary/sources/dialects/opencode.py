"""OpenCode sessions as `opencode export` writes them: one document, its messages made of parts. Joins no files.

OpenCode's own storage keeps who spoke and the words in separate files; those are an aside (`split_storage`).
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

NAME = "opencode"

_PARTS = {
    "reasoning": "thinking", "step-start": "ui_event", "step-finish": "ui_event", "patch": "ui_event",
    "snapshot": "ui_event", "subtask": "tool_call", "agent": "tool_call", "retry": "ui_event",
    "compaction": "compact_summary", "file": "injected",
}  # fmt: skip


def detect(records: list[Record]) -> bool:
    """A message with its facts under `info` and a list of parts."""
    return any(_is_message(record) for record in records)


def _is_message(record: Record) -> bool:
    return isinstance(record.get("parts"), list) and "role" in a_dict(record.get("info"))


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one message says, part by part."""
    info = a_dict(record.get("info"))
    if not _is_message(record):
        yield _header(info, session) if info else Skip(reason=FOREIGN)
        return
    for part in map(a_dict, a_list(record.get("parts"))):
        yield _part(part, info, session)
    if not record["parts"]:
        yield Skip(reason="empty")


def _header(info: Record, session: Session) -> Turn:
    session.id = a_str(info.get("id")) or session.id
    session.origin = "subagent" if info.get("parentID") else "interactive"
    return Skip(reason="session_meta")


def _part(part: Record, info: Record, session: Session) -> Turn:
    kind = a_str(part.get("type"))
    if part.get("synthetic") or part.get("ignored"):
        return Skip(reason="synthetic")
    if kind == "tool":
        state = a_dict(part.get("state"))
        trust = tool_trust(a_str(part.get("tool")), state.get("input"))
        return _said(part, info, session, a_str(state.get("output")), "tool", trust)
    if kind != "text":
        return Skip(reason=_PARTS.get(kind, "unknown_block"))
    if info.get("summary") is True:
        return Skip(reason="compact_summary")
    if info.get("role") != "user":
        return _said(part, info, session, a_str(part.get("text")), "assistant", "agent")
    trust = "human" if session.origin == "interactive" else "agent"
    return _said(part, info, session, a_str(part.get("text")), "user", trust)


def _said(part: Record, info: Record, session: Session, text: str, role: str, trust: str) -> Turn:
    if not text.strip():
        return Skip(reason="empty_result" if role == "tool" else "empty")
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text.strip(),
        at=instant(a_dict(part.get("time")).get("start")) or instant(a_dict(info.get("time")).get("created")),
        key=a_str(part.get("id")),
        origin=session.origin,
        zone=session.zone,
    )
