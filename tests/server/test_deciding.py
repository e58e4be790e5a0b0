"""The human's word through the client: what they pick in the form counts, never what the agent proposed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp.client import ClientRequestContext
from mcp.types import ElicitRequestParams, ElicitResult

from noctuary.journal import replay
from noctuary.settings import open_workspace
from tests.server.conftest import MODES, Connect

pytestmark = pytest.mark.anyio


def human(asked: list[ElicitRequestParams], **answer: Any) -> dict[str, Any]:
    """A client whose human answers every form so."""

    async def elicited(_: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return ElicitResult(**answer)

    return {"elicitation_callback": elicited}


def decision(root: Path) -> str | None:
    return next(iter(replay(open_workspace(root).journal).reviews.values())).decision


async def question(client: Any) -> str:
    return (await client.call_tool("noctuary_review", {})).structured_content["questions"][0]["id"]


@pytest.mark.parametrize("mode", MODES)
async def test_what_the_human_picks_is_recorded_and_not_what_the_agent_proposed(
    mode: str, dreamt: Path, connect: Connect
) -> None:
    asked: list[ElicitRequestParams] = []
    picks = human(asked, action="accept", content={"decision": "keep-b", "words": ""})
    async with connect(dreamt, mode=mode, client=picks) as client:
        key = await question(client)
        told = await client.call_tool("noctuary_answer", {"question": key, "decision": "keep-a"})
    assert not told.is_error, told.content
    assert told.structured_content == {"question": key, "decision": "keep_b", "undo": f"noctuary undo {key[:11]}"}
    assert decision(dreamt) == "keep_b"
    assert len(asked) == 1
    assert "14 days" in asked[0].message
    assert "21 days" in asked[0].message
    assert asked[0].requested_schema["properties"]["decision"]["default"] == "keep-a"
    assert "neither" in asked[0].requested_schema["properties"]["decision"]["enum"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_nothing_is_decided_where_the_human_does_not_confirm(
    action: str, mode: str, dreamt: Path, connect: Connect
) -> None:
    async with connect(dreamt, mode=mode, client=human([], action=action)) as client:
        told = await client.call_tool("noctuary_answer", {"question": await question(client), "decision": "keep-a"})
    assert told.is_error
    assert "nothing was decided" in told.content[0].text
    assert decision(dreamt) is None


@pytest.mark.parametrize("mode", MODES)
async def test_nothing_is_decided_where_the_client_cannot_ask(mode: str, dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt, mode=mode) as client:
        told = await client.call_tool("noctuary_answer", {"question": await question(client), "decision": "keep-a"})
    assert told.is_error
    assert "`noctuary review`" in told.content[0].text
    assert decision(dreamt) is None


async def test_an_agent_answers_alone_only_where_the_settings_say_always(dreamt: Path, connect: Connect) -> None:
    async with connect(dreamt, review="always") as client:
        told = await client.call_tool("noctuary_answer", {"question": await question(client), "decision": "a"})
        again = await client.call_tool("noctuary_review", {})
    assert not told.is_error, told.content
    assert decision(dreamt) == "keep_a"
    assert again.structured_content == {"questions": [], "waiting": 0}


@pytest.mark.parametrize(
    ("question", "decision", "told"),
    [("b2:none", "keep-a", "no open question has this id"), ("", "keep-a", "no open question has this id"),
     ("b2:", "perhaps", "answer keep-a, keep-b"), ("b2:", "same", "answer keep-a, keep-b")],
)  # fmt: skip
async def test_a_question_or_word_that_does_not_fit_is_told_before_the_human_is_asked(
    question: str, decision: str, told: str, dreamt: Path, connect: Connect
) -> None:
    asked: list[ElicitRequestParams] = []
    async with connect(dreamt, client=human(asked, action="cancel")) as client:
        found = await client.call_tool("noctuary_answer", {"question": question, "decision": decision})
    assert found.is_error
    assert told in found.content[0].text
    assert asked == []
