"""Talk written down as `User: …` and `Assistant: …`, with or without bold or a heading. Claims no other page.

A page is talk if it begins with a speaker and at least three turns alternate between a human and an agent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from noctuary.sources.turn import Passage, Said, Session, Skip

NAME = "plain_talk"

_HUMAN = r"User|Human|Me|You|You said|USER|HUMAN"
_AGENT = r"Assistant|AI|Claude|ChatGPT|ChatGPT said|Gemini|Copilot|Bot|Model|Grok|DeepSeek|GPT-?[45]\S*|ASSISTANT"
_SPEAKER = re.compile(
    rf"(?P<heading>#{{1,4}} )?(?P<bold>\*\*|__)?(?:(?P<human>{_HUMAN})|(?P<agent>{_AGENT}))"
    r"(?(bold)(?:\*\*:|:\*\*|__:|:__)|(?(heading):?|:))(?:[ \t]+(?P<words>.*))?\s*\Z"
)
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_LEAST = 3
_BEFORE = 8


def detect(head: str) -> bool:
    """Whether speakers alternate from the page's first lines on."""
    turns = list(_spoken(enumerate(head.splitlines(), 1)))
    before = [line for line in head.splitlines()[: turns[0][0] - 1] if line.strip()] if turns else []
    alternate = sum(a[1] != b[1] for a, b in pairwise(turns))
    return len(turns) >= _LEAST and len(before) <= _BEFORE and 4 * alternate >= 3 * (len(turns) - 1)


def _spoken(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Each line a turn begins on, its speaker and the words beside the name; none inside a fence."""
    fence = ""
    for number, line in lines:
        if opened := _FENCE.match(line):
            fence = "" if fence and opened[1].startswith(fence) else fence or opened[1]
        elif not fence and (found := _SPEAKER.match(line)):
            yield number, "human" if found["human"] else "agent", found["words"] or ""


def passages(lines: Iterator[tuple[int, str]], session: Session) -> Iterator[Passage]:
    """One passage a turn: from its speaker's line to the next one's."""
    who, start, end, fence = "", 0, 0, ""
    spoken: list[str] = []
    for number, line in lines:
        if opened := _FENCE.match(line):
            fence = "" if fence and opened[1].startswith(fence) else fence or opened[1]
        found = None if fence else _SPEAKER.match(line)
        if found:
            yield from _passage(who, spoken, start, end, session)
            who, start, spoken = "human" if found["human"] else "agent", number, []
        if who and line.strip() not in ("", "---", "***"):
            end = number
        if who:
            spoken.append((found["words"] or "") if found else line)
    yield from _passage(who, spoken, start, end, session)


def _passage(who: str, spoken: list[str], start: int, end: int, session: Session) -> Iterator[Passage]:
    if not who:
        return
    text = "\n".join(spoken[: end - start + 1]).strip()
    said = Said(
        role="user" if who == "human" else "assistant",
        trust="human" if who == "human" and session.is_named else "agent",
        text=text,
        zone=session.zone,
    )
    yield Passage(turn=said if text else Skip(reason="empty"), line=start, line_end=end)
