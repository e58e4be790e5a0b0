"""Both seeds' lines go in by an import, stand in the journal, and come out as they were written."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

from noctuary.importing import bring
from noctuary.journal import verify
from noctuary.knowledge import KnowledgeAPI

NOW = dt.datetime(2026, 5, 12, 9, tzinfo=dt.UTC)
THOUGHTBOX: list[dict[str, Any]] = [
    {"type": "entity", "id": "abc-123", "name": "orchestrator-worker-pattern", "entityType": "Pattern",
     "label": "Orchestrator-Worker Pattern", "properties": {"outcome": "success", "success_rate": 0.95},
     "created_at": "2026-01-21T12:00:00Z", "visibility": "public"},
    {"type": "entity", "id": "abc-124", "name": "orchestrator-worker-pattern", "entityType": "Concept",
     "label": "The idea", "properties": {}, "created_at": "2026-01-21T12:00:05Z", "visibility": "public"},
    {"type": "relation", "id": "def-456", "from_id": "abc-123", "to_id": "xyz-789",
     "relationType": "EXTRACTED_FROM", "created_at": "2026-01-21T12:01:00Z"},
    {"type": "relation", "id": "def-457", "from_id": "abc-124", "to_id": "abc-123", "relationType": "contains",
     "created_at": "2026-01-21T12:01:00Z"},
]  # fmt: skip
MEMORY: list[dict[str, Any]] = [
    {"type": "entity", "name": "React_Hooks", "entityType": "concept", "observations": ["Introduced in React 16.8"]},
    {"type": "entity", "name": "useState", "entityType": "Hook", "observations": ["Lazy initialization with function"]},
    {"type": "relation", "from": "useState", "to": "React_Hooks", "relationType": "is_a"},
    {"type": "relation", "from": "React_Hooks", "to": "useState", "relationType": "contains"},
]


def through(kg: KnowledgeAPI, tmp_path: Path, lines: list[dict[str, Any]], form: str) -> list[dict[str, Any]]:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert bring(kg.writer.workspace, [path], NOW).batch
    assert verify(kg.writer.workspace.journal) == []
    content = kg.dispatch("export", format=form)["content"]
    return [json.loads(line) for line in content.splitlines()]


def test_thoughtboxs_lines_come_out_as_they_went_in(kg: KnowledgeAPI, tmp_path: Path) -> None:
    """TB-033, TB-036, TB-052, TB-053: as written, its session, two types of one name."""
    out = through(kg, tmp_path, THOUGHTBOX, "thoughtbox")
    entities = [{key: one[key] for key in THOUGHTBOX[0]} for one in out if one["type"] == "entity"]
    assert entities == THOUGHTBOX[:2]
    told = {(one["from_id"], one["to_id"], one["relationType"]) for one in out if one["type"] == "relation"}
    assert told == {(one["from_id"], one["to_id"], one["relationType"]) for one in THOUGHTBOX[2:]}


def test_the_memory_servers_lines_come_out_as_they_went_in(kg: KnowledgeAPI, tmp_path: Path) -> None:
    """MT-041, MT-051."""
    out = through(kg, tmp_path, MEMORY, "memory")
    assert sorted(map(json.dumps, out)) == sorted(map(json.dumps, MEMORY))
