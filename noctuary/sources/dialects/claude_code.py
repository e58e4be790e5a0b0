"""Claude Code transcripts, 1.0 to 2.1: one JSON object a line. Does not judge what was said.

Nine in ten `user` lines are tool results; human text is what is left after every wrapper is taken away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from noctuary.model import Trust
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
    between,
    instant,
    texts,
    tool_trust,
    without,
)

NAME = "claude_code"

_TYPES = {
    "user", "assistant", "system", "summary", "file-history-snapshot", "progress", "queue-operation",
    "attachment", "last-prompt", "custom-title", "ai-title", "mode", "permission-mode", "pr-link",
    "agent-name",
}  # fmt: skip
_WRAPPERS = (
    "<command-name>", "<command-message>", "<command-args>", "<local-command-caveat>",
    "<local-command-stdout>", "<local-command-stderr>", "<bash-input>", "<bash-stdout>", "<bash-stderr>",
    "<task-notification>", "<system-reminder>", "<ci-monitor-event>", "<user-prompt-submit-hook>",
    "<user-memory-input>",
    "Caveat:", "Stop hook feedback:", "Operation stopped by hook:", "[Request interrupted",
    "This session is being continued", "<teammate-message", "<tick>",
)  # fmt: skip
_WORD = re.compile(r"(?<![^\s(\"])[^\W\d_]{2,}(?=[,.;:!?)\"]*(?:\s|\Z))")
_EMBEDDED = ("system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics")


def detect(records: list[Record]) -> bool:
    """Lines with a session's id and one of the known types, or a message under user/assistant."""
    return any(_is_ours(record) for record in records)


def _is_ours(record: Record) -> bool:
    kind = a_str(record.get("type"))
    if kind not in _TYPES or "systemPayload" in record:
        return False
    if kind in ("user", "assistant"):
        message = a_dict(record.get("message"))
        is_known = "uuid" in record or "sessionId" in record or "timestamp" in record
        return is_known and "content" in message and "parts" not in message
    if kind == "system" and "uuid" not in record:
        return False
    return ("leafUuid" in record and "summary" in record) or "sessionId" in record or "snapshot" in record


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one line says; queued prompts are held until it is known that no `user` line repeats them."""
    session.id = a_str(record.get("sessionId")) or session.id
    match record.get("type"):
        case "user" | "assistant" if not isinstance(record.get("message"), dict):
            yield Skip(reason=FOREIGN)
        case "user":
            yield from _user(record, session)
        case "assistant":
            yield from _assistant(record, session)
        case "attachment":
            yield _attachment(record, session)
        case "queue-operation":
            yield from _queued(record, session)
        case kind:
            yield Skip(reason=kind if isinstance(kind, str) and kind in _TYPES else FOREIGN)


def _user(record: Record, session: Session) -> Iterator[Turn]:
    content = a_dict(record.get("message")).get("content")
    results = [block for block in a_list(content) if a_dict(block).get("type") == "tool_result"]
    trusts = [session.result_trust(a_str(block.get("tool_use_id"))) for block in results]
    for place, (block, trust) in enumerate(zip(results, trusts, strict=True)):
        text = "\n".join(texts(block.get("content")))
        yield _said(record, session, text, trust, "tool", place) if text.strip() else Skip(reason="empty_result")
    if results:
        if trusts == ["tool"] and not _is_subagent(record):
            yield from _answers(record, session)
        return
    if reason := _why_not_human(record):
        yield Skip(reason=reason)
        return
    pieces = texts(content)
    for place, text in enumerate(pieces):
        yield _typed(record, text, session, place)
    if not pieces:
        yield Skip(reason="no_text")


def _answers(record: Record, session: Session) -> Iterator[Turn]:
    """What a person answered where the agent asked; the questions are the agent's words and stay with the result."""
    told = a_dict(record.get("toolUseResult"))
    answers = a_dict(told.get("answers")).values() if isinstance(told.get("questions"), list) else ()
    for place, answer in enumerate(answers, 1):
        if a_str(answer).strip():
            yield _said(record, session, answer.strip(), "human", "user", place)


def _why_not_human(record: Record) -> str:
    if record.get("isCompactSummary"):
        return "compact_summary"
    if record.get("isMeta"):
        return "meta"
    origin = a_dict(record.get("origin")).get("kind")
    return "injected" if origin not in (None, "human") else ""


