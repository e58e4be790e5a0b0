"""The reference memory server's contract: what its own test suite asks of it, in our words, asked of ours over stdio.

One table of cases, each over an empty graph, asked through the SDK's client of a process that a client has started, by
the reference's tool names and by the seed's. What a later process finds, and what the memory file holds, comes last.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.anyio

Graph = dict[str, list[Any]]


def thing(name: str, *said: str, kind: str = "person") -> dict[str, Any]:
    return {"name": name, "entityType": kind, "observations": list(said)}


def tie(src: str, dst: str, kind: str = "knows") -> dict[str, str]:
    return {"from": src, "to": dst, "relationType": kind}


def graph(entities: list[Any] | None = None, relations: list[Any] | None = None) -> Graph:
    return {"entities": entities or [], "relations": relations or []}


class Step(NamedTuple):
    """A call and what it must answer: structured content, the beginning of an error, or None for whatever works."""

    tool: str
    arguments: dict[str, Any]
    answer: dict[str, Any] | str | None = None


def made(*entities: dict[str, Any]) -> Step:
    return Step("create_entities", {"entities": list(entities)}, {"entities": list(entities)})


def tied(*relations: dict[str, str]) -> Step:
    return Step("create_relations", {"relations": list(relations)}, {"relations": list(relations)})


def told(name: str, *contents: str, added: tuple[str, ...]) -> Step:
    said = {"observations": [{"entityName": name, "contents": list(contents)}]}
    return Step("add_observations", said, {"results": [{"entityName": name, "addedObservations": list(added)}]})


def read(wanted: Graph) -> Step:
    return Step("read_graph", {}, wanted)


def sought(query: str, wanted: Graph) -> Step:
    return Step("search_nodes", {"query": query}, wanted)


def opened(names: list[str], wanted: Graph) -> Step:
    return Step("open_nodes", {"names": names}, wanted)


MIRA, NOOR, PAUL = thing("Mira", "keeps the tide tables"), thing("Noor"), thing("Paul")
YARD = thing("Old Yard", "repairs hulls", kind="shipyard")
MIRA_NOOR, NOOR_PAUL = tie("Mira", "Noor"), tie("Noor", "Paul")
AT_YARD, AGAINST = tie("Mira", "Old Yard", "works_at"), tie("Noor", "Old Yard", "competes_with")
SAILS = thing("Mira", "works at the Old Yard", "sews sails")
SEARCHED = [made(SAILS, NOOR, YARD), tied(AT_YARD, AGAINST)]
CHAIN = [made(MIRA, NOOR, PAUL), tied(MIRA_NOOR, NOOR_PAUL)]

CASES: dict[str, list[Step]] = {
    "MT-019 nothing was ever written": [read(graph()), sought("Mira", graph()), opened(["Mira"], graph())],
    "MT-011 entities come back as they were given": [made(MIRA, NOOR), read(graph([MIRA, NOOR]))],
    "MT-011 a name that is there is passed over": [
        made(MIRA),
        Step("create_entities", {"entities": [MIRA]}, {"entities": []}),
        Step("create_entities", {"entities": [thing("Mira", "another", kind="pilot"), PAUL]}, {"entities": [PAUL]}),
        read(graph([MIRA, PAUL])),
    ],
    "MT-011 of nothing comes nothing": [made(), read(graph())],
    "MT-012 relations come back as they were given": [
        made(MIRA, NOOR),
        tied(MIRA_NOOR),
        read(graph([MIRA, NOOR], [MIRA_NOOR])),
    ],
    "MT-012 a relation that is there is passed over": [
        made(MIRA, NOOR),
        tied(MIRA_NOOR),
        Step("create_relations", {"relations": [MIRA_NOOR]}, {"relations": []}),
        read(graph([MIRA, NOOR], [MIRA_NOOR])),
    ],
    "MT-012 of no relations come none": [tied(), read(graph())],
    "MT-012 a thing may be tied to itself": [
        made(MIRA),
        tied(tie("Mira", "Mira", "is")),
        read(graph([MIRA], [tie("Mira", "Mira", "is")])),
    ],
    "MT-052 a relation may name what nobody has described": [
        made(MIRA),
        tied(tie("Mira", "Harbour", "lives_in")),
        read(graph([MIRA], [tie("Mira", "Harbour", "lives_in")])),
        opened(["Harbour"], graph()),
    ],
    "MT-013 statements are added": [
        made(MIRA),
        told("Mira", "drinks tea", "has a dog", added=("drinks tea", "has a dog")),
        read(graph([thing("Mira", "keeps the tide tables", "drinks tea", "has a dog")])),
    ],
    "MT-013 a statement that is there is passed over": [
        made(MIRA),
        told("Mira", "drinks tea", added=("drinks tea",)),
        told("Mira", "drinks tea", "has a dog", added=("has a dog",)),
        read(graph([thing("Mira", "keeps the tide tables", "drinks tea", "has a dog")])),
    ],
    "MT-014 a statement about nobody is an error": [
        Step(
            "add_observations",
            {"observations": [{"entityName": "Nobody", "contents": ["is here"]}]},
            "Entity with name Nobody not found",
        ),
        read(graph()),
    ],
    "MT-015 an entity goes": [
        made(MIRA, NOOR),
        Step("delete_entities", {"entityNames": ["Mira"]}),
        read(graph([NOOR])),
    ],
    "MT-015 its relations go with it": [
        *CHAIN,
        Step("delete_entities", {"entityNames": ["Noor"]}),
        read(graph([MIRA, PAUL])),
    ],
    "MT-016 deleting what is not there is silent": [
        Step("delete_entities", {"entityNames": ["Nobody"]}),
        read(graph()),
    ],
    "MT-023 what was deleted may be made anew": [
        made(MIRA),
        Step("delete_entities", {"entityNames": ["Mira"]}),
        made(MIRA),
        read(graph([MIRA])),
    ],
    "MT-017 one statement goes": [
        made(SAILS),
        Step("delete_observations", {"deletions": [{"entityName": "Mira", "observations": ["sews sails"]}]}),
        read(graph([thing("Mira", "works at the Old Yard")])),
    ],
    "MT-017 statements of nobody are silent": [
        Step("delete_observations", {"deletions": [{"entityName": "Nobody", "observations": ["is here"]}]}),
        read(graph()),
    ],
    "MT-018 one relation goes, its neighbour stays": [
        made(MIRA, NOOR),
        tied(MIRA_NOOR, tie("Mira", "Noor", "works_with")),
        Step("delete_relations", {"relations": [MIRA_NOOR]}),
        read(graph([MIRA, NOOR], [tie("Mira", "Noor", "works_with")])),
    ],
    "MT-020 by name": [*SEARCHED, sought("Mira", graph([SAILS], [AT_YARD]))],
    "MT-020 by type": [*SEARCHED, sought("shipyard", graph([YARD], [AT_YARD, AGAINST]))],
    "MT-020 by statement": [*SEARCHED, sought("sews", graph([SAILS], [AT_YARD]))],
    "MT-020 in any case": [*SEARCHED, sought("MIRA", graph([SAILS], [AT_YARD]))],
    "MT-021 with every relation that touches what was found": [
        *SEARCHED,
        sought("Old Yard", graph([SAILS, YARD], [AT_YARD, AGAINST])),
    ],
    "MT-020 what is nowhere is not found": [*SEARCHED, sought("zeppelin", graph())],
    "MT-022 those that are named": [*CHAIN, opened(["Mira", "Noor"], graph([MIRA, NOOR], [MIRA_NOOR, NOOR_PAUL]))],
    "MT-022 with relations both ways": [*CHAIN, opened(["Noor"], graph([NOOR], [MIRA_NOOR, NOOR_PAUL]))],
    "MT-022 with one that leads out": [*CHAIN, opened(["Mira"], graph([MIRA], [MIRA_NOOR]))],
    "MT-022 with one that leads in": [*CHAIN, opened(["Paul"], graph([PAUL], [NOOR_PAUL]))],
    "MT-022 a name nobody has": [*CHAIN, opened(["Nobody"], graph())],
    "MT-022 no name": [*CHAIN, opened([], graph())],
}


def server(root: Path, tools: str) -> Client:
    known = {name: value for name, value in os.environ.items() if not name.startswith("NOCTUARY_")}
    words = ["-c", "from noctuary.cli import run; run()", "serve", "-w", str(root), "--tools", tools]
    environment = known | {"MEMORY_FILE_PATH": str(root / "memory.jsonl")}
    return Client(StdioServerParameters(command=sys.executable, args=words, env=environment), read_timeout_seconds=60)


async def differs(client: Client, prefix: str, step: Step, schema: dict[str, Any]) -> str:
    """How an answer differs from what was wanted; "" where it does not. Text and structure must say the same."""
    said = await client.call_tool(prefix + step.tool, step.arguments)
    if isinstance(step.answer, str):
        is_it = said.is_error and said.content[0].text.startswith(step.answer)
        return "" if is_it else f"{step.tool} said {said.content[0].text!r}, not {step.answer!r}"
    if said.is_error:
        return f"{step.tool} failed: {said.content[0].text}"
    jsonschema.validate(said.structured_content, schema)
    if json.loads(said.content[0].text) != said.structured_content:
        return f"{step.tool} says one thing as text and another as structure"
    wanted = said.structured_content if step.answer is None else step.answer
    return "" if said.structured_content == wanted else f"{step.tool} gave {said.structured_content}, not {wanted}"


@pytest.mark.parametrize(("tools", "prefix"), [("reference", ""), ("memory", "memory_")])
async def test_a_process_keeps_the_reference_servers_contract(
    tools: str, prefix: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """MT-002, MT-011, MT-012, MT-013, MT-014, MT-015, MT-016, MT-017, MT-018, MT-019, MT-020, MT-021, MT-022, MT-023,
    MT-034, MT-041, MT-042, MT-052, MT-053: each operation, search, persistence, cascade.
    """
    async with server(tmp_path, tools) as client:
        schemas = {one.name: one.output_schema for one in (await client.list_tools()).tools}
        for name, steps in CASES.items():
            with subtests.test(name):
                for step in steps:
                    assert not await differs(client, prefix, step, schemas[prefix + step.tool])
            whole = (await client.call_tool(f"{prefix}read_graph", {})).structured_content
            names = [one["name"] for one in whole["entities"]] + [one["to"] for one in whole["relations"]]
            await client.call_tool(f"{prefix}delete_entities", {"entityNames": names})
        for step in CHAIN:
            await client.call_tool(prefix + step.tool, step.arguments)
    async with server(tmp_path, tools) as client:
        whole = graph([MIRA, NOOR, PAUL], [MIRA_NOOR, NOOR_PAUL])
        with subtests.test("MT-002 another process finds what the first one kept, without a type"):
            names = ["Mira", "Noor", "Paul"]
            for step in (read(whole), sought("tide", graph([MIRA], [MIRA_NOOR])), opened(names, whole)):
                assert not await differs(client, prefix, step, schemas[prefix + step.tool])
        with subtests.test("MT-041, MT-042 the file holds a record a line, each with its type"):
            lines = (tmp_path / "memory.jsonl").read_bytes().splitlines(keepends=True)
            assert all(line.endswith(b"\n") for line in lines)
            kinds = ["entity"] * 3 + ["relation"] * 2
            wanted = [
                {"type": kind} | one for kind, one in zip(kinds, [*whole["entities"], *whole["relations"]], strict=True)
            ]
            assert [json.loads(line) for line in lines] == wanted
