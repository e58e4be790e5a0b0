"""The knowledge gateway through the SDK's client: one flat schema, the seed's actions, errors with a hint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from noctuary.knowledge import ACTIONS
from tests.server.conftest import MODES, Connect

pytestmark = pytest.mark.anyio


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


async def test_one_tool_names_every_action_in_one_flat_schema(empty: Path, connect: Connect) -> None:
    """TB-057"""
    async with connect(empty, tools=("knowledge",)) as client:
        (tool,) = (await client.list_tools()).tools
    schema = tool.input_schema
    assert tool.name == "knowledge"
    assert schema["properties"]["action"]["enum"] == list(ACTIONS)
    assert schema["required"] == ["action"]
    assert not {"oneOf", "anyOf", "allOf"} & schema.keys()
    assert "requesting_agent" not in schema["properties"]
    assert all(name in (tool.description or "") for name in ACTIONS)


@pytest.mark.parametrize("mode", MODES)
async def test_an_insight_is_made_related_and_found_again(mode: str, empty: Path, connect: Connect) -> None:
    """TB-058, TB-062, TB-075"""
    insight = {"type": "Insight", "name": "sql-injection-risk", "label": "SQL injection risk",
               "observations": ["The login form takes SQL"]}  # fmt: skip
    agent = {"type": "Agent", "name": "security-specialist", "label": "Security specialist"}
    tie = {"from": "insight:sql-injection-risk", "to": "agent:security-specialist", "type": "LEARNED_BY"}
    async with connect(empty, tools=("knowledge",), mode=mode) as client:

        async def do(action: str, **arguments: Any) -> dict[str, Any]:
            said = await client.call_tool("knowledge", {"action": action, **arguments})
            assert not said.is_error, said.content
            assert json.loads(said.content[0].text) == said.structured_content
            return dict(said.structured_content)

        await do("create_entity", **insight)
        await do("create_entity", **agent)
        await do("create_relation", **tie)
        found = await do("query_graph", start_entity="agent:security-specialist", relation_types=["LEARNED_BY"])
        assert "sql-injection-risk" in json.dumps(found)
        stats = await do("stats")
        read = await client.read_resource("thoughtbox://knowledge/stats")
        assert json.loads(read.contents[0].text) == stats
        whole = await client.read_resource("thoughtbox://knowledge/insight:sql-injection-risk")
        assert "The login form takes SQL" in whole.contents[0].text


async def test_the_graph_is_read_as_six_resources(empty: Path, connect: Connect) -> None:
    """TB-123: all, of a type, one, found, figures, the last changed."""
    at = "thoughtbox://knowledge"
    async with connect(empty, tools=("knowledge",)) as client:

        async def read(path: str) -> dict[str, Any]:
            found = (await client.read_resource(f"{at}/{path}")).contents[0]
            assert found.mime_type == "application/json"
            return dict(json.loads(found.text))

        for kind, name in (("Concept", "tides"), ("Pattern", "warm-caches"), ("Concept", "berths")):
            made = {"type": kind, "name": name, "label": name, "observations": [f"the {name} are known"]}
            await client.call_tool("knowledge", {"action": "create_entity", **made})
        listed = {str(one.uri) for one in (await client.list_resources()).resources}
        shapes = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
        names = {path: [one["name"] for one in (await read(path))["entities"]] for path in ("entities", "recent")}
        assert names == {"entities": ["tides", "warm-caches", "berths"], "recent": ["berths", "warm-caches", "tides"]}
        assert [one["name"] for one in (await read("entities/Concept"))["entities"]] == ["tides", "berths"]
        one = await read("pattern:warm-caches")
        assert one["entity"]["name"] == "warm-caches"
        assert [each["content"] for each in one["observations"]] == ["the warm-caches are known"]
        assert [each["entity"]["name"] for each in (await read("search?q=tides"))["results"]] == ["tides"]
        assert (await read("stats"))["entity_counts"] == {"Concept": 2, "Pattern": 1}
    assert listed == {f"{at}/{path}" for path in ("entities", "stats", "recent")}
    assert shapes == {f"{at}/{path}" for path in ("search{?q}", "entities/{type}", "{id}")}


async def test_an_error_has_a_code_a_message_and_a_hint(empty: Path, connect: Connect) -> None:
    """TB-076"""
    async with connect(empty, tools=("knowledge",)) as client:
        for arguments in ({"action": "dance"}, {"action": "get_entity", "entity": "nobody"}, {"action": "traverse"}):
            said = await client.call_tool("knowledge", arguments)
            assert said.is_error
            assert said.structured_content is not None
            assert said.structured_content["error"].keys() >= {"code", "message", "hint"}
            assert json.loads(said.content[0].text) == said.structured_content


async def test_a_long_answer_is_cut_and_tells_how_much_is_left(empty: Path, connect: Connect) -> None:
    async with connect(empty, tools=("knowledge",), max_bytes=3000) as client:
        for n in range(40):
            made = {"action": "create_entity", "type": "Concept", "name": f"concept-{n}", "label": f"Concept {n}"}
            await client.call_tool("knowledge", made)
        said = await client.call_tool("knowledge", {"action": "list_entities"})
    assert len(said.content[0].text) <= 3300
    assert "of 40" in json.dumps(said.structured_content["cut"])
