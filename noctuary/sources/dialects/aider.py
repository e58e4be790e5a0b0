"""Aider's chat history, one Markdown file that every chat is appended to. Runs and reads no command.

Aider ends each line it writes itself with two spaces; that, or what stands before it, tells a line the human
typed (`#### `) from a heading in an answer.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from noctuary.sources import zones
from noctuary.sources.turn import Passage, Said, Session, Skip, Turn, tool_trust

NAME = "aider"

_START = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*\Z")
_HEAD = re.compile(r"^# aider chat started at \d{4}-\d\d-\d\d", re.M)
_TYPED = re.compile(r"#### ?(.*?)\s*\Z")
_COMMAND = re.compile(r"[/!]\w")


def detect(head: str) -> bool:
    """The line a chat starts with, before any other words."""
    found = _HEAD.search(head)
    return found is not None and not head[: found.start()].strip()


def passages(lines: Iterator[tuple[int, str]], session: Session) -> Iterator[Passage]:
    """Runs of lines of one kind: typed, printed by Aider, or answered."""
    chat = Chat(session)
    for number, line in lines:
        if start := _START.match(line):
            yield from chat.close()
            chat.start(start[1])
        elif line.strip():
            kind = chat.kind_of(line)
            if kind != chat.kind:
                yield from chat.close()
            chat.hear(number, line, kind)
        else:
            chat.hear(number, line, chat.kind)
    yield from chat.close()


class Chat:
    """One chat while it is read: when it started, and the lines of the run at hand."""

    def __init__(self, session: Session) -> None:
        self.kind = ""
        self._session = session
        self._at: dt.datetime | None = None
        self._is_marked = False
        self._lines: list[tuple[int, str]] = []

    def start(self, stamp: str) -> None:
        """A chat is a session of its own; its clock is the session's zone's, else UTC."""
        self._at = zones.local(stamp, self._session.zone)
        self._session.id = f"aider:{stamp}"
        self.kind = ""

    def kind_of(self, line: str) -> str:
        if line.startswith("> ") or line.rstrip() == ">":
            self._is_marked = self._is_marked or line.endswith("  ")
            return "printed"
        if not line.startswith("#### "):
            return "answered"
        self._is_marked = self._is_marked or line.endswith("  ")
        is_typed = line.endswith("  ") if self._is_marked else self.kind != "answered"
        return "typed" if is_typed else "answered"

    def hear(self, number: int, line: str, kind: str) -> None:
        self.kind = kind
        self._lines.append((number, line))

    def close(self) -> Iterator[Passage]:
        """The run at hand, without the blank lines around it."""
        lines, self._lines = self._lines, []
        while lines and not lines[-1][1].strip():
            lines.pop()
        while lines and not lines[0][1].strip():
            lines.pop(0)
        if lines and self._at:
            turn = self._turn([line for _, line in lines])
            yield Passage(turn=turn, line=lines[0][0], line_end=lines[-1][0])

    def _turn(self, lines: list[str]) -> Turn:
        if self.kind == "printed":
            text = "\n".join(line[2:].rstrip() for line in lines).strip()
            return self._said(text, "tool", tool_trust("aider", text))
        if self.kind == "answered":
            return self._said("\n".join(lines).strip(), "assistant", "agent")
        text = "\n".join(found[1] for line in lines if (found := _TYPED.match(line))).strip()
        if not text or text == "<blank>" or _COMMAND.match(text):
            return Skip(reason="command" if _COMMAND.match(text) else "empty")
        return self._said(text, "user", "human")

    def _said(self, text: str, role: str, trust: str) -> Said:
        return Said(
            role=role,  # type: ignore[arg-type]
            trust=trust,  # type: ignore[arg-type]
            text=text,
            at=self._at,
            zone=self._session.zone,
        )
