"""An answer stays within what a client hands to its model, whatever is asked, and loses nothing on the way."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.errors import UnknownId
from noctuary.journal import append, closing, record, replay
from noctuary.model import Entity, Fact, Night, entity_id
from noctuary.server.sizes import clipped, page, size
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish
from tests.server.conftest import Connect

TEXTS = st.lists(st.text(max_size=60), max_size=30)


@given(TEXTS, st.integers(1, 200))
def test_pages_hold_every_row_once_in_order_and_no_page_more_than_was_allowed(rows: list[str], most: int) -> None:
    found: list[str] = []
    cursor, pages = "", 0
    while pages <= len(rows):
        kept, cursor = page(rows, cursor, most)
        assert len(kept) == 1 or sum(size(one) + 1 for one in kept) <= most or not kept
        found += kept
        pages += 1
        if not cursor:
            break
    assert found == rows


@pytest.mark.parametrize("cursor", ["2", "at:", "at:-1", "at:x", "at:٣", "at:99999999999"])
def test_a_cursor_no_page_gave_is_refused(cursor: str) -> None:
    with pytest.raises(UnknownId, match="leave it out"):
        page(["a"], cursor, 10)


def test_a_cut_text_tells_how_much_is_left_out() -> None:
    assert clipped({"a": ["x" * 12, 3]}, 10) == {"a": ["x" * 10 + " … [2 more characters]", 3]}


@pytest.fixture
def crowded(dreamt: Path, fact: Callable[..., Fact], now: dt.datetime) -> Path:
    """A workspace with 400 long facts of one thing, one of them of a megabyte."""
    workspace = open_workspace(dreamt)
    state = replay(workspace.journal)
    at = state.next_instant(now)
    facts = [fact(f"gauge {n} reads {'x' * 600} {n}", "gauge", n + 1) for n in range(400)]
    facts.append(fact(f"gauge of a megabyte {'y ' * 500_000}", "gauge", 500))
    night = Night(id="2026-05-12-9", begun_at=at)
    values = [Entity(id=entity_id("gauge"), name="gauge"), *facts, night]
    lines = [record(value, at, night.id) for value in values]
    append(workspace.journal, [*lines, closing(night.id, at, len(lines))])
    finish(workspace, replay(workspace.journal))
    return dreamt


@pytest.mark.anyio
async def test_no_answer_is_larger_than_the_settings_allow(crowded: Path, connect: Connect) -> None:
    most = 20_000
    calls: list[tuple[str, dict[str, Any]]] = [
        ("noctuary_search", {"query": "gauge", "k": 50}),
        ("noctuary_search", {"query": "gauge of a megabyte", "k": 50}),
        ("noctuary_why", {"id": "gauge"}),
        ("noctuary_review", {}),
        ("noctuary_status", {}),
    ]
    async with connect(crowded, max_bytes=most) as client:
        found = await client.call_tool("noctuary_search", {"query": "gauge of a megabyte", "k": 3})
        ids = [one["id"] for one in found.structured_content["results"]]
        for tool, arguments in [*calls, ("noctuary_get", {"ids": ids}), ("noctuary_why", {"id": ids[0]})]:
            said = await client.call_tool(tool, arguments)
            assert not said.is_error, said.content
            assert len(said.content[0].text.encode()) <= most * 1.1, (tool, arguments)
            assert json.loads(said.content[0].text)
