"""One small fictional sample of every dialect: records, or the words of a written log."""

from __future__ import annotations

import json
from typing import Any

AT = "2026-05-01T10:00:00.000Z"
MS = 1_777_629_600_000


def said(role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text}], **more}


def node(name: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text], **more.pop("content", {})}
    message = {"id": f"m-{name}", "author": {"role": role}, "create_time": 1_777_629_600.5, "content": content, **more}
    return {"id": name, "parent": parent, "children": [], "message": message}


def thought(number: int, text: str, **more: Any) -> dict[str, Any]:
    data = {"thought": text, "thoughtNumber": number, "totalThoughts": 3, "nextThoughtNeeded": True, "timestamp": AT}
    return {"id": f"tb-1:{number}", "data": data, "prev": None, "next": [], **more}


RECORDS: dict[str, list[dict[str, Any]]] = {
    "aside": [{"session_id": "c1", "ts": 1_761_959_019, "text": "add a test"}],
    "claude_code": [
        {"type": "system", "uuid": "u0", "sessionId": "s", "timestamp": AT, "content": "x"},
        {"type": "user", "uuid": "u1", "sessionId": "s", "timestamp": AT, "message": said("user", "use tabs")},
    ],
    "codex": [
        {"type": "session_meta", "timestamp": AT, "payload": {"id": "c1", "source": "cli"}},
        {"type": "event_msg", "timestamp": AT, "payload": {"type": "user_message", "message": "add a test"}},
    ],
    "codex, bare": [{"timestamp": AT, "role": "user", "content": "add a test"}],
    "copilot_cli": [
        {"type": "session.start", "id": "e1", "timestamp": AT, "data": {"sessionId": "p1"}},
        {"type": "user.message", "id": "e2", "timestamp": AT, "data": {"content": "rename it"}},
    ],
    "openclaw": [
        {"type": "session", "version": 3, "id": "o1", "cwd": "/x"},
        {"type": "message", "id": "0000000a", "timestamp": AT, "message": said("user", "good morning")},
    ],
    "gemini_cli": [
        {"sessionId": "g1", "projectHash": "0b7d", "startTime": AT, "kind": "main"},
        {"id": "g-1", "timestamp": AT, "type": "user", "content": [{"text": "list the files"}]},
        {"$set": {"lastUpdated": AT}},
        {"id": "g-2", "timestamp": AT, "type": "gemini", "content": "there are two"},
    ],
    "opencode": [
        {"info": {"id": "ses_1", "directory": "/x", "title": "t"}},
        {"info": {"id": "msg_1", "role": "user", "time": {"created": MS}},
         "parts": [{"id": "prt_1", "type": "text", "text": "make it quiet"}]},
    ],
    "chatgpt": [
        {"id": "k1", "title": "Tea", "current_node": "b", "mapping": {
            "a": {"id": "a", "message": None, "parent": None, "children": ["b"]},
            "b": node("b", "a", "user", "I drink tea")}},
    ],
    "claude_ai": [
        {"uuid": "w1", "name": "Tea", "chat_messages": [
            {"uuid": "w2", "sender": "human", "text": "I drink tea", "created_at": AT, "content": []},
            {"uuid": "w3", "sender": "assistant", "text": "Noted.", "created_at": AT,
             "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Noted."}]}]},
    ],
    "thoughtbox": [{"version": "1.0", "session": {"id": "tb-1"}}, thought(1, "S1|C|—|the cache is the cause")],
    "kimi": [
        {"type": "metadata", "protocol_version": "1.4", "created_at": MS},
        {"type": "turn.prompt", "input": [{"type": "text", "text": "hi"}], "origin": {"kind": "user"}, "time": MS},
    ],
    "antigravity": [
        {"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "created_at": AT,
         "content": "<USER_REQUEST>\nlist the files\n</USER_REQUEST>"},
    ],
    "qwen": [
        {"uuid": "q1", "sessionId": "q", "timestamp": AT, "type": "user",
         "message": {"role": "user", "parts": [{"text": "read it"}]}},
        {"uuid": "q2", "sessionId": "q", "timestamp": AT, "type": "system", "systemPayload": {}},
    ],
    "droid": [
        {"type": "session_start", "id": "d1", "cwd": "/x"},
        {"type": "message", "id": "d-1", "timestamp": AT, "message": said("user", "run it")},
    ],
    "droid, streamed": [
        {"type": "system", "sessionId": "d2", "timestamp": MS},
        {"type": "message", "sessionId": "d2", "timestamp": MS, "role": "user", "text": "run it", "id": "d-2"},
    ],
    "chat, Hermes": [{"role": "user", "content": "what is up"}, {"role": "session_meta"}],
    "chat, Grok": [{"type": "user", "content": [{"type": "text", "text": "go"}], "prompt_index": 0}],
    "chat, QwenPaw": [
        {"agent": {"memory": {"content": [[said("user", "read it", timestamp="2026-03-16 09:00:00.000"), []]]}}},
    ],
    "chat, Cursor": [{"role": "user", "message": {"content": [{"type": "text", "text": "list them"}]}}],
    "chat, gptme": [
        {"role": "system", "content": "You are gptme", "timestamp": "2026-06-13T10:00:00.000000"},
        {"role": "user", "content": "write it", "timestamp": "2026-06-13T10:00:01.000000"},
    ],
}  # fmt: skip

SPECSTORY = """<!-- Generated by SpecStory, Markdown v2.1.0 -->

# 2026-05-01 10:00:00Z

<!-- Claude Code Session 72ea25cc-0000-4000-8000-000000000001 (2026-05-01 10:00:00Z) -->

_**User (2026-05-01 10:00:00Z)**_

# A heading of mine

why is `port` 9090?

---

_**Agent (opus 2026-05-01 10:00:03Z)**_

<think><details><summary>Thought Process</summary>
It is in the settings.
</details></think>

_**Agent (opus 2026-05-01 10:00:04Z)**_

<tool-use data-tool-type="shell" data-tool-name="Bash"><details>
<summary>Tool use: **Bash**</summary>

`cat old.md`

```text
_**User (2026-04-01 09:00:00Z)**_

never said by the human here
```
</details></tool-use>

_**Agent - sidechain (opus 2026-05-01 10:00:05Z)**_

I looked it up.

_**Agent (opus 2026-05-01 10:00:06Z)**_

Because the settings say so.
"""

AIDER = (
    "\n# aider chat started at 2026-05-01 10:00:00\n\n"
    "> Aider v0.86.0  \n\n"
    "#### add a retry  \n#### to the webhook  \n\n"
    "I add one.\n\n#### Step 1\nWrap the call.\n\n"
    "> Applied edit to webhook.py  \n\n"
    "#### /commit  \n"
    "\n# aider chat started at 2026-05-02 08:00:00\n\n#### thanks  \n"
)

THOUGHTS = "# Session: k\n\nS1|H|—|latency rose with the query\nS2|E|S1|p99 trebled\nand stayed\nS3|C|S1-S2|revert it\n"

TALK = "# Notes of a talk\n\n**User**: I moved to Turin\nin March.\n\n**Assistant**: Noted.\n\n**User**: thanks\n"

WRITTEN: dict[str, str] = {"specstory": SPECSTORY, "aider": AIDER, "thoughtbox": THOUGHTS, "plain_talk": TALK}


def lines(records: list[dict[str, Any]]) -> str:
    """The records as lines of JSON."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
