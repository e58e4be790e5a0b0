from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from noctuary.index import Index
from noctuary.model import Edge, Fact, Support, edge_id, fact_id

NOW = dt.datetime(2026, 5, 4, 3, 0, tzinfo=dt.UTC)


def _support(line: int = 1, **changed: Any) -> Support:
    given: dict[str, Any] = {
        "ref": "memory/2026-05-03.md", "line": line, "line_end": line, "session": "memory/2026-05-03.md",
        "role": "note", "trust": "human", "at": NOW - dt.timedelta(days=1),
    }  # fmt: skip
    return Support(**given | changed)


def _fact(text: str, entity: str = "harbour", line: int = 1, **changed: Any) -> Fact:
    given: dict[str, Any] = {
        "id": fact_id(text, entity), "text": text, "entity": entity, "kind": "fact", "status": "active",
        "confidence": 0.8, "method": "single-source", "verified_at": NOW, "trust": "human",
        "sources": (_support(line, quote=f"- {text}"),),
    }  # fmt: skip
    return Fact(**given | changed)


def _edge(src: str, dst: str, rel: Any = "related_to", **changed: Any) -> Edge:
    return Edge(**{"id": edge_id(src, dst, rel), "src": src, "dst": dst, "rel": rel, "reason": "named together"}
                | changed)  # fmt: skip


@pytest.fixture(scope="session")
def support() -> Callable[..., Support]:
    return _support


@pytest.fixture(scope="session")
def fact() -> Callable[..., Fact]:
    return _fact


@pytest.fixture(scope="session")
def edge() -> Callable[..., Edge]:
    return _edge


@pytest.fixture
def index() -> Iterator[Index]:
    with Index.open(":memory:") as opened:
        yield opened


@pytest.fixture(scope="session")
def now() -> dt.datetime:
    return NOW