def spoken(text: str) -> tuple[str, str]:
    """What is left of a user's text once every wrapper is taken off, and why it is no human's words ("" if it is).

    Of a slash command its arguments are left where they are prose and no paths, flags or numbers.
    """
    if "</" in text:
        for tag in _EMBEDDED:
            text = without(text, f"<{tag}>", f"</{tag}>")
    text = text.strip()
    if not text:
        return text, "injected"
    arguments = between(text, "<command-args>", "</command-args>") if text.startswith("<command-") else []
    if arguments and _is_prose(arguments[0]):
        return arguments[0], ""
    if text.startswith(_WRAPPERS):
        return text, "compact_summary" if text.startswith("This session") else "wrapper"
    return text, ""


def _is_prose(text: str) -> bool:
    """Three words, or one long one of a script that writes no blanks between words."""
    words = _WORD.findall(text)
    return len(words) > 2 or any(len(word) > 7 and not word.isascii() for word in words)


def _typed(record: Record, text: str, session: Session, place: int) -> Turn:
    text, reason = spoken(text)
    if reason:
        return Skip(reason=reason)
    if record.get("planContent"):
        return _said(record, session, text, "agent", "assistant", place)
    session.held.pop(text, None)
    is_agents = _is_subagent(record) or text in session.prompts
    return _said(record, session, text, "agent" if is_agents else "human", "user", place)


def _is_subagent(record: Record) -> bool:
    """1.0 wrote sub-agents into the session, 2 gives each a file of its own."""
    return bool(record.get("isSidechain") or record.get("agentId"))


def _assistant(record: Record, session: Session) -> Iterator[Turn]:
    message = a_dict(record.get("message"))
    if message.get("model") == "<synthetic>" or record.get("isApiErrorMessage"):
        yield Skip(reason="synthetic")
        return
    content = message.get("content")
    if isinstance(content, str):
        yield _said(record, session, content, "agent", "assistant", 0)
        return
    for place, block in enumerate(a_list(content)):
        yield _block(record, a_dict(block), session, place)


def _block(record: Record, block: Record, session: Session, place: int) -> Turn:
    match block.get("type"):
        case "text":
            text = a_str(block.get("text"))
            return _said(record, session, text, "agent", "assistant", place) if text.strip() else Skip(reason="empty")
        case "tool_use":
            session.tools[a_str(block.get("id"))] = tool_trust(a_str(block.get("name")), block.get("input"))
            session.prompts.add(a_str(a_dict(block.get("input")).get("prompt")).strip())
            return Skip(reason="tool_call")
        case "thinking" | "redacted_thinking":
            return Skip(reason="thinking")
        case kind:
            return Skip(reason=kind if kind in ("fallback", "image", "server_tool_use") else "unknown_block")


def _attachment(record: Record, session: Session) -> Turn:
    attachment = a_dict(record.get("attachment"))
    if attachment.get("type") != "queued_command":
        return Skip(reason="injected")
    text = "\n".join(texts(attachment.get("prompt"))).strip()
    kind = a_dict(attachment.get("origin")).get("kind", "human")
    if (
        not text
        or kind != "human"
        or text.startswith(_WRAPPERS)
        or attachment.get("commandMode") == "task-notification"
    ):
        return Skip(reason="injected")
    session.held.pop(text, None)
    return _said(record, session, text, "agent" if _is_subagent(record) else "human", "user", 0)


def _queued(record: Record, session: Session) -> Iterator[Turn]:
    text = a_str(record.get("content")).strip()
    if record.get("operation") == "popAll":
        session.held.pop(text, None)
    is_typed = text and text not in session.prompts and not (text.startswith((*_WRAPPERS, "/")) or _is_record(text))
    if record.get("operation") != "enqueue" or not is_typed:
        yield Skip(reason="queue_operation")
        return
    said = Said(role="user", trust="human", text=text, at=instant(record.get("timestamp")), zone=session.zone)
    session.held[text] = (session.line, said)


def _is_record(text: str) -> bool:
    """Whether a queued text is a task's record, one JSON object and nothing else."""
    try:
        return text.startswith("{") and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _said(record: Record, session: Session, text: str, trust: Trust, role: str, place: int) -> Said:
    key = a_str(record.get("uuid"))
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,
        text=text,
        at=instant(record.get("timestamp")),
        key=f"{key}#{place}" if key and place else key,
        origin="subagent" if _is_subagent(record) else "interactive",
        zone=zones.of(record.get("timestamp"), session.zone),
    )
