"""Asks any program: one JSON request a line on its input, one JSON answer a line on its output. Knows no model.

The program is started once a night, with the environment of the night, and anew after a late, missing or malformed
answer. Such an answer is silence; after three in a row the rest is not asked.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, get_args

import msgspec

from noctuary.advice.protocol import Advice, AdviserAbsent, Pair, Silence
from noctuary.decisions import VerdictKind
from noctuary.model import Statement

PATIENCE = 3
FAREWELL_SECONDS = 2.0
KINDS = list(get_args(VerdictKind))


class CommandAdviser:
    """`command` is the program and its arguments; AdviserAbsent where it is empty. Nothing is started before a pair."""

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        if not command:
            raise AdviserAbsent("judge.command", "names no program", 'write judge.command = ["program", "argument"]')
        self.command = list(command)
        self.timeout = timeout_seconds
        self.name = "command-" + blake2b("\0".join(self.command).encode(), digest_size=6).hexdigest()

    def advise(self, pairs: Sequence[Pair]) -> list[Advice | Silence]:
        """One answer or silence a pair."""
        answers: list[Advice | Silence] = []
        talk: _Talk | None = None
        failed = 0
        for pair in pairs:
            if failed >= PATIENCE:
                answers.append(Silence(why="gave up"))
                continue
            try:
                talk = talk or _Talk(self.command)
                answers.append(_read(talk.ask(request(pair), self.timeout)))
                failed = 0
            except (OSError, queue.Empty, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                failed += 1
                answers.append(Silence(why=_why(error)))
                if talk:  # what it still says would be read as the answer to the next pair
                    talk.end(0)
                    talk = None
        if talk:
            talk.end(FAREWELL_SECONDS)
        return answers


class _Talk:
    """A running program and the thread that reads its lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)
        self.lines.put(b"")

    def ask(self, line: bytes, timeout: float) -> bytes:
        """The next line; BrokenPipeError where the program has ended, queue.Empty where it is late."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = self.lines.get(timeout=timeout)
        if not answer:
            raise BrokenPipeError
        return answer

    def end(self, grace: float) -> None:
        """Close its input, wait `grace` seconds, then kill it."""
        try:
            if self.process.stdin:
                self.process.stdin.close()
        except OSError:
            grace = 0
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def request(pair: Pair) -> bytes:
    """What a program is asked: both statements, our verdict, and the kinds it may answer with."""
    a, b, verdict = pair
    return msgspec.json.encode({"v": 1, "a": _side(a), "b": _side(b), "verdict": verdict, "kinds": KINDS})


def _side(statement: Statement) -> dict[str, Any]:
    day = statement.said_on.isoformat() if statement.said_on else None
    return {"text": statement.text, "said_on": day, "kind": statement.kind, "subject": statement.subject}


def _read(line: bytes) -> Advice:
    return msgspec.json.decode(line, type=Advice)


def _why(error: Exception) -> str:
    if isinstance(error, queue.Empty):
        return "timed out"
    if isinstance(error, OSError):
        return "the program ended" if isinstance(error, BrokenPipeError) else f"could not be run ({error.strerror})"
    return "malformed"
