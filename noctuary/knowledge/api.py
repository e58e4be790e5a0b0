"""One dispatch from the actions of seed 000 to the memory: arguments in, JSON-ready values out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from noctuary.access import ANYONE, Asker
from noctuary.errors import NoctuaryError
from noctuary.model import Value
from noctuary.settings import Workspace
from noctuary.writing import Writer


class KnowledgeError(NoctuaryError):
    """What cannot be done, as a caller reads it: a code, a message, and a hint how to do it right."""

    exit_code = 2

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(code, message, hint)
        self.code, self.message, self.hint = code, message, hint

    def as_dict(self) -> dict[str, Any]:
        """{"error": {"code", "message", "hint"}}."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint}}


class Action(Value, frozen=True):
    """One action: its name, what it is for, its parameters as JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]
    read_only: bool = False
    destructive: bool = False


ACTIONS: dict[str, Action] = {}


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class KnowledgeAPI:
    """The actions over one writer, for one asker. Thread-safe."""

    def __init__(self, writer: Writer, asker: Asker = ANYONE, *, clock: Callable[[], dt.datetime] = _utc_now) -> None:
        self.writer, self.asker, self.clock = writer, asker, clock

    @classmethod
    def open(cls, workspace: Workspace, asker: Asker = ANYONE) -> KnowledgeAPI:
        """The API over a writer of its own."""
        return cls(Writer(workspace), asker)

    def dispatch(self, action: str, /, **args: Any) -> dict[str, Any]:
        """Do one action. Raises KnowledgeError."""
        raise NotImplementedError
