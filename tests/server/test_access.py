"""Every tool and resource of every set, as each asker may see it. The server's own list is what is walked.

A tool or resource that stands in no table here fails: say how it is asked, and let it ask the gate.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError
from msgspec.structs import replace

from noctuary.access import ANYONE, EVERY, Asker
from noctuary.journal import replay
from noctuary.server.app import build
from noctuary.server.asked import LONGEST_NAME, asker_of
from noctuary.server.config import Config
from noctuary.settings import ServerSettings
from tests.access.world import ASKERS, Canary, populated
from tests.conftest import NOW, make_workspace

pytestmark = pytest.mark.anyio

SETS = ("noctuary", "memory", "reference", "knowledge")
WHO = ("anyone", "pilot", "stranger", "ada", "blue", "every")
World = tuple[Path, list[Canary]]
Asks = Callable[[Canary], list[dict[str, Any]]]

# How each tool that reads is asked for one canary.
READS: dict[str, Asks] = {
    "noctuary_search": lambda c: [{"query": c.probe, "with_past": True}, {"query": f"battery life {c.probe}", "k": 50}],
    "noctuary_get": lambda c: [{"ids": [c.fact.id, c.fact.id[3:9], c.entity.id, c.fact.entity]}],
    "noctuary_why": lambda c: [{"id": c.fact.id}, {"id": c.fact.id[3:]}, {"id": c.entity.id}, {"id": "Ines"}],
    "noctuary_why_not": lambda c: [{"text": f"Battery life of {c.probe}"}],
    "noctuary_was": lambda c: [{"what": c.fact.id, "day": "2026-03-01"}, {"what": c.probe, "day": "2026-03-01"}],
    "noctuary_context": lambda c: [{"about": c.probe, "budget": 8000}],
    "noctuary_review": lambda c: [{}],
    "noctuary_status": lambda c: [{}],
    "noctuary_dream": lambda c: [{}],
}
for _prefix in ("", "memory_"):
    READS |= {
        f"{_prefix}read_graph": lambda c: [{}],
        f"{_prefix}search_nodes": lambda c: [{"query": c.probe}, {"query": c.secret}],
        f"{_prefix}open_nodes": lambda c: [{"names": [c.fact.entity]}],
    }
ASKED_ONCE = {"noctuary_dream", "noctuary_why_not", "noctuary_review", "noctuary_status", "memory_read_graph",
              "read_graph", "search_nodes", "open_nodes"}  # fmt: skip
# How each that changes something is asked for what the asker may not see: it has no name there.
CHANGES: dict[str, Asks] = {
    "noctuary_answer": lambda c: [{"question": f"b2:{c.secret}", "decision": "later"}],
}
for _prefix in ("", "memory_"):
    CHANGES |= {
        f"{_prefix}add_observations": lambda c: [{"observations": [{"entityName": c.fact.entity, "contents": ["x"]}]}],
        f"{_prefix}delete_entities": lambda c: [{"entityNames": [c.fact.entity]}],
        f"{_prefix}delete_observations": lambda c: [
            {"deletions": [{"entityName": c.fact.entity, "observations": [c.fact.text]}]}
        ],
        f"{_prefix}delete_relations": lambda c: [
            {"relations": [{"from": c.fact.entity, "to": "Ines", "relationType": "mentions"}]}
        ],
    }
READS["knowledge"] = lambda c: [
    {"action": "get_entity", "entity": c.fact.entity, "include_expired": True},
    {"action": "query_semantic", "query": c.probe, "requesting_agent": "pilot", "visibility_filter": False},
    {"action": "traverse", "start_entity": c.fact.entity},
    {"action": "query_temporal", "entity": c.fact.entity, "as_of": "2026-03-01"},
    *([{"action": name} for name in ("list_entities", "stats", "prime", "export")] if c.end == "superseded" else []),
]
# What writes anew and reads nothing back but what it was given.
ADDS = {
    "noctuary_capture",
    *(f"{prefix}create_{what}" for prefix in ("", "memory_") for what in ("entities", "relations")),
}
RESOURCES: dict[str, Callable[[Canary], list[str]]] = {
    "memory://status": lambda c: ["memory://status"],
    "memory://review": lambda c: ["memory://review"],
    "memory://knowledge-graph": lambda c: ["memory://knowledge-graph"],
    "thoughtbox://memory/graph": lambda c: ["thoughtbox://memory/graph"],
    **{
        f"thoughtbox://knowledge/{name}": lambda c, name=name: [f"thoughtbox://knowledge/{name}"]
        for name in ("entities", "stats", "recent")
    },
    "thoughtbox://knowledge/search{?q}": lambda c: [f"thoughtbox://knowledge/search?q={c.probe}"],
    "thoughtbox://knowledge/entities/{type}": lambda c: ["thoughtbox://knowledge/entities/unknown"],
    "thoughtbox://knowledge/{id}": lambda c: [f"thoughtbox://knowledge/{c.entity.id}"],
    "memory://facts/{id}": lambda c: [f"memory://facts/{c.fact.id}", f"memory://facts/{c.entity.id}"],
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    root = make_workspace(tmp_path_factory.mktemp("served") / "workspace")
    return root, populated(root, NOW)


@pytest.fixture
def copied(world: World, tmp_path: Path) -> World:
    return Path(shutil.copytree(world[0], tmp_path / "copy")), world[1]


def client_of(root: Path, asker: Asker, **settings: Any) -> Client:
    told = replace(ServerSettings(), tools=SETS, review="always", **settings)
    return Client(build(Config(root=root, asker=asker, settings=told, now=lambda: NOW)), mode="legacy")


def chosen(made: list[Canary]) -> list[Canary]:
    """One canary of each audience that is current, and one that is over."""
    return [one for one in made if one.end in ("current", "superseded")]


def leaks(said: str, asked_by: str, made: list[Canary]) -> Iterator[str]:
    """The secrets in what was said that the asker may not read."""
    return (one.secret for one in made if asked_by not in one.readers and one.secret in said.casefold())


def without(said: str, arguments: Any) -> str:
    """What was said, but for the asker's own words coming back."""
    for word in sorted(words(arguments), key=len, reverse=True):
        said = said.replace(word, "")
    return said


