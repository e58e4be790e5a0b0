"""What an import brought is judged and linked by the night that follows it, once."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

from noctuary.importing import bring
from noctuary.journal import replay
from noctuary.night import dream
from noctuary.settings import open_workspace

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)


def test_an_imported_fact_is_judged_against_what_is_believed_and_connected(workspace: Path, tmp_path: Path) -> None:
    """A note says that the dial is brass now; the graph, which tells no day, still has what it was before."""
    (workspace / "memory" / "2026-05-10.md").write_text("- decided: the dial is brass now, no longer tin\n")
    dream(workspace, NIGHT)
    graph = tmp_path / "graph.jsonl"
    said = {"type": "entity", "name": "clock", "entityType": "project", "observations": ["The dial is tin"]}
    graph.write_text(json.dumps(said) + "\n")
    bring(open_workspace(workspace), [graph], NIGHT + dt.timedelta(hours=6))
    assert dream(workspace, NIGHT + dt.timedelta(days=1)).state == "done"
    state = replay(workspace / "memory" / "graph.jsonl")
    imported = next(fact for fact in state.facts.values() if fact.text == "The dial is tin")
    assert imported.status == "superseded"
    assert state.facts[imported.superseded_by or ""].text == "the dial is brass now, no longer tin"
    assert any(imported.id in (edge.src, edge.dst) for edge in state.edges.values())
    assert dream(workspace, NIGHT + dt.timedelta(days=2)).state == "nothing"
