"""The benchmark of what a session about one thing has at hand measures what it says, over a graph of known answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.focus import measured, share


def test_a_share_is_of_what_is_wanted_and_counts_a_double_once() -> None:
    assert share(["a", "a", "b", "c"], {"b", "c"}, 2) == 0.5
    assert share([], {"a"}, 5) == 0


def test_structure_reaches_what_words_cannot_and_each_pool_is_measured_by_itself(tmp_path: Path) -> None:
    """SG-081: each thing is found by its name, its neighbour, which shares no word with it, by the edge alone."""
    lines = [
        {"type": "entity", "name": "mill", "entityType": "place", "observations": ["grinds at dawn", "sleeps at noon"]},
        {"type": "entity", "name": "Kim Baker", "entityType": "person", "observations": ["prefers rye"]},
        {"type": "entity", "name": "harbour", "entityType": "place", "observations": ["smells of tar"]},
        {"type": "relation", "from": "Kim Baker", "to": "mill", "relationType": "works at"},
    ]
    path = tmp_path / "memory.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    count, found = measured([path])
    assert count == 2
    assert found["structure, then words", 20] == (1.0, 1.0)
    assert found["words", 20] == (1.0, 0.0)
    assert found["latest", 20] == pytest.approx((1.0, 1.0))
