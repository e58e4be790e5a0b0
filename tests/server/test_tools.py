"""The tools of the set `noctuary`, asked through the SDK's own client, by both of the protocols it speaks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client

from tests.server.conftest import MODES, Connect

pytestmark = pytest.mark.anyio

READS = {"search", "get", "why", "why_not", "was", "review", "status", "dream", "context"}


async def said(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """A tool's answer, which must be no failure, fit its own schema, and say the same as text."""
    found = await client.call_tool(f"noctuary_{tool}", arguments)
    assert not found.is_error, found.content
    assert found.structured_content is not None
    assert json.loads(found.content[0].text) == found.structured_content
    tools = {one.name: one for one in (await client.list_tools()).tools}
    jsonschema.validate(found.structured_content, tools[f"noctuary_{tool}"].output_schema)
    return dict(found.structured_content)


async def failed(client: Client, tool: str, **arguments: Any) -> str:
    found = await client.call_tool(f"noctuary_{tool}", arguments)
    assert found.is_error, found.content
    return str(found.content[0].text)


@pytest.mark.parametrize("mode", MODES)
async def test_every_tool_tells_what_it_is_for_what_it_does_and_what_it_answers(
    mode: str, dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt, mode=mode) as client:
        tools = {one.name.removeprefix("noctuary_"): one for one in (await client.list_tools()).tools}
    assert tools.keys() == READS | {"capture", "answer"}
    for name, tool in tools.items():
        does = tool.annotations
        assert does is not None
        assert does.read_only_hint == (name in READS)
        assert does.open_world_hint is False
        assert does.destructive_hint == (name == "answer")
        assert tool.title
        assert tool.output_schema
        assert tool.output_schema["type"] == "object"
        assert len(tool.description or "") > 60
        assert '"title"' not in json.dumps(tool.input_schema)


async def test_a_tool_set_nobody_asked_for_is_not_offered(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt, tools=("noctuary",), review="never") as client:
        names = {one.name for one in (await client.list_tools()).tools}
        assert "noctuary_answer" not in names
        assert not (await client.call_tool("noctuary_search", {"query": "port"})).is_error
        assert (await client.call_tool("memory_read_graph", {})).is_error


@pytest.mark.parametrize("mode", MODES)
async def test_search_gives_what_is_believed_with_its_sources_and_whom_it_is_from(
    mode: str, dreamt: Path, connect: Connect
) -> None:
    """TK-078"""
    async with connect(dreamt, mode=mode) as client:
        found = await said(client, "search", query="Which port does the API use?")
        first = found["results"][0]
        assert "9090" in first["text"]
        assert first["trust"] == "human"
        assert "memory/2026-05-09.md:1" in first["sources"]
        past = await said(client, "search", query="API port", with_past=True)
        assert {"superseded", "active"} <= {one["status"] for one in past["results"]}
        nothing = await said(client, "search", query="zeppelin")
        assert nothing["results"] == []
        assert "noctuary_why_not" in nothing["hint"]


