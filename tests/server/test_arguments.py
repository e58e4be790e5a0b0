"""Every argument of every tool is what its schema says, or the call is refused by that argument's name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from noctuary.arguments import wrong
from noctuary.journal import replay
from noctuary.settings import open_workspace
from tests.server.conftest import Connect

pytestmark = pytest.mark.anyio

SETS = ("noctuary", "memory", "knowledge")
LETTERS = [{"name": name, "entityType": "tool", "observations": [f"{name} is kept"]} for name in "checkout"]
SAMPLES: dict[str, Any] = {"string": "c", "integer": 3, "number": 0.5, "boolean": True, "array": [], "object": {}}
LIKE_A_NUMBER = {"integer", "number"}


def wrong_for(kind: str) -> list[Any]:
    """Values of every other type; a truth is no number, and a number no text."""
    others = [value for name, value in SAMPLES.items() if name != kind and {name, kind} != LIKE_A_NUMBER]
    return [*others, [{"k": 1}, [3]]] if kind == "array" else others


async def test_a_wrong_type_is_refused_by_the_arguments_name_and_changes_nothing(
    dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt, tools=SETS) as client:
        await client.call_tool("memory_create_entities", {"entities": LETTERS})
        before = replay(open_workspace(dreamt).journal)
        for tool in (await client.list_tools()).tools:
            for name, schema in tool.input_schema["properties"].items():
                if tool.name == "knowledge" and name == "action":
                    continue
                action = schema.get("description", "").rpartition("(")[2].split(",")[0].strip(")")
                base = {"action": action} if tool.name == "knowledge" else {}
                for value in wrong_for(schema["type"]):
                    said = await client.call_tool(tool.name, {**base, name: value})
                    assert said.is_error, (tool.name, action, name, value)
                    told = said.content[0].text
                    assert re.search(rf"(?<!\w){name}( takes|\[0\])", told), (tool.name, value, told)
    assert replay(open_workspace(dreamt).journal).entities == before.entities


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("memory_delete_entities", {"entityNames": "checkout"}, "entityNames takes a list of texts"),
        ("memory_open_nodes", {"names": "Ana"}, "names takes a list of texts"),
        ("memory_search_nodes", {"query": 3}, "query takes a text"),
        ("memory_search_nodes", {"query": "c", "limit": "many"}, "limit takes a whole number"),
        ("memory_read_graph", {"cursor": 4}, "cursor takes a text"),
        ("memory_read_graph", {"cursor": "zzz"}, "leave it out to begin anew"),
        ("memory_search_nodes", {"query": "x", "cursor": "12"}, "leave it out to begin anew"),
        ("memory_add_observations", {"observations": [{"entityName": "c", "contents": "kept"}]}, "observations"),
        ("memory_delete_observations", {"deletions": [{"entityName": "c", "observations": "c is kept"}]}, "deletions"),
        ("knowledge", {"action": "query_semantic", "query": "c", "filters": {"types": "tool"}}, "filters.types"),
        ("knowledge", {"action": "query_semantic", "query": "c", "filters": {"min_confidence": "high"}}, "filters.min"),
        ("knowledge", {"action": "query_semantic", "query": "c", "filters": {"type": ["tool"]}}, "filters.type"),
        ("knowledge", {"action": "traverse", "start_entity": "c", "filter": {"types": [3]}}, "filter.types"),
        ("knowledge", {"action": "export", "format": "d3", "filters": {"types": {"tool": 1}}}, "filters.types"),
        ("noctuary_get", {"ids": "c"}, "ids"),
    ],
)
async def test_what_stands_inside_an_argument_is_checked_too(
    tool: str, arguments: dict[str, Any], told: str, dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt, tools=SETS) as client:
        await client.call_tool("memory_create_entities", {"entities": LETTERS})
        before = replay(open_workspace(dreamt).journal)
        said = await client.call_tool(tool, arguments)
        assert said.is_error
        assert told in said.content[0].text, said.content[0].text
        after = replay(open_workspace(dreamt).journal)
    assert (after.entities, after.facts) == (before.entities, before.facts)


def test_a_whole_number_may_be_written_with_a_point_and_a_schema_without_a_type_takes_a_value() -> None:
    assert wrong("budget", {"type": "integer", "minimum": 0}, 500.0) == ""
    assert "budget" in wrong("budget", {"type": "integer"}, 500.5)
    assert "a value" in wrong("filters", {"type": "object", "properties": {"to": {}}, "required": ["to"]}, {})
