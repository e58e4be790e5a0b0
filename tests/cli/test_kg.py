"""The knowledge graph from the command line: what an agent without a server writes and reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from noctuary.cli import main


def run(root: Path, *args: str, code: int = 0, given: str | None = None) -> str:
    result = CliRunner().invoke(main, ["kg", *args, "-w", str(root)], input=given, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.output


def told(root: Path, *args: str, **more: Any) -> dict[str, Any]:
    return dict(json.loads(run(root, *args, "--json", **more)))


def test_an_insight_is_saved_by_a_command_and_found_by_the_next(tmp_path: Path) -> None:
    """TB-089: explicitly, whoever works without a server; its author, its session and its undo are told."""
    made = told(
        tmp_path, "create_entity", "type=Insight", "label=Warm the cache first", 'observations=["it halves latency"]',
        "source_session=s-1", "--agent", "ops",
    )  # fmt: skip
    assert made["created"]
    assert made["undo"].startswith("noctuary undo write:")
    found = told(tmp_path, "query_semantic", "query=what about latency?")["results"]
    assert [one["entity"]["name"] for one in found] == ["warm-the-cache-first"]
    assert found[0]["entity"]["created_by"] == "ops"
    assert found[0]["source_sessions"] == ["s-1"]


def test_a_value_is_what_the_argument_takes(tmp_path: Path) -> None:
    """A number is text where text is wanted, JSON elsewhere; the whole may come as one object."""
    told(tmp_path, "create_entity", "type=Concept", "label=2026", 'properties={"n": [1]}', 'observations=["a year"]')
    one = told(tmp_path, "get_entity", "entity=2026")
    assert (one["entity"]["label"], one["entity"]["properties"]) == ("2026", {"n": [1]})
    assert told(tmp_path, "list_entities", "limit=1", "recent=true")["total"] == 1
    given = '{"type": "Concept", "label": "Tides", "dry_run": true}'
    assert told(tmp_path, "create_entity", "--args", "-", given=given)["dry_run"] is True


def test_what_is_private_is_shared_with_those_named(tmp_path: Path) -> None:
    """TB-118"""
    made = told(tmp_path, "create_entity", "type=Concept", "label=Berth", "visibility=agent-private", "--agent", "ops")
    words = ["share", made["entityId"], "--agent", "ops", "--with-agent", "keel", "--with-user", "ada"]
    result = CliRunner().invoke(main, [*words, "-w", str(tmp_path)], catch_exceptions=False)
    assert "is shared with keel, ada; `noctuary undo write:" in result.output
    assert told(tmp_path, "list_entities", "--user", "ada")["total"] == 1
    assert told(tmp_path, "list_entities", "--user", "bob")["total"] == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["dance"], "is no action"),
        (["create_entity", "type=Insight"], "needs 'label'"),
        (["create_entity", "Insight"], "is no KEY=VALUE"),
        (["stats", "--args", "{"], "is no JSON"),
        (["stats", "--args", "[]"], "is no JSON object"),
        (["list_entities", "limit=many"], "limit takes a whole number"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(tmp_path: Path, args: list[str], message: str) -> None:
    output = run(tmp_path, *args, code=2)
    assert message in output
    assert "Traceback" not in output