async def test_what_was_only_read_is_found_and_marked_as_believed_by_nobody(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        found = (await said(client, "search", query="rain all day"))["results"]
    [read] = [row for row in found if row["status"] == "passage"][:1]
    assert "rain all day" in read["text"]
    assert (read["confidence"], read["trust"]) == (0.0, "agent")
    assert read["sources"][0].startswith("memory/2026-05-08.md:")


async def test_a_line_that_was_replaced_names_what_replaced_it_where_it_was_merely_read_too(
    dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt) as client:
        found = (await said(client, "search", query="API port 8080", k=20))["results"]
    now = {row["id"] for row in found if "9090" in row["text"] and row["status"] == "active"}
    old = [row for row in found if row["status"] == "passage" and row["text"].strip("- ") == "API port: 8080"]
    assert old
    assert {row["superseded_by"] for row in old} <= now


async def test_what_is_in_question_names_the_other_side(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        waiting = await said(client, "review")
        asked = waiting["questions"][0]
        assert waiting["waiting"] == len(waiting["questions"]) == 1
        assert "keep-a" in asked["answers"]
        assert {"14 days" in asked["a"]["text"], "21 days" in asked["b"]["text"]} == {True}


async def test_get_gives_facts_and_entities_and_names_what_is_unknown(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        first = (await said(client, "search", query="API port"))["results"][0]["id"]
        got = await said(client, "get", ids=[first[:9], "API port", "b2:none"])
        assert [one["id"] for one in got["facts"]] == [first]
        assert [one["name"] for one in got["entities"]] == ["API port"]
        assert got["unknown"] == ["b2:none"]


async def test_why_gives_the_papers(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        first = (await said(client, "search", query="API port"))["results"][0]["id"]
        papers = await said(client, "why", id=first)
        assert {one["trust"] for one in papers["said"]} == {"human", "agent"}
        assert papers["nights"] == ["2026-05-12"]
        assert any(one["relation"] == "supersedes" for one in papers["edges"])
        assert "no record has this id" in await failed(client, "why", id="b2:none")


async def test_why_not_gives_the_gate_that_kept_it_out(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        found = await said(client, "why_not", text="lunch with Ines")
        assert found["considered"][0]["gate"] == "diary"
        assert "no source" in (await said(client, "why_not", text="qqq zzz"))["hint"]


async def test_was_answers_by_dates_and_says_when_it_does_not_know(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        assert (await said(client, "was", what="the API port is 9090", day="2026-05-10"))["answer"] == "yes"
        assert (await said(client, "was", what="Language: Python 3.12", day="2020-01-01"))["answer"] == "unknown"
        assert "2026-10-01" in await failed(client, "was", what="x", day="soon")


async def test_the_context_holds_the_rules_and_says_what_had_no_room(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        told = await said(client, "context", about="API port")
        assert "never push to main without a review" in told["context"]
        assert "9090" in told["context"]
        small = await said(client, "context", budget=100)
        assert "never push to main without a review" in small["context"]
        assert small["left"] > told["left"]


async def test_status_counts_what_is_believed(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt) as client:
        told = await said(client, "status")
        assert told["facts"]["active"] > 0
        assert told["last_night"] == "2026-05-12 (done)"
        assert told["waiting"] == 1


async def test_a_night_is_planned_and_changes_no_byte(dreamt: Path, connect: Connect, bytes_of: Any) -> None:
    (dreamt / "memory" / "2026-05-11.md").write_text("- decided: the case is printed in PETG\n")
    before = bytes_of(dreamt)
    async with connect(dreamt) as client:
        planned = await said(client, "dream")
    assert planned["state"] == "planned"
    assert "PETG" in planned["diff"]
    assert bytes_of(dreamt) == before


async def test_a_night_runs_where_the_settings_allow_it_and_is_undone_by_name(dreamt: Path, connect: Connect) -> None:
    (dreamt / "memory" / "2026-05-11.md").write_text("- decided: the case is printed in PETG\n")
    async with connect(dreamt, dream="run") as client:
        assert (await said(client, "dream"))["state"] == "planned"
        done = await said(client, "dream", apply=True)
        assert done["state"] == "done"
        assert done["undo"] == "noctuary undo 2026-05-12-2"
        assert (await said(client, "search", query="PETG"))["results"]


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("search", {}, "query: field required"),
        ("search", {"query": ""}, "query: string should have at least 1 character"),
        ("search", {"query": "x", "k": 900}, "k: input should be less than or equal to 50"),
        ("get", {"ids": []}, "ids: list should have at least 1 item"),
        ("review", {"cursor": "page 2"}, "leave it out to begin anew"),
        ("search", {"query": "x", "when": "2026-05-01"}, "when is unknown: it takes query, k, with_past, kinds"),
        ("capture", {"text": "we use pnpm", "agent": "root"}, "agent is unknown: it takes text"),
        ("status", {"verbose": True}, "verbose is unknown: it takes nothing"),
    ],
)
async def test_a_wrong_argument_is_named_in_a_line(
    tool: str, arguments: dict[str, Any], told: str, dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt) as client:
        message = await failed(client, tool, **arguments)
    assert told in message
    assert "\n" not in message
    assert "pydantic" not in message


@pytest.mark.parametrize("mode", MODES)
async def test_a_memory_that_holds_nothing_says_what_to_do(mode: str, workspace: Path, connect: Connect) -> None:
    async with connect(workspace, mode=mode) as client:
        assert "noctuary dream" in await failed(client, "search", query="anything")
        assert (await said(client, "status"))["facts"] == {}


@pytest.mark.parametrize("mode", MODES)
async def test_a_search_may_ask_for_kinds_days_an_entity_and_an_earlier_time(
    mode: str, dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt, mode=mode) as client:
        every = (await said(client, "search", query="API port battery", k=50))["results"]
        assert {one["status"] == "passage" for one in every} == {True, False}
        facts = (await said(client, "search", query="API port battery", k=50, kinds=["facts"]))["results"]
        assert facts
        assert not [one for one in facts if one["status"] == "passage"]
        late = (await said(client, "search", query="API port battery", k=50, since="2999-01-01"))["results"]
        early = (await said(client, "search", query="API port battery", k=50, until="1999-01-01"))["results"]
        before = (await said(client, "search", query="API port battery", k=50, kinds=["facts"], as_of="1999-01-01"))[
            "results"
        ]
        now = (await said(client, "search", query="API port battery", k=50, kinds=["facts"], as_of="last"))["results"]
        assert (late, early, before) == ([], [], [])
        assert {one["id"] for one in now} == {one["id"] for one in facts}
        assert "2026-10-01" in await failed(client, "search", query="port", since="soon")
        assert "nobody" in await failed(client, "search", query="port", entity="nobody at all")
        assert "yesteryear" in await failed(client, "search", query="port", as_of="yesteryear")
        assert "songs" in await failed(client, "search", query="port", kinds=["songs"])
