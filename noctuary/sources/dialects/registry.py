"""The registry of log formats, tried in order. Holds no format itself."""

from __future__ import annotations

from noctuary.sources.dialects import (
    aider,
    antigravity,
    asides,
    chat,
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    copilot,
    droid,
    gemini_cli,
    kimi,
    openclaw,
    opencode,
    plain_talk,
    qwen,
    specstory,
    thought_lines,
    thoughtbox,
)
from noctuary.sources.turn import Dialect, Record, WrittenDialect

DIALECTS: tuple[Dialect, ...] = (
    asides,
    qwen,
    droid,
    claude_code,
    openclaw,
    copilot,
    gemini_cli,
    opencode,
    chatgpt,
    claude_ai,
    thoughtbox,
    kimi,
    antigravity,
    chat,
    codex,
)
WRITTEN: tuple[WrittenDialect, ...] = (specstory, aider, thought_lines, plain_talk)


def recognise(records: list[Record]) -> Dialect | None:
    """The first dialect whose marks these records bear, or None."""
    return next((dialect for dialect in DIALECTS if dialect.detect(records)), None)


def recognise_written(head: str) -> WrittenDialect | None:
    """The first written dialect whose marks a file's first words bear, or None."""
    return next((dialect for dialect in WRITTEN if dialect.detect(head)), None)
