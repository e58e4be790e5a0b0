"""Gates in plain words, as a reader at breakfast is told them. One that nobody named stands as code."""

from __future__ import annotations

from noctuary.inert import code

IN = {
    "memory": "stands in your memory file",
    "stressed": "said with stress",
    "stated": "plainly said by you",
    "corroborated": "said in several places",
    "noted": "plainly noted",
    "withdrawn": "taken out of your memory file",
    "update": "newer than what was believed",
    "vouched": "on your word",
    "used": "asked for often",
    "chosen": "chosen by you",
    "by_hand": "written by you",
}
"""Why something is believed (`consolidate.promote.REASONS`)."""

OUT = {
    "tool_output": "printed by a tool",
    "injection": "fetched text that gives orders",
    "redacted": "with a secret at the heart of it",
    "pii": "with personal data at the heart of it",
    "no_store": "not to be kept, as was asked",
    "told_secret": "seems to hand on a secret",
    "own_output": "written by a memory tool",
    "score_meta": "bookkeeping of a memory tool",
    "client_marker": "marks of a program",
    "code": "code",
    "shell": "shell commands",
    "stack_trace": "error messages",
    "incomplete": "scraps that say nothing by themselves",
    "question": "questions",
    "request": "asked for one task",
    "chatter": "small talk",
    "transient": "true for the moment only",
    "diary": "tales of a day",
    "progress": "reports of work under way",
    "pasted": "pasted text",
    "quoted": "somebody else's words",
    "hypothetical": "supposed, not stated",
    "sarcasm": "not meant as said",
    "undecided": "not decided yet",
    "general": "general knowledge",
    "done": "tasks, open or done",
    "pointer": "only pointing elsewhere",
    "withdrawn": "taken back in the same breath",
    "not_durable": "without a sign that it lasts",
    "tool_only": "said by tools or fetched pages alone",
    "no_subject": "unclear in what it speaks of",
    "score": "too weak, all taken together",
    "unused": "not asked for often enough",
    "unsure": "written by agents alone, and maybe not lasting",
    "over": "over by the time it was read",
    "one_voice": "said in one place, and stressed by nobody",
    "covered": "said more fully elsewhere",
    "waiting": "further down in a source than one night looks",
    "cap": "good enough, but too many for one night",
    "decided_otherwise": "decided otherwise by you",
    "less_sure": "less sure than what it contradicts",
}
"""Why something is not believed: a gate of extraction, of promotion or of a conflict; said of one and of many."""


KINDS = {"constraint": "rule", "identity": "who or what it is", "event": "date"}
"""Kinds whose own names a reader would stumble over."""


def kind(name: str) -> str:
    """What sort of fact it is."""
    return KINDS.get(name, name)


def let_in(gate: str) -> str:
    """Why something with this gate is believed."""
    return IN.get(gate) or code(gate)


def kept_out(gate: str) -> str:
    """Why something that met this gate is not believed."""
    return OUT.get(gate) or code(gate)