def words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from words(one)


async def test_every_tool_and_resource_stands_in_a_table(world: World) -> None:
    async with client_of(world[0], ANYONE) as client:
        tools = {one.name for one in (await client.list_tools()).tools}
        resources = {str(one.uri) for one in (await client.list_resources()).resources}
        templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
    assert tools == READS.keys() | CHANGES.keys() | ADDS
    assert resources | templates == RESOURCES.keys()


@pytest.mark.parametrize("asked_by", WHO)
async def test_a_tool_that_reads_answers_only_what_the_asker_may_see(asked_by: str, world: World) -> None:
    """TB-117, TB-119"""
    root, made = world
    seen = 0
    async with client_of(root, ASKERS[asked_by]) as client:
        for tool, asks in READS.items():
            for one in made[:1] if tool in ASKED_ONCE else chosen(made):
                for arguments in asks(one):
                    said = without(repr(await client.call_tool(tool, arguments)), arguments)
                    assert list(leaks(said, asked_by, made)) == [], (tool, arguments)
                    seen += one.secret in said.casefold()
    assert seen or not any(asked_by in one.readers for one in made)


@pytest.mark.parametrize("asked_by", WHO)
async def test_a_resource_holds_only_what_the_asker_may_see(asked_by: str, world: World) -> None:
    """TB-117"""
    root, made = world
    async with client_of(root, ASKERS[asked_by]) as client:
        for asks in RESOURCES.values():
            for one in chosen(made):
                for uri in asks(one):
                    try:
                        said = repr(await client.read_resource(uri))
                    except MCPError as error:
                        said = str(error)
                        assert asked_by not in one.readers
                    assert list(leaks(said, asked_by, made)) == [], uri


@pytest.mark.parametrize("asked_by", ["anyone", "stranger"])
async def test_what_the_asker_may_not_see_cannot_be_changed_by_name(asked_by: str, copied: World) -> None:
    root, made = copied
    journal = (root / "memory" / "graph.jsonl").read_bytes()
    async with client_of(root, ASKERS[asked_by]) as client:
        for tool, asks in CHANGES.items():
            for one in (one for one in chosen(made) if asked_by not in one.readers):
                for arguments in asks(one):
                    said = await client.call_tool(tool, arguments)
                    assert list(leaks(without(repr(said.content), arguments), asked_by, made)) == []
    assert (root / "memory" / "graph.jsonl").read_bytes() == journal


@pytest.mark.parametrize("asked_by", ["anyone", "stranger"])
async def test_who_writes_under_a_hidden_name_learns_and_changes_nothing_of_it(asked_by: str, copied: World) -> None:
    """MT-052, TB-117: neither by a relation to it, nor by an entity called the same, nor by taking these away again."""
    root, made = copied
    before = replay(root / "memory" / "graph.jsonl")
    async with client_of(root, ASKERS[asked_by]) as client:
        for one in (one for one in chosen(made) if asked_by not in one.readers):
            tie = {"from": one.fact.entity, "to": "Ines", "relationType": "knows"}
            thing = {"name": one.fact.entity, "entityType": "unknown", "observations": ["is mine"]}
            for tool, arguments in (
                ("create_relations", {"relations": [tie]}),
                ("create_entities", {"entities": [thing]}),
                ("open_nodes", {"names": [one.fact.entity]}),
                ("delete_relations", {"relations": [tie | {"relationType": "mentions"}]}),
                ("delete_entities", {"entityNames": [one.fact.entity]}),
            ):
                said = await client.call_tool(tool, arguments)
                assert not said.is_error, said.content
                assert list(leaks(without(repr(said), arguments), asked_by, made)) == [], tool
    after = replay(root / "memory" / "graph.jsonl")
    for table in ("facts", "entities", "edges", "merges", "reviews"):
        left = {key: one for key, one in getattr(before, table).items() if getattr(after, table).get(key) != one}
        assert left == {}, table


