"""OpenClaw and pi sessions: a tree of records under a `session` header. Does not follow the tree's branches.

The owner's words arrive wrapped in envelopes (metadata fences, `[Sun 2026-04-05 17:40 GMT+2] …`); scheduled
jobs and heartbeats arrive as user messages and are not the owner.
"""

from __future__ import annotations

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
    instant,
    texts,
    tool_trust,
    without,
)

NAME = "openclaw"

_TYPES = {
    "message", "compaction", "branch_summary", "model_change", "thinking_level_change", "custom",
    "custom_message", "session_info", "label",
}  # fmt: skip
_METADATA = re.compile(
    r"\A\s*(?:[A-Z][\w ]{2,60}\((?:untrusted|trusted)[\w ,]*\):?)\s*```(?:json)?\s*.*?(?:```\s*|\Z)", re.S
)
_HOSTS = re.compile(
    r"^\[Bootstrap [a-z ]{3,40}\](?:\n[^\n]+)*\n?|"
    r"^[A-Z][\w ]{2,40} \((?:metadata, )?(?:untrusted|do not treat)[^)\n]*\):[ \t]*\n(?!\s*```)(?:[^\n]+\n?)*|"
    r"^Current time: (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [^\n]*\n?|"
    r"^Note: The previous agent run was aborted by the user\.[^\n]*\n*",
    re.M,
)
"""What a host adds as paragraphs of its own: what it cut from its files, what it was told, the time, and
that a run was broken off."""
_ENVELOPE = re.compile(
    r"\A\[(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{4}-\d\d-\d\d[^\]\n]*\]\s*"
    r"|\A\[(?:WhatsApp|Telegram|Signal|Discord|Slack|iMessage|Matrix|WebChat|SMS|Teams|LINE)\b[^\]\n]*\]\s*"
)
_STARTUP = re.compile(r"\A\s*\[Startup context loaded by runtime\].*(?:^END_QUOTED_NOTES\s*|\Z)", re.S | re.M)
_FORWARDED = re.compile(
    r"^Forwarded (?:message )?context \(untrusted|^\[Forwarded (?:from|message)\b|"
    r"^\[Audio transcript \([^)\n]*untrusted\)\]",
    re.M,
)
_MEDIA = re.compile(
    r"\A\s*\[(?:Audio|Image|Video|File|Document)[^\]\n]*\]\s*\n(?:User text:[ \t]*\n(?P<own>.*?)(?:\n|\Z))?"
    r"(?:^(?P<what>Transcript|Description):[ \t]*(?:\n|\Z)(?P<told>.*))?\Z",
    re.S | re.M,
)
"""What was said beside a recording or a picture, and what a machine made of it; a transcript is the speaker's own."""
_CLOCK = re.compile(r"\[(?:[A-Z][a-z]{2} )?\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? GMT([+-]\d{1,2}(?::?\d\d)?)\]")
_EVENTS = re.compile(r"\A(?:System(?: \(untrusted\))?: [^\n]*(?:\n|\Z))+\s*")
_ADDED = re.compile(
    r"^\[(?:media attached|Replying to )[^\]\n]*\]\s*|<media:\w+>[ \t]*|"
    r"^To send an image back, prefer the message tool[^\n]*\n?",
    re.M,
)
_CONTEXT = (
    ("<file name=", "</file>"),
    ("[Replying to ", "[/Replying]"),
    ("[Chat messages since your last reply", "[Current message - respond to this]"),
)
_MOST_ENVELOPES = 20
_QUEUE = re.compile(r"\A\[Queued messages[^\]\n]*\]\s*|^---\nQueued #\d+[^\n]*\n", re.M)
_OUTSIDE = re.compile(r"EXTERNAL_UNTRUSTED_CONTENT|from an EXTERNAL, UNTRUSTED source")
_JOB = re.compile(r"\A\[cron:\S+ ([^\]\n]*)\]")
_TRAILER = re.compile(r"\[message_id:[^\]\n]*\]\s*\Z")
_REPLY = re.compile(r"\A\s*\[\[reply_to[^\]]*\]\]\s*")
_SCHEDULED = re.compile(
    r"\A\[cron:|\A\s*(?:Read |Check )?HEARTBEAT|heartbeat (?:prompt|poll)|HEARTBEAT_OK|"
    r"\AA scheduled reminder has been",
    re.I,
)
_MACHINE = re.compile(
    r"\A(?:\[System|Pre-compaction memory flush|A new session was started via|"
    r"\(session bootstrap\)|<system-reminder>|\[Inter-session message|"
    r"A (?:background|subagent|completed|cron)\b[^\n]{0,20} (?:task|job) \"[^\n]*\" (?:just )?[a-z]|"
    r"OpenClaw runtime context|\[Queued announce|"
    r"An async command (?:you|the user)\b|"
    r"[^\0]{0,600}?\b(?:[Ii]f nothing to store, reply with `?NO_REPLY|reply with `?NO_REPLY`? if nothing to store)\b)"
)
"""What the host says to the agent. A flush of memory before compaction may be worded by settings; what its documented
forms share is how they ask for silence (docs.openclaw.ai, reference/session-management-compaction/housekeeping)."""
_COPIES = ("gateway-injected", "delivery-mirror")


