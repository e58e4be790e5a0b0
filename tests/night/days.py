"""Days of a workspace under test: what somebody noted or said, and what the journal holds of it afterwards."""

from __future__ import annotations

import json
from pathlib import Path

from noctuary.journal import State, replay
from noctuary.model import Fact
from noctuary.settings import open_workspace


def note(root: Path, day: str, text: str) -> None:
    """Write a daily note."""
    (root / "memory" / f"{day}.md").write_text(text)


def say(root: Path, at: str, text: str, session: str = "") -> None:
    """One human turn, in a session of its own or at the end of the one named."""
    line = {
        "type": "user", "message": {"role": "user", "content": text}, "uuid": at, "timestamp": at,
        "sessionId": session or at, "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": "/w",
        "version": "2.1.4",
    }  # fmt: skip
    (root / "sessions").mkdir(exist_ok=True)
    with (root / "sessions" / f"{session or at[:13].replace('T', '-')}.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")


def state_of(root: Path) -> State:
    """What the journal holds."""
    return replay(open_workspace(root).journal)


def found(root: Path, words: str) -> Fact:
    """The first fact, by id, whose text holds the words."""
    return next(fact for _, fact in sorted(state_of(root).facts.items()) if words in fact.text)