def test_the_configuration_names_the_agent_before_the_token_and_the_token_before_the_client() -> None:
    told, open_ = Config(root=Path(), asker=Asker(agent="pilot", user="ada")), Config(root=Path(), believes_client=True)
    assert asker_of(told, "stranger", "claude-code") == Asker(agent="pilot", user="ada")
    assert asker_of(open_, "pilot", "claude-code").agent == "pilot"
    assert asker_of(open_, "", " claude-code ").agent == "claude-code"
    assert asker_of(Config(root=Path()), "", "claude-code") == ANYONE


@pytest.mark.parametrize("name", [EVERY, f" {EVERY} ", "x" * (LONGEST_NAME + 1), ""])
def test_no_client_is_everybody_by_calling_itself_so(name: str) -> None:
    assert asker_of(Config(root=Path(), believes_client=True), "", name) == ANYONE


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_the_name_in_the_handshake_reads_what_is_private_to_it_where_it_is_believed(
    mode: str, world: World, connect: Any
) -> None:
    root, made = world
    own = next(one for one in made if one.readers == {"pilot", "green"} and one.fact.visibility == "agent-private")
    for believed in (True, False):
        asked = {"name": "pilot"} if believed else {"client": {}, "name": ""}
        async with connect(root, mode=mode, **asked) as client:
            found = await client.call_tool("noctuary_get", {"ids": [own.fact.id]})
            assert bool(found.structured_content["facts"]) == believed


@pytest.mark.parametrize("first", ["alpha", "beta"])
async def test_a_private_capture_keeps_nobody_from_capturing_about_the_same(
    first: str, tmp_path: Path, connect: Callable[..., Client]
) -> None:
    said = {"alpha": {"text": "The berth is number nine", "private": True}, "beta": {"text": "The berth is wet"}}
    for name in (first, *(said.keys() - {first})):
        async with connect(tmp_path, asker=Asker(agent=name)) as client:
            done = await client.call_tool("noctuary_capture", {"about": "berth", **said[name]})
            assert not done.is_error, done.content
    async with connect(tmp_path, asker=Asker(agent="beta"), tools=("noctuary", "knowledge")) as client:
        done = await client.call_tool("knowledge", {"action": "get_entity", "entity": "berth"})
        assert [one["content"] for one in done.structured_content["observations"]] == ["The berth is wet"]
        again = await client.call_tool("noctuary_capture", {"about": "berth", **said["beta"]})
        assert again.structured_content["is_new"] is False
    async with connect(tmp_path, asker=Asker(agent="gamma"), tools=("knowledge",)) as client:
        listed = await client.call_tool("knowledge", {"action": "list_entities"})
        assert listed.structured_content["total"] == 1


async def test_of_an_entity_what_is_known_is_read_with_it_as_far_as_the_asker_may_see(
    tmp_path: Path, connect: Callable[..., Client]
) -> None:
    texts = [f"Signs contract number {n}" for n in range(60)]
    async with connect(tmp_path, asker=Asker(agent="alpha"), tools=("noctuary", "knowledge")) as client:
        ana = {"action": "create_entity", "type": "person", "name": "Ana", "label": "Ana"}
        await client.call_tool("knowledge", {**ana, "observations": texts})
        more = {"entity": "Ana", "content": "Earns 90k", "visibility": "agent-private"}
        await client.call_tool("knowledge", {"action": "add_observation", **more})
    for name, count in (("alpha", 61), ("beta", 60)):
        async with connect(tmp_path, asker=Asker(agent=name), max_bytes=200_000) as client:
            found = (await client.call_tool("noctuary_get", {"ids": ["Ana"]})).structured_content
            why = (await client.call_tool("noctuary_why", {"id": "Ana"})).structured_content
        assert found["entities"][0]["known"] == why["entity"]["known"] == count
        assert len(found["facts"]) == 50
        assert len(why["known"]) == 20
        assert ("Earns 90k" in str([found, why])) is (name == "alpha")
        assert {one["about"] for one in (*found["facts"], *why["known"])} == {"Ana"}
    async with connect(tmp_path, max_bytes=4_000) as client:
        found = await client.call_tool("noctuary_get", {"ids": ["Ana"]})
        assert found.structured_content["facts"]
        assert len(found.content[0].text) <= 4_400
        assert found.structured_content["unknown"] == []
        why = await client.call_tool("noctuary_why", {"id": "Ana"})
        assert why.structured_content["known"]
        assert len(why.content[0].text) <= 4_400