def detect(records: list[Record]) -> bool:
    """A `session` header with an id or folder, or message records that hold a role; Droid's have another header."""
    is_droid = any(record.get("type") == "session_start" for record in records)
    return not is_droid and any(_is_ours(record) for record in records)


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
        session.origin = "interactive"
        yield Skip(reason="session_meta")
    elif kind != "message":
        yield Skip(reason="compact_summary" if kind in ("compaction", "branch_summary") else _named(kind))
    else:
        yield from _message(record, a_dict(record.get("message")), session)


def _named(kind: object) -> str:
    return kind if isinstance(kind, str) and kind in _TYPES else FOREIGN


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
    raw = "\n".join(texts(message.get("content")))
    if clock := _CLOCK.search(raw, 0, 4_000):
        session.zone = zones.offset(clock[1])
    text, reason = owners(raw)
    if text.startswith("[Subagent"):
        session.origin = "subagent"
    if reason or session.origin == "subagent":
        return Skip(reason=reason or "machine_prompt")
    if is_scheduled(text):
        session.origin = "scheduled"
    elif session.origin == "scheduled":
        session.origin = "interactive"
    trust = "untrusted" if is_forwarded(raw) else _trust(text, message, session)
    return _said(record, message, text, "user", trust, session)


def _trust(text: str, message: Record, session: Session) -> Trust:
    """The owner's words are human; a job's are the agent's, and nobody's where it hands on mail or a page."""
    job = _JOB.match(text)
    if _OUTSIDE.search(text) or (job and tool_trust(job[1]) == "untrusted"):
        return "untrusted"
    kind = a_dict(message.get("provenance")).get("kind")
    is_owner = session.origin == "interactive" and kind in (None, "owner", "external_user", "user")
    return "human" if is_owner else "agent"


def owners(raw: str) -> tuple[str, str]:
    """The words inside a message's envelopes, and why they are the host's ("" where they may be the owner's)."""
    text = unwrapped(raw)
    if not text:
        return "", "machine_prompt" if _EVENTS.match(raw) or _HOSTS.search(raw) or _STARTUP.match(raw) else "no_text"
    return text, "machine_prompt" if _MACHINE.match(text) else ""


def is_scheduled(text: str) -> bool:
    """Whether words that came as the owner's are a job's, a heartbeat's or those of mail that was handed on."""
    return bool(_SCHEDULED.search(text[:400]) or _OUTSIDE.search(text))


def is_forwarded(raw: str) -> bool:
    """Whether a message in its envelopes only hands on what another wrote."""
    return _FORWARDED.search(raw) is not None


def answered(text: str) -> str:
    """An agent's words without the mark of what they reply to; nothing where they say that there is nothing."""
    text = _REPLY.sub("", text).strip()
    return "" if text in ("HEARTBEAT_OK", "NO_REPLY") else text


def unwrapped(text: str) -> str:
    """The words inside the envelopes a gateway puts around a chat message, or around several that waited."""
    text = _bare(text)
    if not text.startswith("[Queued messages"):
        return text
    return "\n\n".join(filter(None, map(_bare, _QUEUE.split(text))))


def _bare(text: str) -> str:
    for opening, closing in _CONTEXT:
        text = without(text, opening, closing)
    text = _HOSTS.sub("", _STARTUP.sub("", text))
    for _ in range(_MOST_ENVELOPES):
        before = text
        text = _METADATA.sub("", _EVENTS.sub("", text, count=1), count=1)
        text = _ENVELOPE.sub("", _ADDED.sub("", _MEDIA.sub(_own_words, text)), count=1).lstrip()
        if before == text:
            break
    return _TRAILER.sub("", text).strip()


def _own_words(media: re.Match[str]) -> str:
    own = media["own"] or ""
    is_spoken = media["what"] == "Transcript" and not _ADDED.sub("", _ENVELOPE.sub("", own.strip())).strip()
    return (media["told"] or "") if is_spoken else own


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
            text = answered(a_str(block.get("text")))
            if not text:
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
        zone=session.zone,
    )
