"""Gemini CLI chats: one JSON document, or since 0.40 a header, messages and patches a line. Applies no rewind.

A message is written again whenever its tools or tokens are known; its id tells that it is the same. A `$set` of
all messages rewrites what was said before and is read only in a file that has no messages of its own.
"""

from __future__ import annotations

import re
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

NAME = "gemini_cli"

_SYSTEM = ("info", "warning", "error")
_PASTED = re.compile(r"\n-{3,} Content from referenced files -{3,}.*\Z", re.S)
_INJECTED = ("<session_context>", "<state_snapshot>", "This is the Gemini CLI. We are setting up the context")


def detect(records: list[Record]) -> bool:
    """A header with a project's hash, or a message of type gemini."""
    return any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    is_header = "projectHash" in record and "sessionId" in record and "messages" not in record
    return is_header or (record.get("type") == "gemini" and "content" in record)


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one message says, its tools' results after it."""
    kind = a_str(record.get("type"))
    if "projectHash" in record:
        session.id = a_str(record.get("sessionId")) or session.id
        session.origin = "subagent" if record.get("kind") == "subagent" else "interactive"
        yield Skip(reason="session_meta")
    elif "$set" in record or "$rewindTo" in record:
        yield from _patch(a_dict(record.get("$set")), session)
    elif kind == "user":
        session.has_user_events = True
        yield _typed(record, session)
    elif kind in ("gemini", "model"):
        yield from _answer(record, session)
    else:
        yield Skip(reason="ui_event" if kind in _SYSTEM else FOREIGN)


def _patch(changed: Record, session: Session) -> Iterator[Turn]:
    messages = [] if session.has_user_events else [one for one in a_list(changed.get("messages")) if a_dict(one)]
    for message in messages:
        yield from turns(message, session)
    if not messages:
        yield Skip(reason="patch")


def _typed(record: Record, session: Session) -> Turn:
    text = _PASTED.sub("", _words(record.get("displayContent")) or _words(record.get("content"))).strip()
    if not text or text.startswith(_INJECTED):
        return Skip(reason="injected" if text else "no_text")
    return _said(record, session, text, "user", "human" if session.origin == "interactive" else "agent")


def _answer(record: Record, session: Session) -> Iterator[Turn]:
    text = _words(record.get("content")).strip()
    if text:
        yield _said(record, session, text, "assistant", "agent")
    for place, call in enumerate(map(a_dict, a_list(record.get("toolCalls"))), 1):
        output = _output(call)
        if output:
            trust = tool_trust(a_str(call.get("name")), call.get("args"))
            yield _said(record, session, output, "tool", trust, a_str(call.get("id")) or f"#{place}")
    if not text:
        yield Skip(reason="tool_call" if record.get("toolCalls") else "thinking")


def _words(content: object) -> str:
    """The text of a message's content: a string, or parts of which some hold text."""
    parts = [content] if isinstance(content, (str, dict)) else a_list(content)
    return "\n".join(part if isinstance(part, str) else a_str(a_dict(part).get("text")) for part in parts)


def _output(call: Record) -> str:
    responses = [a_dict(a_dict(part).get("functionResponse")) for part in a_list(call.get("result"))]
    outputs = [a_dict(response.get("response")) for response in responses]
    text = "\n".join(a_str(output.get("output")) or a_str(output.get("error")) for output in outputs)
    return text.strip() or a_str(call.get("resultDisplay")).strip()


def _said(record: Record, session: Session, text: str, role: str, trust: str, place: str = "") -> Said:
    id = a_str(record.get("id"))
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=instant(record.get("timestamp")),
        key=f"{session.id}:{id}{place}" if id else "",
        origin=session.origin,
        zone=zones.of(record.get("timestamp"), session.zone),
    )
