"""The Knowledge surface over a workspace of its own, with a clock that goes on by a second a look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from noctuary.access import ANYONE, Asker
from noctuary.knowledge import KnowledgeAPI
from noctuary.settings import open_workspace
from noctuary.writing import Writer
from tests.memory_tool.conftest import ticking

Ask = Callable[..., KnowledgeAPI]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """The API for an asker; all over one writer, as one server's clients are."""
    with Writer(open_workspace(tmp_path, environ={})) as writer:
        clock = ticking()
        yield lambda asker=ANYONE, at=clock: KnowledgeAPI(writer, asker, clock=at)


@pytest.fixture
def kg(ask: Ask) -> KnowledgeAPI:
    return ask(Asker(agent="architect"))
