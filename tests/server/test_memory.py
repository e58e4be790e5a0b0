"""The memory tool through the SDK's client: the reference server's names, behaviours, resources and hints, and ours.

The behaviours are those that the tests of @modelcontextprotocol/server-memory ask of it, said anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client
from mcp.types import ResourceUpdatedNotification

from tests.server.conftest import MODES, Connect

pytestmark = pytest.mark.anyio

ALICE = {"name": "Alice", "entityType": "person", "observations": ["works at Acme Corp", "likes tide clocks"]}
BOB = {"name": "Bob", "entityType": "person", "observations": ["works at TechCo"]}
ACME = {"name": "Acme Corp", "entityType": "company", "observations": ["makes clocks"]}
WORKS = {"from": "Alice", "to": "Acme Corp", "relationType": "works_at"}
RIVAL = {"from": "Bob", "to": "Acme Corp", "relationType": "competitor"}
READS = {"read_graph", "search_nodes", "open_nodes"}
DELETES = {"delete_entities", "delete_observations", "delete_relations"}
NINE = READS | DELETES | {"create_entities", "create_relations", "add_observations"}


class Tool:
    """The nine by their plain names; every answer fits its schema and is the same as text."""

    def __init__(self, client: Client, prefix: str = "memory_") -> None:
        self.client, self.prefix = client, prefix

    async def __call__(self, name: str, **arguments: Any) -> dict[str, Any]:
        found = await self.client.call_tool(self.prefix + name, arguments)
        assert not found.is_error, found.content
        tools = {one.name: one for one in (await self.client.list_tools()).tools}
        jsonschema.validate(found.structured_content, tools[self.prefix + name].output_schema)
        assert json.loads(found.content[0].text) == found.structured_content
        return dict(found.structured_content)

    async def filled(self) -> Tool:
        await self("create_entities", entities=[ALICE, BOB, ACME])
        await self("create_relations", relations=[WORKS, RIVAL])
        return self


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


@pytest.mark.parametrize(("tools", "prefix"), [("memory", "memory_"), ("reference", "")])
async def test_all_nine_are_there_by_the_seeds_names_or_the_reference_servers(
    tools: str, prefix: str, empty: Path, connect: Connect
) -> None:
    """MT-034, MT-036"""
    async with connect(empty, tools=(tools,)) as client:
        found = {one.name: one for one in (await client.list_tools()).tools}
        resources = {str(one.uri) for one in (await client.list_resources()).resources}
    assert found.keys() == {prefix + name for name in NINE}
    for name, tool in found.items():
        plain = name.removeprefix(prefix)
        does = tool.annotations
        assert (does.read_only_hint, does.destructive_hint) == (plain in READS, plain in DELETES)
        assert does.idempotent_hint == (plain in READS | DELETES)
        assert does.open_world_hint is False
        assert does.title == tool.title
    assert "memory://knowledge-graph" in resources
    assert ("thoughtbox://memory/graph" in resources) == (tools == "memory")


async def test_the_arguments_are_the_seeds(empty: Path, connect: Connect) -> None:
    """MT-025, MT-026, MT-027, MT-028, MT-029, MT-030, MT-031, MT-032, MT-033"""
    async with connect(empty, tools=("memory",)) as client:
        found = {one.name: one.input_schema for one in (await client.list_tools()).tools}
    assert found["memory_read_graph"] == {"type": "object", "properties": {}}
    for name, keys in (
        ("create_entities", {"entities": ["name", "entityType", "observations"]}),
        ("create_relations", {"relations": ["from", "to", "relationType"]}),
        ("add_observations", {"observations": ["entityName", "contents"]}),
        ("delete_observations", {"deletions": ["entityName", "observations"]}),
        ("delete_relations", {"relations": ["from", "to", "relationType"]}),
    ):
        schema = found[f"memory_{name}"]
        assert schema["required"] == list(schema["properties"]) == list(keys)
        for key, wanted in keys.items():
            assert schema["properties"][key]["items"]["required"] == wanted
    for name, key in (("delete_entities", "entityNames"), ("open_nodes", "names")):
        assert found[f"memory_{name}"]["properties"][key]["items"]["type"] == "string"
    assert found["memory_search_nodes"]["required"] == ["query"]


@pytest.mark.parametrize("mode", MODES)
async def test_what_is_created_is_read_back_and_never_made_twice(mode: str, empty: Path, connect: Connect) -> None:
    """MT-006, MT-007, MT-008, MT-011, MT-012, MT-019"""
    async with connect(empty, tools=("memory",), mode=mode) as client:
        tool = Tool(client)
        assert await tool("read_graph") == {"entities": [], "relations": []}
        assert await tool("create_entities", entities=[ALICE, BOB, ACME]) == {"entities": [ALICE, BOB, ACME]}
        assert await tool("create_entities", entities=[ALICE]) == {"entities": []}
        assert await tool("create_relations", relations=[WORKS]) == {"relations": [WORKS]}
        assert await tool("create_relations", relations=[WORKS, RIVAL]) == {"relations": [RIVAL]}
        assert await tool("read_graph") == {"entities": [ALICE, BOB, ACME], "relations": [WORKS, RIVAL]}


async def test_observations_are_added_once_and_an_unknown_name_is_an_error(empty: Path, connect: Connect) -> None:
    """MT-013, MT-014"""
    async with connect(empty, tools=("memory",)) as client:
        tool = await Tool(client).filled()
        more = [{"entityName": "Alice", "contents": ["works at Acme Corp", "has a dog"]}]
        added = {"results": [{"entityName": "Alice", "addedObservations": ["has a dog"]}]}
        assert await tool("add_observations", observations=more) == added
        nobody = [{"entityName": "Nobody", "contents": ["x"]}]
        told = await client.call_tool("memory_add_observations", {"observations": nobody})
    assert told.is_error
    assert told.content[0].text.startswith("Entity with name Nobody not found")


async def test_deletes_cascade_are_exact_and_silent_where_nothing_is(empty: Path, connect: Connect) -> None:
    """MT-015, MT-016, MT-017, MT-018"""
    async with connect(empty, tools=("memory",)) as client:
        tool = await Tool(client).filled()
        gone = [{"entityName": "Alice", "observations": ["likes tide clocks"]}]
        await tool("delete_observations", deletions=gone)
        await tool("delete_observations", deletions=[{"entityName": "Nobody", "observations": ["x"]}])
        await tool("delete_relations", relations=[RIVAL, {**RIVAL, "to": "Nobody"}])
        left = {**ALICE, "observations": ["works at Acme Corp"]}
        assert await tool("read_graph") == {"entities": [left, BOB, ACME], "relations": [WORKS]}
        done = await tool("delete_entities", entityNames=["Acme Corp"])
        assert done == {"success": True, "message": "Entities deleted successfully"}
        assert await tool("read_graph") == {"entities": [left, BOB], "relations": []}


@pytest.mark.parametrize(
    ("query", "names", "relations"),
    [
        ("Alice", ["Alice"], [WORKS]),
        ("ALICE", ["Alice"], [WORKS]),
        ("company", ["Acme Corp"], [WORKS, RIVAL]),
        ("tide", ["Alice"], [WORKS]),
        ("acme", ["Alice", "Acme Corp"], [WORKS, RIVAL]),
        ("zeppelin", [], []),
    ],
)
async def test_search_matches_names_types_and_observations_in_any_case(
    query: str, names: list[str], relations: list[dict[str, str]], empty: Path, connect: Connect
) -> None:
    """MT-020, MT-021"""
    async with connect(empty, tools=("memory",)) as client:
        found = await (await Tool(client).filled())("search_nodes", query=query)
    assert [one["name"] for one in found["entities"]] == names
    assert found["relations"] == relations


async def test_open_gives_the_named_and_every_relation_that_touches_them(empty: Path, connect: Connect) -> None:
    """MT-022"""
    async with connect(empty, tools=("memory",)) as client:
        tool = await Tool(client).filled()
        assert await tool("open_nodes", names=["Bob", "Nobody"]) == {"entities": [BOB], "relations": [RIVAL]}
        assert await tool("open_nodes", names=[]) == {"entities": [], "relations": []}


async def test_a_new_server_finds_what_another_kept_and_both_sets_are_one_memory(empty: Path, connect: Connect) -> None:
    """MT-001, MT-050, MT-060"""
    async with connect(empty, tools=("memory",)) as client:
        await Tool(client).filled()
    async with connect(empty, tools=("reference", "noctuary")) as client:
        assert (await Tool(client, "")("read_graph"))["entities"] == [ALICE, BOB, ACME]
        found = await client.call_tool("noctuary_search", {"query": "tide clocks"})
        assert found.structured_content["results"][0]["text"] == "likes tide clocks"


@pytest.mark.parametrize("uri", ["memory://knowledge-graph", "thoughtbox://memory/graph"])
async def test_the_graph_is_a_resource(uri: str, empty: Path, connect: Connect) -> None:
    """MT-039"""
    async with connect(empty, tools=("memory",)) as client:
        tool = await Tool(client).filled()
        read = (await client.read_resource(uri)).contents[0]
        assert read.mime_type == "application/json"
        assert json.loads(read.text) == await tool("read_graph")
        listed = next(one for one in (await client.list_resources()).resources if str(one.uri) == uri)
        assert listed.title == "Knowledge Graph"


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_a_write_through_the_server_is_told_to_subscribers_at_once(empty: Path, connect: Connect) -> None:
    """MT-040"""
    told: list[str] = []

    async def heard(message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            told.append(str(message.params.uri))

    async with connect(empty, tools=("memory",), client={"message_handler": heard}) as client:
        await client.session.subscribe_resource("memory://knowledge-graph")
        await Tool(client)("create_entities", entities=[ALICE])
        await Tool(client)("read_graph")
        assert told == ["memory://knowledge-graph"]


async def test_a_graph_too_large_for_an_answer_comes_in_pages_that_lose_nothing(empty: Path, connect: Connect) -> None:
    """MT-038"""
    made = [
        {"name": f"buoy {n}", "entityType": "buoy", "observations": [f"lies at {n} {'x' * 300}"]} for n in range(60)
    ]
    async with connect(empty, tools=("memory",), max_bytes=5000) as client:
        await client.call_tool("memory_create_entities", {"entities": made})
        found: list[Any] = []
        cursor, pages = {}, 0
        while pages < 60:
            said = await client.call_tool("memory_read_graph", cursor)
            assert len(said.content[0].text) <= 5500
            found += said.structured_content["entities"]
            pages += 1
            if "nextCursor" not in said.structured_content:
                break
            cursor = {"cursor": said.structured_content["nextCursor"]}
            assert cursor["cursor"] in said.content[1].text
    assert found == made
    assert pages > 3


async def test_one_entity_larger_than_an_answer_is_cut_and_says_so(empty: Path, connect: Connect) -> None:
    big = {"name": "log", "entityType": "log", "observations": [f"line {n} {'x' * 200}" for n in range(100)]}
    async with connect(empty, tools=("memory",), max_bytes=4000) as client:
        await client.call_tool("memory_create_entities", {"entities": [big]})
        said = await client.call_tool("memory_open_nodes", {"names": ["log"]})
    assert said.structured_content["isCut"] is True
    assert len(said.content[0].text) <= 4400


async def test_what_a_client_sends_as_json_in_a_string_is_read_as_meant(empty: Path, connect: Connect) -> None:
    async with connect(empty, tools=("memory",)) as client:
        await client.call_tool("memory_create_entities", {"entities": json.dumps([ALICE])})
        assert (await Tool(client)("read_graph"))["entities"] == [ALICE]


async def test_an_unknown_name_or_argument_is_an_error_that_names_it(empty: Path, connect: Connect) -> None:
    """MT-035"""
    async with connect(empty, tools=("memory",)) as client:
        for tool, arguments, told in (
            ("memory_forget", {}, "memory_forget"),
            ("memory_create_entities", {}, "entities"),
            ("memory_create_entities", {"entities": [{"name": "x"}]}, "entityType"),
        ):
            said = await client.call_tool(tool, arguments)
            assert said.is_error
            assert told in said.content[0].text


async def test_a_statement_is_remembered_at_once_and_found(empty: Path, connect: Connect) -> None:
    """TB-089: an agent says what is to be kept; `kg create_entity` does so from the command line."""
    async with connect(empty, name="pilot") as client:
        told = await client.call_tool("noctuary_capture", {"text": "The display is e-ink", "kind": "decision"})
        assert not told.is_error, told.content
        assert told.structured_content["undo"].startswith("noctuary undo write:")
        found = (await client.call_tool("noctuary_search", {"query": "which display"})).structured_content["results"]
        assert [(one["text"], one["kind"], one["trust"]) for one in found] == [
            ("The display is e-ink", "decision", "agent")
        ]
        again = await client.call_tool("noctuary_capture", {"text": "The display is e-ink", "kind": "decision"})
        assert again.structured_content["is_new"] is False
        await client.call_tool("noctuary_capture", {"text": "The berth is number nine", "private": True})
        assert (await client.call_tool("noctuary_search", {"query": "berth"})).structured_content["results"]
    async with connect(empty, name="stranger") as client:
        assert not (await client.call_tool("noctuary_search", {"query": "berth"})).structured_content["results"]
