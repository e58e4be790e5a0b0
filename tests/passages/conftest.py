"""A workspace that was read: notes, a talk, references, code, a secret, a log; no night has judged any of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.index import Index
from noctuary.journal import State, replay
from noctuary.memory import Memory
from noctuary.settings import Workspace, open_workspace
from noctuary.stages.apply import project
from noctuary.stages.freshen import Freshened, freshen

NOW = dt.datetime(2026, 5, 13, 3, 0, tzinfo=dt.UTC)
TALK = """# Talk

- Caroline: I bought a kayak.
- Melanie: What colour is it?
- Caroline: It is red.
"""
RELEASE = """# Releasing

Tag the commit first.

```sh
make release

make push
```

## Wifi password

- hunter2xyzzy99
"""


class Read:
    """The workspace and what was read of it."""

    def __init__(self, root: Path) -> None:
        self.workspace: Workspace = open_workspace(root)
        self.root = root

    @property
    def state(self) -> State:
        return replay(self.workspace.journal)

    def again(self) -> Freshened:
        """Read what changed."""
        return freshen(self.workspace, self.state)

    def memory(self) -> Memory:
        return Memory.open(self.workspace.index, now=NOW)

    def found(self, query: str, k: int = 5) -> list[str]:
        """The words of what answers."""
        with self.memory() as memory:
            return [hit.text for hit in memory.search(query, k)]

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What the index holds, by SQL."""
        with Index.open(self.workspace.index, read_only=True) as index:
            return index.db.execute(query).fetchall()


@pytest.fixture
def read(workspace: Path) -> Read:
    """The small workspace with a talk and a reference, read but not judged."""
    (workspace / "memory" / "2026-05-11.md").write_text(TALK)
    (workspace / "memory" / "references").mkdir()
    (workspace / "memory" / "references" / "release.md").write_text(RELEASE)
    made = Read(workspace)
    project(made.workspace, made.state)
    made.again()
    return made


@pytest.fixture
def write(read: Read) -> Callable[[str, str], None]:
    """Write a file of the workspace."""

    def put(name: str, text: str) -> None:
        (read.root / name).parent.mkdir(parents=True, exist_ok=True)
        (read.root / name).write_text(text)

    return put
