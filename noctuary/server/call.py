"""One call of one tool: who asks, when, and the only ways to the memory, each of which asks the gate."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager

from noctuary.access import Asker
from noctuary.journal import State
from noctuary.memory import Memory
from noctuary.memory_tool.mirror import Mirror
from noctuary.opening import open_past
from noctuary.server.config import Config
from noctuary.server.reading import Reading
from noctuary.settings import Workspace
from noctuary.stages.run import Tell, silent
from noctuary.writing import Writer


@dataclasses.dataclass(frozen=True)
class Call:
    """A call. `now` is aware; `tell` reports the progress of what takes long, and stops it once nobody waits.
    `mirror` is the memory.jsonl that is kept in step."""

    config: Config
    reading: Reading
    writing: Callable[[], Writer]
    asker: Asker
    now: dt.datetime
    tell: Tell = silent
    mirror: Mirror | None = None

    @property
    def workspace(self) -> Workspace:
        """The workspace, with its settings as they are now."""
        return self.reading.workspace

    @property
    def writer(self) -> Writer:
        """The way to write, which asks who writes with every call."""
        return self.writing()

    def memory(self, as_of: str = "") -> AbstractContextManager[Memory]:
        """A reader that answers as the asker may see it, of what is known now or was known then (`history.moment`)."""
        if as_of:
            return open_past(self.workspace, as_of, self.asker)
        return self.reading.memory(self.asker, self.now)

    def state(self) -> State:
        """The journal folded, as the asker may read it today."""
        return self.reading.state(self.asker, self.now.date())
